"""The examples run as they stand: the function at a page, by its name, and the agent behind an address.

The engines need no weights: they come from a package of the test's, as another's would.
"""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import connect

import house_rules as house
from cli.running import variables
from solovox.brains.sse import SseBrain
from solovox.brains.vendor import RemoteSettings
from solovox.ports import Message, Question, Step, Wrote
from solovox.testing.contracts_brain import ScriptedHost

EXAMPLES = house.ROOT / "examples"
HOWTO = house.ROOT / "docs" / "howto"
PATIENCE = 60
"""Seconds, on a busy machine."""

POINTS = (
    "[solovox.voices]\nplain = quiet_engines:voice\n[solovox.recognisers]\ndeaf = quiet_engines:recogniser\n"
)


@pytest.fixture
def engines(tmp_path):
    """A folder with a package of engines, and a configuration that names them."""
    (tmp_path / "quiet_engines.py").write_text((Path(__file__).parent / "quiet_engines.py").read_text())
    info = tmp_path / "quiet_engines-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: quiet-engines\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "solovox.toml").write_text('[narrator]\nvoice = "plain"\n[recogniser]\nkind = "deaf"\n')
    return tmp_path


@contextlib.contextmanager
def started(folder, *arguments):
    """A program of Python's, and the first line that it prints; ended by Ctrl-C."""
    with (folder / "told").open("w") as told:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            cwd=folder,
            env=variables(folder, PYTHONPATH=str(folder)),
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
        )
    with process:
        line = process.stdout.readline().strip()
        try:
            assert line, (folder / "told").read_text()
            yield line
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


AT_ANY_PORT = (
    "import functools, runpy, solovox; solovox.run = functools.partial(solovox.run, port=0); "
    f"runpy.run_path({str(EXAMPLES / 'voice_for_my_agent.py')!r}, run_name='__main__')"
)


@pytest.mark.slow
async def test_the_function_answers_at_its_page(engines):
    with started(engines, "-c", AT_ANY_PORT) as page:
        found = re.fullmatch(r"(http://127\.0\.0\.1:\d+)/(\?token=\S+)", page)
        socket = f"{found[1].replace('http', 'ws')}/api/vox/live{found[2]}"
        async with asyncio.timeout(PATIENCE), connect(socket) as line:
            await line.send(json.dumps({"type": "start", "solovox": 1}))
            await line.send(json.dumps({"type": "text", "text": "hello"}))
            async for frame in line:
                if isinstance(frame, str) and json.loads(frame)["type"] == "text":
                    assert json.loads(frame)["text"] == "You said: hello. "
                    break
    told = (engines / "told").read_text()
    assert "thinks: python (agent)" in told
    assert "Traceback" not in told
    assert told.splitlines()[-1].endswith("ended")


def test_the_lines_are_ten_at_most():
    assert len((EXAMPLES / "voice_for_my_agent.py").read_text().splitlines()) <= 10


async def test_the_endpoint_keeps_the_protocol_and_answers_as_its_page_says(tmp_path):
    page = (HOWTO / "your-own-endpoint.md").read_text()
    with started(tmp_path, EXAMPLES / "endpoint.py", 0) as url:
        brain = SseBrain(RemoteSettings(url))
        question = Question("What is new?", (Message("person", "Hello"), Message("assistant", "Hi")))
        found = [one async for one in brain.answer(question, ScriptedHost())]
        await brain.aclose()
        assert found == [
            Step("counting the words"),
            Wrote("You said 3 words. "),
            Wrote("Before that I know 2 lines of our talk."),
        ]
        asked = re.search(r"^curl -N http://127\.0\.0\.1:8000 -d '(.+)'$", page, re.MULTILINE)
        told = await asyncio.to_thread(lambda: urlopen(url, asked[1].encode(), PATIENCE).read().decode())
        assert f"```\n{told.rstrip()} \n```" in page, told
