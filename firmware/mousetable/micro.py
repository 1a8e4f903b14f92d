# What MicroPython's compiler knows and CPython does not, so that the same files run on both.
#
# `const` folds a number into the byte code. `@micropython.viper` compiles to machine code; inside it `ptr8` and
# `ptr32` are bare pointers to bytes and words. Both are recognised by name when MicroPython compiles; CPython sees
# ordinary functions.

TYPE_CHECKING = False  # type checkers know the name and look into what follows it; MicroPython has no `typing`

try:
    import micropython
    from micropython import const

    ptr8 = ptr32 = bytearray
except ImportError:

    class micropython:
        @staticmethod
        def viper(function):
            return function

    def const(value):
        return value

    ptr8 = ptr32 = bytearray
