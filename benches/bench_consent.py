"""What a yes is by sound: the corpus of consent and every code, said by nine voices and heard by the recogniser.

    python benches/bench_consent.py [--every N] [--from K,K] [--only VOICE,VOICE]

Each utterance is said with 0.3 s of quiet around it, transcribed by `whisper-base`, and judged by the language pack. Prints, and keeps
`results/consent.json` and `.md`. `--every` takes every Nth utterance from the Kth on (codes: from the first K), and the result says so. Five voices are
clear ones; a person would not always understand the four others, which are counted apart.
"""

import json
import os
import sys
import time
from pathlib import Path

import clips
import ctranslate2
from machine import machine

from solovox.lang.en.words import ENGLISH, SENTENCES
from solovox.speech.stt.whisper import Whisper

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from core.consented import corpus, score, taken

RESULTS = Path(__file__).parent / "results"
CLEAR = ("af_bella", "am_michael", "bf_emma", "bm_george", "joe")
ROBOTS = ("flite slt", "flite rms", "flite awb", "espeak")
QUIET = bytes(2 * int(0.3 * clips.RATE))


def option(name, otherwise):
    """What follows `name` on the command line."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else otherwise


EVERY, FROM = int(option("--every", "1")), [int(one) for one in option("--from", "0").split(",")]
ONLY = option("--only", ",".join(CLEAR + ROBOTS)).split(",")


def main():
    whisper = Whisper(clips.CACHE.path("whisper-base"), threads=1)
    kept = RESULTS / "consent.json"
    voices = (
        json.loads(kept.read_text())["voices"] if len(ONLY) < len(CLEAR + ROBOTS) and kept.exists() else {}
    )
    for voice in ONLY:
        voices[voice] = measured(whisper, voice)
        print(f"{voice}: {voices[voice]['said']}; codes {voices[voice]['codes']} %", flush=True)
        voices = {one: voices[one] for one in CLEAR + ROBOTS if one in voices}
        about = machine(ctranslate2=ctranslate2.__version__) | {"load": round(os.getloadavg()[0], 1)}
        results = {"machine": about, "by_text": by_text(), "voices": voices}
        kept.write_text(json.dumps(results, indent=1) + "\n")
        (RESULTS / "consent.md").write_text(markdown(about, voices))
    print(markdown(about, voices))


def by_text():
    return str(score([(said, said.text) for said in corpus()], ENGLISH))


def measured(whisper, voice):
    """What one voice says, and what of it is heard."""
    used = time.process_time()
    said = {one: heard(whisper, voice, one.text) for n, one in enumerate(corpus()) if n % EVERY in FROM}
    alike = [(one, said[one].text) for one in near() if one in said]
    found = score([(one, said[one].text) for one in said if one not in near()], ENGLISH)
    codes = [
        (code, heard(whisper, voice, f"Confirm {code}.").text) for code in every_code()[FROM[0] :: EVERY]
    ]
    wrong = [
        pair
        for pair in codes
        if ENGLISH.find_code(pair[1])[0] != pair[0] or taken(pair[1], ENGLISH) != "grant"
    ]
    granted = [(one, text) for one, text in said.items() if taken(text.text, ENGLISH) == "grant"]
    return {
        "every": EVERY,
        "from": FROM,
        "said": str(found),
        "count": found.count,
        "meant": found.count - found.not_meant,
        "false_grants": [(one.text, text) for one, text in found.false_grants],
        "alike": [(one.text, text) for one, text in alike if taken(text, ENGLISH) == "grant"],
        "of_alike": len(alike),
        "refused": round(found.refused, 1),
        "refusals": [(one.text, text) for one, text in found.false_refusals],
        "sure": [(one.meant == "grant", round(text.confidence, 3), agrees(whisper, voice, one)) for one, text in granted],
        "codes": round(100 * (1 - len(wrong) / len(codes)), 1),
        "codes_missed": wrong,
        "other_code": [pair for pair in wrong if ENGLISH.find_code(pair[1])[0]],
        "cpu": round(time.process_time() - used),
    }  # fmt: skip


def agrees(whisper, voice, one):
    """Whether a second hearing, in another window, is a yes, too."""
    return taken(heard(whisper.draft(), voice, one.text).text, ENGLISH) == "grant"


def separates(pairs):
    """How often a true one is above a false one (area under the curve): 0.5 tells nothing, 1 all."""
    true, false = ([value for yes, value in pairs if yes is which] for which in (True, False))
    wins = sum((a > b) + (a == b) / 2 for a in true for b in false)
    return wins / (len(true) * len(false)) if true and false else None


def near():
    """What is so near to a yes that a recogniser may take it for one."""
    return [said for said in corpus() if said not in corpus(by_sound=True)]


def every_code():
    """All that `HoldWords.code` can give."""
    return [f"{first} {second}" for first in SENTENCES.holds.first for second in SENTENCES.holds.second]


def heard(stt, voice, text):
    """What the recogniser makes of `text` said by `voice`."""
    return stt.transcribe(QUIET + clips.said(voice, text) + QUIET)


def markdown(about, voices):
    """The results as a page."""
    rows = {voice: row(voice, one) for voice, one in voices.items()}
    clear = {voice: one for voice, one in voices.items() if voice in CLEAR}
    said = sum(one["count"] for one in clear.values())
    meant = sum(one["meant"] for one in clear.values())
    refused = 100 * sum(len(one["refusals"]) for one in clear.values()) / max(1, meant)
    grants = sum(len(one["false_grants"]) for one in clear.values())
    return "\n".join([
        "# What a yes is, by text and by sound",
        "",
        f"By text: {by_text()}.",
        "",
        f"By sound, in {len(clear)} clear voices: {said} utterances, of which {said - meant} may not grant: {grants} false grants, {refused:.1f} % false refusals.",
        "",
        f"Each voice says the corpus, or every Nth of it, and whisper-base hears it. {about['cores']} cores ({about['processor']}); load average {about['load']}.",
        "Words that are near to a yes in sound (“Go ahead?”, “due it”, “guess”) are counted by themselves: once they are heard as one, no text tells them apart.",
        "A code counts as heard if the whole of “Confirm apple hotel.” allows what has the code.",
        "",
        *HEAD, *(rows[voice] for voice in clear),
        "",
        "Voices that a person does not always understand, either:",
        "",
        *HEAD, *(rows[voice] for voice in rows if voice not in CLEAR),
        "", *doubt([one for voice in voices.values() for one in voice["sure"]]),
        "", "False grants:", "", *(listed(voices, "false_grants") or ["none"]),
        "", "False refusals:", "", *(listed(voices, "refusals") or ["none"]),
        "", "Grants of what is near in sound:", "", *(listed(voices, "alike") or ["none"]),
        "", "Codes that were not heard:", "", *(listed(voices, "codes_missed") or ["none"]), "",
    ])  # fmt: skip


HEAD = (
    "| voice | which | utterances | false grants | grants of what is near in sound | false refusals % | codes heard % | heard as another code | CPU s |",
    "|---|---|---|---|---|---|---|---|---|",
)


def row(voice, one):
    """One voice in the table."""
    which = "all" if one["every"] == 1 else f"every {one['every']}th from {', '.join(map(str, one['from']))}"
    return f"| {voice} | {which} | {one['count']} | {len(one['false_grants'])} | {len(one['alike'])} of {one['of_alike']} | {one['refused']} | {one['codes']} | {len(one['other_code'])} | {one['cpu']} |"


def doubt(sure):
    """Whether a doubtful yes could be told from a sure one."""
    confidence = separates([(yes, value) for yes, value, _ in sure])
    agreed = separates([(yes, agrees) for yes, _, agrees in sure])
    if confidence is None or agreed is None:
        return []
    least = sorted(value for yes, value, _ in sure if yes)[sum(yes for yes, _, _ in sure) // 20]
    false = [(value, agrees) for yes, value, agrees in sure if not yes]
    return [
        (
            "Whether a doubtful yes could be told from a sure one, over all that was heard as a yes. "
            f"Confidence separates by {confidence:.2f} (area under the curve): below {least:.2f}, which refuses a twentieth of what is meant as a yes, "
            f"{sum(value < least for value, _ in false)} of {len(false)} wrong ones would be refused. "
            f"A second hearing in another window separates by {agreed:.2f}, and refuses {sum(not agrees for _, agrees in false)} of {len(false)}. "
            "So neither is asked: most of these words have the very sound of a yes."
        )
    ]


def listed(voices, what):
    """Each pair, with its voice."""
    return [
        f"- {voice}: “{said}” heard as “{text}”" for voice, one in voices.items() for said, text in one[what]
    ]


if __name__ == "__main__":
    main()
