"""Words of English by what they do, each list once: data, `word_lists.toml`."""

import tomllib
from functools import cache
from importlib.resources import files


def word_list(name: str) -> frozenset[str]:
    """The words of one list. Raises `KeyError`."""
    return frozenset(_lists()[name].split())


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads(files("solovox.lang.en").joinpath("word_lists.toml").read_text(encoding="utf-8"))
