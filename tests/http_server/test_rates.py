"""How often each peer may do something."""

import pytest

from solovox.config.schema import ConfigError
from solovox.http.auth.connections import Buckets, Near, Rate, peer_of


def test_a_peer_may_at_once_do_its_burst_and_then_as_its_rate_says():
    buckets = Buckets(Rate(burst=2, per_second=0.5))
    assert [buckets.take("a", 0) for _ in range(3)] == [0, 0, 2]
    assert buckets.take("a", 1_000) == 1
    assert buckets.take("a", 2_000) == 0
    assert buckets.take("a", 2_000) == 2
    assert buckets.take("b", 2_000) == 0
    assert [buckets.take("a", 1_000_000) for _ in range(3)] == [0, 0, 2], "no more than the burst is saved up"


def test_to_be_refused_takes_nothing():
    buckets = Buckets(Rate(burst=1, per_second=1))
    assert [buckets.take("a", 0) for _ in range(5)] == [0, 1, 1, 1, 1]
    assert buckets.take("a", 1_000) == 0


def test_the_table_is_bounded_and_forgets_who_did_nothing_for_longest():
    buckets = Buckets(Rate(burst=1, per_second=0.001), most=3)
    for peer in ("a", "b", "c", "d"):
        buckets.take(peer, 0)
    assert len(buckets) == 3
    assert [bool(buckets.take(peer, 0)) for peer in ("d", "c", "b", "a")] == [True, True, True, False]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("2001:db8::1", "2001:db8::2:3:4", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%wlan0", True),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("", "x" * 1_000, False),
    ],
)
def test_the_addresses_of_one_network_are_one_peer(one, other, same):
    assert (peer_of(one) == peer_of(other)) is same
    assert len(peer_of(other)) <= 64


@pytest.mark.parametrize(
    ("peer", "near"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("", True),
        ("172.17.0.1", True),
        ("::ffff:172.17.0.1", True),
        ("fd00::7", True),
        ("10.0.0.1", False),
        ("fd00::8", False),
        ("x", False),
    ],
)
def test_what_runs_on_this_machine_is_near_and_so_is_a_proxy_that_was_named(peer, near):
    assert Near(["172.17.3.4/16", "fd00::7"])(peer) is near


def test_what_is_no_network_is_said_in_one_line():
    with pytest.raises(ConfigError, match="'proxy' is neither an address nor a network: write"):
        Near(["proxy"])
