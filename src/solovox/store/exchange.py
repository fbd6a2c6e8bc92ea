"""The form in which corrections travel: an array of JSON, with the field names of the page that was there first.

`{"type": "stt", "id", "createdAt", "audio": base64 of PCM, "heard", "meant"}`,
`{"type": "reasoning", "id", "createdAt", "input", "proposed", "corrected"}`, and of what the voice says wrongly
`{"type": "speech", "id", "createdAt", "written", "spoken"}`. Other fields are not read. That page kept
the same array in its browser under `KEY`; an object with that key, whose value is the array or its text, is read too.
"""

import json
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

from solovox.core.errors import SolovoxError
from solovox.ports import Correction, ReasoningCorrection, SpeechCorrection, SttCorrection
from solovox.ports.corrections import stamp, wrong_with

KEY: Final = "claude-talks:corrections"
LONGEST: Final = 200_000_000
"""Bytes of a file: all that a store has room for."""


class NoCorrections(SolovoxError):
    """This is not the form. One clear line."""


class _BadEntry(Exception):
    """Why an entry is none, in a few words."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What was read: good entries, and a line for each bad one."""

    corrections: tuple[Correction, ...]
    refused: tuple[str, ...]


def write(corrections: Iterable[Correction]) -> str:
    """All of them, as text."""
    return json.dumps([entry(one) for one in corrections], indent=1, ensure_ascii=False) + "\n"


def entry(correction: Correction) -> dict[str, str]:
    """One of them, as JSON."""
    match correction:
        case SttCorrection(audio=audio, heard=heard, meant=meant):
            kind, own = "stt", {"audio": b64encode(audio).decode(), "heard": heard, "meant": meant}
        case ReasoningCorrection(input=given, proposed=proposed, corrected=corrected):
            kind, own = "reasoning", {"input": given, "proposed": proposed, "corrected": corrected}
        case SpeechCorrection(written=before, spoken=spoken):
            kind, own = "speech", {"written": before, "spoken": spoken}
        case _:
            assert_never(correction)
    return {"type": kind, "id": correction.id, "createdAt": correction.created_at, **own}


def read(data: bytes) -> Arrived:
    """What is in a file. Raises `NoCorrections`."""
    if len(data) > LONGEST:
        raise NoCorrections(f"it is longer than {LONGEST / 1e6:.0f} MB")
    found = _parse_json(data)
    if isinstance(found, dict):
        if KEY not in found:
            raise NoCorrections(f"it has no {KEY}")
        found = found[KEY]
    if isinstance(found, str):
        found = _parse_json(found)
    if not isinstance(found, list):
        raise NoCorrections("it is no list of corrections")
    good: list[Correction] = []
    bad: list[str] = []
    for n, one in enumerate(found, 1):
        try:
            good.append(_correction(one))
        except _BadEntry as error:
            bad.append(f"entry {n}: {error}")
    return Arrived(tuple(good), tuple(bad))


def read_one(given: object) -> Correction:
    """An entry as JSON has it. Raises `NoCorrections`."""
    try:
        return _correction(given)
    except _BadEntry as error:
        raise NoCorrections(str(error)) from None


def _parse_json(data: bytes | str) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # neither JSON nor, if it is bytes, text
        raise NoCorrections("it is no JSON") from None


def _correction(given: object) -> Correction:
    if not isinstance(given, dict):
        raise _BadEntry("it is no object")
    own, at = _text(given, "id"), _time(_text(given, "createdAt"))
    match given.get("type"):
        case "stt":
            audio = _audio(_text(given, "audio"))
            made: Correction = SttCorrection(own, at, audio, _text(given, "heard"), _text(given, "meant"))
        case "reasoning":
            texts = (_text(given, name) for name in ("input", "proposed", "corrected"))
            made = ReasoningCorrection(own, at, *texts)
        case "speech":
            made = SpeechCorrection(own, at, _text(given, "written"), _text(given, "spoken"))
        case _:
            raise _BadEntry("type is neither stt, reasoning nor speech")
    if wrong := wrong_with(made):
        raise _BadEntry(wrong)
    return made


def _text(given: Mapping[str, object], name: str) -> str:
    found = given.get(name)
    if not isinstance(found, str):
        raise _BadEntry(f"{name} is missing" if found is None else f"{name} is no text")
    return found


def _audio(given: str) -> bytes:
    try:
        return b64decode("".join(given.split()), validate=True)
    except (Error, ValueError):
        raise _BadEntry("audio is no base64") from None


def _time(given: str) -> str:
    try:
        when = datetime.fromisoformat(given)
    except ValueError:
        when = None
    if when is None or when.tzinfo is None:
        raise _BadEntry("createdAt is no time with a zone (2026-01-31T09:00:00.000Z)")
    try:
        return stamp(when)
    except OverflowError:  # the first or the last day that there is
        raise _BadEntry("createdAt is no time that there is") from None
