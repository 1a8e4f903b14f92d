"""A game is rebuilt from its entries, narrated step by step, and survives as plain text."""

from pathlib import Path
from random import Random

import pytest

from mouseboard import rules
from mouseboard.rules import CHANCE, Game
from mouseboard.store import (
    Answered,
    Asked,
    Copied,
    Crank,
    Cranked,
    Doubted,
    Entry,
    Exchange,
    Journal,
    Noted,
    Played,
    Replay,
    Source,
    StoreError,
    TakenBack,
    branch,
    from_text,
    narrate,
    replay,
    resume,
    setup_text,
    summaries,
    to_text,
)
from mouseboard.store.chain import WrittenGame, WrittenHeading

ROLL2 = Played(CHANCE, "roll2", Source.DRAWN)
RED_GOES = Played(0, "go", Source.HANDS)
BLUE_STAYS = Played(1, "stay", Source.COMPUTER)
RED_WINS = [ROLL2, RED_GOES, ROLL2, BLUE_STAYS] * 2 + [ROLL2, RED_GOES]


def history_of(path: Path, race: Game, *entries: Entry) -> Replay:
    """Write a game with these entries, and return its replay."""
    with Journal.open(path) as journal, journal.begin(race, seed=7, entries=entries) as writer:
        return replay(journal, writer.game)


def refusal(path: Path, race: Game, *entries: Entry) -> str:
    with pytest.raises(StoreError) as error:
        history_of(path, race, *entries)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_the_state_is_rebuilt_by_playing_every_action_again(path: Path, race: Game) -> None:
    replayed = history_of(path, race, *RED_WINS)
    state = race.start()
    for entry, before in zip(RED_WINS, replayed.states, strict=False):
        assert before == state
        state = state.play(entry.action)
    assert replayed.state == state
    assert state.winners == (0,)
    assert replayed.game == race
    assert replayed.seed == 7


def test_an_entry_that_is_no_action_changes_no_state(path: Path, race: Game) -> None:
    quiet = Noted("n"), Asked("who?"), Answered("red"), Crank("3-0a", "slow"), Cranked("3-0a", "caught")
    assert history_of(path, race, ROLL2, *quiet).state == race.start().play("roll2")


def test_a_takeback_to_entry_n_restores_the_state_before_it(path: Path, race: Game) -> None:
    replayed = history_of(path, race, ROLL2, RED_GOES, TakenBack(1), Played(0, "stay", Source.HANDS))
    assert replayed.states[3] == replayed.states[1]
    assert replayed.state.placement() == {"red": "0", "blue": "0"}


def test_a_takeback_can_be_taken_back(path: Path, race: Game) -> None:
    replayed = history_of(path, race, ROLL2, RED_GOES, TakenBack(0), TakenBack(2))
    assert replayed.state == replayed.states[2]


RED_GOES_RATHER = Played(0, "go", Source.HANDS, instead=1)
CORRECTED = [ROLL2, Played(0, "stay", Source.HANDS), RED_GOES_RATHER]


def test_a_correction_replaces_the_last_action(path: Path, race: Game) -> None:
    replayed = history_of(path, race, *CORRECTED)
    assert replayed.state == race.start().play("roll2").play("go")
    assert [str(record.action) for record in replayed.history] == ["roll2", "go"]


def test_a_corrected_action_may_be_corrected_again_or_taken_back(path: Path, race: Game) -> None:
    stays_after_all = Played(0, "stay", Source.HANDS, instead=1)
    replayed = history_of(path, race, *CORRECTED, stays_after_all)
    decision = replayed.history[-1]
    assert (str(decision.action), decision.before) == ("stay", race.start().play("roll2"))
    taken_back = history_of(path, race, *CORRECTED, stays_after_all, TakenBack(decision.entry))
    assert taken_back.state == decision.before
    assert [str(record.action) for record in taken_back.history] == ["roll2"]


def test_a_correction_of_a_missing_entry_is_refused(path: Path, race: Game) -> None:
    assert "nothing can be taken back to entry 7" in refusal(path, race, ROLL2, Played(0, "go", Source.HANDS, 7))


def test_a_game_can_be_replayed_up_to_an_entry(path: Path, race: Game) -> None:
    with Journal.open(path) as journal, journal.begin(race, entries=RED_WINS):
        assert [len(replay(journal, 1, upto).entries) for upto in (0, 3, 99)] == [0, 3, 10]
        assert replay(journal, 1, 3).states == replay(journal, 1).states[:4]


def test_an_illegal_entry_is_named(path: Path, race: Game) -> None:
    assert refusal(path, race, ROLL2, ROLL2) == (
        "game 1: entry 1 does not play: roll2 is by chance, but seat 0 was to play"
    )
    assert refusal(path, race, Noted("n"), Played(CHANCE, "roll7", Source.DRAWN)).startswith(
        "game 2: entry 1 does not play: cannot read 'roll7' in toyrace"
    )
    assert refusal(path, race, Played(CHANCE, "go", Source.TEXT)) == (
        "game 3: entry 0 does not play: go is not legal now; legal: roll1, roll2"
    )
    assert refusal(path, race, ROLL2, TakenBack(2)) == (
        "game 4: entry 1 does not play: nothing can be taken back to entry 2; there are 0 to 1"
    )
    assert refusal(path, race, *RED_WINS, ROLL2) == (
        "game 5: entry 10 does not play: roll2 is by chance, but nobody was to play"
    )


def test_a_game_with_unknown_rules_is_named_and_does_not_spoil_the_list(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        for entries in (RED_WINS, RED_WINS[:3]):
            journal.begin(race, entries=entries).close()
        journal.write_games([WrittenGame(WrittenHeading(b"2026-11-22", b'{"game":"ludo","players":2}', b""), [])])
        with pytest.raises(StoreError, match=r"^game 3: there is no game 'ludo'; the games are "):
            replay(journal, 3)
        gone, running, over = summaries(journal)
    assert str(gone.trouble).startswith("game 3: there is no game 'ludo'")
    assert (running.game, running.entries, running.turn, running.winners) == (2, 3, 1, ())
    assert (over.game, over.entries, over.turn, over.winners) == (1, 10, None, (0,))


def test_a_resumed_game_goes_on_where_it_was(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        journal.begin(race, seed=7, entries=RED_WINS[:3]).close()
        writer, played = resume(journal, 1)
        with writer:
            assert played.state.actor == 1
            assert writer.append(BLUE_STAYS) == 3
        assert replay(journal, 1).state == played.state.play("stay")


def test_a_game_that_cannot_be_resumed_is_not_held(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        journal.begin(race, entries=[RED_GOES]).close()
        with pytest.raises(StoreError, match="entry 0 does not play"):
            resume(journal, 1)
        journal.resume(1).close()


def test_a_crank_is_unfinished_until_its_outcome_is_played(path: Path, race: Game) -> None:
    asked, caught = Crank("0-ab", "slow"), Cranked("0-ab", "caught")
    assert history_of(path, race).crank is None
    assert history_of(path, race, asked, Noted("n")).crank == asked
    assert history_of(path, race, asked, caught).crank == caught
    assert history_of(path, race, asked, caught, ROLL2).crank is None


def test_a_question_is_open_until_it_is_answered(path: Path, race: Game) -> None:
    asked = Asked("Which mouse?", ("red", "blue"))
    assert history_of(path, race, asked, Noted("n")).question == asked
    assert history_of(path, race, asked, Answered("red")).question is None
    assert history_of(path, race, asked, ROLL2).question is None


def test_each_step_is_narrated_with_the_state_that_it_led_to(path: Path, race: Game) -> None:
    replayed = history_of(path, race, ROLL2, Asked("Red?"), Answered("yes"), RED_GOES, TakenBack(3), Noted("{odd}"))
    shown = list(narrate(replayed))
    assert [step.number for step in shown] == [0, 1, 2, 3, 4, 5]
    assert [" ".join(map(str, step.sentences)) for step in shown] == [
        "chance: roll2",
        "Asked: Red?",
        "Answered: yes",
        "red: go",
        "Taken back to before entry 3.",
        "{odd}",
    ]
    assert tuple(step.state for step in shown) == replayed.states[1:]


def test_a_game_survives_as_plain_text(path: Path, race: Game) -> None:
    entries: list[Entry] = [*RED_WINS[:2], Asked("who # there?"), TakenBack(1), *RED_WINS[1:]]
    replayed = history_of(path, race, *entries)
    text = to_text(replayed)
    assert text.splitlines()[:4] == [
        '{"game":"toyrace","players":2,"options":{"uphill":false},"seed":7}',
        "roll2 drawn",
        "go hands",
        '{"kind":"asked","question":"who # there?","answers":[]}',
    ]
    assert text.endswith("\nwinner: 0\n")
    assert from_text(text) == replayed


def test_a_correction_reads_as_one_in_words_and_in_plain_text(path: Path, race: Game) -> None:
    replayed = history_of(path, race, *CORRECTED)
    assert list(map(str, list(narrate(replayed))[-1].sentences)) == ["No, it was this:", "red: go"]
    assert to_text(replayed).splitlines()[-1] == "go hands instead 1"
    assert from_text(to_text(replayed)) == replayed


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_of_classic_comes_back_state_for_state(path: Path, seed: int) -> None:
    game, rng = rules.load("classic", players=2 + seed % 3), Random(seed)
    states = [game.start()]
    with Journal.open(path) as journal, journal.begin(game, seed) as writer:
        while (actor := states[-1].actor) is not None:
            if rng.randrange(40) == 0:
                to = max(0, len(states) - rng.randrange(1, 10))
                writer.append(TakenBack(to))
                states.append(states[to])
            else:
                action = rng.choice(states[-1].actions())
                writer.append(Played(actor, str(action), Source.TEXT))
                states.append(states[-1].play(action))
    with Journal.open(path) as journal:
        replayed = replay(journal, 1)
    assert [state.to_json() for state in replayed.states] == [state.to_json() for state in states]
    assert from_text(to_text(replayed)) == replayed


def test_a_text_may_have_actions_without_sources(race: Game) -> None:
    text = setup_text(race) + "\n\n# by hand\nroll2\n  go\n"
    assert from_text(text).entries == (
        Played(CHANCE, "roll2", Source.TEXT),
        Played(0, "go", Source.TEXT),
    )


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["roll2", "roll2"], "line 3: roll2 is not legal now; legal: go, stay"),
        (["roll2 guessed"], "line 2: 'guessed' is not where an action can come from; that is hands, player, "),
        (["roll2", "go hands instead of that"], "line 3: 'of that' is not the number of an entry"),
        (["winner: 0"], "line 2: 'winner: 0', but here the winners are []"),
        (['{"kind":"sang"}'], "line 2: Invalid value 'sang' - at `$.kind`"),
        ([entry.action for entry in RED_WINS] + ["roll1"], "line 12: roll1 comes after the end of the game"),
    ],
)
def test_a_wrong_text_is_refused_with_the_number_of_its_line(race: Game, lines: list[str], why: str) -> None:
    with pytest.raises(StoreError) as error:
        from_text("\n".join([setup_text(race), *lines]))
    assert str(error.value).startswith(why)


@pytest.mark.parametrize("first", ["", "toyrace", "{}", '{"game":"ludo","players":2}', '{"game":[],"players":2}'])
def test_a_text_without_a_setup_is_refused(first: str) -> None:
    with pytest.raises(StoreError, match=r"^line 1 must be a game's setup as JSON: "):
        from_text(first + "\nroll2\n")


def test_a_game_branches_from_an_earlier_moment_into_a_new_one_that_names_its_origin(path: Path, race: Game) -> None:
    with Journal.open(path) as journal:
        journal.begin(race, seed=7, entries=RED_WINS).close()
        assert branch(journal, 1, 3) == 2
        assert journal.entries(1) == RED_WINS
        replayed = replay(journal, 2)
        assert replayed.entries == (*RED_WINS[:3], Copied(1, 3))
        assert (replayed.state, replayed.seed) == (replay(journal, 1, 3).state, 7)
        assert str(list(narrate(replayed))[-1].sentences[0]) == "Goes on from game 1 as it was before entry 3."


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (-1, "game 1 has no entry -1; take a number from 0 to 0"),
        (11, "game 1 has no entry 11; take a number from 0 to 10"),
        (10, "game 1 is over before entry 10; name an earlier one"),
    ],
)
def test_a_branch_from_an_impossible_moment_is_refused(path: Path, race: Game, before: int, why: str) -> None:
    with Journal.open(path) as journal:
        journal.begin(race, entries=RED_WINS).close()
        with pytest.raises(StoreError) as error:
            branch(journal, 1, before)
        assert str(error.value) == why
        assert journal.games() == [1]


@pytest.mark.parametrize("exchange", [(("red", "blue"),), (("red", "pink"), ("pink", "red")), (("red", "red"),) * 2])
def test_a_doubt_about_pieces_that_cannot_have_been_exchanged_is_refused(
    path: Path, race: Game, exchange: Exchange
) -> None:
    assert "cannot stand where" in refusal(path, race, Doubted((exchange,)))
