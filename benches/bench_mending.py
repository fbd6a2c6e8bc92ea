"""How many names of a workspace arrive, and what is broken. Prints, and keeps `results/mending.md`.

    python benches/bench_mending.py --hear    # speak the corpora of tests/text/mending, and keep what is heard there
    python benches/bench_mending.py           # the figures, by those texts
"""

import sys
import time
from pathlib import Path

import clips
import spoken_names
import wer
from machine import machine

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from text import mending_corpus as corpus

from solovox.core.mends import mended
from solovox.speech.stt.whisper import Whisper
from solovox.text.mending import mends

RESULTS = Path(__file__).parent / "results"


def main():
    if "--hear" in sys.argv:
        hear()
    (RESULTS / "mending.md").write_text(report())
    print((RESULTS / "mending.md").read_text())


def hear():
    """Every sentence in one of the voices, through whisper-base; the sound stays in the cache of `clips`."""
    whisper = Whisper(clips.CACHE.path("whisper-base"))
    for which, voices, sentences in spoken_names.corpora():
        heard = [""] * len(sentences)
        for turn, voice in enumerate(voices):
            for at in range(turn, len(sentences), len(voices)):
                meant, said = sentences[at]
                sound = clips.said(voice, said)
                text = clips.kept(
                    f"whisper-base: {voice}: {said}",
                    lambda sound=sound: whisper.transcribe(sound).text.encode(),
                )
                heard[at] = f"{voice} | {meant} | {text.decode()}"
        spoken_names.keep(f"heard/{which}", heard)
        print(which, len(heard), flush=True)


def report():
    known = corpus.lexicon("held_out")
    lines = [
        "# Mending, measured",
        "",
        f"{machine()['processor']}, Python {machine()['python']}. Spoken by synthetic voices, heard by whisper-base; a lexicon of"
        f" {len(known.names)} names.",
        "",
        "| names | of | missed as heard | missed after |",
        "|---|---:|---:|---:|",
    ]
    for which in ("development", "held_out"):
        for kind in (None, "files", "symbols", "tools", "branches"):
            count, before, after = corpus.missed(which, kind)
            lines.append(f"| {which}{f', {kind}' if kind else ''} | {count} | {share(before, count)} | {share(after, count)} |")
    lines += ["", "| sentences that must not change | of | changed |", "|---|---:|---:|"]
    for which, name in (("decoys", "held_out"), ("development_decoys", "development")):
        for how, texts in (("as written", corpus.lines(which)), ("as heard", [text for _, text in corpus.heard(which)])):
            changed = corpus.broken(texts, corpus.lexicon(name))
            lines.append(f"| {which}, {how} | {len(texts)} | {share(len(changed), len(texts))} |")
    lines += ["", "| ordinary instructions | sentences | WER % as heard | WER % after |", "|---|---:|---:|---:|", ordinary(known)]
    lines += ["", costs(known), "", Path(RESULTS / "mending_notes.md").read_text().strip()]
    return "\n".join(lines) + "\n"


def share(part, whole):
    return f"{part} ({100 * part / whole:.1f} %)"


def ordinary(known):
    """The names that are meant there are written as names in what is compared with."""
    pairs = corpus.heard("ordinary")
    after = [(named(meant, known), named(heard, known)) for meant, heard in pairs]
    return f"| in two kinds of voices | {len(pairs)} | {wer.score(pairs)['wer']} | {wer.score(after)['wer']} |"


def named(text, known):
    return mended(text, mends(text, (), known))


def costs(known):
    texts = [text for which in ("held_out", "decoys", "ordinary") for _, text in corpus.heard(which)]
    took = []
    for text in texts:
        before = time.process_time()
        mends(text, (), known)
        took.append(1000 * (time.process_time() - before))
    took.sort()
    return f"CPU a transcript: {sum(took) / len(took):.1f} ms on average, {took[-1]:.0f} ms at most."


if __name__ == "__main__":
    main()
