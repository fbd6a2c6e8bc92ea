"""Where configuration comes from, who wins, and what a secret shows of itself."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solovox.config.errors import ConfigError
from solovox.config.fields import Secret, mask_secrets
from solovox.config.keeping import days_of
from solovox.config.keys import KEYS
from solovox.config.load import Setting, dotenv, others, printable, settings
from solovox.config.schema import MASK, SECRETS

SECRET = "sk-never-to-be-seen"


def value_of(key):
    free = {
        "journal.keep": "7 days",
        "journal.room": "2 GB",
        "ear.limit": "10m",
        "narrator.spoken_seconds": "12",
        "narrator.speed": "125",
        "patience": "120",
        "wake.follow_seconds": "8",
        "brain.first_seconds": "8",
        "brain.idle_seconds": "8",
    }
    return KEYS[key].among[-1] if KEYS[key].among else free.get(key, "something")


def variable(key):
    return "SOLOVOX_" + key.replace(".", "__").upper()


def said(key, folder, flags=(), variables=None):
    return settings(flags, folder, variables or {})[key]


@pytest.mark.parametrize("key", KEYS)
def test_every_key_can_be_set_in_all_four_places(key, tmp_path):
    value = value_of(key)
    (tmp_path / "solovox.toml").write_text(f'{key} = "{value}"')
    assert said(key, tmp_path) == Setting(value, str(tmp_path / "solovox.toml"))
    (tmp_path / ".env").write_text(f"{variable(key)}={value}")
    assert said(key, tmp_path) == Setting(value, f"{variable(key)} in .env")
    assert said(key, tmp_path, (), {variable(key): value}) == Setting(value, variable(key))
    flags = [f"{key}={value}"]
    assert said(key, tmp_path, flags, {variable(key): value}) == Setting(value, "--set")


def test_every_key_says_what_it_decides():
    assert [key for key, one in KEYS.items() if not one.about.endswith(".")] == []


def test_the_later_place_wins_key_by_key(tmp_path):
    (tmp_path / "solovox.toml").write_text('routing = "model"\napproval = "review"\n[brain]\nmodel = "a"\n')
    (tmp_path / ".env").write_text("SOLOVOX_ROUTING=nudge\nSOLOVOX_BRAIN__MODEL=b\n")
    found = settings(["brain.model=d"], tmp_path, {"SOLOVOX_BRAIN__MODEL": "c", "SOLOVOX_WORKSPACE": "."})
    assert {key: value.text for key, value in found.items()} == {
        "routing": "nudge",
        "approval": "review",
        "brain.model": "d",
        "workspace": ".",
    }


def test_of_two_flags_for_a_key_the_later_wins(tmp_path):
    assert said("brain.model", tmp_path, ["brain.model=a", "brain.model=b=c"]).text == "b=c"


def test_an_empty_variable_is_not_set(tmp_path):
    assert settings((), tmp_path, {"SOLOVOX_BRAIN__MODEL": ""}) == {}


def test_the_variables_of_other_programs_are_there_for_adapters_the_environment_first(tmp_path):
    (tmp_path / ".env").write_text("A_KEY=1\nB_KEY=2\nSOLOVOX_ROUTING=code\n")
    assert others(tmp_path, {"B_KEY": "3", "C_KEY": "", "SOLOVOX_ROUTING": "code"}) == {
        "A_KEY": "1",
        "B_KEY": "3",
    }


def test_other_programs_variables_are_left_alone(tmp_path):
    (tmp_path / ".env").write_text("OTHER_KEY=1\nSOLOVOX=2\n")
    assert (
        settings(
            (),
            tmp_path,
            {"PATH": "/bin", "SOLOVOX_CACHE": "/tmp", "SOLOVOX_STATE": "/tmp", "SOLOVOX_REQUIRE_KEY": "k"},
        )
        == {}
    )


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=1", "1"),
        ("export A=1", "1"),
        ("A='1 # 2'", "1 # 2"),
        ('A="x=y"', "x=y"),
        ("A = 1 # why", "1"),
        ("A=a#b", "a#b"),
        ("A=", ""),
    ],
)
def test_a_line_of_dotenv_reads_as_a_shell_would(line, value, tmp_path):
    (tmp_path / ".env").write_text(f"# a comment\n\n{line}\n")
    assert dotenv(tmp_path / ".env") == {"A": value}


PEM = "-----BEGIN KEY-----\nMIIE vQ=\n-----END KEY-----"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f'THEIRS="{PEM}"', PEM),
        (f"export THEIRS='{PEM}' # theirs", PEM),
        (f"THEIRS={PEM}", "-----BEGIN KEY-----"),
        ("just words\nTHEIRS=x", "x"),
        ("THEIRS='never closed", "'never closed"),
    ],
)
def test_what_other_programs_write_into_dotenv_is_left_alone(text, value, tmp_path):
    (tmp_path / ".env").write_text(f"{text}\nSOLOVOX_ROUTING=code\n")
    assert dotenv(tmp_path / ".env")["THEIRS"] == value
    assert said("routing", tmp_path).text == "code"


def test_a_file_of_windows_is_read(tmp_path):
    (tmp_path / "solovox.toml").write_bytes('\ufeffrouting = "code"\r\n'.encode())
    assert said("routing", tmp_path).text == "code"


@pytest.mark.parametrize(
    ("keep", "days"), [("never", 0), ("forever", None), ("1 day", 1), ("30 days", 30), ("7days", 7)]
)
def test_how_long_sessions_are_kept(keep, days):
    assert days_of(keep) == days


@pytest.mark.parametrize(
    ("address", "as_shown"),
    [
        ("ws://host:80/path", "ws://host:80/path"),
        ("ws://h/p?key=sesame&alt=x", f"ws://h/p?key={MASK}&alt={MASK}"),
        ("ws://h?sesame", f"ws://h?{MASK}"),
        ("https://me:sesame@h/v1", f"https://{MASK}@h/v1"),
    ],
)
def test_R2_what_may_be_a_secret_in_an_address_is_not_shown(address, as_shown, tmp_path):
    found = settings([f"ear.url={address}"], tmp_path, {})
    assert printable(found)["ear.url"] == (as_shown, "--set")


def test_a_file_that_is_not_text_is_an_error_of_one_line(tmp_path):
    (tmp_path / "solovox.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"solovox\.toml cannot be read: it is not UTF-8"):
        settings((), tmp_path, {})


@given(st.text(max_size=30))
def test_whatever_key_is_set_it_is_known_or_refused_in_one_line(key):
    assume(key.partition("=")[0].strip() not in KEYS)
    with pytest.raises(ConfigError) as error:
        settings([f"{key}=x"], variables={})
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("key", sorted(SECRETS))
def test_R2_a_secret_is_in_no_error_and_no_list(key, tmp_path):
    found = settings([f"{key}={SECRET}"], tmp_path, {})
    assert printable(found)[key] == (MASK, "--set")
    assert SECRET not in repr(found)
    with pytest.raises(ConfigError) as error:
        settings([f"{key}x={SECRET}"], tmp_path, {})
    assert SECRET not in str(error.value)


def test_R2_a_secret_shows_itself_only_on_request():
    secret = Secret(SECRET)
    assert SECRET not in f"{secret} {secret!r} {[secret]} {secret!s:>40}"
    assert secret.reveal() == SECRET
    assert secret == Secret(SECRET)
    assert secret != Secret("other")


def test_R2_a_secret_that_begins_another_leaves_nothing_of_it():
    assert mask_secrets("sesame and sesame-open", ["sesame", "", "sesame-open"]) == f"{MASK} and {MASK}"


@pytest.mark.parametrize(
    ("key", "within", "beyond", "says"),
    [
        ("narrator.spoken_seconds", "0 600", "-1 601 1.5 01", "seconds from 1 to 600, or 0 to hear all"),
        ("narrator.speed", "50 200", "49 201 fast", "percent of the usual speed, from 50 to 200"),
        ("patience", "50 200", "49 201 0100", "percent of the usual patience, from 50 to 200"),
        ("wake.follow_seconds", "0 600", "-1 601 soon", "write a number of seconds"),
        ("wake.phrase", "computer", "123 ?!", "write one to 6 words, or none to need no phrase"),
    ],
)
def test_a_value_beyond_its_range_is_refused_in_one_line_that_says_what_to_write(
    key, within, beyond, says, tmp_path
):
    for value in within.split():
        assert said(key, tmp_path, [f"{key}={value}"]).text == value
    for value in beyond.split():
        with pytest.raises(ConfigError, match=says) as refused:
            said(key, tmp_path, [f"{key}={value}"])
        assert "\n" not in str(refused.value)
