"""Whoever waits for the server asks whether it is there: no key is needed, and an operator is not told of each time."""

import pytest

from server.test_bounds import asked
from solovox.server.doors import Rules
from solovox.server.sockets import LiveServer
from solovox.shell.supervisor import Supervisor


@pytest.mark.parametrize("path", ["/healthz", "/readyz?from=curl"])
async def test_V10_it_is_there_when_clients_were_told_of_it(path):
    told = []
    async with (
        Supervisor() as sessions,
        LiveServer(None, sessions, Rules(frozenset({"a key"})), told.append) as server,
    ):
        port = await server.listen("127.0.0.1", 0)
        url, head = f"ws://127.0.0.1:{port}", f"GET {path} HTTP/1.1\r\nHost: {{host}}\r\n\r\n"
        status, _ = await asked(f"{url}/", head)
        assert status == 503
        server.listening = True
        assert await asked(f"{url}/", head) == (200, b'{"status": "ok"}\n')
        assert (await asked(f"{url}/", head.replace("z", "zz")))[0] == 404
    assert len(told) == 1
