"""What a talk in writing is made of: a brain, tools, and no sound.

Rule 1: owners are answered by the profile's brain, with its tools. What needs a yes waits for it.
Rule 2: guests are answered by the offline brain, as the persona. It has what tells the time and counts: nothing that acts, and
nothing that looks into what is the owner's (law A4).
"""

from dataclasses import replace
from enum import Enum
from typing import Final

from solovox.app.brain_args import brain_given
from solovox.app.configured import DEFAULT_VOICE
from solovox.app.policies import drawn, policy, spec_of
from solovox.app.registry import BRAINS, make
from solovox.app.shared_engines import SharedEngines
from solovox.app.tool_selection import chosen
from solovox.app.wiring import Now, SessionParts
from solovox.config.schema import BrainConfig, Config
from solovox.narrators.written import WrittenNarrator

HARMLESS: Final = ("get_time", "date", "calculate", "convert_units")
"""The tools that guests get, of those that the profile has."""
OFFLINE: Final = "local"


class Standing(Enum):
    """Who writes."""

    OWNER = "owner"
    GUEST = "guest"


def text_config(config: Config, standing: Standing) -> Config:
    """The configuration of a talk in writing: what has to do with sound is none of it."""
    written = replace(
        config,
        ear=replace(config.ear, kind="local", listens=None),
        narrator=replace(config.narrator, kind="voice", voice=DEFAULT_VOICE, spoken_seconds=0, speed=100),
        approval="direct",
        amend="queue",
        wake="",
        wake_follow_seconds=0,
        own_words=False,
        guests=False,
        corrector="",
    )
    if standing is Standing.OWNER:
        return written
    tools = tuple(name for name in config.tools if name in HARMLESS)
    return replace(written, brain=BrainConfig(kind=OFFLINE), agent=None, tools=tools, mcp={})


def text_parts(config: Config, engines: SharedEngines) -> SessionParts:
    """Make what the session of a `text_config` needs. It may read files. Raises `ConfigError`: one line."""
    brain = make(BRAINS, config.brain.kind, brain_given(config))
    found = chosen(config)
    rules = drawn(policy(config, found.tools))
    now = Now(lambda: rules, lambda: found.tools, nearest=engines.nearest, places=found.places)
    return SessionParts(
        policy=rules,
        recogniser=None,
        voice=None,
        brain=brain,
        tools=found.tools,
        reader=lambda sound, _: WrittenNarrator(sound),
        sets=found.sets,
        spec=spec_of(config),
        now=now,
    )
