"""A phone comes in by a code, once (laws W1 and W4; rules of `pairing.py` and `serving.py`)."""

import datetime as dt
import json
import re
import ssl
import stat
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.applications import Starlette

from solovox.config.schema import ConfigError, Secret
from solovox.http.auth.door import AUTHORITY, WRONG_TOKENS, WebDoor
from solovox.http.auth.guard import Guard
from solovox.http.auth.pairing import LASTS_MS, MOST, Pairing
from solovox.http.serving import (
    Lan,
    describe_lan,
    lan_certificates,
    own_address,
)

TOKEN = "correct-horse-battery-staple"
HOST = "192.168.1.7:8443"
AT = f"https://{HOST}"
NOW = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)


class House:
    """A door with a pairing page, and a clock that a test sets."""

    def __init__(self):
        self.now = 0
        self.door = WebDoor(Secret(TOKEN), (AT,), pairs=True)
        self.pairing = Pairing(self.door, AT, lambda: self.now, b"authority")
        self.guard = Guard(Starlette(routes=self.pairing.routes), self.door, lambda: self.now)

    def code(self):
        return parse_qs(urlsplit(self.pairing.new_code().address).query)["code"][0]

    async def asks(self, method, path="/pair", query="", body=b"", peer="192.168.1.30", **headers):
        sent = []
        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"host", HOST.encode()), *named, (b"content-length", str(len(body)).encode())],
            "client": (peer, 1),
        }

        async def receive():
            return {"type": "http.request", "body": body}

        async def send(message):
            sent.append(message)

        await self.guard(scope, receive, send)
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], found, sent[1]["body"].decode()

    async def presses(self, code, **headers):
        return await self.asks("POST", body=f"code={code}".encode(), **{"origin": AT, **headers})


@pytest.fixture
def house():
    return House()


async def test_W1_a_code_lets_one_device_in(house):
    code = house.code()
    status, headers, text = await house.asks("GET", query=f"code={code}")
    assert (status, headers["referrer-policy"]) == (200, "same-origin")
    assert f'value="{code}"' in text
    assert "set-cookie" not in headers, "looking at the address uses nothing up"
    status, headers, _ = await house.presses(code)
    assert (status, headers["location"]) == (303, "/")
    assert re.search("; HttpOnly; SameSite=Strict; Secure; Max-Age=", headers["set-cookie"])
    cookie = headers["set-cookie"].partition(";")[0]
    assert (await house.asks("POST", "/api/pairing", cookie=cookie, origin=AT))[0] == 200
    assert (await house.asks("GET", "/api/pairing", cookie=cookie))[0] == 405
    status, headers, text = await house.presses(code)
    assert status == 403
    assert "set-cookie" not in headers
    assert "not good, or no longer" in text


@pytest.mark.parametrize("code", ["", "wrong", "x" * 900, "%ff", "a&code=b"])
async def test_W1_another_code_opens_nothing(house, code):
    house.code()
    assert (await house.presses(code))[0] == 403


async def test_W1_a_code_ends_after_ten_minutes(house):
    first, second = house.code(), house.code()
    house.now = LASTS_MS - 1
    assert (await house.presses(first))[0] == 303
    house.now = LASTS_MS
    assert (await house.presses(second))[0] == 403


async def test_W1_of_many_codes_the_newest_are_good(house):
    codes = [house.code() for _ in range(MOST + 1)]
    assert [(await house.presses(one))[0] for one in codes] == [403] + [303] * MOST


async def test_W4_the_button_works_on_our_page_only(house):
    code = house.code()
    for foreign in ("https://evil.example", "null"):
        assert (await house.presses(code, origin=foreign))[0] == 403
    assert (await house.presses(code))[0] == 303


async def test_W5_wrong_codes_are_limited_and_shut_no_one_out(house):
    burst = int(WRONG_TOKENS.burst)
    answers = [(await house.presses(f"wrong{n}"))[0] for n in range(burst + 1)]
    assert answers == [403] * burst + [429]
    assert (await house.presses("wrong", peer="192.168.1.31"))[0] == 403
    assert (await house.presses(house.code()))[0] == 303, "a right one is let in, whoever guessed before"


async def test_W1_a_new_code_is_for_who_is_in(house):
    assert (await house.asks("POST", "/api/pairing"))[0] == 401
    cookie = house.door.let_in(AT, "a test", "token").partition(";")[0]
    assert (await house.asks("POST", "/api/pairing", cookie=cookie))[0] == 403
    status, headers, text = await house.asks("POST", "/api/pairing", authorization=f"Bearer {TOKEN}")
    found = json.loads(text)
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert found["seconds"] == 600
    assert found["svg"].startswith("<svg")
    assert (await house.presses(parse_qs(urlsplit(found["address"]).query)["code"][0]))[0] == 303


async def test_a_phone_gets_the_authority_without_being_in(house):
    status, headers, text = await house.asks("GET", AUTHORITY)
    assert (status, headers["content-type"], text) == (200, "application/x-x509-ca-cert", "authority")
    _, _, page = await house.asks("GET")
    assert f'href="{AUTHORITY}"' in page
    assert (await house.asks("GET", f"{AUTHORITY}/x"))[0] == 401


async def test_what_is_no_code_is_shown_as_text(house):
    _, _, text = await house.asks("GET", query="code=%22%3E%3Cscript%3E")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_a_code_shows_itself_in_no_repr(house):
    made = house.pairing.new_code()
    assert parse_qs(urlsplit(made.address).query)["code"][0] not in repr(made) + repr(house.pairing)


def test_the_picture_in_the_terminal_is_a_code_with_a_light_frame(house):
    lines = house.pairing.new_code().draw().split("\n")
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    assert len({len(line) for line in plain}) == 1
    assert set(plain[0]) == {"█"}
    assert set("".join(plain)) == set("█▀▄ ")
    # The corner of every such code: seven dark modules, a light ring, three by three dark.
    assert [line[2:9] for line in plain[1:4]] == [" ▄▄▄▄▄ ", " █   █ ", " █▄▄▄█ "]


@pytest.mark.parametrize(
    ("hostname", "found", "expected"),
    [
        ("pi", ["192.168.1.7", None, "192.168.1.7"], Lan("pi.local", ("192.168.1.7",))),
        ("Pi.example.org", ["10.0.0.7", "192.168.1.7"], Lan("pi.local", ("10.0.0.7", "192.168.1.7"))),
        ("localhost", ["10.0.0.7", "127.0.0.1", "169.254.1.1", "0.0.0.0"], Lan("", ("10.0.0.7",))),
        ("bad_name", ["10.0.0.7"], Lan("", ("10.0.0.7",))),
    ],
)
def test_the_names_are_those_that_other_devices_can_use(hostname, found, expected):
    assert describe_lan(hostname, found) == expected


def test_without_a_network_one_line_says_so():
    with pytest.raises(ConfigError, match="--lan: this machine has no address in a network"):
        describe_lan("pi", [None, "127.0.0.1"])


def test_where_there_is_no_way_there_is_no_address():
    assert own_address("127.0.0.9") == "127.0.0.1"
    assert own_address("255.255.255.255") is None


def test_the_certificate_has_every_name_and_its_key_is_private(tmp_path):
    at = Lan("pi.local", ("192.168.1.7", "fd00::7"))
    made = lan_certificates(tmp_path, at, NOW)
    assert stat.S_IMODE(made.server.stat().st_mode) == 0o600
    first = made.fingerprint
    assert lan_certificates(tmp_path, at, NOW).fingerprint == first
    moved = lan_certificates(tmp_path, Lan("pi.local", ("192.168.1.8",)), NOW)
    assert moved.fingerprint != first
    assert isinstance(moved.context(), ssl.SSLContext)
