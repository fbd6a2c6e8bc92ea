"""Journals of served sessions, read: decided again, and shown as text. How they are written: `served_journals`."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec

from solovox.live_server.journals import KIND, ServedHeader
from solovox.recordings import codec, journal_reader
from solovox.recordings.codec import CommandDigest, JournalError
from solovox.recordings.replay import Identical, names
from solovox.server import recorded
from solovox.server.options import ServerOptions
from solovox.server.recorded import BadRecord
from solovox.server.served import ServedTalk
from solovox.server.served_commands import FeedRecogniser, Send, SendSound, ServedCommand
from solovox.server.served_events import (
    AudioReceived,
    MessageReceived,
    SamplesRendered,
    ServedEvent,
    TimePassed,
)
from solovox.wire.gemini_live.client_frames import RealtimeInput

SHOWN: Final = 110
"""Characters of an event in a timeline."""


class ServedDecider(Protocol):
    """What decides: the machine, or a test's own."""

    def handle(self, at: int, event: ServedEvent) -> Sequence[ServedCommand]: ...


MakeServed = Callable[[ServerOptions], ServedDecider]


@dataclass(frozen=True, slots=True)
class ServedStep:
    """One event with the commands computed now. `then` and `did` are the digests; `trouble`: why nothing could be decided."""

    n: int
    at: int
    name: str
    event: ServedEvent | None
    commands: tuple[ServedCommand, ...]
    then: str
    did: str
    then_names: tuple[str, ...]
    """The names of the commands in the journal."""
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class ServedDifference:
    """The first event whose commands differ now."""

    head: ServedHeader
    step: ServedStep


def replay(path: Path, make: MakeServed = ServedTalk) -> Identical | ServedDifference:
    """Decide again. Raises `JournalError`."""
    with journal_reader.naming(path) as text:
        lines = journal_reader.Lines(text)
        head, events, commands, decided = _head(lines.head), 0, 0, CommandDigest()
        for step in _steps(lines, head, make, decided):
            if step.trouble or step.did != step.then or names(step.commands) != step.then_names:
                return ServedDifference(head, step)
            events, commands = events + 1, commands + len(step.commands)
        if lines.end not in ("", decided.whole):
            raise JournalError("the end line does not belong to these events; the file was changed")
        return Identical(events, commands, bool(lines.end), sealed=lines.sealed)


def describe_session(path: Path) -> Iterator[str]:
    """The session as lines of text: events and commands. Sound that only feeds the recogniser, and pieces of the voice, are counted.

    Raises `JournalError`.
    """
    with journal_reader.naming(path) as text:
        lines = journal_reader.Lines(text)
        head, sounds = _head(lines.head), Counter[str]()
        yield f"served session {head.session}, {head.created}, machine {head.machine}"
        for step in _steps(lines, head, ServedTalk, CommandDigest()):
            if _only_sound(step):
                sounds["heard"] += isinstance(step.event, AudioReceived)
                sounds["sent"] += sum(isinstance(one, SendSound) for one in step.commands)
                continue
            yield from _count_sounds(sounds)
            yield f"{step.at / 1000:9.2f}  {_describe_step(step)}"
            yield from (f"{'':>9}  → {one}" for one in _name_commands(step))
        yield from _count_sounds(sounds)
        yield "ended" if lines.end else "the server was killed before its end"


def _only_sound(step: ServedStep) -> bool:
    """Whether a step is not worth a line of its own: sound in or out, or the wrapping of sound."""
    if step.trouble or any(not isinstance(one, FeedRecogniser | SendSound) for one in step.commands):
        return False
    match step.event:
        case MessageReceived(message=RealtimeInput(media_chunks=chunks) as message) if chunks:
            return all(one.is_sound for one in chunks) and message == RealtimeInput(media_chunks=chunks)
        case event:
            return isinstance(event, AudioReceived | SamplesRendered | TimePassed)


def _count_sounds(sounds: Counter[str]) -> Iterator[str]:
    """The line of the sound since the last line."""
    heard, sent = (sounds.pop(one, 0) for one in ("heard", "sent"))
    if heard or sent:
        voice = f", {sent} of the voice" if sent else ""
        yield f"{'':>9}  {heard} pieces of sound{voice}"


def _head(raw: Mapping[str, object]) -> ServedHeader:
    try:
        head = msgspec.convert(raw, ServedHeader)
    except msgspec.ValidationError as error:
        raise JournalError(
            f"line 1: the header of a served session: {error}; {codec.OTHER_VERSION}"
        ) from None
    if head.kind != KIND or head.journal > codec.FORMAT:
        raise JournalError(
            f"line 1: a journal of kind {head.kind!r} in format {head.journal}; upgrade solovox"
        )
    return head


def _steps(
    lines: journal_reader.Lines, head: ServedHeader, make: MakeServed, decided: CommandDigest
) -> Iterator[ServedStep]:
    talk = make(head.options)
    for number, raw in lines:
        line = codec.line_head(raw, number)
        event: ServedEvent | None = None
        commands: tuple[ServedCommand, ...] = ()
        trouble = ""
        try:
            event = recorded.event_of(line.event, raw)
            commands = tuple(talk.handle(line.at, event))
        except BadRecord as error:
            raise JournalError(f"line {number}: {error}; {codec.OTHER_VERSION}") from None
        except Exception as error:  # noqa: BLE001  any exception of another version's machine is a difference
            trouble = f"{type(error).__name__}: {error}"
        did = decided.fold([recorded.command_line(one)[1] for one in commands])
        yield ServedStep(line.n, line.at, line.event, event, commands, line.did, did, line.commands, trouble)


def _describe_step(step: ServedStep) -> str:
    body = recorded.event_line(step.event)[1].decode() if step.event is not None else ""
    fields = body.removeprefix('{"told":').removesuffix("}")
    text = f"{step.name} {fields}"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _name_commands(step: ServedStep) -> list[str]:
    """The commands of an event in one line: names, counts, and the kinds of messages."""
    names = Counter(_name(one) for one in step.commands)
    return [", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())] if names else []


def _name(command: ServedCommand) -> str:
    if not isinstance(command, Send):
        return type(command).__name__
    kinds = (type(one).__name__ for one in command.message.payloads())
    return f"Send {' + '.join(kinds)}"
