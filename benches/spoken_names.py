"""The corpora of `tests/text/mending`: what is said there, and what the recogniser made of it."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "tests/text/mending"
VOICES = {
    "development": ("af_bella", "am_michael", "bf_emma", "joe", "flite slt"),
    "held_out": ("af_bella", "am_michael", "joe", "flite slt", "joe"),
    "held_out_2": ("bf_emma", "joe", "af_sarah", "flite rms", "bm_george"),
}
QUICK = ("joe", "flite slt", "joe", "flite rms")
"""For sentences without names."""


def named(which):
    """`(kind, name, how it is said, sentence with {})` of the names of `development` or `held_out`."""
    frames = _sections(f"{which}_frames")
    for kind, lines in _sections(which).items():
        for at, line in enumerate(lines):
            name, said = line.split(" = ")
            yield kind, name, said, frames[kind][at % len(frames[kind])]


def sentences(which):
    """The lines of a file of sentences."""
    return (FOLDER / f"{which}.txt").read_text().splitlines()


def _sections(which):
    found = {}
    for line in sentences(which):
        if line.startswith("["):
            lines = found[line.strip("[]")] = []
        elif not line.startswith("#"):
            lines.append(line)
    return found


def corpora():
    """Each corpus by its name, with its voices, as `(sentence as it is meant, as it is said)`."""
    for which, voices in VOICES.items():
        rows = [(frame.format(name), frame.format(said)) for _, name, said, frame in named(which)]
        yield which, voices, [(one, other[0].upper() + other[1:]) for one, other in rows]
    for which in ("ordinary", "decoys", "development_decoys", "decoys_2"):
        yield which, QUICK, [(one, one) for one in sentences(which)]


def keep(which, lines):
    """Write a corpus."""
    path = FOLDER / f"{which}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
