"""`brain.kind = claude_code`: whether it is ready, whose account pays, and what a wrong setting says."""

import pytest

from solovox.config.schema import ConfigError
from solovox.parts.brains.claude_code import claude_code, pays, why_unsure
from solovox.ports import AdapterArgs


def args(secrets=None, said=None, **settings):
    return AdapterArgs(settings=settings, secrets=secrets or {}, said=said or {})


@pytest.mark.parametrize(
    ("where", "ready"),
    [
        ("home/.claude/.credentials.json", True),
        ("own/.credentials.json", False),
        ("home/.credentials.json", False),
    ],
)
def test_a_login_is_a_file_in_the_home(tmp_path, where, ready):
    (tmp_path / where).parent.mkdir(parents=True)
    (tmp_path / where).write_text("{}")
    assert (why_unsure(args(home=str(tmp_path / "home"))) == "") is ready
    own = args(home=str(tmp_path / "home"), config_dir=str(tmp_path / "own"))
    assert (why_unsure(own) == "") is where.startswith("own"), "the folder that was named, and no other"


@pytest.mark.parametrize(
    ("secrets", "settings", "who"),
    [
        ({"api_key": "k"}, {}, "the key in ANTHROPIC_API_KEY"),
        ({"auth_token": "t"}, {}, "the token in ANTHROPIC_AUTH_TOKEN"),
        ({"oauth_token": "t"}, {}, "the token in CLAUDE_CODE_OAUTH_TOKEN"),
        ({}, {"bedrock": "1"}, "your account at AWS"),
        ({}, {"vertex": "true"}, "your account at Google Cloud"),
        (
            {"api_key": "k"},
            {"trust": "project"},
            "the key in ANTHROPIC_API_KEY (it trusts the project's settings)",
        ),
    ],
)
def test_a_key_a_token_or_a_cloud_is_a_login_and_pays(secrets, settings, who):
    given = args(secrets, **settings)
    assert why_unsure(given) == ""
    assert pays(given) == who


def test_a_key_that_was_set_here_is_named_by_its_place():
    key = args({"api_key": "k"}, said={"api_key": "SOLOVOX_BRAIN__API_KEY"})
    assert pays(key) == "the key in SOLOVOX_BRAIN__API_KEY"
    token = args({"auth_token": "t"}, said={"auth_token": "brain.claude_code.auth_token"})
    assert pays(token) == "the token in brain.claude_code.auth_token"


def test_a_server_of_others_gets_no_login_so_none_pays(tmp_path):
    """And none is missed."""
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / ".credentials.json").write_text("{}")
    for more in ({}, {"home": str(tmp_path)}, {"bedrock": "1"}):
        elsewhere = args(url="http://localhost:8000", **more)
        assert (why_unsure(elsewhere), pays(elsewhere)) == ("", "")


def test_without_any_it_is_only_offered(tmp_path):
    assert "no key and no login file" in why_unsure(args(home=str(tmp_path), bedrock="0"))
    assert pays(args()) == "your login of Claude Code"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"session": "--help"}, "brain.session"),
        ({"session": "a b"}, "brain.session"),
        ({"tools": "Read,--help"}, "brain.tools"),
        ({"tools": "Bash(rm *)"}, "brain.tools"),
    ],
)
def test_a_setting_that_could_be_something_else_is_refused(settings, says, tmp_path):
    with pytest.raises(ConfigError, match=says):
        claude_code(AdapterArgs(settings=settings, secrets={}, workspace=str(tmp_path)))
