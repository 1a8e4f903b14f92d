"""A real nginx in front of the page, set up as families and their friends with a server do it."""

from __future__ import annotations

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.real.tools import need
from tests.web.served import until

from mouseboard import web

PAGE = Path(web.__file__).with_name("PAGE.md").read_text(encoding="utf-8")
ABOVE, DOCUMENTED = re.findall(r"```nginx\n(.*?)```", PAGE, re.S)
NAME = "games.example.home"

CONFIG = """
daemon off;
user root;
pid {folder}/nginx.pid;
error_log stderr emerg;
worker_rlimit_nofile 8192;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {above}
    server {{
        listen 127.0.0.1:{port}{tls};
        server_name {name};
        {location}
    }}
}}
"""
TLS = " ssl;\nssl_certificate {folder}/cert.pem;\nssl_certificate_key {folder}/key.pem"


@dataclass(frozen=True)
class Arrangement:
    """A configuration of nginx, and the path at which it shows the page."""

    location: str
    path: str = "/"
    tls: bool = False


@contextmanager
def nginx(folder: Path, arrangement: Arrangement, port: int, page: int) -> Iterator[None]:
    """Run nginx on `port` in front of the page on port `page`, until the block ends."""
    if arrangement.tls:
        make_certificate(folder)
    config = folder / "nginx.conf"
    tls = TLS.format(folder=folder) if arrangement.tls else ""
    location = arrangement.location.replace("8700", str(page))
    config.write_text(CONFIG.format(folder=folder, port=port, tls=tls, name=NAME, above=ABOVE, location=location))
    words = [need("nginx"), "-p", str(folder), "-e", "stderr", "-c", str(config)]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: answers(port) or process.poll() is not None)
        assert process.poll() is None, process.communicate()[1]
        yield
    finally:
        process.terminate()
        process.communicate(timeout=10)


def make_certificate(folder: Path) -> None:
    """Make a self-signed certificate for our name."""
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    files = ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run([need("openssl"), *words, *files], cwd=folder, check=True, capture_output=True, timeout=20)


def answers(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0
