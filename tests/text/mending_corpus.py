"""The corpora of `mending/`, and how often a name is missed there and a sentence broken."""

from dataclasses import dataclass
from pathlib import Path

from solovox.core.mends import mend_text, whole
from solovox.text.names.hearing_again import heard_again
from solovox.text.names.mending import mends, permit_mends
from solovox.text.names.workspace_names import NameLexicon, pieces

FOLDER = Path(__file__).parent / "mending"


def lines(which):
    """The lines of a file of the corpus."""
    return (FOLDER / f"{which}.txt").read_text().splitlines()


def names(which):
    """The names of `development` or `held_out`."""
    return [name for name, _ in kinds(which)]


def kinds(which):
    """Those names, each with what kind of thing it is."""
    kind = ""
    for line in lines(which):
        if line.startswith("["):
            kind = line.strip("[]")
        elif not line.startswith("#"):
            yield line.split(" = ")[0], kind


def lexicon(which):
    """As large as a workspace's: these names among many others."""
    return NameLexicon([*names(which), *lines("other_names")])


LEXICONS = {
    "development": "development",
    "development_decoys": "development",
    "held_out_2": "held_out_2",
    "decoys_2": "held_out_2",
    "held_out": "held_out",
    "decoys": "held_out",
    "ordinary": "held_out",
}
"""In which names each was heard and is mended."""


@dataclass(frozen=True)
class Heard:
    """A sentence as it is meant, as it was heard, how sure, and what was heard the second time, if there was one."""

    meant: str
    text: str
    confidence: float
    second: str

    def mended(self, known, *, twice=True):
        """What is made of it."""
        again = heard_again(self.text, self.second, (), known) if twice and self.second else ()
        return mend_text(
            self.text, permit_mends((*mends(self.text, (), known), *again), self.text, (), known)
        )


def heard(which):
    """What was heard of each sentence."""
    rows = [line.split(" | ", 4)[1:] for line in lines(f"heard/{which}")]
    return [Heard(meant, text, float(sure), second.strip()) for meant, text, sure, second in rows]


def arrived(name, text):
    """Whether the name is in the text as whole words; of a name that is one word the size of letters does not count."""
    found = [match.group() for match in whole(name).finditer(text)]
    return name in found or (bool(found) and len(pieces(name)) == 1)


def missed(which, kind=None):
    """`(how many names, missed as heard, after mending, and after the second hearing)`; of one kind, or of all."""
    known = lexicon(which)
    rows = [
        (name, one) for (name, of), one in zip(kinds(which), heard(which), strict=True) if kind in (None, of)
    ]
    missing = [0, 0, 0]
    for name, one in rows:
        once = one.mended(known, twice=False)
        texts = (one.text, once, one.mended(known) if one.second else once)
        missing = [count + (not arrived(name, text)) for count, text in zip(missing, texts, strict=True)]
    return len(rows), *missing


def broken(texts, known):
    """The sentences without names that are changed."""
    return [(text, now) for text in texts if (now := mend_text(text, mends(text, (), known))) != text]


def broken_as_heard(which):
    """The same, of what was heard, a second time too."""
    known = lexicon(LEXICONS[which])
    return [(one.text, now) for one in heard(which) if (now := one.mended(known)) != one.text]
