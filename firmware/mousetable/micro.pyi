# The types of micro.py.

from collections.abc import Callable
from typing import TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])

TYPE_CHECKING: bool
ptr8 = bytearray

def ptr32(address: int) -> list[int]: ...
def const(value: int) -> int: ...

class micropython:
    @staticmethod
    def viper(function: _Function) -> _Function: ...
