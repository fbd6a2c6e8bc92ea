"""All cases of the set through our own chain; prints, and keeps `results/beside.json` and `.md`.

    python -m turns.beside [--kinds=NAME,NAME] [--every=N] [--from=N]

With a flag the figures of the other cases are kept as they are.
"""

import json
import os
import sys
from pathlib import Path

import numpy as np
from machine import machine

from turns.beside.deal import cases
from turns.beside.judge import Found, judged, plain
from turns.beside.models import modelled
from turns.beside.page import page
from turns.beside.sounds import sound
from turns.beside.talk import engines, held
from turns.grounds import RATE

RESULTS = Path(__file__).parents[2] / "results"
BEGINS, TAIL = 1.0, 4.5
"""Seconds: the latest first sound of the answer, and how long is listened after a case's sound."""


def main() -> None:
    """Run what is wanted, and write."""
    flags = dict(flag.removeprefix("--").split("=", 1) for flag in sys.argv[1:])
    kept = RESULTS / "beside.json"
    result = json.loads(kept.read_text()) if kept.exists() and flags else {"cases": {}, "models": {}}
    kinds, shared, before = flags.get("kinds"), engines(), os.getloadavg()[0]
    # The first talk renders the answer; later ones find it rendered, and hear it at the same time.
    held(shared, np.zeros(1), BEGINS, 36.0)
    wanted = [one for one in cases() if kinds is None or one.kind in kinds.split(",")]
    for case in wanted[int(flags.get("from", 0)) :: int(flags.get("every", 1))]:
        heard, at = sound(case), BEGINS + case.after
        entries, _ = held(shared, heard, at, TAIL, seed=case.number if case.echo else None)
        found = judged(case, len(heard) / RATE, at, entries)
        result["cases"][str(case.number)] = plain(found)
        result["models"][str(case.number)] = modelled(shared.whisper, heard)
        print(json.dumps(plain(found) | {"line": case.line}), flush=True)
        result["load"] = [round(before, 1), round(os.getloadavg()[0], 1)]
        result["machine"] = machine()
        kept.write_text(lines_of(result))
    rows = [Found(**_read(one)) for _, one in sorted(result["cases"].items(), key=lambda pair: int(pair[0]))]
    text = page(rows, result)
    (RESULTS / "beside.md").write_text(text)
    print(text)


def lines_of(result: dict) -> str:
    """A case a line, so that a change can be read."""
    out = []
    for key, value in result.items():
        if key in ("cases", "models"):
            rows = sorted(value.items(), key=lambda pair: int(pair[0]))
            inner = ",\n".join(f'  "{number}": {json.dumps(one)}' for number, one in rows)
            out.append(f'"{key}": {{\n{inner}\n}}')
        else:
            out.append(f'"{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(out) + "\n}\n"


def _read(one):
    return one | {"asked": tuple(one["asked"]), "heard": tuple(one["heard"])}


if __name__ == "__main__":
    main()
