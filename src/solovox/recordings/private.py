"""Where a journal holds words (law R2).

Rule 1: what a person said is in the fields of `PERSON`, and nowhere else.
Rule 2: what others wrote, and which may repeat it, is in the fields of `ECHO`.
Rule 3: every other text of an event is in `PLAIN`: names, ids, close reasons. A field in none of the
three tables fails a test.
"""

from typing import Final

from solovox.core import events

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


def marked_fields(kind: type) -> tuple[str, ...]:
    """The fields of an event that hold, or may repeat, what a person said."""
    return PERSON.get(kind, ()) + ECHO.get(kind, ())
