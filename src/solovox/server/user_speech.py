"""The person's sound: when they begin, when they have finished, what they said.

Rule 1: with automatic detection confirmed speech interrupts; it is answered when its words are known. If the person
speaks again meanwhile, the words wait for the rest: a recogniser sends words for each `SpeechEnded`. What has no words,
or is only a nod, is not answered: what it cut is said on (`model_turn`, rule 5).
Rule 2: with manual detection an utterance lies between `activityStart` and `activityEnd`. Other sound is dropped:
one report says that the service drops it too, another that it closes with 1007.
Rule 3: a client that stops sending in the middle of speech counts as silent after `GAP_MS`.
Rule 4: with `ServerOptions.interim` drafts are sent while the person speaks; each draft is complete.
Rule 5: the person's words are sent as transcription before they are answered, as in the recordings.
"""

import re
from typing import Final, assert_never

from solovox.core.events import (
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    Overheard,
    RecogniserEvent,
    SpeechConfirmed,
    SpeechEnded,
    WakeHeard,
)
from solovox.core.units import MIC_RATE, milliseconds
from solovox.lang.languages import pack_of
from solovox.server import model_turn
from solovox.server.memory import PERSON, TranscriptLine, within
from solovox.server.served_commands import FeedRecogniser, FeedSilence, FinishHearing, Send, ServedCommand
from solovox.server.served_events import AudioReceived
from solovox.server.served_state import PendingInput, ServedState, content
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
"""Silence that ends any utterance; a busy recogniser may not have reported the end yet."""
RATES: Final = range(4_000, 192_001)
_WORD: Final = re.compile(r"\S+")


def take_sound(state: ServedState, terms: Terms, sound: AudioReceived, now: int) -> list[ServedCommand]:
    """A piece of sound."""
    blob = Blob(mime_type=sound.mime_type, data=b"")
    rate = blob.rate or terms.family.rates[0]
    if not blob.is_sound:
        return state.close(INVALID, f"{BAD_ARGUMENT} Sound must be audio/pcm;rate=N, 16-bit")
    if rate not in RATES:
        return state.close(INVALID, f"{BAD_ARGUMENT} Sound of {rate} Hz is not supported")
    if not terms.detection.automatic and not state.speech.active:
        return []
    state.speech.last_sound, state.speech.silence_ms = now, 0
    return [FeedRecogniser(rate)]


def take_recognised(
    state: ServedState, terms: Terms, event: RecogniserEvent, now: int
) -> list[ServedCommand]:
    """What the recogniser tells."""
    speech = state.speech
    match event:
        case OnsetHeard():
            speech.onset = True
        case OnsetFaded():
            speech.onset = speech.speaking = False
        case SpeechConfirmed(first=first):
            speech.speaking = True
            commands = _mark_activity(state, terms, VoiceActivityType.START, first)
            if terms.detection.automatic and terms.interrupts:
                commands += model_turn.cut_turn(state, terms, now)
            return commands
        case SpeechEnded(span=span):
            speech.onset = speech.speaking = False
            speech.owed += 1
            return _mark_activity(state, terms, VoiceActivityType.END, span.end)
        case LocalTranscript(final=False, text=text) if state.options.interim and terms.hears:
            return [content(interim_input_transcription=Transcription(text=f" {text}"))]
        case LocalTranscript(final=True, text=text, span=span):
            speech.owed = max(0, speech.owed - 1)
            ms = milliseconds(span.count, MIC_RATE)
            if terms.detection.automatic:
                return words(state, terms, text, ms)
            speech.words += [text] if text.strip() else []
            speech.sound_ms += ms
        case LocalTranscript() | Overheard() | WakeHeard():
            pass
        case _:
            assert_never(event)
    return []


def begins(state: ServedState, terms: Terms) -> list[ServedCommand]:
    """`activityStart`."""
    if terms.detection.automatic:
        return state.close(INVALID, f"{BAD_ARGUMENT} activityStart needs automatic detection disabled")
    speech = state.speech
    speech.active, speech.words, speech.sound_ms = True, [], 0
    return model_turn.interrupt(state, terms) if terms.interrupts else []


def ends(state: ServedState, terms: Terms) -> list[ServedCommand]:
    """`activityEnd`: its words come with `heard_out`."""
    if terms.detection.automatic:
        return state.close(INVALID, f"{BAD_ARGUMENT} activityEnd needs automatic detection disabled")
    if not state.speech.active:
        return []
    state.speech.active = False
    return finish(state)


def finish(state: ServedState) -> list[ServedCommand]:
    """The sound pauses: end the open utterance."""
    state.speech.finishing += 1
    return [FinishHearing(state.speech.finishing)]


def heard_out(state: ServedState, terms: Terms, n: int) -> list[ServedCommand]:
    """All sound is understood. With manual detection this is the utterance, unless another has begun."""
    speech = state.speech
    if terms.detection.automatic or n != speech.finishing or speech.active:
        return []
    text, ms = " ".join(speech.words), speech.sound_ms
    speech.owed = 0
    speech.words, speech.sound_ms, speech.onset, speech.speaking = [], 0, False, False
    return words(state, terms, text, ms)


def words(state: ServedState, terms: Terms, text: str, sound_ms: int) -> list[ServedCommand]:
    """What the person said, as it was understood."""
    nods = state.speech.cut is not None and pack_of(terms.detection.language).is_nod(text)
    if nods:
        return _transcribe_words(state, terms, text)
    if not text.strip():
        return []
    state.lines = within([*state.lines, TranscriptLine(PERSON, text, sound_ms)])
    commands = [*_transcribe_words(state, terms, text), *model_turn.give_up(state)]
    if terms.interrupts and not state.speech.speaking:
        commands += model_turn.interrupt(state, terms)
    state.wait(PendingInput(text))
    return commands


def _transcribe_words(state: ServedState, terms: Terms, text: str) -> list[ServedCommand]:
    """The person's words, if the client wants them: word by word, or whole."""
    whole = state.options.whole_input
    whole = terms.family.many_parts if whole is None else whole
    if not terms.hears or not text.strip():
        return []
    pieces = [f" {text}"] if whole else [f" {word}" for word in _WORD.findall(text)]
    last = len(pieces) if state.options.finished else 0
    return [
        content(input_transcription=Transcription(text=piece, finished=True if n == last else None))
        for n, piece in enumerate(pieces, 1)
    ]


def _mark_activity(
    state: ServedState, terms: Terms, kind: VoiceActivityType, sample: int
) -> list[ServedCommand]:
    """That speech begins or ends, where that was chosen; with manual detection the client knows."""
    if not state.options.marks or not terms.detection.automatic:
        return []
    activity = VoiceActivity(type=kind, audio_offset=Duration.of(milliseconds(sample, MIC_RATE)))
    return [Send(ServerMessage(voice_activity=activity))]


def silence(state: ServedState, now: int) -> list[ServedCommand]:
    """Rule 3."""
    at = gap_ends(state)
    if at is None or now < at:
        return []
    state.speech.last_sound = now - GAP_MS + SILENCE_MS
    state.speech.silence_ms += SILENCE_MS
    return [FeedSilence(SILENCE_MS)]


def gap_ends(state: ServedState) -> int | None:
    """When a client that sends nothing is taken to be silent."""
    automatic = state.terms is not None and state.terms.detection.automatic
    wanted = automatic and state.speech.onset and state.speech.silence_ms < MOST_SILENCE_MS
    return state.speech.last_sound + GAP_MS if wanted else None
