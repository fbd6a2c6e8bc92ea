"""A server that is killed and started again: its clients come back with the handles that they had."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cli.serving import start, stop
from strangers.clients import SDKS, Stranger, begun
from strangers.test_talks import NATIVE, QUICK, RESUMING, says

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.mark.wide
def test_every_client_goes_on_with_its_talk(tmp_path):
    home, back = tmp_path / "server", tmp_path / "back"
    home.mkdir()
    server = start(home, *QUICK)
    steps = [
        *({"text": "Open the gate."}, {"until": "toolCall"}, says("It is open."), {"until": "newHandle"}),
        *({"finish": True}, {"file": str(back)}, {"reconnect": {}}),
        *(
            {"text": "Close the gate."},
            {"until": "toolCall"},
            says("It is closed."),
            {"until": "turnComplete"},
        ),
    ]
    plan = {"model": NATIVE, "config": RESUMING, "steps": steps}
    strangers = [begun(sdk, tmp_path / sdk.replace(" ", "-"), server, plan) for sdk in SDKS]
    try:
        with ThreadPoolExecutor(len(strangers)) as pool:
            list(pool.map(lambda one: one.until('"finish"'), strangers))
            server = killed_and_started_again(server, home)
            back.touch()
            for told in pool.map(Stranger.told, strangers):
                came_back(told)
    finally:
        stop(server)


def killed_and_started_again(server, home):
    """With the same addresses and the same state."""
    with server.process as process:
        process.kill()
    plain, tls = (server.told[one].rpartition(":")[2] for one in ("http", "https"))
    return start(home, *QUICK, "--port", plain, "--tls-port", tls)


def came_back(told):
    assert told.opened == [{}, {}]
    assert [call["args"]["instruction"] for call in told.calls] == ["Open the gate.", "Close the gate."]
    assert len({call["id"] for call in told.calls}) == 2
    assert told.said == "It is open.It is closed."
    first, second = (
        one["usageMetadata"]["promptTokenCount"] for one in told.messages if "usageMetadata" in one
    )
    assert second > first, "the talk so far is still known"
