"""The sound of a take, and where in it the person speaks. Kept in the cache; made anew where it is not there."""

import json
import subprocess
import wave
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import clips
import numpy as np

from turns.deal import Take
from turns.grounds import RATE, at, echoed, level, looped, pink

LEAD, TAIL = 0.6, 5.0
"""Seconds before the first word and after the last."""
LOUD = 0.06
"""The level of each voice."""
_OURS = "Here is what I found. The first of the three files has been changed twice since Monday, and nobody has looked at it since then."
_OTHERS = "So I told her that we would come on Saturday, but then the car broke down, and now nobody knows what to do about it."
_PROMPTS = "asterisk-core-sounds-en-wav"


@dataclass(frozen=True, slots=True)
class Sound:
    """16-bit mono sound at 16 kHz; `speech`: where each part is spoken, first and end in seconds."""

    pcm: bytes
    speech: tuple[tuple[float, float], ...]

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.pcm) / 2 / RATE


def rendered(take: Take) -> Sound:
    """Blocks for seconds where the cache has it not."""
    whole = [np.zeros(round(LEAD * RATE))]
    speech, now = [], len(whole[0])
    for part, pause in zip(_voiced(take), (0.0, *take.pauses), strict=True):
        whole += [np.zeros(round(pause * RATE)), part]
        first = now + round(pause * RATE)
        now = first + len(part)
        speech.append((first / RATE, now / RATE))
    whole.append(np.zeros(round(TAIL * RATE)))
    sound = _over(np.concatenate(whole), take)
    return Sound((np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes(), tuple(speech))


def _over(voice, take):
    count = len(voice)
    match take.ground.split():
        case ["noise", below]:
            return voice + at(pink(count, take.number), float(below), voice[voice != 0])
        case ["echo"]:
            ours = looped(
                floats(clips.said("bf_emma" if take.voice != "bf_emma" else "af_sarah", _OURS)), count
            )
            return voice + at(echoed(ours, take.number), 24, voice[voice != 0])
        case ["talker"]:
            other = looped(
                floats(clips.said("bm_george" if take.voice != "bm_george" else "am_michael", _OTHERS)),
                count,
            )
            return voice + at(other, 20, voice[voice != 0])
        case _:
            return voice + 1e-5 * pink(count, take.number)


def _voiced(take):
    """The parts, each from its first sound to its last, all at the same level."""
    if take.voice == "human":
        halves = _prompt(int(take.parts[0][:-1]))
    elif take.voice.startswith("flite"):
        halves = _robot(take)
    else:
        halves = _in_one_breath(take)
    parts = [trimmed(one) for one in halves]
    gain = LOUD / level(np.concatenate(parts))
    return [one * gain for one in parts]


def _robot(take):
    """The same by flite: cut at the phones of its parts."""
    voice, whole = take.voice.split()[1], " ".join(take.parts)
    sound = floats(clips.said(take.voice, whole))
    ends, cuts = _phones(voice, whole), [0]
    for part in take.parts[:-1]:
        cuts.append(cuts[-1] + len(_phones(voice, part)))
    edges = [0, *(round(ends[min(cut, len(ends)) - 1] * RATE) for cut in cuts[1:]), len(sound)]
    return [sound[first:end] for first, end in pairwise(edges)]


def _phones(voice, text):
    """When each phone ends, in seconds; silences are none."""
    told = subprocess.run(
        ["flite", "-voice", voice, "-psdur", "-t", text, "-o", "/dev/null"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [float(end) for phone, end in (one.split(":") for one in told.split()) if phone != "pau"]


def _in_one_breath(take):
    """Said whole by a neural voice and cut apart at its words: before a pause the voice does not fall."""
    text = " ".join(take.parts)
    ends = np.cumsum([len(part) + 1 for part in take.parts])

    def make():
        halves, before = [b""] * len(take.parts), 0
        for spoken in clips.neural(take.voice).speak(text):
            halves[int(np.searchsorted(ends, before, side="right"))] += spoken.pcm
            before = max(before, spoken.said_to + 1)
        down = [clips.to_mono16(np.frombuffer(half, "<i2"), 24_000) if half else b"" for half in halves]
        head = json.dumps([len(one) for one in down]).encode()
        return len(head).to_bytes(4, "little") + head + b"".join(down)

    kept = clips.kept(f"turns 2: {take.voice}: {'|'.join(take.parts)}", make)
    head = 4 + int.from_bytes(kept[:4], "little")
    lengths, halves = json.loads(kept[4:head]), []
    for length in lengths:
        halves.append(floats(kept[head : head + length]))
        head += length
    return halves


def floats(pcm):
    """16-bit samples between -1 and 1."""
    return np.frombuffer(pcm, "<i2").astype(np.float64) / 32_768


def trimmed(sound):
    """From its first sound to its last."""
    loud = np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max())
    return sound[loud[0] : loud[-1] + 1]


@cache
def _prompts():
    """Human sentences of 2.5 to 6 s without a long pause: the prompts of a telephone exchange, read by one woman, at 8 kHz."""
    folder = clips.HOME / _PROMPTS
    if not folder.exists():
        folder.mkdir(parents=True)
        subprocess.run(["apt-get", "download", "-qq", _PROMPTS], cwd=folder, check=True, capture_output=True)
        (package,) = folder.glob("*.deb")
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
    return sorted(folder.glob("usr/share/asterisk/sounds/en_US_f_Allison/*.wav"))


@cache
def _humans():
    """Those among them that can be taken: each as two halves."""
    found = []
    for path in _prompts():
        if len(found) == 40:
            break
        if 2.5 * 16_000 <= path.stat().st_size <= 6 * 16_000:
            sound = trimmed(floats(clips.kept(f"prompt: {path.name}", lambda path=path: _decoded(path))))
            pieces = np.array([level(sound[i : i + 640]) for i in range(0, len(sound) - 640, 320)])
            quiet = pieces < 0.05 * pieces.max()
            if not any(quiet[i : i + 25].all() for i in range(len(quiet) - 25)):
                third = len(pieces) // 3
                weak = third + int(np.argmin(pieces[third : 2 * third]))
                found.append((sound[: weak * 320 + 320], sound[weak * 320 + 320 :]))
    return found


def prompts():
    """The human sentences out of packages, whole."""
    return [np.concatenate(halves) for halves in _humans()]


def _prompt(number):
    return list(_humans()[number])


def _decoded(path):
    with wave.open(str(path)) as file:
        return clips.to_mono16(np.frombuffer(file.readframes(file.getnframes()), "<i2"), file.getframerate())
