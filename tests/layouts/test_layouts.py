"""A layout file is read whole, or refused with the file, the line, the field and the reason."""

import os
from pathlib import Path

import pytest

from mouseboard import layouts
from mousetable.settings import Settings

HEAD = 'game = "toy"\ntitle = "Toy"\nedition = "test"\nsize = [100, 100]\nsensors = 4\nlamps = 4\n'


def refused(text: str) -> str:
    with pytest.raises(layouts.BadLayout) as error:
        layouts.check(layouts.parse(text, "toy.toml"))
    return str(error.value)


def test_a_place_has_any_number_of_sensors_and_lamps() -> None:
    layout = layouts.parse(
        HEAD + 'place = [\n  { name = "1", at = [5, 5], sensors = [0, 1], lamps = [3] },\n]', "toy.toml"
    )
    assert layout.by_name["1"].sensors == (0, 1)
    assert layout.by_name["1"].lamps == (3,)


def test_a_field_of_the_wrong_type_is_named_with_its_line() -> None:
    text = HEAD + 'place = [\n  { name = "1", at = [5, 5] },\n  { name = 2, at = [5, 5] },\n]'
    assert refused(text) == "toy.toml, line 9: place[1].name: Expected `str`, got `int`"


def test_a_place_may_be_written_as_a_block() -> None:
    text = HEAD + '[[place]]\nname = "1"\nat = [5, 5]\n[[place]]\nname = "2"\nat = [5, 5]\nlamps = [9]\n'
    assert refused(text) == "toy.toml, line 10: lamps: 9 is not among the layout's 4 lamps (0 to 3)"


def test_lines_join_places_by_their_names() -> None:
    rows = 'place = [\n  { name = "1", at = [5, 5], shade = "dark" },\n  { name = "2", at = [5, 9] },\n]'
    layout = layouts.parse(f'{HEAD}edge = ["1-2"]\n{rows}', "toy.toml")
    layouts.check(layout)
    assert layout.lines == (("1", "2"),)


@pytest.mark.parametrize(
    ("edge", "said"),
    [
        ("3-1", "there is no place '3' for '3-1'"),
        ("1", "'1' is no line; a line joins two places or more by their names, such as a1-d1-g1"),
    ],
)
def test_a_line_that_joins_no_places_is_refused_with_its_own_line_of_the_file(edge: str, said: str) -> None:
    rows = 'place = [\n  { name = "1", at = [5, 5] },\n  { name = "2", at = [5, 9] },\n]'
    text = f'{HEAD}edge = [\n  "1-2",\n  "2-1", "{edge}",\n]\n{rows}'
    where = text[: text.index(f'"{edge}"')].count("\n") + 1
    assert refused(text) == f"toy.toml, line {where}: edge: {said}"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('{ name = "1" }', "the place lacks `at`"),
        ('{ name = "1", at = [5, 5], lable = "x" }', "a place has no field `lable`; did you mean label?"),
        ('{ name = "1", at = [5, 5], zzz = 1 }', "a place has no field `zzz`"),
    ],
)
def test_a_field_that_is_missing_or_unknown_is_named_with_its_line(row: str, said: str) -> None:
    assert refused(f"{HEAD}place = [\n  {row},\n]") == f"toy.toml, line {HEAD.count(chr(10)) + 2}: {said}"


def test_an_unknown_field_of_the_layout_is_refused() -> None:
    said = "toy.toml, line 1: a layout has no field `colour`"
    assert refused("colour = 3\n" + HEAD + "place = []") == said


def test_an_unknown_field_of_a_card_is_looked_up_among_those_of_its_face() -> None:
    tile = '[[tile]]\na = { kin = "x" }\nb = { kind = "y" }\n'
    assert refused(f"{HEAD}place = []\n{tile}").endswith("a tile has no field `kin`; did you mean kind?")


def test_text_that_is_not_toml_is_refused() -> None:
    assert refused("game =").startswith("toy.toml: not TOML: ")


SIGNS = "a sign is a name, such as honey, or a path of absolute M, L, C and Z, such as M-8 0L8 0"


def test_a_sign_is_a_name_or_a_path_of_ones_own() -> None:
    for sign in ("honey", "M-8-8L8 8Z", "M0 0C1 2 3.5-4 .5 6 L 7 8"):
        layout = layouts.parse(f'{HEAD}place = [{{ name = "1", at = [5, 5], sign = "{sign}" }}]', "toy")
        layouts.check(layout)
        assert layout.place[0].sign == sign


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('{ name = "1", at = [5, 5] }', "name: '1' stands twice; names are unique"),
        ('{ name = "2", at = [5, 5], sensors = [4] }', "sensors: 4 is not among the layout's 4 sensors (0 to 3)"),
        ('{ name = "2", at = [5, 5], sensors = [0] }', "sensors: 0 lies under '1' already"),
        ('{ name = "2", at = [5, 5], sensors = [1], lamps = [2] }', "lamps: 2 lies under '1' already"),
        ('{ name = "", at = [5, 5] }', "name: '' is not one word without blanks"),
        ('{ name = "2 a", at = [5, 5] }', "name: '2 a' is not one word without blanks"),
        ('{ name = "2", at = [5, 500] }', "at: (5.0, 500.0) mm lies outside the board's (100.0, 100.0) mm"),
        ('{ name = "2", at = [5, 5], sign = "M0 0H9" }', f"sign: 'M0 0H9' is no sign; {SIGNS}"),
        (
            f'{{ name = "2", at = [5, 5], sign = "M0 0{"L1 1" * 250}" }}',
            "sign: a path of 1004 characters; allowed are 1000",
        ),
        ('{ name = "2", at = [5, 5], sign = "L0 0" }', f"sign: 'L0 0' is no sign; {SIGNS}"),
        ('{ name = "2", at = [5, 5], sign = "M0 0L1 2 3 4" }', f"sign: 'M0 0L1 2 3 4' is no sign; {SIGNS}"),
        ('{ name = "2", at = [5, 5], to = "x" }', "to: there is no place 'x' to go to"),
    ],
)
def test_a_place_that_no_game_could_use_is_refused(row: str, why: str) -> None:
    text = HEAD + 'place = [\n  { name = "1", at = [5, 5], sensors = [0], lamps = [2] },\n  ' + row + ",\n]"
    assert refused(text) == f"toy.toml, line 9: {why}"


def test_a_spot_between_places_may_share_their_lamps() -> None:
    one, between = '{ name = "1", at = [5, 5], sensors = [0], lamps = [2] }', '{ name = "2", at = [9, 5], lamps = [2] }'
    layouts.check(layouts.parse(HEAD + f"place = [\n  {one},\n  {between},\n]", "toy.toml"))


def test_the_only_lamp_of_a_table_may_belong_to_all_places() -> None:
    places = [f'{{ name = "{n}", at = [{5 + n}, 5], sensors = [{n}], lamps = [0] }}' for n in range(3)]
    text = HEAD + f"place = [\n  {', '.join(places)},\n]"
    layouts.check(layouts.parse(text.replace("lamps = 4", "lamps = 1"), "toy.toml"))
    assert refused(text).endswith("lamps: 0 lies under '0' already")


def test_an_unknown_layout_is_refused_with_the_shipped_ones() -> None:
    with pytest.raises(layouts.BadLayout, match="nowhere: no such layout; shipped are barriers, cards"):
        layouts.load("nowhere")


@pytest.mark.parametrize("name", ["x" * 50_000, "x" * 50_000 + ".toml"])
def test_the_name_of_a_layout_that_does_not_exist_is_shortened(name: str) -> None:
    with pytest.raises(layouts.BadLayout) as refused:
        layouts.load(name)
    assert len(str(refused.value.said)) < 700


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("sensors = 4", "sensors = 1000000000", "line 5: sensors: Expected `int` <= 144"),
        ("sensors = 4", "sensors = -1", "line 5: sensors: Expected `int` >= 0"),
        ("lamps = 4", "lamps = 145", "line 6: lamps: Expected `int` <= 144"),
        ("[100, 100]", "[100, 0]", "line 4: size[1]: Expected `float` > 0.0"),
        ("[100, 100]", "[inf, 100]", "line 4: size[0]: Expected `float` <= 10000.0"),
    ],
)
def test_a_board_is_not_larger_than_a_table_can_be(old: str, new: str, why: str) -> None:
    assert refused(HEAD.replace(old, new) + "place = []") == f"toy.toml, {why}"


@pytest.mark.parametrize("wires", ["chain", "lamps"])
def test_a_layout_may_have_as_many_wires_as_the_firmware_allows(wires: str) -> None:
    settings = Settings()
    settings.set(wires, layouts.MOST_WIRES)
    with pytest.raises(ValueError, match=f"-{layouts.MOST_WIRES}"):
        settings.set(wires, layouts.MOST_WIRES + 1)


def test_brackets_nested_without_end_are_not_toml() -> None:
    assert refused("game = " + "[" * 20_000 + "]" * 20_000).startswith("toy.toml: not TOML: ")


def test_a_pipe_or_folder_is_refused_unread(tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe.toml", tmp_path / "folder.toml"
    os.mkfifo(pipe)
    folder.mkdir()
    for odd in (pipe, folder):
        with pytest.raises(layouts.BadLayout, match=r": not a regular file$"):
            layouts.load(str(odd))


SLOTS = 'place = [\n  { name = "1", at = [5, 5] },\n  { name = "2", at = [9, 5], sensors = [3] },\n]\n'
SLOT = '{ name = "1-red", of = "1", seat = 0, at = [5, 9], sensors = [0] }'


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (SLOT.replace('"1-red"', '"2"'), "name: '2' stands twice; names are unique"),
        (SLOT.replace('"1"', '"3"'), "of: there is no place '3' for it to be a part of"),
        (SLOT.replace('"1"', '"2"'), "of: '2' has sensors itself; they belong under its slots"),
        (SLOT.replace("sensors = [0]", "lamps = [0]"), "sensors: a slot needs a sensor; without one it is no better"),
        (SLOT.replace("[0]", "[3]"), "sensors: 3 lies under '2' already"),
        (SLOT.replace("1-red", "x").replace("[0]", "[1]"), "seat: a second slot of '1' for seat 0"),
        (SLOT.replace("[5, 9]", "[5, 900]"), "at: (5.0, 900.0) mm lies outside the board's (100.0, 100.0) mm"),
    ],
)
def test_a_slot_that_no_table_could_use_is_refused(row: str, why: str) -> None:
    before = SLOT if "second" in why else '{ name = "other", of = "1", seat = 5, at = [5, 9], sensors = [2] }'
    text = HEAD + SLOTS + f"slot = [\n  {before},\n  {row},\n]"
    assert refused(text).startswith(f"toy.toml, line 13: {why}")
