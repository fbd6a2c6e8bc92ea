"""Connections that do not last: the clients of others are told, come back, or are closed with a reason."""

import pytest

from strangers.test_talks import LONG, NATIVE, QUICK, RESUMING, says

pytestmark = [pytest.mark.weights, pytest.mark.slow]

SHORT = ("--connection-limit", "20", "--go-away-after", "15")


def test_a_connection_that_ends_says_so_and_is_resumed(serve, stranger):
    steps = [
        *({"text": "Open the gate."}, {"until": "toolCall"}, says("It is open."), {"until": "newHandle"}),
        *({"until": "goAway"}, {"reconnect": {}}),
        *(
            {"text": "Close the gate."},
            {"until": "toolCall"},
            says("It is closed."),
            {"until": "newHandle"},
        ),
        # At once, and in the middle of a sentence: by hand 40 times with each SDK.
        *({"text": "Read it."}, {"until": "toolCall"}, says(LONG), {"hear": 0.2}, {"reconnect": {}}),
        *({"text": "Go on."}, {"until": "toolCall"}, says("Very well."), {"until": "turnComplete"}),
    ]
    told = stranger(
        serve(*QUICK, *SHORT),
        {"model": NATIVE, "config": RESUMING, "steps": steps},
    )
    assert told.opened == [{}, {}, {}]
    asked = ["Open the gate.", "Close the gate.", "Read it.", "Go on."]
    assert [call["args"]["instruction"] for call in told.calls] == asked
    assert len({call["id"] for call in told.calls}) == len(asked)


@pytest.mark.wide
def test_a_stranger_that_stays_is_closed_with_a_reason(serve, stranger):
    steps = [{"until": "goAway"}, {"finish": True}]
    told = stranger(
        serve(*QUICK, *SHORT),
        {"model": NATIVE, "config": RESUMING, "steps": steps},
    )
    ((code, why),) = told.closed
    assert code == 1011
    assert "Deadline expired before operation could complete." in why
