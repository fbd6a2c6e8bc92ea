"""`correct` from end to end: what was heard is held, a text brain words it, and the yes is to what is shown (laws A1, A3)."""

import math

import pytest

from solovox.app.wiring import SessionParts, corrector, session
from solovox.brains.python import PythonBrain
from solovox.config.choosing import choose
from solovox.config.load import Setting
from solovox.config.schema import Config, ConfigError
from solovox.core import events as ev
from solovox.core.units import AudioSpan
from solovox.parts.now import SessionNow
from solovox.parts.policies import policy
from solovox.parts.registry import ThisMachine
from solovox.ports import SttCorrection
from solovox.recordings.journal import create
from solovox.recordings.journal_reader import read
from solovox.recordings.replay import Identical, replay
from solovox.recordings.timeline import build
from solovox.shell.clock import run
from solovox.surfaces.acts import acts
from solovox.surfaces.file import MIC, FileOptions, FileSurface
from solovox.testing.fakes import ScriptedBrain, ScriptedRecogniser, ScriptedTts
from solovox.text.names.workspace_names import NameLexicon

pytestmark = pytest.mark.slow

SPOKEN = AudioSpan(MIC, 4_000, 12_000)
WORDS, MEANT = "um delete the old locks", "Delete the old logs."
HEARD = [
    (5_000, ev.OnsetHeard(4_000)),
    (8_000, ev.SpeechConfirmed(4_000)),
    (18_000, ev.SpeechEnded(SPOKEN)),
    (18_000, ev.LocalTranscript(SPOKEN, WORDS, final=True)),
]
TAUGHT = SttCorrection("1", "2026-01-31T09:00:00.000Z", b"", "locks", "logs")
NAMES = NameLexicon(["old_logs.py", "user_service.py"])
MODEL = {"corrector.kind": "openai_compatible", "corrector.openai_compatible.model": "small"}


class Corrected:
    """One session in `correct`, from a file of sound to its journal."""

    def __init__(self, folder, words, *did, speed=math.inf):
        rules = policy(Config(approval="correct"), ())
        self.brain = ScriptedBrain()
        now = SessionNow(rules, (), corrections=lambda: [TAUGHT], names=lambda: NAMES)
        voice, ears = ScriptedTts(), ScriptedRecogniser(HEARD)
        parts = SessionParts(rules, ears, voice, self.brain, (), now=now, corrector=lambda: words)

        async def main():
            choices = FileOptions(acts=acts(did))
            journal = create(folder, session="s", created="today", profile="talk", policy=rules)
            place = lambda at: FileSurface(at.sound, at.clock, bytes(2 * 24_000), bytes, choices)  # noqa: E731
            await session(parts, place, journal).run()

        run(main(), speed)
        self.journal = read(folder / "journal.jsonl")
        (self.hold,) = build(self.journal).holds

    @property
    def asked(self):
        return [question.instruction for question in self.brain.questions]


async def mend(text, question):
    assert '"locks" → They said: "logs"' in question.history[0].text
    assert '- "old_logs.py"' in question.history[0].text
    yield text.removeprefix("um ").replace("locks", "logs")


@pytest.mark.parametrize(
    ("agent", "did", "sent", "proposed"),
    [
        (mend, "accept@4", "delete the old logs", "delete the old logs"),
        (mend, "edit:delete the new logs@4", "delete the new logs", "delete the old logs"),
        (mend, "refuse@4", None, "delete the old logs"),
        (lambda text: "delete everything", "accept@4", WORDS, "delete everything"),
        (lambda text: 1 / 0, "accept@4", WORDS, ""),
    ],
)
def test_A1_what_a_function_proposes_is_shown_and_the_yes_is_to_that(tmp_path, agent, did, sent, proposed):
    talk = Corrected(tmp_path, PythonBrain(agent), did)
    assert talk.asked == ([] if sent is None else [sent])
    show = talk.hold.show
    shown = proposed if proposed.endswith("logs") else WORDS  # what is bold stands beside the words
    assert (show.heard, show.text, show.proposed) == (WORDS, shown, proposed)
    assert talk.hold.edited == did.startswith("edit")
    assert isinstance(replay(talk.journal), Identical)


def chosen(values):
    found = {key: Setting(value, "--set") for key, value in values.items()}
    return choose("talk", found, ThisMachine({}))


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({}, ""),
        ({"brain.url": "http://h/v1", "brain.model": "m"}, "openai_compatible"),
        ({"brain.url": "http://h/v1", "brain.model": "m", "corrector.kind": "none"}, ""),
        ({"brain.kind": "python", "brain.python.agent": "a:b"}, ""),
        ({"brain.kind": "sse", "brain.url": "http://h"}, ""),
        ({"brain.kind": "claude_code"}, ""),
        ({"corrector.kind": "python", "corrector.python.agent": "a:b"}, "python"),
        (MODEL, "openai_compatible"),
    ],
)
def test_A1_who_proposes_is_who_is_named_or_a_brain_that_only_writes(values, kind):
    assert chosen(values).corrector == kind


def test_what_the_corrector_lacks_it_has_from_a_brain_of_its_kind():
    config = chosen({"brain.url": "https://h/v1", "brain.model": "large", "brain.api_key": "k", **MODEL})
    own = config.own["corrector.openai_compatible"]
    assert (own.values["url"], own.values["model"]) == ("https://h/v1", "small")
    assert own.secrets["api_key"].reveal() == "k"
    assert corrector(config) is not None
    assert corrector(chosen({})) is None


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"corrector.kind": "claude_code"}, "corrector.kind cannot be 'claude_code' (--set)"),
        ({"corrector.kind": "local"}, "corrector.kind cannot be 'local' (--set)"),
        ({"corrector.kind": "nobody"}, "corrector.kind cannot be 'nobody' (--set)"),
        ({"corrector.openai.modl": "m"}, "unknown key 'corrector.openai.modl' (--set): did you mean model?"),
        (MODEL, "corrector.kind = openai_compatible needs corrector.openai_compatible.url"),
        ({"corrector.kind": "python"}, "corrector.kind = python needs corrector.python.agent: write"),
    ],
)
def test_a_corrector_that_cannot_be_is_one_line(values, says):
    with pytest.raises(ConfigError) as error:
        corrector(chosen(values))
    assert str(error.value).startswith(says)
