"""The reader from a configuration to the speaker: an ear and a reader on real sockets, both of them adversaries."""

import asyncio

import pytest

from laws.laws import Laws
from live.gemini_double import Double
from live.gemini_reader_service import ReadingService
from live.gemini_reading import ANSWER, FAULTS, ORDERS, is_whole, words_of
from live.gemini_rig import local
from portions import some
from solovox.app.configured import narrator
from solovox.app.live_ears import gemini
from solovox.app.policies import policy
from solovox.app.wiring import SessionParts, ear_given, session
from solovox.config.schema import Config, ConfigError, EarConfig, NarratorConfig
from solovox.core import commands as c
from solovox.live.gemini.reader import INSTRUCTION
from solovox.ports import Wrote
from solovox.recordings.ledger import Ledger
from solovox.shell.clock import run
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.testing.fakes import MemoryJournal, ScriptedBrain, ScriptedRecogniser, ScriptedTts

SPEED = 20


class Talk:
    """One session: a question by ear, the answer by reader."""

    def __init__(self, way, kind="kept"):
        self.service = ReadingService(way)
        self.kind = kind
        self.journal, self.ledger, self.out = MemoryJournal(), Ledger(), bytearray()
        self.heard = local(["what"], 400, "what now")
        self.why = run(self._main(), SPEED)

    async def _main(self):
        async with asyncio.timeout(600), Double() as ear, self.service as service:
            config = Config(
                ear=EarConfig(kind="gemini", url=ear.url),
                narrator=NarratorConfig(kind="reader", session=self.kind, url=service.url, voice="Kore"),
                routing="code",
            )
            rules = policy(config)
            self.laws = Laws(rules)
            engines = SessionParts(
                rules,
                ScriptedRecogniser(self.heard),
                ScriptedTts(240),
                ScriptedBrain(default=[Wrote(ANSWER)]),
                (),
                gemini(ear_given(config, rules, ())),
                narrator(config),
            )

            def surface(place):
                return FileSurface(
                    place.sound, place.clock, bytes(96_000), self.out.extend, FileOptions(busy=place.busy)
                )

            return await session(engines, surface, self.journal, lambda _: (self.ledger, self)).run()

    def see(self, event, commands):
        self.laws.see(self.journal.entries[-1][0], event, commands)

    @property
    def words(self):
        return words_of(bytes(self.out))

    @property
    def exactly(self):
        reads = [one for _, _, did in self.journal.entries for one in did if isinstance(one, c.Read)]
        return [one.said for one in reads if one.exact]


@pytest.mark.parametrize("kind", ["kept", "fresh"])
@pytest.mark.parametrize("order", some(["together", "text after the end"], {"text after the end"}))
def test_G6_a_reader_on_a_socket_is_heard_word_for_word(order, kind):
    talk = Talk(ORDERS[order], kind)
    assert talk.words == ANSWER.split()
    assert talk.exactly == []
    assert all(one.holds for one in talk.ledger.sums())


@pytest.mark.parametrize(
    "fault",
    some(["another word", "too early an end", "a broken connection", "sound without text"], {"another word"}),
)
def test_G6_a_reader_on_a_socket_that_does_not_read_is_replaced_by_the_exact_voice(fault):
    talk = Talk(FAULTS[fault])
    assert is_whole(talk.words), talk.words
    assert talk.exactly
    assert all(one.holds for one in talk.ledger.sums())


def test_it_is_set_up_to_read_and_nothing_else():
    talk = Talk(ORDERS["together"])
    setup, *others = talk.service.setups
    assert all(other == setup for other in others), "two connections read in turn"
    assert setup.system_instruction.parts[0].text == INSTRUCTION
    assert setup.tools == ()
    assert setup.output_audio_transcription is not None
    assert setup.generation_config.speech_config.voice_config.prebuilt_voice_config.voice_name == "Kore"
    assert " ".join(talk.service.texts) == ANSWER


def test_what_cannot_read_is_said_before_anything_is_loaded():
    assert narrator(Config()) is None
    live = EarConfig(kind="gemini", url="ws://h")
    with pytest.raises(ConfigError, match=r"narrator\.url: "):
        narrator(Config(ear=live, narrator=NarratorConfig(kind="reader", url="nowhere")))
