"""The figures as a page and as a picture."""

from turns.score import Judged, summed

Scored = dict[str, list[tuple[dict, Judged]]]
COLUMNS = (
    "asked p50 ms",
    "asked p95 ms",
    "taken back %",
    "false %",
    "spoken over %",
    "cut off %",
    "p50 ms",
    "p95 ms",
    "missed",
    "first sound p50 ms",
    "first sound p95 ms",
    "cpu s",
)
STEPS = (0.3, 0.5, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0)


def page(scored: Scored, result: dict) -> str:
    """In Markdown."""
    m = result["machine"]
    load = "; ".join(f"{name} {before} to {after}" for name, (before, after) in result["load"].items())
    out = [
        "# Ends of turns, measured",
        "",
        f"{m['processor']}, {m['cores']} cores, Python {m['python']}. Load average before and after: {load}.",
        "The set, the rules of counting and how to try a detector of your own: [docs/reference/turns.md](../../docs/reference/turns.md).",
        "",
    ]
    for title, keeps in (
        ("All takes", lambda _: True),
        ("Held out: the odd takes", lambda row: row["held_out"]),
        ("Without anything behind the voice", lambda row: row["ground"] == "clean"),
    ):
        out += [
            f"## {title}",
            "",
            *_table({name: [one for row, one in rows if keeps(row)] for name, rows in scored.items()}),
        ]
    out += ["## Taken for the end, of pauses of that length (%)", "", *_by_pause(scored)]
    for key in ("kind", "ground", "voice"):
        out += [f"## Taken for the end, by {key} (%; ms until the true end, p50)", "", *_by(scored, key)]
    return "\n".join(out) + "\n"


def _table(groups):
    lines = [f"| detector | takes | pauses | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 3) + "|"]
    for name, rows in groups.items():
        found = summed(rows)
        cells = ("–" if found[key] is None else str(found[key]) for key in COLUMNS)
        lines.append(f"| {name} | {found['takes']} | {found['pauses']} | {' | '.join(cells)} |")
    return [*lines, ""]


def _by_pause(scored):
    lines = [f"| detector | {' | '.join(f'{step} s' for step in STEPS)} |", "|---" * (len(STEPS) + 1) + "|"]
    for name, rows in scored.items():
        cells = []
        for step in STEPS:
            false = [
                one
                for _, take in rows
                for pause, one in zip(take.pauses, take.false, strict=True)
                if abs(pause - step) < 0.05
            ]
            cells.append(f"{100 * sum(false) / max(1, len(false)):.0f}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def _by(scored, key):
    values = list(dict.fromkeys(row[key] for rows in scored.values() for row, _ in rows))
    lines = [f"| detector | {' | '.join(values)} |", "|---" * (len(values) + 1) + "|"]
    for name, rows in scored.items():
        cells = []
        for value in values:
            found = summed([one for row, one in rows if row[key] == value])
            cells.append(f"{found['false %']}; {found['p50 ms'] or '–'}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def plot(scored: Scored) -> str:
    """How often each speaks into a pause, against when it answers: the nearer to the corner, the better."""
    wide, high, most, late = 720, 420, 50.0, 3_000.0
    dots = []
    for at, (name, rows) in enumerate(scored.items()):
        found = summed([one for _, one in rows])
        x = 70 + (wide - 100) * min(1.0, (found["first sound p50 ms"] or late) / late)
        y = high - 50 - (high - 80) * min(most, found["spoken over %"]) / most
        colour = "#1a7f37" if at == 0 else "#57606a"
        dots.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="6" fill="{colour}"/><text x="{x + 9:.0f}" y="{y + 4:.0f}">{name}</text>'
        )
    ticks = [
        f'<text x="{70 + (wide - 100) * t / late:.0f}" y="{high - 32}" text-anchor="middle">{t}</text>'
        for t in (0, 500, 1000, 1500, 2000, 2500, 3000)
    ]
    ticks += [
        f'<text x="60" y="{high - 46 - (high - 80) * t / most:.0f}" text-anchor="end">{t} %</text>'
        for t in (0, 10, 20, 30, 40, 50)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12" role="img">'
        "<title>Pauses that an answer is spoken into, against when it is heard after the true end</title>"
        f'<rect width="{wide}" height="{high}" fill="white"/><path d="M70 20V{high - 50}H{wide - 30}" fill="none" stroke="#57606a"/>'
        f'{"".join(ticks)}{"".join(dots)}<text x="{wide // 2}" y="{high - 10}" text-anchor="middle">ms from the last sample to the answer (p50)</text>'
        '<text x="14" y="14">pauses that are spoken into</text></svg>\n'
    )
