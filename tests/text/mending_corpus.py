"""The corpora of `mending/`, and how often a name is missed there and a sentence broken."""

from pathlib import Path

from solovox.core.mends import mended, whole
from solovox.text.mending import mends
from solovox.text.spoken_forms import pieces
from solovox.text.workspace_names import NameLexicon

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


def heard(which):
    """`(sentence as it is meant, as it was heard)`."""
    return [tuple(line.split(" | ", 2)[1:]) for line in lines(f"heard/{which}")]


def arrived(name, text):
    """Whether the name is in the text as whole words; of a name that is one word the size of letters does not count."""
    found = [match.group() for match in whole(name).finditer(text)]
    return name in found or (bool(found) and len(pieces(name)) == 1)


def missed(which, kind=None):
    """`(how many names, missed as heard, missed after mending)`; of one kind, or of all."""
    known = lexicon(which)
    texts = [text for _, text in heard(which)]
    rows = [(name, text) for (name, of), text in zip(kinds(which), texts, strict=True) if kind in (None, of)]
    after = [not arrived(name, mended(text, mends(text, (), known))) for name, text in rows]
    return len(rows), sum(not arrived(name, text) for name, text in rows), sum(after)


def broken(texts, known):
    """The sentences without names that are changed."""
    return [(text, now) for text in texts if (now := mended(text, mends(text, (), known))) != text]
