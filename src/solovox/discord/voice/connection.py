"""discord.py's voice connection, with four faults of its 2.7.1 worked around and its private parts in one place.

1. A close with 4015 never resumes: it asks for the channel again, which Discord ignores, and then leaves. Here op 7
   resumes on a new socket, and only if Discord refuses does the connection begin anew.
2. The reader waits on a closed socket: `PacketReader`.
3. After a reconnection the mark "disconnected" stays, and the next move is taken for a kick. Here it is cleared.
4. Who waits for a state can miss it, because the event is set and cleared at once. Here the state is looked at.

After a close with 4014 the library waits as long as for a whole connection for where the bot was moved. That is told at
once, if it was: here it is waited for `MOVED_S`.

The fifth, a back-off that grows without bound, is answered above: `presence.py`.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from discord.errors import ConnectionClosed
from discord.voice_state import ConnectionFlowState, VoiceConnectionState

if TYPE_CHECKING:
    from discord.gateway import DiscordVoiceWebSocket
    from discord.types.voice import GuildVoiceState
    from discord.voice_client import VoiceClient
import select

from discord.voice_state import SocketReader

log = logging.getLogger(__name__)

LOOK_S: Final = 0.02
MOVED_S: Final = 2.0
RESUMED: Final = 9

Said = dict[str, Any]
"""A message of the voice gateway."""


class VoiceConnection(VoiceConnectionState):
    """A voice connection that resumes, moves and reconnects. `told` gets every message of the voice gateway."""

    def __init__(self, voice_client: "VoiceClient", told: Callable[[Said], None]) -> None:
        super().__init__(voice_client, hook=self._take_message)
        self._socket_reader.stop()
        self._socket_reader = PacketReader(self)
        self._socket_reader.start()
        self._told = told
        self._resumed = False
        self.kicked = False
        """Whether the bot was taken out of the channel and did not leave by itself."""

    async def _take_message(self, _socket: "DiscordVoiceWebSocket", said: Said) -> None:
        if said["op"] == RESUMED:
            self._resumed = True
        self._told(said)

    async def voice_state_update(self, data: "GuildVoiceState") -> None:
        """The bot was put into a channel or out of one."""
        if data["channel_id"] is None and not self._expecting_disconnect:
            self.kicked = True
        await super().voice_state_update(data)

    async def begin_dave_again(self) -> None:
        """Tell the voice server that this end-to-end session is of no use (op 31), and begin another."""
        if self.dave_session is not None:
            await self._recover_from_invalid_commit(0)

    async def _inner_connect(self, reconnect: bool, self_deaf: bool, self_mute: bool, resume: bool) -> None:
        if resume:
            try:
                await self._resume()
            except ConnectionClosed:
                await self.disconnect(cleanup=False)
            else:
                return
        await VoiceConnectionState._inner_connect(self, reconnect, self_deaf, self_mute, False)  # noqa: SLF001

    async def _resume(self) -> None:
        before = self.ws
        await before.close()
        self._resumed = False
        self.ws = await self._connect_websocket(True)
        self.ws.secret_key = before.secret_key
        while not self._resumed:
            await self.ws.poll_event()
        self.state = ConnectionFlowState.connected

    async def _connect(
        self, reconnect: bool, timeout: float, self_deaf: bool, self_mute: bool, resume: bool
    ) -> None:
        await VoiceConnectionState._connect(self, reconnect, timeout, self_deaf, self_mute, resume)  # noqa: SLF001
        self._disconnected.clear()

    async def _potential_reconnect(self) -> bool:
        whole, self.timeout = self.timeout, min(self.timeout, MOVED_S)
        try:
            return await VoiceConnectionState._potential_reconnect(self)  # noqa: SLF001
        finally:
            self.timeout = whole

    def _create_socket(self) -> None:
        if self.socket:
            self.socket.close()  # a move by the bot's own wish would leave it open
        VoiceConnectionState._create_socket(self)  # noqa: SLF001

    async def _poll_voice_ws(self, reconnect: bool) -> None:
        try:
            await VoiceConnectionState._poll_voice_ws(self, reconnect)  # noqa: SLF001
        except (ConnectionClosed, TimeoutError) as problem:
            # Not reconnecting is no error here: `on_ended` has told of it.
            log.info("the voice connection is lost: %s", problem)

    async def _wait_for_state(
        self, state: ConnectionFlowState, *other_states: ConnectionFlowState, timeout: float | None = None
    ) -> None:
        wanted = (state, *other_states)
        async with asyncio.timeout(timeout):
            while self.state not in wanted:  # noqa: ASYNC110 - discord.py's event is the fault
                await asyncio.sleep(LOOK_S)


# The thread that reads the voice socket.
#
# discord.py's own waits up to 30 s on the socket it began with. After a reconnection that is a closed one, the answer to
# the IP discovery is not read, and the connection times out. This one looks for the current socket ten times a second.


READ_S: Final = 0.1
LARGEST: Final = 2048


class PacketReader(SocketReader):
    """discord.py's reader over whichever socket the connection has now."""

    def _do_run(self) -> None:
        while not self._end.is_set():
            if not self._running.is_set():
                self._running.wait()
                continue
            data = self._next_packet()
            for callback in [*self._callbacks] if data else ():
                try:
                    callback(data)
                except Exception:
                    log.exception("a voice packet could not be handed on")

    def _next_packet(self) -> bytes:
        """One packet; none when nothing came in a tenth of a second, or the socket went away meanwhile."""
        connected = self.state.socket
        try:
            readable, _, _ = select.select([connected], [], [], READ_S)
            return connected.recv(LARGEST) if readable else b""
        except (OSError, TypeError, ValueError):
            # No socket yet, or a closed one: the next is looked for, and not at full speed.
            self._end.wait(READ_S)
            return b""
