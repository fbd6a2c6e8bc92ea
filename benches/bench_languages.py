"""What the ear hears in other languages, and what that costs. Prints, and keeps `results/languages.md`.

Three speakers of Debian's `asterisk-core-sounds-{es,fr,it}-wav` and the texts of `asterisk-core-sounds-{es,fr,it}` (CC BY-SA 3.0): sentences
of a telephone exchange, 8 kHz. The reference is the same model, told that it hears English, as it was before there were languages. Drafts of
the first two seconds are made by the model that makes them there.

    python benches/bench_languages.py [FOLDER]    # where the packages are unpacked; else /
"""

import gzip
import os
import re
import sys
import time
import unicodedata
from pathlib import Path

import numpy as np
import soundfile
from machine import machine

from solovox.app.local_engines import drafting, understanding
from solovox.core.transcripts import plain
from solovox.speech.resample import to_mono16
from solovox.text.matching import compare
from solovox.weights import Cache, default_root

FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else "/") / "usr/share"
RESULT = Path(__file__).parent / "results" / "languages.md"
SPEAKERS = {"es": "es_MX_f_Allison", "fr": "fr_CA_f_June", "it": "it_IT_m_Carlo"}
MOST = 40
"""Sentences of each speaker, spread over the whole."""
DRAFT = 2 * 2 * 16_000


def sentences(language):
    """Sound and text of sentences of four to twenty words without figures."""
    told = gzip.decompress(
        (FOLDER / f"doc/asterisk-core-sounds-{language}/core-sounds-{language}.txt.gz").read_bytes()
    )
    found = []
    for line in told.decode("utf-8-sig" if told.startswith(b"\xef") else "utf-8", "replace").splitlines():
        name, _, text = line.partition(": ")
        file = FOLDER / "asterisk/sounds" / SPEAKERS[language] / f"{name}.wav"
        if not re.search(r"[\d\[�?]", text) and 4 <= len(text.split()) <= 20 and file.exists():
            found.append((file, text))
    for file, text in found[:: max(1, len(found) // MOST)][:MOST]:
        sound, rate = soundfile.read(file, dtype="int16")
        yield to_mono16(np.asarray(sound), rate), text


def letters(text):
    """Words without accents, which some of the texts lack."""
    bare = unicodedata.normalize("NFD", plain(text.replace("’", "'")))
    return "".join(c for c in bare if not unicodedata.combining(c)).split()


def measured(listener, said):
    """Word error rate in percent, sentences without any word, and CPU seconds for a second of sound."""
    wrong = words = silent = 0
    began = time.process_time()
    for sound, text in said:
        heard = listener.transcribe(sound).text
        wrong += compare(letters(text), letters(heard)).count
        words += len(letters(text))
        silent += not heard
    seconds = sum(len(sound) for sound, _ in said) / 32_000
    return 100 * wrong / words, silent, (time.process_time() - began) / seconds


def main():
    weights = Cache(default_root(os.environ))
    whisper = understanding(weights)
    rows = [
        "| speaker | told | word error rate % | nothing heard | CPU s a second of sound |",
        "|---|---|---|---|---|",
    ]
    costs = ["| drafts of | by | CPU s a draft of two seconds |", "|---|---|---|"]
    for language, speaker in SPEAKERS.items():
        said = list(sentences(language))
        for told in (language, "auto", "en"):
            rate, silent, cost = measured(whisper.hearing(told), said)
            rows.append(f"| {speaker} | {told} | {rate:.1f} | {silent} of {len(said)} | {cost:.3f} |")
            print(rows[-1], flush=True)
        for by, draft in (
            ("whisper-base", whisper.hearing(language).draft()),
            ("whisper-tiny.en", drafting(weights, whisper)),
        ):
            began = time.process_time()
            for sound, _ in said:
                draft.transcribe(sound[:DRAFT])
            costs.append(f"| {speaker} | {by} | {(time.process_time() - began) / len(said):.3f} |")
            print(costs[-1], flush=True)
    on = machine()
    load = f"{on['cores']} cores ({on['processor']}); load average {os.getloadavg()[0]:.1f}"
    head = f"# What is heard in other languages\n\n{__doc__.split(chr(10) * 2)[1]}\n\n{load}.\n\n"
    RESULT.write_text(head + "\n".join(rows) + "\n\n" + "\n".join(costs) + "\n")


if __name__ == "__main__":
    main()
