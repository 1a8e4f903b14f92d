# The raw prompt of a Pico on standard input and output, for MicroPython's unix port, which has none. It does what belay
# and mpremote need, including raw paste. It reads input in chunks and does not delay output, which favours belay.

import io
import select
import sys

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
BANNER = b"raw REPL; CTRL-B to exit\r\n>"
WINDOW = b"\xff\x7f"  # more than anybody pastes here, so nobody waits for room


class Prompt:
    reboot = b"OK\r\n"  # the answer to a Ctrl-D

    def __init__(self, line_in: "io.RawIOBase", line_out: "io.RawIOBase"):
        self._in = line_in  # does not block: read() returns what is there
        self._out = line_out
        self._readable = select.poll()
        self._readable.register(line_in, select.POLLIN)
        self._input = b""
        self._names: dict[str, object] = {}

    def serve(self) -> None:
        """Serve the prompt for ever."""
        answers = {CTRL_A: BANNER, CTRL_B: b"\r\n>>> ", CTRL_C: b"\r\n>>> ", CTRL_D: self.reboot + BANNER}
        line = b""
        while True:
            byte = self._take()
            if byte == CTRL_A and line == CTRL_E + b"A":
                self._out.write(b"R\x01" + WINDOW + CTRL_A)
                code = self._pasted()
                self._out.write(CTRL_D)
                self._execute(code)
            elif byte in answers:
                self._out.write(answers[byte])
            line = line + byte if byte not in answers else b""

    def _take(self) -> bytes:
        while not self._input:
            self._fill()
        taken, self._input = self._input[:1], self._input[1:]
        return taken

    def _pasted(self) -> bytes:
        while CTRL_D not in self._input and CTRL_C not in self._input:
            self._fill()
        end = CTRL_C if CTRL_C in self._input else CTRL_D
        code, _, self._input = self._input.partition(end)
        return code if end == CTRL_D else b"raise KeyboardInterrupt"

    def _fill(self) -> None:
        self._readable.poll()
        self._input += self._in.read(4096) or b""

    def _execute(self, code: bytes) -> None:
        failure = io.BytesIO()
        try:
            exec(code, self._names)
        except (Exception, KeyboardInterrupt) as error:
            sys.print_exception(error, failure)  # type: ignore[attr-defined]  # MicroPython's
        self._out.write(CTRL_D + failure.getvalue() + CTRL_D + b">")


if __name__ == "__main__":
    Prompt(open(0, "rb", 0), open(1, "wb", 0)).serve()  # noqa: SIM115
