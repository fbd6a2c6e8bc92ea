"""The bridge between a thread and the loop."""

from threading import Barrier, Thread

import pytest

from solovox.discord.voice.channel_hearing import Handover


@pytest.mark.parametrize(
    ("most", "put", "taken", "dropped"),
    [(3, "", "", 0), (3, "abc", "abc", 0), (3, "abcde", "cde", 2), (1, "abc", "c", 2)],
)
def test_where_it_is_full_the_oldest_goes_and_is_counted(most, put, taken, dropped):
    way = Handover(most, lambda: None)
    assert all(way.put(one) for one in put)
    assert ("".join(way.take()), way.take(), way.dropped) == (taken, [], dropped)


def test_it_wakes_when_the_first_thing_comes_and_not_for_each():
    woken = []
    way = Handover(2, lambda: woken.append(way.take()) if len(woken) == 1 else woken.append("left"))
    for one in "abc":
        way.put(one)
    assert woken == ["left"]
    assert way.take() == ["b", "c"]
    way.put("d")
    assert woken == ["left", ["d"]]


def test_after_it_is_closed_nothing_goes_either_way_and_no_one_is_woken():
    woken = []
    way = Handover(9, lambda: woken.append(1))
    way.put("a")
    way.close()
    way.close()
    assert (way.put("b"), way.take(), woken, way.dropped) == (False, [], [1], 1)


def test_many_threads_put_and_nothing_is_lost_doubled_or_overtaken():
    way, taken, start = Handover(100_000, lambda: None), [], Barrier(4)

    def put(who):
        start.wait()
        for n in range(2_000):
            way.put((who, n))

    threads = [Thread(target=put, args=(who,)) for who in range(3)]
    for thread in threads:
        thread.start()
    start.wait()
    while any(thread.is_alive() for thread in threads):
        taken += way.take()
    taken += way.take()
    assert way.dropped == 0
    for who in range(3):
        assert [n for one, n in taken if one == who] == list(range(2_000))
