"""Profiles are data, and engines are chosen by rules that a person can read."""

from dataclasses import replace

import pytest

from config.machine import MachineOf
from solovox.config.choosing import choose
from solovox.config.declaring import Declaration, NoSettings
from solovox.config.load import Setting
from solovox.config.profile import profile
from solovox.config.schema import ConfigError, Secret, who
from solovox.parts.registry import ThisMachine

URL = {"brain.url": "http://localhost:1/v1", "brain.model": "m"}
KEY = {"ear.api_key": "a-key-of-the-person"}


def chosen(name="talk", values=None, variables=None, **more):
    found = {key: Setting(value, "--set") for key, value in (values or {}).items()}
    return choose(name, found, MachineOf(ThisMachine(), variables, **more))


@pytest.mark.parametrize(
    ("name", "narrator", "session", "after_read", "routing", "barge_in", "wake"),
    [
        ("talk", "reader", "kept", "keep", "nudge", True, ""),
        ("handoff", "reader", "fresh", "restart", "nudge", False, "computer"),
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


@pytest.mark.parametrize("name", ["talk", "handoff"])
@pytest.mark.parametrize(("said", "can"), [("yes", True), ("no", False)])
def test_T1_whether_the_person_can_talk_over_the_voice_is_theirs_to_say(name, said, can):
    assert chosen(name, {"barge_in": said}).barge_in is can


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


def test_an_unknown_profile_is_refused_with_the_nearest():
    with pytest.raises(ConfigError, match=r"unknown profile 'studoi': did you mean studio\?"):
        profile("studoi")


NEEDY = Declaration(missing=lambda given: "" if given.settings.get("model") else "brain.needy.model")


@pytest.mark.parametrize(
    ("values", "variables", "kind", "why"),
    [
        ({}, {"GEMINI_API_KEY": "g"}, "gemini", "GEMINI_API_KEY is set"),
        ({}, {"GOOGLE_API_KEY": "g"}, "gemini", "GOOGLE_API_KEY is set"),
        (KEY, {"GEMINI_API_KEY": "g"}, "gemini", "ear.api_key is set"),
        ({"ear.gemini.api_key": "k"}, {}, "gemini", "ear.gemini.api_key is set"),
        ({"ear.url": "ws://h"}, {"GEMINI_API_KEY": "g"}, "gemini", "ear.url is set"),
        (
            {},
            {"GOOGLE_GEMINI_BASE_URL": "http://h", "GEMINI_API_KEY": "any"},
            "gemini",
            "GOOGLE_GEMINI_BASE_URL is set",
        ),
        (
            {},
            {"GOOGLE_GEMINI_BASE_URL": "http://h"},
            "local",
            "gemini needs a key beside GOOGLE_GEMINI_BASE_URL",
        ),
        ({"ear.kind": "gemini"}, {"GOOGLE_GEMINI_BASE_URL": "http://h"}, "gemini", "set in --set"),
        ({"ear.url": "http://h"}, {}, "gemini", "ear.url is set"),
        ({"ear.kind": "local"}, {"GEMINI_API_KEY": "g"}, "local", "set in --set"),
        ({}, {"GEMINI_API_KEY": "no key\n"}, "local", "gemini needs another ear.api_key"),
        ({}, {"OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"}, "local", "gemini needs ear.api_key"),
    ],
)
def test_the_ear_of_a_profile_serves_where_it_is_ready_and_the_reason_names_why(values, variables, kind, why):
    config = chosen(values=values, variables=variables)
    assert config.ear.kind == kind
    assert config.reasons.ear.startswith(why)


def test_R2_a_vendors_key_does_not_follow_to_another_address():
    config = chosen(values={"ear.url": "ws://h"}, variables={"GEMINI_API_KEY": "g"})
    assert (config.ear.api_key, config.own["narrator.reader"].secrets) == (None, {})
    config = chosen(variables={"GEMINI_API_KEY": "g", "GOOGLE_GEMINI_BASE_URL": "http://h"})
    assert (config.ear.url, config.ear.api_key, config.narrator.url) == ("http://h", None, "http://h")
    config = chosen(values={"narrator.url": "ws://h"}, variables={"GEMINI_API_KEY": "g"})
    assert (config.ear.api_key, config.own["narrator.reader"].secrets) == (Secret("g"), {})
    config = chosen(values={**KEY, "narrator.url": "wss://h"})
    assert config.own["narrator.reader"].secrets == {}, "it was set beside the ear's"


def test_a_persons_ear_that_cannot_be_used_is_not_passed_over():
    assert chosen(values={"ear.url": "nowhere"}).ear.kind == "gemini"


@pytest.mark.parametrize(
    ("values", "narrator", "why"),
    [
        ({"ear.kind": "mine"}, "voice", "reader needs a live model (gemini), and ear.kind is mine"),
        ({"ear.kind": "mine", "narrator.kind": "self"}, "self", "set in --set"),
        ({"ear.kind": "mine", "narrator.kind": "mouth"}, "mouth", "set in --set"),
        ({"narrator.kind": "mouth"}, "mouth", "set in --set"),
    ],
)
def test_a_narrator_of_the_profile_that_cannot_read_beside_the_ear_is_passed_over(values, narrator, why):
    config = chosen(values=values, ear__mine=Declaration(), narrator__mouth=Declaration())
    assert config.narrator.kind == narrator
    assert config.reasons.narrator.startswith(why)


def test_what_a_profile_says_of_its_own_ear_is_not_for_another():
    assert chosen(values={"ear.kind": "mine"}, ear__mine=Declaration()).ear.model is None


def test_a_brain_of_the_profile_that_cannot_be_loaded_is_passed_over_and_said():
    config = chosen(brain__claude_code="it cannot be loaded")
    assert (config.brain.kind, config.reasons.brain.partition(",")[0]) == ("local", "it cannot be loaded")


@pytest.mark.parametrize(
    ("values", "kind", "why"),
    [
        ({}, "local", "claude_code needs brain.needy.model, openai_compatible needs brain.url"),
        ({"brain.claude_code.model": "m"}, "claude_code", "the profile talk says so"),
        ({"brain.openai_compatible.url": "http://h", "brain.openai_compatible.model": "m"}, "openai_compatible", "claude_code needs"),
        ({"brain.kind": "claude_code"}, "claude_code", "set in --set"),
    ],
)  # fmt: skip
def test_a_brain_of_the_profile_that_is_not_ready_is_passed_over_and_said(values, kind, why):
    config = chosen(values=values, brain__claude_code=NEEDY)
    assert (config.brain.kind, config.reasons.brain.startswith(why)) == (kind, True)


UNSURE = Declaration(
    offered=lambda given: "" if given.settings.get("model") else "its login may be elsewhere"
)


@pytest.mark.parametrize(
    ("values", "kind", "why"),
    [
        ({}, "local", "claude_code is there for brain.kind=claude_code (its login may be elsewhere), openai_compatible"),
        ({"brain.kind": "claude_code"}, "claude_code", "set in --set"),
        ({"brain.claude_code.model": "m"}, "claude_code", "the profile talk says so"),
    ],
)  # fmt: skip
def test_a_brain_of_which_it_cannot_be_known_whether_it_is_ready_is_offered_and_not_chosen(values, kind, why):
    config = chosen(values=values, brain__claude_code=UNSURE)
    assert (config.brain.kind, config.reasons.brain.startswith(why)) == (kind, True)


@pytest.mark.parametrize("kind", ["claude_code", "acp"])
@pytest.mark.parametrize(
    ("values", "seconds"),
    [({}, 12), ({"narrator.spoken_seconds": "0"}, 0), ({"narrator.spoken_seconds": "30"}, 30)],
)
def test_N6_of_a_coding_agent_twelve_seconds_are_said_unasked_or_what_was_set(kind, values, seconds):
    said = replace(ThisMachine().declaration("brain", kind), missing=lambda given: "", settings=NoSettings)
    config = chosen(values={"brain.kind": kind, **values}, **{f"brain__{kind}": said})
    assert config.narrator.spoken_seconds == seconds


PAYS = Declaration(pays=lambda given: "your login")


@pytest.mark.parametrize(
    ("values", "ends"), [({}, "; pays: your login"), ({"brain.kind": "local"}, "no live model)")]
)
def test_the_line_says_whose_account_pays_if_one_does(values, ends):
    assert who(chosen(values=values, brain__claude_code=PAYS)).endswith(ends)


@pytest.mark.parametrize(
    "key", ["session", "permissions", "tools", "prompt", "command", "first_seconds", "idle_seconds"]
)
def test_a_setting_that_the_chosen_brain_does_not_have_is_refused_and_that_of_a_passed_over_one_waits(key):
    values = {f"brain.{key}": {"permissions": "plan"}.get(key, "1")}
    assert chosen(values=values).brain.kind == "local"
    with pytest.raises(
        ConfigError, match=f"brain.{key} is set .--set., and brain.kind = local has no such setting"
    ):
        chosen(values={**values, "brain.kind": "local"})


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"ear.kind": "mnie"}, "ear.kind cannot be 'mnie' (--set): did you mean mine?"),
        ({"recogniser.kind": "x"}, "recogniser.kind cannot be 'x'"),
        ({"surface.kind": "x"}, "surface.kind cannot be 'x' (--set): there is file"),
        (
            {"ear.kind": "mine", "narrator.kind": "relay"},
            "narrator.kind = relay needs a live model (gemini), and ear.kind is mine",
        ),
        ({"narrator.kind": "x"}, "narrator.kind cannot be 'x'"),
    ],
)
def test_a_kind_that_is_not_installed_is_refused_with_the_nearest(values, says):
    with pytest.raises(ConfigError) as error:
        chosen(values=values, ear__mine=Declaration())
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("values", "variables", "line"),
    [
        (
            {"brain.kind": "local"},
            {"GEMINI_API_KEY": "a-secret-key"},
            "hears: gemini (GEMINI_API_KEY is set); thinks: local (set in --set); reads: reader (the profile talk says so); voice goes to: Google’s Gemini Live",
        ),
        (
            {**KEY, "narrator.kind": "self"},
            {},
            "hears, thinks and speaks: gemini (ear.api_key is set; narrator.kind = self: set in --set); voice goes to: Google’s Gemini Live",
        ),
    ],
)
def test_a_line_says_who_hears_thinks_and_reads_and_why(values, variables, line):
    assert who(chosen(values=values, variables=variables)) == line


def test_R2_the_line_has_no_secret_even_if_an_adapter_says_one():
    leaky = Declaration(missing=lambda given: f"a better key than {given.secrets['api_key']}")
    config = chosen(values={"brain.claude_code.api_key": "sk-hidden-from-view"}, brain__claude_code=leaky)
    assert config.brain.kind == "local"
    assert "sk-hidden-from-view" not in who(config)


@pytest.mark.parametrize(
    ("name", "values", "variables", "wake"),
    [
        ("handoff", {}, {}, "computer"),
        ("handoff", {"wake.phrase": "Hey Anna"}, {}, "Hey Anna"),
        ("handoff", {}, {"WAKE_PHRASE": "Jarvis"}, "Jarvis"),
        ("handoff", {"wake.phrase": "Anna"}, {"WAKE_PHRASE": "Jarvis"}, "Anna"),
        ("handoff", {"wake.phrase": "none"}, {}, ""),
        ("handoff", {}, {"WAKE_PHRASE": "none"}, ""),
        ("talk", {}, {"WAKE_PHRASE": "Jarvis"}, ""),
        ("talk", {"wake.phrase": "Anna"}, {}, "Anna"),
    ],
)
def test_T6_the_wake_phrase_is_what_was_set_or_named_by_the_variable_or_the_profiles(
    name, values, variables, wake
):
    assert chosen(name, values, variables).wake == wake
