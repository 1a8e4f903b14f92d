# Stand-ins for what MicroPython's compiler knows and CPython does not, so that the same files run on both.
#
# `const` folds a number into the bytecode. `@micropython.native` and `@micropython.viper` compile to machine code; in
# viper code `ptr8`, `ptr16` and `ptr32` are bare pointers to bytes, half words and words. MicroPython's compiler
# recognises all of them by name; CPython sees ordinary functions.
#
#     @micropython.viper
#     def total(data: ptr8, size: int) -> int:  # total(b"\x01\x02", 2) is 3
#         sum = 0  # a machine integer, because its first value is one
#         for i in range(size):
#             sum += data[i]  # no check of the length
#         return sum
#
# Viper takes `-> None` for an error, so a function that has nothing to tell returns a number that nobody needs. What a
# call returns is an object there; int() makes a machine integer of it.
#
# Machine code runs without the interpreter, and from RAM rather than through the cache of the Pico's flash. It is also
# larger: native code for the path of every frame costs 9 kB of heap. Everything else is plain bytecode.

TYPE_CHECKING = False  # type checkers treat this name as true; MicroPython has no `typing`

try:
    import micropython
    from micropython import const

    ptr8 = ptr16 = ptr32 = bytearray
except ImportError:

    class micropython:
        @staticmethod
        def native(function):
            return function

        viper = native

    def const(value):
        return value

    def ptr8(buffer):
        return buffer

    ptr16 = ptr32 = ptr8
