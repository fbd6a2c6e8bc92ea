"""The page in a browser."""

import shutil


def node():
    """Where Node is."""
    found = shutil.which("node")
    assert found, "node is missing: make test installs it"
    return found
