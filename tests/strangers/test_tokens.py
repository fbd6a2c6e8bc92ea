"""Ephemeral tokens, minted and used by Google's own SDKs: what the token fixes counts, and it opens one session."""

import json
from dataclasses import replace

import pytest

from portions import sampled
from strangers.clients import SDKS, printed

pytestmark = [pytest.mark.weights, pytest.mark.slow]


def told(client, folder, environment):
    """What its program told, line by line."""
    ours = replace(client, program="minting.mjs" if client.javascript else "minting.py")
    return [json.loads(line) for line in printed(ours.command(folder), folder, environment).splitlines()]


@pytest.mark.parametrize(
    "agent", sampled(SDKS, ["python 3.4", "javascript 3.1"]), ids=lambda name: name.replace(" ", "-")
)
def test_a_token_opens_one_session_as_it_is_fixed(serve, tmp_path, agent):
    client, server = SDKS[agent], serve()
    lines = told(client, tmp_path, server.environment("javascript" if client.javascript else "python"))
    once = [{"said": "The build is green."}, {"refused": "1011 Token has been used too many times"}]
    assert lines[:4] == [*once, *once]
    assert lines[4] == {"refused": "400 expire_time is too far in the future. Maximum lifetime is 20h"}
