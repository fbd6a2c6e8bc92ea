"""The sound of a case, at 16 kHz: said by a voice, out of a Debian package, or made here.

Packages (their licences are in their `copyright`): `hedgewars-data` (human coughs, laughter and hums of many speakers; GFDL 1.3),
`asterisk-moh-opsound-wav` (music; CC BY-SA 3.0), `bucklespring-data` (each key of a keyboard, recorded; GPL 2 or later),
`minetest-mod-homedecor` (doors, a bell, water; CC BY-SA 4.0), `gcompris-qt-data` (animals; GPL 3 or later, CC BY-SA). None has sneezes
or a throat that is cleared: those, and four more coughs, are shaped noise; and no voice of ours can say "mm-hm": that is a made hum.
"""

import io
import subprocess
from functools import cache

import clips
import numpy as np
import soundfile
import soxr

from turns.beside.deal import SPOKEN, Case
from turns.grounds import RATE, level

LOUD = 0.06
"""The level of a person's voice, cough or laughter."""
BELOW = {"music": 10, "typing": 12, "room": 6, "animals": 6}
"""dB below a person's voice."""
MUSIC_SECONDS, MOST_SECONDS = 5.0, 5.0
ANIMALS = ("cow", "horse", "cat", "chickens", "duck", "dog")


def sound(case: Case) -> np.ndarray:
    """From its first sample to its last. Blocks for seconds where the cache has it not."""
    if case.kind in SPOKEN:
        found = _floats(clips.said(case.voice, case.line))
    else:
        found = _floats(clips.kept(f"beside 1: {case.kind}: {case.line}", lambda: _pcm(_sounding(case))))
    found = trimmed(found)[: round(MOST_SECONDS * RATE)]
    return found * LOUD / level(found) * 10 ** (-BELOW.get(case.kind, 0) / 20)


def trimmed(found):
    """Without the silence before and after it."""
    loud = np.flatnonzero(np.abs(found) > 0.02 * np.abs(found).max())
    return found[loud[0] : loud[-1] + 1]


def _sounding(case):
    name = case.line
    match case.kind:
        case "music":
            file, _, second = name.partition("@")
            music = _read(_packaged("asterisk-moh-opsound-wav", f"{file}.wav"))
            return music[round(float(second) * RATE) :][: round(MUSIC_SECONDS * RATE)]
        case "typing":
            return _typed(case.number)
        case "room":
            return _read(_packaged("minetest-mod-homedecor", f"{name}.ogg"))
        case "animals":
            return _animal(ANIMALS.index(name))
        case _ if name.startswith("made "):
            return _made(*name.split()[1:])
        case _:
            return _read(_packaged("hedgewars-data", f"voices/{name}.ogg"))


@cache
def _packaged(package, end):
    """The file of a package whose path ends so."""
    folder = clips.HOME / package
    if not folder.exists():
        folder.mkdir(parents=True)
        subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True, capture_output=True)
        (found,) = folder.glob("*.deb")
        subprocess.run(["dpkg-deb", "-x", found, folder], check=True)
        found.unlink()
    return next(
        path for path in sorted(folder.glob(f"**/{end.rpartition('/')[2]}")) if str(path).endswith(end)
    )


def _read(file):
    found, rate = soundfile.read(file, always_2d=True)
    return soxr.resample(found.mean(axis=1), rate, RATE)


def _animal(number):
    """One of the sounds within a bundle of Qt: each is a whole Ogg stream."""
    bundle = _packaged("gcompris-qt-data", "explore_farm_animals.rcc").read_bytes()
    _, *streams = bundle.split(b"OggS\0\x02")
    return _read(io.BytesIO(b"OggS\0\x02" + streams[number]))


def _typed(seed):
    """Four seconds of keys, as a quick typist presses and lets go of them."""
    cards = np.random.default_rng(seed)
    folder = _packaged("bucklespring-data", "wav/1e-1.wav").parent
    keys = [f"{code:02x}" for code in (*range(0x10, 0x1A), *range(0x1E, 0x27), *range(0x2C, 0x33), 0x39)]
    whole, now = np.zeros(4 * RATE), 0.0
    while (now := now + cards.uniform(0.08, 0.25)) < 3.6:
        key = cards.choice(keys)
        for way, at in (("1", now), ("0", now + 0.09)):
            click, first = _read(folder / f"{key}-{way}.wav"), round(at * RATE)
            click = click[: len(whole) - first]
            whole[first : first + len(click)] += click
    return whole


def _made(what, seed):
    """A cough, a sneeze, a throat: noise in the shape of one, through the resonances of a mouth."""
    cards = np.random.default_rng(int(seed) + 10 * len(what))
    bursts = {
        "cough": [(0.09, 0.03, 0.0), (0.22, 0.09, 0.3)] * (1 + int(seed) % 2),
        "sneeze": [(0.30, 0.25, 0.1), (0.28, 0.08, 0.05)],
        "mm-hm": [(0.16, 0.5, 1.0), (0.22, 0.4, 1.0)],
        "throat": [(0.28, 0.14, 0.8), (0.34, 0.16, 0.8)],
    }[what]
    parts = []
    for seconds, falls, voiced in bursts:
        count = round(seconds * cards.uniform(0.8, 1.2) * RATE)
        when = np.arange(count) / RATE
        rough = np.sign(
            np.sin(
                2 * np.pi * cards.uniform(70, 130) * when + 0.8 * np.cumsum(cards.standard_normal(count)) / 40
            )
        )
        if what == "mm-hm":  # a hum that rises from the first half to the second
            rough = _hum(when, (95 if int(seed) % 2 else 180) * (1.0 + 0.25 * bool(parts)))
        noise = (1 - voiced) * cards.standard_normal(count) + voiced * rough
        shaped = noise if what == "mm-hm" else _mouth(noise, cards)
        parts += [shaped * np.minimum(1, when / 0.01) * np.exp(-when / falls)]
        parts += [np.zeros(round(cards.uniform(0.06, 0.18) * RATE))]
    return np.concatenate(parts)


def _hum(when, hertz):
    """A voice through a closed mouth: its lowest tones, each weaker than the one below."""
    bends = hertz * (when + 0.05 * when**2)
    return sum(np.sin(2 * np.pi * n * bends) / n**1.6 for n in range(1, 12))


def _mouth(noise, cards):
    """Three resonances."""
    spectrum, hertz = np.fft.rfft(noise), np.fft.rfftfreq(len(noise), 1 / RATE)
    shape = np.zeros(len(hertz))
    for centre, wide in ((600, 200), (1_400, 300), (2_800, 600)):
        shape += 1 / (1 + ((hertz - centre * cards.uniform(0.85, 1.15)) / wide) ** 2)
    return np.fft.irfft(spectrum * shape, len(noise))


def _floats(pcm):
    return np.frombuffer(pcm, "<i2").astype(np.float64) / 32_768


def _pcm(found):
    return (np.clip(found / np.abs(found).max() * 0.5, -1, 1) * 32_767).astype("<i2").tobytes()
