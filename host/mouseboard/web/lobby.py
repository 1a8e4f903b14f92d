"""The lobby: what can be chosen before a game, what was chosen last, and the choice made into a game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from math import inf
from pathlib import Path

import msgspec
from msgspec.structs import replace

from mouseboard import layouts, players, rules, store
from mouseboard.board.board import shape_of
from mouseboard.evening.playing import SIMULATED
from mouseboard.evening.wish import GameSetup, WishChange
from mouseboard.lang import translate, word
from mouseboard.link import AUTO, FoundPort, KnownTables, Link, LinkError, find_ports
from mouseboard.link.serial_port import SerialPort
from mouseboard.match import OVER
from mouseboard.rules import Game, Option, Setting, studied
from mouseboard.rules.chance import has_dice
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, reason, say
from mouseboard.store import AT_TABLE, PERSON, Heading, Journal, Seated, StoreError, Summary
from mouseboard.web.covers import has_cover
from mouseboard.web.fields import HowPlayed, Named
from mouseboard.web.how import how_it_was_left

LEVELS = {
    "random": say("Pebble: just guesses"),
    "child": say("Robo: like a small child"),
    "learner": say("Pixel: still learning"),
    "sensible": say("Bolt: plays well"),
    "strong": say("Turbo: plays its best"),
}
"""The kinds of computer players, with a name for families."""

MOST_TO_GO_ON = 12
MOST_LOOKED_AT = 60
"""Unfinished games that are offered, and games of the journal that are searched for them."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of `POST /lobby`: exactly one of wish, play, begin, resume, again and leave."""

    wish: WishChange | None = None
    """Change what everybody in the lobby is about to play."""
    play: bool = False
    """Begin the game that is wished for."""
    begin: GameSetup | None = None
    """Begin this game instead."""
    resume: int | None = None
    """The number of a game in the journal, to be resumed on `table`."""
    table: str = SIMULATED
    again: bool = False
    """After a game: play it again. From a guest who does not lead it means being ready."""
    leave: bool = False
    """Leave the game that is on: everybody returns to the lobby."""
    serial: int | None = None
    """The picture shown when that was chosen. If another game has begun since, the choice does not count."""

    @property
    def is_one(self) -> bool:
        """Whether it chooses exactly one thing."""
        chosen = (self.wish is not None, self.begin is not None, self.resume is not None)
        return sum((*chosen, self.play, self.again, self.leave)) == 1


class OptionOffered(msgspec.Struct, frozen=True):
    """An option of a game. Without choices it is a text, which the game may refuse."""

    name: str
    title: str
    default: Setting
    choices: tuple[Setting, ...]
    meanings: tuple[str, ...]


class Remedy(msgspec.Struct, frozen=True):
    """Options that make a game about even, and the question that offers them."""

    text: str
    options: dict[str, Setting]


class StepShown(msgspec.Struct, frozen=True):
    """A picture of what players do, and a word for it."""

    sign: str
    word: str


class GameOffered(msgspec.Struct, frozen=True):
    """A game that can be played."""

    name: str
    title: str
    summary: str
    seat_counts: tuple[int, ...]
    options: tuple[OptionOffered, ...]
    layouts: tuple[Named, ...]
    age: int | None
    """The youngest age of players, if the game's text gives one."""
    in_short: tuple[StepShown, ...]
    """The game in about three pictures; their words are translated."""
    luck: int | None
    """How much luck decides, from 0 for none to 3 for most; None where no study has measured it."""
    dice: bool
    """Whether people roll a die or draw cards."""
    minutes: dict[int, tuple[int, int]]
    """How long four games in five take, by the number of players. Only for games that come with Mouseboard."""
    remedy: dict[int, Remedy]
    """What makes an unfair game about even, by the number of players."""
    levels: tuple[Named, ...]
    """The kinds of computer players, the weakest first."""
    usual: str
    """The default kind of computer player."""
    cover: bool
    """Whether there is a cover to load."""


class Player(msgspec.Struct, frozen=True):
    """The player on a seat of an unfinished game."""

    mouse: str
    shape: str
    word: str
    """The mouse, translated."""
    name: str
    """Empty for a computer, and where it is not known."""
    kind: str
    """`person`, or a kind of computer player."""


class ToGoOn(msgspec.Struct, frozen=True):
    """An unfinished game."""

    number: int
    game: str
    title: str
    began: str
    """ISO 8601 in UTC."""
    last: str
    """When it was played last; the same."""
    seats: tuple[Player, ...]
    turn: int | None
    """The seat whose turn it is, if it is anybody's."""
    paused: bool


class Offer(msgspec.Struct, frozen=True):
    """Everything that can be chosen in the lobby."""

    games: tuple[GameOffered, ...]
    tables: tuple[Named, ...]
    resumable: tuple[ToGoOn, ...]


def games_offered(language: str) -> tuple[GameOffered, ...]:
    """Return every installed game that can be loaded."""
    offered = []
    for name in rules.games():
        with suppress(rules.RulesError):  # `mouseboard games` reports what is wrong with it
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
        age=game.age,
        in_short=tuple(StepShown(step.sign, word(step.word, language)) for step in game.in_short),
        luck=studied.luck(game),
        dice=has_dice(game),
        minutes=studied.minutes(game),
        remedy={
            count: Remedy(translate(remedy.offer, language), dict(remedy.options))
            for count, remedy in studied.remedies(game).items()
        },
        levels=tuple(Named(kind, translate(LEVELS.get(kind, say(kind)), language)) for kind in players.kinds(game)),
        usual=players.usual(game),
        cover=has_cover(game.name),
    )


def _option(option: Option, language: str) -> OptionOffered:
    meanings = option.meanings or tuple(map(str, option.choices))
    return OptionOffered(
        name=option.name,
        title=word(option.title or option.help, language),
        default=option.default,
        choices=option.choices,
        meanings=tuple(word(meaning, language) for meaning in meanings),
    )


def _layouts(game: str, language: str) -> Iterator[Named]:
    """Yield the shipped layouts of a game."""
    for name in layouts.shipped():
        layout = layouts.load(name)
        if layout.game == game:
            yield Named(name, word(layout.title, language))


# Tables.


def tables(language: str) -> tuple[Named, ...]:
    """Return the simulated table, the one that is plugged in, and all serial ports on USB."""
    simulated = Named(SIMULATED, translate(say("This screen"), language))
    plugged_in = Named(AUTO, translate(say("The table that is plugged in"), language))
    return (simulated, plugged_in, *(Named(port.path, translate(_titled(port), language)) for port in find_ports()))


def _titled(port: FoundPort) -> Say:
    """Return the name of the table at a port. Some ports describe themselves as `n/a`."""
    if port.description in ("", "n/a"):
        return say("Table at {port}", port=port.path)
    return say("Table at {port} ({what})", port=port.path, what=port.description)


async def examine(table: str, known: KnownTables) -> Say:
    """Ask the table at an unused port what it is; return that, or why it does not answer."""
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
            if not info.chain_good:
                return say("{table}; its sensors failed their test", table=found)
            if known.differs(info.serial, info.config):
                return say("{table}; its settings have changed, so have the doctor look at it", table=found)
            return found
    except (OSError, LinkError) as error:
        return reason(error)


# Unfinished games.


class LeftGames:
    """The unfinished games of a journal. Each is replayed only after something was written into it."""

    def __init__(self, journal: Path) -> None:
        self._path = journal
        self._known: dict[int, tuple[tuple[int, int], Summary]] = {}
        """By game: how many entries it had and when it was written last, and its summary at that time."""

    def newest(self, language: str) -> tuple[ToGoOn, ...]:
        """Return at most MOST_TO_GO_ON: of each kind of game the one played last, then the others, last played first.

        One without a move counts only until the next game begins. This may be slow: run it in a thread. Raises
        StoreError.
        """
        with Journal.open(self._path) as journal:
            games = journal.games()[: -MOST_LOOKED_AT - 1 : -1]
            looked_at = [self._summary(journal, game) for game in games]
        left = [one for one in looked_at if one.turn is not None and (one.moves or one.game == games[0])]
        left.sort(key=lambda one: one.last or inf, reverse=True)  # one without an entry has just begun
        found = [
            _to_go_on(heading, one, language)
            for one in left
            if (heading := one.heading) and heading.setup.game in rules.games()
        ]
        firsts = {one.game: one.number for one in reversed(found)}
        return tuple(sorted(found, key=lambda one: one.number != firsts[one.game])[:MOST_TO_GO_ON])

    def _summary(self, journal: Journal, game: int) -> Summary:
        written = journal.count(game), journal.last_at(game)
        known = self._known.get(game)
        if known is None or known[0] != written:
            self._known[game] = known = written, store.summary(journal, game)
        return known[1]


def _shapes(setup: store.Setup) -> list[str]:
    """Return the shape of each seat's pieces, as the game has them with its usual options."""
    with suppress(rules.RulesError):  # it is offered all the same, and resuming it says what is wrong
        game = rules.load(setup.game, setup.players)
        return [shape_of(game, seat) for seat in range(game.players)]
    return [""] * setup.players


def _to_go_on(heading: Heading, summary: Summary, language: str) -> ToGoOn:
    setup, kind = heading.setup, rules.games()[heading.setup.game]
    seated = summary.seated or Seated((PERSON,) * setup.players, AT_TABLE)
    seats = (
        Player(side.colour, shape, word(side.name, language), seated.name(seat), seated.seats[seat])
        for seat, (side, shape) in enumerate(zip(kind.sides, _shapes(setup), strict=False))
    )
    return ToGoOn(
        number=heading.id,
        game=setup.game,
        title=word(kind.title, language),
        began=heading.began,
        last=_written(summary.last) or heading.began,
        seats=tuple(seats),
        turn=summary.mover,
        paused=summary.paused,
    )


def _written(ms: int) -> str:
    """Return a time of the journal as ISO 8601 in UTC, or "" if it is not known or no date."""
    with suppress(OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(ms / 1000, UTC).isoformat("T", "seconds") if ms else ""
    return ""


def left(journal: Path, number: int, language: str) -> HowPlayed:
    """Return the board of a game as it was left. This is slow: run it in a thread.

    Raises StoreError; also for a game that is over.
    """
    with Journal.open(journal) as opened:
        state = store.replay(opened, number).state
    if state.actor is None:
        raise StoreError(say(OVER, game=number, log=store.log_command(opened.path)))
    return how_it_was_left(state, language)


async def offer(left: LeftGames, language: str) -> Offer:
    """Return everything that those who choose in the lobby can choose. Raises StoreError."""
    resumable = await asyncio.to_thread(left.newest, language)
    return replace(shelf(language), tables=tables(language), resumable=resumable)


@cache
def shelf(language: str) -> Offer:
    """Return what everybody in the lobby sees: the games that are installed."""
    return Offer(games_offered(language), (), ())
