"""Our client of Gemini Live and the whole conversation on top, beside a bare proxy: CPU, memory, latency, loss.

Run by `make bench`; keeps benches/results/client.json and client.md. Three processes on loopback: the persons, the gateway that is
measured, the service (client_ends.py, client_gateways.py). CPU is that of the gateway's whole process, from /proc. Each case runs `ROUNDS`
times, in turn with the others; of CPU and latency the best round counts, of loss the worst.
    .venv/bin/python benches/bench_client.py [--seconds 12] [--sessions 1,10,50] [--rounds 2] [--only NAME]
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "results"
TICKS = os.sysconf("SC_CLK_TCK")
SPREAD = 1.0
"""Seconds in which all sessions of a case begin."""


class Process:
    """One of the three."""

    def __init__(self, *arguments):
        self._file = Path(tempfile.mkstemp()[1])
        self._file.write_text("")
        command = [sys.executable, __file__, *arguments, "--port-file", str(self._file)]
        self.process = subprocess.Popen(command)
        while not (text := self._file.read_text()):
            assert self.process.poll() is None
            time.sleep(0.02)
        self.ports = json.loads(text)

    @property
    def cpu(self):
        """Seconds of user and system time of all its threads; better than a tick where the kernel says so."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((one / "schedstat").read_text().split()[0]) for one in threads) / 1e9

    @property
    def memory(self):
        """Resident bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def end(self):
        self.process.kill()
        self.process.wait()
        self._file.unlink()


async def measured(name, service, sessions, seconds):
    """One case: what the persons saw, and what the gateway cost from when all had begun until they ended."""
    if name == "direct":
        from client_ends import persons

        return await persons(f"ws://127.0.0.1:{service.ports[1]}", sessions, seconds, SPREAD)
    gateway = Process("--gateway", name, f"ws://127.0.0.1:{service.ports[0]}")
    try:
        return await _through(gateway, sessions, seconds)
    finally:
        gateway.end()


async def _through(gateway, sessions, seconds):
    from client_ends import persons

    url = f"ws://127.0.0.1:{gateway.ports[0]}"
    await persons(url, 1, 1.0, 0.0)  # what the first one loads, the others need not
    empty = gateway.memory
    seen = asyncio.create_task(persons(url, sessions, seconds, SPREAD))
    await asyncio.sleep(SPREAD + 0.5 + 1.0)
    before, began = gateway.cpu, time.perf_counter()
    await asyncio.sleep(seconds - 2.0)
    spent, wall = gateway.cpu - before, time.perf_counter() - began
    memory = (gateway.memory - empty) / sessions
    return {**await seen, "cpu": 100 * spent / wall / sessions, "memory": memory / 1e6}


def best(rounds):
    """The least CPU and latency, the most loss and memory."""
    most = ("lost", "doubled", "memory", "sent")
    return {key: (max if key in most else min)(one[key] for one in rounds) for key in rounds[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--sessions", default="1,10,50")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--gateway", nargs=2, metavar=("NAME", "URL"))
    parser.add_argument("--service", action="store_true")
    parser.add_argument("--port-file", type=Path)
    given = parser.parse_args()
    if given.service:
        from client_ends import service

        asyncio.run(service(given.port_file))
    elif given.gateway:
        from client_gateways import gateway

        asyncio.run(gateway(*given.gateway, given.port_file))
    else:
        compare(given)


def compare(given):
    from client_gateways import GATEWAYS

    names = ["direct", *(name for name in GATEWAYS if given.only in name)]
    report = {
        "load_before": os.getloadavg(),
        "cores": os.cpu_count(),
        "seconds": given.seconds,
        "rounds": given.rounds,
        "cases": [],
    }
    service = Process("--service")
    try:
        for sessions in map(int, given.sessions.split(",")):
            rounds = {name: [] for name in names}
            for _ in range(given.rounds):
                for name in names:
                    rounds[name].append(asyncio.run(measured(name, service, sessions, given.seconds)))
            for name in names:
                case = {"gateway": name, "sessions": sessions, **best(rounds[name])}
                report["cases"].append(case)
                print(
                    {
                        key: round(value, 2) if isinstance(value, float) else value
                        for key, value in case.items()
                    },
                    flush=True,
                )
    finally:
        service.end()
    report["load_after"] = os.getloadavg()
    if not given.only:
        write(report)


HEAD = """# The client of Gemini Live, and a whole conversation, beside a bare proxy

By `benches/bench_client.py`: persons, gateway and service are three processes on loopback, without TLS and compression; microphone sound comes
in pieces of 20 ms, all else is 40 ms. CPU is that of the gateway's whole process in percent of a core a session; the wait is
from the last 20 ms of a piece to the answer to it, both ways, less that of the two ends without a gateway. The bare proxy is
`websockets`, `json` and `base64`. The conversation has the core, the local recogniser with the energy onset of the base install (no speech engine:
Whisper is not the wire's cost), the sound store and the gate; every sample of the model passes it. It was measured as `self` with activity unmarked.
"""


def write(report):
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "client.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    cases = {(one["gateway"], one["sessions"]): one for one in report["cases"]}
    lines = [
        HEAD,
        (
            f"{report['cores']} cores shared with others; load average {report['load_before'][0]:.1f} before,"
            f" {report['load_after'][0]:.1f} after. {report['seconds']:g} s a case, best of {report['rounds']}."
        ),
        "",
        "| sessions | gateway | CPU % | of the proxy at 20 ms | of the proxy at 40 ms | MB a session | added wait p50, p99 (ms) | lost | connect p50, p99 (ms) |",
        "|---:|---|---:|---:|---:|---:|---|---:|---|",
    ]
    for (name, sessions), one in cases.items():
        if name == "direct":
            continue
        direct, few, many = (cases[other, sessions] for other in ("direct", "proxy 20 ms", "proxy 40 ms"))
        lines.append(
            f"| {sessions} | {name} | {one['cpu']:.2f} | {one['cpu'] / few['cpu']:.2f} | {one['cpu'] / many['cpu']:.2f}"
            f" | {one['memory']:.2f} | {one['p50'] - direct['p50']:.1f}, {one['p99'] - direct['p99']:.1f} | {one['lost']}"
            f" | {one['connect_p50']:.0f}, {one['connect_p99']:.0f} |"
        )
    text = "\n".join(lines) + "\n"
    (RESULTS / "client.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
