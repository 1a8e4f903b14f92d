"""What can be chosen before a game begins, what was chosen last, and the choice as a game to be played."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Literal

import msgspec

from mouseboard import layouts, players, rules, store
from mouseboard.lang import translate, word
from mouseboard.link import Link, LinkError, find_ports
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import Match, look_for_table
from mouseboard.rules import COLOURS, Game, Option, Setting, studied
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, say
from mouseboard.store import AT_TABLE, PERSON, Heading, Journal, Seated, Summary
from mouseboard.web.evening import NO_HELP
from mouseboard.web.playing import SIMULATED, Plan, TableChoice

LEVELS = {
    "random": say("plays at random"),
    "child": say("plays like a child"),
    "learner": say("plays like somebody who learns it"),
    "sensible": say("plays sensibly"),
    "strong": say("plays as well as it can"),
}
"""How computers play, in words."""

MOST_TO_GO_ON = 12
MOST_LOOKED_AT = 60
"""Games of the journal that are offered to go on with, and that are looked at for them."""


class SeatSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat."""

    kind: str = PERSON
    """PERSON, or a kind of computer player."""
    name: str = ""
    help: str = NO_HELP


class GameSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as it is chosen: what `POST /lobby` takes to begin one."""

    game: str
    seats: tuple[SeatSetup, ...]
    options: dict[str, Setting] = {}
    layout: str | None = None
    table: str = SIMULATED
    """SIMULATED, `auto`, a serial port, or its URL."""
    dice: Literal["table", "drawn"] = "table"
    quiet: bool = False
    seed: int | None = None


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /lobby` takes: one of these."""

    begin: GameSetup | None = None
    resume: int | None = None
    """A game of the journal, by its number; it goes on on this table:"""
    table: str = SIMULATED
    leave: bool = False
    """What is on is left, and everybody is in the lobby."""
    serial: int | None = None
    """The picture on which that was chosen: if another game has begun since, it does not count."""


class OptionOffered(msgspec.Struct, frozen=True):
    """An option of a game; where nothing is `allowed` any text will do."""

    name: str
    title: str
    default: Setting
    allowed: tuple[Setting, ...]
    meanings: tuple[str, ...]


class Named(msgspec.Struct, frozen=True):
    """Something that is chosen by its name."""

    name: str
    title: str


class GameOffered(msgspec.Struct, frozen=True):
    """A game that can be played."""

    name: str
    title: str
    summary: str
    seat_counts: tuple[int, ...]
    options: tuple[OptionOffered, ...]
    layouts: tuple[Named, ...]
    studied: dict[int, str]
    """How long it takes and whether it is fair, by the number of players; of games that come with Mouseboard."""
    levels: tuple[Named, ...]
    """The kinds of computer players, the weakest first."""
    usual: str
    """The kind that is meant where none is chosen."""


class ToGoOn(msgspec.Struct, frozen=True):
    """A game that was left."""

    number: int
    game: str
    title: str
    players: int
    began: str
    """ISO 8601 in UTC."""
    turn: str
    """Whose turn it is, in words."""
    paused: bool


class Offer(msgspec.Struct, frozen=True):
    """All that can be chosen."""

    games: tuple[GameOffered, ...]
    mice: tuple[Named, ...]
    """By seat."""
    tables: tuple[Named, ...]
    resumable: tuple[ToGoOn, ...]
    last: GameSetup | None


def games_offered(language: str) -> tuple[GameOffered, ...]:
    """Every installed game that can be loaded."""
    offered = []
    for name in rules.games():
        with suppress(rules.RulesError):  # `mouseboard games` tells what is wrong with it
            offered.append(_game(rules.load(name), language))
    return tuple(offered)


def _game(game: Game, language: str) -> GameOffered:
    return GameOffered(
        name=game.name,
        title=word(game.title, language),
        summary=word(game.summary, language),
        seat_counts=game.seat_counts,
        options=tuple(_option(option, language) for option in game.options if option.name != LAYOUT),
        layouts=tuple(_layouts(game.name, language)),
        studied={count: translate(told, language) for count, told in studied.told(game).items()},
        levels=tuple(Named(kind, translate(LEVELS.get(kind, say(kind)), language)) for kind in players.kinds(game)),
        usual=players.usual(game),
    )


def _option(option: Option, language: str) -> OptionOffered:
    meanings = option.meanings or tuple(map(str, option.allowed))
    return OptionOffered(
        name=option.name,
        title=word(option.title or option.help, language),
        default=option.default,
        allowed=option.allowed,
        meanings=tuple(word(meaning, language) for meaning in meanings),
    )


def _layouts(game: str, language: str) -> Iterator[Named]:
    """Those shipped that are for this game."""
    for name in layouts.shipped():
        layout = layouts.load(name)
        if layout.game == game:
            yield Named(name, word(layout.title, language))


# Tables.


def tables(language: str) -> tuple[Named, ...]:
    """The simulated one and whatever ports there are."""
    simulated = Named(SIMULATED, translate(say("simulated, on the screen"), language))
    return (simulated, *(Named(port.path, f"{port.path}: {port.description}") for port in find_ports()))


async def examine(table: str) -> Say:
    """What is known of the table at a port that nobody uses: what it says of itself, or why it does not answer."""
    try:
        async with Link(SerialPort(table)) as link:
            info = link.info
            assert info
            found = say(
                "{inputs} sensors, {lamps} lamps, firmware {build}, chip {chip}",
                inputs=info.inputs,
                lamps=info.lamps,
                build=info.build,
                chip=info.chip,
            )
            return found if info.chain_good else say("{table}; its sensors failed their test", table=found)
    except (OSError, LinkError) as error:
        return say("{why}", why=str(error))


# Games to go on with.


def resumable(journal: Path, language: str) -> tuple[ToGoOn, ...]:
    """The newest games that were left before their end. It takes a while: for a thread of its own."""
    with Journal.open(journal) as opened:
        looked_at = islice(store.summaries(opened), MOST_LOOKED_AT)
        left = ((summary.heading, summary) for summary in looked_at if summary.heading and summary.turn is not None)
        return tuple(_to_go_on(heading, summary, language) for heading, summary in islice(left, MOST_TO_GO_ON))


def _to_go_on(heading: Heading, summary: Summary, language: str) -> ToGoOn:
    setup, kinds = heading.setup, rules.games()
    turn = (
        say("chance is next")
        if summary.turn == rules.CHANCE
        else say("{mouse} is next", mouse=COLOURS[summary.turn or 0])
    )
    return ToGoOn(
        number=heading.id,
        game=setup.game,
        title=word(kinds[setup.game].title, language),
        players=setup.players,
        began=heading.began,
        turn=translate(turn, language),
        paused=summary.paused,
    )


async def offer(journal: Path, language: str) -> Offer:
    """All that can be chosen now."""
    left = await asyncio.to_thread(resumable, journal, language)
    mice = tuple(Named(colour, word(colour, language)) for colour in COLOURS)
    return Offer(games_offered(language), mice, tables(language), left, last_choice(journal))


# The choice.


def last_choice(journal: Path) -> GameSetup | None:
    """What was chosen last, as it is kept beside the journal."""
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(_kept(journal).read_bytes(), type=GameSetup)
    return None


def remember(journal: Path, setup: GameSetup) -> None:
    """Keep a choice for next time, for its owner alone and whole; a disk that is full keeps the one before."""
    kept = _kept(journal)
    new = kept.with_name(f"{kept.name}.new")
    with suppress(OSError):
        new.unlink(missing_ok=True)
        new.touch(0o600, exist_ok=False)
        new.write_bytes(msgspec.json.encode(setup))
        new.replace(kept)


def _kept(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-lobby")


async def begin(journal: Journal, setup: GameSetup) -> Plan:
    """A new game as chosen, written down as begun.

    Raises RulesError, StoreError, and where the table is not as it must be OSError, LinkError, TableTooSmall.
    """
    options = setup.options | ({LAYOUT: setup.layout} if setup.layout else {})
    game = rules.make(setup.game, len(setup.seats), options)
    seated = Seated(tuple(seat.kind for seat in setup.seats), setup.dice)
    for kind in {*seated.seats} - {PERSON}:
        players.load(kind, game)
    if setup.table != SIMULATED:
        await look_for_table(SerialPort(setup.table), game)
    seed = secrets.randbelow(2**31) if setup.seed is None else setup.seed
    match = Match.begin(journal, game, seed, seated)
    choice = TableChoice(setup.table, setup.quiet)
    return Plan(match, seated, choice, tuple(seat.help for seat in setup.seats))


async def go_on(journal: Journal, number: int, table: str) -> Plan:
    """A game that was left. Raises StoreError, and where the table is not as it must be what `begin` raises."""
    if table != SIMULATED:
        await look_for_table(SerialPort(table), store.replay(journal, number).game)
    match = Match.resume(journal, number)
    seated = match.seated or Seated((PERSON,) * match.game.players, AT_TABLE)
    return Plan(match, seated, TableChoice(table))
