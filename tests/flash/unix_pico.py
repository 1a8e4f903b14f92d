# mypy: ignore-errors
# A Pico for MicroPython's unix port. Its flash is a real LittleFS in a file, and its prompt is that of raw_repl.py. It
# reports an RP2040, and starts /main.py. Only `machine` and the firmware's hardware adapter are made up.
#
#     MICROPYPATH=tests/helpers micropython tests/flash/unix_pico.py IMAGE BLOCKS FACTS WRITES
#
# IMAGE is the flash; the program makes it if it is missing. FACTS are platform, machine, version and mpy number (0: the
# unix port's own), separated by commas. The power fails after WRITES writes to the flash (0: never). Exit status RESET
# asks for a restart. With `ls` in place of FACTS it prints the files on the flash and ends.

import os
import sys
import time
from binascii import hexlify

import vfs
from raw_repl import CTRL_C, CTRL_D, Prompt

BLOCK = 4096
RESET = 3
SIMULATED = "firmware/mousetable/simulated.py"


class Disk:
    """A block device in a file. The power fails after `writes` writes."""

    def __init__(self, path, blocks, writes):
        self._blocks = blocks
        self._writes = 0
        try:
            self._file = open(path, "r+b")
        except OSError:
            with open(path, "wb") as file:
                for _ in range(blocks):
                    file.write(b"\xff" * BLOCK)
            self._file = open(path, "r+b")
            vfs.VfsLfs2.mkfs(self)
        self._writes = writes

    def readblocks(self, number, buffer, offset=0):
        self._file.seek(number * BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, number, buffer, offset=0):
        self._file.seek(number * BLOCK + offset)
        self._file.write(buffer)
        self._writes -= 1
        if self._writes == 0:
            os.system("kill -9 $PPID")

    def ioctl(self, what, _):
        return {4: self._blocks, 5: BLOCK, 6: 0}.get(what)


class Line(Prompt):
    """A line read byte by byte, as a Pico does, so bytes after a Ctrl-C are left for the prompt."""

    reboot = b"OK\r\nMPY: soft reboot\r\n"

    def byte(self):
        return self._in.read(1) if self._readable.poll(1) else b""

    def write(self, data):
        return self._out.write(data) or 0

    def _fill(self):
        self._input += self._in.read(1)

    def _pasted(self):
        code = bytearray()
        while (byte := self._in.read(1)) not in (CTRL_C, CTRL_D):
            code += byte
        return bytes(code) if byte == CTRL_D else b"raise KeyboardInterrupt"


def be_a_pico(facts, simulated, line):
    """Replace sys, machine and the hardware adapter by those of a Pico with these facts."""
    platform, machine, version, mpy = facts.split(",")

    class Implementation:
        name = "micropython"
        _machine = machine
        _mpy = int(mpy) or sys.implementation._mpy

    class Sys:
        pass

    class Machine:
        mem32 = {}

        @staticmethod
        def reset():
            sys.exit(RESET)

    class Adapter:
        @staticmethod
        def PicoHardware(settings):
            return hardware(simulated, settings, line)

    for name in dir(sys):
        if not name.startswith("__"):
            setattr(Sys, name, getattr(sys, name))
    Implementation.version = tuple(int(part) for part in version.split("."))
    Sys.platform, Sys.implementation = platform, Implementation
    sys.modules.update({"sys": Sys, "machine": Machine, "mousetable.chip.board": Adapter})
    sys.path[:] = ["", "/lib"]


def hardware(simulated, settings, line):
    """Return the simulated adapter on a real clock and line. It runs from source, because it is not on the flash."""
    from mousetable import build

    names = {"__name__": "mousetable.simulated"}
    exec(simulated, names)

    class Hardware(names["SimulatedHardware"]):
        def now(self):
            return time.ticks_ms()

        def read_into(self, buffer):
            byte = line.byte()
            buffer[: len(byte)] = byte
            return len(byte)

        def write(self, data, start, end):
            return line.write(data[start:end])

        def wait(self, ms):
            pass

        def release(self):
            pass

    board = Hardware(settings, hexlify(os.urandom(4)).decode())
    board.build = build.name(build.installed())
    return board


def listing(folder):
    found = {}
    for name, kind, *_ in os.ilistdir("/" + folder):
        if kind == 0x4000:
            found.update(listing(folder + name + "/"))
        else:
            with open("/" + folder + name, "rb") as file:
                found[folder + name] = file.read()
    return found


def main(image, blocks, facts, writes):
    with open(SIMULATED) as file:
        simulated = file.read()
    disk = Disk(image, int(blocks), int(writes))
    line = Line(open(0, "rb", 0), open(1, "wb", 0))
    vfs.umount("/")
    vfs.mount(vfs.VfsLfs2(disk), "/")
    os.chdir("/")
    if facts == "ls":
        print(listing(""))
        return
    be_a_pico(facts, simulated, line)
    if "main.py" in os.listdir("/"):
        try:
            with open("/main.py") as file:
                exec(file.read(), {"__name__": "__main__"})
        except Exception as error:
            sys.print_exception(error)
    line.serve()


main(*sys.argv[1:])
