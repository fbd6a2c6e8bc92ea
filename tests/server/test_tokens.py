"""Ephemeral tokens: what opens a session, what is fixed of it, and when it ends."""

import datetime as dt
import json

import pytest

from server.rig import NATIVE, Rig, function, setup, tools
from server.test_bounds import asked
from server.test_listening import listening
from solovox.server import served_events as h
from solovox.server.doors import Door, RefusedHandshake, Rules, door
from solovox.server.tokens import EXPIRED, MOST, PREFIX, SPENT, UNKNOWN, TokenRefused, Tokens, mints
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import Content, Modality, Part

PLAIN = "/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContent"
PATH = f"{PLAIN}Constrained"
NOON = dt.datetime(2026, 11, 26, 12, tzinfo=dt.UTC)


class Calendar:
    def __init__(self):
        self.now = NOON.timestamp()

    def __call__(self):
        return self.now


@pytest.fixture
def now():
    return Calendar()


@pytest.fixture
def tokens(now):
    return Tokens(now)


def at(seconds):
    return (NOON + dt.timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")


def minted(tokens, **fields):
    return tokens.mint(json.dumps(fields).encode())


def opens(tokens, name, wanted=None):
    """The setup that counts, or why there is no session."""
    try:
        return tokens.grant(name).admit(wanted or setup())
    except TokenRefused as refused:
        return str(refused)


RESUMES = setup(session_resumption=c.SessionResumption(handle="h"))


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("/v1alpha/auth_tokens", True),
        ("//v1beta/auth_tokens?key=x", True),
        ("/v1/auth_tokens", False),
        ("/v1alpha/auth_tokens/abc", False),
    ],
)
def test_V12_where_tokens_are_minted(target, found):
    assert mints(target) == found


def test_V12_without_a_word_it_opens_one_session_within_a_minute_for_half_an_hour(tokens, now):
    name = tokens.mint(b"")
    assert name.startswith(PREFIX)
    grant = tokens.grant(name)
    assert grant.admit(setup()) == setup()
    assert grant.left_ms == 30 * 60 * 1000
    assert opens(tokens, name) == SPENT
    late = minted(tokens)
    now.now += 60
    assert opens(tokens, late) == EXPIRED


def test_V12_going_on_with_a_session_is_no_use_until_the_token_expires(tokens, now):
    name = minted(tokens, uses=1, expireTime=at(600), newSessionExpireTime=at(120))
    assert opens(tokens, name) == setup()
    now.now += 300
    assert opens(tokens, name, RESUMES) == RESUMES
    assert opens(tokens, name, RESUMES) == RESUMES
    now.now += 300
    assert opens(tokens, name, RESUMES) == EXPIRED


def test_V12_uses_are_counted_and_0_is_any_number(tokens):
    two, any_number = minted(tokens, uses=2), minted(tokens, uses=0)
    assert [opens(tokens, two) for _ in range(3)] == [setup(), setup(), SPENT]
    assert {opens(tokens, any_number) == setup() for _ in range(50)} == {True}


def test_V12_a_second_setup_of_a_connection_is_no_second_use(tokens):
    grant = tokens.grant(minted(tokens))
    assert grant.admit(setup()) == setup()
    assert grant.admit(setup()) == setup(), "the session says that a setup comes once"


def test_V12_a_token_that_was_not_minted_here_opens_nothing(tokens):
    assert opens(tokens, f"{PREFIX}abc") == UNKNOWN
    first = minted(tokens)
    for _ in range(MOST):
        minted(tokens)
    assert opens(tokens, first) == UNKNOWN


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"uses": -1}, "uses"),
        ({"uses": "1"}, "uses"),
        ({"expireTime": "soon"}, "give a time like"),
        ({"expireTime": at(20 * 3600 + 1)}, "expire_time is too far in the future. Maximum lifetime is 20h"),
        ({"newSessionExpireTime": at(-1)}, "new_session_expire_time must be in the future"),
        ({"liveConnectConstraints": {}}, 'Unknown name "liveConnectConstraints": Cannot find field'),
        ({"fieldMask": "modle"}, "fieldMask"),
        ({"fieldMask": "generationConfig.nope"}, 'Unknown name "generationConfig.nope"'),
        ({"bidiGenerateContentSetup": {"tools": 5}}, "bidiGenerateContentSetup.tools"),
    ],
)
def test_V12_what_no_token_can_be_is_refused_with_its_place(tokens, fields, says):
    with pytest.raises(ValueError, match=says):
        minted(tokens, **{"bidiGenerateContentSetup": {"generationConfig": {"temperature": 1}}, **fields})


FIXED = {
    "model": NATIVE,
    "generationConfig": {"responseModalities": ["AUDIO"]},
    "systemInstruction": {"parts": [{"text": "Be brief."}]},
}
ASKED = c.Setup(
    model="models/no-such-model",
    generation_config=c.GenerationConfig(response_modalities=(Modality.TEXT,), temperature=0.5),
    system_instruction=Content(parts=(Part(text="Be rude."),), role="user"),
    tools=tools(function()),
)


def test_V12_without_a_mask_the_whole_setup_is_the_tokens(tokens):
    got = opens(tokens, minted(tokens, bidiGenerateContentSetup=FIXED), ASKED)
    assert (got.model, got.tools, got.system_instruction.parts[0].text) == (NATIVE, (), "Be brief.")
    assert got.generation_config == c.GenerationConfig(response_modalities=(Modality.AUDIO,))


@pytest.mark.parametrize("temperature", ["generationConfig.temperature", "generation_config.temperature"])
def test_V12_with_a_mask_its_fields_alone_are_the_tokens(tokens, temperature):
    mask = f"model,generationConfig.responseModalities,systemInstruction.parts,{temperature}"
    got = opens(tokens, minted(tokens, bidiGenerateContentSetup=FIXED, fieldMask=mask), ASKED)
    assert (got.model, got.system_instruction.parts[0].text) == (NATIVE, "Be brief.")
    assert got.generation_config == c.GenerationConfig(response_modalities=(Modality.AUDIO,))
    assert got.tools == ASKED.tools, "this is not fixed"


def test_V12_a_model_that_the_token_does_not_name_is_the_clients(tokens):
    got = opens(
        tokens, minted(tokens, bidiGenerateContentSetup={"systemInstruction": {"parts": [{"text": "Hi"}]}})
    )
    assert got.model == NATIVE


def test_V12_the_handle_is_the_clients(tokens):
    fixed = {**FIXED, "sessionResumption": {}}
    got = opens(tokens, minted(tokens, bidiGenerateContentSetup=fixed), RESUMES)
    assert got.session_resumption.handle == "h"


def test_V12_a_session_is_closed_when_its_token_expires():
    rig = Rig(begin=False)
    rig.tell(h.SetUp(setup(), expires_ms=5_000))
    assert rig.close is None
    rig.pass_time(until=4_999)
    assert rig.close is None
    rig.pass_time(until=5_000)
    assert rig.close == (1011, "auth token has expired")


def test_V12_a_token_comes_in_where_clients_put_it_and_is_in_no_repr(tokens):
    name = minted(tokens)
    rules = Rules(frozenset({"a key"}), tokens=tokens.is_known)
    headers = [("Authorization", f"Token {name}"), ("x-goog-api-key", name)]
    for found in (door(PATH, headers, rules), door(f"{PATH}?access_token={name}", [], rules)):
        assert isinstance(found, Door)
        assert found.token == name
        assert name not in repr(found)


def test_V12_a_page_from_elsewhere_comes_in_with_a_token(tokens):
    headers = [("Origin", "https://app.example")]
    rules = Rules(tokens=tokens.is_known)
    assert isinstance(door(f"{PATH}?access_token={minted(tokens)}", headers, rules), Door)
    assert door(f"{PATH}?access_token={PREFIX}abc", headers, rules).status == 403


def test_V12_the_path_of_keys_takes_no_token(tokens):
    found = door(f"{PLAIN}?access_token={minted(tokens)}", [], Rules(tokens=tokens.is_known))
    assert isinstance(found, RefusedHandshake)
    assert (found.status, "BidiGenerateContentConstrained" in found.line) == (403, True)


async def post(url, body, *headers):
    head = [
        "POST /v1alpha/auth_tokens HTTP/1.1",
        "Host: {host}",
        f"Content-Length: {len(body)}",
        *headers,
        "",
        "",
    ]
    return await asked(url, "\r\n".join(head), body)


async def test_V12_it_is_minted_over_http_and_opens_its_session(tmp_path, tokens):
    async with listening(tmp_path, tokens=tokens) as (url, _):
        status, told = await post(url, b'{"uses": 1}')
        assert status == 200
        assert tokens.is_known(json.loads(told)["name"])
        status, told = await post(url, b'{"uses": -1}')
        assert (status, json.loads(told)["error"]["status"]) == (400, "INVALID_ARGUMENT")


async def test_V12_who_has_no_key_mints_nothing_and_a_token_is_none(tmp_path, tokens):
    rules = Rules(frozenset({"a-key"}), tokens=tokens.is_known)
    async with listening(tmp_path, rules, tokens=tokens) as (url, _):
        assert (await post(url, b"{}"))[0] == 401
        assert (await post(url, b"{}", f"x-goog-api-key: {minted(tokens)}"))[0] == 403
        assert (await post(url, b"{}", "x-goog-api-key: a-key"))[0] == 200
