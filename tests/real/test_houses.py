"""The invitation leads phones to the page, whatever adapters the table's computer has."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from urllib.parse import urlsplit

import pytest
from tests.real.houses import Computer, house
from tests.real.tools import miss
from tests.real.visitors import PATIENCE, UNREACHABLE, Visitor
from tests.web.served import Json, Served

from mouseboard.evening.seats import AWAY_S
from mouseboard.serving.connections import STALL_S
from mouseboard.web.streams import ALIVE_S

pytestmark = pytest.mark.real

WIFI, WIFI_LATER, WIFI_6 = "192.168.178.23", "192.168.178.77", "fd12:3456::23"
TAILSCALE = "100.101.102.103"
INSIDE = {"docker0": "172.17.0.1", "br-4f2a": "172.18.0.1", "tun0": "10.8.0.2", "tailscale0": TAILSCALE}
FRESH_S = 10.0
"""Most seconds before the terminal prints a new address."""
NOTICED_S = ALIVE_S + STALL_S + AWAY_S + 6
"""Most seconds before all screens show that a phone is away: the next event, its timeout, the grace, a busy machine."""


@pytest.fixture
def computers() -> Iterator[tuple[Computer, Computer]]:
    """The table's computer and a phone, without a network between them."""
    with house("table", "phone") as (table, phone):
        yield table, phone


def join_wifi(table: Computer, phone: Computer, *addresses: str) -> None:
    """Connect both to one network. `addresses` are the table's; the phone gets matching ones that end in 40."""
    table.cable("wlan0", phone, "wlan0")
    for address in addresses or (f"{WIFI}/24",):
        table.address("wlan0", address)
        phone.address("wlan0", "fd12:3456::40/64" if ":" in address else "192.168.178.40/24")


def clutter(table: Computer) -> None:
    """Add the adapters of Docker, of a VPN that carries all outgoing traffic, and of Tailscale."""
    table.bridge("docker0", "172.17.0.1/16")
    table.bridge("br-4f2a", "172.18.0.1/16")
    table.tunnel("tun0", "10.8.0.2/24")
    table.tunnel("tailscale0", f"{TAILSCALE}/32")
    table.ip("route", "add", "default", "dev", "tun0")


def serve(folder: Path, table: Computer, *words: str) -> Served:
    return Served(folder, *words, within=table.within)


def invitation(served: Served, table: Computer) -> Json:
    """Return the page's invitation for the host, on the table's computer."""
    host = Visitor(served.folder / "host.cookies", within=table.within)
    return host.get(f"http://127.0.0.1:{served.port}/invite?token={served.token}").json


def come_in(served: Served, phone: Computer, invited: Json) -> str:
    """Follow the invitation on a phone and join; return the host name in the link."""
    visitor = Visitor(served.folder / "phone.cookies", within=phone.within)
    page = visitor.get(invited["join"])
    assert (page.status, "<title>Mouseboard</title>" in page.body) == (200, True)
    assert visitor.post(f"{invited['address']}join", {"code": invited["code"]}).status == 200
    return urlsplit(invited["join"]).hostname or ""


def told(served: Served, start: str) -> str:
    """Return the terminal's next line with this start. Kill the server if none comes in time."""
    assert served.process.stdout
    impatience = Timer(PATIENCE, served.process.kill)
    impatience.start()
    try:
        return next((line for line in served.process.stdout if line.startswith(start)), "")
    finally:
        impatience.cancel()


def test_a_phone_follows_the_qr_code_though_docker_a_vpn_and_tailscale_are_there(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    table, phone = computers
    clutter(table)
    join_wifi(table, phone)
    with serve(tmp_path, table, "--phones") as served:
        invited = invitation(served, table)
        assert come_in(served, phone, invited) == WIFI
        assert [urlsplit(other["address"]).hostname for other in invited["others"]] == [TAILSCALE]
        for address in INSIDE.values():  # proof that the wrong invitation would fail
            stranger = Visitor(tmp_path / "stranger", ("--connect-timeout", "1"), phone.within)
            assert stranger.get(f"http://{address}:{served.port}/").status == UNREACHABLE


def test_wifi_that_comes_after_the_start_is_told_and_leads_to_the_page(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    table, phone = computers
    with serve(tmp_path, table, "--phones") as served:
        assert told(served, "Phones") == "Phones can't connect yet: this computer is not on a network.\n"
        assert invitation(served, table)["why"] == "Phones can't connect yet: this computer is not on a network."
        join_wifi(table, phone)
        began = time.monotonic()
        assert come_in(served, phone, invitation(served, table)) == WIFI
        assert told(served, "phones: ").startswith(f"phones: http://{WIFI}:{served.port}/j/")
        assert time.monotonic() - began < FRESH_S


def test_an_address_that_changes_while_serving_is_told_and_leads_to_the_page(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    table, phone = computers
    join_wifi(table, phone)
    with serve(tmp_path, table, "--phones") as served:
        assert come_in(served, phone, invitation(served, table)) == WIFI
        assert WIFI in told(served, "phones: ")
        table.ip("address", "delete", f"{WIFI}/24", "dev", "wlan0")
        table.address("wlan0", f"{WIFI_LATER}/24")
        began = time.monotonic()
        assert come_in(served, phone, invitation(served, table)) == WIFI_LATER
        assert WIFI_LATER in told(served, "phones: ")
        assert time.monotonic() - began < FRESH_S


def test_a_phone_whose_network_vanishes_in_mid_stream_is_soon_known_to_be_away(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    table, phone = computers
    join_wifi(table, phone)
    with serve(tmp_path, table, "--phones") as served:
        invited = invitation(served, table)
        child, host = Visitor(tmp_path / "child", within=phone.within), Visitor(tmp_path / "host", within=table.within)
        child.post(f"{invited['address']}join", {"code": invited["code"], "seat": 0})
        seen = f"http://127.0.0.1:{served.port}/events?token={served.token}"
        with child.watch(f"{invited['address']}events") as stream, host.watch(seen, NOTICED_S + PATIENCE) as shown:
            stream.until(lambda line: line.startswith("data: "))
            shown.until(lambda line: '"state":"phone"' in line)
            phone.ip("link", "set", "wlan0", "down")
            gone = time.monotonic()
            assert shown.until(lambda line: '"state":"asleep"' in line) - gone < NOTICED_S


def test_a_network_without_ipv4_leads_to_the_page(computers: tuple[Computer, Computer], tmp_path: Path) -> None:
    table, phone = computers
    join_wifi(table, phone, f"{WIFI_6}/64")
    with serve(tmp_path, table, "--phones") as served:
        assert come_in(served, phone, invitation(served, table)) == WIFI_6


@pytest.mark.parametrize("host", ["::", "0.0.0.0"])
def test_a_page_on_all_addresses_is_reached_by_ipv4_and_ipv6(
    computers: tuple[Computer, Computer], tmp_path: Path, host: str
) -> None:
    table, phone = computers
    join_wifi(table, phone, f"{WIFI}/24", f"{WIFI_6}/64")
    with serve(tmp_path, table, "--host", host) as served:
        assert told(served, "Everybody") == "Everybody in your network can reach the page, as with --phones.\n"
        assert come_in(served, phone, invitation(served, table)) == WIFI
        visitor = Visitor(tmp_path / "phone", within=phone.within)
        assert visitor.get(f"http://[{WIFI_6}]:{served.port}/").status == 200


def test_a_page_on_one_ipv6_address_leads_there(computers: tuple[Computer, Computer], tmp_path: Path) -> None:
    table, phone = computers
    join_wifi(table, phone, f"{WIFI}/24", f"{WIFI_6}/64")
    with serve(tmp_path, table, "--host", WIFI_6) as served:
        assert f"http://[{WIFI_6}]:{served.port}/j/" in told(served, "phones: ")


def test_two_networks_are_both_offered_and_each_leads_its_phone_to_the_page(tmp_path: Path) -> None:
    with house("table", "phone", "laptop") as (table, phone, laptop):
        join_wifi(table, phone)
        table.cable("eth0", laptop, "eth0")
        table.address("eth0", "10.0.0.5/24")
        laptop.address("eth0", "10.0.0.6/24")
        table.ip("route", "add", "default", "via", "192.168.178.40")
        with serve(tmp_path, table, "--phones") as served:
            invited = invitation(served, table)
            assert come_in(served, phone, invited) == WIFI
            (other,) = invited["others"]
            assert come_in(served, laptop, invited | other) == "10.0.0.5"


def test_a_host_name_that_debian_keeps_on_loopback_is_told_to_be_no_use_to_phones(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    table, phone = computers
    join_wifi(table, phone)
    hosts = tmp_path / "hosts"
    hosts.write_text("127.0.0.1 localhost\n127.0.1.1 raspberrypi\n")
    unshare = shutil.which("unshare") or miss("no unshare")
    own_hosts = (unshare, "--mount", "sh", "-c", f'mount --bind {hosts} /etc/hosts && exec "$@"', "sh")
    with Served(tmp_path, "--host", "raspberrypi", within=(*table.within, *own_hosts)) as served:
        assert "raspberrypi is this computer alone." in told(served, "Phones can't connect")


def test_a_router_may_call_the_tables_computer_by_its_name(
    computers: tuple[Computer, Computer], tmp_path: Path
) -> None:
    table, phone = computers
    join_wifi(table, phone)
    label = socket.gethostname().partition(".")[0]
    with serve(tmp_path, table, "--phones") as served:
        named = ("--resolve", f"{label}.fritz.box:{served.port}:{WIFI}")
        visitor = Visitor(tmp_path / "named", named, phone.within)
        assert visitor.get(f"http://{label}.fritz.box:{served.port}/").status == 200
        rebound = ("--resolve", f"{label}.evil.example:{served.port}:{WIFI}", "--header", "Accept: text/html")
        refused = Visitor(tmp_path / "rebound", rebound, phone.within).get(
            f"http://{label}.evil.example:{served.port}/"
        )
        assert refused.status == 421
        (link,) = {word for word in refused.body.replace('"', " ").split() if word.startswith("http://192")}
        assert Visitor(tmp_path / "cured", within=phone.within).get(link).status == 200
