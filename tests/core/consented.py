"""What people say when something waits for a yes. Written before the grammar, and apart from it: one file for each verdict."""

from pathlib import Path
from typing import NamedTuple

from solovox.lang.pack import YesOrNo

FOLDER = Path(__file__).parent / "consent"


class Said(NamedTuple):
    """One utterance, and what it is meant as: `grant`, `deny`, `neither`."""

    meant: str
    text: str


def corpus(*, by_sound=False):
    """All of them; by sound, without what is so near to a yes that a recogniser may take it for one."""
    files = [("grant", "grant"), ("deny", "deny"), ("neither", "neither")] + [
        ("neither", "near_in_sound")
    ] * (not by_sound)
    return [
        Said(meant, line)
        for meant, name in files
        for line in (FOLDER / f"{name}.txt").read_text().splitlines()
        if line and not line.startswith("#")
    ]


def taken(text, pack):
    """What the grammar takes an utterance for."""
    if pack.yes_or_no(text) is YesOrNo.NO_AND_MORE:
        return "deny"
    return {True: "grant", False: "deny", None: "neither"}[pack.consent(text)]


class Score(NamedTuple):
    """How many utterances there are, how many of these may not grant, and which were taken wrongly."""

    count: int
    not_meant: int
    false_grants: list
    false_refusals: list
    others: list

    @property
    def refused(self):
        """The share of those meant as a yes, in percent."""
        return 100 * len(self.false_refusals) / (self.count - self.not_meant)

    def __str__(self):
        return (
            f"{self.count} utterances, of which {self.not_meant} may not grant: {len(self.false_grants)} false grants, "
            f"{self.refused:.1f} % false refusals; {len(self.others)} taken for a no, or not, against what was meant"
        )


def score(heard, pack):
    """Of pairs of what was said and the text that came of it."""
    found = [(said, text, taken(text, pack)) for said, text in heard]
    wrong = [(said, text, verdict) for said, text, verdict in found if verdict != said.meant]
    return Score(
        len(found),
        sum(said.meant != "grant" for said, _, _ in found),
        [(said, text) for said, text, verdict in wrong if verdict == "grant"],
        [(said, text) for said, text, _ in wrong if said.meant == "grant"],
        [(said, text) for said, text, verdict in wrong if "grant" not in (said.meant, verdict)],
    )
