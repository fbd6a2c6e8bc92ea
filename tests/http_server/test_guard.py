"""The door around an application: driven as raw ASGI (law W6, and rules of `guard.py`)."""

import json
import re

import pytest

from solovox.config.schema import Secret
from solovox.http.auth.connections import Near, Rate
from solovox.http.auth.door import WebDoor, Why
from solovox.http.auth.guard import LARGEST_BODY, Allowed, Guard
from solovox.http.rest.application import largest_body

TOKEN = "correct-horse-battery-staple"
OWN = "http://127.0.0.1:8765"
LAN = "https://pi.local:8443"
DOOR = WebDoor(Secret(TOKEN), (OWN, LAN))
COOKIE = DOOR.let_in(OWN, "a test", "token").partition(";")[0].encode()
BEARER = (b"authorization", f"Bearer {TOKEN}".encode())


class Inside:
    """What stands behind the guard. It remembers who came."""

    def __init__(self, *headers):
        self.headers = headers
        self.came = []

    async def __call__(self, scope, receive, send):
        self.came.append((scope, receive, send))
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": list(self.headers)})
            await send({"type": "http.response.body", "body": b"in", "more_body": True})
            await send({"type": "http.response.body", "body": b"side"})


def scope(kind="http", path="/", query=b"", *headers, peer="127.0.0.1", **more):
    found = {
        "type": kind,
        "path": path,
        "query_string": query,
        "headers": [(b"host", b"127.0.0.1:8765"), *headers],
        "client": (peer, 1) if peer else None,
    }
    return {**found, **({"method": "GET"} if kind == "http" else {}), **more}


class Line:
    """The server's side of one request."""

    def __init__(self):
        self.sent = []

    async def receive(self):
        return {"type": "websocket.connect"}

    async def send(self, message):
        self.sent.append(message)

    @property
    def status(self):
        return self.sent[0].get("status", self.sent[0].get("code"))

    @property
    def headers(self):
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self):
        return b"".join(one.get("body", b"") for one in self.sent[1:])


async def asked(guard, asked_scope):
    line = Line()
    await guard(asked_scope, line.receive, line.send)
    return line


def guarded(inside=None, **given):
    return Guard(inside or Inside(), DOOR, lambda: 0, **given)


async def test_W6_every_answer_says_what_a_page_may_do():
    answers = [
        await asked(guarded(), scope("http", "/", b"", BEARER)),
        await asked(guarded(), scope("http", "/", f"token={TOKEN}".encode())),
        await asked(guarded(), scope("http", "/")),
        await asked(guarded(), scope("http", "/healthz")),
        await asked(guarded(), scope("http", "/", b"", (b"host", b"evil.example"))),
    ]
    assert [one.status for one in answers] == [200, 303, 401, 200, 421]
    for one in answers:
        found = one.headers
        assert found["referrer-policy"] == "no-referrer"
        assert found["cache-control"] == "no-store"
        assert found["x-content-type-options"] == "nosniff"
        assert found["cross-origin-opener-policy"] == "same-origin"
        assert found["cross-origin-resource-policy"] == "same-origin"
        assert "microphone=(self)" in found["permissions-policy"]
        policy = dict(one.split(" ", 1) for one in found["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["worker-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in found["content-security-policy"]
        assert "strict-transport-security" not in found


@pytest.mark.parametrize(
    ("host", "expected"),
    [(b"127.0.0.1:8765", "'self' ws://127.0.0.1:8765"), (b"pi.local:8443", "'self' wss://pi.local:8443")],
)
async def test_W6_a_page_may_open_a_socket_to_where_it_came_from(host, expected):
    request = scope("http", "/", b"", BEARER)
    request["headers"][0] = (b"host", host)
    found = await asked(guarded(), request)
    assert re.search(r"connect-src ([^;]+)", found.headers["content-security-policy"])[1] == expected


async def test_W6_what_the_application_says_of_itself_counts():
    found = await asked(guarded(Inside((b"Cache-Control", b"max-age=60"))), scope("http", "/", b"", BEARER))
    assert found.headers["Cache-Control"] == "max-age=60"
    assert "cache-control" not in found.headers
    assert found.body == b"inside"


async def test_W2_the_answer_to_the_token_is_a_cookie_and_another_address():
    inside = Inside()
    found = await asked(guarded(inside), scope("http", "/", f"a=1&token={TOKEN}".encode()))
    assert (found.status, found.headers["location"]) == (303, "/?a=1")
    assert found.headers["set-cookie"].startswith("solovox=")
    assert found.body == b""
    assert inside.came == []


async def test_W2_where_another_sites_page_led_here_a_page_of_ours_leads_on():
    """A strict cookie that came with a redirect would not be sent at the end of it."""
    led = [
        (b"sec-fetch-site", b"cross-site"),
        (b"sec-fetch-mode", b"navigate"),
        (b"sec-fetch-dest", b"document"),
    ]
    found = await asked(guarded(), scope("http", "/", f"a=%22&b&token={TOKEN}".encode(), *led))
    assert (found.status, found.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert found.headers["set-cookie"].startswith("solovox=")
    assert b'content="0; url=/?a=%22&amp;b"' in found.body
    assert TOKEN.encode() not in found.body


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_W2_the_application_and_the_servers_log_see_no_token_and_no_cookie(kind):
    inside = Inside()
    headers = (BEARER, (b"Cookie", COOKIE), (b"origin", OWN.encode()))
    request = scope(kind, "/api/x", f"token={TOKEN}&a=1".encode(), *headers)
    await asked(guarded(inside), request)
    ((seen, _, _),) = inside.came
    assert seen["query_string"] == request["query_string"] == b"a=1"
    assert TOKEN not in repr(seen)
    assert COOKIE.decode() not in repr(seen)
    wrong = scope(kind, "/", b"token=wrong-but-private")
    await asked(guarded(), wrong)
    assert "private" not in repr(wrong)


async def test_W1_a_socket_that_may_come_in_is_the_applications_alone():
    inside, line = Inside(), Line()
    await guarded(inside)(scope("websocket", "/api/vox/live", b"", BEARER), line.receive, line.send)
    ((_, receive, send),) = inside.came
    assert (receive, send) == (line.receive, line.send)


SOCKETS = [
    ((b"cookie", COOKIE), 403),
    ((b"authorization", b"Bearer wrong"), 401),
    ((b"x", b""), 401),
]


@pytest.mark.parametrize(("header", "expected"), SOCKETS)
async def test_W4_a_socket_is_refused_before_it_is_accepted_with_a_status_where_the_server_can(
    header, expected
):
    inside = Inside()
    can = {"extensions": {"websocket.http.response": {}}}
    found = await asked(guarded(inside), scope("websocket", "/api/vox/live", b"", header, **can))
    assert [one["type"] for one in found.sent] == [
        "websocket.http.response.start",
        "websocket.http.response.body",
    ]
    assert found.status == expected
    assert found.body.count(b"\n") == 1
    cannot = await asked(guarded(inside), scope("websocket", "/api/vox/live", b"", header))
    assert [(one["type"], one["code"]) for one in cannot.sent] == [("websocket.close", 1008)]
    assert inside.came == []


@pytest.mark.parametrize(
    ("method", "path", "length", "expected"),
    [
        ("POST", "/api/corrections", 6_000_000, 200),
        ("POST", "/api/corrections", 6_000_001, 413),
        ("POST", "/api/corrections/import", 64_000_001, 413),
        ("PATCH", "/api/corrections/x", LARGEST_BODY + 1, 413),
        ("POST", "/api/corrections/import/x", LARGEST_BODY + 1, 413),
        ("POST", "/x/api/corrections", LARGEST_BODY + 1, 413),
    ],
)
async def test_W6_only_the_routes_that_are_named_take_a_large_body(method, path, length, expected):
    inside = Inside()
    header = (b"content-length", str(length).encode())
    allowed = Allowed(largest=largest_body)
    found = await asked(
        guarded(inside, allowed=allowed), scope("http", path, b"", BEARER, header, method=method)
    )
    assert found.status == expected


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], 200),
        ([(b"content-length", b"0")], 200),
        ([(b"content-length", str(LARGEST_BODY).encode())], 200),
        ([(b"content-length", str(LARGEST_BODY + 1).encode())], 413),
        ([(b"Content-Length", b"10000000")], 413),
        ([(b"content-length", b"9" * 5_000)], 413),
        ([(b"content-length", b"-1")], 413),
        ([(b"content-length", b"")], 413),
        ([(b"transfer-encoding", b"chunked")], 411),
    ],
)
async def test_W6_a_body_is_refused_unread_if_it_is_too_long_or_says_no_length(headers, expected):
    inside = Inside()
    found = await asked(guarded(inside), scope("http", "/api/x", b"", BEARER, *headers, method="POST"))
    assert found.status == expected
    assert len(inside.came) == (expected == 200)


@pytest.mark.parametrize(
    ("kind", "peer", "times"),
    [
        ("http", "127.0.0.1", 5),
        ("http", "", 5),
        ("http", "10.0.0.1", 3),
        ("websocket", "::1", 4),
        ("websocket", "10.0.0.1", 2),
    ],
)
async def test_W6_requests_and_sockets_are_limited_for_each_peer(kind, peer, times):
    allowed = Allowed(near=Rate(5, 1), far=Rate(3, 1), near_sockets=Rate(4, 1), far_sockets=Rate(2, 1))
    inside, told = Inside(), []
    guard = guarded(inside, allowed=allowed, refused=told.append)
    can = {"extensions": {"websocket.http.response": {}}}
    answers = [await asked(guard, scope(kind, "/", b"", BEARER, peer=peer, **can)) for _ in range(times + 1)]
    assert len(inside.came) == times
    assert answers[-1].status == 429
    assert answers[-1].headers["retry-after"] == "1"
    assert told == [Why.RATE]
    await asked(guard, scope(kind, "/", b"", BEARER, peer="10.0.0.2", **can))
    assert len(inside.came) == times + 1


async def test_W6_a_proxy_that_was_named_is_limited_as_this_machine():
    allowed = Allowed(is_near=Near(["10.0.0.0/8"]), near=Rate(5, 1), far=Rate(3, 1))
    guard = guarded(allowed=allowed)
    answers = [await asked(guard, scope("http", "/", b"", BEARER, peer="10.0.0.1")) for _ in range(6)]
    assert [one.status for one in answers] == [200] * 5 + [429]


async def test_each_refusal_is_told_by_its_reason():
    told = []
    guard = guarded(refused=told.append)
    for header in [
        (b"host", b"evil.example"),
        (b"origin", b"null"),
        (b"x", b""),
        (b"authorization", b"Bearer x"),
    ]:
        await asked(guard, scope("http", "/", b"", header))
    assert told == [Why.HOST, Why.ORIGIN, Why.MISSING, Why.WRONG]


async def test_a_refusal_says_how_to_come_in():
    found = await asked(guarded(), scope("http", "/"))
    assert found.headers["www-authenticate"] == "Bearer"
    assert found.body == b"a token is needed: open the address that solovox serve printed when it began\n"
    assert int(found.headers["content-length"]) == len(found.body)


@pytest.mark.parametrize("header", [(b"x", b""), (b"authorization", b"Bearer x"), (b"origin", b"null")])
async def test_a_refusal_of_rest_is_json_as_its_schema_says(header):
    found = await asked(guarded(), scope("http", "/api/settings", b"", header))
    assert found.headers["content-type"] == "application/json"
    assert list(json.loads(found.body)) == ["error"]
    assert int(found.headers["content-length"]) == len(found.body)


async def test_what_is_neither_a_request_nor_a_socket_passes():
    inside = Inside()
    await guarded(inside)({"type": "lifespan"}, None, None)
    assert inside.came == [({"type": "lifespan"}, None, None)]


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_W5_a_strangers_requests_are_not_counted_against_who_may_come_in(kind):
    """Behind a proxy all are one peer."""
    few = Rate(burst=3, per_second=0.1)
    inside = Inside()
    guard = guarded(inside, allowed=Allowed(near=few, near_sockets=few))
    strangers = [await asked(guard, scope(kind)) for _ in range(4)]
    assert strangers[0].sent[-1] != strangers[3].sent[-1], "it is limited"
    assert inside.came == []
    await asked(guard, scope(kind, "/", b"", BEARER))
    assert len(inside.came) == 1
