"""How well and how fast the local ear hears. Prints, and keeps `results/recognition.json` and `.md`.

Word error rates are after normalising (`wer.py`). Latency is in real time, through the whole recogniser: from the last
sample of speech in the microphone to the final text. CPU figures are of one process; wall figures
depend on who else uses the machine, so the load average is kept beside them.

    python benches/bench_recognition.py [--every N] [--only PART,PART]

Pauses are measured in the listener's time: silence takes no real time, and an answer takes as long as it
took to compute (`pace.py`). Latency is measured in real time.

`--every` takes only every Nth clip, and the result says so; `--only` (memory, latency, pauses, cost, beams, words)
measures some parts again and keeps the rest.
"""

import asyncio
import json
import math
import os
import resource
import statistics
import sys
import time
from functools import cache
from pathlib import Path

import clips
import ctranslate2
import numpy as np
import wer
from beam_search import beams, beams_page
from machine import machine
from pace import paced

from solovox.core.events import LocalTranscript, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.live.local.recogniser import LocalRecogniser
from solovox.parts.engines.local import drafting
from solovox.shell.clock import run
from solovox.speech.smart_turn import SmartTurn
from solovox.speech.stt.whisper import Whisper
from solovox.speech.voice_activity import EnergyVad, SileroVad
from solovox.speech.wake_phrase import SpottedWake

RESULTS = Path(__file__).parent / "results"
MODELS = ("whisper-base", "whisper-tiny.en")
PAUSES = (0.3, 0.5, 0.8, 1.2, 1.6, 2.0)
EVERY = int(sys.argv[sys.argv.index("--every") + 1]) if "--every" in sys.argv else 1
ONLY = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else []
VOICES = clips.KOKORO
MIC = StreamId("mic")
RATE = clips.RATE


def main():
    commands = clips.COMMANDS[::EVERY]
    RESULTS.mkdir(exist_ok=True)
    kept = RESULTS / "recognition.json"
    result = json.loads(kept.read_text()) if ONLY and kept.exists() else {"load": {}}
    result |= {"machine": machine(ctranslate2=ctranslate2.__version__), "every": EVERY}
    whisper = Whisper(clips.CACHE.path("whisper-base"))
    parts = {
        "memory": lambda: hearing_memory(whisper),
        "latency": lambda: latency(whisper, commands),
        "pauses": lambda: pauses(whisper),
        "cost": lambda: cost(whisper),
        "beams": lambda: beams(commands[::2]),
        "words": lambda: (row for model in MODELS for row in words(model, whisper, commands)),
    }
    for name, measure in parts.items():
        if name in (ONLY or parts):
            before = os.getloadavg()[0]
            keep_part(result, name, measure(), before)
    print(markdown(result))


def keep_part(result, name, measured, before):
    """Put what was measured into the result, and write that: a list row by row, so that what is done is kept."""
    rows = []
    for row in [measured] if isinstance(measured, dict) else measured:
        rows.append(row)
        result[name] = measured if isinstance(measured, dict) else rows
        result["load"][name] = [round(before, 1), round(os.getloadavg()[0], 1)]
        (RESULTS / "recognition.json").write_text(json.dumps(result, indent=1) + "\n")
        (RESULTS / "recognition.md").write_text(markdown(result))


def hearing_memory(whisper):
    """What the whole local ear needs, in use."""
    run(listen(whisper, clips.said("flite slt", clips.COMMANDS[0])), math.inf)
    return [memory("the whole local ear, in use")]


def memory(what):
    """The most this process has needed so far, in MB."""
    return {"what": what, "most_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}


def words(model, base, commands):
    """The word error rate of one model on every voice, and what it cost."""
    whisper = base if model == "whisper-base" else Whisper(clips.CACHE.path(model))
    for voice in (*VOICES, *clips.ROBOTS, "human"):
        material = (
            clips.human() if voice == "human" else [(text, clips.said(voice, text)) for text in commands]
        )
        pairs, cpu, wall, seconds = [], 0.0, 0.0, 0.0
        for text, pcm in material:
            began, used = time.perf_counter(), time.process_time()
            pairs.append((text, whisper.transcribe(pcm).text))
            cpu += time.process_time() - used
            wall += time.perf_counter() - began
            seconds += len(pcm) / 2 / RATE
        wrong = [pair for pair in pairs if wer.normal(pair[0]) != wer.normal(pair[1])]
        row = {"model": model, "voice": voice, **wer.score(pairs), "wrong": wrong}
        row |= {"rtf_cpu": round(cpu / seconds, 3), "rtf_wall": round(wall / seconds, 3)}
        print(f"{model} {voice}: {row['wer']} %", flush=True)
        yield row


def recogniser(whisper):
    return LocalRecogniser(
        SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx")),
        SmartTurn(clips.CACHE.path("smart-turn", "smart-turn-v3.2-cpu.onnx")),
        whisper,
        drafts_beside(whisper),
        SpottedWake("computer"),
    )


@cache
def drafts_beside(whisper):
    """What the program makes drafts with beside it."""
    return drafting(clips.CACHE, whisper)


async def listen(whisper, pcm, piece=320):
    """Every event with the loop's time at which it came; sound comes in pieces of 20 ms."""
    hearing, loop, heard = recogniser(whisper), asyncio.get_running_loop(), []

    async def read():
        heard.extend([(loop.time() - began, event) async for event in hearing.events()])

    async with asyncio.TaskGroup() as tasks:
        began = loop.time()
        running = tasks.create_task(hearing.run())
        tasks.create_task(read())
        for at in range(0, len(pcm) // 2, piece):
            await asyncio.sleep(max(0.0, began + (at + piece) / RATE - loop.time()))
            part = pcm[2 * at : 2 * (at + piece)]
            await hearing.feed(AudioSpan(MIC, at, len(part) // 2), part)
        await hearing.finish()
        running.cancel()
    return heard


def spoken(pcm):
    """The sound without the silence at its ends: quieter than 40 dB below its loudest 10 ms."""
    sound = np.frombuffer(pcm, "<i2").astype(float)
    grains = np.sqrt((sound[: len(sound) // 160 * 160].reshape(-1, 160) ** 2).mean(axis=1))
    loud = np.flatnonzero(grains > grains.max() / 100)
    return pcm[320 * loud[0] : 320 * (loud[-1] + 1)]


def silence(seconds):
    return bytes(2 * int(RATE * seconds))


def latency(whisper, commands):
    """Last sample of speech to `SpeechEnded` and to the final text, commands of about three seconds, in real time."""
    material = of_three_seconds(commands)
    most = max(4, 24 // EVERY)
    material = material[:: max(1, len(material) // most)][:most]
    ended, told = [], []
    for _, pcm in material:
        heard = run(listen(whisper, silence(0.5) + pcm + silence(3.0)))
        last = 0.5 + len(pcm) / 2 / RATE
        ended += [1000 * (at - last) for at, event in heard if isinstance(event, SpeechEnded)][-1:]
        told += [
            1000 * (at - last) for at, event in heard if isinstance(event, LocalTranscript) and event.final
        ][-1:]
    return {"commands": len(material), "speech_ended_ms": spread(ended), "final_text_ms": spread(told)}


def of_three_seconds(commands):
    """Those commands, by four voices, that take about three seconds."""
    material = [(text, spoken(clips.said(voice, text))) for voice in VOICES[:4] for text in commands]
    return [(text, pcm) for text, pcm in material if 2.2 <= len(pcm) / 2 / RATE <= 3.8]


def spread(values):
    ordered = sorted(values)
    return {
        "p50": round(statistics.median(ordered)),
        "p90": round(ordered[int(0.9 * (len(ordered) - 1))]),
        "min": round(ordered[0]),
        "max": round(ordered[-1]),
    }


def pauses(whisper):
    """How often a pause in mid-sentence was taken for the end; and the silence after which true ends were seen.

    In the listener's time (`pace.py`). Two sentences are said by one voice, the next two by the other: so each half
    (the even sentences, and the odd ones, held out) has both.
    """
    for pause in PAUSES:
        false, waits, held_out = [], [], 0
        for n, sentence in list(enumerate(clips.HESITANT))[::EVERY]:
            first, second = clips.hesitating(("af_bella", "bm_george")[n // 2 % 2], sentence)
            sound = silence(0.5) + first + silence(pause) + second
            heard = paced(listen(whisper, sound + silence(3.0)))
            ends = [at for at, event in heard if isinstance(event, SpeechEnded)]
            false += [n] if len(ends) > 1 else []
            held_out += n % 2
            waits.append(1000 * (ends[-1] - len(sound) / 2 / RATE))
        print(f"pause {pause} s: {len(false)} of {len(waits)} ended falsely", flush=True)
        yield {
            "pause_s": pause,
            "utterances": len(waits),
            "false_ends": len(false),
            "held_out": held_out,
            "held_out_false_ends": sum(n % 2 for n in false),
            "sentences": false,
            "end_wait_ms": spread(waits),
        }


def cost(whisper):
    """CPU seconds for a second of sound, and for a question."""
    sound = b"".join(clips.said("af_bella", text) for text in clips.COMMANDS[:12])
    seconds = len(sound) / 2 / RATE
    frames = [sound[at : at + 1024] for at in range(0, len(sound) - 1023, 1024)]
    silero = SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx"))
    turn = SmartTurn(clips.CACHE.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))
    energy, wake = EnergyVad(), SpottedWake("computer")
    command = clips.said("af_bella", clips.COMMANDS[4])
    commands = [pcm for _, pcm in of_three_seconds(clips.COMMANDS)[::8]]
    used = [
        cpu(lambda pcm=pcm: paced(listen(whisper, silence(0.5) + pcm + silence(1.5)))) for pcm in commands
    ]
    return {
        "silero_rtf": cpu(lambda: [silero.probability(frame) for frame in frames]) / seconds,
        "energy_rtf": cpu(lambda: [energy.probability(frame) for frame in frames]) / seconds,
        "wake_rtf": cpu(lambda: [wake.hear_phrase(frame) for frame in frames]) / seconds,
        "smart_turn_s": cpu(lambda: [turn.rate_end(command) for _ in range(10)]) / 10,
        "whisper_base_3s_s": cpu(lambda: [whisper.transcribe(command) for _ in range(5)]) / 5,
        "draft_3s_s": cpu(lambda: [drafts_beside(whisper).transcribe(command) for _ in range(5)]) / 5,
        "utterance_3s_s": statistics.median(used),
        "utterance_3s_most_s": max(used),
    }


def cpu(work):
    began = time.process_time()
    work()
    return round(time.process_time() - began, 5)


def markdown(result):
    """What there is of the result as a page."""
    load = "; ".join(f"{part} {before} to {after}" for part, (before, after) in result["load"].items())
    m = result["machine"]
    out = [
        "# Recognition, measured",
        "",
        f"{m['processor']}, {m['cores']} cores, Python {m['python']}, ctranslate2 {m['ctranslate2']}.",
        f"Every {result['every']}th clip. " if result["every"] > 1 else "",
        f"Load average before and after each part: {load}. Synthetic voices are easier than people.",
        "",
    ]
    pages = {
        "words": words_page,
        "beams": beams_page,
        "latency": latency_page,
        "pauses": pauses_page,
        "cost": cost_page,
    }
    for name, page in (pages | {"memory": memory_page}).items():
        out += [*page(result[name]), ""] if name in result else []
    return "\n".join(out)


def words_page(rows):
    columns = ("model", "voice", "clips", "wer", "exact", "rtf_cpu", "rtf_wall")
    out = [
        "| model | voice | clips | WER % | exact | rtf (cpu) | rtf (wall) |",
        "|---|---|---|---|---|---|---|",
    ]
    return out + [f"| {' | '.join(str(row[column]) for column in columns)} |" for row in rows]


def latency_page(late):
    out = [f"Last sample of speech to …, {late['commands']} commands of about 3 s, real time (ms):", ""]
    out += ["| | p50 | p90 | min | max |", "|---|---|---|---|---|"]
    for name in ("speech_ended_ms", "final_text_ms"):
        s = late[name]
        out.append(f"| {name[:-3].replace('_', ' ')} | {s['p50']} | {s['p90']} | {s['min']} | {s['max']} |")
    return out


def pauses_page(rows):
    def share(false, count):
        return f"{false} of {count} ({100 * false / max(1, count):.0f} %)"

    if not all("held_out" in row for row in rows):
        return ["The pauses were measured in an earlier way: measure them again."]
    false, count, held_false, held = (
        sum(row[name] for row in rows)
        for name in ("false_ends", "utterances", "held_out_false_ends", "held_out")
    )
    chosen = f"of the odd sentences (see `clips.HESITANT`): {share(held_false, held)}."
    out = [
        f"False ends at a pause in mid-sentence: {share(false, count)}; {chosen}",
        "In the listener's time: an answer takes as long as it took to compute, one at a time.",
        "",
        "| pause s | utterances | false ends | of those held out | sentences | true end after p50 ms |",
        "|---|---|---|---|---|---|",
    ]
    for r in rows:
        held = f"{r['held_out_false_ends']} of {r['held_out']}"
        which = ", ".join(map(str, r["sentences"]))
        wait = r["end_wait_ms"]["p50"]
        out.append(f"| {r['pause_s']} | {r['utterances']} | {r['false_ends']} | {held} | {which} | {wait} |")
    return out


def cost_page(cost):
    return ["| CPU | |", "|---|---|", *(f"| {name} | {value:.4f} |" for name, value in cost.items())]


def memory_page(rows):
    return ["| most memory after | MB |", "|---|---|", *(f"| {r['what']} | {r['most_mb']} |" for r in rows)]


if __name__ == "__main__":
    main()
