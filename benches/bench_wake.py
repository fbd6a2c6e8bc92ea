"""How well the wake phrase is heard, and how often it is heard where no one said it. Prints, and keeps `results/wake.json` and `.md`.

    python benches/bench_wake.py [--commands N] [--hours H] [--only heard,read,false]

Heard: commands after "Computer", said by five voices, clean and with noise at 10 dB, through the whole recogniser in the listener's time
(`pace.py`): the spotter hears the sound, and the words of drafts and finals are read. Read: the same without the spotter, as where
pocketsphinx has no wheel. False: prose that has no word with "comput" in it,
said by four voices, and the human clips. All of it is given to the spotter and transcribed in pieces of about 20 s, as one that talks on is.
What is done is kept after each piece, so a run may be ended at any time, and goes on where it was.
"""

import json
import re
import sys
import time
from itertools import cycle
from pathlib import Path
from pydoc_data.topics import topics

import clips
import ctranslate2
import numpy as np
from machine import machine
from pace import paced

from solovox.core.events import WakeHeard
from solovox.core.units import MIC, AudioSpan
from solovox.live.local.recogniser import LocalRecogniser
from solovox.speech.smart_turn import SmartTurn
from solovox.speech.stt.whisper import Whisper
from solovox.speech.voice_activity import SileroVad
from solovox.speech.wake_phrase import SpottedWake, TextWake

RESULTS = Path(__file__).parent / "results"
KEPT = RESULTS / "wake.json"
PHRASE = "computer"
VOICES = ("af_bella", "am_michael", "bf_emma", "bm_george", "joe")
TALKERS = ("flite slt", "joe", "flite rms", "flite awb")
RATE = clips.RATE
QUIET = bytes(RATE)
NOISES = {"clean": None, "noise at 10 dB": 10}
WAYS = {"heard": SpottedWake, "read": TextWake}
FRAME = 1024
"""Bytes of 32 ms: what the recogniser gives the spotter at once."""


def option(name, otherwise):
    """What follows `name` on the command line."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else otherwise


def main():
    found = json.loads(KEPT.read_text()) if KEPT.exists() else {"heard": {}, "false": {}}
    found.setdefault("read", {})
    whisper = Whisper(clips.CACHE.path("whisper-base"), threads=1)
    only = option("--only", "heard,read,false").split(",")
    commands = clips.COMMANDS[:: len(clips.COMMANDS) // int(option("--commands", "16"))]
    for way in {"heard", "read"} & set(only):
        for voice in VOICES:
            for noise, ratio in NOISES.items():
                found[way][f"{voice}, {noise}"] = heard(whisper, WAYS[way], voice, ratio, commands)
                keep(found)
    if "false" in only:
        false(whisper, found, float(option("--hours", "3")))
    print(markdown(found))


def keep(found):
    """Write what is known so far."""
    found["machine"] = machine(ctranslate2=ctranslate2.__version__)
    KEPT.write_text(json.dumps(found, indent=1) + "\n")
    (RESULTS / "wake.md").write_text(markdown(found))


def heard(whisper, wake, voice, ratio, commands):
    """Of how many commands the phrase was heard."""
    missed = []
    for number, command in enumerate(commands):
        said = clips.said(voice, f"Computer, {command[0].lower()}{command[1:]}")
        if not paced(wakes(whisper, wake(PHRASE), noisy(QUIET + said + QUIET, said, ratio, number))):
            missed.append(command)
    print(voice, ratio, len(commands) - len(missed), "of", len(commands), flush=True)
    return {"said": len(commands), "missed": missed}


def noisy(pcm, said, ratio, seed):
    """`pcm` with noise that falls by 3 dB an octave, `ratio` dB quieter than `said`."""
    if ratio is None:
        return pcm
    sound = np.frombuffer(pcm, "<i2").astype(float)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(len(sound)))
    noise = np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 1), len(sound))
    loud = np.sqrt((np.frombuffer(said, "<i2").astype(float) ** 2).mean())
    noise *= loud / 10 ** (ratio / 20) / noise.std()
    return np.clip(sound + noise, -32768, 32767).astype("<i2").tobytes()


async def wakes(whisper, wake, pcm):
    """How often the recogniser tells of the phrase."""
    hearing = LocalRecogniser(
        SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx")),
        SmartTurn(clips.CACHE.path("smart-turn", "smart-turn-v3.2-cpu.onnx")),
        whisper,
        whisper.draft(),
        wake,
    )
    return await told(hearing, pcm + 4 * QUIET)


async def told(hearing, pcm, piece=320):
    import asyncio

    count = 0

    async def read():
        nonlocal count
        async for event in hearing.events():
            count += isinstance(event, WakeHeard)

    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(hearing.run())
        reading = tasks.create_task(read())
        loop = asyncio.get_running_loop()
        began = loop.time()
        for at in range(0, len(pcm) // 2, piece):
            await asyncio.sleep(max(0.0, began + (at + piece) / RATE - loop.time()))
            part = pcm[2 * at : 2 * (at + piece)]
            await hearing.feed(AudioSpan(MIC, at, len(part) // 2), part)
        await hearing.finish()
        running.cancel()
        reading.cancel()
    return count


def prose():
    """Pieces of about 20 s of English: Python's own manual, without code and without our words."""
    sentences = []
    for _, text in sorted(topics.items()):
        for paragraph in re.split(r"\n\s*\n", text):
            if re.search(r"[{}=<>|_\[\]\\@#$%^~]|\.\.\.|::|comput", paragraph, re.IGNORECASE):
                continue
            plain = " ".join(paragraph.replace("*", "").replace('"', "").replace("`", "").split())
            sentences += [one for one in re.split(r"(?<=[.?!]) ", plain) if len(one.split()) > 4]
    piece = []
    for sentence in dict.fromkeys(sentences):
        piece.append(sentence)
        if sum(len(one.split()) for one in piece) >= 45:
            yield " ".join(piece)
            piece = []


def false(whisper, found, hours):
    """Go on with what was not said to us until there are `hours` of it."""
    pieces = [("human", None, name) for name in range(len(clips.human()))]
    voices = cycle(TALKERS)
    texts = list(prose())
    pieces += [(next(voices), text, n) for n, text in enumerate(texts)]
    pieces += [(next(voices), text, n) for n, text in enumerate(texts, len(texts))]  # by the next voice
    done = found["false"].setdefault("done", 0)
    rows = found["false"].setdefault("voices", {})
    for voice, text, number in [*pieces[done:]]:
        if sum(row["seconds"] for row in rows.values()) >= 3600 * hours:
            break
        pcm = clips.human()[number][1] if text is None else clips.said(voice, text)
        row = rows.setdefault(voice, {"seconds": 0, "by_sound": [], "by_words": [], "used": 0})
        began = time.process_time()
        if sound := spotted(pcm):
            row["by_sound"].append([sound, text])
        words = whisper.transcribe(pcm).text
        if SpottedWake(PHRASE).read(words):
            row["by_words"].append([words, text])
        row["used"] = round(row["used"] + time.process_time() - began, 1)
        row["seconds"] = round(row["seconds"] + len(pcm) / 2 / RATE, 1)
        found["false"]["done"] += 1
        if found["false"]["done"] % 10 == 0:
            keep(found)
            print(voice, found["false"]["done"], flush=True)
    keep(found)


def spotted(pcm):
    """How often the spotter hears the phrase."""
    wake, sound = SpottedWake(PHRASE), QUIET + pcm + QUIET
    return sum(wake.hear_phrase(sound[at : at + FRAME]) for at in range(0, len(sound), FRAME))


def share(rows):
    """How many of the commands were heard."""
    said, missed = sum(one["said"] for one in rows.values()), sum(len(one["missed"]) for one in rows.values())
    return f"{said - missed} of {said} ({100 * (said - missed) / max(1, said):.1f} %)"


def markdown(found):
    """The results as a page."""
    rows = found["false"].get("voices", {})
    hours = sum(row["seconds"] for row in rows.values()) / 3600
    wrong = sum(sum(count for count, _ in row["by_sound"]) + len(row["by_words"]) for row in rows.values())
    about = found.get("machine", {})
    return "\n".join([
        "# The wake phrase, measured",
        "",
        f"The phrase is “{PHRASE}”. {about.get('processor')}, {about.get('cores')} cores.",
        "",
        f"Heard: {share(found['heard'])}, by the spotter or in the words of the recogniser. The aim is 95 %.",
        f"Read, where pocketsphinx is not there: {share(found['read'])}, in the words of the recogniser alone.",
        "",
        "| voice | commands | missed | missed without the spotter |",
        "|---|---|---|---|",
        *(
            f"| {name} | {one['said']} | {len(one['missed'])} | {len(found['read'].get(name, one)['missed'])} |"
            for name, one in found["heard"].items()
        ),
        "",
        f"False: {wrong} in {hours:.2f} hours of speech without it ({wrong / max(hours, 1e-9):.2f} an hour). The aim is 0.3 an hour, in 3 hours or more.",
        "One that is both spotted and read counts twice. The prose is read aloud; it has none of the sounds of a room.",
        "",
        "| voice | minutes | by sound | by words |",
        "|---|---|---|---|",
        *(
            f"| {name} | {row['seconds'] / 60:.1f} | {sum(count for count, _ in row['by_sound'])} | {len(row['by_words'])} |"
            for name, row in rows.items()
        ),
        "",
    ])  # fmt: skip


if __name__ == "__main__":
    main()
