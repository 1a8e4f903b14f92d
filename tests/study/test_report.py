"""The report is self-contained: figures first, in sentences, in the reader's language."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.study.test_running import Here

from mouseboard import rules
from mouseboard.lang import translate
from mouseboard.study.conducting import Findings, Plan, conduct
from mouseboard.study.database import Database
from mouseboard.study.definition import StudyError, define
from mouseboard.study.export import export
from mouseboard.study.report import name_of, page, told
from mouseboard.study.sentences import number, percent, sentences
from mouseboard.study.statistics import Estimate


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    studies = [define(rules.load("revised", trap=trap), ["sensible"]) for trap in ("3/4", "1/4")]
    with Database.open(tmp_path_factory.mktemp("study") / "study.db") as database:
        return conduct(Plan(studies, 30), database, Here(), lambda _: None)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Estimate(0.82, 0.79, 0.85), "82 % (79 to 85)"),
        (Estimate(0.5, 0.4973, 0.5027), "50.0 % (49.7 to 50.3)"),
        (Estimate(0.5, 0.49915, 0.50085), "50.00 % (49.91 to 50.09)"),
        (Estimate(0, 0, 0), "0 % (0 to 0)"),
        (Estimate(0.002, -0.002, 0.005), "0.2 % (0.0 to 0.5)"),
        (Estimate(0.998, 0.995, 1.002), "99.8 % (99.5 to 100.0)"),
    ],
)
def test_a_figure_has_as_many_digits_as_mean_something(share: Estimate, said: str) -> None:
    assert str(percent(share)) == said


def test_a_difference_has_a_sign_but_nothing_has_none_below_it() -> None:
    assert str(number(Estimate(2, -0.4, 4.4), sign="+")) == "+2 (+0 to +4)"


def test_the_first_sentence_says_whether_it_is_fair(findings: Findings) -> None:
    first, second, *_ = map(str, sentences(findings.found[0]))
    assert re.fullmatch(r"The (first|second) player wins \d\d % \(\d\d to \d\d\): too few games .*\.", first)
    assert second.startswith("In the order of play, they win ")


def test_the_sentences_tell_of_length_choice_lead_and_trap(findings: Findings) -> None:
    said = " ".join(map(str, sentences(findings.found[0])))
    for what in ("minutes at a table", "turns; half", "there is nothing to choose", "The lead changes", "it catches"):
        assert what in said


def test_a_report_says_that_every_turn_has_a_choice(findings: Findings) -> None:
    said = [str(sentence) for sentence in sentences(findings.found[0]._replace(forced=Estimate(0, 0, 0)))]
    assert "In every turn there is something to choose." in said
    assert not any("nothing to choose" in sentence for sentence in said)


def test_a_contest_tells_how_much_choices_matter(findings: Findings) -> None:
    (_, said), *_ = told(findings)
    assert re.fullmatch(r"One sensible player among random ones wins .* it would be 50 %\.", str(said[-1]))


def test_rule_sets_are_called_by_what_is_unusual_in_them(findings: Findings) -> None:
    names = [str(name_of(figures.study)) for figures in findings.found]
    assert names[0] == "Mouse Trap, revised rules, 2 players (sensible)"
    assert names[1] == f"{names[0]} with trap=1/4"


def test_the_page_holds_both_rule_sets_their_difference_and_how_it_was_made(findings: Findings) -> None:
    made = page(findings, "mouseboard study revised --against trap=1/4", "en")
    assert made.count("<h2>") == 3
    assert "<code>mouseboard study revised --against trap=1/4</code>" in made
    assert f"digest: {findings.digest}" in made
    assert made.count("<svg") == 4
    assert "read off the score `cheese`" in made
    assert not re.search("<li>[^<]* %", made)  # a number and its % stay on one line


def test_the_page_needs_no_network(findings: Findings) -> None:
    made = page(findings, "", "en")
    assert re.findall(r"(?:src|href)=\"(?!#)", made) == []
    assert "url(http" not in made
    assert "<script" not in made


def test_the_page_is_the_same_for_the_same_findings(findings: Findings) -> None:
    assert page(findings, "", "en") == page(findings, "", "en")


def test_the_page_speaks_other_languages(findings: Findings) -> None:
    assert "Minuten am Tisch" in page(findings, "", "de")


@pytest.mark.parametrize(("code", "said"), [("de", "99,8 % (99,5 bis 100,0)"), ("nl", "99,8% (99,5 tot 100,0)")])
def test_a_figure_has_a_comma_where_people_write_one(code: str, said: str) -> None:
    assert translate(percent(Estimate(0.998, 0.995, 1.002)), code) == said


def test_a_page_without_matplotlib_says_how_to_get_pictures(
    findings: Findings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    made = page(findings, "", "en")
    assert "<svg" not in made
    assert "pip install" in made


def test_rows_are_written_for_other_programs(tmp_path: Path) -> None:
    from pyarrow import parquet  # slow to import, and not needed to collect tests

    with Database.open(tmp_path / "study.db") as database:
        parts = conduct(
            Plan([define(rules.load("souriciere"), ["random"])], 25), database, Here(), lambda _: None
        ).parts
        export(database, parts, tmp_path / "games.parquet")
        table = parquet.read_table(tmp_path / "games.parquet")
        assert table.column("number").to_pylist() == list(range(25))
        assert [tuple(row.values())[1:] for row in table.to_pylist()] == list(database.rows(parts[0]))


def test_a_missing_pyarrow_is_reported_with_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with Database.open(tmp_path / "study.db") as database, pytest.raises(StudyError, match=r"checkout: .*\[parquet\]"):
        export(database, [], tmp_path / "games.parquet")
