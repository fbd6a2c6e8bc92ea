"""What is in the cache is used only if it is what the lock says."""

from dataclasses import replace
from pathlib import Path

import pytest

from solovox.weights import Cache, State, WeightsDamaged, WeightsMissing, default_root, read_lock
from weights.test_install import WHOLE, lock

LOCK = lock("0" * 64)


def filled(root: Path) -> Path:
    path = root / "weights" / "toy" / "toy.bin"
    path.parent.mkdir(parents=True)
    path.write_bytes(WHOLE)
    return path


def test_what_is_whole_is_given(tmp_path: Path) -> None:
    path = filled(tmp_path)
    assert Cache(tmp_path, LOCK).path("toy", "toy.bin") == path
    assert Cache(tmp_path, LOCK).state("toy") is State.INSTALLED


def test_what_is_missing_is_said_in_one_line_with_the_cure(tmp_path: Path) -> None:
    cache = Cache(tmp_path, LOCK)
    with pytest.raises(WeightsMissing, match="run: solovox models install") as caught:
        cache.path("toy")
    assert "\n" not in str(caught.value)
    assert cache.state("toy") is State.MISSING


@pytest.mark.parametrize("at", range(len(WHOLE)))
def test_W1_one_changed_bit_anywhere_is_found_at_load(tmp_path: Path, at: int) -> None:
    path = filled(tmp_path)
    changed = bytearray(WHOLE)
    changed[at] ^= 1
    path.write_bytes(bytes(changed))
    with pytest.raises(WeightsDamaged, match="run: solovox models install"):
        Cache(tmp_path, LOCK).path("toy")


def test_W1_a_file_cut_short_is_found_at_load(tmp_path: Path) -> None:
    filled(tmp_path).write_bytes(WHOLE[:-1])
    assert Cache(tmp_path, LOCK).state("toy") is State.DAMAGED
    assert not Cache(tmp_path, LOCK).has("toy")


def test_removing_leaves_nothing(tmp_path: Path) -> None:
    filled(tmp_path)
    cache = Cache(tmp_path, LOCK)
    assert cache.remove("toy")
    assert not cache.remove("toy")
    assert cache.state("toy") is State.MISSING


@pytest.mark.parametrize(
    ("environment", "root"),
    [
        ({"SOLOVOX_CACHE": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/a"),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b/solovox"),
        ({"HOME": "/c"}, "/c/.cache/solovox"),
    ],
)
def test_where_the_cache_is(environment: dict[str, str], root: str) -> None:
    assert default_root(environment) == Path(root)


def test_the_key_of_a_cache_is_another_when_a_file_is():
    lock = read_lock()
    first = lock.item[0]
    other = replace(first, files=(replace(first.files[0], sha256="0" * 64), *first.files[1:]))
    assert lock.key == read_lock().key
    assert replace(lock, item=(other, *lock.item[1:])).key != lock.key
