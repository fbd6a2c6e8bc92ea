"""How often the intent head calls what is right, on toolsets and wordings it has not learnt from; and how long it takes.

Prints, and keeps `results/intent.json` and `.md`. The held-out sets are frozen: the program refuses changed ones. Figures are
reported, not asserted.
"""

import json
import os
import resource
import statistics
import sys
import time
from pathlib import Path

import intent_sets
import onnxruntime
from machine import machine
from train_intent import same

from solovox.meaning.intent.head import IntentHead
from solovox.meaning.minilm import MiniLM
from solovox.weights import Cache, default_root

RESULTS = Path(__file__).parent / "results"
AT = (0.3, 0.5, 0.7, 0.8, 0.9)
SETS = {
    "held_out": "8 toolsets, frozen before the head was written",
    "fresh": "16 apps, written without sight of the head; of half of the requests the words of an order order nothing",
    "odd": "apps, other half of `asked.json`, and `asked_check.json`",
}


def main():
    if intent_sets.digest() != intent_sets.FROZEN:
        sys.exit("the held-out sets are not what they were when they were frozen")
    before = os.getloadavg()[0]
    head = IntentHead(MiniLM(Cache(Path(default_root(os.environ))).path("minilm")))
    result, spent, prepared = {"acts_at": head.acts_at, "sets": {}}, [], []
    for which in SETS:
        judged = []
        for one in intent_sets.read(which):
            began = time.perf_counter()
            head.prepare(one.tools)
            prepared.append(1000 * (time.perf_counter() - began) / len(one.tools))
            for row in one.rows:
                began = time.process_time()
                judged.append((row, head.choose(row.said, one.tools)))
                spent.append(1000 * (time.process_time() - began))
        result["sets"][which] = figures(judged, head.acts_at)
    result |= {
        "machine": machine(onnxruntime=onnxruntime.__version__),
        "load": [round(before, 1), round(os.getloadavg()[0], 1)],
        "cpu_ms": [round(statistics.median(spent), 1), round(sorted(spent)[int(0.9 * len(spent))], 1)],
        "prepare_ms_a_tool": round(statistics.median(prepared), 1),
        "most_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    text = markdown(result)
    print(text)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "intent.json").write_text(json.dumps(result, indent=1) + "\n")
    (RESULTS / "intent.md").write_text(text)


def figures(judged, ours):
    return {
        "utterances": len(judged),
        "meant": sum(bool(row.tool) for row, _ in judged),
        "right": sum((choice.tool if choice else "") == row.tool for row, choice in judged),
        "acting": [acting(judged, at) for at in sorted({*AT, ours})],
    }


def acting(judged, at):
    acts = [(row, choice) for row, choice in judged if choice and choice.confidence >= at]
    told = [(row, choice) for row, choice in acts if row.tool == choice.tool and row.arguments is not None]
    return {
        "at": at,
        "acts": len(acts),
        "right": sum(row.tool == choice.tool and not row.missing for row, choice in acts),
        "told": len(told),
        "exact": sum(same(choice.arguments, row.arguments) for row, choice in told),
        "on_none": sum(not row.tool for row, _ in acts),
        "none": sum(not row.tool for row, _ in judged),
    }


def percent(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def markdown(r):
    m = r["machine"]
    tables = "\n".join(table(which, r) for which in SETS)
    return f"""# The intent head, measured

{m["processor"]}, {m["cores"]} cores, Python {m["python"]}, onnxruntime {m["onnxruntime"]}. Load average {r["load"][0]} to {r["load"][1]}.

Utterances that the head has not learnt from. They were written, not recorded, and people will speak otherwise. Below its confidence the brain
answers, and nothing is called. No tool: talk, and what would be several calls at once, of which the head makes none or one. Arguments: all as written by hand
(text: but for case, punctuation and an article in front), of those utterances of which they were written.
{tables}
An utterance takes {r["cpu_ms"][0]} ms of processor time, one of ten more than {r["cpu_ms"][1]} ms. Embedding a tool, once: {r["prepare_ms_a_tool"]} ms. Most memory of the process: {r["most_mb"]} MB.
"""


def table(which, r):
    f = r["sets"][which]
    rows = "\n".join(
        f"| {x['at']}{' (ours)' if x['at'] == r['acts_at'] else ''} | {percent(x['acts'], f['utterances'])} | {percent(x['right'], x['acts'])} "
        f"| {percent(x['exact'], x['told'])} | {percent(x['on_none'], x['none'])} |"
        for x in f["acting"]
    )
    return f"""
**{SETS[which]}**: {f["utterances"]} utterances, {f["meant"]} of them for a tool. The likeliest is right for {percent(f["right"], f["utterances"])}, no tool being one of them.

| acts at confidence ≥ | acts | right tool | and arguments | acts though no tool was meant |
|---|---|---|---|---|
{rows}
"""


if __name__ == "__main__":
    main()
