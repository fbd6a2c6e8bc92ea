"""The machine that a bench ran on, as its results say it."""

import os
import platform
from pathlib import Path


def machine(**versions):
    """Processor, cores, Python, and the versions that the figures depend on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": names[0] if names else platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **versions,
    }
