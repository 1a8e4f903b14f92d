"""Measures the firmware on an emulated chip, in emulated time, against its goals. Exit status 1 if it misses one.

    make chip                           everything: the better part of an hour
    python -m tests.chip [CHANGES]      with this many changes of contacts (2000), and fewer trials of the rest
    python -m tests.chip --play [S]     only the heap, during S emulated seconds of play (200)

The chip is rp2040js. chip.mjs says what it corrects there; emulated.py says which two files of others it needs and
where they come from. The emulation leaves things out: USB takes no time, there is no second core, and the cache of the
flash is a model fitted to published benchmarks. The figures are good for comparisons; no Pico has been measured.
"""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.chip.emulated import Emulated

MS = 1e3
GAP = 30 * MS
SETTLED = 100  # s of play until everything that is allocated once exists, the memory of the last eight turns too
SCAN = Path(__file__).with_name("programs") / "scan.py"


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


def latency(figures: Figures, inputs: int, count: int, at_random: bool, goals: tuple[float, float, float]) -> None:
    with Emulated(inputs) as board:
        lit(board)
        free = heap(board)
        board.round_trips.clear()
        wanted = changes(board, count, at_random, seed=4)
        board.run(wanted[-1][0] - board.now + 40 * MS)
        told = each(wanted, board.events())
        took = [(left - when) / MS for when, left, _ in told]
        how = "at random, 33 a second" if at_random else "30 ms apart"
        print(f"{inputs} inputs, {count} changes {how}, lamps animated, polled: from a change to its frame")
        for name, share, goal in zip(("p50", "p99", "worst"), (0.5, 0.99, 1.0), goals, strict=True):
            figures.tell(f"  {name}", part(took, share), goal)
        off = [time - when / MS for when, _, time in told]
        figures.tell("  spread of the table's times around the true ones", max(off) - min(off), 3)
        trips = [trip / MS for trip in board.round_trips]
        figures.tell("  a poll's round trip p50", part(trips, 0.5), 3)
        figures.tell("  a poll's round trip p99", part(trips, 0.99), 16)
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
    with Emulated(files={"main.py": SCAN.read_bytes()}) as board:
        board.start()
        board.run(400 * MS)
        since = len(board.lines)
        board.run(1000 * MS)
        told = [line.split() for _, line in board.lines[since:] if line.startswith("scan ")]
        took, passes = sum(int(words[1]) for words in told), sum(int(words[2]) for words in told)
        figures.tell("  of which the scan", took / passes, 80, "us")


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


def flash_write(figures: Figures, inputs: int) -> None:
    """Write a setting while contacts change every 10 ms; no change may be lost."""
    with Emulated(inputs) as board:
        board.start()
        held, missing = [], 0
        for trial in range(10):
            since, states = len(board.lines), Random(trial)
            contacts = states.sample(range(inputs), 15)
            for n, contact in enumerate([*contacts, *contacts]):
                board.contact(board.now + (5 + 10 * n) * MS, contact, n < 15)
            before = board.now
            assert board.ask("set", "current", str(1400 + trial)).startswith("ok")
            held.append((board.now - before) / MS)
            board.run(500 * MS)
            missing += 30 - len(board.events(since))
        print(f"{inputs} inputs: writing a setting took {max(held):.0f} ms at most")
        figures.tell("  changes lost meanwhile, of 300", missing, 0, "")


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


def everything(figures: Figures, count: int) -> None:
    for at_random in (False, True):
        latency(figures, 81, count, at_random, (7.5, 10, 15))
        latency(figures, 144, count, at_random, (8.5, 11, 15))
    latency(figures, 9, count // 4, True, (7.5, 10, 15))  # at the chip's own pins
    idle(figures)
    scan(figures)
    stamps(figures, count // 2)
    flash_write(figures, 144)
    crank(figures, max(2, count // 20))


def main(words: list[str]) -> int:
    figures = Figures()
    if words[:1] == ["--play"]:
        play(figures, int(words[1]) if len(words) > 1 else 200)
    else:
        everything(figures, int(words[0]) if words else 2000)
    return 0 if figures.kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
