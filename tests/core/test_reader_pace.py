"""Law G6 measured: how many right readings are cut, and how much of a wrong one is heard.

Readers that take 45 to 130 ms for a character, at the pace of speech or in bursts; the text of each word comes late, now more, now
less. `PYTHONPATH=tests python -m core.test_reader_pace` prints all of it.
"""

import random
import sys

import pytest

from laws.scene import Scene, of
from solovox.core.commands import Drop, DropReason, Flush, Play
from solovox.core.events import ReadFollowed, ReadRendered, ReadStrayed
from solovox.core.policy import NarratorKind, Policy
from solovox.core.units import ReadId

ONE = ReadId(1)
FRAME = 40
"""Milliseconds of sound that come at once."""
LAGS = (0, 100, 200, 400, 600, 800)
"""Milliseconds between a word and its text in the mean: each is up to 40 % longer or shorter."""
JITTER = 0.4
TEXTS = [
    "It is noon, they say.",
    "Internationalization of the documentation is incomprehensible to uninitiated administrators.",
    "The tests are green, the branch is clean, and nothing waits to be merged.",
    "I found three files. The first, notes dot text, is empty.",
    "Yes.",
    "Counterintuitively, the misconfigured authentication middleware acknowledged everything.",
    "There will be soup and bread, and after that we go for a walk.",
    "Please do not delete the folder, but move it to the archive; then tell the others where it is.",
    "The meeting begins at half past nine in the large room on the second floor.",
]
DENYING = [
    "Please do not delete the folder, but move it to the archive; then tell the others where it is.",
    "Do not run the tests before the branch is clean, whatever the others say about it.",
    "The backup of the first server was not made, so nothing may be removed from it.",
]


def spoken(words, character, rng):
    """When each word ends, in milliseconds of sound, and how long all of it lasts."""
    at, ends = 0.0, []
    for word in words:
        at += (len(word) + 1) * character * rng.uniform(0.75, 1.25)
        ends.append(at)
        at += rng.uniform(150, 500) if word[-1] in ",.;" else 0
    return ends, at


def moments(ends, lasts, events, *, lag, jitter, burst, rng):
    """(when, what) from the first sound: None, a frame of it; or what is told of a word, in order."""
    at, out = 0.0, []
    for end, event in zip(ends, events, strict=True):
        at = max(at, end / burst + lag * rng.uniform(1 - jitter, 1 + jitter))
        out.append((at, event))
    return sorted(out + [(at / burst, None) for at in range(0, int(lasts), FRAME)], key=lambda one: one[0])


def performed(text, happens):
    """The scene after the reader did all this, or was cut; each piece that was played, with when it began and ended."""
    scene, plays, until = Scene(Policy(narrator=NarratorKind.READER, exact_voice=True)), [], 0.0
    scene.say("what is new")
    scene.write(1, text)
    begin = scene.at
    for at, event in happens:
        known = len(scene.all)
        scene.wait(max(0, round(begin + at) - scene.at))
        scene.sound(1, FRAME * 24) if event is None else scene.do(event)
        for one in of(Play, scene.all[known:]):
            start = max(scene.at, until)
            until = start + one.span.count / 24
            plays.append((start, until))
        if cut(scene):
            break
    return scene, plays


def cut(scene):
    return of(Flush, scene.all) or any(one.why is DropReason.STRAYED for one in of(Drop, scene.all))


def is_believed(text, character, lag, rng, burst=1):
    """Whether a right reading is heard to its end."""
    words = text.split(" ")
    ends, lasts = spoken(words, character, rng)
    told = [ReadFollowed(ONE, min(len(" ".join(words[: at + 1])) + 1, len(text))) for at in range(len(words))]
    happens = moments(ends, lasts, told, lag=lag, jitter=JITTER, burst=burst, rng=rng)
    happens.append((happens[-1][0], ReadRendered(ONE)))
    scene, _ = performed(text, happens)
    scene.wait(5_000)
    return not cut(scene)


def heard_of_wrong(text, character, lag, rng, *, burst, jitter):
    """The share of the first wrong word that is heard, where the reader leaves out "not"."""
    words = text.split(" ")
    wrong = words.index("not")
    said = words[:wrong] + words[wrong + 1 :]
    ends, lasts = spoken(said, character, rng)
    right = len(" ".join(said[:wrong])) + 1
    told = [
        ReadFollowed(ONE, len(" ".join(said[: at + 1])) + 1) if at < wrong else ReadStrayed(ONE, right, 0.5)
        for at in range(len(said))
    ]
    scene, plays = performed(text, moments(ends, lasts, told, lag=lag, jitter=jitter, burst=burst, rng=rng))
    heard = sum(min(until, scene.at) - start for start, until in plays if start < scene.at)
    begins = ends[wrong - 1]
    return max(0.0, heard - begins) / (ends[wrong] - begins)


def believed(character, per, burst=1):
    """Of how many right readings how many were cut, for each lag."""
    found = []
    for lag in LAGS:
        rng = random.Random(f"{character} {lag}")
        reads = [is_believed(TEXTS[at % len(TEXTS)], character, lag, rng, burst) for at in range(per)]
        found.append(reads.count(False))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("character", "most"), [(45, 0.01), (60, 0.01), (75, 0.01), (95, 0.02), (120, 0.02)])
def test_G6_a_right_reading_is_believed_whether_the_reader_is_quick_or_slow(character, most):
    per = 27
    assert sum(believed(character, per)) <= most * per * len(LAGS)


@pytest.mark.slow
@pytest.mark.parametrize("burst", [1, 2, 5])
@pytest.mark.parametrize("lag", [0, 500, 1_000, 2_000])
def test_G6_where_a_not_is_left_out_the_word_that_follows_is_not_heard(burst, lag):
    """Whatever the lag is, if it stays the same."""
    rng = random.Random(f"{burst} {lag}")
    for character in (45, 75, 120):
        for text in DENYING:
            assert heard_of_wrong(text, character, lag, rng, burst=burst, jitter=0) < 1


def main(per):
    """Print the tables."""
    print("right readings cut, of", per, "each; lag", *LAGS)
    for burst in (1, 5):
        for character in (45, 60, 75, 95, 120, 130):
            found = believed(character, per, burst)
            print(f"x{burst} {character:4d} ms:", *found, f"= {100 * sum(found) / per / len(LAGS):.1f} %")
    for jitter in (0, JITTER):
        print("wrong words heard whole, of 180 each, by lag 0 200 500 1000 2000; jitter", jitter)
        for burst in (1, 2, 5):
            found = []
            for lag in (0, 200, 500, 1_000, 2_000):
                rng = random.Random(f"{burst} {lag}")
                shares = [
                    heard_of_wrong(text, character, lag, rng, burst=burst, jitter=jitter)
                    for character in (45, 75, 120)
                    for text in DENYING
                    for _ in range(20)
                ]
                found.append(sum(share >= 1 for share in shares))
            print(f"x{burst}:", *found)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 45)
