"""Whose speech is whose, by loudness: words that who is softer loses, and pieces of a broadcast that are asked. Keeps
`results/loudness.json` and `.md`.

Over the same mixtures hear the ear as it is, and the ear with the rule that it had before: what is 15 dB below the loudest of the last
four seconds is another's. A word is lost if the same ear has it where all are as loud as one another, and not here.

    python benches/bench_loudness.py [--numbers 3]
"""

import difflib
import json
import sys
from dataclasses import replace
from pathlib import Path

import clips
import wer
from loudness.mixtures import HELD_OUT, mixtures
from machine import machine
from pace import paced

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from live.whole_ear import told_by
from solovox.core.events import LocalTranscript, Overheard
from solovox.live.local import cascade
from solovox.live.local.cascade_types import CascadeTuning
from solovox.live.local.foreground import Foreground
from solovox.parts.engines.local import models

RESULTS = Path(__file__).parent / "results"
NUMBERS = int(sys.argv[sys.argv.index("--numbers") + 1]) if "--numbers" in sys.argv else 3
RATE = 16_000
PIECE = RATE // 50
TUNING = CascadeTuning(draft_every=1 << 40)
OTHERS = RATE // 5
"""An utterance with less than this of the person is a piece of the broadcast."""


class LoudestOfAll:
    """The rule before."""

    def __init__(self, speech, below):
        self.speech, self.below = speech, 15.0
        self.loudest, self.before, self.heard = None, float("-inf"), 0

    def of(self, frame):
        if self.loudest is not None and frame.end - self.heard > 4 * RATE:
            self.loudest = None
        if self.loudest is not None and frame.level < self.loudest - self.below:
            self.before = float("-inf")
            return frame if frame.end - self.heard <= 0.3 * RATE else replace(frame, probability=0.0)
        if frame.probability < self.speech:
            self.before = float("-inf")
            return frame
        both, self.before = min(frame.level, self.before), frame.level
        self.loudest = max(both, float("-inf") if self.loudest is None else self.loudest)
        self.heard = frame.end
        return frame


RULES = {"before": LoudestOfAll, "now": Foreground}


def main():
    ear = models(clips.CACHE)
    result = {"machine": machine(), "numbers": NUMBERS, "rows": {"chosen on": [], "held out": []}}
    for part, first in (("held out", HELD_OUT), ("chosen on", 0)):
        for one in mixtures(range(first, first + NUMBERS)):
            result["rows"][part].append(measured(ear, one))
            print(part, result["rows"][part][-1], flush=True)
            (RESULTS / "loudness.json").write_text(json.dumps(result, separators=(",", ":")) + "\n")
            (RESULTS / "loudness.md").write_text(markdown(result))


def measured(ear, one):
    """One mixture, by both rules."""
    wanted = wer.normal(" ".join(said.text for said in heard(ear, one.even, Foreground)))
    row = {"kind": one.kind, "softer": one.softer, "words": len(wanted)}
    for rule, foreground in RULES.items():
        told = heard(ear, one.heard, foreground)
        taken = [said for said in told if isinstance(said, LocalTranscript)]
        others = [said for said in taken if _theirs(said.span, one.speech) < OTHERS]
        row[rule] = {
            "lost": lost(wanted, [said for said in taken if said not in others]),
            "pieces": len(others),
            "seconds": round(sum(said.span.count for said in others) / RATE, 1),
        }
        if rule == "now":
            row[rule]["not even shown"] = lost(wanted, [said for said in told if said not in others])
    return row


def heard(ear, pcm, foreground):
    """The words of a recogniser with that rule, in the order in which they were said."""
    cascade.Foreground = foreground
    told = paced(told_by(ear.recogniser(TUNING), pcm, PIECE))
    final = [
        one for one in told if isinstance(one, Overheard) or (isinstance(one, LocalTranscript) and one.final)
    ]
    return sorted((one for one in final if one.text.strip()), key=lambda one: one.span.first)


def _theirs(span, speech):
    return sum(max(0, min(span.end, end) - max(span.first, first)) for first, end in speech)


def lost(wanted, said):
    """How many of the words wanted are missing; one that was heard as another is not."""
    words = wer.normal(" ".join(one.text for one in said))
    steps = difflib.SequenceMatcher(None, wanted, words, autojunk=False).get_opcodes()
    return sum(max(0, (i2 - i1) - (j2 - j1)) for _, i1, i2, j1, j2 in steps)


def markdown(result):
    """The result as a page."""
    m = result["machine"]
    out = [
        "# Loudness, measured",
        "",
        f"{m['processor']}, {m['cores']} cores. Human clips, {result['numbers']} mixtures of each kind and level in each part (twice as many",
        "of the broadcast). *Before*: what is 15 dB below the loudest of the last four seconds is another's. *Now*: what is 18 dB below the person's",
        "level, which follows them. Lost: words that the same ear has where all are as loud. What is another's is shown now, and can be asked.",
        "",
        "| | | words | lost before | lost now | not even shown now | pieces of the broadcast asked before | now |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for part, rows in result["rows"].items():
        for kind, softer in dict.fromkeys((row["kind"], row["softer"]) for row in rows):
            these = [row for row in rows if (row["kind"], row["softer"]) == (kind, softer)]
            words = sum(row["words"] for row in these)
            before, now = (
                {key: sum(row[rule][key] for row in these) for key in these[0][rule]} for rule in RULES
            )
            asked = ("", "")
            if kind == "a broadcast":
                asked = tuple(f"{one['pieces']} ({one['seconds']:.0f} s)" for one in (before, now))
            shown = f"{now['lost']} | {now['not even shown']}"
            out.append(
                f"| {kind}, {softer} dB | {part} | {words} | {before['lost']} | {shown} | {asked[0]} | {asked[1]} |"
            )
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    main()
