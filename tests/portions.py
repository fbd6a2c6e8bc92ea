"""Which cases of a test are for which part of the tests."""

import pytest


def some(cases, fast):
    """All cases as parameters of a test, all but the `fast` ones marked as slow."""
    return [pytest.param(one, marks=() if one in fast else pytest.mark.slow) for one in cases]


def sampled(cases, here):
    """The cases of a matrix: those that `here` names for `make test`, the others for `make sim` or `make strangers`."""
    assert set(here) <= set(cases), set(here) - set(cases)
    return [pytest.param(one, marks=() if one in here else pytest.mark.wide) for one in cases]
