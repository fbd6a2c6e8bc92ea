"""How much of our own voice is left in the microphone, and how much of a person who talks over it. Prints, and keeps `results/echo.json` and `.md`.

A packaged voice is played (-20 dBFS) into a simulated room: a loudspeaker that saturates softly, a delay, a room response. Another talks over it
from the fourth second on, at -26 dBFS. `none`: the microphone as it is. `webrtc`: `speech/echo`, fed by devices that call every 64 and 32 ms.
`webrtc + ns`: the same module with its noise suppression. `pulse`: PulseAudio's `module-echo-cancel` in a server of its own, in real time, without a
room response.

    python benches/bench_echo.py [--only room,pulse]
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import wave
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path

import clips
import numpy as np
import soxr
import wer
from machine import machine

from solovox.speech.echo_canceller import WebRtcEcho
from solovox.speech.stt.whisper import Whisper
from solovox.speech.voice_activity import SileroVad

HERE = Path(__file__).parent
RESULTS = HERE / "results"
RATE, VOICE = 16_000, 24_000
DELAYS, LEVELS = (20, 60, 120, 200, 300), (6, 0, -6, -12, -18, -24, -30, -45)
ROOMS = {"none": 0.0, "short": 0.15, "long": 0.5}
READ_OUT = (60, 300)
"""Delays at which a recogniser writes down what is left."""
SETTLED, OVER = 3 * RATE, 4 * RATE
OURS = clips.COMMANDS[3:8]
THEIRS = clips.COMMANDS[11:14]
PIECE, PLAYED = 1_024, 768


def main():
    kept = RESULTS / "echo.json"
    only = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else ["room", "pulse"]
    result = json.loads(kept.read_text()) if kept.exists() else {"load": {}}
    result["machine"] = machine(livekit=import_module("importlib.metadata").version("livekit"))
    for name in only:
        before, rows = os.getloadavg()[0], []
        for row in {"room": in_rooms, "pulse": at_pulse}[name]():
            print(json.dumps(row), flush=True)
            rows.append(row)
            result[name] = summed(name, rows)
            result["load"][name] = [round(before, 1), round(os.getloadavg()[0], 1)]
            kept.write_text(lines_of(result))
            (RESULTS / "echo.md").write_text(markdown(result))


# What is played, and what is heard.


def level(sound, db):
    return sound * (32_768 * 10 ** (db / 20) / np.sqrt((sound**2).mean()))


def talk(voice, texts, db):
    return level(np.frombuffer(b"".join(clips.said(voice, text) for text in texts), "<i2").astype(float), db)


@cache
def ours():
    return talk("af_bella", OURS, -20)


@cache
def theirs():
    """Silence until they begin; as long as ours, or shorter."""
    said = talk("am_michael", THEIRS, -26)[: len(ours()) - OVER]
    return np.concatenate((np.zeros(OVER), said, np.zeros(len(ours()) - OVER - len(said))))


@cache
def room(seconds):
    """A response of energy 1: the direct sound, and noise that falls by 60 dB in `seconds`."""
    found = np.zeros(max(1, int(RATE * seconds)))
    if seconds:
        when = np.arange(len(found)) / RATE
        found = np.random.default_rng(3).normal(0, 0.04, len(found)) * 10 ** (-3 * when / seconds)
    found[0] = 1.0
    return found / np.sqrt((found**2).sum())


def echo(delay, reverb, db):
    loud = np.tanh(ours() / 20_000) * 20_000
    there = np.convolve(loud, room(ROOMS[reverb]))[: len(loud)] * 10 ** (db / 20)
    return np.concatenate((np.zeros(delay * RATE // 1000), there))[: len(loud)]


def microphone(sound):
    noise = np.random.default_rng(5).normal(0, 6, len(sound))
    return np.clip(np.rint(sound + noise), -32_768, 32_767).astype("<i2")


class Suppressing(WebRtcEcho):
    """With its noise suppression."""

    def __init__(self):
        super().__init__()
        rtc = import_module("livekit.rtc")
        self._module = rtc.AudioProcessingModule(
            echo_cancellation=True, noise_suppression=True, high_pass_filter=True
        )


METHODS = {"none": None, "webrtc": WebRtcEcho, "webrtc + ns": Suppressing}


def through(kind, heard):
    """The cleaned sound, and what a second of it cost in ms."""
    if kind is None:
        return heard, 0.0
    canceller, clean = kind(), b""
    far = soxr.resample(ours(), RATE, VOICE).astype("<i2").tobytes()
    began = time.process_time()
    for n, at in enumerate(range(0, 2 * len(heard), 2 * PIECE)):
        for half in (2 * n, 2 * n + 1):
            canceller.played(far[2 * PLAYED * half : 2 * PLAYED * (half + 1)].ljust(2 * PLAYED, b"\0"))
        clean += canceller.clean(heard[at // 2 : at // 2 + PIECE].tobytes())
    return np.frombuffer(clean, "<i2"), 1000 * (time.process_time() - began) / (len(heard) / RATE)


# What is left.


@cache
def whisper():
    return Whisper(clips.CACHE.path("whisper-base"))


@cache
def silero():
    return SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx"))


def speech(sound):
    """For each 32 ms: whether speech is heard."""
    silero().reset()
    pcm = sound.astype("<i2").tobytes()
    return np.array(
        [silero().probability(pcm[at : at + 1024]) > 0.5 for at in range(0, len(pcm) - 1023, 1024)]
    )


def share(flags):
    return round(100 * float(np.mean(flags))) if len(flags) else 0


def words(sound, texts):
    """Percent of the words that a recogniser still writes down."""
    left = wer.normal(whisper().transcribe(sound.astype("<i2").tobytes()).text)
    wanted = wer.normal(" ".join(texts))
    found = 0
    for word in wanted:
        if word in left:
            left.remove(word)
            found += 1
    return round(100 * found / len(wanted))


def loss(before, after):
    """ERLE in dB, once it has settled."""

    def power(sound):
        return (sound[SETTLED:].astype(float) ** 2).mean() + 1e-9

    return round(10 * np.log10(power(before) / power(after)), 1)


def onset_ms(flags):
    """From their first sound until three frames in a row are speech. None: never."""
    first = OVER // 512
    for at in range(first, len(flags) - 2):
        if flags[at : at + 3].all():
            return (at + 3) * 32 - OVER * 1000 // RATE
    return None


def judged(alone, clean_alone, clean_both, read_out):
    their = speech(theirs())
    both = speech(clean_both)[: len(their)]
    own = speech(clean_alone)
    found = {
        "erle_db": loss(alone, clean_alone),
        "own_speech": share(own[SETTLED // 512 :]),
        "their_speech": share(both[their[: len(both)]]),
        "onset_ms": onset_ms(both),
    }
    if read_out:
        found["own_words"] = words(clean_alone, OURS) if own.sum() > 8 else 0
        found["their_words"] = words(clean_both[OVER - RATE // 2 :], THEIRS)
    return found


def in_rooms():
    for reverb, delay, db in product(ROOMS, DELAYS, LEVELS):
        alone = microphone(echo(delay, reverb, db))
        both = microphone(echo(delay, reverb, db) + theirs())
        for name, kind in METHODS.items():
            clean, cost = through(kind, alone)
            row = {"method": name, "reverb": reverb, "delay_ms": delay, "level_db": db}
            yield (
                row
                | {"cost_ms": round(cost, 1)}
                | judged(alone, clean, through(kind, both)[0], delay in READ_OUT)
            )


# PulseAudio's own.


def at_pulse():
    sys.path.insert(0, str(HERE.parent / "tests"))
    server_of = import_module("devices.sound_server")
    for delay, db in product((60, 200), (-6, -18)):
        with server_of.sound_server() as server:
            server.control(
                "load-module", "module-echo-cancel", "aec_method=webrtc", "source_name=clean", "sink_name=voice",
                "source_master=vmic", "sink_master=spk",
            )  # fmt: skip
            server.control(
                "load-module", "module-loopback", "source=spk.monitor", "sink=mouth", f"latency_msec={delay}"
            )
            looped = [
                one.split()[0]
                for one in server.control("list", "short", "sink-inputs").splitlines()
                if "loopback" in one
            ]
            for one in looped:
                server.control("set-sink-input-volume", one, f"{db}dB")
            (alone, clean), (_, both) = played(server, None), played(server, theirs())
            yield {"method": "pulse", "reverb": "none", "delay_ms": delay, "level_db": db} | judged(
                alone, clean, both, read_out=True
            )


def played(server, over):
    """Ours to the voice's sink, theirs to the microphone: what the microphone heard, and what came out clean."""
    environment = os.environ | server.variables
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (
            recording(environment, "vmic", folder / "raw"),
            recording(environment, "clean", folder / "clean"),
        ):
            players = [
                subprocess.Popen(
                    ["paplay", "--device=voice", written(folder / "far.wav", ours())], env=environment
                )
            ]
            if over is not None:
                players.append(
                    subprocess.Popen(
                        ["paplay", "--device=mouth", written(folder / "near.wav", over)], env=environment
                    )
                )
            for one in players:
                one.wait()
        return np.fromfile(folder / "raw", "<i2"), np.fromfile(folder / "clean", "<i2")


@contextmanager
def recording(environment, source, path):
    with path.open("wb") as out:
        command = [
            "parec",
            f"--device={source}",
            f"--rate={RATE}",
            "--channels=1",
            "--format=s16le",
            "--latency-msec=20",
        ]
        process = subprocess.Popen(command, env=environment, stdout=out)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


def written(path, sound):
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(sound.astype("<i2").tobytes())
    return str(path)


# What is written.

COLUMNS = {
    "erle_db": "ERLE dB", "own_speech": "own voice taken for speech %", "own_words": "own words read %",
    "their_speech": "their speech noticed %", "onset_ms": "noticed after ms", "their_words": "their words read %",
}  # fmt: skip


def middle(rows, column):
    found = [row[column] for row in rows if row.get(column) is not None]
    return float(np.median(found)) if found else None


def grouped(rows, key):
    """For each method and value of `key`: both, and the median of each column. None: it was not looked for."""
    groups = {}
    for row in rows:
        groups.setdefault((row["method"], row[key]), []).append(row)
    return [[*group, *(middle(members, column) for column in COLUMNS)] for group, members in groups.items()]


def summed(name, rows):
    """What is kept of the rows: what the page of results shows."""
    if name == "pulse":
        return {"level_db": grouped(rows, "level_db")}
    rows = sorted(rows, key=lambda row: [*METHODS].index(row["method"]))
    same = [
        row
        for row in rows
        if row["reverb"] == "none" and row["level_db"] in (-6, -18) and row["delay_ms"] in READ_OUT
    ]
    kept = {key: grouped(rows, key) for key in ("level_db", "delay_ms", "reverb")}
    cost = middle([row for row in rows if row["method"] == "webrtc"], "cost_ms")
    return kept | {"as at pulse": grouped(same, "level_db"), "cost_ms": cost}


def lines_of(result):
    """JSON with a line for each list of plain values."""
    plain = re.compile(r"\[[^\[\]{}]+\]")
    return plain.sub(lambda found: " ".join(found[0].split()), json.dumps(result, indent=1)) + "\n"


def table(rows, key):
    head = ["method", key, *COLUMNS.values()]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * 2 + "---:|" * len(COLUMNS)]
    for method, value, *middles in rows:
        cells = [method, str(value), *("–" if one is None else f"{one:g}" for one in middles)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def markdown(result):
    parts = ["# Echo", "", "By `benches/bench_echo.py`; medians. What is measured is said there.", ""]
    if room := result.get("room"):
        for title, key in (("level", "level_db"), ("delay", "delay_ms"), ("reverb", "reverb")):
            parts += [f"## By {title}", "", table(room[key], key), ""]
        if room["cost_ms"] is not None:
            parts += [f"WebRTC costs {room['cost_ms']:.1f} ms of processor for a second of sound.", ""]
    if pulse := result.get("pulse"):
        same = room["as at pulse"] if room else []
        parts += ["## PulseAudio's module, and ours where the room is the same", ""]
        parts += [table([*pulse["level_db"], *same], "level_db"), ""]
    parts += [f"Machine: {result['machine']}; load before and after: {result['load']}.", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    main()
