"""What an agent asks of us while it answers: a yes, and files.

Rule 1: one thing at a time: what it asks or tells meanwhile waits.
Rule 2: what it writes through us needs a yes, unless it is exactly what was allowed, or the person lets it edit, and it is not grave.
"""

import asyncio
from pathlib import Path
from typing import Final

from solovox.acts.hands import Hands
from solovox.brains.acp import files
from solovox.brains.acp.asking import (
    ALLOW,
    CANCELLED,
    REJECT,
    act,
    command_to_free,
    option,
    pick_option,
    writing,
)
from solovox.brains.acp.frames import (
    BAD_PARAMETERS,
    NO_SUCH_METHOD,
    Request,
    mapping,
    refusal,
    result,
)
from solovox.brains.acp.session import AcpSession, AcpSettings
from solovox.brains.acp.tool import Edit, shorten_path
from solovox.brains.acp.turn import AgentTurn
from solovox.brains.changes import FolderChanges
from solovox.core.units import StepKind, StepState
from solovox.ports import Act, BrainWork, Consent, Host, Json, Step

PERMISSION: Final = "session/request_permission"


class AgentRequests:
    """What the agent asks of us while it answers."""

    def __init__(
        self,
        settings: AcpSettings,
        session: AcpSession,
        turn: AgentTurn,
        host: Host,
        changes: FolderChanges,
        hands: Hands,
    ) -> None:
        self._changes, self._hands = changes, hands
        self._settings = settings
        self._session = session
        self._turn = turn
        self._host = host
        self._open: Request | None = None
        """What is being decided."""
        self._allowed: set[tuple[str, str]] = set()
        """The files that may be written as they are, once: real path and text."""
        self._written = 0

    async def serve_request(self, request: Request) -> list[BrainWork]:
        """Do what it asks, and answer it. Raises `AgentGone`."""
        self._open = request
        if request.method == PERMISSION:
            found = await self._permission(request)
        elif request.method == "fs/write_text_file":
            found = await self._write(request)
        else:
            self._refuse(NO_SUCH_METHOD, f"{request.method} is not offered")
            found = []
        self._open = None
        return found

    def cancel_request(self) -> None:
        """The answer is to end: what is being decided is not allowed."""
        if self._open is not None:
            self.refuse(self._open)
            self._open = None

    def refuse(self, request: Request) -> None:
        """Not now: the answer has ended."""
        if request.method == PERMISSION:
            self._session.process.send(result(request.name, CANCELLED))
        else:
            self._session.process.send(refusal(request.name, NO_SUCH_METHOD, "cancelled"))

    async def _permission(self, request: Request) -> list[BrainWork]:
        options = request.params.get("options")
        call = self._turn.note_question(mapping(request.params.get("toolCall")))
        yes, no = option(options, ALLOW), option(options, REJECT)
        if not yes:
            self._answer(pick_option(no))
            why = f"not asked: it offers no yes for once: {call.title or 'a tool'}"
            return [Step(why), *self._turn.take_consent(call, False)]
        folder = self._settings.folder
        for edit in call.edits:
            if refused := await asyncio.to_thread(files.why_refused, folder, edit.path):
                self._answer(pick_option(no))
                why = f"not asked: it may not write {shorten_path(edit.path, folder)}: {refused}"
                return [Step(why), *self._turn.take_consent(call, False)]
        consent = await self._consent(
            act(call.kind, call.title, call.raw, call.edits, folder),
            command_to_free(call.kind, call.raw, call.edits, folder),
        )
        if consent.allowed and call.effects:
            await self._changes.mark()
            await self._hands.keep_folder(call.title or call.kind)
        if consent.allowed:
            whole = [one for one in call.edits if await asyncio.to_thread(_is_whole, one, folder)]
            self._allowed.update((str((folder / one.path).resolve()), one.new) for one in whole)
        self._answer(pick_option(yes if consent.allowed else no))
        return list(self._turn.take_consent(call, consent.allowed))

    async def _consent(self, wanted: Act, command: str = "") -> Consent:
        """Of the person, once for each; or from before, of a command that they have freed here."""
        free = command and self._settings.permissions != "plan"
        if free and await asyncio.to_thread(self._hands.freed.has, command, bare=True):
            return Consent(allowed=True)
        async with self._session.process.alive():
            return await self._host.needs_yes(wanted)

    async def _write(self, request: Request) -> list[BrainWork]:
        path, text = request.params.get("path"), request.params.get("content")
        if not (isinstance(path, str) and isinstance(text, str)):
            self._refuse(BAD_PARAMETERS, "path or content is none")
            return []
        folder = self._settings.folder
        try:
            edit = Edit(path, await asyncio.to_thread(files.before, folder, path), text)
            asked = (str((folder / path).resolve()), text) in self._allowed
            if not asked and not await self._may_write(edit):
                self._refuse(BAD_PARAMETERS, "the person did not allow it")
                return []
            await self._changes.mark()
            await self._hands.keep_folder(f"write {shorten_path(path, folder)}")
            await asyncio.to_thread(files.write, folder, path, text)
        except files.PathRefused as refused:
            self._refuse(BAD_PARAMETERS, str(refused))
            return [Step(f"not asked: it may not write {shorten_path(path, folder)}: {refused}")]
        self._turn.promised.wrote(path)
        self._answer({})
        if asked:  # its step was told with the yes
            self._allowed.discard((str((folder / path).resolve()), text))
            return []
        self._written += 1
        title, name = f"write {shorten_path(path, folder)}", f"written {self._written}"
        return [
            Step(title, StepKind.TOOL, name, edit.diff(folder), StepState.DONE, effects=True, receipt=name)
        ]

    async def _may_write(self, edit: Edit) -> bool:
        asked = writing(edit, self._settings.folder, await self._hands.log.trial())
        if self._settings.permissions == "plan" or (
            self._settings.permissions == "edits" and not asked.grave
        ):
            return self._settings.permissions == "edits"
        return (await self._consent(asked)).allowed

    def _answer(self, value: Json) -> None:
        if self._open is not None:
            self._session.process.send(result(self._open.name, value))
            self._open = None

    def _refuse(self, code: int, why: str) -> None:
        if self._open is not None:
            self._session.process.send(refusal(self._open.name, code, why))
            self._open = None


def _is_whole(edit: Edit, folder: Path) -> bool:
    """Whether it says all that the file holds now: the change of a part is no yes to a file that holds nothing else. Some
    call a file that is not there an empty one."""
    try:
        return (files.before(folder, edit.path) or "") == (edit.old or "")
    except files.PathRefused:
        return False
