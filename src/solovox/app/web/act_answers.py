"""REST: the forms of what agents did, and of what they may do unasked."""

from typing import Literal

from pydantic import BaseModel, Field

from solovox.acts import shell
from solovox.acts.allowed import LONGEST


class DoneActs(BaseModel):
    """What one answer did in the workspace."""

    id: int
    at: str = Field(description="When, in ISO 8601.")
    who: str = Field(description="Which agent. Empty: it is not known.")
    asked: str = Field(description="What the person asked for.")
    acts: list[str]
    paths: list[str] = Field(description="What it changed, the first 20.")
    changed: int = Field(description="How many paths.")
    undone: bool


class FreeCommand(BaseModel):
    """A command that is not asked for in this workspace."""

    id: str
    command: str
    bare: bool = Field(description="Also where nothing fences it in.")
    who: str
    at: str


class Acts(BaseModel):
    """What was done in the workspace, oldest first, and what is free in it."""

    folder: str
    fenced: bool = Field(description="Whether commands can be run behind a fence that holds.")
    hindered: str = Field(
        description="Why the newest that stands could not be given back now, as far as it is seen at a glance."
    )
    done: list[DoneActs]
    allowed: list[FreeCommand]


class NewFreeCommand(BaseModel):
    """A command to be free."""

    command: str = Field(max_length=LONGEST)
    bare: bool = False


class GoneTo(BaseModel):
    """To when one goes."""

    after: int = Field(ge=0, description="The id of an answer: it stands, and none after it. 0: none stands.")


class ShellCommand(BaseModel):
    """A line for bash."""

    command: str = Field(max_length=shell.LONGEST)


class CommandPart(BaseModel):
    """A part of one."""

    kind: Literal["program", "argument", "operator", "redirection", "substitution", "comment"]
    text: str


class CommandParts(BaseModel):
    """All parts: together they are the command. None: bash's grammar does not take it for a line."""

    parts: list[CommandPart]


class GivenBack(BaseModel):
    """What an undo or a redo did, in a sentence."""

    said: str
