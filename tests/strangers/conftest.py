"""Strangers: programs on the SDKs of others, unpatched, each a process of its own that is told where to connect and no more."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from cli.serving import start, stop
from e2e.conftest import written
from portions import sampled
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.speech.resample import Resampler
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root
from speech.conftest import said
from strangers.clients import CLIENTS, NEWEST, SDKS, talk
from strangers.seen import FEATURES, Sightings, sighting


def pytest_configure(config):
    day = os.environ.get("STRANGERS_SEEN")
    if (day or NEWEST) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Sightings(day))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    params = item.callspec.params if hasattr(item, "callspec") else {}
    name = params.get("stranger", params.get("agent"))
    if call.when == "call" and name is not None and item.originalname.removeprefix("test_") in FEATURES:
        report.user_properties.append(("seen", sighting(CLIENTS[name], item.originalname, report.passed)))
    return report


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """A function: flags to a running `Server`; the same flags, the same server. One runs at a time."""
    running = {}

    def ended():
        while running:
            stop(running.popitem()[1])

    def started(*flags):
        if flags not in running:
            ended()
            running[flags] = start(tmp_path_factory.mktemp("server"), *flags)
        return running[flags]

    yield started
    ended()


@pytest.fixture(scope="session")
def together(tmp_path_factory):
    """A function: a server, a plan, and some SDKs to what each was told. All talk at once, and once only."""
    known = {}
    with ThreadPoolExecutor(len(SDKS)) as pool:

        def talks(server, plan, sdks):
            key = json.dumps([server.told, plan])
            if key not in known:
                folder = tmp_path_factory.mktemp("talk")
                known[key] = {
                    sdk: pool.submit(talk, sdk, folder / sdk.replace(" ", "-"), server, plan) for sdk in sdks
                }
            return known[key]

        yield talks


IN_MAKE_TEST = {
    "a_question_is_heard_handed_over_answered_and_spoken": "python 3.4",
    "the_person_takes_the_floor": "javascript 3.1",
    "the_person_says_where_an_utterance_begins_and_ends": "javascript 2.32",
    "of_several_tools_the_one_that_is_meant_is_called": "python 2.34",
    "results_that_nobody_waits_for_are_said_when_they_say": "javascript 3.1",
    "another_instruction_counts_from_then_on": "javascript 2.32",
    "without_tools_the_brain_answers": "python 2.34",
    "what_is_to_be_read_is_read": "python 3.4",
    "a_half_cascade_answers_in_text": "javascript 2.32",
    "what_cannot_be_is_refused_with_the_reason": "python 2.34",
    "a_connection_that_ends_says_so_and_is_resumed": "javascript 3.1",
    "a_stranger_that_stays_is_closed_with_a_reason": "python 3.4",
}
"""Each talk once, each SDK three times: the talks that need most of a client go to the newest of each language. `make strangers`
holds every talk with every SDK."""


def pytest_generate_tests(metafunc):
    if "stranger" in metafunc.fixturenames:
        here = IN_MAKE_TEST[metafunc.function.__name__.removeprefix("test_")]
        sdks = sampled(SDKS, [here])
        metafunc.parametrize("stranger", sdks, indirect=True, ids=lambda name: name.replace(" ", "-"))


@pytest.fixture
def stranger(request, together):
    """A function: a server and a plan to what this SDK `Told`."""
    sdks = [
        one.callspec.params["stranger"]
        for one in request.session.items
        if one.path == request.node.path and one.originalname == request.node.originalname
    ]
    return lambda server, plan: together(server, plan, dict.fromkeys(sdks))[request.param].result()


@pytest.fixture(scope="session")
def spoken(tmp_path_factory):
    """A function: text to the path of its sound, said by flite: another voice than the server's own."""
    folder = tmp_path_factory.mktemp("spoken")
    return lambda text: str(written(folder / f"{len(list(folder.iterdir()))}.wav", said(text)))


@pytest.fixture(scope="session")
def transcribe():
    """A function: PCM of a voice to what is to be heard in it."""
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))

    def heard(pcm):
        down = Resampler(VOICE_RATE, MIC_RATE)
        return whisper.transcribe(down.feed(pcm) + down.finish()).text

    return heard
