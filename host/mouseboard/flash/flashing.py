"""The steps of flashing: greet the table, inspect the board, change wrong files, restart it, greet it again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from mouseboard import runner
from mouseboard.flash import firmware
from mouseboard.flash.changes import Changes, asides, changes, is_ours, room_needed
from mouseboard.flash.find import find
from mouseboard.flash.firmware import PICOS, Files
from mouseboard.flash.prompt import Facts, Prompt, prompt
from mouseboard.flash.trouble import OLDEST, RENEW, FlashError, make_room
from mouseboard.link import Link, LinkError, SerialPort
from mousetable.build import MAIN

GREETING_S = 1.0  # for a running table's answer; a bare board never answers
RESTARTING_S = 30.0  # at most from the restart to the table's answer

Say = Callable[[str], None]


def flash(name: str, say: Say) -> None:
    """Make the board at this port, or `auto`, run our firmware, and report what was done to `say`.

    Raises FlashError, and PortError when the port cannot be opened. The next call continues where this one ended.
    """
    port = find(name)
    running = greet(port)
    if running and running in right_names():
        say(f"nothing to copy: the table at {port} runs {running} already")
        return
    say(f"{port}: looking for MicroPython ...")
    with prompt(port) as board:
        facts = board.facts()
        _check(port, facts)
        say(f"{port}: {facts.machine}, MicroPython {_dotted(facts.version)}")
        if warning := untried(facts.machine):
            say(warning)
        files = _files(facts, say)
        install(board, port, files, say)
        board.restart()
    say("its settings are kept; it restarts")
    _await(name, firmware.name(files))
    say(f"the table answers: firmware {firmware.name(files)}, before: {running or 'no answer'}")


def install(board: Prompt, port: str, files: Files, say: Say) -> None:
    """Make these files our only files on the board. Files that are not ours stay."""
    board.prepare()
    wanted = firmware.digests(files)
    main = board.read(MAIN)
    due = changes(board.installed(), wanted, main is not None and not is_ours(main))
    if not due:
        say("nothing to copy: every file is right")
        return
    _check_room(board, port, {path: files[path] for path in due.copy})
    start = time.monotonic()
    _change(board, due, files, say)
    if board.installed() != wanted:
        raise FlashError(f"{port}: what is on the board is not what was put there; its flash may be worn out")
    size = sum(len(files[path]) for path in due.copy)
    took = time.monotonic() - start
    say(f"{len(due.copy)} files, {size} bytes in {took:.1f} s, each verified by SHA-256 on the board")


def _change(board: Prompt, due: Changes, files: Files, say: Say) -> None:
    if due.aside:
        free = next(name for name in asides() if board.read(name) is None)
        board.rename(MAIN, free)
        say(f"  put aside {MAIN}, which was not ours, as {free}")
    for path in due.remove:
        board.remove(path)
        if path not in files:
            say(f"  removed {path}")
    board.make_folders(files)
    for path in due.copy:
        board.put(path, files[path])
        say(f"  copied {path}")


def _check(port: str, facts: Facts) -> None:
    if facts.platform != "rp2":
        raise FlashError(f"{port}: {facts.machine} (MicroPython's {facts.platform}) is not a Raspberry Pi Pico")
    if facts.version < OLDEST:
        old, oldest = _dotted(facts.version), _dotted(OLDEST)
        raise FlashError(f"{port}: MicroPython {old} is too old, {oldest} or later is needed; {RENEW}")


def untried(machine: str) -> str:
    """Return a warning for an untested board. MicroPython names boards like `Raspberry Pi Pico W with RP2040`."""
    if "RP2350" in machine:
        return "a Pico 2: the same files, never tried on one"
    if "Pico W" in machine:
        return "a Pico W: the same files, never tried on one; its radio stays off"
    return ""


def right_names() -> Iterator[str]:
    """Yield the firmware names of a table that needs no change."""
    for arch in PICOS:
        yield firmware.name(firmware.compiled(arch))
    yield firmware.name(firmware.sources())


def _files(facts: Facts, say: Say) -> Files:
    """Return the files compiled if our compiler matches the board. Otherwise the board compiles the sources itself."""
    made = firmware.mpy_made()
    if made == facts.format.mpy and facts.format.arch:
        say(f"compiled for {facts.format.arch}, mpy {made}")
        return firmware.compiled(facts.format.arch)
    say(f"not compiled: the board reads mpy {facts.format.mpy}, mpy-cross makes {made}; it will start more slowly")
    return firmware.sources()


def _check_room(board: Prompt, port: str, copy: Files) -> None:
    free, block = board.room()
    needed = room_needed(copy, block)
    if free < needed:
        raise FlashError(f"{port}: {free // 1024} kB free on the board, {needed // 1024} kB needed; {make_room(port)}")


def greet(port: str) -> str | None:
    """Return the name of the firmware on the table, or None if none answers. Raises PortError."""
    with suppress(LinkError):
        return runner.run(_build(port))
    return None


async def _build(port: str) -> str | None:
    async with Link(SerialPort(port), patience=GREETING_S) as link:
        return link.info.build if link.info else None


def _await(name: str, build: str) -> None:
    """Wait until the table answers with this build. Its port may vanish for a while, and `auto` finds its new path."""
    end = time.monotonic() + RESTARTING_S
    while time.monotonic() < end:
        with suppress(OSError):
            if greet(name) == build:
                return
        time.sleep(0.1)
    raise FlashError(f"{name}: every file is right, but the table does not answer; `mpremote repl` and Ctrl-D show why")


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
