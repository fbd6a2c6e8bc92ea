"""REST: the forms of what agents did, and of what they may do unasked."""

from pydantic import BaseModel, Field

from solovox.acts.allowed import LONGEST


class DoneActs(BaseModel):
    """What one answer did in the workspace."""

    id: int
    at: str = Field(description="When, in ISO 8601.")
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
    done: list[DoneActs]
    allowed: list[FreeCommand]


class NewFreeCommand(BaseModel):
    """A command to be free."""

    command: str = Field(max_length=LONGEST)
    bare: bool = False


class GivenBack(BaseModel):
    """What an undo or a redo did, in a sentence."""

    said: str
