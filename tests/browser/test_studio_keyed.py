"""A person in the Studio with keys, at doubles of the services: Gemini Live talks and Gemini writes; then a voice of this machine
talks and Claude writes. The files stream onto the page, and the apps are used.
"""

import asyncio
import os
import subprocess
from contextlib import ExitStack, asynccontextmanager

import pytest
from anyio.from_thread import start_blocking_portal

from brains import gemini_double, messages_double
from brains.double import serving
from browser.agents import PROGRAM
from browser.conftest import AXE, served
from live.gemini_double import Double
from live.gemini_ways import Call, GoAway, Hear, Say, Way

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

KEY = "dummy-key-of-a-person"
ASKED = "Build me a tip calculator."
PAGE = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Tip calculator</title><link rel="stylesheet" href="style.css"></head>
<body>
<main><h1>Tip calculator</h1>
<label for="bill">Bill</label> <input id="bill" type="number" value="0"> <p>Tip: <output id="tip">0.00</output></p></main>
<script src="app.js"></script>
</body>
</html>
"""
STYLE = ":root { --accent: #205080; --background: #ffffff; --text: #202020; }\nbody { color: var(--text); }\n"
CODE = """\
const bill = document.getElementById('bill')
bill.addEventListener('input', () => { document.getElementById('tip').textContent = (bill.value * 0.2).toFixed(2) })
"""
SEEN = None
PIECES = (
    "A tip calculator by a model.\n", '<file path="index.', 'html">\n', PAGE[:260], SEEN, PAGE[260:], "</fi",
    'le>\n<file path="style.css">\n', STYLE, '</file>\n<file path="app.js">\n', CODE, "</file>\n",
)  # fmt: skip
"""What the model writes, cut where it hurts."""
WAY = Way(
    opened=(GoAway(60_000),),
    heard=(Hear(ASKED), Call("a", "generate_app", ASKED, "prompt")),
    answered=(Say("I am on it."),),
    typed=(Say("It is ready, and you are welcome."),),
    later=None,
)


@asynccontextmanager
async def gate(event):
    """The address of what lets a writer go on: whoever connects."""

    async def passed(_, writer):
        event.set()
        writer.close()

    server = await asyncio.start_server(passed, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


def written(wire, seen):
    """One answer of a service; in the middle of it waits until the page was seen."""
    pieces = [seen if one is SEEN else wire.piece(one) for one in PIECES]
    return [*wire.begins(), *wire.opens(), *pieces, *wire.closes(""), *wire.ends()]


@pytest.fixture(scope="module")
def services():
    """The live model and both writers, beside the test."""
    subprocess.run(["scripts/brains"], check=True, stdout=subprocess.DEVNULL, cwd=PROGRAM.parents[2])
    with start_blocking_portal() as portal, ExitStack() as stack:
        beside = lambda manager: stack.enter_context(portal.wrap_async_context_manager(manager))  # noqa: E731
        seen = asyncio.Event(), asyncio.Event()
        gates = [beside(gate(one)) for one in seen]
        writers = [
            beside(serving(written(wire, one)))
            for wire, one in zip((gemini_double, messages_double), seen, strict=True)
        ]
        yield beside(Double(WAY)), *writers, gates


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("keyed")


@pytest.fixture(scope="module")
def made(scene, services, folder, wav):
    live, gemini, claude, *_ = services
    *_, gates = services
    words = wav(0.3, ASKED, 4)
    home = {"HOME": str(folder / "home")}
    with served(folder, "--profile", "studio", "--limit", "10", program=PROGRAM, **home) as line:
        return scene(
            "keyed",
            url=line,
            key=KEY,
            words=words,
            gates=gates,
            gemini=(
                {"ear.gemini.url": live.url, "studio.gemini.url": gemini.url},
                {"ear.gemini.api_key": KEY, "studio.gemini.api_key": KEY},
            ),
            claude=({"studio.anthropic.url": claude.url}, {"studio.anthropic.api_key": KEY}),
            axe=str(AXE),
            pictures=os.environ.get("PICTURES", ""),
        )


def test_a_way_asks_for_the_keys_that_it_lacks_and_they_reach_their_services(made, services):
    live, gemini, claude, *_ = services
    hears, writes = made["gemini"]["before"]
    assert "To hear you it needs" in hears
    assert "To write it needs" in writes
    assert {one.headers["x-goog-api-key"] for one in live.requests} == {KEY}
    assert {one["x-goog-api-key"] for one in gemini.headers} == {KEY}
    assert {one["x-api-key"] for one in claude.headers} == {KEY}


def test_the_voice_of_this_machine_greets_with_a_line(made):
    assert made["claude"]["greeting"] == ["Hello, I am VOX. Say or type what you want to build."]


def test_no_key_is_in_what_is_kept_or_logged(made, folder):
    seen = [one for one in folder.rglob("*") if one.is_file() and KEY.encode() in one.read_bytes()]
    assert [one.name for one in seen] == ["settings.toml"]
    assert seen[0].stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("way", "by"), [("gemini", "gemini"), ("claude", "anthropic")])
def test_a_models_files_are_seen_while_they_are_written_and_the_app_works(made, way, by):
    half = made[way]["half"]
    assert half["end"] == "none"
    assert half["badge"] == "is being written"
    assert PAGE.splitlines()[0] in half["text"]
    assert "app.js" not in half["text"], "that comes later"
    assert f"by {by}" in made[way]["by"]
    assert made[way]["tip"] == "16.00"


def test_the_writers_are_told_what_to_write_and_in_which_form(made, services):
    for double, wire in zip(services[1:3], (gemini_double, messages_double), strict=True):
        [request] = double.requests
        assert '<file path="index.html">' in wire.system(request)
        assert "tip calculator" in wire.turns(request)[0][1].lower()


def test_N5_the_live_model_is_told_of_the_end_when_it_is_idle(made, services):
    """Once; and again by the connection that follows one that ended before it had answered (N5.7)."""
    told = [
        [turn.parts[0].text for one in talk.messages for turn in getattr(one, "turns", ())]
        for talk in services[0].talks
    ]
    ends = [[one for one in each if one.startswith("[Done")] for each in told]
    assert {one for each in ends for one in each} == {
        "[Done. A tip calculator by a model. Tell the person so, in a short sentence.]"
    }
    assert max(map(len, ends)) == 1, "once a connection"
    told_on = [number for number, each in enumerate(ends) if each]
    assert told_on == list(range(told_on[0], told_on[-1] + 1)), "and one behind the other"


def test_L1_the_page_says_that_the_connection_goes_away_until_another_is_there_and_the_talk_goes_on(
    made, services
):
    assert made["role"] == "status"
    [line] = {one for one in made["warned"]["lines"] if one}
    assert "nothing is lost" in line
    assert not made["warned"]["blocked"]
    assert made["after"]["line"] == ""
    assert made["after"]["still"] == 0, "each answer of the live model has ended"
    assert made["after"]["troubles"] == []
    assert {"call", "result", "finished", "read_end"} <= set(made["after"]["meanwhile"]), (
        "an app was built meanwhile"
    )
    assert not {"failure", "error", "flush"} & set(made["after"]["meanwhile"])
    assert len(services[0].talks) >= 2, "another connection was made"


def test_it_is_fit_for_everybody_and_nothing_is_said_on_the_console(made):
    assert made["found"] == []
    assert made["errors"] == []
