"""Where a journal holds words, and how it loses them (law R2).

Rule 1: what a person said is in the fields of `PERSON`, and nowhere else.
Rule 2: what others wrote, and which may repeat it, is in the fields of `ECHO`.
Rule 3: every other text of an event is in `PLAIN`: names, ids, close reasons. A field in none of the
three tables fails a test.
"""

from dataclasses import replace
from typing import Any, Final

from solovox.core import events
from solovox.core.events import Event
from solovox.core.mends import Mend
from solovox.recordings import codec
from solovox.recordings.codec import Entry, Seal, Strange
from solovox.recordings.journal_reader import Recorded

Fields = dict[type, tuple[str, ...]]

PERSON: Final[Fields] = {
    events.Typed: ("text",),
    events.ConsentGiven: ("text", "wrong", "heard"),
    events.MendRefused: ("heard", "meant"),
    events.LocalTranscript: ("text", "again"),
    events.Overheard: ("text",),
    events.EarTranscript: ("text",),
    events.EarCalled: ("arguments", "proposed", "wrong", "said"),
}
ECHO: Final[Fields] = {
    events.EarOutputTranscript: ("text", "said"),
    events.BrainWrote: ("text",),
    events.Announced: ("text",),
    events.WordingProposed: ("text", "why"),
    events.BrainOffered: ("said",),
    events.LineFound: ("said",),
    events.BrainStep: ("title", "detail"),
    events.BrainCalled: ("arguments", "wrong", "said"),
    events.BrainNeedsYes: ("act", "risk", "arguments", "said"),
    events.BrainChanged: ("diff",),
    events.BrainFailed: ("reason", "said"),
    events.ReadFailed: ("reason",),
    events.TeachFailed: ("reason",),
    events.ToolReturned: ("result",),
    events.ToolProgressed: ("text",),
    events.ToolActed: ("action", "target"),
}
PLAIN: Final[Fields] = {
    events.SurfaceJoined: ("surface",),
    events.SurfaceLeft: ("surface",),
    events.SoundCaptured: ("source",),
    events.SourceCaptured: ("source",),
    events.SpeechConfirmed: ("source",),
    events.FloorTaken: ("surface", "source"),
    events.FloorGiven: ("surface", "source"),
    events.LocalTranscript: ("source",),
    events.ConsentGiven: ("principal",),
    events.ConsentDenied: ("principal",),
    events.MendRefused: ("principal",),
    events.StopAsked: ("principal",),
    events.SilenceAsked: ("principal",),
    events.Typed: ("source", "principal"),
    events.RecogniserLost: ("reason",),
    events.EarLost: ("reason",),
    events.EarCalled: ("call", "tool"),
    events.EarCancelled: ("calls",),
    events.BrainCalled: ("call", "tool"),
    events.BrainNeedsYes: ("call",),
    events.BrainStep: ("step", "receipt"),
    events.Taught: ("id",),
    events.ToolReturned: ("receipt",),
    events.ToolSetOpened: ("source",),
    events.ToolSetFailed: ("source", "reason"),
}


def marked(kind: type) -> tuple[str, ...]:
    """The fields of an event that hold, or may repeat, what a person said."""
    return PERSON.get(kind, ()) + ECHO.get(kind, ())


def redact(journal: Recorded) -> Recorded:
    """The journal without its words: each marked text becomes its length, `[12 characters]`.

    Times, sound positions, ids and the names of commands stay, so that a timeline can be drawn; the
    digests go, because short words could be guessed from them. It cannot be replayed.
    """
    entries = tuple(replace(one, event=_redacted(one.event), did="", written=None) for one in journal.entries)
    header = replace(journal.header, redacted=True, policy=replace(journal.header.policy, earlier=()))
    return replace(journal, header=header, entries=entries, end="", core=None, policy={})


def write(journal: Recorded) -> bytes:
    """The lines of a journal, as they stand in its file; sealed if its format is."""
    head = codec.encoded(journal.header)
    seal, lines = Seal(head), [_line(one) for one in journal.entries]
    if journal.header.sealed:
        lines = [seal.close(one) for one in lines]
    return b"".join([head + b"\n", *lines])


def _line(one: Entry) -> bytes:
    if isinstance(one.event, Strange):
        name, body = one.event.name, codec.encoded(one.event.fields)
    else:
        name, body = type(one.event).__name__, codec.encoded(one.event)
    return codec.line(one.n, one.at, name, body, one.did, one.commands)


def _redacted(event: Event | Strange) -> Event | Strange:
    if isinstance(event, Strange):
        return Strange(event.name, {key: _without_text(value) for key, value in event.fields.items()})
    if isinstance(event, events.BrainChanged):  # a file may be named by the person
        event = replace(event, files=tuple(replace(one, path=_length(one.path)) for one in event.files))
    if isinstance(event, events.PolicyChanged):
        event = replace(event, policy=replace(event.policy, earlier=()))
    if isinstance(event, events.LocalTranscript | events.EarTranscript):
        event = replace(
            event, mends=tuple(Mend(_length(one.heard), _length(one.meant), one.why) for one in event.mends)
        )
    if isinstance(event, events.HeardEvent):
        event = replace(event, sense=None)
    if isinstance(event, events.LocalTranscript | events.EarTranscript):
        event = replace(event, whole=None)
    texts: dict[str, Any] = {name: _lengths(getattr(event, name)) for name in marked(type(event))}
    return replace(event, **texts)


def _lengths(value: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
    if value is None:
        return None
    return _length(value) if isinstance(value, str) else tuple(map(_length, value))


def _without_text(value: Any) -> Any:
    match value:
        case str():
            return _length(value)
        case list():
            return [_without_text(one) for one in value]
        case dict():
            return {key: _without_text(one) for key, one in value.items()}
        case _:
            return value


def _length(text: str | None) -> str:
    return f"[{len(text)} characters]" if text else ""
