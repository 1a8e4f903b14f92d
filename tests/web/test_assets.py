"""The server minifies the page's files: it drops comments and indentation."""

from __future__ import annotations

from mouseboard.web.assets import PAGE, TYPES, squeezed

SCRIPT = """\
/** What it is for. */
// and a remark

export const twice = (n) => {
    // doubled
    return `${n}//${n}`; // kept
    /* gone
     * as well */
};
"""


def test_a_script_loses_comments_and_indentation_and_means_the_same() -> None:
    assert squeezed(SCRIPT) == "export const twice = (n) => {\nreturn `${n}//${n}`; // kept\n};\n"


def test_every_file_of_the_page_can_be_sent() -> None:
    assert {path.suffix for path in PAGE.iterdir() if path.is_file()} <= set(TYPES)
