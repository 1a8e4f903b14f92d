# The types of micro.py. What viper code reads through a pointer is an int, as what CPython reads from these.

from array import array
from collections.abc import Callable
from typing import TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])

TYPE_CHECKING: bool
ptr8 = bytearray
ptr16 = array[int]
ptr32 = array[int]

def const(value: int) -> int: ...

class micropython:
    @staticmethod
    def native(function: _Function) -> _Function: ...
    @staticmethod
    def viper(function: _Function) -> _Function: ...
