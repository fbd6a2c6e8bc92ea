"""How connections begin badly, fall silent, and end."""

from collections.abc import Sequence
from typing import Final

from solovox.server.doors import RefusedHandshake
from solovox.server.faults.actions import Abort, After, CloseNow, FaultOutput, Pongs, Put
from solovox.server.faults.chance import Chance
from solovox.server.faults.fault import Fault, TriggeredFault, puts
from solovox.server.faults.request import FaultRequest
from solovox.server.faults.shapes import has_sound
from solovox.server.faults.triggers import Trigger
from solovox.server.terms import NO_MODEL
from solovox.wire.gemini_live.client_frames import ClientContent, ClientMessage, RealtimeInput
from solovox.wire.gemini_live.parts import Duration
from solovox.wire.gemini_live.server_frames import GoAway, ServerMessage, SessionResumptionUpdate
from solovox.wire.gemini_live.sizes import close_reason

REASONS: Final = {
    1000: "The operation was cancelled.",
    1007: "Request contains an invalid argument.",
    1008: "Operation is not implemented, or supported, or enabled.",
    1011: "Internal error encountered.",
    1013: "The service is currently unavailable.",
}
CODES: Final = (*(code for code in range(1000, 1015) if code not in (1004, 1005, 1006)), *range(3000, 5000))
STATUSES: Final = {
    400: "Request contains an invalid argument.",
    401: "Request had invalid authentication credentials.",
    403: "The caller does not have permission.",
    404: "Requested entity was not found.",
    429: "Resource has been exhausted (e.g. check quota).",
    500: "Internal error encountered.",
    502: "Bad gateway.",
    503: "The service is currently unavailable.",
}
OVERDUE: Final = "Deadline expired before operation could complete."
NO_SESSION: Final = "BidiGenerateContent session not found"


class CloseConnection(TriggeredFault):
    """The connection is closed."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        code = self.asked.number("code")
        return [CloseNow(code, close_reason(self.asked.word("reason") or REASONS.get(code, "")))]


class ModelNotFound(TriggeredFault):
    """The setup is answered with a close: no such model."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        return [CloseNow(1008, close_reason(NO_MODEL.format(self.asked.word("model"), "v1beta")))]


class Refuse(Fault):
    """The client is not let in: an HTTP status in place of the upgrade. There is no connection for an injector."""

    def refused(self) -> RefusedHandshake | None:
        """Of one that asks to come in."""
        if not self.chance.strikes(0):
            return None
        code = self.asked.number("code")
        return RefusedHandshake(code, " ".join(self.asked.word("reason").split()) or STATUSES[code])


class CloseWithoutFrame(TriggeredFault):
    """The socket is gone."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        return [Abort()]


class GoAwayNow(TriggeredFault):
    """`goAway` says how long is left; then the connection is closed."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        left = self.asked.number("ms")
        away = ServerMessage(go_away=GoAway(time_left=Duration.of(left)))
        return [Put(away), After(left, CloseNow(1011, OVERDUE))]


class Silence(TriggeredFault):
    """After its trigger nothing more is sent; the socket stays open, and pings are answered."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._silent = False

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        return [] if self._silent else [Put(message)]

    def act(self, at: int) -> Sequence[FaultOutput]:
        self._silent = True
        return []


class GoAwayThenSilence(Silence):
    """`goAway`, and from then on nothing, not even the close."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        super().act(at)
        return puts([ServerMessage(go_away=GoAway(time_left=Duration.of(self.asked.number("ms"))))])


class SilentAfterInterrupt(Silence):
    """After `interrupted` the model says nothing; a typed text wakes it, or nothing does."""

    def came(self, at: int, message: ClientMessage) -> Sequence[ClientMessage]:
        typed = isinstance(message, ClientContent) or (
            isinstance(message, RealtimeInput) and message.text is not None
        )
        if typed and self.asked.word("until") == "text":
            self._silent = False
        return [message]


class LatePong(TriggeredFault):
    """Pings are answered late."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        return [Pongs(self.asked.number("ms"))]


class NoPong(TriggeredFault):
    """Pings are not answered."""

    def act(self, at: int) -> Sequence[FaultOutput]:
        return [Pongs(None)]


class SetupSwallowed(Fault):
    """The setup is never answered, and neither is anything else."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._silent = False

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        if message.setup_complete is not None:
            self._silent = self.chance.strikes(at)
        return [] if self._silent else [Put(message)]


class LateSetup(Fault):
    """`setupComplete` comes `ms` late."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        if message.setup_complete is None or not self.chance.strikes(at):
            return [Put(message)]
        return [After(self.asked.number("ms"), Put(message))]


class SomethingFirst(Fault):
    """Something else comes before `setupComplete`."""

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        if message.setup_complete is None or not self.chance.strikes(at):
            return [Put(message)]
        return puts([ServerMessage(session_resumption_update=SessionResumptionUpdate()), message])


class Stall(Fault):
    """A pause in the model's speech: all that follows comes `ms` late, in order."""

    def __init__(self, asked: FaultRequest, chance: Chance, trigger: Trigger) -> None:
        super().__init__(asked, chance, trigger)
        self._until = 0

    def out(self, at: int, message: ServerMessage) -> Sequence[FaultOutput]:
        if at < self._until:
            return [After(self._until - at, Put(message))]
        if has_sound(message) and self.chance.strikes(at):
            self._until = at + self.asked.number("ms")
        return [Put(message)]
