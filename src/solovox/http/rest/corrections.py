"""REST: what the person taught, seen, changed, forgotten, taken elsewhere (laws K1, K2)."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import fields, replace
from typing import Annotated, Final, Literal, TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from solovox.core.units import MIC_RATE
from solovox.http.rest.engines_apart import CorrectionsTested, EngineProcess
from solovox.http.rest.routes import (
    JSON,
    PRIVATE,
    DiskThreads,
    RequestBody,
    got_sound,
    problem,
    route,
    route_delete,
    route_get,
    speech_answer,
)
from solovox.parts.stores import PersonsStore, import_corrections, made_now
from solovox.ports import Correction, ReasoningCorrection, SpeechCorrection, Store, SttCorrection
from solovox.ports.corrections import wrong_with
from solovox.ports.offload import OtherProcess
from solovox.store import exchange

T = TypeVar("T")
NOWHERE: Final = "this server keeps nothing that is taught"
FILE: Final = {"Content-Disposition": 'attachment; filename="solovox-corrections.json"'}
AT: Final = "/api/corrections"
TAG: Final = "corrections"
CorrectionKind = Literal["stt", "reasoning", "speech"]
KINDS: Final[dict[type[Correction], CorrectionKind]] = {
    SttCorrection: "stt",
    ReasoningCorrection: "reasoning",
    SpeechCorrection: "speech",
}
SHOWN: Final = 20
"""How many of the entries that were refused are told."""


class CorrectionsToTest(RequestBody):
    """Which corrections are to be heard again; all that have sound, if none is named."""

    ids: Annotated[list[str], Meta(max_length=5_000)] | None = None


class TextsOfKinds(msgspec.Struct, omit_defaults=True):
    """What each kind says: `heard` and `meant`, or `input`, `proposed` and `corrected`, or `written` and `spoken`."""

    heard: str | None = None
    meant: str | None = None
    input: str | None = None
    proposed: str | None = None
    corrected: str | None = None
    written: str | None = None
    spoken: str | None = None


class CorrectionTexts(RequestBody, TextsOfKinds):
    """The texts of a correction that are to be others."""


class NewCorrection(TextsOfKinds, kw_only=True):
    """One to be taught."""

    type: CorrectionKind
    id: Annotated[str | None, Meta(description="Made here if it is left out; so is `createdAt`.")] = None
    createdAt: str | None = None  # noqa: N815  the name that it travels under
    audio: Annotated[str | None, Meta(description="Base64 of PCM: 16 bits, 16 kHz, one channel.")] = None


class KeptCorrection(TextsOfKinds, kw_only=True):
    """One that was taught, with the texts of its kind. Its sound is elsewhere."""

    type: CorrectionKind
    id: str
    createdAt: str  # noqa: N815  the name that it travels under
    sound: Annotated[str | None, Meta(description="Where its sound is; null: none is kept.")]
    seconds: float


class KeptCorrections(msgspec.Struct):
    """All that the person taught, the newest first. `learning`: whether edits teach."""

    learning: bool
    corrections: list[KeptCorrection]


class ImportedCorrections(msgspec.Struct):
    """What became of those that came: new, known already, refused, and why (the first 20)."""

    added: int
    kept: int
    refused: int
    why: list[str]


class CorrectionRoutes:
    """What the person taught. All of it waits for the disk."""

    def __init__(self, store: PersonsStore | None, engines: EngineProcess, disk: DiskThreads) -> None:
        self._store = store
        self._engines = engines
        self._quick, self._heavy = disk, OtherProcess()

    @route_get(AT, TAG, "What was taught")
    async def list_corrections(self) -> KeptCorrections:
        """Every correction, the newest first, without its sound."""
        store = self._store
        if store is None:
            return KeptCorrections(learning=False, corrections=[])
        return await self._quick.run(
            lambda: KeptCorrections(
                learning=store.learning(),
                corrections=[describe_correction(one) for one in reversed(store.corrections())],
            )
        )

    @route("POST", AT, TAG, "Teach a correction", body=NewCorrection)
    async def add(self, request: Request) -> KeptCorrection:
        """Teach one. One that says the same is kept once."""
        body = await request.body()

        def added(store: Store) -> KeptCorrection:
            made = _read(body)
            known = store.add(made)
            return describe_correction(made if known.new else _find(store, known.id))

        return await self._use_store(added)

    @route("PATCH", f"{AT}/{{id}}", TAG, "Change a correction")
    async def edit(self, id_: str, texts: CorrectionTexts) -> KeptCorrection:
        """Change the texts of one. Those that are left out stay."""
        new = {name: text for name, text in msgspec.structs.asdict(texts).items() if text is not None}

        def edited(store: Store) -> KeptCorrection:
            found = _find(store, id_)
            own = [one.name for one in fields(found) if one.name in TextsOfKinds.__struct_fields__]
            if not new or not new.keys() <= {*own}:
                raise problem(422, f"say what to change in it: {', '.join(own)}")
            made = replace(found, **new)
            if wrong := wrong_with(made):
                raise problem(422, wrong)
            store.edit(made)
            return describe_correction(made)

        return await self._use_store(edited)

    @route_delete(f"{AT}/{{id}}", TAG, "Forget a correction")
    async def remove(self, id_: str) -> None:
        """Forget one, with its sound."""
        if not await self._use_store(lambda store: store.remove(id_)):
            raise _none()

    @got_sound(f"{AT}/{{id}}/sound.wav", TAG, "A correction's sound")
    async def sound(self, id_: str) -> Response:
        """What was said."""
        found = await self._use_store(lambda store: _find(store, id_))
        if not isinstance(found, SttCorrection) or not found.audio:
            raise problem(404, "no sound is kept with this correction")
        return speech_answer(found.audio)

    @route_get(f"{AT}/export", TAG, "All corrections, as a file", says="A list of them.")
    async def export(self) -> StreamingResponse:
        """All of them, with their sound, in the form in which corrections travel."""
        found = await self._use_store(lambda store: store.all())
        return StreamingResponse(_pieces(found), media_type="application/json", headers=PRIVATE | FILE)

    @route("POST", f"{AT}/import", TAG, "Take corrections from a file", takes=JSON)
    async def take(self, request: Request) -> ImportedCorrections:
        """Take what was exported, or what another page kept in a browser. What is kept already stays as it is."""
        body, store = await request.body(), self._need_store()
        try:
            added, kept, refused = await self._heavy.run(import_corrections, body, {**store.variables})
        except exchange.NoCorrections as error:
            line = f"{error}; give what solovox corrections export wrote"
            raise problem(422, line) from None
        return ImportedCorrections(added=added, kept=kept, refused=len(refused), why=refused[:SHOWN])

    @route("POST", f"{AT}/test", TAG, "Hear corrections again")
    async def test(self, which: CorrectionsToTest) -> CorrectionsTested:
        """Hear their sounds again, without what was taught and with it. Seconds for each; one test at a time."""
        ids = tuple(which.ids or ())
        known = await self._use_store(lambda store: {one.id for one in store.all()})
        if not {*ids} <= known:
            raise _none()
        if which.ids is not None and not ids:
            return CorrectionsTested(results=[], skipped=[], wer_before=0.0, wer_after=0.0)
        return await self._engines.test(ids)

    def _need_store(self) -> PersonsStore:
        if self._store is None:
            raise problem(409, NOWHERE)
        return self._store

    async def _use_store(self, what: Callable[[Store], T]) -> T:
        store = self._need_store()

        def work() -> T:
            with closing(store.open_store()) as opened:
                return what(opened)

        return await self._quick.run(work)


def describe_correction(one: Correction) -> KeptCorrection:
    """One, as it is listed."""
    audio = one.audio if isinstance(one, SttCorrection) else b""
    texts = {name: getattr(one, name) for name in TextsOfKinds.__struct_fields__ if hasattr(one, name)}
    return KeptCorrection(
        type=KINDS[type(one)],
        id=one.id,
        createdAt=one.created_at,
        sound=f"{AT}/{quote(one.id, safe='')}/sound.wav" if audio else None,
        seconds=round(len(audio) / 2 / MIC_RATE, 2),
        **texts,
    )


def _read(body: bytes) -> Correction:
    """What came, with an id and a time of its own where it has none."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise problem(422, "it is no JSON") from None
    if not isinstance(given, dict):
        raise problem(422, "it is no object")
    named = {key: value for key, value in given.items() if value is not None}
    try:
        if named.get("type") == "reasoning":
            named = {"input": "", **named}
        return made_now(lambda own, at: exchange.read_one({"id": own, "createdAt": at, "audio": "", **named}))
    except exchange.NoCorrections as error:
        raise problem(422, str(error)) from None


def _find(store: Store, name: str) -> Correction:
    for one in store.all():
        if one.id == name:
            return one
    raise _none()


def _none() -> Exception:
    return problem(404, f"no correction is called that; what there is: {AT}")


def _pieces(found: Sequence[Correction]) -> Iterator[str]:
    """The list, one correction at a time: each has up to two minutes of sound."""
    for n, one in enumerate(found):
        yield ("," if n else "[") + "\n" + json.dumps(exchange.entry(one), ensure_ascii=False)
    yield "\n]\n" if found else "[]\n"
