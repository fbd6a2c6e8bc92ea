"""Hearing a voice channel: packets decrypted, ordered, decoded, at 16 kHz, on one floor. CPU for a second of sound of one speaker.

Beside it in the same run: bare libopus, which only decodes; and discord.py's decoder with `audioop` (where Python still has
it), which decodes, averages the channels and drops to 16 kHz without a filter. Sound is 20 ms frames of noise at 64 kbit/s.
Without end-to-end encryption. Figures are reported, not asserted.
Run by `make bench`; keeps benches/results/channel.json and channel.md.
    .venv/bin/python benches/bench_channel.py [--seconds 20]
"""

import argparse
import ctypes
import json
import os
import struct
import time
import warnings
from pathlib import Path

import numpy as np
from machine import machine

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import discord
    from discord import opus

    try:
        import audioop
    except ImportError:
        audioop = None

from solovox.core.units import SourceId
from solovox.discord.voice.channel_hearing import ChannelHearing
from solovox.discord.voice.packets import MODES, SOUND, SessionKey, seal_packet
from solovox.discord.voice.rates import stereo

RESULTS = Path(__file__).parent / "results"
ROUNDS = 5
FRAME = 960
KEY = bytes(range(32))
SHORT = {one: one.removeprefix("aead_").split("_")[0] for one in MODES}


def frames(seconds):
    """A noise as Opus, with what lets a lost frame be recovered."""
    encoder = opus.Encoder(application="voip", bitrate=64, fec=True, expected_packet_loss=0.05)
    sound = np.random.default_rng(1).normal(0, 3_000, 48_000 * seconds).clip(-30_000, 30_000).astype("<i2")
    pcm = stereo(sound.tobytes())
    return [encoder.encode(pcm[at : at + 4 * FRAME], FRAME) for at in range(0, len(pcm), 4 * FRAME)]


def bare(coded):
    """libopus itself, by its C function."""
    decoder, out = opus.Decoder(), (ctypes.c_int16 * (2 * FRAME))()
    for one in coded:
        opus._lib.opus_decode(decoder._state, one, len(one), out, FRAME, 0)  # noqa: SLF001 - the library has no public way to it


def library(coded):
    """discord.py's decoder, and the usual way to 16 kHz."""
    decoder, state = opus.Decoder(), None
    for one in coded:
        mono = audioop.tomono(decoder.decode(one, fec=False), 2, 0.5, 0.5)
        _, state = audioop.ratecv(mono, 2, 1, 48_000, 16_000, state)


def packets(coded, mode, speakers, lost):
    """By tick: what comes of all speakers."""
    key, chance = SessionKey(mode, KEY), np.random.default_rng(2)
    for n, one in enumerate(coded):
        yield [
            seal_packet(key, struct.pack(">BBHII", 0x80, SOUND, n % 65_536, 960 * n, 1_000 + who), one, n)
            for who in range(speakers)
            if not n or chance.random() >= lost
        ]


def ours(ticks, mode, speakers):
    """The whole way. Ticks are 20 ms."""
    hearing = ChannelHearing(lambda: range(1, speakers + 1), lambda user: SourceId(f"{user} ({user})"))
    for who in range(speakers):
        hearing.on_speaking(1_000 + who, 1 + who)
    hearing.attend(0)
    for n, came in enumerate(ticks):
        for one in came:
            hearing.on_packet(one, KEY, mode, None)
        hearing.take(20 * n)


def cpu_ms(work, seconds):
    """Milliseconds of CPU for a second of sound: the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best * 1_000 / seconds


def measured(seconds):
    coded = frames(seconds)
    reference = cpu_ms(lambda: bare(coded), seconds)
    usual = cpu_ms(lambda: library(coded), seconds) if audioop else None
    rows = [{"what": "libopus alone", "cpu_ms": reference}]
    if usual is not None:
        rows.append({"what": "discord.py and audioop", "cpu_ms": usual})
    cases = [(mode, 1, 0.0) for mode in MODES] + [(MODES[0], 1, 0.05), (MODES[0], 8, 0.0)]
    for mode, speakers, lost in cases:
        ticks = list(packets(coded, mode, speakers, lost))
        each = cpu_ms(lambda t=ticks, m=mode, s=speakers: ours(t, m, s), seconds) / speakers
        what = f"ours, {SHORT[mode]}, {speakers} speaking" + (f", {lost:.0%} lost" if lost else "")
        rows.append({"what": what, "cpu_ms": each})
    for row in rows:
        row["to_libopus"] = round(row["cpu_ms"] / reference, 2)
        row["to_discord_py"] = None if usual is None else round(row["cpu_ms"] / usual, 2)
        row["cpu_ms"] = round(row["cpu_ms"], 2)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    load = os.getloadavg()[0]
    rows = measured(parser.parse_args().seconds)
    where = machine(discord_py=discord.__version__, numpy=np.__version__, load=round(load, 2))
    (RESULTS / "channel.json").write_text(json.dumps({"machine": where, "rows": rows}, indent=2) + "\n")
    lines = [
        "# Hearing a voice channel",
        "",
        f"Milliseconds of CPU for a second of one speaker's sound, and how many times that of the references. Load of the machine before: {load:.1f}.",
        "",
        "| what | CPU | ÷ libopus | ÷ discord.py |",
        "|---|---:|---:|---:|",
        *(
            "| " + " | ".join("–" if cell is None else str(cell) for cell in row.values()) + " |"
            for row in rows
        ),
    ]
    (RESULTS / "channel.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
