# What MicroPython's compiler knows and CPython does not, so that the same files run on both.
#
# `const` folds a number into the byte code. `@micropython.native` and `@micropython.viper` compile to machine code; in
# the second `ptr8`, `ptr16` and `ptr32` are bare pointers to bytes, half words and words. All are recognised by name
# when MicroPython compiles; CPython sees ordinary functions.
#
# Machine code runs without the interpreter and from RAM, not through the cache of the Pico's flash. It takes more room:
# making native what every frame goes through cost 9 kB of heap. So the rest is plain.

TYPE_CHECKING = False  # type checkers know the name and look into what follows it; MicroPython has no `typing`

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
