"""A persona in a session beside a brain: what the brain is told, and where its messages go."""

import math

import pytest

from solovox.app.wiring import SessionParts, session
from solovox.config.schema import BrainConfig, Config, Own
from solovox.core import events as ev
from solovox.core.units import AudioSpan
from solovox.parts.brains.making import brain_given
from solovox.parts.now import SessionNow
from solovox.parts.policies import policy
from solovox.parts.tools.selection import choose_tools
from solovox.ports.places import DISCORD
from solovox.shell.clock import run
from solovox.surfaces.file import MIC, FileOptions, FileSurface
from solovox.testing.fakes import MemoryJournal, ScriptedBrain, ScriptedRecogniser, ScriptedTts, Use
from solovox.text.persona import SPEAKS

pytestmark = pytest.mark.slow

SPOKEN = AudioSpan(MIC, 4_000, 12_000)
HEARD = [
    (5_000, ev.OnsetHeard(4_000)),
    (8_000, ev.SpeechConfirmed(4_000)),
    (18_000, ev.SpeechEnded(SPOKEN)),
    (18_000, ev.LocalTranscript(SPOKEN, "tell the others", final=True)),
]


@pytest.fixture
def luna(tmp_path, monkeypatch):
    monkeypatch.setenv("SOLOVOX_STATE", str(tmp_path / "state"))
    path = tmp_path / "luna.md"
    path.write_text("# Luna\nYou love the sea.\n")
    return str(path)


def test_a_brain_is_told_the_persona_and_then_its_own_prompt(luna):
    own = {"brain.openai_compatible": Own({"prompt": "Never rhyme."})}
    brain = BrainConfig(kind="openai_compatible", url="http://localhost:1", model="m")
    told = brain_given(Config(brain=brain, persona=luna, own=own)).settings["prompt"]
    assert told.startswith("You are Luna.")
    assert "You love the sea." in told
    assert told.endswith("\n\nNever rhyme.")
    assert SPEAKS not in told, "how a brain is to write, it is told beside it"
    assert brain_given(Config(brain=brain, own=own)).settings["prompt"] == "Never rhyme."


def returned(config, registers):
    """What the tools of a session gave back; `registers` is called with the places that the surface may name."""
    found = choose_tools(config)
    rules = policy(config, found.tools)
    brain = ScriptedBrain(default=[Use("message_discord_bot", {"text": "hello all"})])
    now = SessionNow(rules, found.tools, places=found.places)
    parts = SessionParts(rules, ScriptedRecogniser(HEARD), ScriptedTts(), brain, found.tools, now=now)
    journal = MemoryJournal()

    def surface(place):
        registers(place.places)
        options = FileOptions(busy=place.busy)
        return FileSurface(place.sound, place.clock, bytes(2 * 24_000), bytearray().extend, options)

    async def held():
        await session(parts, surface, journal).run()

    run(held(), speed=math.inf)
    return [event for _, event, _ in journal.entries if isinstance(event, ev.ToolReturned)]


@pytest.mark.usefixtures("luna")
def test_C4_a_message_goes_to_the_place_that_the_surface_has_and_its_receipt_comes_back():
    sent = []

    async def say(text):
        sent.append(text)
        return "message 7"

    config = Config(tools=("message_discord_bot",), effects="allow")
    [there] = returned(config, lambda places: places.register(DISCORD, say))
    assert (there.receipt, there.failed, sent) == ("message 7", False, ["hello all"])
    [nowhere] = returned(config, lambda _: None)
    assert (nowhere.receipt, nowhere.failed) == (None, True)
    assert "no place called discord" in nowhere.result
    asked = returned(Config(tools=("message_discord_bot",)), lambda places: places.register(DISCORD, say))
    assert asked == [], "without a yes nothing is written"
    assert sent == ["hello all"]
