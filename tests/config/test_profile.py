"""Profiles are data, and engines are chosen by rules that a person can read."""

from dataclasses import asdict

import pytest

from config.machine import MachineOf
from solovox.app.registry import ThisMachine
from solovox.config.choosing import choose
from solovox.config.declaring import Declaration
from solovox.config.load import Setting
from solovox.config.profile import profile, profiles
from solovox.config.schema import ConfigError, Secret

URL = {"brain.url": "http://localhost:1/v1", "brain.model": "m"}
KEY = {"ear.api_key": "a-key-of-the-person"}


def chosen(name="talk", values=None, variables=None, **more):
    found = {key: Setting(value, "--set") for key, value in (values or {}).items()}
    return choose(name, found, MachineOf(ThisMachine(), variables, **more))


def test_there_are_four_profiles_and_talk_is_first():
    assert list(profiles()) == ["talk", "discord", "handoff", "studio"]


@pytest.mark.parametrize(
    ("name", "narrator", "session", "after_read", "routing", "barge_in", "wake"),
    [
        ("talk", "reader", "kept", "keep", "nudge", True, ""),
        ("handoff", "reader", "fresh", "restart", "code", False, "computer"),
        ("discord", "self", "kept", "keep", "model", True, ""),
        ("studio", "self", "kept", "keep", "model", True, ""),
    ],
)
def test_with_a_key_a_profile_chooses_its_live_model(
    name, narrator, session, after_read, routing, barge_in, wake
):
    config = chosen(name, KEY)
    assert (config.ear.kind, config.ear.after_read) == ("gemini", after_read)
    assert config.ear.model == "gemini-2.5-flash-native-audio-preview-12-2025"
    assert (config.narrator.kind, config.narrator.session) == (narrator, session)
    assert (config.routing, config.barge_in, config.wake) == (routing, barge_in, wake)
    assert config.reasons.ear == "ear.api_key is set"


@pytest.mark.parametrize("name", ["talk", "handoff", "discord", "studio"])
def test_with_no_key_the_local_engine_serves_and_says_why(name):
    config = chosen(name)
    assert (config.ear.kind, config.narrator.kind, config.brain.kind) == ("local", "voice", "local")
    assert config.reasons.ear.startswith("gemini needs ear.api_key (a key of Google's) or ear.url")
    assert "no live model" in config.reasons.narrator


@pytest.mark.parametrize(
    ("values", "kind", "why"),
    [
        ({}, "local", "claude_code is not installed, openai_compatible needs brain.url"),
        ({"brain.kind": "local"}, "local", "set in --set"),
        ({**URL}, "openai_compatible", "brain.url is set"),
        ({**URL, "brain.kind": "local"}, "local", "set in --set"),
        ({"brain.kind": "openai_compatible"}, "openai_compatible", "set in --set"),
    ],
)
def test_the_brain_is_what_was_set_or_the_first_that_can_serve(values, kind, why):
    config = chosen(values=values)
    assert config.brain.kind == kind
    assert why in config.reasons.brain


def test_a_brain_that_another_package_brings_can_be_chosen():
    assert chosen(values={"brain.kind": "mine"}, brain__mine=Declaration()).brain.kind == "mine"


def test_a_profiles_first_brain_serves_as_soon_as_it_is_there():
    assert chosen(brain__claude_code=Declaration()).brain.kind == "claude_code"


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (
            {"brain.kind": "claude_code"},
            "brain.kind cannot be 'claude_code' (--set): there is local, openai_compatible",
        ),
        ({"brain.kind": "opanai_compatible"}, "did you mean openai_compatible?"),
        ({"brain.api_key": "k"}, "nothing says whose it is"),
        ({"brain.model": "m"}, "nothing says whose it is"),
        ({"ear.kind": "local", "narrator.kind": "relay"}, "narrator.kind = relay needs a live model"),
        ({"narrator.kind": "self"}, "narrator.kind = self needs a live model"),
    ],
)
def test_what_was_set_is_never_replaced_by_something_else(values, says):
    with pytest.raises(ConfigError) as error:
        chosen(values=values)
    assert says in str(error.value)


def test_a_key_beside_a_local_ear_changes_nothing():
    config = chosen(values={**KEY, "ear.kind": "local"})
    assert (config.ear.kind, config.narrator.kind) == ("local", "voice")


def test_the_narrators_address_is_the_ears_if_not_given():
    both = {**KEY, "ear.url": "wss://one"}
    assert chosen(values=both).narrator.url == "wss://one"
    assert chosen(values={**both, "narrator.url": "wss://two"}).narrator.url == "wss://two"


def test_R2_secrets_are_in_the_configuration_but_not_in_what_it_shows():
    config = chosen(values={**URL, "brain.api_key": "sk-hidden-from-view"})
    assert config.secrets == ("sk-hidden-from-view",)
    assert "sk-hidden-from-view" not in repr(config) + str(asdict(config))
    assert config.brain.api_key == Secret("sk-hidden-from-view")


def test_an_unknown_profile_is_refused_with_the_nearest():
    with pytest.raises(ConfigError, match=r"unknown profile 'studoi': did you mean studio\?"):
        profile("studoi")
