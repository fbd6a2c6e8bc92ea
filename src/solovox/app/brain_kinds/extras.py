"""The extras of brains that can be installed from the page: the whole set."""

from typing import Final

from solovox.app.extras.installing import Extra

EXTRAS: Final = {
    one.name: one for one in (Extra("claude", "Claude Code", "claude_agent_sdk", 168_000_000, 389_000_000),)
}
EXTRA_OF: Final = {"claude_code": "claude"}
"""What a kind of brain stands on."""
