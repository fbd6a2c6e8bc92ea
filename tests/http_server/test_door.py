"""Who may come in, as a table of requests and answers (laws W1 to W5)."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.config.schema import ConfigError, Secret
from solovox.http.auth.door import (
    WRONG_TOKENS,
    Enter,
    Knock,
    SendOn,
    TurnAway,
    WebDoor,
    Why,
    address,
    given_token,
    plain_origin,
    random_token,
    with_token,
    without_token,
)
from solovox.http.auth.known_browsers import LASTS, MOST, KnownBrowsers

TOKEN = "correct-horse-battery-staple"
OWN = "http://127.0.0.1:8765"
LAN = "https://pi.local:8443"
ADDRESSES = (OWN, "http://localhost:8765", "http://[::1]:8765", LAN)


COUNTS = "a-token-for-the-counts-alone"
NOW = [1_000_000]
KNOWN = KnownBrowsers(now=lambda: NOW[0])
COOKIE = KNOWN.let_in("Mozilla/5.0 (X11; Linux x86_64)", "token", secure=False).partition(";")[0]


def a_door(**given):
    return WebDoor(Secret(TOKEN), ADDRESSES, KNOWN, metrics=Secret(COUNTS), **given)


def knock(target="/", *, host="127.0.0.1:8765", peer="127.0.0.1", method="GET", socket=False, **headers):
    path, _, query = target.partition("?")
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Knock(path, query, {"host": host, **named}, peer, method, socket)


def status(request, door=None):
    answer = (door or a_door()).answer(request, 0)
    return {Enter: 200, SendOn: 303}.get(type(answer)) or answer.status


LIVE = "/api/vox/live"
BEARER = f"Bearer {TOKEN}"


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (knock(cookie=COOKIE), 200),
        (knock(cookie=f"other=1; {COOKIE}; more=2"), 200),
        (knock(cookie=f"solovox=stale; {COOKIE}"), 200),
        (knock("/api/sessions", authorization=BEARER), 200),
        (knock("/api/sessions", authorization=f"bearer  {TOKEN}"), 200),
        (knock(f"/api/sessions?token={TOKEN}"), 200),
        (knock(f"/api/sessions?token=wrong&token={TOKEN}"), 200),
        (knock(f"/metrics?token={TOKEN}"), 200),
        (knock("/metrics", authorization=BEARER), 200),
        (knock("/metrics", authorization=f"Bearer {COUNTS}"), 200),
        (knock("/metrics", method="HEAD", authorization=f"Bearer {COUNTS}"), 200),
        (knock("/metrics", method="POST", authorization=f"Bearer {COUNTS}"), 401),
        (knock("/metrics", socket=True, authorization=f"Bearer {COUNTS}"), 401),
        (knock("/metrics/", authorization=f"Bearer {COUNTS}"), 401),
        (knock("/metrics", origin="https://evil.example", authorization=f"Bearer {COUNTS}"), 403),
        (knock("/api/sessions", authorization=f"Bearer {COUNTS}"), 401),
        (knock(f"/?token={COUNTS}"), 401),
        (knock("/", cookie="solovox=stale", authorization=BEARER), 200),
        (knock("/healthz"), 200),
        (knock("/readyz", host="10.0.0.7:1"), 200),
        (knock("/healthz", method="POST"), 401),
        (knock("/healthz/more"), 401),
        (knock("/metrics"), 401),
        (knock("/"), 401),
        (knock("/api/sessions"), 401),
        (knock("/pair"), 401),
        (knock("/?token="), 401),
        (knock("/?token=wrong"), 401),
        (knock(f"/?token={TOKEN[:-1]}"), 401),
        (knock(f"/?token={TOKEN}x"), 401),
        (knock(f"/?TOKEN={TOKEN}"), 401),
        (knock("/?token=%ff%00"), 401),
        (knock(f"/{TOKEN}"), 401),
        (knock(cookie=f"solovox={TOKEN}"), 401),
        (knock(cookie="solovox="), 401),
        (knock(cookie=f"{COOKIE}x"), 401),
        (knock(authorization=f"Basic {TOKEN}"), 401),
        (knock(authorization=TOKEN), 401),
        (knock(authorization="Bearer"), 401),
        (knock(authorization=f"Bearer {COOKIE.partition('=')[2]}"), 401),
    ],
)
def test_W1_the_token_opens_and_nothing_else_does(request_, expected):
    assert status(request_) == expected


HEADERS = ("cookie", "authorization", "origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest")
PIECES = (
    "solovox",
    "token",
    "=",
    "&",
    ";",
    " ",
    "Bearer",
    "same-origin",
    "navigate",
    "document",
    OWN,
    TOKEN[:-1],
    "%",
    "x",
)
TEXT = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


@given(
    headers=st.dictionaries(st.sampled_from(HEADERS), TEXT | st.text(max_size=20)),
    query=TEXT | st.text(max_size=20),
    method=st.sampled_from(("GET", "HEAD", "POST", "OPTIONS")),
    socket=st.booleans(),
)
def test_W1_whatever_else_is_sent_nothing_but_the_token_opens(headers, query, method, socket):
    asked = Knock("/api/x", query, {"host": "127.0.0.1:8765", **headers}, "127.0.0.1", method, socket)
    answer = a_door().answer(asked, 0)
    assert isinstance(answer, TurnAway)
    assert answer.status in (401, 403)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (f"/?token={TOKEN}", "/"),
        (f"/?session=a%26b&token={TOKEN}&x=1", "/?session=a%26b&x=1"),
        (f"/?%74oken={TOKEN}", "/"),
        (f"/a b/?token={TOKEN}&token=wrong", "/a%20b/"),
        (f"/docs?token={TOKEN}", "/docs"),
        (f"//evil.example/x?token={TOKEN}", "/evil.example/x"),
    ],
)
def test_W2_a_page_is_sent_on_to_an_address_without_the_token(target, expected):
    answer = a_door().answer(knock(target), 0)
    assert isinstance(answer, SendOn)
    assert answer.location == expected
    assert re.fullmatch("solovox=[-_A-Za-z0-9]{43}; Path=/; HttpOnly; SameSite=Strict", answer.cookie)
    assert TOKEN not in answer.cookie


def test_W2_under_TLS_the_cookie_is_for_TLS_only():
    answer = a_door().answer(knock(f"/?token={TOKEN}", host="pi.local:8443"), 0)
    assert "; Secure" in answer.cookie


def test_W2_a_page_that_is_in_by_cookie_leaves_a_wrong_token_behind_too():
    assert a_door().answer(knock("/?token=old", cookie=COOKIE), 0).location == "/"


@pytest.mark.parametrize(
    ("query", "rest"),
    [
        ("", ""),
        ("a=1", "a=1"),
        ("token", ""),
        ("token=x&a=%20", "a=%20"),
        ("a=token&tokens=1", "a=token&tokens=1"),
    ],
)
def test_W2_only_the_token_is_taken_out_of_a_query(query, rest):
    assert without_token(query) == rest


def test_W2_the_token_shows_itself_nowhere():
    door = a_door()
    asked = knock(f"/?token={TOKEN}", authorization=BEARER, cookie=COOKIE)
    wrong = replace(asked, query="token=wrong-but-private", headers={"host": "127.0.0.1:8765"})
    shown = [repr(one) for one in (door, asked, wrong, door.answer(asked, 0), door.answer(wrong, 0))]
    assert not [one for one in shown if TOKEN in one or "private" in one or COOKIE.partition("=")[2] in one]


def test_W2_who_is_in_gets_no_second_cookie_and_each_browser_has_its_own():
    assert a_door().answer(knock(f"/?token={TOKEN}", cookie=COOKIE), 0).cookie == ""
    cookies = {a_door().answer(knock(f"/?token={TOKEN}"), 0).cookie for _ in range(3)}
    assert len(cookies) == 3
    assert random_token() != random_token()


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1:8765", 200),
        ("localhost:8765", 200),
        ("LOCALHOST:8765", 200),
        ("[::1]:8765", 200),
        ("pi.local:8443", 200),
        ("", 421),
        ("127.0.0.1", 421),
        ("127.0.0.1:8766", 421),
        ("localhost.:8765", 421),
        ("pi.local:8765", 421),
        ("evil.example", 421),
        ("evil.example:8765", 421),
        ("127.0.0.1:8765.evil.example", 421),
        ("127.0.0.1:8765; evil.example", 421),
        ("user@127.0.0.1:8765", 421),
        ("2130706433:8765", 421),
    ],
)
def test_W3_only_our_own_names_are_answered(host, expected):
    assert status(knock("/api/sessions", host=host, authorization=BEARER)) == expected
    assert status(knock(LIVE, host=host, authorization=BEARER, socket=True)) == expected


PAGE = {"origin": OWN}
CROSS = {"sec_fetch_site": "cross-site"}


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        # a socket by the cookie is a page's
        (knock(LIVE, socket=True, cookie=COOKIE, **PAGE), 200),
        (knock(LIVE, socket=True, cookie=COOKIE, origin=LAN), 200),
        (knock(LIVE, socket=True, cookie=COOKIE), 403),
        (knock(LIVE, socket=True, cookie=COOKIE, sec_fetch_site="same-origin"), 403),
        (knock(LIVE, socket=True, cookie=COOKIE, origin="http://localhost:3000"), 403),
        (knock(LIVE, socket=True, cookie=COOKIE, origin="null"), 403),
        (knock(LIVE, socket=True, cookie=COOKIE, origin=""), 403),
        (knock(LIVE, socket=True, cookie=COOKIE, origin=f"{OWN}; {OWN}"), 403),
        (knock(LIVE, socket=True, cookie=COOKIE, origin=f"{OWN}.evil.example"), 403),
        # a bare client has the token
        (knock(f"{LIVE}?token={TOKEN}", socket=True), 200),
        (knock(LIVE, socket=True, authorization=BEARER), 200),
        (knock(LIVE, socket=True, authorization=BEARER, origin="https://evil.example"), 403),
        (knock(LIVE, socket=True), 401),
        (knock(LIVE, socket=True, **PAGE), 401),
        # what changes something
        (knock("/api/settings", method="POST", cookie=COOKIE, **PAGE), 200),
        (knock("/api/settings", method="DELETE", cookie=COOKIE, sec_fetch_site="same-origin"), 200),
        (knock("/api/settings", method="POST", authorization=BEARER), 200),
        (knock("/api/settings", method="POST", cookie=COOKIE), 403),
        (knock("/api/settings", method="PUT", cookie=COOKIE, sec_fetch_site="none"), 403),
        (knock("/api/settings", method="POST", cookie=COOKIE, sec_fetch_site="same-site"), 403),
        (knock("/api/settings", method="POST", cookie=COOKIE, origin="https://evil.example"), 403),
        (knock("/api/settings", method="POST", authorization=BEARER, origin="null"), 403),
        # what another site's page may do: be left for ours
        (knock("/", **CROSS, sec_fetch_mode="navigate", sec_fetch_dest="document", cookie=COOKIE), 200),
        (knock("/", **CROSS, sec_fetch_mode="navigate", sec_fetch_dest="iframe", cookie=COOKIE), 403),
        (knock("/", **CROSS, sec_fetch_mode="no-cors", sec_fetch_dest="image", cookie=COOKIE), 403),
        (knock("/?token=guess", **CROSS, sec_fetch_mode="no-cors", sec_fetch_dest="image"), 403),
        (knock("/api/sessions", sec_fetch_site="same-site", sec_fetch_mode="cors", cookie=COOKIE), 403),
        (knock("/api/sessions", origin="http://localhost:3000", cookie=COOKIE), 403),
        (knock("/", method="POST", **CROSS, sec_fetch_mode="navigate", sec_fetch_dest="document"), 403),
    ],
)
def test_W4_another_sites_page_does_nothing_here(request_, expected):
    assert status(request_) == expected


def test_W5_wrong_tokens_are_limited_for_each_peer_and_no_one_else_is_shut_out():
    door = a_door()
    wrong = knock("/?token=wrong", peer="10.0.0.66")
    burst = int(WRONG_TOKENS.burst)
    assert [door.answer(wrong, 0).status for _ in range(burst + 2)] == [401] * burst + [429] * 2
    told = door.answer(wrong, 0)
    assert told.why is Why.TRIES
    assert 0 < told.wait <= 6
    assert isinstance(door.answer(replace(wrong, query=f"token={TOKEN}"), 0), SendOn)
    assert isinstance(door.answer(knock("/mcp", peer=wrong.peer, authorization=BEARER), 0), Enter)
    assert isinstance(
        door.answer(replace(wrong, query="", headers={**wrong.headers, "cookie": COOKIE}), 0), Enter
    )
    assert door.answer(replace(wrong, peer="10.0.0.67"), 0).status == 401, "another peer has tries of its own"
    assert door.answer(wrong, 6_001).status == 401, "it may try again"


def test_W5_who_brings_nothing_and_who_has_an_old_cookie_has_not_tried():
    door = a_door()
    for _ in range(100):
        assert door.answer(knock(cookie="solovox=old"), 0).why is Why.MISSING
    assert isinstance(door.answer(knock(f"/?token={TOKEN}"), 0), SendOn)


def test_W7_a_browser_that_is_let_go_is_in_no_more():
    known = KnownBrowsers(now=lambda: NOW[0])
    door = WebDoor(Secret(TOKEN), ADDRESSES, known)
    first, second = (door.let_in(OWN, name, "code").partition(";")[0] for name in ("one", "two"))
    entered = door.answer(knock(cookie=first), 0)
    assert (entered.browser, {one.name for one in known}) == (known.of(first).id, {"one", "two"})
    assert known.let_go(entered.browser)
    assert not known.let_go(entered.browser)
    assert door.answer(knock(cookie=first), 0).status == 401
    assert isinstance(door.answer(knock(cookie=second), 0), Enter)


def test_W7_who_does_not_come_for_thirty_days_is_forgotten_and_so_is_the_first_of_too_many():
    now = [0]
    known = KnownBrowsers(now=lambda: now[0])
    cookies = [known.let_in(str(n), "code", secure=False).partition(";")[0] for n in range(2)]
    now[0] = LASTS - 1
    assert known.of(cookies[0]).name == "0"
    now[0] += 2
    assert known.of(cookies[1]) is None
    assert known.of(cookies[0]).seen == LASTS - 1, "it came meanwhile"
    for n in range(MOST):
        now[0] += 1
        known.let_in(f"new {n}", "code", secure=False)
    assert known.of(cookies[0]) is None
    assert len([*known]) == MOST


def test_W1_the_pairing_page_is_open_where_there_is_one_and_only_under_our_names():
    door = a_door(pairs=True)
    assert status(knock("/pair"), door) == 200
    assert status(knock("/pair", method="POST", origin=LAN, host="pi.local:8443"), door) == 200
    assert status(knock("/pair", host="evil.example"), door) == 421
    assert status(knock("/pair", method="POST", origin="https://evil.example"), door) == 403
    assert status(knock("/pairs"), door) == 401
    assert status(knock("/pair", socket=True), door) == 401


@pytest.mark.parametrize(
    ("scheme", "host", "port", "expected"),
    [
        ("http", "127.0.0.1", 8765, "http://127.0.0.1:8765"),
        ("https", "pi.local", 443, "https://pi.local"),
        ("http", "PI.local", 80, "http://pi.local"),
        ("https", "fd00:0:0::1", 8443, "https://[fd00::1]:8443"),
    ],
)
def test_W3_an_address_is_written_as_browsers_do(scheme, host, port, expected):
    assert address(scheme, host, port) == expected
    assert plain_origin(f"{expected}/") == expected


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "pi.local",
        "ftp://pi.local",
        "https://",
        "https://a@b.c",
        "https://a.b/c",
        "https://a.b?c",
        "https://a.b:x",
    ],
)
def test_W3_what_is_no_address_is_said_in_one_line(wrong):
    with pytest.raises(ConfigError, match="write https://NAME"):
        plain_origin(wrong)


@pytest.mark.parametrize(
    "wrong", ["", "hunter2", "x" * 600, "with a blank in the middle", "sechzehn-Zeichen-ä"]
)
def test_W2_a_token_that_will_not_do_is_refused_without_being_shown(wrong):
    with pytest.raises(ConfigError, match="openssl rand -hex 32") as caught:
        given_token(wrong, "--token-file t")
    assert not wrong or wrong not in str(caught.value)


def test_W1_any_token_that_may_be_given_survives_the_address():
    token = given_token("a+b/c=d&e%20?f#ghij", "a test")
    path, _, query = with_token(OWN, token).removeprefix(OWN).partition("?")
    answer = WebDoor(token, ADDRESSES).answer(Knock(path, query, {"host": "localhost:8765"}, "::1"), 0)
    assert isinstance(answer, SendOn)


def test_W4_every_refusal_is_one_line():
    asked = [
        knock(host="evil.example"),
        knock(origin="null"),
        knock(),
        knock("/?token=wrong"),
        knock(LIVE, socket=True, cookie=COOKIE),
    ]
    answers = [a_door().answer(one, 0) for one in asked]
    assert all(isinstance(one, TurnAway) and "\n" not in one.line and len(one.line) < 120 for one in answers)
