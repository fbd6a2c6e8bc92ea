"""A talk of twenty minutes in real time, on connections that last one; keeps benches/results/long-talk.md.

    .venv/bin/python benches/long_talk.py [--minutes 20] [--speed 1]

What happens in it, and what must be true of it, is in tests/live/gemini_long.py; the tests run it at speed. It is no
part of `make bench`, for it takes as long as it says. The service is the double of the tests, in the same process and over a
socket; the local recogniser and the voice are scripted: their figures are in recognition.md and voice.md.
"""

import argparse
import os
import resource
import sys
import time
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from live import gemini_long as long  # noqa: E402
from solovox.core import commands as c  # noqa: E402
from solovox.core import events as e  # noqa: E402

RESULT = Path(__file__).parent / "results" / "long-talk.md"


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0


def gaps(talk):
    """Milliseconds without an ear: from the end of a connection to the opening of the next."""
    moments = []
    for at, event, did in talk.journal.entries:
        if isinstance(event, e.EarLost) or any(isinstance(one, c.CloseEar) for one in did):
            moments.append((at, "gone"))
        elif isinstance(event, e.EarOpened):
            moments.append((at, "open"))
    return [b - a for (a, was), (b, then) in pairwise(dedup(moments)) if (was, then) == ("gone", "open")]


def dedup(moments):
    """Of several losses in a row, the first."""
    return [one for one, before in zip(moments, [(0, ""), *moments], strict=False) if one[1] != before[1]]


def replies(talk):
    """Milliseconds from the end of the person's speech to the first sound of the answer."""
    found, ended = [], None
    for at, event, did in talk.journal.entries:
        if isinstance(event, e.SpeechEnded):
            ended = at
        if ended is not None and any(isinstance(one, c.Play) for one in did):
            found.append(at - ended)
            ended = None
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=long.MINUTES)
    parser.add_argument("--speed", type=float, default=1.0)
    given = parser.parse_args()
    load, began, cpu = os.getloadavg()[0], time.monotonic(), time.process_time()
    talk = long.long_talk(given.speed, given.minutes).held()
    wall, cpu = time.monotonic() - began, time.process_time() - cpu
    long.judge(talk, given.minutes)
    write(talk, given, wall, cpu, load)


def write(talk, given, wall, cpu, load):
    real = given.speed == 1
    text = "\n".join(
        [
            "# A talk of twenty minutes, in real time" if real else "# A talk, at speed",
            "",
            "Connections that last a minute; three refused handles, two hard cuts, one service that never answers the",
            f"setup. By `benches/long_talk.py`, against the double of the tests. Load average {load:.1f} before it.",
            "",
            "| | |",
            "|---|---|",
            f"| length | {wall / 60:.1f} minutes at speed {given.speed:g} |",
            *(f"| {name} | {value} |" for name, value in rows(talk)),
            f"| CPU of session and service together | {cpu:.1f} s, {100 * cpu / wall:.2f} % of a core |",
            f"| most memory of the process | {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB |",
            "",
            "No word of the person, no text of the brain was lost or doubled, and not one sample of the ear was heard:",
            "else the program ends with an error and writes nothing. The memory is mostly the sound of both sides, which it",
            "keeps to look at every sample.",
            "",
        ]
    )
    print(text)
    if real and given.minutes == long.MINUTES:
        RESULT.write_text(text, encoding="utf-8")


def rows(talk):
    lost = [one.reason for one in talk.happened(e.EarLost)]
    without, waited = gaps(talk), replies(talk)
    local = sum(one.startswith("local ") for one in talk.asked)
    return [
        (
            "connections asked for, and opened",
            f"{len(talk.double.requests)}, {len(talk.happened(e.EarOpened))}",
        ),
        ("`goAway` heard", len(talk.happened(e.EarGoingAway))),
        ("connections lost", "; ".join(lost) or "none"),
        ("utterances said, asked", f"{len(talk.said)}, {len(talk.asked)}"),
        ("lost or doubled", 0),
        ("asked by the words of the local recogniser, because no ear was there", local),
        ("without an ear, median and most (ms)", f"{quantile(without, 0.5)}, {max(without, default=0)}"),
        (
            "end of speech to first sound, median, 99 %, most (ms)",
            f"{quantile(waited, 0.5)}, {quantile(waited, 0.99)}, {max(waited, default=0)}",
        ),
        ("microphone samples sent again after a reconnection", talk.ledger.resent),
        ("samples of the ear's own voice sent by it, and heard", f"{talk.double.spoken}, 0"),
        *((f"sum: {one.name}", str(one)) for one in talk.ledger.sums()),
        ("events", len(talk.journal.entries)),
    ]


if __name__ == "__main__":
    main()
