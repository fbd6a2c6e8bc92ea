"""Discord on this machine alone. Without the extra `[discord]` there is nothing to test."""

import warnings
from importlib.util import find_spec

if find_spec("davey"):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the library imports `audioop`
        import discord  # noqa: F401
    collect_ignore_glob = []
else:
    collect_ignore_glob = ["*"]
