"""How often the right tool is among those that the catalogue finds, and how long a search takes.

Prints, and keeps `results/catalogue.md`. The two sets are those of `tests/studio/catalogue/`, and frozen there. Figures are reported, not asserted.
"""

import csv
import os
import re
import statistics
import time
from pathlib import Path

import onnxruntime
from machine import machine

from solovox.meaning.minilm import MiniLM
from solovox.studio.catalogue.search import ToolCatalogue
from solovox.studio.catalogue.shelf import tools
from solovox.weights import Cache, default_root

HERE = Path(__file__).parent
SETS = {"first": "frozen before the search", "second": "written after it"}
AT = (1, 3, 5)


class Absent(Exception):
    """There is no sentence model."""


def absent():
    raise Absent("there is none, for comparison")


def main():
    began = time.perf_counter()
    model = MiniLM(Cache(Path(default_root(os.environ))).path("minilm"))
    loaded = time.perf_counter() - began
    both, words = ToolCatalogue(lambda: model), ToolCatalogue(absent)
    both.prepare()
    whole = time.perf_counter() - began
    sets = {which: queries(which) for which in SETS}
    said = [text for rows in sets.values() for text, _ in rows]
    ways = {
        "by words and meaning": lambda text: ids(both.search(text)),
        "by words alone": lambda text: ids(words.search(text)),
        "reference: words in common, counted": in_common,
    }
    text = "\n".join(
        [
            "# The catalogue, measured",
            "",
            about(),
            "",
            *found(ways, sets),
            "",
            *taken(each((both.search, words.search, model.point), said)),
            f"Loading takes {whole:.1f} s, {loaded:.1f} s of it the model's, which a server has loaded for its other uses.",
            "",
            *missed(both, sets),
            "",
        ]
    )
    print(text)
    (HERE / "results" / "catalogue.md").write_text(text)


def found(ways, sets):
    yield f"{len(tools())} tools. One author wrote what is said of the tools and both sets of requests; people will speak otherwise."
    yield ""
    yield f"| right among the first | set | {' | '.join(str(most) for most in AT)} |"
    yield f"|---|---|{'---|' * len(AT)}"
    for way, search in ways.items():
        for which, rows in sets.items():
            hits = [sum(bool(right & set(search(text)[:most])) for text, right in rows) for most in AT]
            cells = " | ".join(f"{hit} of {len(rows)} ({hit / len(rows):.1%})" for hit in hits)
            yield f"| {way} | {which}, {SETS[which]} | {cells} |"


def taken(times):
    search, alone, single = times
    ratio = statistics.median(search[1]) / statistics.median(single[1])
    return (
        "| milliseconds a request, after load | clock, median | 95 of 100 within | processor, median | 95 of 100 within |",
        "|---|---|---|---|---|",
        f"| search by words and meaning | {show(search)} |",
        f"| search by words alone | {show(alone)} |",
        f"| reference: one run of the sentence model on the request | {show(single)} |",
        "",
        "Processor: of the thread that searches; the clock counts what else the machine did, too.",
        f"A search takes {ratio:.2f} runs of the model (medians, processor).",
    )


def missed(catalogue, sets):
    yield "Missed among five, by words and meaning:"
    yield ""
    for which, rows in sets.items():
        for text, right in rows:
            if not right & set(ids(catalogue.search(text))):
                yield f"- “{text}” ({which}): {', '.join(sorted(right))}"


def about():
    here = machine(onnxruntime=onnxruntime.__version__)
    name = f"{here['processor']}, {here['cores']} cores, Python {here['python']}, onnxruntime {here['onnxruntime']}"
    return f"{name}, load {os.getloadavg()[0]:.1f} at the beginning."


def queries(which):
    file = HERE.parent / "tests" / "studio" / "catalogue" / f"queries_{which}.tsv"
    with file.open(encoding="utf-8", newline="") as rows:
        return [(row["said"], set(row["right"].split())) for row in csv.DictReader(rows, delimiter="\t")]


def in_common(said):
    """As one would do it without a library: of words of four letters and more, how many are in a tool's text."""
    wanted = [word for word in re.findall(r"[a-z0-9]+", said.lower()) if len(word) > 3]
    texts = {tool.id: f"{tool.name} {tool.about} {tool.when}".lower() for tool in tools()}
    counted = {id_: sum(word in text for word in wanted) for id_, text in texts.items()}
    return [id_ for id_, count in sorted(counted.items(), key=lambda item: -item[1])[:5] if count]


def ids(found):
    return [one.tool.id for one in found]


def each(works, texts):
    """For each of the works the milliseconds that each text took, by the clock and of the processor; in turn, so that load is fair."""
    times = [([], []) for _ in works]
    for text in texts:
        for work, (clock, processor) in zip(works, times, strict=True):
            began, worked = time.perf_counter(), time.thread_time()
            work(text)
            clock.append(1000 * (time.perf_counter() - began))
            processor.append(1000 * (time.thread_time() - worked))
    return times


def show(times):
    return " | ".join(
        f"{statistics.median(each):.1f} | {sorted(each)[int(len(each) * 0.95)]:.1f}" for each in times
    )


if __name__ == "__main__":
    main()
