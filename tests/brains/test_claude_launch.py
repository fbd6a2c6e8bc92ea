"""How Claude Code's program is started: which variables it is left, and what stands on its command line."""

import os
import subprocess
from pathlib import Path

import pytest

from solovox.brains.claude.launch import FIXED, LEAN, ClaudeSettings, Trust, arguments, scrub_variables

STAY = (
    "PATH HOME LANG LC_ALL TERM HTTPS_PROXY NODE_EXTRA_CA_CERTS VIRTUAL_ENV CLAUDE_CONFIG_DIR "
    "ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN ANTHROPIC_BASE_URL SSH_AUTH_SOCK "
    "GH_TOKEN GITHUB_TOKEN GIT_AUTHOR_NAME"
).split()
GO = (
    "OPENAI_API_KEY GEMINI_API_KEY GOOGLE_APPLICATION_CREDENTIALS AWS_SECRET_ACCESS_KEY AWS_PROFILE "
    "AZURE_TENANT_ID HF_TOKEN DISCORD_TOKEN SOLOVOX_EAR_API_KEY SOLOVOX_BRAIN_KIND DATABASE_URL "
    "STRIPE_SECRET NPM_TOKEN MY_PASSWORD SENTRY_DSN CLAUDECODE CLAUDE_CODE_SESSION_ID NODE_OPTIONS "
    "my_api_key"
).split()


def test_what_is_needed_stays_and_secrets_of_others_go():
    left = scrub_variables(dict.fromkeys((*STAY, *GO), "x"))
    assert {name for name in STAY if name not in left} == set()
    assert {name for name in GO if name in left} == set()
    assert FIXED.items() <= left.items()


@pytest.mark.parametrize(
    ("switch", "name", "stays"),
    [
        ("CLAUDE_CODE_USE_BEDROCK", "AWS_SECRET_ACCESS_KEY", True),
        ("CLAUDE_CODE_USE_BEDROCK", "GOOGLE_APPLICATION_CREDENTIALS", False),
        ("CLAUDE_CODE_USE_BEDROCK", "OPENAI_API_KEY", False),
        ("CLAUDE_CODE_USE_VERTEX", "GOOGLE_APPLICATION_CREDENTIALS", True),
        ("CLAUDE_CODE_USE_VERTEX", "AWS_SECRET_ACCESS_KEY", False),
    ],
)
def test_a_cloud_that_is_switched_on_keeps_its_login(switch, name, stays):
    left = scrub_variables({switch: "1", name: "x"})
    assert left.get(switch) == "1"
    assert (name in left) is stays
    assert name not in scrub_variables({switch: "0", name: "x"})


def test_an_address_that_was_set_gets_no_login_that_was_not_meant_for_it():
    ours = {
        "ANTHROPIC_API_KEY": "sk-mine",
        "CLAUDE_CODE_OAUTH_TOKEN": "t",
        "CLAUDE_CODE_USE_BEDROCK": "1",
        "AWS_PROFILE": "a",
    }
    left = scrub_variables(ours, {"ANTHROPIC_BASE_URL": "http://localhost:1"})
    assert "sk-mine" not in left.values()
    assert left["ANTHROPIC_API_KEY"] == "none", "or the program would send its own login there"
    assert not {"CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK", "AWS_PROFILE"} & left.keys()
    meant = scrub_variables(ours, {"ANTHROPIC_BASE_URL": "http://localhost:1", "ANTHROPIC_API_KEY": "other"})
    assert meant["ANTHROPIC_API_KEY"] == "other"


def line(resume=None, **settings):
    return arguments(ClaudeSettings(Path("/w"), **settings), resume)


def after(found, flag):
    return found[found.index(flag) + 1]


def test_nothing_of_the_folders_settings_is_read_unless_it_is_trusted():
    assert "--setting-sources=" in line()
    assert "--strict-mcp-config" in line()
    assert "--setting-sources=project,local" in line(trust=Trust.PROJECT)
    assert "--setting-sources=user,project,local" in line(trust=Trust.ALL)
    assert "--strict-mcp-config" not in line(trust=Trust.ALL)


@pytest.mark.parametrize(
    ("session", "resume", "flag"),
    [
        ("new", None, None),
        ("last", None, "--continue"),
        ("abc", None, "--resume=abc"),
        ("new", "xyz", "--resume=xyz"),
        ("last", "xyz", "--resume=xyz"),
    ],
)
def test_which_session_goes_on(session, resume, flag):
    flags = [one for one in line(resume, session=session) if one.startswith(("--continue", "--resume"))]
    assert flags == ([flag] if flag else [])


def test_it_asks_for_each_tool_that_does_more_than_find_names():
    found = line()
    assert after(found, "--tools") == ",".join(LEAN)
    assert after(found, "--settings") == '{"permissions": {"ask": ["Bash", "Edit", "Grep", "Read", "Write"]}}'
    assert after(line(permissions="edits"), "--permission-mode") == "default"
    assert after(line(permissions="plan"), "--permission-mode") == "plan"
    assert after(line(prompt="Be brief."), "--append-system-prompt").endswith("\n\nBe brief.")


@pytest.mark.parametrize(
    "before", [{}, {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "Ann"}]
)
def test_a_folder_that_looks_like_a_repository_runs_nothing_where_git_only_looks(tmp_path, before):
    for part in ("objects", "refs"):
        (tmp_path / part).mkdir()
    (tmp_path / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "config").write_text(
        f'[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = "touch {tmp_path / "ran"}; false"\n'
    )
    left = scrub_variables({**before, "PATH": os.environ["PATH"]})
    done = subprocess.run(
        ["git", "status"], cwd=tmp_path, env=left, capture_output=True, text=True, check=False
    )
    assert not (tmp_path / "ran").exists(), done.stderr
    name = subprocess.run(
        ["git", "config", "user.name"], cwd="/", env=left, capture_output=True, text=True, check=False
    )
    assert (name.stdout == "Ann\n") is bool(before)
