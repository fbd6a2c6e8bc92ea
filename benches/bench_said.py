"""What is said of what agents write: ours, and markdown-it-py with sentencex, on the replies of `tests/text/replies/`.

Prints, and keeps `results/said.md`. `--wrong` prints what differs in the tuned set; nothing prints the set that is kept apart.
The reference is left out where its two libraries are not installed.
"""

import os
import statistics
import sys
import time
from pathlib import Path

from machine import machine

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from solovox.text.speakable import Speakable  # noqa: E402
from text.reply_sets import judge, replies  # noqa: E402

STEP = 7
"""Characters in a delta."""
A_SECOND = 200
"""Characters that a brain writes in one: 50 tokens."""


class Ours(Speakable):
    """What is said, without places."""

    def feed(self, delta):
        return [piece.said for piece in super().feed(delta) if piece.said]

    def finish(self):
        return [piece.said for piece in super().finish() if piece.said]


def contestants():
    try:
        from said_reference import Reference, TheirBlocksOurWords
    except ImportError:
        return {"ours": Ours}
    return {
        "ours": Ours,
        "markdown-it-py + sentencex": Reference,
        "their blocks, our words": TheirBlocksOurWords,
    }


def spoken(kind, reply):
    """What is said, and after how many characters the first piece came."""
    speaker, said, first = kind(), [], None
    for at in range(0, len(reply.shown), STEP):
        said += speaker.feed(reply.shown[at : at + STEP])
        if said and first is None:
            first = min(at + STEP, len(reply.shown))
    return [*said, *speaker.finish()], first or len(reply.shown)


def row(name, kind, which):
    found = replies(which)
    begin = time.process_time()
    both = [spoken(kind, reply) for reply in found]
    spent = 1e6 * (time.process_time() - begin) / sum(len(one.shown) for one in found)
    judged = [judge(reply, " ".join(said)) for reply, (said, _) in zip(found, both, strict=True)]
    if "--wrong" in sys.argv and which == "tuned":
        for reply, (said, _), one in zip(found, both, judged, strict=True):
            if not one.exact or one.forbidden:
                print(
                    f"[{name}] {reply.name}\n   said {' / '.join(said)}\n wanted {reply.said}\n  {one.forbidden}"
                )
    otherwise = sum(again(kind, reply) != said for reply, (said, _) in zip(found, both, strict=True))
    firsts = sorted(first for _, first in both)
    return (
        f"| {which} | {name} | {sum(one.exact for one in judged)} of {len(found)} "
        f"| {sum(bool(one.forbidden) for one in judged)} "
        f"| {sum(len(one.lost_numbers) for one in judged)} | {sum(len(one.lost_negations) for one in judged)} "
        f"| {statistics.median(firsts):.0f} ({1000 * statistics.median(firsts) / A_SECOND:.0f} ms) "
        f"| {firsts[int(0.95 * len(firsts))]} ({1000 * firsts[int(0.95 * len(firsts))] / A_SECOND:.0f} ms) "
        f"| {spent:.1f} ms | {otherwise} |"
    )


def again(kind, reply):
    """The same reply in one delta."""
    speaker = kind()
    return speaker.feed(reply.shown) + speaker.finish()


def main():
    on = machine()
    load = os.getloadavg()[0]
    rows = [row(name, kind, which) for which in ("tuned", "apart") for name, kind in contestants().items()]
    text = f"""# What is said of what agents write, measured

{on["processor"]}, {on["cores"]} cores, Python {on["python"]}. Load average {load:.1f}. The replies, and what should be said of them, are of `tests/text/replies/`, made up for this project.
They come in deltas of {STEP} characters, as if a brain wrote {A_SECOND} characters a second. Exact: the same words in order. Forbidden: replies of which something nobody wants to hear was said.

| set | | exact | forbidden | numbers lost | negations lost | first piece after, median | 95 % | processor, for 1000 characters | replies said otherwise in one delta |
|---|---|---|---|---|---|---|---|---|---|
{chr(10).join(rows)}
"""
    print(text)
    if "--keep" in sys.argv:
        (Path(__file__).parent / "results" / "said.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
