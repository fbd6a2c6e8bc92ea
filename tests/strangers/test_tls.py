"""JavaScript over TLS: Node trusts our authority because it is told to, and only then."""

import pytest

from e2e.conftest import QUESTION
from strangers.clients import SDKS, talk
from strangers.test_talks import NATIVE, QUICK, ROUTING, says

pytestmark = [pytest.mark.weights, pytest.mark.slow]

JAVASCRIPT = [sdk for sdk in SDKS if sdk.startswith("javascript")]


@pytest.mark.parametrize("sdk", JAVASCRIPT)
def test_the_printed_authority_is_all_it_needs(serve, tmp_path, sdk):
    server = serve(*QUICK)
    env = server.environment("javascript over TLS")
    assert env["GOOGLE_GEMINI_BASE_URL"].startswith("https://")
    steps = [{"say": str(QUESTION)}, {"until": "toolCall"}, says("It is late."), {"until": "turnComplete"}]
    told = talk(sdk, tmp_path / "talk", server, {"model": NATIVE, "config": ROUTING, "steps": steps}, env)
    assert told.calls[0]["args"] == {"instruction": told.heard.strip()}
    assert told.said == "It is late."
    assert told.sound


@pytest.mark.parametrize("sdk", JAVASCRIPT)
def test_without_it_there_is_no_connection(serve, tmp_path, sdk):
    server = serve(*QUICK)
    env = server.environment("javascript over TLS")
    del env["NODE_EXTRA_CA_CERTS"]
    plan = {"model": NATIVE, "config": ROUTING, "steps": [{"finish": True}]}
    told = talk(sdk, tmp_path / "talk", server, plan, env)
    assert told.opened == []
    assert told.refused is not None
