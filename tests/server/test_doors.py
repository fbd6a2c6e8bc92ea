"""A handshake of each known client is let in; of a stranger's page, a wrong key or another path it is not."""

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.server.doors import Dialect, Door, RefusedHandshake, Rules, door

PATH = "/ws/google.ai.generativelanguage.{}.GenerativeService.BidiGenerateContent"
V1BETA = PATH.format("v1beta")
OPEN = Rules()
KEY = "AIza-fake-key-of-a-test"
LOCKED = Rules(frozenset({KEY, "another-key-of-a-test"}))
GENAI = "google-genai-sdk/3.3.0 gl-python/3.11.7"


@pytest.mark.parametrize(
    ("target", "dialect", "version", "constrained"),
    [
        (PATH.format("v1"), Dialect.DEVELOPER, "v1", False),
        (V1BETA, Dialect.DEVELOPER, "v1beta", False),
        (PATH.format("v1alpha") + "Constrained", Dialect.DEVELOPER, "v1alpha", True),
        ("/" + V1BETA + "?key=x", Dialect.DEVELOPER, "v1beta", False),
        ("///" + V1BETA, Dialect.DEVELOPER, "v1beta", False),
        (
            "/ws/google.cloud.aiplatform.v1beta1.LlmBidiService/BidiGenerateContent",
            Dialect.VERTEX,
            "v1beta1",
            False,
        ),
        ("/ws/google.cloud.aiplatform.v1.LlmBidiService/BidiGenerateContent", Dialect.VERTEX, "v1", False),
    ],
)
def test_V10_every_path_that_clients_take_is_served(target, dialect, version, constrained):
    assert door(target, [], OPEN) == Door(dialect, version, constrained, "unknown")


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("/", "Gemini Live, at /ws/"),
        ("", "Gemini Live, at /ws/"),
        ("/favicon.ico", "there is nothing here"),
        ("/v1beta/models/gemini-2.5-flash:generateContent?key=x", "there is no generateContent here"),
        ("/v1alpha/auth_tokens", "there is no auth_tokens here"),
        ("/v1beta/models", "this is solovox live-server, which has nothing but Gemini Live"),
        (V1BETA + "/", "Gemini Live, at /ws/"),
        (V1BETA.replace(".", "x"), "Gemini Live, at /ws/"),
        ("/x" + V1BETA, "Gemini Live, at /ws/"),
        (PATH.format("v2"), "no version v2"),
        (PATH.format("v1beta1"), "no version v1beta1"),
        (V1BETA.replace("Content", "Music"), "no BidiGenerateMusic"),
        ("/ws/google.cloud.aiplatform.v3.LlmBidiService/BidiGenerateContent", "no version v3"),
        ("/ws/google.cloud.aiplatform.v1.LlmBidiService/BidiGenerateContentConstrained", "no BidiGenerate"),
    ],
)
def test_V10_any_other_path_is_a_404_whose_one_line_says_what_there_is(target, says):
    refused = door(target, [("x-goog-api-key", KEY)], LOCKED)
    assert isinstance(refused, RefusedHandshake)
    assert refused.status == 404
    assert says in refused.line
    assert "\n" not in refused.line


WAYS = [
    ("", [("x-goog-api-key", "{}")]),
    ("", [("X-Goog-Api-Key", " {} ")]),
    ("?key={}", []),
    ("?alt=json&key={}", []),
    ("?access_token={}", []),
    ("", [("Authorization", "Token {}")]),
    ("", [("authorization", "bearer {}")]),
    ("?key=another", [("x-goog-api-key", "{}")]),
]


@pytest.mark.parametrize(("query", "headers"), WAYS)
def test_V10_the_required_key_is_taken_wherever_a_client_puts_it(query, headers):
    def with_key(key):
        return door(
            V1BETA + query.format(key), [(name, value.format(key)) for name, value in headers], LOCKED
        )

    assert isinstance(with_key(KEY), Door)
    assert with_key(KEY + "x").status == 403
    assert with_key(KEY[:-1]).status == 403
    assert with_key("ключ").status == 403


@pytest.mark.parametrize("key", sorted(LOCKED.keys))
def test_any_of_several_keys_opens(key):
    assert isinstance(door(f"{V1BETA}?key={key}", [], LOCKED), Door)


@pytest.mark.parametrize("headers", [[], [("authorization", "Basic abc")], [("authorization", "Bearer")]])
def test_V10_no_key_where_one_is_required_is_a_401(headers):
    assert door(V1BETA, headers, LOCKED).status == 401
    assert door(V1BETA + "?key=", headers, LOCKED).status == 401


def test_V10_without_a_required_key_any_or_none_will_do():
    assert isinstance(door(V1BETA, [], OPEN), Door)
    assert isinstance(door(V1BETA + "?key=whatever", [], OPEN), Door)


NEAR = [
    "http://localhost",
    "http://localhost:5173",
    "https://127.0.0.1:8443",
    "http://[::1]:3000",
    "http://app.localhost:8000",
]
FAR = [
    "https://evil.example",
    "null",
    "",
    "file://",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://localhost@evil.example",
    "http://evil.example@localhost",
    "http://192.168.1.5",
    "http://0.0.0.0:8080",
    "chrome-extension://abcdef",
    "http://[::1",
    "http://notlocalhost",
]


@pytest.mark.parametrize("origin", NEAR)
def test_V10_a_page_of_this_machine_comes_in(origin):
    assert isinstance(door(V1BETA, [("Origin", origin)], OPEN), Door)


@pytest.mark.parametrize("origin", FAR)
def test_V10_a_page_from_elsewhere_comes_in_only_with_the_required_key(origin):
    page = [("Origin", origin)]
    assert door(V1BETA + f"?key={KEY}", page, OPEN).status == 403
    assert door(V1BETA, page, LOCKED).status == 401
    assert isinstance(door(V1BETA + f"?key={KEY}", page, LOCKED), Door)


def test_V10_a_page_that_was_named_comes_in_and_no_neighbour_of_it():
    rules = Rules(origins=frozenset({"https://app.example"}))
    assert isinstance(door(V1BETA, [("Origin", "https://app.example")], rules), Door)
    assert door(V1BETA, [("Origin", "https://app.example:8443")], rules).status == 403
    assert (
        door(V1BETA, [("Origin", "http://localhost"), ("Origin", "https://evil.example")], rules).status
        == 403
    )


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ([("user-agent", GENAI), ("x-goog-api-client", GENAI)], "google-genai-sdk 3.3.0 python"),
        ([("user-agent", GENAI + " livekit-agents/1.8.9")], "livekit-agents 1.8.9 python"),
        ([("x-goog-api-client", GENAI + " pipecat/1.14.0")], "pipecat 1.14.0 python"),
        ([("user-agent", "google-genai-sdk/2.32.0 gl-node/v22")], "google-genai-sdk 2.32.0 node"),
        ([("user-agent", "Mozilla/5.0"), ("origin", "http://localhost")], "a browser"),
        ([("user-agent", "evil\x1b[31m/1 \r\nfake log line")], "unknown"),
        ([], "unknown"),
    ],
)
def test_logs_can_say_which_client_it_is(headers, client):
    assert door(V1BETA, headers, OPEN).client == client


@pytest.mark.parametrize("rules", [OPEN, LOCKED])
@pytest.mark.parametrize(("query", "headers"), WAYS)
def test_R2_no_key_is_in_what_may_be_shown(rules, query, headers, caplog):
    caplog.set_level(logging.DEBUG)
    for key in (KEY, "wrong-" + KEY):
        answer = door(
            V1BETA + query.format(key), [(name, value.format(key)) for name, value in headers], rules
        )
        assert KEY not in f"{answer!r}{rules!r}{answer}{caplog.text}"


texts = st.text(max_size=60)


@given(
    st.one_of(texts, texts.map(lambda t: V1BETA + "?" + t), texts.map(lambda t: V1BETA + t)),
    st.lists(
        st.tuples(st.sampled_from(["origin", "authorization", "x-goog-api-key", "user-agent", "host"]), texts)
    ),
)
def test_V10_whatever_comes_is_answered_and_nothing_opens_a_locked_door(target, headers):
    assert isinstance(door(target, headers, OPEN), Door | RefusedHandshake)
    assert isinstance(door(target, headers, LOCKED), RefusedHandshake)
