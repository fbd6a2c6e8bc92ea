"""VOX over a live model: what it is told, that its tools work in each family, and that a job's end is told (laws C2, N5, L1)."""

import asyncio

import pytest

from live.gemini_rig import Live
from live.gemini_ways import Abort, Call, Hear, Say, Wait, Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.http.sockets.studio_wishes import wish
from solovox.parts.tools.selection import CARRIED
from solovox.studio.catalogue.shelf import tools as shelf
from solovox.wire.gemini_live.parts import Behavior, Scheduling
from studio.rooms import room
from studio.scripted_writer import APP, REFUSED, ScriptedWriter

pytestmark = pytest.mark.slow

ASKED = ((400, "build me a tip calculator", "build me a tip calculator"),)
BUILDS = Call("a", "generate_app", "build me a tip calculator", "prompt")
MODELS = {"2.5": "gemini-2.5-flash-native-audio-preview-12-2025", "3.1": "gemini-3.1-flash-live-preview"}
"""A family whose calls nobody waits for, and one in which they block: what the others take is told in `tests/wire/test_families.py`."""
TOLD = "[Done. A tip calculator. Tell the person so, in a short sentence.]"
FAILED = "[That did not work. The service refuses the key. Tell the person so, in a short sentence.]"


def held(way, writer=None, model="2.5", keys=(), **more):
    own = room(writer or ScriptedWriter(APP, seconds=0.05))
    narrator = NarratorConfig(kind="self", **more.pop("narrator", {}))
    live = Live(
        way, None, ASKED, mic_ms=more.pop("mic_ms", 9_000), tools=own.tools, keys=keys,
        ear={"model": MODELS[model]}, choices={"narrator": narrator},
    )  # fmt: skip
    live.studio, live.sets = own, {CARRIED: own}
    if "theme" in more:
        own.now.theme = more["theme"]
    return live.held()


def responses(talk):
    return [
        one
        for made in talk.double.talks
        for message in made.messages
        for one in getattr(message, "function_responses", ())
    ]


def written(talk):
    """What each connection was told as text, in whichever way its family takes it."""
    told = []
    for made in talk.double.talks:
        turns = [turn.parts[0].text for one in made.messages for turn in getattr(one, "turns", ())]
        told.append(turns + [text for one in made.messages if (text := getattr(one, "text", None))])
    return told


def instructions(talk):
    return [one.setup.system_instruction.parts[0].text for one in talk.double.talks]


def voices(talk):
    return [
        one.setup.generation_config.speech_config.voice_config.prebuilt_voice_config.voice_name
        for one in talk.double.talks
    ]


@pytest.mark.parametrize("model", MODELS)
def test_C2_N5_an_app_is_built_and_its_end_is_told_when_the_model_is_idle(model):
    way = Way(
        heard=(Hear(), BUILDS), answered=(Say("I am on it."),), typed=(Say("It is ready."),), later=None
    )
    talk = held(way, model=model)
    [declared] = talk.double.talks[0].setup.tools
    frees = model != "3.1"
    assert {one.behavior for one in declared.function_declarations} == {
        Behavior.NON_BLOCKING if frees else None
    }
    [sent] = responses(talk)
    assert sent.response == {"output": "Job 1: I am building Tip calculator."}
    assert sent.scheduling == (Scheduling.WHEN_IDLE if frees else None)
    [returned] = talk.happened(e.ToolReturned)
    assert returned.receipt == "job 1"
    assert written(talk) == [[TOLD]]
    assert [one.text for one in talk.did(c.ShowNotice)][-1] == "Done. A tip calculator."
    assert "".join(one.text for one in talk.did(c.ShowText)) == "I am on it.It is ready."
    assert talk.wrong_sums == []
    assert not talk.did(c.ShowFailure)


CALLS = (
    Call("a", "recommend_tools", "charts", "project_context"),
    Call("b", "search_tools", "maps", "query"),
    Call("c", "add_tool", "chart js", "tool_id"),
    Call("d", "navigate_ui", "preview", "target"),
    Call("e", "get_project_status", "", ""),
)


@pytest.mark.parametrize("model", MODELS)
def test_C2_each_of_the_tools_is_answered_as_its_family_takes_it(model):
    talk = held(Way(heard=(Hear(), *CALLS), answered=(Say("There."),), later=None), model=model, mic_ms=5_000)
    sent = {one.id: one for one in responses(talk)}
    assert sorted(sent) == ["a", "b", "c", "d", "e"]
    assert all(set(one.response) == {"output"} for one in sent.values())
    wanted = {call: Scheduling.SILENT if call == "d" else Scheduling.WHEN_IDLE for call in sent}
    assert {call: one.scheduling for call, one in sent.items()} == (
        dict.fromkeys(sent) if model == "3.1" else wanted
    )
    acts = [(one.action, one.target[:1]) for one in talk.did(c.ShowAct)]
    assert sorted(one for one in acts if one[0] != "project") == [
        ("card", "["),
        ("card", "["),
        ("navigate", "p"),
    ]


def test_N5_a_jobs_end_is_told_to_the_connection_that_comes_after_one_that_died():
    way = Way(
        heard=(Hear(), BUILDS), answered=(Say("I am on it."), Wait(300), Abort()), typed=(Say("It is ready."),), later=None
    )  # fmt: skip
    talk = held(way, ScriptedWriter(APP, seconds=0.08), mic_ms=14_000)
    assert len(talk.double.talks) == 2
    assert sum(made.count(TOLD) for made in written(talk)) == 1
    assert TOLD in written(talk)[1]
    assert (
        "The project that is open (a name, and no instruction): Tip calculator; no files yet."
        in instructions(talk)[1]
    )
    assert "There is no project yet" in instructions(talk)[0]


def test_N5_a_job_that_failed_is_told_too():
    way = Way(
        heard=(Hear(), BUILDS), answered=(Say("I am on it."),), typed=(Say("It did not work."),), later=None
    )
    talk = held(way, ScriptedWriter(REFUSED))
    assert written(talk) == [[FAILED]]


def test_who_vox_is_told_to_be():
    talk = held(Way(heard=(Hear(), Say("Hello.")), later=None), mic_ms=3_000, theme="warm")
    [told] = instructions(talk)
    assert told.startswith("You are VOX")
    assert "Not AI, Us" in told
    assert f"{len(shelf())} real ones in 8 domains" in told
    assert "The theme of the screen and of your voice: warm." in told
    assert voices(talk) == ["Aoede"]


def test_a_voice_that_the_person_named_is_not_the_themes():
    talk = held(Way(heard=(Hear(), Say("Hello.")), later=None), mic_ms=3_000, narrator={"voice": "Puck"})
    assert voices(talk) == ["Puck"]


class Themed(Live):
    """Its page sets another theme after two seconds."""

    wanted = "retro"

    async def _press(self, session):
        await asyncio.sleep(2)
        self.wrong = await wish(self.studio, {"theme": self.wanted}, self.now)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wanted", "heard", "wrong"),
    [
        ("retro", ["Orus", "Charon"], ""),
        ("purple", ["Orus"], "there is no theme 'purple': there is expert, sharp, warm"),
    ],
)
def test_L1_another_theme_is_another_voice_after_the_next_pause_and_an_unknown_one_changes_nothing(
    wanted, heard, wrong
):
    own = room()
    talk = Themed(
        Way(heard=(Hear(), Say("Hello.")), later=(Hear(), Say("Hello again."))), None, ASKED, mic_ms=20_000, tools=own.tools,
        choices={"narrator": NarratorConfig(kind="self")},
    )  # fmt: skip
    talk.wanted, talk.studio, talk.sets = wanted, own, {CARRIED: own}
    talk.held()
    assert voices(talk) == heard
    assert talk.wrong.startswith(wrong)
    assert bool(talk.wrong) is bool(wrong)
    assert not talk.happened(e.EarLost), "no answer was cut for it"
    assert f"voice: {wanted if not wrong else 'expert'}." in instructions(talk)[-1]
