"""Acts become a scenario that does them again."""

from __future__ import annotations

from tests.campaign.acts import Act, scenario


def test_waits_between_acts_are_kept() -> None:
    acts = [Act("put red on 7", 1.0, False, 2.0), Act("press b", 2.5, False, 2.8)]
    assert scenario(acts, 0.0) == ["wait 1000 ms", "put red on 7", "wait 500 ms", "press b"]


def test_what_a_visitor_does_during_an_act_is_done_meanwhile() -> None:
    acts = [Act("put red on 7", 1.0, False, 2.0), Act("lift blue", 1.3, True, 1.7)]
    assert scenario(acts, 1.0) == ["meanwhile wait 300 ms", "meanwhile lift blue", "put red on 7"]


def test_an_act_during_which_the_power_goes_is_done_meanwhile() -> None:
    acts = [Act("put red on 7", 1.0, False, 2.0), Act("power cut", 1.4, False, 1.4)]
    assert scenario(acts, 1.0) == ["meanwhile put red on 7", "wait 400 ms", "power cut"]
