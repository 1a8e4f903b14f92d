"""The trust in contacts and magnets."""

from __future__ import annotations

from random import Random

from tests.doctor.clinic import small_layout

from mouseboard.table import Trust

LAYOUT = small_layout()


def trust(*blind: str) -> Trust:
    return Trust(LAYOUT, blind)


def visit(seen: Trust, place: str, felt: bool = True, left: bool = True) -> None:
    """Let red come to the place and leave it. `felt` and `left`: whether the contact shows arrival and departure."""
    seen.observe({"red": place}, {place} if felt else ())
    seen.observe({"red": "p11"}, {"p11"} if left else {"p11", place})


def told(seen: Trust) -> list[str]:
    return [str(news) for news in seen.news()]


# Blind places


def test_a_contact_that_people_contradict_is_blind_and_named_once_with_its_sensor() -> None:
    seen = trust()
    seen.contradicted("p3", "red")
    assert seen.blind == seen.lasting == {"p3"}
    (news,) = told(seen)
    assert "p3" in news and "sensor 3" in news and "mouseboard table doctor" in news
    assert told(seen) == []


def test_a_place_kept_as_blind_with_the_table_is_blind_and_not_named_again() -> None:
    assert trust("p3").blind == {"p3"}
    assert told(trust("p3")) == []


def test_two_visits_that_a_blind_place_shows_fully_restore_its_trust() -> None:
    seen = trust("p3")
    seen.observe({"red": "p11"}, {"p11"})
    visit(seen, "p3")
    assert seen.blind == {"p3"}
    visit(seen, "p3")
    assert seen.blind == set()
    assert told(seen) == ["The table can see p3 again."]


def test_a_dead_contact_stays_blind_however_often_it_is_right_about_an_empty_place() -> None:
    seen = trust("p3")
    for _ in range(9):
        visit(seen, "p3", felt=False)
    assert seen.blind == {"p3"}


def test_a_stuck_contact_stays_blind_however_often_it_is_right_about_an_occupied_place() -> None:
    seen = trust("p3")
    for _ in range(9):
        visit(seen, "p3", left=False)
    assert seen.blind == {"p3"}


def test_a_missed_visit_counts_more_than_a_shown_one() -> None:
    seen = trust("p3")
    visit(seen, "p3")
    visit(seen, "p3", felt=False)
    visit(seen, "p3")
    assert seen.blind == {"p3"}


def test_many_looks_at_one_visit_count_as_one() -> None:
    seen = trust("p3")
    for _ in range(9):
        seen.observe({"red": "p3"}, {"p3"})
    assert seen.blind == {"p3"}


# Magnets


def test_a_place_that_feels_the_other_pieces_is_trusted_and_the_missed_piece_is_weak() -> None:
    seen = trust()
    seen.contradicted("p3", "red")
    for _ in range(3):
        seen.observe({"red": "p11", "blue": "p3"}, {"p3", "p11"})
        seen.observe({"red": "p11", "blue": "p1"}, {"p1", "p11"})
    assert seen.weak == {"red"}
    assert seen.lasting == set()


def test_a_place_that_feels_the_missed_piece_again_is_trusted_again() -> None:
    seen = trust()
    seen.contradicted("p3", "red")
    for _ in range(3):
        visit(seen, "p3")
    assert seen.weak == seen.lasting == set()
    assert told(seen)[1:] == ["The table can see p3 again."]


def test_a_piece_unfelt_on_two_places_has_a_weak_magnet_and_the_places_are_good() -> None:
    seen = trust()
    seen.contradicted("p3", "red")
    seen.contradicted("p5", "red")
    assert seen.weak == {"red"}
    assert seen.lasting == set()
    assert told(seen)[1:] == ["The table cannot see red well. Turn its magnet over, or change it."]


def test_two_pieces_unfelt_on_one_place_put_the_blame_on_the_place() -> None:
    seen = trust()
    seen.contradicted("p3", "red")
    seen.contradicted("p3", "blue")
    seen.contradicted("p5", "red")
    assert seen.weak == set()
    assert seen.lasting == {"p3", "p5"}


def test_a_place_with_an_unfelt_weak_magnet_is_blind_until_that_has_left() -> None:
    seen = trust()
    for place in ("p3", "p5", "p7"):
        seen.contradicted(place, "red")
    assert "p7" in seen.blind
    seen.observe({"red": "p7"}, ())
    assert seen.blind == {"p7"}
    seen.observe({"red": "p8"}, {"p8"})
    assert seen.blind == set()


# Mended pieces


def test_a_place_that_drops_out_repeatedly_becomes_blind_without_a_question() -> None:
    seen = trust()
    for piece in ("red", "red", "blue", "red", "red"):
        assert seen.blind == set()
        seen.mended(piece, "p3", moving=False)
    assert seen.blind == {"p3"}


def test_a_place_that_misses_half_of_its_visits_becomes_blind() -> None:
    seen = trust()
    for turn in range(10):
        if turn % 2 == 0:
            seen.mended("red", "p3", moving=True)
        visit(seen, "p3")
    assert seen.blind == set()
    seen.mended("red", "p3", moving=True)
    assert seen.blind == {"p3"}


def test_a_place_that_misses_one_visit_in_twenty_stays_trusted() -> None:
    seen = trust()
    for turn in range(200):
        if turn % 20 == 0:
            seen.mended("red", "p3", moving=True)
        visit(seen, "p3")
    assert seen.blind == seen.weak == set()


def test_a_piece_that_must_be_put_down_again_after_each_move_has_a_weak_magnet() -> None:
    seen = trust()
    for place in ("p1", "p2", "p3", "p4"):
        assert seen.weak == set()
        seen.mended("red", place, moving=True)
        seen.observe({"red": place}, {place})
    assert seen.weak == {"red"}
    assert seen.blind == set()


def test_a_piece_that_is_also_felt_at_once_needs_more_failures_to_count_as_weak() -> None:
    seen = trust()
    for place in ("p1", "p2", "p3", "p4", "p5"):
        assert seen.weak == set()
        seen.mended("red", place, moving=True)
        seen.observe({"red": place}, {place})
        seen.observe({"red": "p11"}, {"p11"})
    assert seen.weak == {"red"}


def test_hands_that_fail_one_move_in_ten_make_no_magnet_weak() -> None:
    seen, rng = trust(), Random(8)
    places = [f"p{n}" for n in range(1, 11)]
    for place in places * 9:
        if place == "p1":
            seen.mended("red", rng.choice(places), moving=True)
        seen.observe({"red": place}, {place})
    assert seen.weak == set()


def test_bystanders_that_are_knocked_over_make_no_magnet_weak() -> None:
    seen = trust()
    for place in ("p1", "p2", "p3", "p4") * 2:
        seen.mended("red", place, moving=False)
    assert seen.weak == set()


def test_failures_spread_over_pieces_and_places_make_nothing_suspect() -> None:
    seen = trust()
    for turn in range(5):
        for piece, place in (("red", "p1"), ("blue", "p2"), ("green", "p3")):
            seen.observe({piece: "p11"}, {"p11"})
            seen.mended(piece, f"p{turn + 4}", moving=turn % 2 == 0)
            seen.observe({piece: place}, {place})
    assert not seen.weak | seen.blind


def test_a_very_long_game_makes_nothing_suspect() -> None:
    seen = trust()
    for turn in range(2000):
        seen.observe({"red": f"p{1 + turn % 2}"}, {f"p{1 + turn % 2}"})
        if turn % 20 == 0:
            seen.mended("red", f"p{3 + turn % 7}", moving=True)
    assert not seen.weak | seen.blind
