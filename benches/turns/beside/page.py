"""The figures as a page."""

from turns.beside.deal import OPEN, WANTED
from turns.beside.judge import Found, figures


def page(rows: list[Found], result: dict) -> str:
    """In Markdown."""
    m, (before, after) = result["machine"], result["load"]
    out = [
        "# While our own voice reads, measured",
        "",
        f"{m['processor']}, {m['cores']} cores, Python {m['python']}. Load average {before} to {after}.",
        "The set, and what is counted: [docs/reference/turns.md](../../docs/reference/turns.md#beside-the-turns).",
        "",
    ]
    for title, keeps in (
        ("All cases", lambda _: True),
        ("Held out: the odd cases", lambda one: one.held_out),
        ("Our own voice in the microphone, behind the canceller", lambda one: one.echo),
    ):
        some = [one for one in rows if keeps(one)]
        out += [f"## {title}", "", *_noises(some), *_stops(some)]
    out += ["## Beside simple models of others", "", *_models(rows, result["models"])]
    return "\n".join(out) + "\n"


def _noises(rows):
    lines = [
        "| what is heard | cases | lowered | cut | false stops | false % | pause p50 ms | p95 ms | went on at its word |",
        "|---" * 9 + "|",
    ]
    kinds = [kind for kind in dict.fromkeys(one.kind for one in rows) if kind not in (*WANTED, *OPEN)]
    groups = [(kind, [one for one in rows if one.kind == kind]) for kind in kinds]
    groups.append(("**all of these**", [one for one in rows if one.kind in kinds]))
    groups += [(f"{kind} (no right answer)", [one for one in rows if one.kind == kind]) for kind in OPEN]
    for kind, some in groups:
        f = figures(some)
        lines.append(
            f"| {kind} | {f['cases']} | {f['ducked']} | {f['cut']} | {f['false']} | {_share(f['false'], f['cases'])} |"
            f" {_ms(f['pause p50'])} | {_ms(f['pause p95'])} | {f['at its word']} of {f['went on']} |"
        )
    return [*lines, ""]


def _stops(rows):
    lines = [
        "| true stops | cases | missed | silent p50 ms | p95 ms | behind the word's end p95 ms |",
        "|---" * 6 + "|",
    ]
    for kind, some in [(kind, [one for one in rows if one.kind == kind]) for kind in WANTED] + [
        ("**both**", [one for one in rows if one.kind in WANTED])
    ]:
        f = figures(some)
        lines.append(
            f"| {kind} | {f['cases']} | {f['missed']} | {_ms(f['silent p50'])} | {_ms(f['silent p95'])} |"
            f" {_ms(f['past the word p95'])} |"
        )
    return [*lines, ""]


def _models(rows, models):
    lines = ["| | false stops % | true stops missed | silent p50 ms | p95 ms |", "|---" * 5 + "|"]
    noises = [one for one in rows if one.kind not in (*WANTED, *OPEN)]
    wanted = [one for one in rows if one.kind in WANTED]
    ours = figures(wanted)
    false = _share(sum(one.false for one in noises), len(noises))
    lines.append(
        f"| solovox | {false} | {ours['missed']} | {_ms(ours['silent p50'])} | {_ms(ours['silent p95'])} |"
    )
    for name in next(iter(models.values()), {}):
        stays = sum(models[str(one.case)][name][1] for one in noises)
        told = [models[str(one.case)][name] for one in wanted]
        silent = sorted(at for at, ends in told if ends)
        p50, p95 = (
            round(1000 * silent[int(share * len(silent))]) if silent else None for share in (0.5, 0.95)
        )
        lines.append(
            f"| {name} (model) | {_share(stays, len(noises))} | {sum(not ends for _, ends in told)} | {_ms(p50)} | {_ms(p95)} |"
        )
    return [*lines, ""]


def _share(some, count):
    return f"{100 * some / count:.1f}" if count else "–"


def _ms(value):
    return "–" if value is None else str(value)
