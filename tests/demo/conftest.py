import difflib
import random

import pytest

SYLLABLES = "ba do fi gu ke lo mi nu pa ro se tu va wi zo".split()


@pytest.fixture
def coined():
    """A function: a word that no source has, another one each time."""
    seen = set()

    def word():
        while True:
            made = "".join(random.choices(SYLLABLES, k=4))
            if not difflib.get_close_matches(made.casefold(), seen, cutoff=0.5):  # nor is it misheard as one
                seen.add(made.casefold())
                return made

    return word
