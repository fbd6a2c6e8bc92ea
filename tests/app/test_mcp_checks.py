"""What `solovox doctor` says of the MCP servers that are configured."""

import sys

import pytest

from solovox.cli.checks import Found
from solovox.cli.tool_checks import check_untried, try_servers
from solovox.config.choosing import choose
from solovox.config.load import settings
from solovox.parts.registry import ThisMachine
from tools.mcp_sets import HARD


@pytest.fixture
def config(tmp_path):
    def made(text):
        (tmp_path / "solovox.toml").write_text(text)
        return choose("talk", settings((), tmp_path, {}), ThisMachine({}))

    return made


def lines(checks):
    return [(one.name, one.found, one.seen, one.todo) for one in checks]


@pytest.mark.slow
async def test_a_server_that_answers_is_named_with_its_tools_and_one_that_does_not_with_why(config):
    made = config(
        f'[mcp.hard]\ncommand = ["{sys.executable}", "{HARD}"]\ntools = ["wait"]\n'
        f'[mcp.broken]\ncommand = ["{sys.executable}", "-c", "raise SystemExit(\'no key is set\')"]\n'
    )
    assert lines(await try_servers(made)) == [
        ("mcp hard", Found.GOOD, "1 tools (risk ask): hard_wait", ""),
        (
            "mcp broken",
            Found.BAD,
            "it does not answer as it is configured",
            "it ended by itself (exit code 1): no key is set",
        ),
    ]


async def test_what_is_not_there_or_not_used_is_said_without_starting_anything(config):
    made = config(
        'tools = ["x", "y"]\n[mcp.x]\ncommand = "no-such-program"\n[mcp.y]\nurl = "http://127.0.0.1:1/mcp"\n'
        '[mcp.z]\ncommand = "no-such-program"\n'
    )
    assert lines(check_untried(made)) == [
        (
            "mcp x",
            Found.BAD,
            "it cannot be used",
            "it needs the program no-such-program of mcp.x.command; it is not there",
        ),
        ("mcp y", Found.GOOD, "configured (risk ask), not tried", ""),
        (
            "mcp z",
            Found.NEUTRAL,
            "configured, and not used: tools does not name it",
            "name it in tools, or leave tools out",
        ),
    ]
    assert [one.name for one in await try_servers(made) if one.name == "mcp x"] == ["mcp x"]
