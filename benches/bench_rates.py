"""Changing rates of a channel's sound, 20 ms at a time: our streaming FIR beside soxr's stream. CPU for a second of sound, and lag.

Lag is what of 10 s of sound is held back when all of it was fed. Figures are reported, not asserted.
Run by `make bench`; keeps benches/results/rates.json and rates.md.
    .venv/bin/python benches/bench_rates.py [--seconds 20]
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import soxr
from machine import machine

from solovox.discord.voice.rates import FirResampler
from solovox.speech.resample import Resampler

RESULTS = Path(__file__).parent / "results"
PAIRS = ((48_000, 16_000), (24_000, 48_000))
ROUNDS = 5


def cpu_ms(made, rate, to, seconds):
    """Milliseconds of CPU for a second of sound: the best of some rounds."""
    sound = np.random.default_rng(1).integers(-9_000, 9_000, rate * seconds).astype("<i2").tobytes()
    frame, best = rate // 50 * 2, float("inf")
    for _ in range(ROUNDS):
        line, begun = made(rate, to), time.process_time()
        for at in range(0, len(sound), frame):
            line.feed(sound[at : at + frame])
        best = min(best, (time.process_time() - begun) * 1000 / seconds)
    return best


def lag_ms(made, rate, to):
    """How much of it is held back."""
    line, frame, given = made(rate, to), bytes(rate // 50 * 2), 0
    for _ in range(500):
        given += len(line.feed(frame)) // 2
    return 10_000 - given * 1000 / to


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    seconds = parser.parse_args().seconds
    rows = []
    for rate, to in PAIRS:
        soxr_ms, fir_ms = (cpu_ms(made, rate, to, seconds) for made in (Resampler, FirResampler))
        rows.append(
            {
                "rates": f"{rate} → {to}",
                "soxr_cpu_ms": round(soxr_ms, 2),
                "fir_cpu_ms": round(fir_ms, 2),
                "ratio": round(fir_ms / soxr_ms, 1),
                "soxr_lag_ms": round(lag_ms(Resampler, rate, to), 1),
                "fir_lag_ms": round(lag_ms(FirResampler, rate, to), 1),
            }
        )
    told = {"machine": machine(numpy=np.__version__, soxr=soxr.__version__), "rows": rows}
    (RESULTS / "rates.json").write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n")
    lines = [
        "# Changing rates, 20 ms at a time",
        "",
        "Milliseconds of CPU for a second of sound, and milliseconds of sound held back.",
        "",
        "| rates (Hz) | soxr, CPU | FIR, CPU | ratio | soxr, lag | FIR, lag |",
        "|---|---:|---:|---:|---:|---:|",
        *("| " + " | ".join(str(cell) for cell in row.values()) + " |" for row in rows),
    ]
    (RESULTS / "rates.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
