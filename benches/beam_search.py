"""A beam of two against the greedy decoder: the same sound, one after the other. For `bench_recognition.py --only beams`.

A beam gives no scores, and the ear needs two beside the words: how sure each word is, and whether the sentence ends (`stt/marks.py`). They are
asked for by themselves then, and that is part of what a beam costs.
"""

import statistics
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import clips
import numpy as np
import wer
from machine import machine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from solovox.speech.log_mel import HOP, RATE
from solovox.speech.stt.whisper import Whisper, length_for, most_tokens
from speech.conftest import NOISES

VOICES = ("human", "flite slt", "espeak")
DECIDED = """The greedy decoder stays. A beam gives no scores, and asking for those by themselves (how sure each word is,
whether the sentence ends) makes a hearing half as dear again and a clip up to two thirds slower. It invents nothing, and hears one clip of a person better
(14 clips, 2 words); synthetic voices are heard as well or worse."""
MARKS = (".", "?", "!", ",", "...", "-")


class BeamWhisper(Whisper):
    """`Whisper` with a beam of two."""

    def _decode(self, encoded, prompt, seconds):
        (found,) = self._model.generate(
            encoded,
            [prompt],
            beam_size=2,
            max_length=length_for(most_tokens(seconds), len(prompt)),
            return_scores=True,
            return_no_speech_prob=True,
        )
        tokens, ids = found.sequences[0], found.sequences_ids
        start = [self._vocabulary[token] for token in self._prompt[:-1]]
        if ids[0]:
            self._model.align(encoded, start, ids, [int(seconds * RATE) // HOP])
        words = [token for n, token in enumerate(tokens) if set(tokens[n:]) - {*MARKS}]
        (ending,) = self._model.generate(
            encoded,
            [[*prompt, *words]],
            beam_size=1,
            max_length=length_for(1, len(prompt) + len(words)),
            return_logits_vocab=True,
        )
        given = ending.logits[0][0] if ending.logits and ending.logits[0] else None
        scores = np.zeros(len(self._vocabulary)) if given is None else np.asarray(given)
        return SimpleNamespace(
            sequences=found.sequences,
            sequences_ids=ids,
            scores=found.scores,
            no_speech_prob=found.no_speech_prob,
            logits=[[scores] * (len(tokens) + 1)],
        )


def beams(commands):
    """For each voice, and for what is no speech: words that are wrong or invented, CPU, and the time of a clip."""
    folder = clips.CACHE.path("whisper-base")
    ears = {"greedy": Whisper(folder), "a beam of two": BeamWhisper(folder)}
    for voice in (*VOICES, "no speech"):
        if voice == "no speech":
            material = [
                ("", pcm)
                for pcm in (*NOISES.values(), *(pcm[: len(pcm) // 10 * 2] for pcm in NOISES.values()))
            ]
        else:
            material = (
                clips.human() if voice == "human" else [(text, clips.said(voice, text)) for text in commands]
            )
        pairs, used, took = ({name: [] for name in ears} for _ in range(3))
        for text, pcm in material:
            for name, ear in ears.items():
                began, cpu = time.perf_counter(), time.process_time()
                pairs[name].append((text, ear.transcribe(pcm).text))
                used[name].append(time.process_time() - cpu)
                took[name].append(1000 * (time.perf_counter() - began))
        for name in ears:
            words = sum(len(heard.split()) for _, heard in pairs[name])
            score = {"wer": "", "clips": len(material)} if voice == "no speech" else wer.score(pairs[name])
            row = {
                "voice": voice,
                "decoder": name,
                "clips": score["clips"],
                "wer": score["wer"],
                "invented": words if voice == "no speech" else "",
            }
            yield row | {
                "on": machine()["processor"],
                "cpu_s": round(sum(used[name]), 2),
                "clip_ms": round(statistics.median(took[name])),
            }


def beams_page(rows):
    """The table, and what was decided by it."""
    out = [
        f"A beam against the greedy decoder, whisper-base on {rows[0]['on']}, one after the other for each clip:",
        "",
    ]
    out += [
        "| voice | decoder | clips | WER % | words invented | CPU s | a clip, median ms |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    shown = [[value for name, value in row.items() if name != "on"] for row in rows]
    return [*out, *(f"| {' | '.join(map(str, values))} |" for values in shown), "", DECIDED]
