"""The narrator `voice`: exact, one read after another, silent when cancelled."""

import asyncio
import math
import threading

import pytest

from solovox.core.commands import CancelRead, Read, SetPace
from solovox.core.errors import Misuse
from solovox.core.events import ReadFailed, ReadRendered, ReadSounded
from solovox.core.units import ReadId
from solovox.narrators.voice import NO_SOUNDS, READS, SOME_UNSAID, LaterVoice, VoiceNarrator
from solovox.ports import Spoken
from solovox.shell.clock import run
from solovox.shell.sound import SoundStore
from solovox.speech.g2p.spoken_tokens import TokenKind, tokens
from solovox.testing.fakes import ScriptedTts

ONE, TWO = ReadId(1), ReadId(2)


async def narrated(tts, *commands, until, pace=100, note=None):
    sound, seen = SoundStore(), []
    narrator, told = VoiceNarrator(tts, sound, pace, note), asyncio.Queue()
    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(narrator.run(told.put))
        for command in commands:
            await narrator.perform(command)
        while not seen or not until(seen[-1], seen):
            seen.append(await told.get())
        await asyncio.sleep(1)
        work.cancel()
    await narrator.aclose()
    return seen, sound


def test_a_voice_that_is_seldom_needed_is_loaded_once_when_it_first_speaks():
    loads = []
    voice = LaterVoice(lambda: loads.append(1) or ScriptedTts())
    assert loads == []
    for _ in range(2):
        assert [*voice.speak("It is noon.")][-1].said_to == len("It is noon.")
    assert loads == [1]


def over(read):
    return lambda event, _: isinstance(event, ReadRendered | ReadFailed) and event.read == read


def test_N1_reads_sound_whole_one_after_another():
    tts = ScriptedTts()
    seen, sound = run(
        narrated(tts, Read(ONE, "One two three."), Read(TWO, "Four."), until=over(TWO)), math.inf
    )
    assert [event.read for event in seen] == [ONE] * 4 + [TWO] * 2
    pieces = [event for event in seen if isinstance(event, ReadSounded)]
    assert b"".join(sound.get(one.span) for one in pieces) == tts.sound("One two three.Four.")
    assert [one.said_to for one in pieces] == [4, 8, 14, 5]
    assert {one.span.stream for one in pieces} == {"voice/1", "voice/2"}
    assert [one.span.first for one in pieces] == [0, 960, 1920, 0]


def test_N7_reads_have_the_pace_that_was_set_before_them():
    tts = ScriptedTts()
    usual = len(tts.sound("One.")) // 2
    for pace, length in ((100, usual), (50, 2 * usual), (200, usual // 2)):
        seen, _ = run(narrated(tts, SetPace(pace), Read(ONE, "One."), until=over(ONE)), math.inf)
        sounded = [event for event in seen if isinstance(event, ReadSounded)]
        assert sum(event.span.count for event in sounded) == length
        assert sounded[-1].said_to == len("One.")
    seen, _ = run(narrated(tts, Read(ONE, "One."), until=over(ONE), pace=200), math.inf)
    assert sum(one.span.count for one in seen if isinstance(one, ReadSounded)) == usual // 2


class Mute:
    """An engine without sounds for what it is given: a pause at most."""

    def speak(self, text):
        yield Spoken(bytes(480), len(text) - 1)
        yield Spoken(b"", len(text))


@pytest.mark.parametrize(
    ("said", "end"), [("你好。", ReadFailed(ONE, NO_SOUNDS)), ("— …", ReadRendered(ONE))]
)
def test_T5_words_of_which_nothing_is_heard_were_not_read(said, end):
    seen, _ = run(narrated(Mute(), Read(ONE, said), until=over(ONE)), math.inf)
    assert seen[-1] == end


class Gated:
    """Renders a piece when it is let to."""

    def __init__(self):
        self.gate = threading.Semaphore(0)
        self.rendered = 0

    def speak(self, text):
        for n in range(1, len(text) + 1):
            self.gate.acquire(timeout=10)
            self.rendered += 1
            yield Spoken(b"\1\0", n)


async def test_G4_a_cancelled_read_ends_between_pieces():
    tts = Gated()
    narrator, seen = VoiceNarrator(tts, SoundStore()), []

    async def tell(event):
        seen.append(event)

    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(narrator.run(tell))
        await narrator.perform(Read(ONE, "abcdefgh"))
        tts.gate.release()
        while not seen:
            await asyncio.sleep(0.001)
        await narrator.perform(CancelRead(ONE))
        await narrator.perform(Read(TWO, "x"))
        await asyncio.sleep(0)  # the cancelled task has its step
        tts.gate.release(2)
        while not isinstance(seen[-1], ReadRendered):
            await asyncio.sleep(0.001)
        work.cancel()
    assert [event.read for event in seen] == [ONE, TWO, TWO]
    assert tts.rendered <= 3, "at most the piece that was under way"


def test_an_empty_piece_makes_no_sound():
    class Mute:
        def speak(self, text):
            yield Spoken(b"", 1)
            yield Spoken(b"\1\0", 2)

    seen, _ = run(narrated(Mute(), Read(ONE, "ab"), until=over(ONE)), math.inf)
    assert [type(event) for event in seen] == [ReadSounded, ReadRendered]


async def test_more_reads_than_the_core_may_give_are_its_fault():
    narrator = VoiceNarrator(ScriptedTts(), SoundStore())
    for n in range(READS):
        await narrator.perform(Read(ReadId(n), "x"))
    with pytest.raises(Misuse, match="cannot be taken"):
        await narrator.perform(Read(ReadId(READS), "x"))


def test_N2_words_that_have_no_sounds_between_others_are_told_once_in_one_line():
    notes = []
    texts = ["It is noon.", "It is noon. Сейчас полдень. They say.", "И ещё раз: noon."]
    sound, seen = SoundStore(), []

    async def narrate():
        narrator, told = VoiceNarrator(ScriptedTts(), sound, note=notes.append), asyncio.Queue()
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(narrator.run(told.put))
            for n, text in enumerate(texts, 1):
                await narrator.perform(Read(ReadId(n), text))
                while not (seen and isinstance(seen[-1], ReadRendered) and seen[-1].read == n):
                    seen.append(await told.get())
                assert len(notes) == (n > 1)
            work.cancel()

    run(narrate(), math.inf)
    assert notes == [SOME_UNSAID]


SAID = {
    "English": "Café Zoë, naïve.",
    "signs": "5 µm, 3 Ω and α: x² ≤ π, ½ ℃.",
    "German": "Das Wetter ist heute schön, größer als zuvor.",
    "French": "Il fait très beau aujourd’hui, n’est-ce pas ?",
    "Spanish": "¿Qué tiempo hace hoy en España?",
    "Italian": "Che tempo fa oggi a Roma, perché piove?",
    "Portuguese": "Não há previsão de chuva amanhã.",
}
LEFT_OUT = {
    "Chinese": "今天天气很好。",
    "one word of Chinese": "猫",
    "Russian": "Сегодня хорошая погода.",
    "one word of Russian": "я",
    "Greek": "Καλημέρα.",
    "Hindi": "मैं ठीक हूँ",
    "Japanese": "私",
    "Korean": "네",
    "Arabic": "السلام",
    "Hebrew": "שלום",
    "Thai": "สวัสดี",
}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [(one, False) for one in SAID.values()] + [(one, True) for one in LEFT_OUT.values()],
    ids=[*SAID, *LEFT_OUT],
)
def test_N2_a_sentence_of_another_language_in_an_english_answer_is_said_or_told(sentence, told):
    notes = []
    run(
        narrated(
            ScriptedTts(), Read(ONE, f"It means: {sentence} That is all."), until=over(ONE), note=notes.append
        ),
        math.inf,
    )
    assert notes == [SOME_UNSAID] * told
    assert any(one.kind is TokenKind.WORD for one in tokens(sentence)) is not told
