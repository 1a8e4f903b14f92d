"""The server minifies the page's files: it drops comments and indentation."""

from __future__ import annotations

import re

from tests.web.page_files import page_files

from mouseboard.serving.assets import TYPES, squeezed

SCRIPT = """\
/** What it is for. */
// and a remark

export const twice = (n) => {
    // doubled
    return `${n}//${n}`; // gone, too
    /* gone
     * as well */
};
"""


def test_a_script_loses_comments_and_indentation_and_means_the_same() -> None:
    assert squeezed("twice.js", SCRIPT) == "export const twice = (n) => {\nreturn `${n}//${n}`;\n};\n"


def test_no_string_of_a_script_has_what_passes_for_a_comment() -> None:
    for path in page_files(".js").values():
        for line in path.read_text(encoding="utf-8").splitlines():
            code, comment, _ = line.partition(" // ")
            assert not comment or all(code.count(quote) % 2 == 0 for quote in '"`'), line


def test_a_style_sheet_loses_spaces_as_well_but_none_that_a_selector_or_a_value_needs() -> None:
    bar = "/* the bar */\n.bar > .i, .bar :is(p, b) { color: red; margin: 0 calc(1px + 2px); }\n"
    sheet = bar + "@media (max-width: 9px) {\n  b {}\n}\n"
    small = ".bar > .i,.bar :is(p,b){color:red;margin:0 calc(1px + 2px);}@media (max-width:9px){b{}}"
    assert squeezed("bar.css", sheet) == small


def test_data_loses_all_spaces_but_those_in_words() -> None:
    assert squeezed("signs.json", '{\n  "a b": [[-8.5, 9]],\n  "c": "M0 0"\n}\n') == '{"a b":[[-8.5,9]],"c":"M0 0"}'


def test_no_quoted_word_of_a_style_sheet_changes() -> None:
    for path in page_files(".css").values():
        bare = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        quoted = re.findall(r'"[^"]*"', bare)
        assert re.findall(r'"[^"]*"', squeezed(path.name, bare)) == quoted


def test_every_file_of_the_page_can_be_sent() -> None:
    assert {path.suffix for path in page_files().values()} <= set(TYPES)
