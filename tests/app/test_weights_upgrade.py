"""A server that begins small and grows: real installs, of packages that are made here and found without a registry."""

import asyncio
import fcntl
import hashlib
import threading

import pytest

from app.toy_extras import links, wheel
from solovox.parts.engines.stand_ins import EngineNames, WeightsUpgrade, installed_engines, needs
from solovox.weights import Cache, WeightsMissing, read_lock

__all__ = ["links"]
SMALL = ("whisper-tiny.en", "smart-turn", "silero-vad", "misaki", "piper-joe")
REST = ("whisper-base", "kokoro", "kokoro-voices")
GROWN = EngineNames("whisper-base", "af_bella")
STARTED = EngineNames("whisper-tiny.en", "joe")


def content(name):
    return f"the weights of {name}".encode()


def package(links, name):
    """Write the wheel of a toy item; the TOML of the item."""
    module = name.replace("-", "_").replace(".", "_")
    pin = wheel(links, f"toy_{module}", more={f"toy_{module}/model": content(name)})
    return f"""
[[item]]
name = "{name}"
about = "a toy"
licence = "CC0"
second_source = "none known"
small = {str(name in SMALL).lower()}
[[item.packages]]
registry = "pypi"
name = "toy-{module}"
version = "1.0"
hashes = ["{pin.rpartition(":")[2]}"]
size = 1000
[[item.files]]
name = "model"
parts = ["toy_{module}/model"]
size = {len(content(name))}
sha256 = "{hashlib.sha256(content(name)).hexdigest()}"
"""


@pytest.fixture
def cache(tmp_path, links):
    """A cache with nothing in it, and a lock of toys with the names of the real items."""
    node = '[node]\nregistry = "pypi"\nname = "node"\nversion = "1.0"\nhashes = []\nsize = 1\n'
    items = "".join(package(links, name) for name in SMALL + REST)
    return Cache(tmp_path / "cache", read_lock(items + node))


def put(cache, *names):
    """These items, as if they had been installed."""
    for name in names:
        folder = cache.folder(cache.lock.find(name))
        folder.mkdir(parents=True)
        (folder / "model").write_bytes(content(name))


def test_with_nothing_there_it_says_what_to_install(cache):
    assert installed_engines(cache, "af_bella") is None
    with pytest.raises(WeightsMissing, match="solovox models install --small"):
        WeightsUpgrade(cache, "af_bella", print).now()


@pytest.mark.slow
async def test_it_begins_small_and_new_sessions_get_what_has_come_meanwhile(cache):
    put(cache, *SMALL)
    said = []
    upgrade = WeightsUpgrade(cache, "af_bella", said.append)
    assert upgrade.now() == STARTED
    assert [item.name for item in upgrade.missing] == list(REST)
    loaded, whole = [], []

    def load(names):
        loaded.append(names)
        whole.append(upgrade.fetching.whole)

    await upgrade.grow(load)
    assert (whole, upgrade.fetching.whole) == ([False] * 3, True), "all bytes had come, and were not loaded"
    assert loaded == [EngineNames("whisper-base", "joe"), EngineNames("whisper-base", "joe"), GROWN]
    assert upgrade.now() == GROWN
    assert upgrade.missing == []
    assert [line for line in said if "new sessions" in line] == [
        "new sessions get whisper-base instead of whisper-tiny.en",
        "new sessions get af_bella instead of joe",
    ]
    assert any(line.startswith("installing whisper-base: ") for line in said)


async def test_what_is_all_there_is_not_touched(cache):
    put(cache, *SMALL, *REST)
    said = []
    await WeightsUpgrade(cache, "af_bella", said.append).grow()
    assert said == []


@pytest.mark.slow
async def test_a_fetch_that_fails_is_one_line_and_costs_nothing(cache, links):
    put(cache, *SMALL)
    (links / "toy_kokoro-1.0-py3-none-any.whl").unlink()
    said = []
    upgrade = WeightsUpgrade(cache, "af_bella", said.append)
    await upgrade.grow()
    assert upgrade.now() == EngineNames("whisper-base", "joe")
    assert said[-1].startswith("the rest of the weights could not be had, and what is here serves on: ")
    assert "\n" not in said[-1]


async def test_to_be_cancelled_ends_the_fetch(cache):
    """Even while another install holds the cache."""
    put(cache, *SMALL)
    with (cache.root / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        async with asyncio.timeout(60):
            task = asyncio.create_task(WeightsUpgrade(cache, "af_bella", print).grow())
            while not any(t.name.startswith("asyncio_") for t in threading.enumerate()):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.get_running_loop().shutdown_default_executor()
    assert WeightsUpgrade(cache, "af_bella", print).now() == STARTED


@pytest.mark.parametrize(("voice", "items"), [("someone-elses", ()), ("joe", ("misaki", "piper-joe"))])
def test_a_voice_needs_its_own_items_only(voice, items):
    assert needs(voice) == items
