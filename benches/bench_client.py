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
        per_thread = Path(f"/proc/{self.process.pid}/schedstat").read_text().split()
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        del per_thread
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


def write(report):
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "client.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
