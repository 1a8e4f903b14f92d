"""The link to one table. It reconnects by itself, so its users need not know how often the line was lost.

A keeper task opens the port, greets the table and polls it; when the line or the session is lost, it starts over.
Meanwhile requests wait, and are then made again. Unrequested frames become events for the watchers.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Self, TypeVar

from mouseboard.link import answers
from mouseboard.link.answers import MOVING, Changes, Fields, Snapshot, TableInfo
from mouseboard.link.contacts import Contacts
from mouseboard.link.errors import LinkError, Nonsense, TableRestarted
from mouseboard.link.events import Disconnected, Fault, LinkEvent, Noise, Reconnected, Watcher
from mouseboard.link.lamps import Picture, Style
from mouseboard.link.port import Port
from mouseboard.link.requests import Requests
from mouseboard.link.serial_port import SerialPort
from mouseboard.link.session import SILENCE, Away, Monitor, Refused, Session, Stats
from mouseboard.say import printed, say
from mousetable import wire

REOPEN_S = 0.025  # between attempts to open a port that is away ...
REOPEN_SLOWEST_S = 0.1  # ... growing to this: each look through all USB ports for `auto` takes some milliseconds
REGREET_S = 0.25  # after a greeting that the table refused
HEARTBEAT_S = wire.HEARTBEAT_MS / 1000
ASK_AGAIN_S = 0.1  # between questions for the result of a crank
FIRST_GREETING_S = 3.0  # for a table's first answer

FAREWELL_S = 0.25  # for the answer to our bye

NOISY = 6  # spoilt samples between two polls from which a contact may look changed: it must hold for as many
NONSENSE = 10  # times that a table may speak nonsense before the link gives up
AGREED_LONG_AGO_S = wire.DEADMAN_MS / 2000  # after this a table may have missed us; a sooner refusal is nonsense

NOTHING = say("nothing answers")
QUIET = {str(said): said for said in (NOTHING, SILENCE)}
NO_FIRMWARE = "{port}: {why}; `mouseboard table flash` puts the firmware on a Pico"
OTHER_FIRMWARE = "{port}: {why}; `mouseboard table flash` renews its firmware"
NEWER_FIRMWARE = "{port}: {why}; its firmware is newer than this program, so update the program"

T = TypeVar("T")


class Link(Requests):
    """`async with Link(port) as link:`, or open() and close().

    If the link ends for good, the task inside the `async with` is cancelled, and the `async with` raises LinkError. So
    nobody waits for ever for a table that will not come back.
    """

    def __init__(
        self,
        port: Port,
        monitor: Monitor | None = None,
        heartbeat: float = HEARTBEAT_S,
        patience: float = FIRST_GREETING_S,
    ) -> None:
        """`heartbeat`: seconds between two polls. `patience`: seconds that the table may take for its first answer."""
        self.stats = Stats()
        self.info: TableInfo | None = None
        self.fault: str | None = None
        self.noisy = False  # whether contacts may be wrong, because noise spoils samples of the chain
        self._port = port
        self._monitor = monitor
        self._heartbeat = heartbeat
        self._patience = patience
        self._contacts = Contacts()
        self._picture = Picture()
        self._watchers: list[Watcher] = []
        self._noise = 0  # samples that were spoilt before the last poll
        self._crank = ("", "")  # the last id that turned, and its status
        self._session: Session | None = None  # set only while the table and we agree
        self._up = asyncio.Event()  # set when we agree, or never will again
        self._wake = asyncio.Event()  # the keeper has something to do before the next heartbeat
        self._trouble = str(NOTHING)  # why we do not agree
        self._ended = ""  # why we never will
        self._keeper: asyncio.Task[None] | None = None
        self._protocol = 0  # that the table named last; 0: none
        self._nonsense = 0  # times that the table has spoken nonsense
        self._agreed = 0.0  # when we last agreed, by the loop's clock
        self._user: asyncio.Task[object] | None = None  # the task inside the `async with`
        self._cut_off = False  # whether the end of the link cancelled it

    async def open(self) -> None:
        """Connect. Raises OSError when the port cannot be opened, LinkError when no table answers there."""
        # A real line may still bring late answers to another program. Start at a random number, so that they do not
        # match ours.
        seq = secrets.randbelow(wire.LAST_SEQ) if isinstance(self._port, SerialPort) else 0
        self._keeper = asyncio.create_task(self._keep(await self._open_session(seq)), name="link")
        try:
            await self._first_agreement()
        except BaseException:
            await self.close()
            raise

    async def _first_agreement(self) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await self._agreement()
        except TimeoutError:
            what = (
                say("what answers is no table")
                if self.stats.bad_lines
                else QUIET.get(self._trouble, printed(self._trouble))
            )
            raise LinkError(say(NO_FIRMWARE, port=str(self._port), why=what)) from None

    async def close(self) -> None:
        """Release the port. Requests that are still waiting raise LinkError."""
        if self._keeper:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError, LinkError):
                await self._keeper

    async def __aenter__(self) -> Self:
        await self.open()
        assert self._keeper
        self._user = asyncio.current_task()
        self._keeper.add_done_callback(self._cut_off_user)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        user, self._user = self._user, None
        await self.close()
        cancelled = kind is None or issubclass(kind, asyncio.CancelledError)
        if user and self._cut_off and user.uncancel() == 0 and cancelled:
            raise LinkError(self._ended) from None

    def _cut_off_user(self, keeper: asyncio.Task[None]) -> None:
        if self._user and not keeper.cancelled():
            self._cut_off = self._user.cancel()

    # Asking and showing

    async def read(self, reader: Callable[[Fields], T], verb: str, *fields: str) -> T:
        """Make a request, and return the answer as `reader` reads it, however often the line is lost before it comes.

        Raises Refused, ValueError for words that no frame can carry, and LinkError when the link ends.
        """
        while True:
            answer = await self._try(self._session or await self._agreement(), verb, *fields)
            if answer is not None:
                with self._disbelieving():
                    return answers.read(verb, answer, reader)

    async def crank(self, crank_id: str, profile: str = "classic") -> str:
        """Turn the crank, once per id however often this is called. Return `caught`, `missed` or `fault-<cause>`.

        Raises TableRestarted, and what every request raises.
        """
        session = await self._agreement()
        boot = self._boot
        while self._boot == boot:
            answer = await self._try(session, wire.CRANK, crank_id, profile)
            if answer is not None:
                with self._disbelieving():
                    status = answers.read(wire.CRANK, answer, answers.status)
                    if status != MOVING:
                        return status
                await asyncio.sleep(ASK_AGAIN_S)
            session = await self._agreement()
        raise TableRestarted(f"the table restarted: nobody knows whether crank {crank_id} turned")

    def last_crank(self, crank_id: str) -> str | None:
        """Return the status of this id if it was the last to turn since the table started. Turns nothing."""
        return self._crank[1] if self._crank[0] == crank_id else None

    def show(self, styles: Mapping[str, Style], picture: str) -> None:
        """Set what the lamps show from now on: one character a lamp, `.` for dark, the others explained by `styles`.

        Only the latest call counts; its picture is sent again after a lost line. Raises ValueError.
        """
        self._picture.want(styles, picture)
        if self._picture.due():
            self._wake.set()

    async def _try(self, session: Session, *words: str) -> tuple[str, ...] | None:
        """Return the answer, or None if the line or the session was lost before it came."""
        try:
            return await session.ask(*words)
        except Away:
            return None
        except Refused as refused:
            if refused.reason not in (wire.HELLO, wire.AGREE):
                raise
            if asyncio.get_running_loop().time() - self._agreed < AGREED_LONG_AGO_S:
                self._disbelieve(Nonsense(f"it has just agreed, and {refused}"))
            else:
                self._lost(str(refused))
            return None

    async def _agreement(self) -> Session:
        """Return the session, as soon as the table and we agree."""
        while self._session is None:
            if self._ended:
                raise LinkError(self._ended)
            await self._up.wait()
        return self._session

    @property
    def _boot(self) -> str:
        return self.info.boot if self.info else ""

    # Watching

    @property
    def contacts(self) -> bytes:
        """The contacts as of the last event: contact n is bit n % 8 of byte n // 8, set = closed."""
        return self._contacts.level

    @property
    def clock(self) -> int:
        """The table's own clock when it was heard last, in milliseconds since it started; it does not wrap."""
        return self._contacts.clock

    def closed(self, contact: int) -> bool:
        """Return whether this contact is closed."""
        return bool(self.contacts[contact // 8] >> contact % 8 & 1)

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher` with every event from now on, each once and in order. Call the returned function to stop."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def _publish(self, event: LinkEvent) -> None:
        for watcher in tuple(self._watchers):
            try:
                watcher(event)
            except Exception as error:  # must neither keep the event from the next watcher nor end the link
                context = {"message": f"a watcher of the link failed on {event}", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)

    def _unasked(self, words: list[str]) -> None:
        """Take a frame that answers no request. Before we agree, drop it: it may be another table's, and is resent."""
        if not self._session or not self.info:
            return
        verb, fields = words[0], tuple(words[1:])
        try:
            if verb == wire.EVENTS:
                for change in self._contacts.events(Changes.read(self.info, fields)):
                    self._publish(change)
            elif verb == wire.GAP:
                self._contacts.gap(answers.lost(fields)[1])
        except ValueError as error:
            self._disbelieve(Nonsense(f"{error}; unasked came `{' '.join(words)}`"))
        else:
            self._acknowledge(self._session)

    def _acknowledge(self, session: Session) -> None:
        if self._contacts.need_snapshot:
            self._wake.set()
        else:
            session.tell(wire.SEEN, str(self._contacts.acked))

    # Keeping it up

    async def _keep(self, session: Session) -> None:
        """Keep the link up until cancelled. Raises LinkError for another protocol, or for too much nonsense."""
        try:
            while True:
                with suppress(Away):
                    while True:
                        await self._greet(session)
                        with self._disbelieving():
                            await self._serve(session)
                session = await self._reopen(session.seq)
        except Exception as error:
            self._ended = str(error)
            self._lost(self._ended)
            raise
        finally:
            if self._session is session:
                await self._say_bye(session)
            self._ended = self._ended or "the link is closed"
            self._session = None
            session.end(self._ended)
            self._up.set()

    async def _say_bye(self, session: Session) -> None:
        """Tell the table that we leave, so that it rests instead of missing us. It need not hear it."""
        with suppress(Away, Refused, TimeoutError):
            async with asyncio.timeout(FAREWELL_S):
                await session.ask(wire.BYE)

    async def _reopen(self, seq: int) -> Session:
        loop = asyncio.get_running_loop()
        lost = loop.time()
        while True:
            away = loop.time() - lost
            await asyncio.sleep(min(max(REOPEN_S, away / 50), REOPEN_SLOWEST_S))
            try:
                return await self._open_session(seq)
            except OSError as error:
                self._trouble = str(error)

    async def _open_session(self, seq: int) -> Session:
        session = Session(self._unasked, self._lost, self.stats, self._monitor, seq)
        session.start(await self._port.open(session.receive, session.end))
        return session

    async def _greet(self, session: Session) -> None:
        """Read which table is there and agree with it. Raises Away, LinkError."""
        while True:
            if self._nonsense >= NONSENSE:
                raise self._stranger(self._trouble)
            try:
                with self._disbelieving():  # it may be a late answer to another program
                    return await self._meet(session)
            except Refused as refused:
                if refused.reason == "protocol":
                    self._protocol = answers.protocol(refused.detail)
                    raise self._stranger(str(refused)) from None
                self._trouble = str(refused)
            await asyncio.sleep(REGREET_S)

    def _stranger(self, why: str) -> LinkError:
        """Return the error for a table with which we cannot talk, with what mends that."""
        advice = NEWER_FIRMWARE if self._protocol > wire.PROTOCOL else OTHER_FIRMWARE
        return LinkError(say(advice, port=str(self._port), why=why))

    async def _meet(self, session: Session) -> None:
        """Greet the table once: read which it is, agree with it and take its state. Raises Away, Refused, Nonsense."""
        hello = await session.ask(wire.HELLO, str(wire.PROTOCOL))
        self._protocol = answers.protocol(" ".join(hello))
        info = answers.read(wire.HELLO, hello, TableInfo.read)
        await session.ask(wire.AGREE, info.boot, info.config)
        answer = await session.ask(wire.POLL)
        self._agree(session, info, answers.read(wire.POLL, answer, partial(Snapshot.read, info)))

    def _agree(self, session: Session, info: TableInfo, snapshot: Snapshot) -> None:
        known, self.info = self.info, info
        same = known is not None and (known.boot, known.inputs) == (info.boot, info.inputs)
        self._picture.meet(info.lamps)
        if same:
            self._contacts.resume(snapshot.now)
        else:
            self._contacts.reset(snapshot.last, snapshot.contacts, snapshot.now)
        self._noise = snapshot.noise
        self._session, self._agreed = session, asyncio.get_running_loop().time()
        if known:
            self.stats.reconnects += 1
            self._publish(Reconnected(info, rebooted=not same))
        self._take_in(snapshot)
        self._acknowledge(session)
        self._up.set()

    async def _serve(self, session: Session) -> None:
        """Show and poll as long as we agree. The poll is also the heartbeat. Raises Away, Nonsense."""
        loop = asyncio.get_running_loop()
        while self._session is session:
            self._wake.clear()
            while (words := self._picture.due()) and await self._insist(session, *words) is not None:
                self._picture.done(words)
            answer = await self._insist(session, wire.POLL)
            if answer is not None and self.info:
                self._take_in(answers.read(wire.POLL, answer, partial(Snapshot.read, self.info)))
                timer = loop.call_later(self._heartbeat, self._wake.set)
                await self._wake.wait()
                timer.cancel()

    async def _insist(self, session: Session, *words: str) -> tuple[str, ...] | None:
        """As `_try`, for requests that no table refuses: a refusal is Nonsense. Raises Away, Nonsense."""
        try:
            return await self._try(session, *words)
        except Refused as refused:
            raise Nonsense(refused) from None

    def _take_in(self, snapshot: Snapshot) -> None:
        """Apply a snapshot and publish what is new in it. Raises Nonsense."""
        try:
            gap = self._contacts.snapshot(snapshot.last, snapshot.contacts, snapshot.now)
        except ValueError as error:
            raise Nonsense(error) from None
        self._crank = (snapshot.crank, snapshot.status)
        if gap:
            self.stats.gaps += 1
            self._publish(gap)
        if self.fault != snapshot.fault:
            self.fault = snapshot.fault
            self._publish(Fault(snapshot.fault))
        noisy = snapshot.noise - self._noise >= NOISY
        self._noise = snapshot.noise
        if self.noisy != noisy:
            self.noisy = noisy
            self._publish(Noise(noisy))

    @contextmanager
    def _disbelieving(self) -> Iterator[None]:
        """End the session if Nonsense is raised inside."""
        try:
            yield
        except Nonsense as nonsense:
            self._disbelieve(nonsense)

    def _disbelieve(self, nonsense: Nonsense) -> None:
        self._nonsense += 1
        self._lost(str(nonsense))

    def _lost(self, reason: str) -> None:
        """Note that the line or the session is lost, and wake the keeper to reopen it."""
        self._trouble = reason
        self._wake.set()
        if self._session:
            self._session = None
            self._up.clear()
            self._publish(Disconnected(reason))
