"""How often the intent head chooses right, on toolsets and wordings it has not learnt from; and how long it takes.

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

from solovox.meaning.intent.arguments import fill
from solovox.meaning.intent.declared import declared
from solovox.meaning.intent.head import IntentHead
from solovox.meaning.minilm import MiniLM
from solovox.text.matching import normalise
from solovox.weights import Cache, default_root

RESULTS = Path(__file__).parent / "results"
AT = (0.5, 0.6, 0.7, 0.8, 0.9)


def main():
    if intent_sets.digest() != intent_sets.FROZEN:
        sys.exit("the held-out sets are not what they were when they were frozen")
    sets = intent_sets.read("held_out")
    before = os.getloadavg()[0]
    head = IntentHead(MiniLM(Cache(Path(default_root(os.environ))).path("minilm")))
    began = time.perf_counter()
    for one in sets:
        head.prepare(one.tools)
    prepared = 1000 * (time.perf_counter() - began) / sum(len(one.tools) for one in sets)
    judged, spent = [], []
    for one in sets:
        for row in one.rows:
            began, used = time.perf_counter(), time.process_time()
            choice = head.choose(row.said, one.tools)
            spent.append((1000 * (time.perf_counter() - began), 1000 * (time.process_time() - used)))
            two = [name or "" for name, _ in head.ranked(row.said, one.tools)[:2]]
            judged.append((one.name, row, choice, two))
    result = {
        "machine": machine(onnxruntime=onnxruntime.__version__),
        "load": [round(before, 1), round(os.getloadavg()[0], 1)],
        "sets": [{"name": one.name, "tools": len(one.tools), "utterances": len(one.rows)} for one in sets],
        "acts_at": head.acts_at,
        "all": figures(judged),
        "noisy": figures([j for j in judged if j[1].noisy]),
        "clean": figures([j for j in judged if not j[1].noisy]),
        "by_set": {one.name: figures([j for j in judged if j[0] == one.name]) for one in sets},
        "acting": [acting(judged, at) for at in sorted({*AT, head.acts_at})],
        "arguments": arguments(sets),
        "ms": {"wall": spread([wall for wall, _ in spent]), "cpu": spread([cpu for _, cpu in spent])},
        "prepare_ms_a_tool": round(prepared, 1),
        "most_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    text = markdown(result)
    print(text)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "intent.json").write_text(json.dumps(result, indent=1) + "\n")
    (RESULTS / "intent.md").write_text(text)


def figures(judged):
    """Right: the tool that was meant, or None where none was. Among two: one of the two likeliest, no tool being one of them."""
    wanted = [j for j in judged if j[1].tool]
    return {
        "utterances": len(judged),
        "right": sum((choice.tool if choice else "") == row.tool for _, row, choice, _ in judged),
        "among_two": sum(row.tool in two for _, row, _, two in judged),
        "tool_meant": len(wanted),
        "tool_right": sum(choice is not None and choice.tool == row.tool for _, row, choice, _ in wanted),
        "missed_as_none": sum(choice is None for _, row, choice, _ in wanted),
        "none_meant": len(judged) - len(wanted),
        "none_right": sum(choice is None for _, row, choice, _ in judged if not row.tool),
    }


def acting(judged, at):
    acts = [(row, choice) for _, row, choice, _ in judged if choice and choice.confidence >= at]
    return {
        "at": at,
        "acts": len(acts),
        "right": sum(row.tool == choice.tool for row, choice in acts),
        "on_none": sum(not row.tool for row, _ in acts),
        "none": sum(not row.tool for _, row, *_ in judged),
    }


def arguments(sets):
    """Of the right tool: how often every argument is as written by hand, and none is too many."""
    found = []
    for one in sets:
        tools = {tool.name: declared(tool) for tool in one.tools}
        found += [
            (bool(tools[row.tool].parameters), same(fill(row.said, tools[row.tool]).arguments, row.arguments))
            for row in one.rows
            if row.arguments is not None
        ]
    return {
        "rows": len(found),
        "exact": sum(good for _, good in found),
        "rows_with_parameters": sum(some for some, _ in found),
        "exact_with_parameters": sum(good for some, good in found if some),
    }


def same(found, written):
    return set(found) == set(written) and all(plain(found[name]) == plain(written[name]) for name in written)


def plain(value):
    """Text as words, without case, punctuation, and an article before it."""
    if not isinstance(value, str):
        return value
    words = normalise(value)
    while words and words[0] in ("a", "an", "the"):
        words = words[1:]
    return words


def spread(values):
    ordered = sorted(values)
    return {
        "p50": round(statistics.median(ordered), 1),
        "p90": round(ordered[int(0.9 * (len(ordered) - 1))], 1),
    }


def percent(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def markdown(r):
    m, a = r["machine"], r["arguments"]
    rows = [("all", r["all"]), ("clean", r["clean"]), ("noisy", r["noisy"]), *r["by_set"].items()]
    table = "\n".join(
        f"| {name} | {f['utterances']} | {percent(f['right'], f['utterances'])} | {percent(f['among_two'], f['utterances'])} "
        f"| {percent(f['tool_right'], f['tool_meant'])} | {percent(f['none_right'], f['none_meant'])} |"
        for name, f in rows
    )
    acts = "\n".join(
        f"| {x['at']}{' (ours)' if x['at'] == r['acts_at'] else ''} | {x['acts']} | {percent(x['right'], x['acts'])} | {percent(x['on_none'], x['none'])} |"
        for x in r["acting"]
    )
    return f"""# The intent head, measured

{m["processor"]}, {m["cores"]} cores, Python {m["python"]}, onnxruntime {m["onnxruntime"]}. Load average {r["load"][0]} to {r["load"][1]}.

{len(r["sets"])} toolsets ({sum(s["tools"] for s in r["sets"])} tools) and {r["all"]["utterances"]} utterances that the head has not learnt from: other tools, other domains, other
wordings, written before the head and frozen. One author wrote both these and the training sets, in writing: nothing was recorded, and people will speak otherwise.
Noisy: as a recogniser without punctuation writes, some words misheard.

| | utterances | right | among two | a tool was meant | no tool was meant |
|---|---|---|---|---|---|
{table}

Among two: what was meant is one of the two likeliest; "no tool" is one of those that are ranked.

| acts at confidence ≥ | acts | right | acts though no tool was meant |
|---|---|---|---|
{acts}

Arguments, given the right tool: {percent(a["exact"], a["rows"])} exactly as written by hand (text: but for case, punctuation and an article in front);
{percent(a["exact_with_parameters"], a["rows_with_parameters"])} for tools that have parameters.

| | p50 | p90 |
|---|---|---|
| an utterance, wall ms | {r["ms"]["wall"]["p50"]} | {r["ms"]["wall"]["p90"]} |
| an utterance, CPU ms | {r["ms"]["cpu"]["p50"]} | {r["ms"]["cpu"]["p90"]} |

Embedding a tool, once: {r["prepare_ms_a_tool"]} ms. Most memory of the process: {r["most_mb"]} MB.
"""


if __name__ == "__main__":
    main()
