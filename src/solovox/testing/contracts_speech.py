"""What every part of the local engine must do: voices, transcribers, detectors of activity, of turns, of the wake phrase.

They are plain functions of sound: no task, no clock. Subclass the suite of yours in a test module, and say how to make one.

    class TestMine(VoiceContract):
        def fresh(self):
            return MyVoice()
"""

import math
from collections.abc import Sequence
from typing import ClassVar, Final

from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.ports import Spoken, Stt, Transcript, Tts, TurnDetector, Vad, WakeWord

SILENCE: Final = bytes(2 * MIC_RATE)
"""A second."""
FASTEST: Final = 0.02
"""Seconds a character, at least, of a sentence."""
SLOWEST: Final = 0.3


class VoiceContract:
    """The contract of `Tts`."""

    text: ClassVar[str] = "I found it. The test fails because the time is too short, so I made it longer."
    unsayable: ClassVar[Sequence[str]] = ("…", "***", "— !")
    """Texts without words."""
    repeats: ClassVar[bool] = True
    """Whether the same text always sounds the same, to the sample. Many models roll dice: then say so."""

    def fresh(self) -> Tts:
        """A voice; the suite asks it for one text at a time. One for all tests will do."""
        raise NotImplementedError

    def test_it_gives_whole_samples_that_can_be_heard(self) -> None:
        pieces = [*self.fresh().speak(self.text)]
        assert all(isinstance(piece, Spoken) and len(piece.pcm) % 2 == 0 for piece in pieces)
        assert any(any(piece.pcm) for piece in pieces)

    def test_it_speaks_about_as_fast_as_people_do(self) -> None:
        """So its sound has the rate that is promised: 24 kHz."""
        seconds = len(_sound(self.fresh(), self.text)) / 2 / VOICE_RATE
        assert FASTEST < seconds / len(self.text) < SLOWEST

    def test_said_to_never_falls_and_ends_at_the_length_of_the_text(self) -> None:
        told = [piece.said_to for piece in self.fresh().speak(self.text)]
        assert told == sorted(told)
        assert told[0] >= 0
        assert told[-1] == len(self.text)

    def test_its_sound_comes_piece_by_piece(self) -> None:
        """The first is heard while the rest is rendered; the rest of a read that was cut is never rendered."""
        pieces = [*self.fresh().speak(" ".join([self.text] * 3))]
        assert len(pieces) > 1
        assert len(pieces[0].pcm) < sum(len(piece.pcm) for piece in pieces) / 2

    def test_a_text_that_is_given_up_leaves_nothing_behind(self) -> None:
        voice = self.fresh()
        before = _sound(voice, "Yes.") if self.repeats else b""
        given_up = voice.speak(self.text)
        next(given_up)
        if hasattr(given_up, "close"):
            given_up.close()
        pieces = [*voice.speak("Yes.")]
        assert pieces[-1].said_to == len("Yes.")
        if self.repeats:
            assert b"".join(piece.pcm for piece in pieces) == before

    def test_it_is_slower_and_faster_if_it_is_told_to(self) -> None:
        voice = self.fresh()
        usual = len(_sound(voice, self.text))
        for pace, least, most in ((0.5, 1.5, 2.6), (2.0, 0.35, 0.75)):
            pieces = [*voice.speak(self.text, pace)]
            assert least < sum(len(piece.pcm) for piece in pieces) / usual < most, pace
            assert pieces[-1].said_to == len(self.text)

    def test_an_empty_text_has_no_sound(self) -> None:
        pieces = [*self.fresh().speak("")]
        assert not any(piece.pcm for piece in pieces)
        assert all(piece.said_to == 0 for piece in pieces)

    def test_a_text_without_words_is_over(self) -> None:
        for text in self.unsayable:
            told = [piece.said_to for piece in self.fresh().speak(text)]
            assert told[-1] == len(text), text

    def test_the_same_text_sounds_the_same(self) -> None:
        voice = self.fresh()
        if self.repeats:
            assert _sound(voice, "Yes.") == _sound(voice, "Yes.")


class TranscriberContract:
    """The contract of `Stt`."""

    speech: ClassVar[bytes] = b""
    """One sentence: 16 kHz mono 16-bit."""
    words: ClassVar[str] = ""
    """A word that is surely in it; empty: this one understands no words."""

    def fresh(self) -> Stt:
        """A transcriber. One for all tests will do."""
        raise NotImplementedError

    def test_speech_has_its_words_as_they_are_written(self) -> None:
        found = self.fresh().transcribe(self.speech)
        assert self.words.casefold() in found.text.casefold()
        if self.words:
            assert found.text.rstrip().endswith((".", "?", "!")), "a sentence that ends has a mark"
            assert found.text == found.text.strip()

    def test_what_has_no_words_has_empty_text(self) -> None:
        for sound in (b"", bytes(2), SILENCE, SILENCE * 10):
            assert self.fresh().transcribe(sound).text == ""

    def test_its_confidence_is_a_probability(self) -> None:
        for sound in (b"", SILENCE, self.speech, self.speech[: len(self.speech) // 4 * 2]):
            found = self.fresh().transcribe(sound)
            assert isinstance(found, Transcript)
            assert 0.0 <= found.confidence <= 1.0

    def test_it_takes_a_minute(self) -> None:
        whole = (self.speech + SILENCE) * (60 * MIC_RATE * 2 // (len(self.speech) + len(SILENCE)))
        assert self.words.casefold() in self.fresh().transcribe(whole).text.casefold()

    def test_it_remembers_nothing(self) -> None:
        one = self.fresh()
        first = one.transcribe(self.speech)
        one.transcribe(SILENCE)
        assert one.transcribe(self.speech) == first


class ActivityContract:
    """The contract of `Vad`."""

    speech: ClassVar[bytes] = b""
    """One sentence: 16 kHz mono 16-bit."""

    def fresh(self) -> Vad:
        """A new detector: it remembers."""
        raise NotImplementedError

    def test_it_gives_a_probability_for_each_frame(self) -> None:
        assert all(0.0 <= one <= 1.0 for one in self._likely(self.fresh(), SILENCE + self.speech))

    def test_silence_is_no_speech_and_speech_is(self) -> None:
        vad = self.fresh()
        assert max(self._likely(vad, SILENCE)) < 0.5
        assert max(self._likely(vad, self.speech)) > 0.5
        assert self._likely(vad, SILENCE * 2)[-1] < 0.5

    def test_a_frame_of_another_length_is_refused(self) -> None:
        vad = self.fresh()
        for length in (0, 2 * vad.frame_samples - 2, 2 * vad.frame_samples + 2):
            try:
                vad.probability(bytes(length))
            except ValueError as error:
                assert str(vad.frame_samples) in str(error), "it does not say how long a frame is"
            else:
                raise AssertionError(f"a frame of {length} bytes was taken")

    def test_reset_forgets(self) -> None:
        vad = self.fresh()
        first = self._likely(vad, self.speech)
        vad.reset()
        assert self._likely(vad, self.speech) == first

    @staticmethod
    def _likely(vad: Vad, pcm: bytes) -> list[float]:
        size = 2 * vad.frame_samples
        return [vad.probability(pcm[at : at + size]) for at in range(0, len(pcm) - size + 1, size)]


class TurnContract:
    """The contract of `TurnDetector`."""

    speech: ClassVar[bytes] = b""
    """One sentence, with a pause behind it: 16 kHz mono 16-bit."""

    def fresh(self) -> TurnDetector:
        """A detector. One for all tests will do."""
        raise NotImplementedError

    def test_sound_of_any_length_has_a_probability(self) -> None:
        for sound in (b"", bytes(2), SILENCE, self.speech, self.speech * 10):
            found = self.fresh().rate_end(sound)
            assert not math.isnan(found)
            assert 0.0 <= found <= 1.0

    def test_it_remembers_nothing(self) -> None:
        one = self.fresh()
        first = one.rate_end(self.speech)
        one.rate_end(SILENCE)
        assert one.rate_end(self.speech) == first


class WakeContract:
    """The contract of `WakeWord`. The phrase is `phrase`."""

    phrase: ClassVar[str] = "computer"
    speech: ClassVar[bytes] = b""
    """A sentence without the phrase: 16 kHz mono 16-bit."""
    called: ClassVar[bytes] = b""
    """The phrase as it is said; empty: this one only reads."""

    def fresh(self) -> WakeWord:
        """A new one: it remembers sound."""
        raise NotImplementedError

    def test_it_reads_the_phrase_as_whole_words(self) -> None:
        wake = self.fresh()
        for text in (self.phrase, f"{self.phrase.upper()}, stop!", f"Well, {self.phrase}."):
            assert wake.read(text) is True, text
        for text in ("", "What time is it?", f"{self.phrase}s are there", f"a{self.phrase}"):
            assert wake.read(text) is False, text

    def test_it_reads_no_phrase_in_the_middle_of_a_sentence(self) -> None:
        wake = self.fresh()
        assert wake.read(f"My {self.phrase} is slow.") is False
        assert wake.read(f"Is it noon, {self.phrase}?") is True
        assert wake.read(f"Is it noon, {self.phrase}", more=True) is False

    def test_it_hears_the_phrase_once_and_nothing_else(self) -> None:
        wake = self.fresh()
        assert self._times(wake, SILENCE + self.speech + SILENCE) == 0
        assert self._times(wake, self.called + SILENCE) == bool(self.called)

    def test_no_sound_is_no_phrase(self) -> None:
        assert self.fresh().hear_phrase(b"") is False

    @staticmethod
    def _times(wake: WakeWord, pcm: bytes) -> int:
        return sum(wake.hear_phrase(pcm[at : at + 1024]) for at in range(0, len(pcm), 1024))


def _sound(voice: Tts, text: str) -> bytes:
    return b"".join(piece.pcm for piece in voice.speak(text))
