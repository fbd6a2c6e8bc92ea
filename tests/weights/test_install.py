"""Installing, with the real clients and a package that is made here and found without a registry."""

import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from solovox.weights import Cache, FetchFailed, Lock, State, install, read_lock

PARTS = (b"first half, ", b"second half")
WHOLE = b"".join(PARTS)


def wheel(folder: Path) -> str:
    """Write a wheel with two parts and a dependency that does not exist; give its SHA-256."""
    path = folder / "toy_weights-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for number, part in enumerate(PARTS):
            archive.writestr(f"toy_weights/part{number}", part)
        info = "toy_weights-1.0.dist-info"
        archive.writestr(
            f"{info}/METADATA",
            "Metadata-Version: 2.1\nName: toy-weights\nVersion: 1.0\nRequires-Dist: no-such-package-at-all\n",
        )
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def lock(package: str, content: bytes = WHOLE) -> Lock:
    return read_lock(f"""
[[item]]
name = "toy"
about = "a toy"
licence = "CC0"
second_source = "none known"
small = true
[[item.packages]]
registry = "pypi"
name = "toy-weights"
version = "1.0"
hashes = ["{package}"]
size = 1000
[[item.files]]
name = "toy.bin"
parts = ["toy_weights/part0", "toy_weights/part1"]
size = {len(WHOLE)}
sha256 = "{hashlib.sha256(content).hexdigest()}"
[node]
registry = "pypi"
name = "node"
version = "1.0"
hashes = []
size = 1
""")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The hash of the toy package, which pip and uv now look for in a folder instead of a registry."""
    links = tmp_path / "links"
    links.mkdir()
    for name in ("PIP_FIND_LINKS", "UV_FIND_LINKS"):
        monkeypatch.setenv(name, str(links))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("UV_NO_INDEX", "1")
    return wheel(links)


@pytest.mark.slow
def test_parts_are_joined_and_nothing_else_is_left_and_nothing_is_fetched_again(
    tmp_path: Path, package: str
) -> None:
    cache = Cache(tmp_path / "cache", lock(package))
    seen: list[tuple[str, int, int]] = []
    fetched = install(cache.lock.item, cache, lambda what, done, total: seen.append((what, done, total)))
    assert [item.name for item in fetched] == ["toy"]
    assert cache.path("toy", "toy.bin").read_bytes() == WHOLE
    assert sorted(os.listdir(cache.root)) == [".lock", "weights"]
    assert seen[-1] == ("toy", 1000, 1000)
    assert install(cache.lock.item, cache) == []


@pytest.mark.slow
def test_a_damaged_file_is_mended(tmp_path: Path, package: str) -> None:
    cache = Cache(tmp_path / "cache", lock(package))
    install(cache.lock.item, cache)
    (cache.root / "weights" / "toy" / "toy.bin").write_bytes(b"x" * len(WHOLE))
    assert cache.state("toy") is State.DAMAGED
    install(cache.lock.item, cache)
    assert cache.state("toy") is State.INSTALLED


@pytest.mark.slow
def test_W2_a_package_with_another_hash_is_refused(tmp_path: Path, package: str) -> None:
    cache = Cache(tmp_path / "cache", lock("0" * 64))
    with pytest.raises(FetchFailed, match=r"^could not fetch toy-weights 1\.0: .+$"):
        install(cache.lock.item, cache)
    assert cache.state("toy") is State.MISSING
    assert sorted(os.listdir(cache.root)) == [".lock"]


@pytest.mark.slow
def test_W1_parts_that_make_another_file_are_refused(tmp_path: Path, package: str) -> None:
    cache = Cache(tmp_path / "cache", lock(package, b"something else"))
    with pytest.raises(FetchFailed, match="is not what the lock says"):
        install(cache.lock.item, cache)
    assert cache.state("toy") is State.MISSING


@pytest.mark.slow
def test_W3_what_an_interrupted_install_left_is_cleared(tmp_path: Path, package: str) -> None:
    cache = Cache(tmp_path / "cache", lock(package))
    left = cache.root / ".staging" / "items" / "toy"
    left.mkdir(parents=True)
    (left / "toy.bin").write_bytes(WHOLE[:3])
    install(cache.lock.item, cache)
    assert cache.path("toy", "toy.bin").read_bytes() == WHOLE
    assert not (cache.root / ".staging").exists()


AT_ONCE = """
import sys
from pathlib import Path
from solovox.weights import Cache, install
sys.path.insert(0, sys.argv[1])
from test_install import lock
cache = Cache(Path(sys.argv[2]), lock(sys.argv[3]))
install(cache.lock.item, cache)
cache.path("toy")
"""


def script(text: str, root: Path, package: str) -> "subprocess.Popen[bytes]":
    here = str(Path(__file__).parent)
    return subprocess.Popen([sys.executable, "-c", text, here, str(root), package])


@pytest.mark.slow
def test_W3_two_installs_at_once_do_not_harm_each_other(tmp_path: Path, package: str) -> None:
    both = [script(AT_ONCE, tmp_path / "cache", package) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert Cache(tmp_path / "cache", lock(package)).state("toy") is State.INSTALLED


KILLED_MIDWAY = """
import os, sys
from pathlib import Path
from solovox.weights import Cache, install
sys.path.insert(0, sys.argv[1])
from test_install import lock
cache = Cache(Path(sys.argv[2]), lock(sys.argv[3]))
install(cache.lock.item, cache, lambda what, done, total: os.kill(os.getpid(), 9))
"""


@pytest.mark.slow
def test_W3_an_install_that_is_killed_can_be_done_again(tmp_path: Path, package: str) -> None:
    root = tmp_path / "cache"
    assert script(KILLED_MIDWAY, root, package).wait() == -9
    cache = Cache(root, lock(package))
    assert cache.state("toy") is State.MISSING
    install(cache.lock.item, cache)
    assert cache.state("toy") is State.INSTALLED
