"""The modelled trap can be printed, stands, moves and works. Each planted fault is reported."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest
from build123d import Align, Cone, GeomType, Pos
from hardware.making import ways
from hardware.making.dimensions import load_dimensions
from hardware.making.printed.checks import complaints, overlap
from hardware.making.trap import motion, proof, stand, statics
from hardware.making.trap.measures import Measures, load_measures
from hardware.making.trap.page import page
from hardware.making.trap.parts import JOURNAL, LOOSE, base, sockets
from hardware.making.trap.pieces import NAMED, PIECES, body, on_bed, shape
from hardware.making.trap.plan import CAGES, outline, site
from hardware.making.trap.stand import Stand, assembled
from hardware.making.whole import load_cables
from msgspec.structs import replace

from mouseboard.trap import course

OF, COURSE = load_measures(), course()
STATES = proof.states(OF, COURSE)
STANDING = {name: assembled(OF, COURSE, pose) for name, pose in STATES.items()}
MARGINS = statics.margins(OF, COURSE, body(OF, "cage"), body(OF, "lever"))
BED = 210.0
"""The bed of an ordinary printer, in mm."""


MOVES = (proof.crank_turns, proof.marble_rolls, proof.lever_tilts, proof.cage_falls, proof.cage_is_raised)


def planted(section: str, **fault: object) -> Measures:
    """Return the trap's measures with changes in one section of trap.toml."""
    return replace(OF, **{section: replace(getattr(OF, section), **fault)})


def told(words: str, found: Iterable[str]) -> bool:
    """Return whether one of the sentences contains these words."""
    return any(words in sentence for sentence in found)


# ---- As it is


@pytest.mark.parametrize("name", NAMED)
def test_each_piece_of_the_trap_can_be_printed(name: str) -> None:
    piece = on_bed(OF, name)
    assert list(complaints(name, piece, bridge=12)) == []
    assert max(piece.bounding_box().size.X, piece.bounding_box().size.Y) <= BED


def test_the_pieces_of_the_trap_are_numbered_from_1() -> None:
    assert [piece.number for piece in PIECES] == list(range(1, len(PIECES) + 1))


@pytest.mark.parametrize("state", STATES)
def test_the_right_pieces_touch_in_each_state_and_none_overlap(state: str) -> None:
    assert list(proof.at_rest(state, STANDING[state])) == []


@pytest.mark.parametrize("state", STATES)
def test_every_piece_is_held_in_each_state(state: str) -> None:
    assert list(proof.held(OF, state, STANDING[state])) == []


@pytest.mark.parametrize("moves", MOVES, ids=lambda move: move.__name__)
def test_the_trap_moves_from_state_to_state(moves: proof.Moves) -> None:
    assert list(moves(OF, COURSE)) == []


@pytest.mark.parametrize(("mm", "blocked"), [(5.9, False), (6.5, True)])
def test_the_finger_can_go_6_mm_farther_than_its_rest_in_the_drawings(mm: float, blocked: bool) -> None:
    farther = math.degrees(mm / (OF.wheel.finger + OF.wheel.nose)) * OF.wheel.ratio
    standing = assembled(OF, COURSE, stand.turned(OF, COURSE, COURSE.crank.rest - farther))
    assert (overlap(standing["wheel"], standing["housing"]) > 0) == blocked


def test_the_page_lets_the_finger_rest_anywhere_within_a_tooth_of_the_servo_s_horn() -> None:
    tooth = math.radians(360 / load_dimensions().servo.horn_teeth / OF.wheel.ratio) * (OF.wheel.finger + OF.wheel.nose)
    assert round(tooth) == 4
    assert "by up to 4 mm more" in " ".join(page(OF, COURSE).split())


def test_the_servo_slides_down_into_its_stand_and_its_lead_need_not_pass() -> None:
    standing = STANDING["armed"]
    servo, holder = standing["servo"], standing["servo stand"]
    assert [mm for mm in (0, 2, 10, 25) if overlap(Pos(Z=mm) * servo, holder) > 0] == []
    assert overlap(Pos(Z=-2) * servo, holder) > 0


def test_a_mouse_fits_under_the_cage() -> None:
    assert list(proof.a_mouse_fits(OF)) == []


@pytest.mark.parametrize("margin", MARGINS, ids=lambda margin: margin.says)
def test_each_force_has_its_margin(margin: statics.Margin) -> None:
    assert margin.holds, f"{margin.says}: {margin.there:.3f} to {margin.needed:.3f} {margin.unit}"


def test_the_stages_take_as_long_as_in_the_simulated_trap() -> None:
    found = statics.seconds(OF, body(OF, "cage"), body(OF, "lever"))
    assert found == pytest.approx({stage.name: stage.seconds for stage in COURSE.stage}, abs=0.1)
    assert sum(found.values()) == pytest.approx(COURSE.seconds, rel=0.15)


def test_the_crank_engages_and_trips_at_the_angles_of_the_simulated_trap() -> None:
    crank = COURSE.crank
    before, after = (stand.turned(OF, COURSE, crank.engages + off).marble for off in (-0.5, 3))
    assert before == STATES["armed"].marble != after
    assert motion.trips_at(OF, COURSE) == pytest.approx(crank.trips, abs=1)


def test_no_open_hole_of_the_cover_lets_a_finger_reach_the_teeth() -> None:
    holes = {round(2 * edge.radius, 2) for edge in shape(OF, "cover").edges() if edge.geom_type == GeomType.CIRCLE}
    assert {hole for hole in holes if hole >= 5} == {JOURNAL + 2 * LOOSE}, "and that one the crank fills"


# ---- Its place on the table


@pytest.mark.parametrize("game", CAGES)
def test_the_cage_is_over_its_place_on_the_table_and_the_base_over_none(game: str) -> None:
    where = site(OF, game)
    corners = [where.at(*corner) for corner in outline(OF)]
    (left, *_, right), (low, *_, high) = (sorted(at[axis] for at in corners) for axis in (0, 1))
    rim = load_dimensions().rim.outside / 2
    for place in where.layout.place:
        x, y = place.at
        beside = x + rim <= left or x - rim >= right or y + rim <= low or y - rim >= high
        assert beside or place.name == where.cage, place.name
    assert where.at(OF.cage.middle, 0) == next(place.at for place in where.layout.place if place.name == where.cage)
    assert all(at % 40 == 0 for screw in OF.base.screws for at in where.at(*screw)), "between four places"


def test_the_screws_are_clear_of_all_sockets() -> None:
    for x, y in OF.base.screws:
        for (left, right), (front, back) in sockets(OF):
            assert not (left - 4 <= x <= right + 4 and front - 4 <= y <= back + 4)


def test_the_screws_hold_the_base_level_with_it_and_do_not_reach_through_the_plate() -> None:
    length = next(float(one.name.rpartition(" x ")[2]) for one in OF.bought if one.name.startswith("wood screw"))
    shared = load_dimensions()
    deep = length - OF.base.thick - shared.overlay.thick
    assert 3.5 <= deep < shared.plate.thinnest
    head = Cone(OF.base.screw / 2, OF.base.head / 2, (OF.base.head - OF.base.screw) / 2, align=(Align.CENTER,) * 3)
    sunk = Pos(Z=-(OF.base.head - OF.base.screw) / 4) * head
    assert all(overlap(Pos(*at) * sunk, base(OF)) < 0.01 for at in OF.base.screws)


def seats(game: str) -> dict[str, tuple[float, float]]:
    """Return where the trap's switch and its servo are on a game's board, as in the list of cables."""
    switch, servo = (STANDING["armed"][name].bounding_box().center() for name in ("switch", "servo"))
    return {"CAGE": site(OF, game).at(switch.X, switch.Y), "SERVO": site(OF, game).at(servo.X, servo.Y)}


def test_the_list_of_cables_has_the_traps_switch_and_servo_where_they_stand_in_classic() -> None:
    listed = load_cables().at
    assert all(listed[name] == pytest.approx(at, abs=0.5) for name, at in seats("classic").items())


@pytest.mark.parametrize("game", CAGES)
def test_the_cables_of_switch_and_servo_reach_the_trap(game: str) -> None:
    cables = load_cables()
    assert list(ways.complaints(replace(cables, at=cables.at | seats(game)))) == []


# ---- Planted faults: standing


def test_a_cage_that_hangs_on_nothing_is_reported() -> None:
    low = planted("lever", hang=13.0)
    standing = assembled(low, COURSE, stand.armed(low, COURSE))
    assert list(proof.slides_on("armed", standing, "lever")) == ["armed: the cage hangs on nothing"]


def test_a_run_without_its_post_is_reported() -> None:
    alone = STANDING["armed"].but(**{"low post": Pos(Y=-60) * STANDING["armed"]["low post"]})
    assert told("lower run topples", proof.stands("armed", "lower run", proof.STANDS["lower run"], alone))


def test_a_lever_without_its_pin_is_reported() -> None:
    standing = STANDING["armed"]
    assert list(proof.on_axles(OF, standing.but(pin=Pos(Y=60) * standing["pin"]))) == [
        "lever hangs on nothing",
        "pin hangs on nothing",
    ]


def test_a_lever_that_nothing_stops_is_reported() -> None:
    state = "fired"
    away = STANDING[state].but(gate=Pos(Z=-20) * STANDING[state]["gate"])
    assert list(proof.lever_lies(OF, state, away)) == ["fired: nothing stops the lever"]


@pytest.mark.parametrize(("off", "fault"), [(1.0, "share"), (-1.0, "apart")])
def test_gears_that_are_1_mm_off_are_reported(off: float, fault: str) -> None:
    standing = STANDING["armed"]
    moved = Stand({name: lambda name=name: standing[name] for name in ("wheel", "crank")})  # type: ignore[misc]
    assert told(fault, proof.meshes("armed", moved.but(crank=Pos(Z=off) * standing["crank"])))
    assert list(proof.meshes("armed", moved)) == []


# ---- Planted faults: moving


def test_a_groove_that_is_too_narrow_is_reported() -> None:
    assert told("the groove is 17 mm wide", proof.marble_rolls(planted("run", wide=17.0), COURSE))


@pytest.mark.parametrize("slope", [2.5, -4.0])
def test_a_run_that_is_too_level_or_slopes_the_wrong_way_is_reported(slope: float) -> None:
    of = planted("run", slope=slope)
    assert told("falls by 3 degrees or less", proof.falls_everywhere(stand.way(of)))


def test_a_lever_that_does_not_reach_the_run_is_reported() -> None:
    of = planted("lever", arm=88.0)
    assert told("cup is not below the end", proof.hands_on(of, stand.way(of)))


def test_a_stirrup_that_the_rising_tooth_does_not_push_aside_is_reported() -> None:
    assert told("not its slope", proof.cage_is_raised(planted("lever", overlap=3.6), COURSE))


def test_a_lever_that_does_not_let_go_of_the_cage_is_reported() -> None:
    of = planted("bail", reach=6.5)
    assert told("the falling cage and lever share", proof.cage_falls(of, COURSE, ["lever"], steps=5))


def test_a_marble_that_goes_over_the_crest_at_another_angle_is_reported() -> None:
    early = replace(COURSE, crank=replace(COURSE.crank, trips=120.0))
    assert told("over the crest at 145", proof.trips(OF, early))


# ---- Planted faults: forces


def fails(of: Measures, words: str) -> bool:
    """Return whether the margin of this name is too small."""
    margins = statics.margins(of, COURSE, body(OF, "cage"), body(OF, "lever"))
    return words in [margin.says for margin in margins if not margin.holds]


@pytest.mark.parametrize(
    ("section", "fault", "words"),
    [
        ("servo", {"torque": 0.1}, "the servo turns the crank"),
        ("switch", {"force": 0.5}, "the cage's weight presses the switch"),
        ("marble", {"grams": 2.5}, "the marble's weight in the cup frees the cage"),
        ("material", {"friction": 0.8}, "the cage slides down its pole"),
        ("wheel", {"spring": 1.6}, "a finger in the wheel's way bears less than 5 N"),
    ],
)
def test_a_force_that_is_too_weak_is_reported(section: str, fault: dict[str, float], words: str) -> None:
    assert fails(planted(section, **fault), words)
