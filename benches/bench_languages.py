"""What the ear hears in other languages, and what that costs. Prints, and keeps `results/languages.md`.

Three speakers of Debian's `asterisk-core-sounds-{es,fr,it}-wav` and the texts of `asterisk-core-sounds-{es,fr,it}` (CC BY-SA 3.0): sentences
of a telephone exchange, 8 kHz. The reference is the same model, told that it hears English, as it was before there were languages. Drafts of
the first two seconds are made by the model that makes them there. An end is waited for in silence, from the last speech to the moment at which the
recogniser tells it; the reference is an English speaker of the same prompts. What is said in a word or two, of less than two seconds, is heard
behind the sentences.

    python benches/bench_languages.py [FOLDER]    # where the packages are unpacked; else /
"""

import asyncio
import gzip
import os
import re
import statistics
import sys
import time
import unicodedata
from pathlib import Path

import numpy as np
import soundfile
from machine import machine
from pace import paced

from solovox.core.events import SpeechEnded
from solovox.core.transcripts import plain
from solovox.core.units import AudioSpan, StreamId
from solovox.parts.engines.local import models
from solovox.speech.resample import to_mono16
from solovox.text.matching import compare
from solovox.weights import Cache, default_root

FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else "/") / "usr/share"
RESULT = Path(__file__).parent / "results" / "languages.md"
SPEAKERS = {"en": "en_US_f_Allison", "es": "es_MX_f_Allison", "fr": "fr_CA_f_June", "it": "it_IT_m_Carlo"}
MOST = 40
"""Sentences of each speaker, spread over the whole."""
SHORT = 2 * 2 * 16_000
"""Bytes of two seconds: what is shorter is a word or two, and is heard behind the sentences."""
DRAFT = 2 * 2 * 16_000
PIECE = 512


def sentences(language, words=range(4, 21)):
    """Sound and text of sentences without figures, as long as `words` has it."""
    told = gzip.decompress(
        (FOLDER / f"doc/asterisk-core-sounds-{language}/core-sounds-{language}.txt.gz").read_bytes()
    )
    found = []
    for line in told.decode("utf-8-sig" if told.startswith(b"\xef") else "utf-8", "replace").splitlines():
        name, _, text = line.partition(": ")
        file = FOLDER / "asterisk/sounds" / SPEAKERS[language] / f"{name}.wav"
        if not re.search(r"[\d\[�?]", text) and len(text.split()) in words and file.exists():
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


async def waited(listener, sound):
    """Of one sentence, in the listener's time: milliseconds from the last speech to each end that was told."""
    pcm, ends, fed = bytes(16_000) + sound + bytes(4 * 32_000), [], 0

    async def read():
        async for event in listener.events():
            if isinstance(event, SpeechEnded):
                ends.append((fed - event.span.end) / 16)  # noqa: PERF401  as it is told

    async with asyncio.TaskGroup() as tasks:
        reading, work = tasks.create_task(read()), tasks.create_task(listener.run())
        for first in range(0, len(pcm) // 2, PIECE):
            fed = min(first + PIECE, len(pcm) // 2)
            await asyncio.sleep(PIECE / 16_000)
            await listener.feed(AudioSpan(StreamId("mic"), first, fed - first), pcm[2 * first : 2 * fed])
        await listener.finish()
        await listener.read_out()
        work.cancel()
        await reading
    return ends


def ends(loaded, language, said):
    """A row: how long an end is waited for, and how many sentences were cut in two."""
    told = [paced(waited(loaded.recogniser(language=language), sound)) for sound, _ in said]
    last = [one[-1] for one in told if one]
    cut = sum(len(one) > 1 for one in told)
    middle, late = statistics.median(last), statistics.quantiles(last, n=10)[-1]
    return f"| {SPEAKERS[language]} | {language} | {middle:.0f} | {late:.0f} | {cut} of {len(said)} |"


def main():
    weights = Cache(default_root(os.environ))
    loaded = models(weights)
    whisper, drafts = loaded.whisper, loaded.drafts
    rows = [
        "| speaker | told | word error rate % | nothing heard | CPU s a second of sound | of a word or two, wrong % |",
        "|---|---|---|---|---|---|",
    ]
    costs = ["| drafts of | by | CPU s a draft of two seconds |", "|---|---|---|"]
    waits = [
        "| speaker | told | an end is told after ms, median | 90 % | cut in two |",
        "|---|---|---|---|---|",
    ]
    for language, speaker in SPEAKERS.items():
        said = list(sentences(language))
        short = [one for one in sentences(language, range(1, 4)) if len(one[0]) < SHORT]
        for told in dict.fromkeys((language, "auto", "en")):
            listener = whisper.hearing(told)
            rate, silent, cost = measured(listener, said)
            wrong = measured(listener, short)[0]
            rows.append(
                f"| {speaker} | {told} | {rate:.1f} | {silent} of {len(said)} | {cost:.3f} | {wrong:.1f} |"
            )
            print(rows[-1], flush=True)
        for by, draft in (("whisper-base", whisper.hearing(language).draft()), ("whisper-tiny.en", drafts)):
            began = time.process_time()
            for sound, _ in said:
                draft.transcribe(sound[:DRAFT])
            costs.append(f"| {speaker} | {by} | {(time.process_time() - began) / len(said):.3f} |")
            print(costs[-1], flush=True)
        waits.append(ends(loaded, language, said[::2]))
        print(waits[-1], flush=True)
    on = machine()
    load = f"{on['cores']} cores ({on['processor']}); load average {os.getloadavg()[0]:.1f}"
    head = f"# What is heard in other languages\n\n{__doc__.split(chr(10) * 2)[1]}\n\n{load}.\n\n"
    RESULT.write_text(head + "\n\n".join("\n".join(one) for one in (rows, costs, waits)) + "\n")


if __name__ == "__main__":
    main()
