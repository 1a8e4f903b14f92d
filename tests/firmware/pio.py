"""Stand-ins for the Pico's MicroPython modules, so that tests can load `chip` and inspect its PIO programs.

The assembler follows the RP2040 data sheet, 3.4. It knows only the instructions that the two programs use.
"""

import errno
import importlib
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, Self
from unittest.mock import MagicMock, Mock, patch

PINS, X, Y = 0, 1, 2
CONDITIONS = {"x_dec": 2, "y_dec": 4}


class Program:
    """A PIO program under assembly. In MicroPython it is a function, run once for labels and once for words."""

    def __init__(self, **config: Any) -> None:
        self.config = config
        self.words: list[int] = []
        self._labels: dict[str, int] = {}
        self._side_bits = len(config.get("sideset_init", []))

    def assemble(self, function: Callable[[], None]) -> Self:
        scope = function.__globals__
        names: dict[str, Any] = {"pins": PINS, "x": X, "y": Y, **CONDITIONS, "label": self._label}
        names |= {name: getattr(self, "_" + name.rstrip("_")) for name in ("in_", "out", "jmp", "mov", "set")}
        hidden = {name: scope[name] for name in names if name in scope}
        scope.update(names)
        for _ in range(2):
            self.words.clear()
            function()
        for name in names:
            del scope[name]
        scope.update(hidden)
        return self

    def side(self, value: int) -> Self:
        self.words[-1] |= value << 13 - self._side_bits
        return self

    def __getitem__(self, delay: int) -> Self:
        assert delay < 1 << 5 - self._side_bits
        self.words[-1] |= delay << 8
        return self

    def _label(self, name: str) -> None:
        self._labels[name] = len(self.words)

    def _jmp(self, *condition_and_label: Any) -> Self:
        *condition, label = condition_and_label
        return self._word((condition[0] if condition else 0) << 5 | self._labels.get(label, 0))

    def _in(self, source: int, bits: int) -> Self:
        return self._word(0x4000 | source << 5 | bits & 31)

    def _out(self, target: int, bits: int) -> Self:
        return self._word(0x6000 | target << 5 | bits & 31)

    def _mov(self, target: int, source: int) -> Self:
        return self._word(0xA000 | target << 5 | source)

    def _set(self, target: int, value: int) -> Self:
        return self._word(0xE000 | target << 5 | value)

    def _word(self, word: int) -> Self:
        self.words.append(word)
        return self


def asm_pio(**config: Any) -> Callable[[Callable[[], None]], Program]:
    return Program(**config).assemble


class Blocks:
    """`rp2.PIO` of an RP2040: two blocks, each with room for 32 instructions."""

    OUT_LOW, OUT_HIGH, SHIFT_LEFT, SHIFT_RIGHT = 2, 3, 0, 1

    def __init__(self) -> None:
        self.loaded: tuple[list[Program], list[Program]] = ([], [])

    def __call__(self, block: int) -> SimpleNamespace:
        return SimpleNamespace(remove_program=self.loaded[block].remove)  # a ValueError if it is not there

    def add(self, block: int, program: Program) -> None:
        loaded = self.loaded[block]
        if program not in loaded:
            if sum(len(each.words) for each in [*loaded, program]) > 32:
                raise OSError(errno.ENOMEM, "no room for the program")
            loaded.append(program)


class Rp2:
    """`rp2` of an RP2040, which runs out of instructions and of DMA channels as the chip does."""

    asm_pio = staticmethod(asm_pio)

    def __init__(self) -> None:
        self.PIO = Blocks()
        self.channels = 12

    def StateMachine(self, machine: int, program: Program, **_: Any) -> Mock:
        self.PIO.add(machine // 4, program)
        return Mock(rx_fifo=lambda: 0)

    def DMA(self) -> MagicMock:
        if not self.channels:
            raise OSError(errno.EBUSY, "no channel is free")
        self.channels -= 1
        return MagicMock(close=self._close, active=lambda *_: False)

    def _close(self) -> None:
        self.channels += 1


def load(name: str, machine: str = "Raspberry Pi Pico with RP2040") -> ModuleType:
    """Load a module of `mousetable.chip` as this board does. Its imports are stand-ins: most functions cannot run."""
    stand_ins: dict[str, Any] = {
        "rp2": Rp2(),
        "machine": SimpleNamespace(ADC=None, PWM=None, WDT=None, Pin=None, mem16=None, mem32=None, unique_id=None),
        "uctypes": SimpleNamespace(),
    }
    with patch.dict(sys.modules, stand_ins), patch.object(sys.implementation, "_machine", machine, create=True):
        return importlib.import_module("mousetable.chip." + name)
