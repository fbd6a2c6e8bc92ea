"""The composition root: a configuration becomes a policy and a session in which everything is joined."""

import math
import os
import sys
from dataclasses import replace

import pytest
from msgspec import structs

from solovox.app import wiring
from solovox.app.wiring import SessionParts, session
from solovox.config.schema import BrainConfig, Config, ConfigError, EarConfig, NarratorConfig
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.conversation import Conversation
from solovox.core.policy import Approval, EarKind, Fidelity, Listens, NarratorKind, Routing
from solovox.core.units import AudioSpan, Instant
from solovox.lang.en.words import SENTENCES
from solovox.lang.languages import PACKS
from solovox.live.local.recogniser import LocalRecogniser
from solovox.parts import policies
from solovox.parts.configured import speaks
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.policies import describe_listening, policy
from solovox.parts.tools.looking import looking
from solovox.ports import Act, AdapterArgs, SaidAct, Tool, ToolResult, Wrote
from solovox.shell.clock import run
from solovox.shell.links.yeses import is_grave
from solovox.surfaces.file import EXACT, MIC, FileOptions, FileSurface
from solovox.testing.fakes import (
    AskYes,
    MemoryJournal,
    ScriptedBrain,
    ScriptedRecogniser,
    ScriptedTool,
    ScriptedTts,
    Use,
)
from solovox.weights import Cache, default_root

pytestmark = pytest.mark.slow

SPOKEN = AudioSpan(MIC, 4_000, 12_000)
HEARD = [
    (5_000, ev.OnsetHeard(4_000)),
    (8_000, ev.SpeechConfirmed(4_000)),
    (18_000, ev.SpeechEnded(SPOKEN)),
    (18_000, ev.LocalTranscript(SPOKEN, "what is seven times six", final=True)),
]


ANSWER = [Use("calculate", {"sum": "7 * 6"}), Wrote(" That is all.")]


class HeardJournal(MemoryJournal):
    """Keeps what the microphone gave, too."""

    def __init__(self):
        super().__init__()
        self.pcm = b""

    def sound(self, span, pcm):
        super().sound(span, pcm)
        self.pcm += pcm if span.stream == MIC else b""


class Session:
    """One session over fakes and the real tools, run on the virtual loop; what came out of it."""

    def __init__(
        self, config, answer=ANSWER, microphone=bytes(2 * 24_000), tools=None, screen=True, heard=HEARD
    ):
        self.microphone, self.screen = microphone, screen
        tools = tools or looking(AdapterArgs({}))
        self.brain = ScriptedBrain(default=answer)
        voice = ScriptedTts() if speaks(config) else None
        self.engines = SessionParts(
            policy(config, tools), ScriptedRecogniser(heard), voice, self.brain, tools
        )
        self.journal = HeardJournal()
        self.out = bytearray()
        self.shown = []
        self.why = run(self._run(), speed=math.inf)

    async def _run(self):
        def surface(place):
            caps = replace(EXACT, screen=self.screen)
            choices = FileOptions(busy=place.busy, show=self.shown.append, caps=caps)
            return FileSurface(place.sound, place.clock, self.microphone, self.out.extend, choices)

        return await session(self.engines, surface, self.journal).run()


def test_a_question_goes_through_every_part_and_comes_back_as_sound():
    talk = Session(Config())
    assert talk.why == "the person hung up"
    (question,) = talk.brain.questions
    assert question.instruction == "what is seven times six"
    assert {tool.name for tool in question.tools} >= {"get_time", "date", "calculate", "list_files"}
    returned = [e for _, e, _ in talk.journal.entries if isinstance(e, ev.ToolReturned)]
    assert ["42" in one.result for one in returned] == [True]
    assert any(talk.out)
    assert talk.journal.closed
    assert talk.brain.closed


def said_after(*texts):
    """Utterances of half a second each, a second apart; all of them within what the microphone gives."""
    told = []
    for n, text in enumerate(texts):
        span = AudioSpan(MIC, 4_000 + 16_000 * n, 8_000)
        told += [
            (span.first + 1_000, ev.OnsetHeard(span.first)),
            (span.first + 4_000, ev.SpeechConfirmed(span.first)),
        ]
        told += [
            (span.end + 2_000, ev.SpeechEnded(span)),
            (span.end + 2_000, ev.LocalTranscript(span, text, final=True)),
        ]
    return told


def test_N2_a_talk_in_german_is_understood_shown_and_told_in_german_that_it_is_not_read():
    answer = [Wrote("Es sind drei Dateien. Die erste ist leer. Das ist alles, was hier zu finden ist.")]
    talk = Session(Config(language="de"), answer, heard=said_after("Welche Dateien gibt es?"))
    (question,) = talk.brain.questions
    assert question.instruction == "Welche Dateien gibt es?"
    assert "".join(one.text for one in talk.shown if isinstance(one, do.ShowText)) == answer[0].text
    assert [one.text for one in talk.shown if isinstance(one, do.ShowNotice)] == [PACKS["de"].unread]
    assert not [one for one in talk.shown if isinstance(one, do.ShowFailure)]


@pytest.mark.parametrize(
    ("language", "texts", "asked"),
    [
        ("de", ["Zähl bis hundert.", "Stopp!"], ["Zähl bis hundert."]),
        ("de", ["Zähl bis hundert.", "Never mind."], ["Zähl bis hundert.", "Never mind."]),
        ("en", ["Count to a hundred.", "Never mind."], ["Count to a hundred."]),
        ("auto", ["Zähl bis hundert.", "Arrête !"], ["Zähl bis hundert."]),
    ],
)
def test_T4_a_stop_is_one_in_the_language_of_the_talk(language, texts, asked):
    microphone = bytes(2 * 16_000 * 6)
    talk = Session(Config(language=language), [Wrote("Eins. ")], microphone, heard=said_after(*texts))
    assert [one.instruction for one in talk.brain.questions] == asked


@pytest.mark.parametrize(
    ("tool", "arguments", "wrong"),
    [
        ("calculate", {}, "`sum` is missing"),
        ("search_files", {"text": ""}, "`text` must have minLength 2"),
        (
            "read_file_head",
            {"path": "a", "lines": 10**9},
            "`lines` must have maximum 200",
        ),
        ("get_time", {"when": "now"}, "`when` is not known; known are place"),
    ],
)
def test_C3_arguments_are_checked_before_anything_runs(tool, arguments, wrong):
    talk = Session(Config(), [Use(tool, arguments), Wrote(" That is all.")])
    (called,) = [e for _, e, _ in talk.journal.entries if isinstance(e, ev.BrainCalled)]
    assert called.wrong == f"{tool}: {wrong}"
    assert not [e for _, e, _ in talk.journal.entries if isinstance(e, ev.ToolReturned)]


@pytest.mark.parametrize(
    ("changed", "field", "value"),
    [
        ({"ear": EarConfig(kind="gemini")}, "ear", EarKind.LIVE),
        ({}, "ear", EarKind.LOCAL),
        ({}, "narrator", NarratorKind.VOICE),
        ({"narrator": NarratorConfig(kind="reader")}, "exact_voice", True),
        ({"narrator": NarratorConfig(fidelity="follow")}, "fidelity", Fidelity.FOLLOW),
        ({"routing": "code"}, "routing", Routing.CODE),
        ({"approval": "correct"}, "approval", Approval.CORRECT),
        ({"barge_in": False}, "barge_in", False),
        ({"owners": ("ada",)}, "owners", frozenset({"ada"})),
        ({"own_words": False}, "own_words", False),
        ({"narrator": NarratorConfig(spoken_seconds=12)}, "spoken_ms", 12_000),
        ({"wake": "computer"}, "wake", "computer"),
        ({"wake_follow_seconds": 8}, "follow_ms", 8_000),
        ({"language": "de"}, "locale", "de"),
        ({"language": "de"}, "sentences", PACKS["de"].sentences),
        ({"language": "de"}, "own_words", False),
        ({"language": "auto"}, "own_words", True),
        ({"language": "de", "narrator": NarratorConfig(kind="reader")}, "own_words", True),
        ({"language": "de", "narrator": NarratorConfig(kind="reader")}, "exact_voice", False),
    ],
)
def test_every_choice_reaches_the_core(changed, field, value):
    assert getattr(policy(Config(**changed)), field) == value


def test_T6_without_words_here_nothing_can_be_spared_and_the_line_says_so():
    live = Config(wake="computer", ear=EarConfig(kind="gemini"))
    found = policy(live, bare=True)
    assert found.listens is Listens.ALWAYS
    assert "all that is said may be sent and kept" in describe_listening(found)
    assert "its words cannot be told here" in describe_listening(found)
    with pytest.raises(ConfigError, match="needs a recogniser here that gives words"):
        policy(structs.replace(live, ear=EarConfig(kind="gemini", listens="woken")), bare=True)


def test_T6_woken_without_a_phrase_is_one_clear_line():
    with pytest.raises(ConfigError, match="woken needs a wake phrase: set wake.phrase"):
        policy(Config(ear=EarConfig(listens="woken")))


@pytest.mark.parametrize(
    ("listens", "texts", "loud"), [("woken", [""], False), ("always", ["what is seven times six"], True)]
)
def test_T6_a_session_keeps_words_and_sound_only_of_what_is_for_us(listens, texts, loud):
    talk = Session(Config(wake="computer", ear=EarConfig(listens=listens)), microphone=b"\x01\x02" * 24_000)
    told = [one for _, one, _ in talk.journal.entries if isinstance(one, ev.LocalTranscript)]
    assert [one.text for one in told] == texts
    assert any(talk.journal.pcm) is loud
    assert len(talk.journal.pcm) == 2 * talk.journal.kept[MIC]


def test_R1_a_session_that_spared_words_replays():
    talk = Session(Config(wake="computer"))
    again = Conversation(talk.engines.policy)
    assert talk.journal.entries
    for at, event, commands in talk.journal.entries:
        assert tuple(again.handle(Instant(at), event)) == commands


def test_the_core_knows_every_tool_and_that_all_but_stop_only_look():
    tools = looking(AdapterArgs({}))
    specs = policy(Config(), tools).tools
    assert [spec.name for spec in specs] == [tool.name for tool in tools]
    assert [spec.name for spec in specs if spec.effects] == ["stop"]


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (Config(ear=EarConfig(kind="gemini")), "ear.kind = gemini needs ear.api_key"),
        (Config(brain=BrainConfig(kind="openai_compatible")), "needs brain.url"),
        (Config(brain=BrainConfig(kind="openai_compatible", url="http://x")), "needs brain.model"),
        (Config(workspace="/no/such/place", tools=("get_time",)), "is not a folder"),
        (Config(tools=("get_tmie",)), "tools cannot have"),
    ],
)
def test_what_cannot_be_built_is_refused_before_anything_is_loaded(config, says, tmp_path):
    with pytest.raises(ConfigError) as error:
        wiring.parts(config, SharedEngines(Cache(tmp_path)))
    assert says in str(error.value)


@pytest.fixture
def base(monkeypatch):
    """The packages of the extra are not there."""
    monkeypatch.setitem(sys.modules, "onnxruntime", None)


@pytest.mark.parametrize("kind", ["reader", "relay", "self"])
def test_without_the_extra_a_live_ear_is_served_by_loudness(base, kind, tmp_path):
    ear = EarConfig(kind="gemini", url="ws://127.0.0.1:9/")
    loaded = wiring.parts(Config(ear=ear, narrator=NarratorConfig(kind=kind)), SharedEngines(Cache(tmp_path)))
    assert (loaded.policy.understands, loaded.policy.exact_voice, loaded.voice) == (False, False, None)
    assert isinstance(loaded.recogniser, LocalRecogniser)


@pytest.mark.parametrize(
    "config",
    [Config(), Config(ear=EarConfig(kind="gemini", url="ws://127.0.0.1:9/"))],
    ids=["a local ear", "our own voice"],
)
def test_what_needs_the_extra_says_so_in_a_line(base, config, tmp_path):
    with pytest.raises(ConfigError, match=r"run: solovox install talk"):
        wiring.parts(config, SharedEngines(Cache(tmp_path)))


def test_with_the_extra_a_recogniser_gives_words_and_our_voice_stands_behind_a_reader():
    rules = policy(Config(ear=EarConfig(kind="gemini"), narrator=NarratorConfig(kind="reader")))
    assert (rules.understands, rules.exact_voice) == (True, True)


def test_G7_a_live_model_that_answers_for_itself_has_our_voice_beside_it_where_its_weights_are(tmp_path):
    config = Config(
        ear=EarConfig(kind="gemini", url="ws://127.0.0.1:9/"), narrator=NarratorConfig(kind="self")
    )
    own = wiring.parts(config, SharedEngines(Cache(default_root(os.environ))))
    assert (own.policy.exact_voice, own.voice is None) == (True, False)
    assert SharedEngines(Cache(tmp_path)).voice_if_needed(config, "af_bella") is None


def test_A2_each_session_draws_its_codes_anew_and_they_are_the_words_of_the_pack():
    rules = policy(Config())
    drawn = [policies.draw_codes(rules).sentences.holds for _ in range(8)]
    assert len({one.first + one.second for one in drawn}) == 8
    assert {(frozenset(one.first), frozenset(one.second)) for one in drawn} == {
        (frozenset(SENTENCES.holds.first), frozenset(SENTENCES.holds.second))
    }


@pytest.mark.parametrize(
    ("effects", "says", "grave"),
    [(True, None, True), (True, False, False), (True, True, True), (False, None, False), (False, True, True)],
)
def test_A7_what_a_tool_does_is_grave_unless_who_wrote_it_says_otherwise(effects, says, grave):
    tool = ScriptedTool("act", ToolResult("done"), effects=effects)
    tool.grave = says
    assert is_grave(tool) is grave


def test_R2_N5_a_secret_in_an_act_is_said_by_its_name():
    key = "sk-ant-api03-" + "aB3_dE5-" * 12
    talk = Session(
        Config(), [AskYes(Act(f"login --key {key}")), Use("calculate", {"sum": key}), Wrote("Well.")]
    )
    told = [one for _, one, _ in talk.journal.entries if isinstance(one, ev.BrainNeedsYes | ev.BrainCalled)]
    assert len(told) == 2
    assert all("secret 1" in one.said and "aB3" not in repr(one) for one in told)


class Deleting(Tool):
    name, description, parameters = "github_delete", "It deletes.", {"type": "object"}
    effects, spoken_name = True, "delete of github"

    async def run(self, arguments):
        return ToolResult("gone")


def test_A2_N5_a_call_is_told_with_its_words_and_whether_it_is_grave():
    """A yes aloud deletes no repository: in a session of its own, with a brain that calls a tool that may destroy."""

    talk = Session(Config(), [Use("github_delete", {"name": "solovox"}), Wrote("Gone.")], tools=(Deleting(),))
    events = [event for _, event, _ in talk.journal.entries]
    [called] = [one for one in events if isinstance(one, ev.BrainCalled)]
    assert (called.said, called.grave) == ("call delete of github, name: solovox", True)
    assert [one.code != "" for one in talk.shown if isinstance(one, do.ShowHold)] == [True]


PUSH = Act("git push --force", grave=True, spoken=SaidAct(("run git push --force", "in shop")))
SENTENCE = (
    "Not done, for it needs a screen to be allowed on: {}. Open the page of this talk, and ask for it again."
)


def blind(answer, *, screen=False, **said):
    """A talk without a screen; what was announced in it, and what waited for a yes."""
    talk = Session(Config(), answer, tools=(Deleting(),), screen=screen)
    events = [event for _, event, _ in talk.journal.entries]
    told = [one.text for one in events if isinstance(one, ev.Announced)]
    return talk, told, [one for one in talk.shown if isinstance(one, do.ShowHold)]


def test_A6_without_a_screen_a_grave_act_of_an_agent_is_refused_with_one_sentence():
    talk, told, holds = blind([AskYes(PUSH), AskYes(PUSH), Wrote("Well.")])
    assert told == [SENTENCE.format("run git push dash dash force, in shop")], "once, however often it asks"
    assert holds == []
    assert [(one.allowed, "no screen is here" in one.reason) for one in talk.brain.consents] == [
        (False, True)
    ] * 2
    assert SENTENCE.format("run git push dash dash force, in shop") in [
        one.text for one in talk.shown if isinstance(one, do.ShowNotice)
    ]


def test_A6_without_a_screen_a_call_of_a_grave_tool_is_refused_with_one_sentence():
    talk, told, holds = blind([Use("github_delete", {"name": "shop"}), Wrote("Well.")])
    assert (told, holds) == ([SENTENCE.format("call delete of github, name: shop")], [])
    assert not [one for _, one, _ in talk.journal.entries if isinstance(one, ev.ToolReturned)]


@pytest.mark.parametrize("act", [Act("x" * 700), Act("look: \u0430")])
def test_A6_so_is_what_cannot_be_read_out_whole(act):
    _, told, holds = blind([AskYes(act), Wrote("Well.")])
    assert (told, holds) == ([SENTENCE.format("something that is too long to read out")], [])


def test_A6_what_can_be_undone_is_asked_for_without_a_screen_too_and_all_with_one():
    _, told, [hold] = blind([AskYes(Act("rm -rf src")), Wrote("Well.")])
    assert (told, hold.code) == ([], "")
    _, told, [hold] = blind([AskYes(PUSH), Wrote("Well.")], screen=True)
    assert (told, hold.code != "") == ([], True)


def test_A6_no_voice_of_a_session_says_the_code_of_an_act_whose_screen_has_gone():
    holds = policies.draw_codes(policy(Config())).sentences.holds
    said = holds.asking("run git push, in shop", "breakfast potato", screen=False)
    assert "breakfast" not in said
    assert said.startswith("It asks for this: run git push, in shop. It needs a screen")
