"""Why a port could not be opened, or was lost: one sentence per cause, whatever the operating system calls it.

Operating systems report the same cause with different numbers. pyserial passes them on in three ways: as its own
`errno`; as the error that its own was raised from; and, on Windows, only in its text: `could not open port 'COM3':
PermissionError(13, 'Access is denied.', None, 5)`. The last number there is the Windows error code.
"""

from __future__ import annotations

import errno
import re
import socket
import stat
from pathlib import Path

from mouseboard.holders import holder_of
from mouseboard.say import Say, say

NO_NAME = say("which table? Name its port, such as /dev/ttyACM0, or `auto` for the one Pico that is plugged in")
NO_SUCH_PORT = "no such port"
NO_PERMISSION = "no permission"
BUSY = "busy: another program has it open"
GONE = "nobody is at its other end"
NOT_SERIAL = "not a serial port"

BAD_URL = "not the URL of a port; allowed are socket://HOST:PORT and rfc2217://HOST:PORT"
NO_HOST = "no such host"
REFUSED = "nothing listens there"
SILENT = "no answer from there"
NO_RFC2217 = "no answer in RFC 2217 from there: another protocol, or another program has the port"
CLOSED = "its other end closed the connection"

BY_ERRNO = {
    errno.ENOENT: NO_SUCH_PORT,
    errno.EACCES: NO_PERMISSION,
    errno.EPERM: NO_PERMISSION,
    errno.EBUSY: BUSY,
    errno.EAGAIN: BUSY,  # it is locked
    errno.EIO: GONE,
    errno.ENXIO: GONE,  # macOS: "Device not configured"
    errno.ENODEV: GONE,
    errno.EPROTO: GONE,  # Linux: a hub or a cable that fails
    errno.ESHUTDOWN: GONE,  # Linux: its USB port has been switched off
}

# learn.microsoft.com/windows/win32/debug/system-error-codes. For a device that is gone, USB drivers are free to choose
# among several codes. These are the ones that pyserial's users have met.
BY_WINERROR = {
    2: NO_SUCH_PORT,  # ERROR_FILE_NOT_FOUND
    3: NO_SUCH_PORT,  # ERROR_PATH_NOT_FOUND
    123: NO_SUCH_PORT,  # ERROR_INVALID_NAME
    5: BUSY,  # ERROR_ACCESS_DENIED: a COM port gives it for no other reason
    32: BUSY,  # ERROR_SHARING_VIOLATION
    170: BUSY,  # ERROR_BUSY
    6: GONE,  # ERROR_INVALID_HANDLE: after sleep
    21: GONE,  # ERROR_NOT_READY
    22: GONE,  # ERROR_BAD_COMMAND: "The device does not recognize the command."
    31: GONE,  # ERROR_GEN_FAILURE: "A device attached to the system is not functioning."
    55: GONE,  # ERROR_DEV_NOT_EXIST
    121: GONE,  # ERROR_SEM_TIMEOUT
    433: GONE,  # ERROR_NO_SUCH_DEVICE
    995: GONE,  # ERROR_OPERATION_ABORTED: by the removal of the device
    1117: GONE,  # ERROR_IO_DEVICE
    1167: GONE,  # ERROR_DEVICE_NOT_CONNECTED
    1617: GONE,  # ERROR_DEVICE_REMOVED
}

ROOT = 0
"""The number of root's group, whose members may do far more than open a port."""
READ_AND_WRITE = stat.S_IRGRP | stat.S_IWGRP

LONGEST_TEXT = 1_000
"""The part of pyserial's text that is examined, in characters from its end: before that it repeats the port's name."""
_IN_TEXT = re.compile(r"\w+Error\(\d+, .*, None, (\d+)\)")  # an OSError on Windows, as Python writes it
_NOTHING_READ = "returned no data"  # pyserial's text for a device that is gone, or of which two programs read
_HUNG_UP = ("socket disconnected", "reader thread died")  # the same for a connection that was closed


def why_not_opened(name: str, error: Exception) -> Say:
    """Return why a port could not be opened, and the remedy if there is one."""
    sentence = _network(error) or _of_code(error)
    if sentence == NO_PERMISSION:
        return _no_permission(name)
    if sentence == BUSY and (holder := holder_of(name)):
        return say("busy: {program} has it open", program=holder)
    if not sentence and "://" in name:
        cause = _cause(error)
        sentence = BAD_URL if isinstance(cause, ValueError) and cause is not error else NO_RFC2217
    return say(sentence or NOT_SERIAL)


def why_lost(name: str, error: Exception) -> str:
    """Return why an open port of this name has ended."""
    if _NOTHING_READ in str(error) and holder_of(name):  # another program was faster
        return BUSY
    # A removed device is reported as "denied" or "not found" as often as it is reported as gone.
    if _of_code(error) or _NOTHING_READ in str(error) or not isinstance(error, OSError):
        return GONE
    return _network(error) or " ".join((error.strerror or str(error)).split())


def _network(error: Exception) -> str:
    """Return the sentence for a network error, or "" for any other error."""
    cause = _cause(error)
    if isinstance(cause, socket.gaierror | UnicodeError):  # the second: names have a limit
        return NO_HOST
    if isinstance(cause, ConnectionRefusedError):
        return REFUSED
    if isinstance(cause, TimeoutError) or getattr(cause, "errno", None) in (errno.EHOSTUNREACH, errno.ENETUNREACH):
        return SILENT
    if isinstance(cause, ConnectionError) or any(words in str(error) for words in _HUNG_UP):
        return CLOSED
    return ""


def _of_code(error: Exception) -> str:
    if in_text := _IN_TEXT.search(str(error)[-LONGEST_TEXT:]):
        return BY_WINERROR.get(int(in_text[1]), "")
    cause = _cause(error)
    windows = getattr(cause, "winerror", None)
    if windows is not None:
        return BY_WINERROR.get(windows, "")
    return next((BY_ERRNO[number] for number in cause.args[:1] if number in BY_ERRNO), "")  # of termios.error too


def _cause(error: BaseException) -> BaseException:
    """Return the system's error: pyserial's own if it has a number, else the one that it was raised from."""
    while getattr(error, "errno", None) is None and error.__context__ is not None:
        error = error.__context__
    return error


def _no_permission(path: str) -> Say:
    try:
        import grp
    except ImportError:  # Windows, which reports permissions in another way
        return say(NO_PERMISSION)
    port = Path(path).stat()
    if port.st_gid == ROOT or port.st_mode & READ_AND_WRITE != READ_AND_WRITE:  # as in a container
        text = "no permission; only root may open it: `sudo chown $USER {port}` lends it to you until it is unplugged"
        return say(text, port=path)
    try:
        group = grp.getgrgid(port.st_gid).gr_name
    except KeyError:
        group = str(port.st_gid)
    return say(
        "no permission; it belongs to group {group}: `sudo usermod -aG {group} $USER`, then log in again", group=group
    )
