"""How often a person is asked, and how: of commands that coding agents really ran, how many are free, undoable, grave.

    python benches/bench_acts.py

`acts/commands.jsonl` has each command of public transcripts, with the repository that it is from and the agent; the folder of
the work is `/people/one/project`. `needs` was labelled by hand: what a command cannot do behind the fence ("network", "outside" of the
workspace), so that its agent would have to ask for more, and that is grave. Prints, and keeps `results/acts.md`.
"""

import json
import os
from collections import Counter
from itertools import groupby
from pathlib import Path

from solovox.acts.paths import WorkFolder
from solovox.brains.claude.risk import Kind, Reach, judge

HERE = Path(__file__).parent
REACH = Reach(WorkFolder("/people/one/project", os.path.normpath), fenced=True)


def kind_of(command, needs):
    """What an agent has to ask for to get the command run."""
    judged = judge("Bash", {"command": command}, REACH)
    return Kind.GRAVE if needs and judged.changes else judged.kind


def main():
    told = [json.loads(line) for line in (HERE / "acts" / "commands.jsonl").read_text().splitlines()]
    lines = [
        "| transcripts of | commands | free | undoable | grave | grave, each freed at its second time |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    by_source = {
        source: list(of_it) for source, of_it in groupby(told, lambda one: f"{one['from']} ({one['agent']})")
    }
    for source, commands in (by_source | {"all": told}).items():
        freed, kinds, second = set(), Counter(), 0
        for one in commands:
            kind = kind_of(one["command"], one["needs"])
            kinds[kind] += 1
            second += kind is Kind.GRAVE and (one["from"], one["command"]) in freed
            if kind is Kind.GRAVE:
                freed.add((one["from"], one["command"]))
        of_all = [f"{kinds[kind]} ({round(100 * kinds[kind] / len(commands))} %)" for kind in Kind]
        rest = kinds[Kind.GRAVE] - second
        lines.append(
            f"| {source} | {len(commands)} | {' | '.join(of_all)} | {rest} ({round(100 * rest / len(commands))} %) |"
        )
    text = "\n".join(["# Kinds of act in commands that coding agents ran", "", *lines, ""])
    (HERE / "results" / "acts.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
