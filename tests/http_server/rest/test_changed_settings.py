"""REST: what the person sets at the page counts from the next talk on, is kept for them alone, and no key comes out again."""

import pytest

from http_server.rest.conftest import Served
from solovox.config.load import settings
from solovox.config.schema import ConfigError
from solovox.http.persons_settings import PersonsSettings

pytestmark = pytest.mark.slow

KEY = "a-key-of-sixteen"


def put(served, key, value):
    return served.client.put("/api/settings", json={"key": key, "value": value})


def put_address(served, key, value):
    """An address that the person has confirmed."""
    answer = put(served, key, value)
    assert answer.status_code == 200, answer.text
    before, _ = served.app.browser, served.app.comes("token")
    confirmed = served.client.post("/api/settings/confirm", json={"id": answer.json()["waits"]["id"]})
    served.app.browser = before
    return confirmed


def file(served):
    return served.root.parent / "state" / "settings.toml"


def choice(served, what, name):
    found = served.get("/api/choices").json()[what]
    return next(one for one in found if name in (one.get("name"), one.get("key")))


def test_what_is_set_counts_from_the_next_talk_on_in_every_command(served):
    answer = put(served, "narrator.voice", "joe")
    assert answer.status_code == 200, answer.text
    assert {**answer.json(), "missing": []} == {
        "key": "narrator.voice",
        "value": "joe",
        "origin": str(file(served)),
        "missing": [],
        "waits": None,
    }
    assert any("joe" in one for one in answer.json()["missing"]), "no weights are installed here"
    put(served, "approval", "review")
    found = settings((), served.folder, served.variables)
    assert {key: one.text for key, one in found.items()} == {"narrator.voice": "joe", "approval": "review"}
    made = PersonsSettings((), None, served.folder, served.variables).config("talk")
    assert (made.narrator.voice, made.approval) == ("joe", "review")


def test_a_server_that_runs_takes_what_is_set(served):
    own = PersonsSettings((), None, served.folder, served.variables)
    before = own.config("talk")
    assert own.config("talk") is before
    own.put("talk", "journal.keep", "never")
    assert (before.keep, own.config("talk").keep) == ("30 days", "never")


def test_who_writes_the_apps_of_the_studio_and_its_key_are_set_here(served):
    for key, value in (("studio.brain.kind", "anthropic"), ("studio.anthropic.api_key", KEY)):
        answer = put(served, key, value)
        assert answer.status_code == 200, answer.text
        assert KEY not in answer.text
    made = PersonsSettings((), None, served.folder, served.variables).config("talk")
    assert made.studio == "anthropic"
    refused = put(served, "studio.anthropic.prompt", "be kind")
    assert (refused.status_code, "cannot be set here" in refused.json()["error"]) == (422, True)


def test_null_leaves_it_to_the_profile_again(served):
    put(served, "own_words", "no")
    answer = put(served, "own_words", None).json()
    assert (answer["value"], answer["origin"]) == ("yes", "by default")
    assert "own_words" not in file(served).read_text()


def test_T6_no_talk_is_promised_to_spare_what_is_said_without_a_phrase_that_there_is_not(served):
    answer = put(served, "ear.listens", "woken")
    assert answer.status_code == 422
    assert "needs a wake phrase" in answer.text
    put(served, "wake.phrase", "computer")
    put(served, "ear.listens", "woken")
    assert put(served, "wake.phrase", "none").status_code == 422
    assert served.own.config("talk").wake == "computer"


@pytest.mark.parametrize(
    ("key", "there"), [("brain.kind", "openai"), ("ear.kind", "local"), ("narrator.voice", "joe")]
)
def test_what_is_not_installed_any_more_can_be_left_for_another(served, key, there):
    file(served).parent.mkdir(mode=0o700, exist_ok=True)
    section, _, name = key.partition(".")
    file(served).write_text(f'[{section}]\n{name} = "uninstalled"\n')
    with pytest.raises(ConfigError, match="uninstalled"):
        served.own.config("talk")
    answer = put(served, key, there)
    assert answer.status_code == 200, answer.text
    made = served.own.config("talk")
    assert getattr(getattr(made, section), name) == there


def test_R2_the_file_is_for_its_owner_and_no_key_comes_out_again(served):
    answer = put(served, "brain.kind", "openai")
    kept = put(served, "brain.openai.api_key", KEY)
    assert kept.json()["value"] == "********"
    for told in (kept, answer, served.get("/api/choices"), served.get("/api/settings")):
        assert KEY not in told.text
    assert KEY in file(served).read_text()
    assert file(served).stat().st_mode & 0o777 == 0o600
    assert file(served).parent.stat().st_mode & 0o777 == 0o700
    made = PersonsSettings((), None, served.folder, served.variables).config("talk")
    assert made.brain.api_key.reveal() == KEY


def test_what_belonged_to_one_brain_is_not_given_to_another(served):
    put(served, "brain.kind", "openai_compatible")
    put_address(served, "brain.url", "http://localhost:1/v1")
    put(served, "brain.api_key", KEY)
    put(served, "brain.anthropic.model", "a-model")
    assert put(served, "brain.kind", "anthropic").status_code == 200
    text = file(served).read_text()
    assert KEY not in text
    assert "localhost" not in text
    assert 'brain.anthropic.model = "a-model"' in text


@pytest.mark.parametrize("place", ["flag", "variable", "dotenv", "file"])
def test_what_another_place_sets_is_changed_there(session, tmp_path, place):
    served = Served(tmp_path / "journals", *(("approval=review",) if place == "flag" else ()))
    if place == "variable":
        served.variables["SOLOVOX_APPROVAL"] = "review"
    (served.folder / ".env").write_text("SOLOVOX_APPROVAL=review" if place == "dotenv" else "")
    (served.folder / "solovox.toml").write_text('approval = "review"' if place == "file" else "")
    says = {"flag": "--set", "variable": "SOLOVOX_APPROVAL", "dotenv": ".env", "file": "solovox.toml"}[place]
    answer = put(served, "approval", "direct")
    assert answer.status_code == 409
    assert says in answer.json()["error"]
    assert not file(served).exists()
    assert says in choice(served, "settings", "approval")["elsewhere"]
    assert choice(served, "settings", "own_words")["elsewhere"] == ""


WRONG = [
    ("approval", "maybe", "approval cannot be 'maybe'"),
    ("narrator.voice", "nobody", "narrator.voice cannot be 'nobody'"),
    ("brain.kind", "nobody", "brain.kind cannot be 'nobody'"),
    ("brain.model", "small", "set brain.url or brain.kind too"),
    ("journal.keep", "often", "journal.keep cannot be 'often'"),
    ("journal.keep", "", "has no value"),
    ("brain.prompt", "x" * 10_001, "more than 10000 characters"),
    ("narrator.voice", "jo\ne", "cannot be printed"),
    ("brain.openai.speed", "1", "cannot be set here"),
    ("effects", "allow", "cannot be set here"),
    ("workspace", "/", "cannot be set here"),
    ("brain.command", "rm", "cannot be set here"),
    ("brain.acp.command", "rm", "cannot be set here"),
    ("tools", "all", "cannot be set here"),
    ("a.b.c", "x", "cannot be set here"),
    ("learning", "often", "learning is on or off"),
]


@pytest.mark.parametrize(("key", "value", "says"), WRONG)
def test_what_no_talk_could_begin_with_is_one_line_and_changes_nothing(shared, key, value, says):
    put(shared, "own_words", "no")
    before = file(shared).read_bytes()
    answer = put(shared, key, value)
    assert answer.status_code == 422
    assert says in answer.json()["error"]
    assert file(shared).read_bytes() == before


def test_what_can_be_chosen_says_what_is_ready_and_what_is_missing(served):
    found = served.get("/api/choices").json()
    assert found["profile"] == "talk"
    assert {"talk", "studio", "handoff", "discord"} == {one["name"] for one in found["profiles"]}
    local = choice(served, "brains", "local")
    assert (local["ready"], local["missing"]) == (True, "")
    openai = choice(served, "brains", "openai")
    assert (openai["ready"], len(openai["missing"].splitlines())) == (False, 1)
    assert "brain.openai.api_key" in openai["keys"]
    assert choice(served, "ears", "gemini")["missing"].startswith("ear.api_key")
    assert choice(served, "ears", "local")["keys"] == []
    assert not choice(served, "voices", "joe")["ready"]
    assert choice(served, "settings", "approval")["values"] == ["direct", "review", "correct"]
    assert "gemini" in choice(served, "settings", "ear.kind")["values"]
    assert [one["key"] for one in found["settings"] if one["secret"]] == ["brain.api_key", "ear.api_key"]
    assert not choice(served, "brains", "openai_compatible")["ready"]
    put_address(served, "brain.openai_compatible.url", "http://localhost:1/v1")
    put(served, "brain.openai_compatible.model", "a-model")
    assert choice(served, "brains", "openai_compatible")["ready"]
    assert put(served, "brain.kind", "openai_compatible").status_code == 200


ADDRESSES = [
    ("ear.url", "wss://evil.example:9/x?key=1", "the sound of all that you say"),
    ("ear.gemini.url", "ws://127.0.0.1:38999", "the sound of all that you say"),
    ("brain.openai_compatible.url", "https://evil.example/v1", "what you say, in words"),
    ("studio.anthropic.url", "https://evil.example", "what you say, in words"),
]


@pytest.mark.parametrize(("key", "address", "gets"), ADDRESSES)
def test_W8_an_address_waits_for_the_persons_yes_and_is_used_for_nothing_before(served, key, address, gets):
    before = served.own.config("talk")
    answer = put(served, key, address)
    waits = answer.json()["waits"]
    assert (answer.status_code, waits["key"], waits["gets"].startswith(gets)) == (200, key, True)
    assert waits["host"] in address
    assert "key=1" not in answer.text, "what may be a secret in it is not shown"
    assert served.own.config("talk") == before
    assert not file(served).exists()
    assert served.get("/api/settings").json()["waiting"] == [waits]
    assert waits["host"] in served.app.told[-1], "who runs the server is told"
    for by in ("", "code"):
        if by:
            served.app.comes(by)
        refused = served.client.post("/api/settings/confirm", json={"id": waits["id"]})
        assert (refused.status_code, "confirmed by you" in refused.json()["error"]) == (403, True)
    assert not file(served).exists()
    served.app.comes("token")
    assert served.client.post("/api/settings/confirm", json={"id": "another"}).status_code == 422
    done = served.client.post("/api/settings/confirm", json={"id": waits["id"]})
    assert (done.status_code, done.json()["key"]) == (200, key)
    assert settings((), served.folder, served.variables)[key].text == address
    assert served.get("/api/settings").json()["waiting"] == []
    assert "confirmed" in served.app.told[-1]
    assert put(served, key, address).json()["waits"] is None, "it was confirmed"


def test_W8_what_is_confirmed_is_what_was_shown(served):
    shown = put(served, "ear.url", "wss://good.example").json()["waits"]
    put(served, "ear.url", "wss://evil.example")
    served.app.comes("token")
    assert served.client.post("/api/settings/confirm", json={"id": shown["id"]}).status_code == 422
    put_address(served, "ear.url", "wss://good.example")
    later = put(served, "ear.url", "wss://evil.example").json()["waits"]
    served.app.comes("code")
    no = served.client.post("/api/settings/confirm", json={"id": later["id"], "yes": False})
    assert (no.status_code, no.json()["value"]) == (200, "wss://good.example")
    assert served.get("/api/settings").json()["waiting"] == []


def test_W8_a_key_is_kept_once_its_address_is_and_goes_when_that_changes(served):
    put(served, "brain.kind", "openai")
    put(served, "brain.openai.url", "https://own.example/v1")
    early = put(served, "brain.openai.api_key", KEY)
    assert (early.status_code, "confirm that first" in early.json()["error"]) == (422, True)
    put_address(served, "brain.openai.url", "https://own.example/v1")
    assert put(served, "brain.openai.api_key", KEY).status_code == 200
    assert served.own.config("talk").brain.api_key.reveal() == KEY
    put(served, "brain.openai.url", "https://evil.example/v1")
    assert served.own.config("talk").brain.url == "https://own.example/v1"
    assert put_address(served, "brain.openai.url", "https://evil.example/v1").status_code == 200
    made = served.own.config("talk")
    assert (made.brain.url, made.brain.api_key) == ("https://evil.example/v1", None)
    assert KEY not in file(served).read_text()


@pytest.mark.parametrize("key", ["brain.api_key", "brain.openai_compatible.api_key"])
def test_W8_a_key_goes_to_no_other_address_whichever_key_moves_it(served, key):
    for name in ("brain.openai_compatible.url", "brain.url"):
        put(served, "brain.kind", "openai_compatible")
        put_address(served, name, "https://own.example/v1")
        assert put(served, key, KEY).status_code == 200
        put(served, name, None)
        assert KEY not in file(served).read_text()


def test_W8_without_encryption_no_key_is_kept(served):
    put(served, "brain.kind", "openai_compatible")
    put_address(served, "brain.url", "http://192.168.1.5:11434/v1")
    refused = put(served, "brain.api_key", KEY)
    assert (refused.status_code, "without encryption" in refused.json()["error"]) == (422, True)
    assert KEY not in file(served).read_text()


def test_W8_a_key_beside_an_address_of_another_place_is_set_there(session, tmp_path):
    served = Served(tmp_path / "journals", "brain.kind=openai", "brain.url=https://own.example/v1")
    refused = put(served, "brain.openai.api_key", KEY)
    assert (refused.status_code, "Set both in one place" in refused.json()["error"]) == (422, True)
    assert not file(served).exists()
