"""The lock that ships: complete, exact, and without the address of any registry."""

import re
from importlib.resources import files

import pytest

from solovox.weights import UnknownItem, read_lock

LOCK = read_lock()


def test_names_are_said_once() -> None:
    names = [item.name for item in LOCK.item]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("item", LOCK.item, ids=lambda item: item.name)
def test_W1_every_file_has_a_hash_a_size_and_a_package_it_comes_from(item) -> None:  # type: ignore[no-untyped-def]
    assert item.packages
    assert item.files
    assert item.licence
    assert item.second_source
    for file in item.files:
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert file.size > 0
        assert file.parts


@pytest.mark.parametrize("item", LOCK.item, ids=lambda item: item.name)
def test_W2_every_package_has_an_exact_version_and_hashes(item) -> None:  # type: ignore[no-untyped-def]
    for package in item.packages:
        assert re.fullmatch(r"\d+(\.\d+)*", package.version)
        pattern = r"[0-9a-f]{64}" if package.registry == "pypi" else r"sha512-[A-Za-z0-9+/]{86}=="
        assert package.hashes
        assert all(re.fullmatch(pattern, digest) for digest in package.hashes)


def test_no_address_is_written_in_the_lock() -> None:
    text = files("solovox.weights").joinpath("lock.toml").read_text(encoding="utf-8")
    assert "://" not in text
    assert ".org" not in text
    assert ".com" not in text


def test_the_small_choice_can_listen_and_speak() -> None:
    listens, speaks = {"whisper-tiny.en", "smart-turn", "silero-vad"}, {"misaki", "piper-joe"}
    assert {item.name for item in LOCK.choose(small=True)} == listens | speaks


def test_an_unknown_name_gets_the_nearest_one() -> None:
    with pytest.raises(UnknownItem, match="did you mean whisper-base"):
        LOCK.choose(["whisper-bas"])
