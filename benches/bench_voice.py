"""The voice: first sound, speed, memory, unknown words, and what a recogniser understands of it.

Run by `make bench`; keeps benches/results/voice.json and voice.md. Figures are reported, not asserted.
    .venv/bin/python benches/bench_voice.py [--quick]
"""

import argparse
import json
import os
import pydoc_data.topics
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from solovox.core.units import VOICE_RATE
from solovox.speech.g2p.english import English
from solovox.speech.g2p.lexicon import Lexicon, Source
from solovox.speech.resample import to_mono16
from solovox.speech.tts.kokoro import VOICES, Kokoro
from solovox.speech.tts.piper import Piper
from solovox.weights.cache import Cache, default_root

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benches" / "results"
SHORT = (
    "Sure.",
    "Done.",
    "I found it.",
    "Not yet.",
    "It's running.",
    "Two failed.",
    "One moment.",
    "Yes, I did.",
)
"""Clauses of at most 15 characters."""
SENTENCES = tuple(
    """Run the tests and show me the first failure.
I changed two files and committed the result.
Please open the settings page and turn off the microphone.
There are three branches, and the newest one is called release candidate.
It takes about two and a half seconds to start.
I can't reach the server, so nothing was sent.
The function returns before the file is closed.
You asked for a summary, and here it is.
The build failed because a package is missing.
I would rename this variable, but it is your choice.
Nothing was deleted, and the backup is still there.
The password is never written to the log.
She read the whole report yesterday evening.
We should record the meeting and keep a record of it.
The weather in Paris will be cold and windy tomorrow.
Add a button next to the search field.
The first line of the file says hello world.
Memory grows by ten percent every hour.
There is no such directory on this machine.
Could you tell me which version you are using?
The database was locked by another process.
I merged the branch and pushed it to the main repository.
Please wait while I look at the documentation.
The error comes from the network, not from your code.
My suggestion is to write a small test first.
A thread was blocked for almost a minute.
The previous answer was wrong, and I am sorry.
Everything works on Linux, but not on Windows.
Let's compare both solutions and choose the simpler one.
The image is too large for the screen.
His email address has changed since last week.
This loop never ends when the list is empty.
The keyboard shortcut is control and the letter K.
I have stopped the music and closed the window.
Only the owner of the project can approve this.
The answer depends on the size of the input.
Remember to restart the service after the upgrade.
The quick brown fox jumps over the lazy dog.
No changes were made to the production system.
Good morning, I am ready to begin.""".splitlines()
)


def english():
    cache = Cache(default_root(os.environ))
    return English(Lexicon(cache.path("misaki", "us_gold.json"), cache.path("misaki", "us_silver.json")))


def voice(name, reader, threads=2):
    cache = Cache(default_root(os.environ))
    if name == "joe":
        return Piper(
            cache.path("piper-joe", "model.onnx"),
            cache.path("piper-joe", "model.onnx.json"),
            reader,
            threads=threads,
        )
    return Kokoro(
        cache.path("kokoro", "model.onnx"),
        cache.path("kokoro-voices", f"{name}.bin"),
        reader,
        threads=threads,
    )


def words(text):
    plain = re.sub(r"[^a-z0-9' ]", " ", text.lower().replace("-", " ").replace("%", " percent")).split()
    small = dict(
        zip(
            "0 1 2 3 4 5 6 7 8 9 10".split(),
            "zero one two three four five six seven eight nine ten".split(),
            strict=True,
        )
    )
    return [small.get(word, word) for word in plain]


def errors(wanted, heard):
    """Word edit distance."""
    row = list(range(len(heard) + 1))
    for i, want in enumerate(wanted, 1):
        last, row[0] = row[0], i
        for j, got in enumerate(heard, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (want != got))
    return row[-1]


def latency(mouth):
    walls, cpus = [], []
    for text in SHORT * 2:
        wall, cpu = time.perf_counter(), time.process_time()
        next(iter(mouth.speak(text)))
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    return {
        "first_ms_p50": round(float(np.percentile(walls, 50))),
        "first_ms_p90": round(float(np.percentile(walls, 90))),
        "first_ms_best": round(min(walls)),
        "first_cpu_ms_p50": round(float(np.percentile(cpus, 50))),
    }


def speed(mouth, sentences):
    wall, cpu = time.perf_counter(), time.process_time()
    sound = [b"".join(spoken.pcm for spoken in mouth.speak(text)) for text in sentences]
    seconds = sum(len(pcm) for pcm in sound) / 2 / VOICE_RATE
    figures = {
        "rtf_wall": round((time.perf_counter() - wall) / seconds, 3),
        "rtf_cpu": round((time.process_time() - cpu) / seconds, 3),
    }
    return figures, sound


def understood(sentences, sound, whisper):
    wrong = total = 0
    missed = []
    for text, pcm in zip(sentences, sound, strict=True):
        heard = whisper.transcribe(to_mono16(np.frombuffer(pcm, "<i2"), VOICE_RATE)).text
        bad = errors(words(text), words(heard))
        wrong, total = wrong + bad, total + len(words(text))
        if bad:
            missed.append(f"{text} → {heard}")
    return {"wer_percent": round(100 * wrong / total, 1), "misheard": missed}


def megabytes(name):
    """Peak memory of a process of its own that says one sentence."""
    code = f"import bench_voice as b, resource; [*b.voice({name!r}, b.english()).speak(b.SENTENCES[3])]; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
    )
    return round(int(out.stdout) / 1024)


def unknown(reader):
    """Where the words of two texts get their sound: the project's own pages, and Python's language reference."""
    own = "\n".join(p.read_text(encoding="utf-8") for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
    own = re.sub(r"```.*?```", "", own, flags=re.DOTALL)
    reference = "\n".join(pydoc_data.topics.topics[name] for name in sorted(pydoc_data.topics.topics)[:25])
    prose = "\n".join(line for line in reference.splitlines() if not re.search(r"[=>{}]|::|\|", line))
    figures = {}
    for name, text in (("own_pages", own), ("python_reference", prose), ("sentences", "\n".join(SENTENCES))):
        counts = Counter(w.source for w in reader.sounded(re.sub(r"[`*|#>\[\]]", " ", text)) if w.source)
        total = sum(counts.values())
        figures[name] = {"words": total} | {
            source.name.lower(): round(100 * counts[source] / total, 2) for source in Source if counts[source]
        }
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="two voices, ten sentences")
    quick = parser.parse_args().quick
    from solovox.speech.stt.whisper import Whisper

    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    reader = english()
    sentences = SENTENCES[:10] if quick else SENTENCES
    report = {
        "load_before": os.getloadavg(),
        "cores": os.cpu_count(),
        "g2p_percent": unknown(reader),
        "voices": {},
    }
    for name in ("joe", "af_bella") if quick else ("joe", *VOICES):
        mouth = voice(name, reader)
        next(iter(mouth.speak("Warm.")))
        load = os.getloadavg()[0]
        said = sentences if name in ("joe", "af_bella", "am_michael") else sentences[:10]
        figures = latency(mouth)
        fast, sound = speed(mouth, said)
        report["voices"][name] = (
            figures | fast | understood(said, sound, whisper) | {"sentences": len(said), "load": load}
        )
        if name in ("joe", "af_bella"):
            report["voices"][name]["peak_mb"] = megabytes(name)
        print(
            name, json.dumps({k: v for k, v in report["voices"][name].items() if k != "misheard"}), flush=True
        )
    report["load_after"] = os.getloadavg()
    report["own_peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    write(report)


def write(report):
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "voice.json").write_text(
        json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    lines = [
        "# The voice",
        "",
        (
            f"{report['cores']} cores; load average {report['load_before'][0]:.1f} before, {report['load_after'][0]:.1f} after. "
            "First sound: of clauses of ≤ 15 characters, text released → first sample. WER: read back by Whisper base."
        ),
        "",
        "| voice | first ms p50 / p90 / best | first CPU ms | rtf wall | rtf CPU | WER % (sentences) | load | peak MB |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, v in report["voices"].items():
        lines.append(
            f"| {name} | {v['first_ms_p50']} / {v['first_ms_p90']} / {v['first_ms_best']} | {v['first_cpu_ms_p50']} "
            f"| {v['rtf_wall']} | {v['rtf_cpu']} | {v['wer_percent']} ({v['sentences']}) | {v['load']:.1f} | {v.get('peak_mb', '')} |"
        )
    lines += ["", "Where the words get their sound, in percent (`rules` is a guess):", ""]
    lines += [f"- {name}: {json.dumps(figures)}" for name, figures in report["g2p_percent"].items()]
    lines += ["", "Misheard:", ""]
    lines += [f"- {name}: {one}" for name, v in report["voices"].items() for one in v["misheard"]]
    (RESULTS / "voice.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(RESULTS / "voice.md")


if __name__ == "__main__":
    main()
