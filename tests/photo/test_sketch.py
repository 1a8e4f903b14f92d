"""The results of clicks: sentences, a layout and its wiring list."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
from tests.photo.camera import Pinhole, known_points, off

from mouseboard import layouts
from mouseboard.photo.camera import Camera
from mouseboard.photo.sketch import KnownPoint, Sketch, Spot, between, judged, toml, wanting, wiring

BOARD = (480.0, 480.0)
PHOTO = Pinhole(BOARD, distance=640)
RING = layouts.parse(
    (Path(layouts.__file__).with_name("LAYOUTS.md").read_text("utf-8").split("```toml\n")[1].split("```")[0]),
    "mine.toml",
).place
"""The grandmother's board in LAYOUTS.md."""
SKETCH = Sketch(
    game="revised",
    title='Grandmother\'s "old" board',
    size=BOARD,
    picture=PHOTO.picture,
    points=tuple(KnownPoint(at, PHOTO.pixel(at)) for at in known_points(BOARD)),
    places=tuple(Spot(PHOTO.pixel(one.at), one.name, one.kind, one.label, one.to) for one in RING),
)


def camera(sketch: Sketch) -> Camera:
    found, _ = judged(sketch)
    assert found
    return found.camera


def said(**changes: object) -> list[str]:
    return [str(sentence) for sentence in judged(msgspec.structs.replace(SKETCH, **changes))[1]]


def test_the_layout_has_each_place_where_it_is_wired_in_order_and_good_for_its_game(tmp_path: Path) -> None:
    text = toml(SKETCH, camera(SKETCH), "old.jpg")
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert wanting(text, str(file)) == ""
    layout = layouts.load(str(file))
    assert (layout.title, layout.size, layout.sensors, layout.lamps) == (SKETCH.title, BOARD, 16, 12)
    assert [(one.name, one.kind, one.label, one.to, one.at) for one in layout.place] == [
        (one.name, one.kind, one.label, one.to, one.at) for one in RING
    ]
    assert [one.sensors for one in layout.place] == [one.lamps for one in layout.place] == [(n,) for n in range(12)]


def test_what_the_game_still_wants_is_told_with_the_line(tmp_path: Path) -> None:
    plain = tuple(msgspec.structs.replace(spot, kind="normal") for spot in SKETCH.places)
    text = toml(msgspec.structs.replace(SKETCH, places=plain), camera(SKETCH), "old.jpg")
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert wanting(text, str(file)) == f"{file}, line 10: kind: the circle begins with its one Start"
    assert "there is no game 'chess'" in wanting(text.replace("revised", "chess"), str(file))


def test_places_without_a_name_are_numbered() -> None:
    nameless = tuple(msgspec.structs.replace(spot, name=" ") for spot in SKETCH.places)
    text = toml(msgspec.structs.replace(SKETCH, places=nameless, lamps=False), camera(SKETCH), "old.jpg")
    layout = layouts.parse(text, "mine.toml")
    assert [one.name for one in layout.place] == [str(n + 1) for n in range(12)]
    assert (layout.lamps, {one.lamps for one in layout.place}) == (0, {()})


def test_the_wiring_list_says_which_pin_of_which_register_each_place_is() -> None:
    rows = [line for line in wiring(SKETCH, camera(SKETCH)).splitlines() if line[:2] == "| " and line[2:3] != "p"]
    assert rows[0] == "| start | 60, 60 | 0 | 1 | D7 (6) | 0 | 120 mm |"
    assert rows[9] == "| 10 | 420, 60 | 9 | 2 | D6 (5) | 9 | 120 mm |"
    assert rows[-1] == "| 12 | 180, 60 | 11 | 2 | D4 (3) | 11 |  |"


def test_it_is_said_how_many_points_are_missing_and_how_good_they_are() -> None:
    assert said(points=()) == ["Known points to click yet: 8."]
    assert said(points=SKETCH.points[:6]) == ["Known points to click yet: 2. Until then the lens is not corrected."]
    assert said()[0] == "The known points fit to 0.0 pixels: expect places 0.0 mm off on average, 0.0 mm at worst."
    assert said()[2].startswith("Clicks that miss by 3 pixels would mean 0.")
    line = tuple(point for point in SKETCH.points if point.at[0] == 240)
    assert said(points=line + line) == [
        "These points do not tell where the camera was: take some that do not lie in one line."
    ]


def test_nonsense_is_told_from_measurements() -> None:
    for seed in range(8):
        rng = Random(seed)
        points = tuple(KnownPoint(point.at, (rng.uniform(0, 4000), rng.uniform(0, 9))) for point in SKETCH.points)
        measured, sentences = judged(msgspec.structs.replace(SKETCH, points=points))
        assert sentences
        assert measured is None or len(measured.places) == len(SKETCH.places)


def test_the_point_that_was_clicked_or_measured_wrongly_is_named() -> None:
    wrong = KnownPoint((240, 0), PHOTO.pixel((252, 0)))
    points = tuple(wrong if point.at == wrong.at else point for point in SKETCH.points)
    assert said(points=points)[-1].startswith("Known point 2 does not fit the others")


def test_hands_that_miss_by_3_pixels_are_not_blamed() -> None:
    for seed in range(12):
        rng = Random(seed)
        points = tuple(KnownPoint(point.at, off(PHOTO.pixel(point.at), 3, rng)) for point in SKETCH.points)
        assert not any("does not fit" in sentence for sentence in said(points=points)), seed


def test_places_on_the_way_lie_evenly_on_the_board_not_on_the_picture() -> None:
    one, other = PHOTO.pixel((60, 60)), PHOTO.pixel((60, 420))
    found = [camera(SKETCH).place(pixel) for pixel in between(camera(SKETCH), one, other, 2)]
    assert [(round(x, 1), round(y, 1)) for x, y in found] == [(60, 180), (60, 300)]
