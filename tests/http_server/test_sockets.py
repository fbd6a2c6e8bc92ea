"""The sockets that the server accepts."""

import asyncio
import socket

from solovox.http.serving import bound


async def accepted_option(option: int) -> int:
    listening = bound("127.0.0.1", 0).line
    found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def came(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, option))
        writer.close()

    async with await asyncio.start_server(came, sock=listening):
        _, writer = await asyncio.open_connection(*listening.getsockname())
        try:
            return await found
        finally:
            writer.close()


def test_what_is_written_goes_out_at_once():
    """A piece of voice behind a line of text must not wait for the client to acknowledge the line (40 ms)."""
    assert asyncio.run(accepted_option(socket.TCP_NODELAY))
