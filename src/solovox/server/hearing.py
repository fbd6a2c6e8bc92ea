"""The person's sound: when they begin, when they have finished, what they said.

Rule 1: with automatic detection speech, once it is sure, interrupts; its words are met when they are known. Words that
are known while the person speaks again wait until the rest is understood: a recogniser owes each `SpeechEnded` its words.
Rule 2: with manual detection an utterance is what lies between `activityStart` and `activityEnd`. Sound outside is
thrown away: one report says that the service closes with 1007 instead, another that it does this.
Rule 3: a client that stops sending in the middle of speech is taken to be silent after `GAP_MS`.
Rule 4: what they have said so far is told while they speak (`Choices.interim`), each time the whole of it.
Rule 5: what the person said is transcribed before anything is made of it, as the recordings show.
"""

import re
from typing import Final, assert_never

from solovox.core.events import (
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    RecogniserEvent,
    SpeechConfirmed,
    SpeechEnded,
    WakeHeard,
)
from solovox.core.units import MIC_RATE, milliseconds
from solovox.server import answering
from solovox.server.happenings import SoundCame
from solovox.server.memory import PERSON, Line, within
from solovox.server.orders import FinishHearing, Hear, HearSilence, Order, Send
from solovox.server.talk import Talk, Waiting, content
from solovox.server.terms import INVALID, Terms
from solovox.wire.gemini_live.families import BAD_ARGUMENT
from solovox.wire.gemini_live.parts import Blob, Duration
from solovox.wire.gemini_live.server_frames import (
    ServerMessage,
    Transcription,
    VoiceActivity,
    VoiceActivityType,
)

GAP_MS: Final = 1_000
SILENCE_MS: Final = 500
MOST_SILENCE_MS: Final = 12_000
"""More than any utterance needs to end; a recogniser that is busy has not said so yet."""
RATES: Final = range(4_000, 192_001)
_WORD: Final = re.compile(r"\S+")


def came(talk: Talk, terms: Terms, sound: SoundCame, now: int) -> list[Order]:
    """A piece of sound."""
    blob = Blob(mime_type=sound.mime_type, data=b"")
    rate = blob.rate or terms.family.rates[0]
    if not blob.is_sound:
        return talk.close(INVALID, f"{BAD_ARGUMENT} Sound must be audio/pcm;rate=N, 16-bit")
    if rate not in RATES:
        return talk.close(INVALID, f"{BAD_ARGUMENT} Sound of {rate} Hz is not supported")
    if not terms.detection.automatic and not talk.ear.active:
        return []
    talk.ear.last_sound, talk.ear.silence_ms = now, 0
    return [Hear(rate)]


def recognised(talk: Talk, terms: Terms, event: RecogniserEvent) -> list[Order]:
    """What the recogniser tells."""
    ear = talk.ear
    match event:
        case OnsetHeard():
            ear.onset = True
        case OnsetFaded():
            ear.onset = ear.speaking = False
        case SpeechConfirmed(first=first):
            ear.speaking = True
            orders = _marked(talk, terms, VoiceActivityType.START, first)
            if terms.detection.automatic and terms.interrupts:
                orders += answering.interrupt(talk, terms)
            return orders
        case SpeechEnded(span=span):
            ear.onset = ear.speaking = False
            ear.owed += 1
            return _marked(talk, terms, VoiceActivityType.END, span.end)
        case LocalTranscript(final=False, text=text) if talk.choices.interim and terms.hears:
            return [content(interim_input_transcription=Transcription(text=f" {text}"))]
        case LocalTranscript(final=True, text=text, span=span):
            ear.owed = max(0, ear.owed - 1)
            ms = milliseconds(span.count, MIC_RATE)
            if terms.detection.automatic:
                return words(talk, terms, text, ms)
            ear.words += [text] if text.strip() else []
            ear.sound_ms += ms
        case LocalTranscript() | WakeHeard():
            pass
        case _:
            assert_never(event)
    return []


def begins(talk: Talk, terms: Terms) -> list[Order]:
    """`activityStart`."""
    if terms.detection.automatic:
        return talk.close(INVALID, f"{BAD_ARGUMENT} activityStart needs automatic detection disabled")
    ear = talk.ear
    ear.active, ear.words, ear.sound_ms = True, [], 0
    return answering.interrupt(talk, terms) if terms.interrupts else []


def ends(talk: Talk, terms: Terms) -> list[Order]:
    """`activityEnd`: its words come with `heard_out`."""
    if terms.detection.automatic:
        return talk.close(INVALID, f"{BAD_ARGUMENT} activityEnd needs automatic detection disabled")
    if not talk.ear.active:
        return []
    talk.ear.active = False
    return finish(talk)


def finish(talk: Talk) -> list[Order]:
    """The sound is over for now: what was begun is an utterance."""
    talk.ear.finishing += 1
    return [FinishHearing(talk.ear.finishing)]


def heard_out(talk: Talk, terms: Terms, n: int) -> list[Order]:
    """All sound is understood. With manual detection this is the utterance, unless another has begun."""
    ear = talk.ear
    if terms.detection.automatic or n != ear.finishing or ear.active:
        return []
    text, ms = " ".join(ear.words), ear.sound_ms
    ear.owed = 0
    ear.words, ear.sound_ms, ear.onset, ear.speaking = [], 0, False, False
    return words(talk, terms, text, ms)


def words(talk: Talk, terms: Terms, text: str, sound_ms: int) -> list[Order]:
    """What the person said, as it was understood."""
    if not text.strip():
        return []
    talk.lines = within([*talk.lines, Line(PERSON, text, sound_ms)])
    whole = talk.choices.whole_input
    whole = terms.family.many_parts if whole is None else whole
    orders: list[Order] = []
    if terms.hears:
        pieces = [f" {text}"] if whole else [f" {word}" for word in _WORD.findall(text)]
        last = len(pieces) if talk.choices.finished else 0
        orders += [
            content(input_transcription=Transcription(text=piece, finished=True if n == last else None))
            for n, piece in enumerate(pieces, 1)
        ]
    if terms.interrupts and not talk.ear.speaking:
        orders += answering.interrupt(talk, terms)
    talk.wait(Waiting(text))
    return orders


def _marked(talk: Talk, terms: Terms, kind: VoiceActivityType, sample: int) -> list[Order]:
    """That speech begins or ends, where that was chosen; with manual detection the client knows."""
    if not talk.choices.marks or not terms.detection.automatic:
        return []
    activity = VoiceActivity(type=kind, audio_offset=Duration.of(milliseconds(sample, MIC_RATE)))
    return [Send(ServerMessage(voice_activity=activity))]


def silence(talk: Talk, now: int) -> list[Order]:
    """Rule 3."""
    at = gap_ends(talk)
    if at is None or now < at:
        return []
    talk.ear.last_sound = now - GAP_MS + SILENCE_MS
    talk.ear.silence_ms += SILENCE_MS
    return [HearSilence(SILENCE_MS)]


def gap_ends(talk: Talk) -> int | None:
    """When a client that sends nothing is taken to be silent."""
    automatic = talk.terms is not None and talk.terms.detection.automatic
    wanted = automatic and talk.ear.onset and talk.ear.silence_ms < MOST_SILENCE_MS
    return talk.ear.last_sound + GAP_MS if wanted else None
