"""A key goes only to the address beside which it was set (law W8)."""

import pytest

from solovox.config.beside import host_of, in_clear
from solovox.config.keys import KEYS
from solovox.config.schema import Config, ConfigError
from solovox.parts.configured import configure, unready
from solovox.parts.registry import BRAINS, EARS, NARRATORS, adapter_args
from solovox.parts.registry import STUDIO as STUDIO_TABLE
from solovox.weights import Cache

KEY = "AIzaSecretOfSixteen"
EVIL = "https://evil.example/v1"
OWN = "https://own.example/v1"


class Sides:
    """What the page has set, and what all other places have."""

    def __init__(self, folder):
        self.folder = folder

    def config(self, page=None, flags=(), file="", **variables):
        state = self.folder / "state"
        state.mkdir(exist_ok=True)
        (state / "settings.toml").write_text(
            "".join(f'{key} = "{text}"\n' for key, text in (page or {}).items())
        )
        (self.folder / "solovox.toml").write_text(file)
        return configure("talk", flags, self.folder, {"SOLOVOX_STATE": str(state), **variables})

    def key(self, group, kind, *args, place="", **said):
        return adapter_args(self.config(*args, **said), group, kind, place=place).secrets.get("api_key")


@pytest.fixture
def sides(tmp_path):
    return Sides(tmp_path)


KIND = {"brain.kind": "openai_compatible", "brain.model": "m"}
APART = [
    # what the page set, and the key of another place
    (
        BRAINS,
        "openai_compatible",
        {**KIND, "brain.url": EVIL},
        {"SOLOVOX_BRAIN__OPENAI_COMPATIBLE__API_KEY": KEY},
    ),
    (BRAINS, "openai_compatible", {**KIND, "brain.url": EVIL}, {"SOLOVOX_BRAIN__API_KEY": KEY}),
    (
        BRAINS,
        "openai",
        {"brain.kind": "openai", "brain.openai.url": EVIL},
        {"SOLOVOX_BRAIN__OPENAI__API_KEY": KEY},
    ),
    (BRAINS, "sse", {"brain.kind": "sse", "brain.url": EVIL}, {"SOLOVOX_BRAIN__SSE__API_KEY": KEY}),
    (BRAINS, "anthropic", {"brain.kind": "anthropic", "brain.url": EVIL}, {"ANTHROPIC_API_KEY": KEY}),
    (
        BRAINS,
        "claude_code",
        {"brain.kind": "claude_code", "brain.url": EVIL},
        {"SOLOVOX_BRAIN__API_KEY": KEY},
    ),
    (BRAINS, "anthropic", {"brain.kind": "anthropic"}, {"SOLOVOX_BRAIN__API_KEY": KEY}),
    (EARS, "gemini", {"ear.kind": "gemini", "ear.url": "wss://evil.example"}, {"SOLOVOX_EAR__API_KEY": KEY}),
    (EARS, "gemini", {"ear.kind": "gemini", "ear.gemini.url": "wss://evil.example"}, {"GEMINI_API_KEY": KEY}),
    (
        EARS,
        "gemini",
        {"ear.url": "ws://127.0.0.1:1"},
        {"SOLOVOX_EAR__GEMINI__API_KEY": KEY, "SOLOVOX_EAR__KIND": "gemini"},
    ),
    # and the other way round
    (
        BRAINS,
        "openai",
        {"brain.openai.api_key": KEY},
        {"SOLOVOX_BRAIN__KIND": "openai", "SOLOVOX_BRAIN__URL": OWN},
    ),
]


@pytest.mark.parametrize(("group", "kind", "page", "variables"), APART)
def test_W8_a_key_of_one_side_goes_to_no_address_of_the_other(sides, group, kind, page, variables):
    assert sides.key(group, kind, page, **variables) is None


TOGETHER = [
    (
        BRAINS,
        "openai_compatible",
        {},
        {"SOLOVOX_BRAIN__URL": OWN, "SOLOVOX_BRAIN__MODEL": "m", "SOLOVOX_BRAIN__API_KEY": KEY},
    ),
    (BRAINS, "openai_compatible", {**KIND, "brain.url": OWN, "brain.api_key": KEY}, {}),
    (
        BRAINS,
        "openai_compatible",
        {**KIND, "brain.openai_compatible.url": OWN, "brain.api_key": KEY},
        {"SOLOVOX_BRAIN__OPENAI_COMPATIBLE__API_KEY": "another-key"},
    ),
    (BRAINS, "openai", {"brain.kind": "openai"}, {"SOLOVOX_BRAIN__OPENAI__API_KEY": KEY}),
    (BRAINS, "anthropic", {"brain.kind": "anthropic"}, {"ANTHROPIC_API_KEY": KEY}),
    (EARS, "gemini", {"ear.kind": "gemini"}, {"SOLOVOX_EAR__API_KEY": KEY}),
    (EARS, "gemini", {"ear.kind": "gemini", "ear.url": "wss://eu.googleapis.com"}, {"GEMINI_API_KEY": KEY}),
    (
        EARS,
        "gemini",
        {"approval": "review"},
        {"SOLOVOX_EAR__URL": "ws://localhost:9", "SOLOVOX_EAR__API_KEY": KEY},
    ),
]


@pytest.mark.parametrize(("group", "kind", "page", "variables"), TOGETHER)
def test_W8_a_key_goes_where_it_was_set(sides, group, kind, page, variables):
    assert sides.key(group, kind, page, **variables) == KEY


def test_W8_a_file_and_a_variable_are_one_side(sides):
    file = f'[brain]\nkind = "openai"\nurl = "{OWN}"\n'
    assert sides.key(BRAINS, "openai", {}, file=file, SOLOVOX_BRAIN__API_KEY=KEY) == KEY


def test_W8_a_key_that_is_lent_goes_with_its_address_only(sides):
    theirs = {
        "SOLOVOX_BRAIN__KIND": "openai",
        "SOLOVOX_BRAIN__API_KEY": KEY,
        "SOLOVOX_STUDIO__BRAIN__KIND": "openai",
    }
    asked = (BRAINS, "openai")
    assert sides.key(*asked, {}, place=STUDIO_TABLE, **theirs) == KEY
    assert sides.key(*asked, {"studio.openai.url": EVIL}, place=STUDIO_TABLE, **theirs) is None
    assert sides.key(*asked, {}, place=STUDIO_TABLE, SOLOVOX_STUDIO__OPENAI__URL=OWN, **theirs) is None
    own = {"SOLOVOX_STUDIO__OPENAI__API_KEY": KEY, "SOLOVOX_STUDIO__BRAIN__KIND": "openai"}
    page = {"brain.kind": "openai", "brain.url": EVIL}
    assert sides.key(*asked, page, place=STUDIO_TABLE, **own) is None, "the address is lent"


def test_W8_a_reader_at_another_place_gets_no_key_of_the_ear(sides):
    ear = {"SOLOVOX_EAR__KIND": "gemini", "SOLOVOX_EAR__API_KEY": KEY, "SOLOVOX_NARRATOR__KIND": "reader"}
    assert sides.key(NARRATORS, "reader", {}, **ear) == KEY
    assert sides.key(NARRATORS, "reader", {}, SOLOVOX_NARRATOR__URL="wss://other.example", **ear) is None
    assert sides.key(NARRATORS, "relay", {}, SOLOVOX_NARRATOR__URL="wss://other.example", **ear) is None


CLEAR = [
    {
        "SOLOVOX_BRAIN__URL": "http://192.168.1.5:11434/v1",
        "SOLOVOX_BRAIN__MODEL": "m",
        "SOLOVOX_BRAIN__API_KEY": KEY,
    },
    {"SOLOVOX_BRAIN__KIND": "sse", "SOLOVOX_BRAIN__URL": "http://box.local/x", "SOLOVOX_BRAIN__API_KEY": KEY},
    {"SOLOVOX_EAR__URL": "ws://10.0.0.7", "SOLOVOX_EAR__API_KEY": KEY},
]


@pytest.mark.parametrize("variables", CLEAR)
def test_W8_without_encryption_a_key_goes_to_this_machine_only(sides, variables):
    with pytest.raises(
        ConfigError, match="not sent to .* without encryption: begin the address with"
    ) as caught:
        sides.config({}, **variables)
    assert KEY not in str(caught.value)
    bare = {name: text for name, text in variables.items() if "API_KEY" not in name}
    assert sides.config({}, **bare)
    here = {
        name: "ws://[::1]:9" if "EAR__URL" in name else "http://127.0.0.1:9" if "URL" in name else text
        for name, text in variables.items()
    }
    assert sides.config({}, **here)


def test_W8_a_vendors_key_is_not_sent_to_the_vendor_in_clear(sides):
    said = {
        "SOLOVOX_BRAIN__KIND": "openai",
        "SOLOVOX_BRAIN__URL": "http://api.openai.com/v1",
        "OPENAI_API_KEY": KEY,
    }
    assert sides.key(BRAINS, "openai", {}, **said) is None


def test_W8_headers_of_a_server_go_over_the_network_with_TLS_only(sides):
    file = '[mcp.far]\nurl = "{}"\nheaders = {{ Authorization = "Bearer x" }}\n'
    with pytest.raises(ConfigError, match="headers go over the network with TLS only"):
        sides.config({}, file=file.format("http://far.example/mcp"))
    for good in ("https://far.example/mcp", "http://localhost:9/mcp"):
        assert sides.config({}, file=file.format(good)).mcp["far"]


def test_W8_what_is_not_sent_is_said_and_not_shown(sides, tmp_path):
    config = sides.config({**KIND, "brain.url": EVIL}, SOLOVOX_BRAIN__API_KEY=KEY)
    said = [line for line in unready(config, Cache(tmp_path / "weights")) if "brain.api_key" in line]
    assert len(said) == 1
    assert "evil.example" in said[0]
    assert "SOLOVOX_BRAIN__API_KEY" in said[0]
    assert KEY not in said[0]


@pytest.mark.parametrize(
    ("url", "clear"),
    [
        ("http://127.0.0.1:1/x", False),
        ("http://127.9.9.9", False),
        ("http://[::1]", False),
        ("http://localhost", False),
        ("https://x.example", False),
        ("wss://x.example", False),
        ("http://127.0.0.1.evil.example", True),
        ("http://localhost@evil.example", True),
        ("WS://evil.example", True),
        ("http://0.0.0.0", True),
        ("http://[x", True),
    ],
)
def test_W8_what_can_be_read_on_the_way(url, clear):
    assert in_clear(url) is clear


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("wss://user:pw@evil.example:9/x?key=1", "evil.example:9"),
        ("https://аpple.com/", "xn--pple-43d.com"),
        ("evil.example/x", "evil.example"),
    ],
)
def test_W8_the_host_that_is_shown_is_the_host_that_is_asked(url, host):
    assert host_of(url) == host


def test_W8_an_address_that_is_read_in_two_ways_is_none():
    option = KEYS["ear.url"]
    with pytest.raises(ConfigError, match="without spaces and backslashes"):
        option.value("https://evil.example\\@api.anthropic.com")


def test_G6_what_reads_is_told_the_language_of_the_talk():
    assert adapter_args(Config(language="de"), NARRATORS, "reader").settings["language"] == "de"
