"""What a person taught us: corrections, of three kinds that are never mixed (law K1).

An id is any printable name, unique in its store. `created_at`: ISO 8601, UTC, with milliseconds and `Z`
(`2026-01-31T09:00:00.000Z`). Audio: PCM s16le, 16 kHz, mono (`MIC_RATE`); may be empty.
"""

from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Final

from solovox.core.units import MIC_RATE

LONGEST_ID: Final = 100
LONGEST_TEXT: Final = 4_000
"""Characters of one text."""
LONGEST_AUDIO: Final = 2 * MIC_RATE * 120
"""Bytes of one sound: two minutes."""


@dataclass(frozen=True, slots=True)
class SttCorrection:
    """The words of an utterance were understood wrongly: `heard`, though `meant` was said."""

    id: str
    created_at: str
    audio: bytes = field(repr=False)
    heard: str
    meant: str


@dataclass(frozen=True, slots=True)
class ReasoningCorrection:
    """The wrong instruction was made of an utterance: of `input`, `proposed` where `corrected` was wanted."""

    id: str
    created_at: str
    input: str
    proposed: str
    corrected: str


@dataclass(frozen=True, slots=True)
class SpeechCorrection:
    """The voice said `written` wrongly: it is to be said as it is `spoken`, in other words ("solo vox"), or in IPA ("/ˈsoʊloʊ vɑks/")."""

    id: str
    created_at: str
    written: str
    spoken: str


Correction = SttCorrection | ReasoningCorrection | SpeechCorrection


def stamp(when: datetime) -> str:
    """A time as `created_at` has it."""
    return f"{when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


def wrong_with(correction: Correction) -> str | None:
    """Why it cannot be kept, in a few words; None: it can."""
    match correction:
        case SttCorrection(audio=audio, heard=before, meant=after):
            names = ("heard", "meant")
            if len(audio) % 2:
                return "audio is not whole samples of 16 bits"
            if len(audio) > LONGEST_AUDIO:
                return f"audio is longer than {LONGEST_AUDIO // (2 * MIC_RATE)} s"
        case ReasoningCorrection(proposed=before, corrected=after):
            names = ("proposed", "corrected")
        case SpeechCorrection(written=before, spoken=after):
            names = ("written", "spoken")
    return (
        _wrong_id(correction.id)
        or _wrong_stamp(correction.created_at)
        or next((wrong for one in fields(correction) if (wrong := _wrong_text(correction, one.name))), None)
        or next((f"{name} is empty" for name in names if not getattr(correction, name).strip()), None)
        or (f"{names[0]} and {names[1]} are the same" if before == after else None)
    )


def _wrong_id(given: str) -> str | None:
    if not given or not given.isprintable() or given != given.strip():
        return "id is no printable name"
    return f"id is longer than {LONGEST_ID} characters" if len(given) > LONGEST_ID else None


def _wrong_stamp(given: str) -> str | None:
    try:
        right = stamp(datetime.fromisoformat(given)) == given
    except (ValueError, OverflowError):
        right = False
    return None if right else "created_at is no time in UTC with milliseconds and Z"


def _wrong_text(correction: Correction, name: str) -> str | None:
    given = getattr(correction, name)
    if not isinstance(given, str):
        return None
    if len(given) > LONGEST_TEXT:
        return f"{name} is longer than {LONGEST_TEXT} characters"
    try:
        given.encode()
    except UnicodeEncodeError:
        return f"{name} has half of a character"
    return None
