"""`solovox serve` with many browser clients, beside a bare proxy: CPU, memory, latency, loss.

Run by `make bench`; keeps benches/results/serve.json and serve.md. Three processes on loopback: the persons (serve_ends.py), what is
measured (serve_gateway.py; the proxy of client_gateways.py), the live model (client_ends.py). CPU is that of the whole process, from /proc.
Each case runs `ROUNDS` times, in turn with the others; the median counts, of loss the worst.
    .venv/bin/python benches/bench_serve.py [--seconds 12] [--sessions 1,10,50] [--rounds 3] [--only NAME] [--before DIR]
    … --notes calls|steps --sessions 50     what runs in it meanwhile, by layer
`--before` is another checkout, measured in turn with this one: what a change is worth.
"""

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_client import SPREAD, Process
from machine import machine
from serve_ends import persons

HERE = Path(__file__).parent
RESULTS = HERE / "results"
PROXY = "proxy 40 ms"
CASES = ("serve", "serve, journal")
BEFORE = ", before"
WORST = ("lost_up", "lost_down", "unanswered", "doubled")


class Gateway(Process):
    """`solovox serve` itself, in a folder of its own."""

    def __init__(self, name, service, notes=None, tree=HERE.parent):
        self._home = Path(tempfile.mkdtemp(prefix="solovox-bench-"))
        journal = ("--journal", str(self._home / "journals")) if "journal" in name else ("--no-journal",)
        ear = f"ear.url=ws://127.0.0.1:{service.ports[0]}"
        settings = ("ear.kind=gemini", ear, "narrator.kind=self")
        command = [
            sys.executable, str(HERE / "serve_gateway.py"), "serve", "--profile", "discord", "--port", "0",
            "--limit", "100", *journal, *(part for one in settings for part in ("--set", one)),
        ]  # fmt: skip
        variables = {**os.environ, "HOME": str(self._home), **(notes or {})}
        variables["PYTHONPATH"] = str(tree / "src")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=variables, text=True
        )
        while "?token=" not in (line := self.process.stdout.readline()):
            assert line, "solovox serve did not begin"
        address, _, token = line.strip().partition("/?token=")
        self.url = f"{address.replace('http', 'ws', 1)}/api/vox/live?token={token}"

    def note(self):
        self.process.send_signal(signal.SIGUSR1)

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self._home, ignore_errors=True)


def counted(service):
    """What the service has heard and said so far."""
    with socket.create_connection(("127.0.0.1", service.ports[2])) as to:
        return json.loads(to.makefile().read())


def measured(name, service, sessions, seconds, notes=None, before=None):
    """One case: what the persons saw, and what the gateway cost from when all had begun until they ended."""
    if name == "direct":
        url = f"ws://127.0.0.1:{service.ports[1]}"
        return asyncio.run(persons(url, sessions, seconds, SPREAD, starts=False))
    if name == PROXY:
        gateway = Process("--gateway", PROXY, f"ws://127.0.0.1:{service.ports[0]}")
        gateway.url = f"ws://127.0.0.1:{gateway.ports[0]}"
    else:
        gateway = Gateway(name, service, notes, before if name.endswith(BEFORE) else HERE.parent)
    try:
        return asyncio.run(_through(gateway, service, sessions, seconds, name != PROXY, notes))
    finally:
        gateway.end()


async def _through(gateway, service, sessions, seconds, starts, notes):
    await persons(gateway.url, 1, 1.0, 0.0, starts=starts)  # what the first one loads, the others need not
    empty, earlier = gateway.memory, counted(service)
    seen = asyncio.create_task(persons(gateway.url, sessions, seconds, SPREAD, starts=starts))
    await asyncio.sleep(SPREAD + 0.5 + 1.0)
    if notes:
        gateway.note()
    before, began = gateway.cpu, time.perf_counter()
    await asyncio.sleep(seconds - 2.0)
    spent, wall = gateway.cpu - before, time.perf_counter() - began
    if notes:
        gateway.note()
    memory = (gateway.memory - empty) / sessions
    told = await seen
    now = counted(service)
    return {
        **told,
        "lost_up": told["spoken"] - (now["heard"] - earlier["heard"]),
        "lost_down": now["spoken"] - earlier["spoken"] - told["heard"],
        "cpu": 100 * spent / wall / sessions,
        "memory": memory / 1e6,
    }


def middle(rounds):
    """The median; of loss the worst."""
    found = {}
    for key, value in rounds[0].items():
        values = [one[key] for one in rounds]
        if not isinstance(value, int | float):
            found[key] = next((one for one in values if one), value)
        else:
            found[key] = max(values, key=abs) if key in WORST else statistics.median(values)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--sessions", default="1,10,50")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--before", type=Path)
    parser.add_argument("--notes", choices=("calls", "steps"), help="what runs, of the last of `--sessions`")
    given = parser.parse_args()
    names = ["direct", PROXY, *(name for name in CASES if given.only in name)]
    if given.before:
        names.append(f"{names[-1]}{BEFORE}")
    service = Process("--service")
    try:
        if given.notes:
            print(json.dumps(noted(service, given), indent=1))
        else:
            compare(service, given, names)
    finally:
        service.end()


def noted(service, given):
    """What ran in `solovox serve` while all talked."""
    sessions = int(given.sessions.split(",")[-1])
    with tempfile.NamedTemporaryFile("r") as file:
        notes = {"BENCH_NOTES": file.name}
        if given.notes == "steps":
            notes["BENCH_STEPS"] = "1"
        name = given.only or "serve, journal"
        seen = measured(name, service, sessions, given.seconds, notes)
        told = json.loads(Path(file.name).read_text())
    return {**told, "sessions": sessions, "cpu": seen["cpu"]}


def compare(service, given, names):
    report = {
        **machine(),
        "load_before": os.getloadavg(),
        "seconds": given.seconds,
        "rounds": given.rounds,
        "cases": [],
    }
    for sessions in map(int, given.sessions.split(",")):
        rounds = {name: [] for name in names}
        for _ in range(given.rounds):
            for name in names:
                rounds[name].append(measured(name, service, sessions, given.seconds, None, given.before))
        for name in names:
            case = {"gateway": name, "sessions": sessions, **middle(rounds[name])}
            case["rounds"] = [
                {key: round(one.get(key, 0.0), 3) for key in ("cpu", "p50", "p99")} for one in rounds[name]
            ]
            report["cases"].append(case)
            print({k: round(v, 2) if isinstance(v, float) else v for k, v in case.items()}, flush=True)
    report["load_after"] = os.getloadavg()
    table = written(report)
    print(table)
    if not (given.only or given.before):
        (RESULTS / "serve.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        file = RESULTS / "serve.md"
        text = file.read_text(encoding="utf-8") if file.exists() else f"{BEGINS}\n{ENDS}\n"
        before, _, rest = text.partition(BEGINS)
        file.write_text(f"{before}{BEGINS}\n{table}{ENDS}{rest.partition(ENDS)[2]}", encoding="utf-8")


BEGINS, ENDS = "<!-- figures -->", "<!-- end of the figures -->"


def written(report):
    """The table."""
    cases = {(one["gateway"], one["sessions"]): one for one in report["cases"]}
    lines = [
        "",
        (
            f"{report['processor']}, {report['cores']} cores shared with others; load average {report['load_before'][0]:.1f} before,"
            f" {report['load_after'][0]:.1f} after. {report['seconds']:g} s a case, median of {report['rounds']}."
        ),
        "",
        "| sessions | gateway | CPU % a session | of the proxy | MB a session | added wait p50, p99 (ms) | samples lost up, down | connect p50, p99 (ms) |",
        "|---:|---|---:|---:|---:|---|---|---|",
    ]
    for (name, sessions), one in cases.items():
        if name == "direct":
            continue
        direct, proxy = (cases[other, sessions] for other in ("direct", PROXY))
        lines.append(
            f"| {sessions} | {name} | {one['cpu']:.2f} | {one['cpu'] / proxy['cpu']:.2f} | {one['memory']:.2f}"
            f" | {one['p50'] - direct['p50']:.1f}, {one['p99'] - direct['p99']:.1f} | {one['lost_up']:.0f}, {one['lost_down']:.0f}"
            f" | {one['connect_p50']:.0f}, {one['connect_p99']:.0f} |"
        )
    return "\n".join(lines) + "\n\n"


if __name__ == "__main__":
    main()
