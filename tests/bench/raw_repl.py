# The raw prompt of a Pico on standard input and output, for MicroPython's unix port, which has none: just as much of it
# as belay wants, raw paste included. Input is taken in chunks and output is not held back, which favours belay.

import io
import select

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
BANNER = b"raw REPL; CTRL-B to exit\r\n>"
WINDOW = b"\xff\x7f"  # more than is ever pasted here, so that nobody waits for room


class Prompt:
    def __init__(self, line_in: "io.RawIOBase", line_out: "io.RawIOBase"):
        self._in = line_in  # does not block: read() gives what is there
        self._out = line_out
        self._readable = select.poll()
        self._readable.register(line_in, select.POLLIN)
        self._input = b""
        self._names: dict[str, object] = {}

    def serve(self) -> None:
        """For ever."""
        answers = {CTRL_A: BANNER, CTRL_B: b"\r\n>>> ", CTRL_C: b"\r\n>>> ", CTRL_D: b"OK\r\n" + BANNER}
        while True:
            byte = self._take(1)
            if byte == CTRL_E:
                self._take(2)  # A, Ctrl-A
                self._out.write(b"R\x01" + WINDOW + CTRL_A)
                code = self._pasted()
                self._out.write(CTRL_D)
                self._execute(code)
            elif byte in answers:
                self._out.write(answers[byte])

    def _take(self, count: int) -> bytes:
        while len(self._input) < count:
            self._fill()
        taken, self._input = self._input[:count], self._input[count:]
        return taken

    def _pasted(self) -> bytes:
        while CTRL_D not in self._input:
            self._fill()
        code, _, self._input = self._input.partition(CTRL_D)
        return code

    def _fill(self) -> None:
        self._readable.poll()
        self._input += self._in.read(4096) or b""

    def _execute(self, code: bytes) -> None:
        failure = b""
        try:
            exec(code, self._names)
        except Exception as error:
            failure = repr(error).encode()
        self._out.write(CTRL_D + failure + CTRL_D + b">")


Prompt(open(0, "rb", 0), open(1, "wb", 0)).serve()  # noqa: SIM115
