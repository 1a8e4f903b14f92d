"""Bare Debian computers inside this one: made once by debootstrap, copied for each test, booted with a real systemd."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

from tests.helpers import ports
from tests.helpers.built import ROOT
from tests.real.tools import miss, need
from tests.web.served import until

CGROUPS = [Path("/sys/fs/cgroup", name) for name in ("", "unified", "systemd")]
"""Where systemd keeps its groups: in one tree (version 2 alone), or in two (version 2 beside version 1)."""
CLEAN = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
"""The environment of a command, as after logging in as root."""
PATIENCE_S = 600
"""Longest a command may take; installing on an emulated processor is slow."""
SERVE_AND_ASK = """
mouseboard serve --port {port} >/dev/null & page=$!
python3 - <<'END'
import time, urllib.request
for _ in range(600):
    try:
        print(urllib.request.urlopen("http://127.0.0.1:{port}/").status)
        break
    except OSError:
        time.sleep(0.1)
END
kill $page
"""
"""A shell's commands that start a page and print how it answers."""

_numbers = count(1)


@dataclass(frozen=True)
class Debian:
    """A computer with a bare Debian. It shares this machine's network."""

    root: Path
    """Its disk. Tests may read and write files there at any time."""

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command as root while the computer is off, as in a rescue shell."""
        return _run(check, "timeout", str(PATIENCE_S), *self._nspawn("--pipe", *_settings()), "--", *words)

    @contextmanager
    def booted(self, *options: str) -> Iterator[Booted]:
        """Boot with systemd, and cut the power when the block ends. Options are those of systemd-nspawn."""
        with _own_cgroup() as join:
            words = ["sh", "-c", f'{join} exec "$@"', "boot", *self._nspawn("--console=pipe", "--boot", *options)]
            environment = os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
            with (self.root / "var/log/console").open("wb") as console:
                outside = subprocess.Popen(
                    words, env=environment, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT
                )
            machine = Booted(self.root, outside)
            try:
                until(lambda: machine.is_up() or outside.poll() is not None)
                assert outside.poll() is None, (self.root / "var/log/console").read_text()
                yield machine
            finally:
                machine.cut_power()

    def _nspawn(self, *options: str) -> list[str]:
        named = ["--directory", str(self.root), f"--machine={_name()}", "--register=no", "--keep-unit"]
        return [need("systemd-nspawn"), "--quiet", *named, *options]


@dataclass(frozen=True)
class Booted:
    """A computer that is on."""

    root: Path
    outside: subprocess.Popen[bytes]

    @property
    def init(self) -> int:
        """The process on this machine that is the first one over there, or 0 while there is none."""
        children = Path(f"/proc/{self.outside.pid}/task/{self.outside.pid}/children")
        return int((children.read_text().split() or ["0"])[0])

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command as root, as over ssh."""
        inside = [need("nsenter"), "--target", str(self.init), "--all", "env", "-i", *_pairs()]
        return _run(check, *inside, *words)

    def is_up(self) -> bool:
        """Whether systemd has started all that it was to start, well or badly."""
        return bool(self.init) and self.run("systemctl", "is-system-running", check=False).stdout.strip() in (
            "running",
            "degraded",
        )

    def cut_power(self) -> None:
        """End every process at once, without a word of warning."""
        if self.outside.poll() is None:
            os.kill(self.init or self.outside.pid, signal.SIGKILL)
            self.outside.wait(timeout=20)


def install(computer: Debian | Booted, package: Path) -> str:
    """Install a package with all that it needs, and return what is said."""
    shutil.copy(package, computer.root / "root" / package.name)
    return computer.run("apt-get", "install", "--yes", f"/root/{package.name}").stdout


def check_plays_as_here(computer: Debian, game: str) -> None:
    """Check that a game plays as on this machine, from the checkout."""
    words = ["play", game, "--auto", "--seed", "7"]
    here = subprocess.run([sys.executable, "-m", "mouseboard", *words], check=True, capture_output=True, text=True)
    assert computer.run("mouseboard", *words).stdout == here.stdout


def check_serves_the_page(computer: Debian) -> None:
    with ports.held() as held:
        assert computer.run("sh", "-c", SERVE_AND_ASK.format(port=ports.number(held))).stdout == "200\n"


@contextmanager
def debian(release: str, folder: Path, architecture: str = "amd64") -> Iterator[Debian]:
    """A bare Debian in the folder, until the block ends."""
    base = _base(release, architecture)
    disk = folder / f"{release}-{architecture}"
    upper, work, root = disk / "written", disk / "work", disk / "root"
    for path in (upper, work, root):
        path.mkdir(parents=True)
    overlay = f"lowerdir={base},upperdir={upper},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", overlay, str(root)], check=True)
    try:
        yield Debian(root)
    finally:
        subprocess.run(["umount", "--lazy", str(root)], check=True)
        shutil.rmtree(disk)


def _base(release: str, architecture: str) -> Path:
    """Return the folder with this Debian; make it at its first use. Only one for our own processor can be booted."""
    if os.name != "posix" or os.geteuid() != 0:
        miss("a bare Debian: run this as root")
    base = ROOT / ".tools" / f"debian-{release}-{architecture}"
    need("systemd-nspawn")
    if architecture != _own_architecture() and not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        miss(f"programs of {architecture} do not run here: tests/get_real.sh cares for that")
    if not base.exists():
        (ROOT / ".tools").mkdir(exist_ok=True)
        new = Path(mkdtemp(dir=ROOT / ".tools"))
        hasty = new / "etc/dpkg/dpkg.cfg.d/hasty"
        hasty.parent.mkdir(parents=True)
        hasty.write_text("force-unsafe-io\n")
        booting = ["--include=systemd-sysv,dbus"] if architecture == _own_architecture() else []
        made = [need("debootstrap"), f"--arch={architecture}", "--variant=minbase", *booting]
        _run(True, *made, release, str(new), *_mirror())
        hasty.unlink()
        new.chmod(0o755)
        with suppress(OSError):  # another test was faster
            new.rename(base)
        shutil.rmtree(new, ignore_errors=True)
    return base


def _own_architecture() -> str:
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()


def _mirror() -> list[str]:
    """Return the mirror that this machine's own apt uses for Debian; without one debootstrap knows its own."""
    asked = ["apt-get", "indextargets", "--format", "$(SITE)", "Label: Debian", "Origin: Debian"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()[:1]


@contextmanager
def _own_cgroup() -> Iterator[str]:
    """Make control groups for one boot. Give the words for a shell to enter them."""
    groups = [tree / _name() for tree in CGROUPS if (tree / "cgroup.procs").exists()]
    for group in groups:
        group.mkdir()
    try:
        yield " ".join(f"echo $$ >{group}/cgroup.procs;" for group in groups)
    finally:
        for group in groups:
            for folder, _, _ in os.walk(group, topdown=False):
                _remove(Path(folder))


def _remove(group: Path) -> None:
    """Remove a control group; the kernel may still be counting who has just died in it."""
    for _ in range(50):
        with suppress(OSError):
            return group.rmdir()
        time.sleep(0.02)
    return group.rmdir()


def _name() -> str:
    """Return a name that no other computer has."""
    return f"mouse{os.getpid()}-{next(_numbers)}"


def _pairs() -> list[str]:
    return [f"{name}={value}" for name, value in CLEAN.items()]


def _settings() -> list[str]:
    return [f"--setenv={pair}" for pair in _pairs()]


def _run(check: bool, *words: str) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 or not check, f"{' '.join(words)}: {ran.stdout}{ran.stderr}"
    return ran
