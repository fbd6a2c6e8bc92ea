"""`brain.kind` of the three vendors: when it is ready, whose key pays, where a key goes, and when a package is imported."""

import os
import subprocess
import sys

import pytest

from brains import gemini_double, messages_double, responses_double
from brains.double import serving
from brains.test_vendors import answered, text
from solovox.config.schema import ConfigError, who
from solovox.parts.configured import configure
from solovox.parts.registry import BRAINS, adapter_args, make
from solovox.ports import BrainError

KINDS = ("openai", "anthropic", "gemini")
WIRES = dict(zip(KINDS, (responses_double, messages_double, gemini_double), strict=True))
MODELS = dict(zip(KINDS, ("gpt-5.2", "claude-sonnet-5-5", "gemini-3.8-flash"), strict=True))
VARIABLES = (
    ("openai", "OPENAI_API_KEY"),
    ("anthropic", "ANTHROPIC_API_KEY"),
    ("gemini", "GEMINI_API_KEY"),
    ("gemini", "GOOGLE_API_KEY"),
)


def chosen(folder, *flags, profile="talk", **variables):
    return configure(profile, flags, folder, variables)


def lacks(config):
    try:
        make(BRAINS, config.brain.kind, adapter_args(config, BRAINS, config.brain.kind))
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("kind", "variable"), VARIABLES)
def test_a_key_makes_it_ready_and_the_first_line_says_where_the_key_is_from(kind, variable, tmp_path):
    config = chosen(tmp_path, f"brain.kind={kind}", **{variable: "sk-secret"})
    assert lacks(config) == ""
    assert who(config).endswith(f"; pays: the key in {variable}")
    assert config.brain.model == MODELS[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_was_set_is_named_by_its_setting(kind, tmp_path):
    for key in ("brain.api_key", f"brain.{kind}.api_key"):
        line = who(chosen(tmp_path, f"brain.kind={kind}", f"{key}=sk-secret"))
        assert line.endswith(f"; pays: the key in {key}")
        assert "sk-secret" not in line


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_key_it_says_what_it_needs(kind, tmp_path):
    assert f"brain.kind = {kind} needs a key: " in lacks(chosen(tmp_path, f"brain.kind={kind}"))


@pytest.mark.parametrize(("kind", "variable"), VARIABLES)
async def test_the_vendors_key_goes_to_the_vendor_only(kind, variable, tmp_path):
    wire = WIRES[kind]
    async with serving(wire.said("Well.")) as double:
        config = chosen(
            tmp_path,
            f"brain.kind={kind}",
            f"brain.url={double.url}",
            "brain.prompt=You are Ahab.",
            **{variable: "sk-secret"},
        )
        brain = make(BRAINS, kind, adapter_args(config, BRAINS, kind))
        assert text(await answered(brain)) == "Well."
        await brain.aclose()
    assert "sk-secret" not in str(double.headers)
    assert "You are Ahab." in wire.system(double.requests[0])
    assert "pays" not in who(config)


@pytest.mark.parametrize("kind", KINDS)
async def test_time_outs_and_the_key_are_those_that_were_set(kind, tmp_path):
    async with serving(["hang"]) as double:
        config = chosen(
            tmp_path,
            f"brain.kind={kind}",
            f"brain.url={double.url}",
            "brain.api_key=sk-secret",
            "brain.first_seconds=0.5",
        )
        brain = make(BRAINS, kind, adapter_args(config, BRAINS, kind))
        with pytest.raises(BrainError, match=r"said nothing for 0\.5 seconds"):
            await answered(brain)
        await brain.aclose()
    assert "sk-secret" in str(double.headers)


BEGINS = "must begin with http:// or https:// and name a host"


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        *(
            (f"url={url}", BEGINS)
            for url in ("localhost:1", "ftp://host", "http://", "http://[", "unix:///x")
        ),
        ("url=http://a:sk-secret@host", "must not contain a name or password"),
        ("url=http://host?key=sk-secret", "must not have anything behind a question mark"),
        ("url=http://host:99999", "must have a port"),
        ("api_key=sk-secret\nX-Evil: 1", "brain.api_key has characters that no key has"),
        ("first_seconds=0", "brain.first_seconds must be more than 0 seconds"),
        ("idle_seconds=-1.5", "brain.idle_seconds must be more than 0 seconds"),
    ],
)
def test_what_cannot_be_set_is_one_line_without_the_secret(setting, line, tmp_path):
    said = lacks(chosen(tmp_path, "brain.kind=openai", "brain.url=https://host", f"brain.{setting}"))
    assert line in said
    assert "\n" not in said
    assert "sk-secret" not in said


@pytest.mark.parametrize(("variables", "kind"), [({"OPENAI_API_KEY": "sk-secret"}, "openai"), ({}, "local")])
def test_handoff_takes_openai_where_there_is_a_key(variables, kind, tmp_path):
    assert chosen(tmp_path, profile="handoff", **variables).brain.kind == kind


def test_no_package_of_a_vendors_is_imported_before_a_brain_is_made(tmp_path):
    program = """
import sys
from solovox.cli.main import main
for words in (["--help"], ["profiles", "handoff"], ["doctor"]):
    main(words)
heavy = {"claude_agent_sdk", "acp", "mcp", "jsonschema"} & set(sys.modules)
assert not heavy, heavy
"""
    nothing_to_load = {**os.environ, "SOLOVOX_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=nothing_to_load,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
