"""How many names of a workspace arrive, and what is broken. Prints, and keeps `results/mending.md`.

python benches/bench_mending.py --hear    # speak the corpora of tests/text/mending, and keep what is heard there
python benches/bench_mending.py           # the figures, by those texts
"""

import sys

import clips
import spoken_names

from solovox.speech.stt.whisper import Whisper


def main():
    if "--hear" in sys.argv:
        hear()


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
            print(which, voice, flush=True)
        spoken_names.keep(f"heard/{which}", heard)
        print(which, len(heard), flush=True)


main()
