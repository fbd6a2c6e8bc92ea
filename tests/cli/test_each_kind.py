"""`solovox ask` in each profile that has a brain, with each kind that needs no package. The others: `tests/brains_sdk`."""

import contextlib
import sys

import pytest
from anyio.from_thread import start_blocking_portal

from brains import gemini_double, messages_double, responses_double
from brains.double import asking, event, serving, written
from cli.running import talked

pytestmark = pytest.mark.slow

AGENT = 'async def agent(text):\n    yield f"You said {len(text.split())} words. "\n'
PROFILES = ("talk", "handoff", "studio", "discord")
SAID = "You said 3 words."


@contextlib.contextmanager
def a_server(*scripts):
    """It serves beside the command, which has a loop of its own."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(serving(*scripts)) as double:
        yield double


@contextlib.contextmanager
def local(folder):
    yield "What is three times four?", (), "12", None


@contextlib.contextmanager
def python(folder):
    (folder / "agent_of_profiles.py").write_text(AGENT)
    yield "What is new?", ("brain.python.agent=agent_of_profiles:agent",), SAID, None
    del sys.modules["agent_of_profiles"]
    sys.path.remove(str(folder))


@contextlib.contextmanager
def sse(folder):
    with a_server([event("Looking.", "step"), event(SAID), event("", "done")]) as double:
        yield "What is new?", (f"brain.url={double.url}",), SAID, double


@contextlib.contextmanager
def openai_compatible(folder):
    with a_server(asking(("get_time", ["{}"])), written("You said ", "3 words.")) as double:
        flags = (f"brain.url={double.url}/v1", "brain.model=a-model")
        yield "What is new?", flags, SAID, double


def vendor(name, wire):
    @contextlib.contextmanager
    def made(folder):
        with a_server(wire.calling(("get_time", ["{}"])), wire.said("You said ", "3 words.")) as double:
            flags = (f"brain.url={double.url}", "brain.api_key=sk-dummy")
            yield "What is new?", flags, SAID, double
            assert wire.results(double.requests[1]), "the tool's result"

    made.__name__ = name
    return made


VENDORS = (
    vendor("openai", responses_double),
    vendor("anthropic", messages_double),
    vendor("gemini", gemini_double),
)
KINDS = (local, python, sse, openai_compatible, *VENDORS)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_it_answers_and_its_journal_replays(quiet, profile, kind, tmp_path, monkeypatch, capfd):
    with kind(tmp_path) as (words, flags, answer, double):
        printed = talked(words, kind.__name__, profile, flags, tmp_path, monkeypatch, capfd)
    assert answer in printed
    rounds = 2 if kind in (openai_compatible, *VENDORS) else 1
    assert double is None or len(double.requests) == rounds, "each round was asked once"
