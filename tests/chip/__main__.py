"""Measures the firmware on an emulated chip, in emulated time, against its goals. Exit status 1 if it misses one.

    make chip                           all parts, each a tenth as long: before every change of the firmware
    make chip PARTS='81 flash'          these parts, whole: before a release
    python -m tests.chip --play S       only the heap, during S emulated seconds of play

No part and no tenth of all takes ten minutes. The chip is rp2040js. chip.mjs says what it corrects there; emulated.py
says which two files of others it needs and where they come from. The emulation leaves things out: USB takes no time
unless a part says so, there is no second core, and the cache of the flash is a model fitted to published benchmarks.
The figures are good for comparisons; no Pico has been measured.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.chip.emulated import ERASE_MS, Emulated, wanted_file

from mouseboard.cli import main as mouseboard
from mousetable import wire

MS = 1e3
GAP = 30 * MS
GOALS = (7, 8.5, 9)  # ms from a change to its frame: median, 99 of 100, worst
GOALS_144 = (7.5, 9, 10)
GOALS_SLOW = (8, 10, 14)
SLOWEST_ERASE_MS = 400  # W25Q16JV's data sheet
ENOUGH = 500  # changes, for a figure that is one in a hundred
SETTLED = 100  # s of play until everything that is allocated once exists, the memory of the last eight turns too
PROGRAMS = Path(__file__).with_name("programs")


class Figures:
    """Prints figures as they come, and remembers whether all have met their goals."""

    def __init__(self) -> None:
        self.kept = True

    def tell(self, what: str, value: float, goal: float, unit: str = "ms") -> None:
        good = value <= goal
        self.kept = self.kept and good
        print(f"{what:<52}{value:9.2f} {unit:<4} goal {goal:g}{'' if good else '   MISSED'}", flush=True)


def part(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def lit(board: Emulated) -> None:
    """Start the board and have every lamp pulse, blink or stay dark."""
    board.start()
    assert board.ask("style", "a", "ff8000", "pulse") == "ok"
    assert board.ask("style", "b", "ffffff", "blink") == "ok"
    assert board.ask("lamps", "ab." * 27) == "ok"
    board.run(300 * MS)


def heap(board: Emulated) -> int:
    """Return the bytes free after garbage collection, with the same last reply in the table's memory each time.

    Values left on the stack may keep garbage alive, so the best of five counts.
    """
    free = 0
    for _ in range(5):
        board.ask("get", "current")
        free = max(free, int(re.findall(r"heap=(\d+)", board.ask("stats"))[0]))
    return free


def changes(board: Emulated, count: int, at_random: bool, seed: int) -> list[tuple[float, int, bool]]:
    """Plan `count` changes of single contacts, 30 ms apart or that on average; return (when, contact, closed)."""
    random, states, planned = Random(seed), [False] * board.inputs, []
    free = [0.0] * board.inputs
    when = board.now
    for _ in range(count):
        when += GAP * (random.expovariate(1) if at_random else 1)
        contact = random.choice([n for n in range(board.inputs) if when - free[n] > 25 * MS])
        free[contact] = when
        states[contact] = not states[contact]
        board.contact(when, contact, states[contact])
        planned.append((when, contact, states[contact]))
    for contact, closed in enumerate(states):
        if closed:
            board.contact(when + 50 * MS, contact, False)
    return planned


def latency(
    figures: Figures,
    inputs: int,
    count: int,
    at_random: bool,
    goals: tuple[float, float, float],
    usb_us: float = 0,
    drift_ppm: float = 0,
) -> None:
    with Emulated(inputs, usb_us=usb_us, drift_ppm=drift_ppm) as board:
        lit(board)
        free = heap(board)
        board.round_trips.clear()
        wanted = changes(board, count, at_random, seed=4)
        board.run(wanted[-1][0] - board.now + 40 * MS)
        told = each(wanted, board.events())
        took = [(left - when) / MS for when, left, _ in told]
        how = "at random, 33 a second" if at_random else "30 ms apart"
        print(f"{inputs} inputs, {count} changes {how}, lamps animated, polled: from a change to its frame")
        if usb_us or drift_ppm:
            print(f"  a packet takes {usb_us:.0f} us on USB; the board's clock is {drift_ppm:.0f} ppm fast")
        for name, share, goal in zip(("p50", "p99", "worst"), (0.5, 0.99, 1.0), goals, strict=True):
            if count >= ENOUGH or name != "p99":
                figures.tell(f"  {name}", part(took, share), goal)
        off = [time - when / MS for when, _, time in told]
        drifted = drift_ppm / 1e6 * board.now / MS
        figures.tell("  spread of the table's times around the true ones", max(off) - min(off), 3 + drifted)
        if count >= ENOUGH:
            trips = [trip / MS for trip in board.round_trips]
            figures.tell("  a poll's round trip p50", part(trips, 0.5), 3 + 2 * usb_us / MS)
            figures.tell("  a poll's round trip p99", part(trips, 0.99), 16 + 2 * usb_us / MS)
        figures.tell(f"  heap taken in {board.now / 1e6:.0f} s", free - heap(board), 0, "B")


def each(
    wanted: list[tuple[float, int, bool]], told: dict[int, tuple[float, int, int, bool]]
) -> list[tuple[float, float, int]]:
    """Return (when it happened, when its frame had left, the table's time) of each change.

    Changes are paired contact by contact, because those of one millisecond are told in their order on the chain.
    """
    of_contact: dict[int, list[tuple[float, int, int, bool]]] = {}
    for number in range(1, len(wanted) + 1):
        of_contact.setdefault(told[number][2], []).append(told[number])
    found = []
    for when, contact, closed in wanted:
        left, time, _, was_closed = of_contact[contact].pop(0)
        assert was_closed == closed, "not what happened"
        found.append((when, left, time))
    return found


def idle(figures: Figures) -> None:
    with Emulated() as board:
        board.start()
        board.hang_up()
        board.run(100 * MS)
        slept, now = board.slept, board.now
        board.run(90 * MS)  # no poll, and only the guard's timer
        busy = 1 - (board.slept - slept) / (board.now - now)
        figures.tell("of an idle millisecond the program takes", 1e3 * busy, 300, "us")


def scan(figures: Figures) -> None:
    with Emulated(files={"main.py": (PROGRAMS / "scan.py").read_bytes()}) as board:
        board.start()
        board.run(400 * MS)
        since = len(board.lines)
        board.run(1000 * MS)
        told = [line.split() for _, line in board.lines[since:] if line.startswith("scan ")]
        took, passes = sum(int(words[1]) for words in told), sum(int(words[2]) for words in told)
        figures.tell("  of which the scan", took / passes, 85, "us")


def play(figures: Figures, seconds: int) -> None:
    """Play as in a game, with moves, pictures, tones and turns of the crank; no heap may be lost after SETTLED.

    MicroPython's unix port plays an hour of this too (tests/firmware/test_heap.py).
    """
    with Emulated() as board:
        lit(board)
        random, free, states = Random(8), 0, [False] * 81
        for second in range(seconds):
            if second == SETTLED:
                free = heap(board)
            for contact in random.sample(range(81), 2):
                states[contact] = not states[contact]
                board.contact(board.now + (1 + 300 * random.random()) * MS, contact, states[contact])
            board.run(400 * MS)
            assert board.ask("lamps", "".join(random.choice("ab.") for _ in range(81))) == "ok"
            assert board.ask("style", random.choice("ab"), f"{random.randrange(1 << 24):06x}", "pulse") == "ok"
            if second % 10 == 0:
                assert board.ask("tone", "880", "100") == "ok"
            if second % 10 == 5:
                assert board.ask("crank", f"g{second}", "launch") == "ok moving"
            board.run(600 * MS)
        figures.tell(
            f"heap taken in {seconds - SETTLED} s of play, {board.now / 1e6:.0f} s after the start",
            free - heap(board),
            0,
            "B",
        )


def stamps(figures: Figures, trials: int) -> None:
    """Make bursts of changes, with flash writes and a host that does not read; no time may go back or be wrong."""
    with Emulated() as board:
        lit(board)
        random, wrong, number, states = Random(6), 0, 0, [False] * 81
        for trial in range(trials):
            writes, stalls = trial % 10 == 3, trial % 10 == 7
            if writes:
                board.say("set", "current", str(1400 + trial % 100))
            if stalls:
                board.at(board.now, "stall", 1)
                board.at(board.now + 60 * MS, "stall", 0)
            start = board.now + (5 + 20 * random.random()) * MS
            wanted, since = [], len(board.lines)
            for n, contact in enumerate(random.sample(range(81), 12)):
                states[contact] = not states[contact]
                when = start + max(0, n - 3) * MS  # four at once, eight more a millisecond apart
                board.contact(when, contact, states[contact])
                wanted.append(when / MS)
            board.run((250 if writes or stalls else 80) * MS)
            told = board.events(since)
            times = [told[n][1] for n in sorted(told) if n > number]
            number += 12
            off = [time - when for time, when in zip(times, wanted, strict=False)]
            back = any(b < a for a, b in pairwise(times))
            wrong += len(times) != 12 or back or max(off) - min(off) > 3
        figures.tell(f"wrong times in {trials} bursts, flash writes and stalls among them", wrong, 0, "")


def flash_write(figures: Figures, inputs: int, erase_ms: float, gaps: int) -> None:
    """Write a setting while contacts change every 10 ms; no change may be lost unsaid, and only so many gaps are said.

    Every fifth write erases two sectors.
    """
    with Emulated(inputs, erase_ms=erase_ms) as board:
        board.start()
        held, unsaid, said, wrong = [], 0, 0, 0
        for trial in range(10):
            since, states = len(board.lines), Random(trial)
            contacts = states.sample(range(inputs), 15)
            for n, contact in enumerate([*contacts, *contacts]):
                board.contact(board.now + (5 + 10 * n) * MS, contact, n < 15)
            before = board.now
            assert board.ask("set", "current", str(1400 + trial)).startswith("ok")
            held.append((board.now - before) / MS)
            board.run(500 * MS)
            gap = any(line.startswith(f"0 {wire.GAP} ") for _, line in board.lines[since:])
            said += gap
            unsaid += 0 if gap else 30 - len(board.events(since))
            wrong += int(board.ask("poll").split()[3][: inputs // 4], 16) != 0
        print(f"{inputs} inputs, {erase_ms:.0f} ms to erase a sector: writing a setting took up to {max(held):.0f} ms")
        figures.tell("  changes lost unsaid meanwhile, of 300", unsaid, 0, "")
        figures.tell("  gaps said", said, gaps, "")
        figures.tell("  wrong states of the contacts afterwards", wrong, 0, "")


def stalled(figures: Figures) -> None:
    """Change contacts while the host goes on asking but reads nothing; a write without room would stop the sampling."""
    with Emulated() as board:
        lit(board)
        board.hang_up()
        since = len(board.lines)
        board.at(board.now, "stall", 1)
        for n in range(60):
            board.contact(board.now + (5 + 10 * n) * MS, n, True)
            board.at(board.now + 10 * n * MS, "send", wire.encode(5000 + n, wire.POLL).hex())
        board.run(640 * MS)
        board.at(board.now, "stall", 0)
        board.run(400 * MS)
        gaps = sum(line.startswith(f"0 {wire.GAP} ") for _, line in board.lines[since:])
        figures.tell("changes lost while the host did not read for 0.6 s", 60 - len(board.events(since)) + gaps, 0, "")


def strip(figures: Figures, seconds: int) -> None:
    """Show pictures while contacts change and settings are written, and look at the data as the lamps do."""
    with Emulated(strip=True) as board:
        lit(board)
        random = Random(9)
        for second in range(seconds):
            changes(board, 20, at_random=True, seed=second)
            assert board.ask("set", "current", str(1400 + second)).startswith("ok")
            assert board.ask("lamps", "".join(random.choice("ab.") for _ in range(81))) == "ok"
            board.run(1000 * MS)
        assert board.ask("style", "c", "102030", "steady") == "ok"
        assert board.ask("lamps", ".c" + 79 * ".") == "ok"
        board.run(100 * MS)
        faults = sum(found for _, _, found in board.pictures)
        figures.tell(f"faults in the data of {len(board.pictures)} pictures", faults, 0, "")
        short = sum(len(data) != 3 * 81 for _, data, _ in board.pictures)
        figures.tell("pictures of another number of lamps", short, 0, "")
        assert board.pictures[-1][1] == bytes([0, 0, 0, 0x20, 0x10, 0x30]) + bytes(3 * 79)


def crank(figures: Figures, restarts: int) -> None:
    """Reset the board in mid-turn; a host that repeats the id with what it knew before must be refused."""
    with Emulated() as board:
        twice, names = 0, set()
        for n in range(restarts):
            board.start()
            names.add(board.hello[3])
            known = board.hello[3], board.hello[6]
            assert board.ask("crank", f"g{n}", "launch") == "ok moving"
            board.run(150 * MS)
            board.at(board.now, "reset")
            board.hang_up()
            board.run(MS)
            board.start()
            turned = len(board.pins)
            twice += board.ask("hello", "1").split()[3] == known[0]
            refused = board.ask("agree", *known)
            twice += refused != "no boot" or board.ask("crank", f"g{n}", "launch") == "ok moving"
            board.run(50 * MS)
            twice += any(level for _, _, level in board.pins[turned:])
        figures.tell(f"turns twice in {restarts} resets in mid-turn", twice, 0, "")
        figures.tell("names of starts that came again", restarts - len(names), 0, "")


def again(figures: Figures) -> None:
    """Make and free the pieces for other programs a hundred times, and show pictures in quick pairs."""
    with Emulated(files={"main.py": (PROGRAMS / "again.py").read_bytes()}, strip=True) as board:
        while board.now < 60e6 and not any(line.strip() == "done" for _, line in board.lines):
            board.run(100 * MS)
        told = dict(line.split() for _, line in board.lines if line.strip() != "done")
        figures.tell("pieces of 100 that could not be made and freed", 100 - int(told.get("made", 0)), 0, "")
        merged = int(told.get("shown", 1)) - len(board.pictures)
        figures.tell("pictures, shown in quick pairs, that merged", merged, 0, "")


def one_file(figures: Figures) -> None:
    """Start a Pico from the one file that `mouseboard table uf2` writes, on an empty flash."""
    with TemporaryDirectory() as folder:
        file = str(Path(folder, "mouseboard.uf2"))
        assert mouseboard(["table", "uf2", file, "--with", wanted_file("MOUSEBOARD_CHIP_IMAGE")]) == 0
        with Emulated(image=file) as board:
            board.start()
            figures.tell("from power to the first answer, set up by one file", board.now / MS, 3000)


PARTS: dict[str, Callable[[Figures, float], None]] = {
    "81": lambda figures, share: latency(figures, 81, whole(2000, share), False, GOALS),
    "81-at-random": lambda figures, share: latency(figures, 81, whole(2000, share), True, GOALS),
    "144": lambda figures, share: latency(figures, 144, whole(2000, share), False, GOALS_144),
    "144-at-random": lambda figures, share: latency(figures, 144, whole(2000, share), True, GOALS_144),
    "9": lambda figures, share: latency(figures, 9, whole(500, share), True, GOALS),  # at the chip's own pins
    "slow-usb": lambda figures, share: latency(figures, 81, whole(1000, share), True, GOALS_SLOW, usb_us=1000),
    "drift": lambda figures, share: latency(figures, 81, whole(2000, share), True, GOALS, drift_ppm=50),
    "idle": lambda figures, _: idle(figures),
    "scan": lambda figures, _: scan(figures),
    "strip": lambda figures, share: strip(figures, whole(20, share)),
    "again": lambda figures, _: again(figures),
    "stalled": lambda figures, _: stalled(figures),
    "stamps": lambda figures, share: stamps(figures, whole(1000, share)),
    "flash": lambda figures, _: flash_write(figures, 144, ERASE_MS, gaps=0),
    "slow-flash": lambda figures, _: flash_write(figures, 144, SLOWEST_ERASE_MS, gaps=2),
    "crank": lambda figures, share: crank(figures, whole(100, share)),
    "one-file": lambda figures, _: one_file(figures),
    "play": lambda figures, share: play(figures, SETTLED + whole(400, share)),
}


def whole(count: int, share: float) -> int:
    return max(2, round(count * share))


def main(words: list[str]) -> int:
    figures = Figures()
    unknown = [word for word in words if word not in PARTS]
    if words[:1] == ["--play"]:
        play(figures, int(words[1]))
    elif unknown:
        print(f"no part {unknown[0]}; the parts: {' '.join(PARTS)}", file=sys.stderr)
        return 2
    else:
        for name in words or PARTS:
            PARTS[name](figures, 1 if words else 0.1)
    return 0 if figures.kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
