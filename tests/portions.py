"""Which cases of a test are for the fast part; the others are slow."""

import pytest


def some(cases, fast):
    """All cases as parameters of a test, all but the `fast` ones marked as slow."""
    return [pytest.param(one, marks=() if one in fast else pytest.mark.slow) for one in cases]
