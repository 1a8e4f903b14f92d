"""Runs the command on an imitation of Windows: `python -X warn_default_encoding windows.py COMMAND`.

Python and the packages we use have Windows halves of their own, so they are loaded first and not tested. Our code then
runs without what Windows lacks: modules, names in `os` and `signal`, readers and signal handlers of event loops, and
waiting for anything except sockets. A rename cannot replace a file, and an open file cannot be removed. With `import`
in place of a command, it imports every module.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import pkgutil
import selectors
import signal
import stat
import sys
import warnings
from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import Callable
from pathlib import Path
from typing import Any

MODULES = ("crypt", "curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
OF_OS = (
    *("chown", "chroot", "confstr", "ctermid", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid"),
    *("getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority", "getresuid", "getsid", "getuid", "initgroups"),
    *("killpg", "lchown", "lockf", "mkfifo", "mknod", "nice", "openpty", "pathconf", "pipe2", "posix_fadvise"),
    *("posix_spawn", "pread", "pwrite", "readv", "sched_getaffinity", "sched_yield", "sendfile", "set_blocking"),
    *("setegid", "seteuid", "setgid", "setpgid", "setsid", "setuid", "statvfs", "sync", "sysconf", "tcgetpgrp"),
    *("tcsetpgrp", "ttyname", "uname", "wait", "wait3", "wait4", "WIFEXITED", "WEXITSTATUS", "writev"),
)
OF_SIGNAL = (
    *("SIGALRM", "SIGBUS", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGIO", "SIGKILL", "SIGPIPE", "SIGPROF", "SIGQUIT"),
    *("SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill"),
    *("pthread_sigmask", "setitimer", "siginterrupt", "sigpending", "sigwait"),
)
OURS = ("mouseboard", "mousetable")
ELSEWHERE = {
    "mouseboard.cli.commands.types",  # for type checkers only
    *(f"mousetable.{name}" for name in ("main", "micro", "unix")),  # MicroPython's
    *(f"mousetable.chip.{name}" for name in ("board", "sampler", "strip", "usb")),
}
"""Modules that are not imported on Windows."""


class WindowsSelector(selectors.SelectSelector):
    """A selector that accepts only sockets, and at least one, as `select` does there."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        files = [key.fd for key in self.get_map().values()]
        if not files:
            raise OSError(10022, "An invalid argument was supplied")
        if not all(stat.S_ISSOCK(os.fstat(file).st_mode) for file in files):
            raise OSError(10038, "An operation was attempted on something that is not a socket")
        return super().select(timeout)


def refused(*_: object, **__: object) -> Any:
    raise NotImplementedError


class WindowsLoop(BaseSelectorEventLoop):
    """An event loop without the methods that the default loop lacks there."""

    add_reader = remove_reader = add_writer = remove_writer = refused
    add_signal_handler = remove_signal_handler = refused


class Policy(asyncio.DefaultEventLoopPolicy):
    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return WindowsLoop(WindowsSelector())


def become_windows() -> None:
    for package in OURS:
        import_all(package, ELSEWHERE)
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]
    blocked: Any = dict.fromkeys(MODULES)
    sys.modules.update(blocked)
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    remove = no_open_file(os.remove)
    vars(os).update(rename=no_replacing(os.rename), remove=remove, unlink=remove)
    vars(asyncio)["SelectorEventLoop"] = BaseSelectorEventLoop
    vars(selectors)["DefaultSelector"] = WindowsSelector
    asyncio.set_event_loop_policy(Policy())
    warnings.simplefilter(
        "ignore", EncodingWarning
    )  # the firmware's: it writes ASCII, and MicroPython knows only UTF-8
    warnings.filterwarnings("error", category=EncodingWarning, module="mouseboard")
    sys.platform = "win32"


def import_all(package: str, but: set[str]) -> None:
    """Import every module of a package except `but`. A folder without `__init__` has none."""
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        if found.name not in but and not found.name.endswith("__main__"):
            importlib.import_module(found.name)


def no_replacing(rename: Callable[..., None]) -> Callable[..., None]:
    def windows_rename(source: str, target: str) -> None:
        if Path(target).exists():
            raise FileExistsError(17, "Cannot create a file when that file already exists", target)
        rename(source, target)

    return windows_rename


def no_open_file(remove: Callable[..., None]) -> Callable[..., None]:
    """Return a function that refuses to remove open files. Only Linux tells which are open; elsewhere none count."""

    def windows_remove(path: str, *, dir_fd: int | None = None) -> None:
        mine = Path("/proc/self/fd")
        if mine.exists():
            file = path if dir_fd is None else mine / str(dir_fd) / path
            if os.path.realpath(file) in map(os.path.realpath, mine.iterdir()):
                raise PermissionError(13, "The process cannot access the file because it is being used", path)
        remove(path, dir_fd=dir_fd)

    return windows_remove


def main(arguments: list[str]) -> int:
    become_windows()
    if arguments == ["import"]:
        for package in OURS:
            import_all(package, ELSEWHERE)
        return 0
    from mouseboard.cli import main

    return main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
