"""Which cases of a test are for `make test`, and which are for `make sim` or `make strangers` alone."""

import pytest


def sampled(cases, here):
    """The cases of a matrix as parameters. `here`: those that `make test` has, or how many of them, evenly spread."""
    cases = list(cases)
    if isinstance(here, int):
        here = [cases[at * len(cases) // here] for at in range(here)]
    assert all(one in cases for one in here), here
    return [pytest.param(one, marks=() if one in here else pytest.mark.wide) for one in cases]
