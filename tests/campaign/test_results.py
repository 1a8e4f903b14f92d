"""Results are kept line by line and summed up."""

from __future__ import annotations

from pathlib import Path

from tests.campaign.findings import Bad, Findings
from tests.campaign.recipe import recipe
from tests.campaign.results import Result, keep, kept, tables


def result(seed: int, **counts: int) -> Result:
    found = Findings()
    found.counts.update(games=1, **counts)
    found.counts["moves stopped"] = 1
    found.seconds["felt"] = [0.1, 0.2, 0.3]
    found.bad.append(Bad(1.5, "flicker", "a question", ("game classic 2",)))
    return Result.of(recipe(seed, "classic", 2), found)


def test_results_that_were_kept_are_read_again(tmp_path: Path) -> None:
    file, results = tmp_path / "new" / "campaign.jsonl", [result(1), result(2)]
    assert kept(file) == []
    for one in results:
        keep(file, one)
    assert kept(file) == results


def test_a_line_that_was_not_written_whole_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "campaign.jsonl"
    keep(file, result(1))
    file.write_bytes(file.read_bytes() + b'{"recipe":{"se')
    assert kept(file) == [result(1)]
    keep(file, result(2))
    assert kept(file) == [result(1), result(2)]


def test_the_table_sums_up_each_temper() -> None:
    lines = "\n".join(tables([result(0, moves=10), result(3, moves=10), result(1, moves=4)]))
    assert "without habits                                           careful       child" in lines
    assert "moves without a stop, felt, %                               90.0        75.0" in lines
    assert "last touch to accepted, ms: median (95th)              200 (300)   200 (300)" in lines
