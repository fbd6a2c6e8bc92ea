"""Where a rule of the house does not hold, why, and since when. A line that excuses nothing fails."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple


class Allowed(NamedTuple):
    """One exception to one rule."""

    rule: str
    where: str
    """The place as the finding prints it, without a line number: the path, or path and name."""
    reason: str
    date: str


ALLOWED: Final[tuple[Allowed, ...]] = (
    Allowed(
        "sizes",
        "src/solovox/wire/gemini_live/client_frames.py:GenerationConfig",
        "the fields of the protocol's own message",
        "2026-11-21",
    ),
    Allowed(
        "sizes",
        "src/solovox/wire/gemini_live/client_frames.py:Setup",
        "the fields of the protocol's own message",
        "2026-11-21",
    ),
    Allowed("sizes", "src/solovox/core/events.py", "one closed union: a class for each event", "2026-11-21"),
    Allowed(
        "sizes", "src/solovox/core/commands.py", "one closed union: a class for each command", "2026-11-23"
    ),
    Allowed(
        "sizes", "src/solovox/cli/telling.py:Telling", "what the end of the command depends on", "2026-11-23"
    ),
    Allowed(
        "sizes",
        "src/solovox/view/shown.py:ShownRun",
        "one field for each thing that is shown of an answer",
        "2026-11-23",
    ),
    Allowed(
        "sizes", "src/solovox/core/sentences.py:Sentences", "a table of sentences, one row each", "2026-11-28"
    ),
    Allowed(
        "sizes", "src/solovox/lang/pack.py:LanguagePack", "a table of phrases, one row each", "2026-11-28"
    ),
    Allowed("sizes", "src/solovox/core/policy.py:Timing", "a table of durations, one row each", "2026-11-21"),
    Allowed(
        "sizes", "src/solovox/core/policy.py:Policy", "one field for each choice of a profile", "2026-11-21"
    ),
    Allowed("sizes", "src/solovox/config/schema.py:Config", "one field for each key", "2026-11-22"),
    Allowed(
        "sizes",
        "src/solovox/view/shown.py:ShownHold",
        "the fields of ShowHold, and how it ended",
        "2026-11-23",
    ),
    Allowed(
        "sizes",
        "src/solovox/live/local/cascade_types.py:CascadeTuning",
        "a table of durations and limits",
        "2026-11-21",
    ),
    Allowed(
        "sizes",
        "tests/laws/adversary.py:Adversary",
        "one method for each way to be bad",
        "2026-11-21",
    ),
    Allowed("vendor_names", "src/solovox/live/setup.py", "the mark of a text that is read", "2026-11-28"),
    Allowed("vendor_names", "src/solovox/acts/paths.py", "where programs keep their secrets", "2026-11-27"),
    Allowed("vendor_names", "src/solovox/cli/main.py", "what the command live-server serves", "2026-11-23"),
    Allowed(
        "vendor_names", "src/solovox/store/exchange.py", "the key under which a page kept them", "2026-11-23"
    ),
    Allowed("vendor_names", "src/solovox/speech/log_mel.py", "the source of its numbers", "2026-11-23"),
    Allowed("vendor_names", "src/solovox/speech/stt/tokens.py", "the source of its alphabet", "2026-11-23"),
    Allowed(
        "reach_ins",
        "src/solovox/surfaces/devices/portaudio.py",
        "the library has no other way to list devices again",
        "2026-11-23",
    ),
)


def place(where: str) -> str:
    """Where a finding is, without the line: a line number is not part of a place."""
    return re.sub(r":\d+$", "", where)


def idle(found: Iterable[tuple[str, str]], allowed: tuple[Allowed, ...] = ALLOWED) -> list[str]:
    """The exceptions that excuse nothing of what was found (rule, where), or do not say why and since when."""
    known = {(rule, place(where)) for rule, where in found}
    lines = []
    for one in allowed:
        told = len(one.reason.split()) >= 4 and re.fullmatch(r"20\d\d-\d\d-\d\d", one.date)
        wrong = "" if (one.rule, one.where) in known else "no longer needed; take it out"
        if wrong or not told:
            lines.append(
                f"scripts/house_exceptions.py: {one.rule} of {one.where}: {wrong or 'say why, and when'}"
            )
    return lines
