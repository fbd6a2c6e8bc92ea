"""The shape that our server's turns are held against is that of the real service's, recorded."""

import json

import pytest

from strangers.told import SENT, TURN, letter, turns
from wire.recorded import every


def recorded():
    """Each recording as letters, the client's small."""
    found = {}
    for one in every():
        frame = json.loads(one.frame)
        letters = "".join(SENT[key] for key in frame) if one.side == "client" else letter(frame)
        found[one.of] = found.get(one.of, "") + letters
    return found


WHOLE = {of: order for of, order in recorded().items() if "E" in order}


def test_there_are_whole_turns_to_compare_with():
    assert len(WHOLE) >= 6
    assert sum(len(turns(order)) for order in WHOLE.values()) >= 7


@pytest.mark.parametrize("of", WHOLE)
def test_every_recorded_turn_has_the_shape(of):
    assert WHOLE[of].startswith("sS")
    for turn in turns(WHOLE[of]):
        assert TURN.fullmatch(turn), turn


@pytest.mark.parametrize(
    "wrong",
    ["HAG(EU)H", "AG", "AEG", "ACE(EU)r", "IG(EU)", "HG(EU)C", "(EU)"],
)
def test_other_orders_do_not(wrong):
    assert not TURN.fullmatch(wrong)
