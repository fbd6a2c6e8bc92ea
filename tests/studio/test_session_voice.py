"""The voice of a theme on this machine."""

import asyncio

from solovox.config.schema import Config, NarratorConfig
from solovox.core.commands import Read
from solovox.core.events import ReadSounded
from solovox.core.units import ReadId
from solovox.http.sockets.studio_wishes import wish
from solovox.narrators.shared_voice import SharedVoice
from solovox.narrators.voice import VoiceNarrator
from solovox.shell.sound import SoundStore
from solovox.studio.vox import THEMES
from solovox.testing.fakes import ScriptedTts
from studio.rooms import room


class Weights:
    """Those of voices: of the ones that are named here."""

    def __init__(self, *there):
        self.there = there

    def has(self, item):
        return item in ("kokoro", "kokoro-voices", "misaki") and bool(self.there)


class Voices:
    """Each voice takes another time for a character, so that it is known by its sound."""

    def __init__(self, *there):
        self.weights = Weights(*there)
        self.made = []

    def voice(self, config, name):
        self.made.append(name)
        return SharedVoice(ScriptedTts(1_000 + 100 * len(self.made)))


def voiced(engines, config=None, theme="expert"):
    session = room()
    session.now.theme = theme
    return session, session.voice(config or Config(), engines, "af_bella")


def test_each_theme_has_a_voice_of_its_own():
    for theme in THEMES:
        engines = Voices("kokoro")
        voiced(engines, theme=theme.id)
        assert engines.made == [theme.voice]


def test_a_voice_that_the_person_named_and_one_whose_weights_are_missing_are_not_the_themes():
    engines = Voices("kokoro")
    voiced(engines, Config(narrator=NarratorConfig(voice="joe")))
    assert engines.made == ["af_bella"], "the one that wiring found"
    engines = Voices()
    voiced(engines)
    assert engines.made == ["af_bella"]


async def test_a_theme_changed_in_mid_session_is_heard_from_the_next_read_on():
    engines = Voices("kokoro")
    session, voice = voiced(engines)
    sound, heard = SoundStore(), []
    narrator = VoiceNarrator(voice, sound)

    async def tell(event):
        if isinstance(event, ReadSounded):
            heard.append((event.read, event.span.count))

    work = asyncio.create_task(narrator.run(tell))

    async def read(number):
        await narrator.perform(Read(ReadId(number), "abcd"))
        while not any(one == number for one, _ in heard):
            await asyncio.sleep(0.001)

    await read(1)
    assert await wish(session, {"theme": "warm"}, None) == ""
    await read(2)
    assert "there is no theme" in await wish(session, {"theme": "beige"}, None)
    await read(3)
    work.cancel()
    assert engines.made == ["bm_george", "af_bella"]
    lengths = [sum(count for one, count in heard if one == number) for number in (1, 2, 3)]
    assert lengths[0] < lengths[1] == lengths[2]
