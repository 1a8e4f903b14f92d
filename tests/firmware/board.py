"""The firmware's own files on simulated hardware. The test is the host and the world."""

from collections.abc import Mapping

from mouseboard.sim.trap import CALIBRATED
from mousetable import wire
from mousetable.controller import Controller
from mousetable.settings import Settings
from mousetable.simulated import SimulatedHardware


class Table:
    """The board. The test is its host and its world, and time passes only in `run`."""

    def __init__(
        self,
        path: str | None = None,
        make: type[SimulatedHardware] = SimulatedHardware,
        calibration: Mapping[str, int] = CALIBRATED,
    ) -> None:
        self.settings = Settings(path)
        for name, us in calibration.items():
            self.settings.set(name, us)
        self.hardware = make(self.settings, boot="b1")
        self.direct = wire.direct_start(self.hardware.chain)
        self.cage, self.button_a, self.button_b, self.rail = range(self.direct, self.direct + len(wire.DIRECT))
        self.contact(self.rail, True)
        self.controller = Controller(self.hardware, self.settings)
        self.heard: list[tuple[int, list[str]]] = []  # frames from the board
        self._seq = 0
        self._splitter = wire.Splitter()

    def contact(self, number: int, closed: bool) -> None:
        self.hardware.contact(number, closed)

    def run(self, ms: int, heartbeat: bool = False) -> None:
        """Run `ms` passes, one a millisecond. With `heartbeat`, poll every 200 ms."""
        for i in range(ms):
            if heartbeat and i % wire.HEARTBEAT_MS == 0:
                self.say("poll")
            self.controller.step()
            self.hardware.time += 1
            self._listen()

    def say(self, *words: str) -> int:
        """Send a request without waiting; return its number."""
        self._seq = wire.next_seq(self._seq)
        self.hardware.inbox += wire.encode(self._seq, *words)
        return self._seq

    def ask(self, *words: str) -> str:
        """Send a request; return the reply's words in one string."""
        seq = self.say(*words)
        self.run(1)
        return next(" ".join(reply) for number, reply in reversed(self.heard) if number == seq)

    def agree(self) -> None:
        build = self.ask("hello", str(wire.PROTOCOL)).split()
        assert self.ask("agree", build[3], build[6]) == "ok"

    def told(self) -> list[str]:
        """Return the one-way frames received from the board, and forget all frames."""
        told = [" ".join(words) for seq, words in self.heard if seq == 0]
        self.heard.clear()
        return told

    def fault(self) -> str:
        return self.ask("poll").split()[5]

    def _listen(self) -> None:
        sent = bytes(self.hardware.outbox)
        self.hardware.outbox.clear()
        for line in self._splitter.feed(sent, len(sent)):
            frame = wire.decode(line)
            assert frame, f"the board sent no frame: {line!r}"
            self.heard.append(frame)


def fail(*_: object) -> int:
    raise ZeroDivisionError


def fail_once(table: Table, name: str) -> None:
    """Let a task raise an exception in the next pass, and work again afterwards."""
    controller = table.controller
    good = controller._running[name]

    def task(_: int) -> int:
        controller._running[name] = good
        return fail()

    controller._running[name] = task
    controller._wait = 0  # every task is due
    controller.line.busy = True
