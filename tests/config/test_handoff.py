"""The environment that the profile `handoff` reads: who hears, thinks and reads with which keys, and why."""

from dataclasses import replace

import pytest

from config.machine import MachineOf
from solovox.config.choosing import choose
from solovox.config.load import Setting
from solovox.config.schema import each_role
from solovox.parts.brains.vendors import ready
from solovox.parts.registry import ThisMachine

GEMINI = {"GEMINI_API_KEY": "a-key-of-google"}
OPENAI = {"OPENAI_API_KEY": "a-key-of-openai"}
HERE, NOT_HERE = "json", "a_package_that_nobody_has"
"""What stands for the package of the brain over OpenAI."""
NO_EAR = "gemini needs ear.api_key (a key of Google's) or ear.url"
NO_LIVE = "the profile handoff says so, where there is no live model"
NO_KEY = "openai needs a key: OPENAI_API_KEY or brain.api_key"
NO_PACKAGE = "openai needs its package; run: solovox install openai"


def chosen(variables, package=HERE, **values):
    openai = ThisMachine().declaration("brain", "openai")
    there = replace(openai, missing=ready(package, "openai", "OPENAI_API_KEY"))
    found = {key.replace("__", "."): Setting(text, "--set", 4) for key, text in values.items()}
    return choose("handoff", found, MachineOf(ThisMachine(), variables, brain__openai=there))


@pytest.mark.parametrize(
    ("keys", "package", "kinds", "whys"),
    [
        (GEMINI | OPENAI, HERE, ("gemini", "openai", "reader"), ("GEMINI_API_KEY is set", "OPENAI_API_KEY is set", "the profile handoff says so")),
        (GEMINI | OPENAI, NOT_HERE, ("gemini", "local", "reader"), ("GEMINI_API_KEY is set", NO_PACKAGE, "the profile handoff says so")),
        (GEMINI, HERE, ("gemini", "local", "reader"), ("GEMINI_API_KEY is set", NO_KEY, "the profile handoff says so")),
        (OPENAI, HERE, ("local", "openai", "voice"), (NO_EAR, "OPENAI_API_KEY is set", NO_LIVE)),
        (OPENAI, NOT_HERE, ("local", "local", "voice"), (NO_EAR, NO_PACKAGE, NO_LIVE)),
        ({}, HERE, ("local", "local", "voice"), (NO_EAR, NO_KEY, NO_LIVE)),
        ({}, NOT_HERE, ("local", "local", "voice"), (NO_EAR, NO_PACKAGE, NO_LIVE)),
    ],
)  # fmt: skip
def test_the_keys_say_who_hears_thinks_and_reads_and_a_line_each_says_why(keys, package, kinds, whys):
    config = chosen(keys, package)
    assert (config.ear.kind, config.brain.kind, config.narrator.kind) == kinds
    lines = each_role(config)
    for line, does, kind, why in zip(lines, ("hears", "thinks", "reads"), kinds, whys, strict=False):
        assert line.startswith(f"{does}: {kind} ({why}"), line
    voice = ["voice goes to: Google’s Gemini Live"] if kinds[0] == "gemini" else []
    words = ["words go to: OpenAI", "pays: the key in OPENAI_API_KEY"] if kinds[1] == "openai" else []
    assert list(lines[3:]) == [*voice, *words]
    assert not any(key in line for key in keys.values() for line in lines)


def test_the_models_and_the_folder_are_those_of_the_environment_or_the_usual_ones(tmp_path):
    usual = chosen(GEMINI | OPENAI)
    assert usual.ear.model == "gemini-2.5-flash-native-audio-preview-12-2025"
    assert (usual.brain.model, usual.workspace) == ("gpt-5.2", None)
    named = {"GEMINI_MODEL": "gemini-3.8-live", "BRAIN_MODEL": "gpt-6", "WORKSPACE_ROOT": str(tmp_path)}
    config = chosen(GEMINI | OPENAI | named)
    assert (config.ear.model, config.brain.model) == ("gemini-3.8-live", "gpt-6")
    assert config.workspace == str(tmp_path)


def test_what_was_set_goes_before_a_variable_of_the_profile():
    variables = GEMINI | OPENAI | {"GEMINI_MODEL": "gemini-3.8-live", "WORKSPACE_ROOT": "/elsewhere"}
    config = chosen(variables, workspace=".", ear__model="gemini-3.1-flash-live-preview")
    assert (config.ear.model, config.workspace) == ("gemini-3.1-flash-live-preview", ".")


def test_a_brain_of_another_kind_does_not_get_the_model_of_openais():
    config = chosen({"BRAIN_MODEL": "gpt-6"}, brain__url="http://localhost:1/v1", brain__model="m")
    assert (config.brain.kind, config.brain.model) == ("openai_compatible", "m")


def test_other_profiles_do_not_read_these_variables():
    variables = GEMINI | {"GEMINI_MODEL": "gemini-3.8-live", "WORKSPACE_ROOT": "/elsewhere"}
    config = choose("talk", {}, MachineOf(ThisMachine(), variables))
    assert (config.ear.model, config.workspace) == ("gemini-2.5-flash-native-audio-preview-12-2025", None)


def test_a_model_that_cannot_be_talked_with_is_passed_over_and_said():
    config = chosen(GEMINI | {"GEMINI_MODEL": "gemini-live-2.5-flash-translate"})
    assert config.ear.kind == "local"
    assert config.reasons.ear.startswith("gemini needs another model")


def test_a_key_that_is_none_of_googles_is_one_line_and_not_shown():
    config = chosen({"GEMINI_API_KEY": "AIza broken\n"})
    assert config.ear.kind == "local"
    assert "AIza" not in " ".join(each_role(config))
