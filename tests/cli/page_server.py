"""`solovox serve`, or `talk`, as a person starts it: a process of its own, on a free port."""

import contextlib
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from cli.running import variables

PATIENCE = 120
"""Seconds to end in, on a busy machine."""


@dataclass
class PageServer:
    """A running one, and the address that it printed."""

    process: subprocess.Popen
    address: str
    log: Path

    def at(self, path, kind="http"):
        """The address of something else there, with the token."""
        return urlsplit(self.address)._replace(scheme=kind, path=path).geturl()

    @property
    def socket(self):
        return self.at("/api/vox/live", "ws")

    def stop(self, by=signal.SIGINT):
        """How it ended; what it wrote on standard error is in its log."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        return self.process.wait(timeout=PATIENCE)


@contextlib.contextmanager
def page_server(folder, *flags, command=("serve", "--port", "0", "--limit", "10"), **more):
    """One for a while. It ends as it should, or was ended before."""
    folder.mkdir(exist_ok=True)
    log = folder / "server.log"
    with log.open("a") as written:
        process = subprocess.Popen(
            [sys.executable, "-m", "solovox", *command, *flags],
            cwd=folder,
            env=variables(folder, **more),
            stdout=subprocess.PIPE,
            stderr=written,
            text=True,
        )
    with process:
        line = process.stdout.readline().strip()
        assert line, log.read_text()
        server = PageServer(process, line, log)
        try:
            yield server
        finally:
            running = process.poll() is None
            code = server.stop()
        assert not running or code == 0, log.read_text()
        assert "Traceback" not in log.read_text(), log.read_text()
