"""The thread that reads the voice socket.

discord.py's own waits up to 30 s on the socket it began with. After a reconnection that is a closed one, the answer to
the IP discovery is not read, and the connection times out. This one looks for the current socket ten times a second.
"""

import logging
import select
from typing import Final

from discord.voice_state import SocketReader

log = logging.getLogger(__name__)

LOOK_S: Final = 0.1
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
            readable, _, _ = select.select([connected], [], [], LOOK_S)
            return connected.recv(LARGEST) if readable else b""
        except (OSError, TypeError, ValueError):
            # No socket yet, or a closed one: the next is looked for, and not at full speed.
            self._end.wait(LOOK_S)
            return b""
