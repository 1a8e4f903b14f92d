# What the table calls its firmware: the version, and a hash of the very files that run. Who put them there works out
# the same name, and so knows without stopping the table whether they are still what they should be.

import os
from binascii import hexlify
from hashlib import sha256

VERSION = "0.1.0"
PACKAGE = "mousetable"
MAIN = "main.py"


def installed(root: str = "/") -> "dict[str, bytes]":
    """SHA-256 of main.py and of each file in the package, by path below the root."""
    paths = [MAIN] if MAIN in os.listdir(root) else []
    if PACKAGE in os.listdir(root):
        paths += [PACKAGE + "/" + name for name in os.listdir(root + PACKAGE)]
    return {path: digest(root + path) for path in paths if not os.stat(root + path)[0] & 0x4000}  # but no folders


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
    """The version and, behind a plus, what stands for all files with their paths."""
    whole = sha256()
    for path in sorted(digests):
        whole.update(path.encode())
        whole.update(digests[path])
    return VERSION + "+" + hexlify(whole.digest()[:4]).decode()
