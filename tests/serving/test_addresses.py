"""Which of a computer's addresses the page offers to phones."""

from __future__ import annotations

import pytest

from mouseboard.serving.addresses import Adapter, candidates, is_beside, reachable

LOOPBACK = [Adapter("lo", "127.0.0.1", 8), Adapter("lo", "::1", 128)]
WIFI = Adapter("wlan0", "192.168.178.23", 24)
CABLE = Adapter("enp3s0", "10.0.0.5", 24)
DOCKER = Adapter("docker0", "172.17.0.1", 16)
VPN = Adapter("tun0", "10.8.0.2", 24)
TAILSCALE = Adapter("tailscale0", "100.101.102.103", 32)
TAILSCALE_6 = Adapter("tailscale0", "fd7a:115c:a1e0::1", 128)
SELF_MADE = Adapter("wlan0", "169.254.7.7", 16)
LINK_LOCAL_6 = Adapter("wlan0", "fe80::1234", 64)
PRIVATE_6 = Adapter("wlan0", "fd12:3456::23", 64)
GLOBAL_6 = Adapter("wlan0", "2600:db8:1::23", 64)
PASSING_6 = Adapter("wlan0", "2600:db8:1::9999", 64)


def offered(*adapters: Adapter, sending_from: Adapter | None = None) -> list[str]:
    return candidates([*LOOPBACK, *adapters], {sending_from.address} if sending_from else set())


def test_a_computer_without_a_network_offers_no_address() -> None:
    assert offered() == []


@pytest.mark.parametrize("name", ["docker0", "br-4f2a", "veth12ab", "virbr0", "lxcbr0", "cni0", "vmnet8", "vboxnet0"])
def test_an_adapter_of_containers_or_virtual_machines_is_not_offered(name: str) -> None:
    inside = Adapter(name, "172.17.0.1", 16)
    assert offered(inside) == []
    assert offered(inside, WIFI) == [WIFI.address]


def test_a_bridge_that_this_computer_sends_through_is_offered() -> None:
    bridge = Adapter("br-lan", "192.168.1.2", 24)
    assert offered(bridge, DOCKER, sending_from=bridge) == [bridge.address]


@pytest.mark.parametrize("name", ["tun0", "wg0", "ppp0", "utun3"])
def test_a_vpn_is_offered_only_where_there_is_no_other_network(name: str) -> None:
    vpn = Adapter(name, "10.8.0.2", 24)
    assert offered(vpn, WIFI, sending_from=vpn) == [WIFI.address]
    assert offered(vpn, sending_from=vpn) == [vpn.address]


def test_an_address_without_neighbours_is_a_vpn_whatever_its_adapter_is_called() -> None:
    assert offered(Adapter("home", "10.2.0.2", 32), WIFI) == [WIFI.address]


def test_tailscale_is_a_further_choice_and_never_the_first() -> None:
    assert offered(TAILSCALE, TAILSCALE_6, WIFI, sending_from=TAILSCALE) == [WIFI.address, TAILSCALE.address]
    assert offered(TAILSCALE, TAILSCALE_6, PRIVATE_6) == [PRIVATE_6.address, TAILSCALE.address]


def test_tailscale_is_offered_before_another_vpn() -> None:
    assert offered(VPN, TAILSCALE, TAILSCALE_6) == [TAILSCALE.address]


def test_the_network_that_leads_out_comes_first_and_the_others_can_be_chosen() -> None:
    assert offered(CABLE, WIFI, sending_from=WIFI) == [WIFI.address, CABLE.address]


def test_a_private_address_comes_before_a_public_one() -> None:
    public = Adapter("eth0", "9.9.9.23", 24)
    assert offered(public, WIFI) == [WIFI.address, public.address]


def test_an_address_that_the_computer_gave_itself_is_the_last_resort() -> None:
    assert offered(SELF_MADE, CABLE) == [CABLE.address]
    assert offered(SELF_MADE) == [SELF_MADE.address]


def test_a_network_without_ipv4_offers_one_ipv6_address_an_adapter() -> None:
    assert offered(LINK_LOCAL_6, GLOBAL_6, PASSING_6, PRIVATE_6) == [PRIVATE_6.address]
    assert offered(LINK_LOCAL_6, GLOBAL_6, PASSING_6, sending_from=PASSING_6) == [PASSING_6.address]


def test_ipv6_is_not_offered_beside_ipv4() -> None:
    assert offered(GLOBAL_6, PRIVATE_6, WIFI) == [WIFI.address]


def test_an_ipv6_address_from_dhcp_is_no_vpn() -> None:
    assert offered(VPN, Adapter("wlan0", "2600:db8:1::23", 128)) == ["2600:db8:1::23"]


def test_an_address_that_needs_its_adapter_named_is_never_offered() -> None:
    assert offered(LINK_LOCAL_6) == []


def test_the_address_of_ipv4_over_ipv6_is_not_offered() -> None:
    assert offered(Adapter("clat", "192.0.0.2", 29), GLOBAL_6) == [GLOBAL_6.address]


@pytest.mark.parametrize("bound", ["127.0.0.1", "127.0.1.1", "::1"])
def test_a_page_on_loopback_is_reached_by_no_phone(bound: str) -> None:
    assert reachable(bound) == []


def test_a_page_on_one_address_is_reached_there() -> None:
    assert reachable("192.168.178.23") == ["192.168.178.23"]
    assert reachable("2600:db8:1::23") == ["2600:db8:1::23"]


@pytest.mark.parametrize(
    ("address", "adapter"), [("192.168.178.99", WIFI), ("2600:db8:1::77", GLOBAL_6), ("fe80::77%wlan0", LINK_LOCAL_6)]
)
def test_a_neighbour_is_in_the_network_of_an_adapter(address: str, adapter: Adapter) -> None:
    assert is_beside(address, [*LOOPBACK, adapter])
    assert not is_beside(address, [*LOOPBACK, CABLE, PRIVATE_6])
