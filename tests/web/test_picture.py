"""The page's picture matches the situation, in every game and every language, and adds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.cli.yard import STEPS, THROWS, state
from tests.rules.cards import moments as cards
from tests.rules.draughts import moments as draughts
from tests.rules.morris import moments as morris
from tests.web.shown import after

from mouseboard import rules
from mouseboard.board.board import board
from mouseboard.lang import languages, translate, word
from mouseboard.referee.last import Made
from mouseboard.referee.situation import (
    Ask,
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Told,
    Trouble,
    Watch,
    Who,
)
from mouseboard.rules import CHANCE, Device, HandTask, State
from mouseboard.rules.chance import draw
from mouseboard.say import say
from mouseboard.store import ActionRecord, Source
from mouseboard.table import Doubt, Step
from mouseboard.web.fields import Buttons, EventShown, Picture
from mouseboard.web.picture import LAST_TURNS, SHORT, Around, Chair, past, picture

STEP = Step("red", "door", "2")
ALONE = Around((Chair(), Chair("sensible")), number=7)


def game_of(name: str, players: int, seed: int = 1) -> Iterator[Situation]:
    """Play a random game; yield each situation."""
    rng, history, told = Random(f"{name}/{seed}"), list[ActionRecord](), list[Told]()
    now: State = rules.load(name, players).start()
    while True:
        ask: Ask | None = None
        if now.actor is not None:
            ask = Roll(now.turn, now.actions()) if now.actor == CHANCE else Choose(now.actor, now.actions())
        over = now.actor is None
        yield Situation(now, ask, standing=now.placement(), told=tuple(told), history=tuple(history), over=over)
        if over:
            return
        action = draw(now.odds(), rng) if now.actor == CHANCE else rng.choice(now.actions())
        record = ActionRecord(now, action, now.after(action), Source.DRAWN, len(history))
        history.append(record)
        told += [Told(said, now.turn, len(history), len(told) + n) for n, said in enumerate(record.sentences)]
        now = record.after


def game_with_a_trap() -> list[Situation]:
    """Return a game of revised after the trap has run."""
    games = (list(game_of("revised", 2, seed)) for seed in range(50))
    return next(game for game in games if any(record.action.verb == "launch" for record in game[-1].history))


def seated(situation: Situation, own_die: bool = False) -> Around:
    return Around((Chair(),) * situation.state.game.players, own_die=own_die)


@pytest.mark.parametrize("name", rules.games())
def test_every_moment_of_a_game_can_be_drawn_on_its_board(name: str) -> None:
    for situation in game_of(name, max(rules.games()[name].seat_counts)):
        shown = picture(situation, seated(situation, own_die=True), "en")
        drawn = board(situation.state.game, "en")
        places, pieces = {place.name for place in drawn.places}, {piece.name for piece in drawn.pieces}
        spots = {place for option in shown.options for place in option.places}
        assert {*shown.placement.values(), *shown.lamps, *shown.tiles, *shown.cheese} | spots <= places
        assert {*shown.nose, *filter(None, (option.piece for option in shown.options))} <= pieces
        assert [option.action for option in shown.options] == [str(action) for action in situation.state.actions()]
        assert (drawn.machine is not None) == (shown.parts is not None)
        assert not situation.state.game.layout.card or (shown.parts or 0) <= len(situation.state.game.layout.card)
        assert shown.winners == situation.state.winners


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", rules.games())
def test_a_picture_speaks_the_language_it_is_asked_for(name: str, language: str) -> None:
    situation = next(game_of(name, min(rules.games()[name].seat_counts)))
    shown = picture(situation, seated(situation, own_die=True), language)
    assert shown.language == language
    assert shown.prompt == translate(situation.state.prompt(), language)
    assert shown.options[0].text == translate(situation.state.describe(situation.state.actions()[0]), language)


@pytest.mark.parametrize("name", rules.games())
def test_a_picture_is_small_json_that_reads_back_the_same(name: str) -> None:
    *_, last = game_of(name, max(rules.games()[name].seat_counts))
    shown = picture(last, seated(last), "de")
    sent = msgspec.json.encode(shown)
    assert msgspec.json.decode(sent, type=Picture) == shown
    assert len(sent) < 12_000


def at_start(name: str, **changed: Any) -> State:
    """Return a state of a game for two with these fields changed."""
    return replace(rules.load(name, 2).start(), **changed)  # type: ignore[type-var]


def ended(state: State, action: str) -> Situation:
    """Return the situation after this action has been played and told."""
    record = ActionRecord(state, state.game.read(action), state.play(action), Source.DRAWN, 0)
    told = tuple(Told(said, state.turn, 1, n) for n, said in enumerate(record.sentences))
    return Situation(record.after, None, standing=record.after.placement(), told=told, history=(record,))


@pytest.mark.parametrize(
    ("state", "action", "stations"),
    [
        (at_start("classic", at=(3, 0)), "roll1", {}),
        (at_start("classic", at=(3, 0)), "roll5", {"red": ("9",)}),
        (at_start("souriciere", at=("3", "house")), "roll1", {}),
        (at_start("souriciere", at=("3", "house")), "roll2", {"red": ("5",)}),
        (at_start("souriciere", at=("3", "4")), "roll1", {"red": ("4",)}),
        (at_start("souriciere", at=("47", "49")), "roll4", {"red": ("cheese", "49", "48")}),
        (cards.drawn(cards.moment("b2", "n", {"b2": "Safe", "c2": "Turn Either"}), "any1"), "toc2", {}),
        (
            cards.moment("b1", "n", {"b1": "Safe", "b2": "Diver", "d4": "Washtub"}).play("again"),
            "drawahead1",
            {"mouse": ("b2",)},
        ),
        (cards.moment("b1", "n", {"b1": "Safe", "b2": "Trapped"}).play("again"), "drawahead1", {"mouse": ("b2",)}),
    ],
)
def test_a_picture_tells_where_a_piece_stopped_before_it_was_sent_on(
    state: State, action: str, stations: dict[str, tuple[str, ...]]
) -> None:
    situation = ended(state, action)
    assert picture(situation, seated(situation), "en").stations == stations


def asked(ask: Ask | None, **more: Any) -> Situation:
    return Situation(state(CHANCE if isinstance(ask, Roll) else 0), ask, **more)


@pytest.mark.parametrize(
    ("situation", "sign"),
    [
        (asked(Roll(0, THROWS)), "roll"),
        (asked(Choose(0, STEPS)), "choose"),
        (asked(Choose(0, STEPS, ambiguous=True)), "which"),
        (asked(Choose(0, STEPS, missing="red")), "missing"),
        (asked(Move((STEP,))), "move"),
        (asked(Mend((STEP,))), "mend"),
        (asked(Suspect("2", "red")), "suspect"),
        (asked(Consent(0, (say("red goes."),))), "consent"),
        (asked(Paused()), "paused"),
        (asked(Do(HandTask(say("Feed the cat.")))), "do"),
        (asked(Watch()), "watch"),
        (asked(Trouble(say("It burns."))), "trouble"),
        (asked(None), "think"),
        (Situation(state(None), None, over=True), "over"),
        (asked(Choose(0, STEPS), connected=False), "lost"),
        (asked(Choose(0, STEPS), fault="rail"), "fault"),
    ],
)
def test_what_is_to_be_done_has_a_sign(situation: Situation, sign: str) -> None:
    assert picture(situation, ALONE, "en").sign == sign


def test_a_picture_shows_steps_doubts_and_what_is_not_felt() -> None:
    doubt = Doubt((("red", "2"), ("blue", "5")), {"red": "5", "blue": "2"})
    shown = picture(asked(Mend((STEP,)), doubts=(doubt,), blind=frozenset({"3"}), weak=frozenset({"red"})), ALONE, "en")
    assert [(step.piece, step.source, step.target) for step in shown.steps] == [("red", "door", "2")]
    assert [(d.pieces, d.text) for d in shown.doubts] == [
        ({"red": "2", "blue": "5"}, "Red on 2 and Blue on 5? Or did they swap?")
    ]
    assert (shown.blind, shown.weak) == (("3",), ("red",))
    assert shown.lamps["door"].colour == "red" and shown.lamps["door"].pattern == "flash"


FEED = Do(HandTask(say("Feed the cat.")))


@pytest.mark.parametrize("ask", [Move((STEP,)), Mend((STEP,)), Suspect("2", "red"), Who("2", "red"), FEED])
def test_people_are_not_asked_about_sensors_while_the_table_moves_its_mice_itself(ask: Ask) -> None:
    assert picture(asked(ask), replace(ALONE, hands="table"), "en").press == Buttons()
    assert picture(asked(ask), replace(ALONE, hands="page"), "en").press.b
    assert picture(asked(Roll(0, THROWS)), replace(ALONE, hands="table"), "en").press.b


def test_nobody_is_asked_whether_all_is_done_while_the_table_does_it_itself() -> None:
    moving = Move((STEP,), confirm=True)
    later = asked(moving, history=after("classic", 2, 1).history)
    setting_up, for_red = "One moment! The table is setting things up.", "The table is moving for Red."
    for situation, said in ((asked(FEED), setting_up), (asked(moving), setting_up), (later, for_red)):
        assert picture(situation, replace(ALONE, hands="table"), "en").prompt == said
    for ask, said in ((FEED, "Feed the cat."), (moving, "Move Red from door to 2.")):
        assert picture(asked(ask), replace(ALONE, hands="page"), "en").prompt == f"{said} All done?"


def test_nobody_is_asked_to_take_a_man_off_while_the_table_moves_the_men_for_a_player() -> None:
    before = draughts.state("c3", "d4 a7")
    record = ActionRecord(before, before.game.read("c3xe5"), before.play("c3xe5"), Source.PLAYER, 0)
    steps = (Step("white-man-1", "d4", None), Step("black-man-1", "c3", "e5"))
    moving = Situation(record.after, Move(steps), standing=before.placement(), history=(record,))
    around = Around((Chair(name="Ben"), Chair("sensible")))
    by_itself, by_hand = (picture(moving, replace(around, hands=whose), "en") for whose in ("table", "page"))
    assert (by_itself.prompt, by_itself.turn) == ("The table is moving for Ben (Black).", 0)
    assert by_hand.prompt == "Take a white man off d4."


@pytest.mark.parametrize("ask", [Mend((STEP,)), Suspect("2", "red"), Suspect("2", None), Who("2", "red")])
def test_people_are_told_and_not_asked_while_the_table_puts_its_own_pieces_right(ask: Ask) -> None:
    told = picture(asked(ask), replace(ALONE, hands="table"), "en").prompt
    assert told == "One moment! The table is putting things right."
    assert told != picture(asked(ask), replace(ALONE, hands="page"), "en").prompt


def test_a_seat_is_called_by_its_name_or_else_like_its_mouse() -> None:
    chairs = (Chair(name="<script>", online=True, help="hints"), Chair("sensible"))
    red, blue = picture(asked(Roll(0, THROWS)), Around(chairs), "de").seats
    assert (red.name, red.mouse, red.kind, red.level, red.online, red.help) == (
        "<script>", "red", "person", "", True, "hints",
    )  # fmt: skip
    assert (blue.name, blue.kind, blue.level, blue.online) == ("Blau", "computer", "sensible", False)
    assert [(score.key, score.name, score.value) for score in red.scores] == [
        ("cheese", "Käse", 3),
        ("captured", "gefangen", 0),
    ]


@pytest.mark.parametrize(("language", "words"), [("en", "cheese"), ("fr", "fromages"), ("nl", "kaasjes")])
def test_cheese_that_somebody_has_is_counted_and_not_called_like_the_space(language: str, words: str) -> None:
    red, _ = picture(asked(Roll(0, THROWS)), ALONE, language).seats
    assert red.scores[0].name == words


def test_the_die_shows_what_was_rolled_last_and_what_each_option_would_be() -> None:
    situations = game_of("classic", 2)
    first, second = next(situations), next(situations)
    before, after = (picture(situation, seated(situation, own_die=True), "en") for situation in (first, second))
    assert (before.device, before.face) == ("die", None)
    assert [option.number for option in before.options] == [1, 2, 3, 4, 5, 6]
    assert (after.device, after.face) == ("die", second.history[0].action.number)


def test_the_trap_runs_and_then_shows_what_it_did_until_the_next_action() -> None:
    situations = game_with_a_trap()
    n = next(n for n, it in enumerate(situations) if it.history and it.history[-1].action.verb in ("caught", "missed"))
    result = situations[n].history[-1].action.verb
    launched = msgspec.structs.replace(situations[n - 1], ask=Watch())
    shown = [picture(it, seated(it), "en").trap for it in (launched, situations[n], situations[n + 1])]
    assert shown == ["running", result, "idle"]


def test_an_earlier_position_is_drawn_as_it_was_and_says_what_had_happened() -> None:
    situations = list(game_of("barriers", 2, seed=2))
    last = situations[-1]
    for position in (0, 1, 5, len(last.history)):
        shown = past(last, position, seated(last), "en")
        assert shown.placement == situations[position].state.placement()
        assert shown.positions == position
        assert shown.sign == "past"
        assert shown.options == ()
    assert past(last, 1, seated(last), "en").prompt == translate(last.history[0].sentences[0], "en")


def test_the_end_is_told_in_figures() -> None:
    last = game_with_a_trap()[-1]
    figures = {figure.key: figure.value for figure in picture(last, seated(last), "en").figures}
    rolls = [record for record in last.history if record.action.verb == "roll"]
    runs = [record for record in last.history if record.action.verb in ("caught", "missed")]
    assert figures["rolls of the die"] == len(rolls)
    assert figures["runs of the trap"] == len(runs)


def test_people_are_called_by_their_names_beside_their_mice_and_computers_by_their_mice() -> None:
    state = rules.load("souriciere", players=2).start()
    moving = Situation(
        state, Move((Step("red", "1", "5"),)), told=(Told(say("{mouse} rolls {n}.", mouse="blue", n=4)),)
    )
    around = Around((Chair(name="Ada"), Chair("random")))
    assert picture(moving, around, "en").prompt == "Move Ada (Red) from 1 to 5."
    assert picture(moving, around, "de").prompt == "Zieh Ada (Rot) von Feld 1 auf Feld 5."
    assert picture(moving, around, "fr").story[-1].text.startswith("Bleu ")
    assert picture(Situation(state, Roll(0, state.actions())), around, "nl").prompt.startswith("Ada (Rood)")


def played(start: State, *actions: str) -> Picture:
    """Return the picture after these actions."""
    now = situation_after(start, *actions)
    return picture(now, seated(now), "en")


def situation_after(start: State, *actions: str) -> Situation:
    records: list[ActionRecord] = []
    for n, action in enumerate(actions):
        before = records[-1].after if records else start
        records.append(ActionRecord(before, before.game.read(action), before.play(action), Source.PLAYER, n))
    return Situation(records[-1].after, None, standing=records[-1].after.placement(), history=tuple(records))


def test_the_last_move_has_the_landings_of_a_chain_and_the_men_that_it_took() -> None:
    shown = played(draughts.state("c3", "d4 f6 a7"), "c3xe5xg7")
    assert shown.last == {"black-man-1": ("c3", "e5", "g7"), "white-man-1": ("d4",), "white-man-2": ("f6",)}


def test_a_king_that_jumps_around_to_where_it_began_has_moved() -> None:
    shown = played(draughts.state("C3", "d4 d6 b6 b4 h8"), "c3xe5xc7xa5xc3")
    assert shown.last["black-man-1"] == ("c3", "e5", "c7", "a5", "c3")


def test_a_taking_is_shown_together_with_the_move_that_closed_the_mill() -> None:
    shown = played(morris.state("a1 d1 g4 b2", "a7 d7 c3 e4"), "g4-g1", "xc3")
    assert shown.last == {"white-man-3": ("g4", "g1"), "black-man-3": ("c3",)}


def test_the_last_moves_are_told_turn_by_turn_in_the_journals_notation() -> None:
    shown = played(morris.state("a1 d1 g4 b2", "a7 d7 c3 e4"), "g4-g1", "xc3", "offer", "decline", "a7-a4")
    assert shown.moves == (Made(1, 0, "g4-g1 xc3"), Made(2, 1, "a7-a4"))


def test_the_last_moves_are_numbered_from_the_first_of_the_game() -> None:
    *_, last = game_of("draughts", 2)
    moves = picture(last, seated(last), "en").moves
    assert len(moves) == LAST_TURNS
    assert [made.n for made in moves] == list(range(moves[0].n, moves[0].n + LAST_TURNS))
    assert moves[0].n > 1
    assert {made.seat for made in moves[::2]} | {made.seat for made in moves[1::2]} == {0, 1}


def test_a_game_of_mice_has_no_list_of_moves() -> None:
    *_, last = game_of("barriers", 2)
    assert picture(last, seated(last), "en").moves == ()


def test_the_last_move_is_still_shown_after_an_offer() -> None:
    shown = played(morris.state("a1 d1 g4 b2", "a7 d7 c3 e4"), "b2-b4", "offer", "decline")
    assert shown.last == {"white-man-4": ("b2", "b4")}


def test_whoever_is_offered_a_draw_is_on_turn_until_it_is_answered() -> None:
    start = morris.state("a1 d1 g4 b2", "a7 d7 c3 e4")
    assert [played(start, *said).turn for said in (["b2-b4"], ["b2-b4", "offer"], ["b2-b4", "offer", "decline"])] == [
        1,
        0,
        1,
    ]


def test_a_chosen_move_is_its_players_turn_until_hands_have_made_it() -> None:
    chosen = situation_after(morris.state("a1 d1 g4 b2", "a7 d7 c3 e4"), "b2-b4")
    moving = replace(chosen, ask=Move((Step("white-man-4", "b2", "b4"),)))
    assert picture(moving, seated(moving), "en").turn == 0
    done = replace(chosen, ask=Choose(1, chosen.state.actions()))
    assert picture(done, seated(done), "en").turn == 1


def test_a_chosen_barrier_is_its_players_turn_until_hands_have_built_it() -> None:
    chosen = situation_after(rules.load("barriers", 2, first="seat0").start(), "d3h")
    building = replace(chosen, ask=Do(chosen.history[-1].hand_tasks[0]))
    assert picture(building, seated(building), "en").turn == 0


def test_pieces_that_go_back_after_a_takeback_are_the_turn_of_whoever_chooses_again() -> None:
    before = situation_after(morris.state("a1 d1 g4 b2", "a7 d7 c3 e4"), "b2-b4")
    going_back = replace(before, ask=Move((Step("black-man-3", "c4", "c3"),)))
    assert picture(going_back, seated(going_back), "en").turn == 1


def test_it_is_nobodys_turn_after_a_draw() -> None:
    drawn = situation_after(morris.state("a1 d1 g4 b2", "a7 d7 c3 e4"), "b2-b4", "offer", "accept")
    assert picture(replace(drawn, over=True), seated(drawn), "en").turn is None


def test_a_man_that_was_just_put_down_has_one_place() -> None:
    assert played(morris.START, "d6").last == {"white-man-1": ("d6",)}


def test_no_arrow_leads_to_the_goal_of_a_man() -> None:
    state = draughts.state("A1", "h8")
    (option,) = picture(Situation(state, Choose(0, state.actions())), Around((Chair(), Chair())), "en").options
    assert (option.start, option.places, option.way) == ("a1", ("b2",), None)


def test_the_event_is_what_the_last_action_told_if_that_is_short() -> None:
    for situation in game_of("souriciere", 2):
        event = picture(situation, seated(situation), "en").event
        if not situation.history:
            assert event is None
            continue
        assert event
        record = situation.history[-1]
        told = [translate(said, "en") for said in record.sentences]
        assert event.text in (" ".join(told[n:]) for n in range(len(told)))
        assert len(event.text) <= max(SHORT, len(told[0])) + len(told)
        assert event.face == (record.action.number if record.before.turn is not None else None)


def test_the_event_of_a_draw_shows_the_card() -> None:
    for situation in game_of("cards", 2):
        event = picture(situation, seated(situation), "de").event
        if not situation.history:
            continue
        before, action = situation.history[-1].before, situation.history[-1].action
        is_draw = before.actor == CHANCE and before.device is Device.DRAW
        labels = {card.name: word(card.label, "de") for card in before.game.layout.card}
        assert event
        if situation.state.turn == before.turn:
            assert (event.card and event.card.label) == (labels[action.name] if is_draw else None)


@pytest.mark.parametrize(("said", "kind"), [("Trapped", "trapped"), ("End Turn", "end turn")])
def test_the_event_shows_the_card_that_ended_the_turn(said: str, kind: str) -> None:
    state = cards.moment("b1", "n", {"b1": "Safe", "b2": said}).play("again")
    situation = ended(state, "drawahead1")
    event = picture(situation, seated(situation), "en").event
    assert event and event.card and event.card.kind == kind


def test_the_event_of_a_smell_has_its_picture() -> None:
    signs = set()
    for situation in game_of("pantry", 2):
        event = picture(situation, seated(situation), "en").event
        if event and event.sign:
            signs.add((event.text.partition("!")[0], event.sign))
    assert signs == {("Cheese", "cheese"), ("Cold", "snowflake"), ("Warm", "flame")}


def test_one_piece_of_cheese_is_told_in_the_singular() -> None:
    told = {}
    for situation in game_of("pantry", 2):
        for language in languages():
            for score in picture(situation, seated(situation), language).seats[0].scores:
                told[language, score.value] = score.name
    assert [told["en", n] for n in (0, 1, 2)] == ["pieces of cheese", "piece of cheese", "pieces of cheese"]
    assert [told["de", n] for n in (0, 1, 2)] == ["Stücke Käse", "Stück Käse", "Stücke Käse"]
    assert [told["fr", n] for n in (0, 1, 2)] == ["morceau de fromage", "morceau de fromage", "morceaux de fromage"]
    assert [told["nl", n] for n in (0, 1, 2)] == ["stukken kaas", "stuk kaas", "stukken kaas"]


def test_what_was_told_since_the_last_action_is_the_event() -> None:
    *_, last = game_of("barriers", 2)
    told = (*last.told, Told(say("Taken back."), None, len(last.history)))
    event = picture(replace(last, told=told), seated(last), "en").event
    assert event == EventShown("Taken back.", None, None)


def test_a_race_shows_how_far_everybody_has_to_go_and_other_games_do_not() -> None:
    games = {name: picture(first, seated(first), "en") for name in rules.games() for first in [next(game_of(name, 2))]}
    longest = {"souriciere": 50, "barriers": 6, "pantry": 3, "cards": 8}
    assert {name: shown.race for name, shown in games.items()} == dict.fromkeys(games) | longest
    assert all({seat.to_go for seat in shown.seats} == {shown.race} for shown in games.values())
