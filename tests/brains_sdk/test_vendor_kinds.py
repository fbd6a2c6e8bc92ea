"""`brain.kind` of the three vendors: when it is ready, whose key pays, where a key goes, and when a package is imported."""

import os
import subprocess
import sys

import pytest

from brains.double import serving
from brains_sdk import gemini_double, messages_double, responses_double
from brains_sdk.test_vendors import answered, text
from solovox.config.schema import ConfigError, who
from solovox.parts.configured import configured
from solovox.parts.registry import BRAINS, given, make
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
    return configured(profile, flags, folder, variables)


def lacks(config):
    try:
        make(BRAINS, config.brain.kind, given(config, BRAINS, config.brain.kind))
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
        brain = make(BRAINS, kind, given(config, BRAINS, kind))
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
        brain = make(BRAINS, kind, given(config, BRAINS, kind))
        with pytest.raises(BrainError, match=r"said nothing for 0\.5 seconds"):
            await answered(brain)
        await brain.aclose()
    assert "sk-secret" in str(double.headers)


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("localhost:1", "must begin with http:// or https://"),
        ("http://a:b@host", "must not contain a name or password"),
        ("http://host?key=sk-secret", "must not have anything behind a question mark"),
        ("http://host:99999", "must have a port"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_an_address_that_is_none_is_one_line(kind, url, line, tmp_path):
    said = lacks(chosen(tmp_path, f"brain.kind={kind}", f"brain.url={url}"))
    assert line in said
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
heavy = {"openai", "anthropic", "google.genai", "claude_agent_sdk", "acp"} & set(sys.modules)
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
