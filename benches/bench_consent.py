"""What a yes is by sound: the corpus of consent and every code, said by five voices and heard by the recogniser.

    python benches/bench_consent.py [--every N] [--only VOICE,VOICE]

Each utterance is said with 0.3 s of quiet around it, transcribed by `whisper-base`, and judged by the language pack. Prints, and keeps
`results/consent.json` and `.md`. `--every` takes every Nth utterance, and the result says so.
"""

import json
import os
import sys
import time
from pathlib import Path

import clips
import ctranslate2
import numpy as np
from machine import machine

from solovox.core.english import ENGLISH
from solovox.speech.resample import to_mono16
from solovox.speech.stt.whisper import Whisper
from solovox.speech.tts.piper import Piper

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from core.consented import corpus, score, taken

RESULTS = Path(__file__).parent / "results"
VOICES = ("flite slt", "flite rms", "flite awb", "espeak", "joe")
EVERY = int(sys.argv[sys.argv.index("--every") + 1]) if "--every" in sys.argv else 1
ONLY = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else VOICES
QUIET = bytes(2 * int(0.3 * clips.RATE))
JOE = []


def main():
    whisper = Whisper(clips.CACHE.path("whisper-base"))
    kept = RESULTS / "consent.json"
    voices = json.loads(kept.read_text())["voices"] if len(ONLY) < len(VOICES) and kept.exists() else {}
    for voice in ONLY:
        voices[voice] = measured(whisper, voice)
        print(f"{voice}: {voices[voice]['said']}; codes {voices[voice]['codes']} %", flush=True)
        about = machine(ctranslate2=ctranslate2.__version__) | {
            "load": round(os.getloadavg()[0], 1),
            "every": EVERY,
        }
        kept.write_text(
            json.dumps({"machine": about, "by_text": by_text(), "voices": voices}, indent=1) + "\n"
        )
        (RESULTS / "consent.md").write_text(markdown(about, voices))
    print(markdown(about, voices))


def by_text():
    return str(score([(said, said.text) for said in corpus()], ENGLISH))


def measured(whisper, voice):
    """What one voice says, and what of it is heard."""
    used = time.process_time()
    found = score(
        [(said, heard(whisper, voice, said.text)) for said in corpus(by_sound=True)[::EVERY]], ENGLISH
    )
    alike = [(said, heard(whisper, voice, said.text)) for said in near()[::EVERY]]
    codes = [(code, heard(whisper, voice, f"Confirm {code}.")) for code in every_code()[::EVERY]]
    wrong = [
        pair
        for pair in codes
        if ENGLISH.holds.coded(pair[1])[0] != pair[0] or taken(pair[1], ENGLISH) != "grant"
    ]
    return {
        "said": str(found),
        "count": found.count,
        "false_grants": [(said.text, text) for said, text in found.false_grants],
        "alike": [(said.text, text) for said, text in alike if taken(text, ENGLISH) == "grant"],
        "of_alike": len(alike),
        "refused": round(found.refused, 1),
        "refusals": [(said.text, text) for said, text in found.false_refusals],
        "codes": round(100 * (1 - len(wrong) / len(codes)), 1),
        "codes_missed": wrong,
        "other_code": [pair for pair in wrong if ENGLISH.holds.coded(pair[1])[0]],
        "cpu": round(time.process_time() - used),
    }  # fmt: skip


def near():
    """What is so near to a yes that a recogniser may take it for one."""
    return [said for said in corpus() if said not in corpus(by_sound=True)]


def every_code():
    """All that `HoldWords.code` can give."""
    return [f"{first} {second}" for first in ENGLISH.holds.first for second in ENGLISH.holds.second]


def heard(whisper, voice, text):
    return whisper.transcribe(QUIET + sound(voice, text) + QUIET).text


def sound(voice, text):
    """`text` said by `voice`, 16-bit 16 kHz."""
    return clips.kept(f"joe: {text}", lambda: _joe(text)) if voice == "joe" else clips.said(voice, text)


def _joe(text):
    if not JOE:
        folder = clips.CACHE.path("piper-joe")
        JOE.append(Piper(folder / "model.onnx", folder / "model.onnx.json", clips.english(clips.CACHE)))
    pcm = b"".join(spoken.pcm for spoken in JOE[0].speak(text))
    return to_mono16(np.frombuffer(pcm, "<i2"), 24_000)


def markdown(about, voices):
    """The results as a page."""
    rows = [
        f"| {voice} | {one['count']} | {len(one['false_grants'])} | {len(one['alike'])} of {one['of_alike']} | {one['refused']} | {one['codes']} | {len(one['other_code'])} | {one['cpu']} |"
        for voice, one in voices.items()
    ]
    grants = [
        f"- {voice}: “{said}” heard as “{text}”"
        for voice, one in voices.items()
        for said, text in one["false_grants"]
    ]
    codes = [
        f"- {voice}: “{said}” heard as “{text}”"
        for voice, one in voices.items()
        for said, text in one["codes_missed"]
    ]
    part = "" if about["every"] == 1 else f", every {about['every']}th of them"
    return "\n".join([
        "# What a yes is, by text and by sound",
        "",
        f"By text: {by_text()}.",
        "",
        f"By sound: the same corpus{part}, said by each voice and heard by whisper-base. {about['cores']} cores ({about['processor']}); load average {about['load']}.",
        "Words that are near to a yes in sound (“Go ahead?”, “due it”, “guess”) are counted by themselves: once they are heard as one, no text tells them apart.",
        "A code counts as heard if the whole of “Confirm apple hotel.” allows what has the code.",
        "",
        "| voice | utterances | false grants | grants of what is near in sound | false refusals % | codes heard % | heard as another code | CPU s |",
        "|---|---|---|---|---|---|---|---|",
        *rows, "", "False grants:", "", *(grants or ["none"]), "", "Codes that were not heard:", "", *(codes or ["none"]), "",
    ])  # fmt: skip


if __name__ == "__main__":
    main()
