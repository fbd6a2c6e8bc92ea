"""Faults of resumption: handles that cannot be used, and sessions that are not found."""

from collections.abc import Sequence

from msgspec.structs import replace

from solovox.server.faults.actions import CloseNow, FaultOutput, Put
from solovox.server.faults.endings import NO_SESSION, REASONS
from solovox.server.faults.fault import Fault, TriggeredFault, puts
from solovox.wire.gemini_live.server_frames import ServerMessage, SessionResumptionUpdate


class RefusedHandle(TriggeredFault):
    """A setup with a handle is answered with a close, as if the handle were stale, or its session still open."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        """The close."""
        code = self.asked.number("code")
        return [CloseNow(code, NO_SESSION if code == 1008 else REASONS[1011])]


class SpoiltHandle(Fault):
    """A resumption update that is of no use: empty, without the handle, not resumable, or not there."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        """It, in place of the good one."""
        update = message.session_resumption_update
        if update is None or not self.chance.strikes(at):
            return [Put(message)]
        way = {
            "empty": SessionResumptionUpdate(),
            "bare": SessionResumptionUpdate(resumable=True),
            "not_resumable": replace(update, resumable=False),
            "missing": None,
        }[self.asked.word("way")]
        spoilt = replace(message, session_resumption_update=way)
        return puts([spoilt] if spoilt != ServerMessage() else [])
