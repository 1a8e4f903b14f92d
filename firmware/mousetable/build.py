# The firmware's name: its version, and a hash of the files that run. `mouseboard table flash` computes the same name
# from its own files, so it can tell without stopping the table whether these are up to date.

import os
from binascii import hexlify
from hashlib import sha256

VERSION = "0.1.0"
PACKAGE = "mousetable"
MAIN = "main.py"
_FOLDER = 0x4000  # in a file's mode


def installed(root: str = "/") -> "dict[str, bytes]":
    """Return the SHA-256 of main.py and of each file in the package, by path below the root."""
    top = os.listdir(root)
    return {path: digest(root + path) for name in (MAIN, PACKAGE) if name in top for path in _files(root, name)}


def _files(root: str, path: str) -> "list[str]":
    """Return the path itself, or for a folder the paths of all files below it."""
    mode = os.stat(root + path)[0]
    if not mode & _FOLDER:
        return [path]
    return [file for name in os.listdir(root + path) for file in _files(root, path + "/" + name)]


def digest(path: str) -> bytes:
    whole = sha256()
    with open(path, "rb") as file:
        while True:
            part = file.read(512)
            if not part:
                result: bytes = whole.digest()
                return result
            whole.update(part)


def name(digests: "dict[str, bytes]") -> str:
    """Return the version, a plus, and eight hex digits that hash all files and their paths."""
    whole = sha256()
    for path in sorted(digests):
        whole.update(path.encode())
        whole.update(digests[path])
    return VERSION + "+" + hexlify(whole.digest()[:4]).decode()
