"""REST: the journals that are kept."""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from solovox.http.rest import shelf
from solovox.http.rest.routes import (
    PRIVATE,
    WHOLE,
    DiskThreads,
    got_sound,
    problem,
    route_delete,
    route_get,
    sound_answer,
)
from solovox.http.rest.shelf import KeptJournal, KeptJournals, Shelf, SoundStreams
from solovox.ports.offload import OtherProcess, Places, run_apart
from solovox.recordings.journal_words import JournalWords, words_in
from solovox.recordings.page import JournalLanes

MOST_ROWS: Final = 1_000
LONGEST_SEARCH: Final = 200
PLAIN: Final = "text/plain"
LINES: Final = "application/x-ndjson"
AT: Final = "/api/journals"
ONE: Final = f"{AT}/{{name}}"
TAG: Final = "journals"
SOUND_TAG: Final = "recordings"


class SpokenTurn(msgspec.Struct):
    """One turn of a timeline. `latency_ms`: from the end of speech to each step; `acts`: that none was recorded, where one was to be."""

    heard: str
    instruction: str | None
    text: str
    said: list[str]
    played: str
    cut: bool
    latency_ms: dict[str, int]
    acts: str | None


class TimelineSummary(msgspec.Struct):
    """A session in numbers and words, as `solovox timeline --json` has it."""

    turns: list[SpokenTurn]
    holds: list[dict[str, Any]]
    dropped: Annotated[
        dict[str, dict[str, int]], Meta(description="Samples of sound, by whose they were and why.")
    ]
    connections: list[dict[str, Any]]


class KnownWords:
    """What was said in journals, read in a process of its own, and kept for as long as they do not change."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[str, tuple[object, JournalWords]] = {}
        self._places = Places(1)

    async def of(self, rows: Sequence[KeptJournal]) -> dict[str, JournalWords]:
        """By name."""
        if self._unknown(rows):
            async with self._places.take():
                if missing := self._unknown(rows):  # else another has just read them
                    found = await run_apart(words_in, self._root, [one.name for one in missing])
                    for one in missing:
                        self._known.pop(one.name, None)
                        self._known[one.name] = (_state(one), found.get(one.name, JournalWords()))
                    for old in list(self._known)[:-MOST_ROWS]:
                        del self._known[old]
        return {one.name: self._known[one.name][1] for one in rows if one.name in self._known}

    def _unknown(self, rows: Sequence[KeptJournal]) -> list[KeptJournal]:
        return [one for one in rows if self._known.get(one.name, (None,))[0] != _state(one)]


def add_words(row: KeptJournal, words: JournalWords | None) -> KeptJournal:
    """A journal with what is known of its talk."""
    if words is None or row.kind != "talk":
        return row
    seen = {name: getattr(words, name) for name in ("title", "began", "seconds", "turns", "brain")}
    return replace(row, **seen)


def _state(row: KeptJournal) -> object:
    """What differs when a journal was written."""
    return row.written, row.bytes


def _has(words: JournalWords | None, wanted: Sequence[str]) -> bool:
    text = "" if words is None else words.words.casefold()
    return all(one in text for one in wanted)


class JournalRoutes:
    """What was."""

    def __init__(self, shelf: Shelf, words: KnownWords, disk: DiskThreads, apart: OtherProcess) -> None:
        self._shelf = shelf
        self._words = words
        self._quick, self._heavy = disk, apart

    @route_get(AT, TAG, "Journals that are kept")
    async def list_journals(
        self,
        limit: Annotated[int, Meta(ge=1, le=MOST_ROWS)] = 100,
        q: Annotated[str, Meta(max_length=LONGEST_SEARCH)] = "",
    ) -> KeptJournals:
        """The journals that are kept, the newest first. `q`: only those in which all of these words were said or written."""
        wanted = q.casefold().split()
        found = await self._quick.run(lambda: self._shelf.rows(MOST_ROWS if wanted else limit))
        known = await self._words.of(found.journals)
        rows = [
            add_words(one, known.get(one.name)) for one in found.journals if _has(known.get(one.name), wanted)
        ]
        return KeptJournals(journals=rows[:limit], total=len(rows) if wanted else found.total)

    @route_get(ONE, TAG, "One journal")
    async def one(self, name: str) -> KeptJournal:
        """One journal."""
        row = await self._quick.run(lambda: self._shelf.row(name))
        return add_words(row, (await self._words.of([row])).get(name))

    @route_delete(ONE, TAG, "Delete a journal")
    async def remove(self, name: str) -> None:
        """Delete a journal and its sound. One that is being written stays."""
        if not await self._quick.run(lambda: self._shelf.remove(name)):
            raise problem(409, "it is being written: end the session first (DELETE /api/sessions/NAME)")

    @route_get(f"{ONE}/events", TAG, "Its events, as JSON lines", kind=LINES, says="One event a line.")
    async def events(self, name: str) -> StreamingResponse:
        """Its lines: a header, then each event with its time and the names of the commands, then the end."""
        lines = await self._quick.run(lambda: self._shelf.lines(name))
        return StreamingResponse(lines, media_type=LINES, headers=PRIVATE)

    @route_get(f"{ONE}/results/{{effect}}.txt", TAG, "A tool's long result, whole", kind=PLAIN, says=WHOLE)
    async def result(self, name: str, effect: Annotated[int, Meta(ge=0)]) -> Response:
        """What a tool gave back, whole: of one whose result was too long for the journal."""
        text = await self._quick.run(lambda: self._shelf.result(name, effect))
        return Response(text, media_type=f"{PLAIN}; charset=utf-8", headers=PRIVATE)

    @route_get(f"{ONE}/timeline", TAG, "Its timeline, as JSON", answer=TimelineSummary)
    async def timeline(self, name: str) -> Response:
        """Turns, holds, dropped sound and connections."""
        return Response(await self._make_apart(shelf.timeline, name), media_type="application/json")

    @route_get(f"{ONE}/lanes", TAG, "What happened when, lane by lane", answer=JournalLanes)
    async def lanes(self, name: str) -> Response:
        """What happened when, lane by lane: also of a session that runs. Marks are drawn over `sound.wav`."""
        return Response(await self._make_apart(shelf.lanes, name), media_type="application/json")

    @route_get(f"{ONE}/timeline.html", TAG, "Its timeline, as a page", kind="text/html")
    async def page(self, name: str) -> HTMLResponse:
        """The timeline as one page to look at and listen to."""
        text = await self._make_apart(shelf.page, name)
        return HTMLResponse(text, headers=PRIVATE | {"Content-Security-Policy": policy_of(text)})

    async def _make_apart(self, what: Callable[[Path, str], bytes], name: str) -> bytes:
        await self._quick.run(lambda: self._shelf.check(name))
        return await self._heavy.run(what, self._shelf.root, name)

    @route_get(f"{ONE}/sound", SOUND_TAG, "The sound that it has kept")
    async def streams(self, name: str) -> SoundStreams:
        """The sound that was kept: the microphone, and each read."""
        return await self._quick.run(lambda: self._shelf.streams(name))

    @got_sound(f"{ONE}/sound/{{stream}}.wav", SOUND_TAG, "One stream's sound")
    async def stream(self, name: str, stream: str, request: Request) -> Response:
        """One stream's sound. Sample n of it is sample n of the journal."""
        return sound_answer(request, await self._quick.run(lambda: self._shelf.stream(name, stream)))

    @got_sound(f"{ONE}/sound.wav", SOUND_TAG, "The session as it was heard")
    async def whole(self, name: str, request: Request) -> Response:
        """The session as it was heard, both sides, at most half an hour."""
        tag, sound = await self._quick.run(lambda: self._shelf.find_mix(name))
        if sound is None:
            flac = await self._heavy.run(shelf.mix, self._shelf.root, name)
            sound = await self._quick.run(lambda: self._shelf.keep(tag, flac))
        return sound_answer(request, sound)


# What a timeline's page may do in a browser, where it comes from the server instead of a file.
#
# It holds what was said by anyone, so it is shut in: its own script runs, by its hash, and nothing else; it loads
# nothing, sends nothing, and is of no origin: it has no cookie and cannot ask this server for anything.

_SCRIPT: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def policy_of(page: bytes) -> str:
    """The Content-Security-Policy of a page."""
    scripts = " ".join(_hash_script(script) for script in _SCRIPT.findall(page))
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data:; media-src data:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
    )


@cache
def _hash_script(script: bytes) -> str:
    return f"'sha256-{b64encode(sha256(script).digest()).decode()}'"
