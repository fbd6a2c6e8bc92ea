"""What is in `deploy/` names only what is there: files, options, variables, paths, directives."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from pip._internal.commands import create_command

from solovox.cli.main import cli
from solovox.cli.options import USUAL_PORT
from solovox.config.load import NOT_KEYS, settings
from solovox.config.schema import ConfigError
from solovox.http.auth.door import OPEN
from solovox.http.serving import CLOSING_SECONDS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
PROGRAM = "/opt/solovox/bin/solovox"
OTHERS = {"XDG_STATE_HOME", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
OTHERS |= {"PIP_NO_CACHE_DIR", "PIP_DISABLE_PIP_VERSION_CHECK"}
SECRETS_OF_OTHERS = {"GEMINI_API_KEY_FILE"}
DIRECTIVES = {
    "Unit": "Description Wants After",
    "Service": """
        ExecStart WorkingDirectory Environment LoadCredential KillSignal TimeoutStopSec Restart RestartSec
        RestartPreventExitStatus DynamicUser StateDirectory StateDirectoryMode ConfigurationDirectory UMask LimitNOFILE
        NoNewPrivileges ProtectSystem ProtectHome PrivateTmp PrivateDevices PrivateUsers ProtectClock
        ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectProc
        CapabilityBoundingSet LockPersonality RemoveIPC RestrictAddressFamilies RestrictNamespaces RestrictRealtime
        RestrictSUIDSGID SystemCallArchitectures SystemCallErrorNumber SystemCallFilter
    """,
    "Install": "WantedBy",
}
"""As systemd.unit(5), systemd.service(5) and systemd.exec(5) write them."""


def unit():
    """The directives of the unit, by section."""
    found, section = {}, ""
    for line in (DEPLOY / "solovox.service").read_text().splitlines():
        if line.startswith("["):
            section = line.strip("[]")
            found[section] = []
        elif line and not line.startswith("#"):
            found[section].append(tuple(line.split("=", 1)))
    return found


def service(name):
    return [value for key, value in unit()["Service"] if key == name]


def image():
    """The instructions of the container file: name and what follows, lines joined."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text())
    return [tuple(line.split(" ", 1)) for line in text.splitlines() if line and not line.startswith("#")]


def instructions(name):
    return [rest for one, rest in image() if one == name]


def accepted(words):
    """Whether our command line takes these words: the command is parsed, not run."""
    command = cli
    while isinstance(command, click.Group):
        name, *words = words
        command = command.get_command(click.Context(command), name)
    command.make_context("solovox", list(words))
    return True


def is_ours(name, folder):
    if name in OTHERS | SECRETS_OF_OTHERS | NOT_KEYS:
        return True
    try:
        return bool(settings((), folder, {name: "x"}))
    except ConfigError:
        return False


def test_every_directive_of_the_unit_is_one():
    found = unit()
    assert found.keys() == DIRECTIVES.keys()
    for section, directives in found.items():
        assert {name for name, _ in directives} <= set(DIRECTIVES[section].split())
        assert {name for name, value in directives if not value} <= {"CapabilityBoundingSet"}


def test_systemd_takes_the_unit_where_there_is_one(tmp_path):
    analyze = shutil.which("systemd-analyze")
    text = (DEPLOY / "solovox.service").read_text()
    assert PROGRAM in text
    if analyze is not None:
        copy = tmp_path / "solovox.service"
        copy.write_text(text.replace(PROGRAM, sys.executable))
        done = subprocess.run([analyze, "verify", copy], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_starts_what_our_command_line_takes():
    program, *words = shlex.split(service("ExecStart")[0])
    assert program == PROGRAM
    assert accepted(words)
    with pytest.raises(Exception, match="No such option"):
        accepted([*words, "--no-such-option"])


def test_the_unit_waits_longer_for_the_end_than_the_end_takes():
    assert int(service("TimeoutStopSec")[0]) > 2 * CLOSING_SECONDS
    assert service("KillSignal") == ["SIGTERM"]
    assert service("RestartPreventExitStatus") == ["2"], "what is configured is wrong"


def test_the_unit_is_locked_and_holds_its_secrets_in_files():
    for name in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "DynamicUser", "RestrictNamespaces"):
        assert service(name) == ["yes"], name
    assert service("ProtectSystem") == ["strict"]
    credentials = {one.partition(":")[0] for one in service("LoadCredential")}
    named = re.findall(r"(\w+)=%d/(\w+)", " ".join(service("Environment")))
    assert {file for _, file in named} == credentials
    assert all(name.endswith("_FILE") for name, _ in named)


def test_every_variable_is_one_that_is_read(tmp_path):
    text = (DEPLOY / "solovox.service").read_text() + (DEPLOY / "README.md").read_text()
    named = re.findall(r"^#?Environment=(.*)$", text, re.MULTILINE)
    names = {word.partition("=")[0] for line in named for word in line.split()}
    names |= set(re.findall(r"--env (\w+)=", text))
    names |= {word.partition("=")[0] for line in instructions("ENV") for word in shlex.split(line)}
    names |= set(re.findall(r"\b(SOLOVOX_\w+)", text + (DEPLOY / "Containerfile").read_text()))
    assert [name for name in sorted(names) if not is_ours(name, tmp_path)] == []
    assert not is_ours("SOLOVOX_NO_SUCH_KEY", tmp_path)


def test_every_file_that_is_copied_into_the_image_is_there():
    for line in instructions("COPY"):
        words = line.split()
        if not words[0].startswith("--from="):
            assert [one for one in words[:-1] if not (ROOT / one).exists()] == []
    assert any(line.startswith("--from=build") for line in instructions("COPY"))
    assert any(line.startswith("--from=page") for line in instructions("COPY"))
    assert [one.split()[-2:] for one in instructions("FROM")][:2] == [["AS", "page"], ["AS", "build"]]


@pytest.mark.parametrize("line", [part for line in instructions("RUN") for part in line.split(" && ")])
def test_every_step_of_the_image_calls_what_is_there_as_it_wants_to_be_called(line):
    words = shlex.split(line)
    while "=" in words[0]:
        words = words[1:]
    match words:
        case [program, *rest] if program == PROGRAM:
            assert accepted(rest)
        case ["/opt/solovox/bin/pip", "install", *rest]:
            options, given = create_command("install").parse_args(rest)
            assert [one for one in (*options.requirements, *given) if not (ROOT / one).exists()] == []
            assert options.require_hashes == bool(options.requirements)
        case ["npm", "run", script]:
            assert script in json.loads((ROOT / "web" / "package.json").read_text())["scripts"]
        case _:
            assert words[0] in ("python", "useradd", "install") or words == ["npm", "ci"]


def test_what_is_installed_is_the_locked_extras_without_an_agent_of_another_vendor():
    asked = " ".join(instructions("RUN"))
    assert "requirements/local.txt" in asked
    assert "[" not in asked


def test_the_image_runs_as_nobody_special_and_starts_what_our_command_line_takes():
    assert [json.loads(one) for one in instructions("ENTRYPOINT")] == [["solovox"]]
    (command,) = instructions("CMD")
    assert accepted(json.loads(command))
    assert instructions("USER") == ["10001"]
    assert instructions("VOLUME") == ["/var/lib/solovox"]
    assert instructions("EXPOSE") == [str(USUAL_PORT)]


def test_the_image_is_healthy_when_the_door_answers_without_a_token():
    (check,) = instructions("HEALTHCHECK")
    program = json.loads(check.partition(" CMD ")[2])
    path = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", program[-1])
    assert int(path[1]) == USUAL_PORT
    assert path[2] in OPEN
    compile(program[-1], "HEALTHCHECK", "exec")
