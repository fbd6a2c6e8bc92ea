"""What asks for another version, and what is a change."""

import pytest

from solovox.text.app_words import VersionStep, version_step

BEFORE = (
    "undo that", "Undo.", "Undo the last change, please.", "take that back", "Go back to the version before.", "no, undo it",
    "can you go back to the previous version?", "show me the version before", "go back", "undo what you just did", "restore the old version",
)  # fmt: skip
AFTER = ("redo", "Redo that.", "go forward", "show me the newest version", "go back to the newer version")
OTHER = (
    "add an undo button", "make it blue", "go back to the studio", "take me back to the code", "show me the preview", "change the title back to Tips",
    "what was the version before?", "show me the version", "put the button back", "move that back to the top", "undo everything", "",
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "step"),
    [
        *((one, VersionStep.BEFORE) for one in BEFORE),
        *((one, VersionStep.AFTER) for one in AFTER),
        *((one, None) for one in OTHER),
    ],
)
def test_a_step_is_the_whole_request(said, step):
    assert version_step(said) is step
