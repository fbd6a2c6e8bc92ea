"""Discord on this machine alone."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # the library imports `audioop`
    import discord  # noqa: F401
