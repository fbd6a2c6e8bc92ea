"""A proxy that counts what would leave this machine."""

import asyncio
import contextlib


class CountingProxy:
    """Lets loopback through, and nothing else. `refused`: what would have left this machine."""

    def __init__(self):
        self.refused = []
        self.port = 0

    async def serve(self, reader, writer):
        asyncio.current_task().set_name("double")
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            method, target, _ = head.split("\r\n")[0].split()
            host, _, port = target.rpartition(":")
            if method != "CONNECT" or host not in ("127.0.0.1", "localhost"):
                self.refused.append(target)
                writer.write(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
                return
            there, here = await asyncio.open_connection(host, int(port))
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            async with asyncio.TaskGroup() as both:
                both.create_task(pass_on(reader, here), name="double")
                both.create_task(pass_on(there, writer), name="double")
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def pass_on(reader, writer):
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def counting():
    proxy = CountingProxy()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
