"""Every error of pyserial becomes one of a few sentences, on each operating system.

The texts are those that pyserial 3.5 makes (serialposix, serialwin32, protocol_socket, rfc2217) of the messages of
Linux, macOS and Windows. Only those of Linux have been seen for real.
"""

from __future__ import annotations

import errno
import os
import socket
import termios

import pytest
from serial import SerialException, SerialTimeoutException

from mouseboard.link.trouble import (
    BAD_URL,
    BUSY,
    CLOSED,
    GONE,
    NO_HOST,
    NO_RFC2217,
    NO_SUCH_PORT,
    NOT_SERIAL,
    REFUSED,
    SILENT,
    why_lost,
    why_not_opened,
)


def posix(number: int, port: str = "/dev/ttyACM0") -> SerialException:
    """Return the error that pyserial raises after a failed open() or flock()."""
    return SerialException(number, f"could not open port {port}: [Errno {number}] {os.strerror(number)}")


def windows(number: int, kind: str = "PermissionError", code: int = 13, what: str = "...") -> str:
    """Return Python's text of a Windows error."""
    return f"{kind}({code}, '{what}', None, {number})"


def opening(number: int, kind: str = "OSError", code: int = 22, what: str = "...") -> SerialException:
    """Return the error that pyserial raises after a failed CreateFile()."""
    return SerialException(f"could not open port 'COM3': {windows(number, kind, code, what)}")


def raised_from(cause: Exception, text: str) -> SerialException:
    """Return the error that pyserial raises while it handles `cause`."""
    error = SerialException(f"{text}: {cause}")
    error.__context__ = cause
    return error


NOT_OPENED = [
    # Linux and macOS, with the system's own errno numbers
    (posix(errno.ENOENT), NO_SUCH_PORT),
    (posix(errno.EBUSY), BUSY),  # macOS: [Errno 16] Resource busy
    (SerialException(errno.EAGAIN, "Could not exclusively lock port ...: [Errno 11] ..."), BUSY),
    (posix(errno.EIO), GONE),
    (posix(errno.ENXIO), GONE),  # macOS: [Errno 6] Device not configured
    (posix(errno.ENODEV), GONE),
    (posix(errno.EISDIR), NOT_SERIAL),
    (
        raised_from(termios.error(errno.ENOTTY, "Inappropriate ioctl for device"), "Could not configure port"),
        NOT_SERIAL,
    ),
    (raised_from(termios.error(errno.EIO, "Input/output error"), "Could not configure port"), GONE),
    (termios.error(errno.EIO, "Input/output error"), GONE),  # flushed at the moment of unplugging
    # Windows
    (opening(2, "FileNotFoundError", 2, "The system cannot find the file specified."), NO_SUCH_PORT),
    (opening(3, "FileNotFoundError", 2, "The system cannot find the path specified."), NO_SUCH_PORT),
    (opening(123, what="The filename, directory name, or volume label syntax is incorrect."), NO_SUCH_PORT),
    (opening(5, "PermissionError", 13, "Access is denied."), BUSY),
    (opening(32, "PermissionError", 13, "... because it is being used by another process."), BUSY),
    (opening(170, what="The requested resource is in use."), BUSY),
    (opening(31, "PermissionError", 13, "A device attached to the system is not functioning."), GONE),
    (opening(121, what="The semaphore timeout period has expired."), GONE),
    (opening(433, what="A device which does not exist was specified."), GONE),
    (opening(1167, what="The device is not connected."), GONE),
    (opening(1, what="Incorrect function."), NOT_SERIAL),
    (SerialException(f"Cannot configure port, something went wrong. Original message: {windows(31)}"), GONE),
    (SerialException(f"Cannot configure port, something went wrong. Original message: {windows(87)}"), NOT_SERIAL),
]


@pytest.mark.parametrize(("error", "sentence"), NOT_OPENED)
def test_an_error_while_opening_a_port_becomes_a_known_sentence(error: Exception, sentence: str) -> None:
    assert str(why_not_opened("COM3", error)) == sentence


OVER_NETWORK = [
    (raised_from(socket.gaierror(-2, "Name or service not known"), "Could not open port"), NO_HOST),
    (raised_from(socket.gaierror(11001, "getaddrinfo failed"), "Could not open port"), NO_HOST),  # Windows
    (raised_from(UnicodeError("label empty or too long"), "Could not open port"), NO_HOST),
    (raised_from(ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"), "Could not open port"), REFUSED),
    (raised_from(TimeoutError("timed out"), "Could not open port"), SILENT),
    (raised_from(OSError(errno.EHOSTUNREACH, "No route to host"), "Could not open port"), SILENT),
    (raised_from(OSError(errno.ENETUNREACH, "Network is unreachable"), "Could not open port"), SILENT),  # no Wi-Fi
    (ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), CLOSED),  # during the negotiation of RFC 2217
    (SerialException("Remote does not seem to support RFC2217 or BINARY mode [...]"), NO_RFC2217),
    (SerialException("timeout while waiting for option 'purge'"), NO_RFC2217),
    (ValueError("remote rejected value for option 'baudrate'"), NO_RFC2217),
    (raised_from(ValueError("unknown option: 'speed'"), "expected a string in the form ..."), BAD_URL),
]


@pytest.mark.parametrize(("error", "sentence"), OVER_NETWORK)
def test_an_error_while_opening_a_network_port_becomes_a_known_sentence(error: Exception, sentence: str) -> None:
    assert str(why_not_opened("rfc2217://pi:4000", error)) == sentence


LOST = [
    # Linux and macOS: a cable pulled, a hub that resets, a computer that slept
    (OSError(errno.EIO, "Input/output error"), GONE),
    (OSError(errno.ENXIO, "Device not configured"), GONE),
    (OSError(errno.ENODEV, "No such device"), GONE),
    (OSError(errno.EPROTO, "Protocol error"), GONE),
    (OSError(errno.ESHUTDOWN, "Cannot send after transport endpoint shutdown"), GONE),
    (raised_from(OSError(errno.EIO, "Input/output error"), "read failed"), GONE),
    (raised_from(OSError(errno.ENXIO, "Device not configured"), "write failed"), GONE),
    (SerialException("device reports readiness to read but returned no data (device disconnected or ...)"), GONE),
    (TypeError("'NoneType' object cannot be interpreted as an integer"), GONE),  # its descriptor is gone
    # Windows
    (
        SerialException(f"ClearCommError failed ({windows(22, what='The device does not recognize the command.')})"),
        GONE,
    ),
    (SerialException(f"ClearCommError failed ({windows(5, what='Access is denied.')})"), GONE),
    (SerialException(f"ClearCommError failed ({windows(6, 'OSError', 9, 'The handle is invalid.')})"), GONE),
    (SerialException(f"ReadFile failed ({windows(31)})"), GONE),
    (SerialException(f"GetOverlappedResult failed ({windows(5)})"), GONE),
    (SerialException(f"GetOverlappedResult failed ({windows(995, 'OSError', 22)})"), GONE),
    (SerialException(f"WriteFile failed ({windows(22)})"), GONE),
    (SerialException(f"WriteFile failed ({windows(433, 'OSError', 22)})"), GONE),
    (SerialException(f"WriteFile failed ({windows(1167, 'OSError', 22)})"), GONE),
    # The network
    (SerialException("socket disconnected"), CLOSED),
    (raised_from(SerialException("socket disconnected"), "read failed"), CLOSED),
    (SerialException("connection failed (reader thread died)"), CLOSED),
    (raised_from(ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), "read failed"), CLOSED),
    (raised_from(BrokenPipeError(errno.EPIPE, "Broken pipe"), "write failed"), CLOSED),
    (raised_from(TimeoutError(errno.ETIMEDOUT, "Connection timed out"), "read failed"), SILENT),
    (raised_from(OSError(errno.EHOSTUNREACH, "No route to host"), "read failed"), SILENT),
    # Unknown errors are passed on
    (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
    (SerialException("something new\nunder the sun"), "something new under the sun"),
]


@pytest.mark.parametrize(("error", "sentence"), LOST)
def test_an_error_on_an_open_port_becomes_a_known_sentence(error: Exception, sentence: str) -> None:
    assert why_lost("/dev/ttyACM0", error) == sentence


def test_a_write_timeout_is_not_described_as_a_lost_port() -> None:
    """The threaded stream drops it. If one came through, the connection would still not be lost."""
    assert why_lost("COM3", SerialTimeoutException("Write timeout")) == "Write timeout"
