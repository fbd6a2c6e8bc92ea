"""How often what is said to the live server becomes the right calls, with the right arguments.

The requests of `intent/asked.json` were written apart from the rules. Those with an even number may be looked at; nothing is
chosen by the others, which are only counted. `intent/worked.json` and `intent/asked_apart.json` are what the rules were worked on with;
`intent/asked_check.json` was written when they were done.
Prints, and keeps `results/asked.json` and `.md`. Figures are reported, not asserted.

    python benches/bench_asked.py [--wrong]
"""

import json
import os
import sys
from pathlib import Path

from bench_intent import percent, plain
from machine import machine

from solovox.meaning.intent.head import IntentHead
from solovox.meaning.minilm import MiniLM
from solovox.ports.intent import Choosable
from solovox.server.terms import taker
from solovox.weights import Cache, default_root
from solovox.wire.gemini_live.parts import FunctionDeclaration

FOLDER = Path(__file__).parent / "intent"
RESULTS = Path(__file__).parent / "results"
FILES = ("asked", "worked", "asked_apart", "asked_check")
HALVES = {"even": lambda at: at % 2 == 0, "odd, held out": lambda at: at % 2 == 1}


def main():
    head = IntentHead(MiniLM(Cache(Path(default_root(os.environ))).path("minilm")))
    asked, worked, apart, check = (json.loads((FOLDER / f"{name}.json").read_text()) for name in FILES)
    judged, known, other = judge(asked, head), judge(worked, head), judge(apart, head)
    rows = {name: figures([j for j in judged if half(j["at"])]) for name, half in HALVES.items()}
    rows["both"] = figures(judged)
    rows["worked on"] = figures(known)
    rows["other apps, worked on"] = figures(other)
    rows["written last, looked at once"] = figures(judge(check, head))
    if "--wrong" in sys.argv:
        for j in (*[one for one in judged if one["at"] % 2 == 0], *known, *other):
            if not j["right"]:
                print(
                    j["at"],
                    j["set"],
                    "|",
                    j["said"],
                    "| wanted",
                    j["wanted"],
                    j["asks"],
                    "| got",
                    j["got"],
                    j["asked"],
                )
    result = {"machine": machine(), "acts_at": head.acts_at, "rows": rows}
    text = markdown(result)
    print(text)
    (RESULTS / "asked.json").write_text(json.dumps(result, indent=1) + "\n")
    (RESULTS / "asked.md").write_text(text)


def judge(asked, head):
    """Each case with what the server would do: the calls, and what it would ask for."""
    found = []
    for place, case in enumerate(asked["cases"], 1):
        at = case.get("n", place)
        declared = asked["sets"][case["set"]]["tools"]
        calls, missing = done(case["said"], declared, head)
        asks = case.get("missing", [])
        wanted = [] if asks else case["calls"]
        right = bool(asks) == bool(missing) and (set(missing) <= set(asks) if asks else True)
        right = right and same(calls, wanted)
        found.append(
            {
                "at": at, "set": case["set"], "said": case["said"], "wanted": wanted, "asks": asks, "got": calls,
                "asked": missing, "right": right, "unwanted": len(calls) > 0 and unwanted(calls, wanted),
            }
        )  # fmt: skip
    return found


def done(said, declared, head):
    """([(tool, arguments)], what is asked for), as `server/model_turn.py` and `asking.py` do it."""
    if len(declared) == 1:
        one = FunctionDeclaration(name=declared[0]["name"], parameters=declared[0].get("parameters"))
        if (argument := taker(one)) is not None:
            return [(one.name, {argument: said})], []
    tools = [Choosable(t["name"], t.get("description", ""), t.get("parameters") or {}) for t in declared]
    choices = head.wishes(said, tools)
    acts = [(one.tool, dict(one.arguments)) for one in choices if one.confidence >= head.acts_at]
    asks = [name for one in choices if one.surely >= head.acts_at for name in one.missing]
    return acts, [] if acts else asks


def same(calls, wanted):
    """In whichever order."""
    left = list(wanted)
    for name, arguments in calls:
        match = next((one for one in left if one["name"] == name and fits(arguments, one["args"])), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def fits(found, written):
    return set(found) <= set(written) and all(equal(found.get(name), written[name]) for name in written)


def equal(found, written):
    options = written["any"] if isinstance(written, dict) and "any" in written else [written]
    return any(_same(found, one) for one in options)


def _same(found, one):
    if isinstance(found, list) and isinstance(one, list):
        return sorted(map(str, map(plain, found))) == sorted(map(str, map(plain, one)))
    return plain(found) == plain(one)


def unwanted(calls, wanted):
    """A call of a tool that was not meant, or one call too many."""
    left = [one["name"] for one in wanted]
    for name, _ in calls:
        if name not in left:
            return True
        left.remove(name)
    return False


def figures(judged):
    kinds = {
        "one call": lambda j: len(j["wanted"]) == 1,
        "several calls": lambda j: len(j["wanted"]) > 1,
        "asked for": lambda j: not j["wanted"] and j["asks"],
        "no call": lambda j: not j["wanted"] and not j["asks"],
    }
    return {
        "cases": len(judged),
        "right": sum(j["right"] for j in judged),
        "unwanted": sum(j["unwanted"] for j in judged),
        "kinds": {
            name: [sum(j["right"] for j in judged if kind(j)), sum(1 for j in judged if kind(j))]
            for name, kind in kinds.items()
        },
    }


def markdown(r):
    kinds = list(r["rows"]["both"]["kinds"])
    rows = "\n".join(
        f"| {name} | {f['cases']} | {percent(f['right'], f['cases'])} | {percent(f['unwanted'], f['cases'])} | "
        + " | ".join(percent(*f["kinds"][kind]) for kind in kinds)
        + " |"
        for name, f in r["rows"].items()
    )
    return f"""# What is asked of the live server, measured

Requests in writing, as people speak, with the tools that apps declare. Right: every tool and every argument, no call too many; where
something required was not said, that is asked for. Even and odd: two halves of a set that was written apart from the rules; nothing was chosen by the odd half.
Other apps: `asked_apart.json`, 718 requests to 95 sets of tools, written in batches; each batch was run once as it was written, and the rules were worked on with it afterwards.
The last row: a batch that was written when the rules were done.
A tool is called at a confidence of {r["acts_at"]}.

| | cases | right | a call that was not wanted | {" | ".join(kinds)} |
|---|---|---|---|{"---|" * len(kinds)}
{rows}
"""


if __name__ == "__main__":
    main()
