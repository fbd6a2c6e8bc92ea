"""Fixtures of pytest for apps that talk with a live model: `solovox_live`, a server on this machine in place of the service.

    def test_the_weather_is_asked(solovox_live):
        run_the_app("What is the weather in London?")
        assert solovox_live.calls == [ToolCalled("get_weather", {"city": "London"})]

Where solovox is installed pytest finds it by itself. Nothing is started before a test asks for it; one server serves all tests of a process.
In the settings of pytest, `solovox_live_answers` is a file of answers (docs/howto/live-server-in-ci.md), and `solovox_live_flags` are flags
for `solovox live-server`.
"""

from collections.abc import Iterator
from typing import Final

import pytest

from solovox.testing.live_server import LiveServerDouble, LiveServerFailed

FLAGS: Final = "solovox_live_flags"
ANSWERS: Final = "solovox_live_answers"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two settings."""
    parser.addini(
        ANSWERS, "a file that has what the server of the fixture solovox_live says and calls", type="pathlist"
    )
    parser.addini(
        FLAGS, "flags for `solovox live-server`, which the fixture solovox_live starts", type="args"
    )


@pytest.fixture(scope="session")
def solovox_live_server(pytestconfig: pytest.Config) -> Iterator[LiveServerDouble]:
    """The server of this process, which sets no variable."""
    answers = [word for path in pytestconfig.getini(ANSWERS) or [] for word in ("--answers", str(path))]
    try:
        with LiveServerDouble([*answers, *pytestconfig.getini(FLAGS)]) as live:
            yield live
    except LiveServerFailed as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def solovox_live(solovox_live_server: LiveServerDouble, monkeypatch: pytest.MonkeyPatch) -> LiveServerDouble:
    """The server, with the variables of all clients set, that tells of this test's talks alone."""
    for name, value in solovox_live_server.environment.items():
        monkeypatch.setenv(name, value)
    solovox_live_server.begin()
    return solovox_live_server
