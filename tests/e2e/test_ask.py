"""A recorded question goes in as sound, and is answered aloud: no key, no network, real engines."""

import os
import re
import sys
import wave
from datetime import datetime

import numpy as np
import pytest
import soundfile

from cli.running import solovox
from e2e.conftest import JOE, QUESTION
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.speech.resample import Resampler
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.fixture(scope="module")
def transcribe():
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))

    def heard(pcm):
        down = Resampler(VOICE_RATE, MIC_RATE)
        return whisper.transcribe(down.feed(pcm) + down.finish()).text

    return heard


def words(text):
    return re.sub(r"[^a-z ]", "", text.lower()).split()


def numbers(text):
    """As digits. A recogniser may write forty-seven as two numbers: "12.40, 7pm" is "12:47 PM"."""
    return re.sub(r"0\D+([1-9])(?!\d)|\D", r"\1", text)


@pytest.mark.parametrize("heard", ["The time is 12:47 PM.", "The time is 12.40, 7pm.", "1247"])
def test_a_time_is_known_in_each_way_to_write_it(heard):
    assert numbers(heard) == "1247"


def test_the_question_is_heard_and_answered_with_the_time(plain):
    assert plain.done.returncode == 0, plain.done.stderr
    heard, answer = plain.done.stdout.splitlines()
    assert words(heard) == "heard what time is it".split()
    said = re.fullmatch(r"The time is (\d+:\d\d [AP]M)\.", answer)
    assert said, answer
    told = datetime.strptime(said[1], "%I:%M %p").astimezone()
    now = datetime.now().astimezone()
    apart = (now.hour * 60 + now.minute - told.hour * 60 - told.minute) % 1440
    assert apart <= 30, "the time told is that of this machine"


def test_the_answer_can_be_understood(plain, transcribe):
    text = plain.timeline["turns"][0]["text"]
    heard = transcribe(plain.answer)
    assert words(heard)[:3] == ["the", "time", "is"]
    assert numbers(heard) in (numbers(text), numbers(text).removesuffix("00")), heard


def test_before_the_answer_and_after_it_there_is_silence(plain):
    sound = np.frombuffer(plain.answer, "<i2")
    played = np.flatnonzero(sound)
    first = next(one["at"] for one in plain.entries if one.get("event") == "ReadSounded")
    assert played[0] >= first * 24
    assert len(sound) - played[-1] > VOICE_RATE, "it lingers, and says nothing"


def test_the_timeline_for_programs_has_the_promised_shape(plain):
    told = plain.timeline
    assert set(told) == {"turns", "holds", "dropped", "connections"}
    assert told["holds"] == []
    (turn,) = told["turns"]
    assert set(turn) == {"heard", "instruction", "text", "said", "played", "cut", "latency_ms", "acts"}
    assert turn["heard"] == turn["instruction"] == "What time is it?"
    assert turn["said"] == [turn["text"]]
    assert turn["played"] == turn["text"]
    assert turn["cut"] is False
    assert turn["latency_ms"]
    assert all(isinstance(ms, int) and ms >= 0 for ms in turn["latency_ms"].values())
    assert told["connections"] == []


def test_the_journal_replays_identically_in_processes_that_hash_differently(plain):
    told = {plain.replayed(PYTHONHASHSEED=seed) for seed in ("0", "1", "4242")}
    (line,) = told
    assert line.startswith("identical: ")
    assert "killed" not in line


@pytest.mark.wide
def test_faster_is_not_different(plain, ask):
    fast = ask(QUESTION, "--speed", "8")
    assert fast.done.returncode == 0, fast.done.stderr
    (one,), (other,) = plain.timeline["turns"], fast.timeline["turns"]
    assert one["heard"] == other["heard"]
    assert words(one["text"]) == words(other["text"])


@pytest.mark.wide
def test_a_recording_of_another_kind_is_heard_as_well(ask, tmp_path):
    sound, rate = soundfile.read(QUESTION)
    at = np.arange(0, len(sound), rate / 44_100)
    stereo = np.interp(at, np.arange(len(sound)), sound)[:, None] * [0.9, 0.6]
    soundfile.write(tmp_path / "question.flac", stereo, 44_100, subtype="PCM_24")
    asked = ask(tmp_path / "question.flac", "--speed", "inf", *JOE)
    assert words(asked.timeline["turns"][0]["heard"]) == words("what time is it")


def test_hands_free_only_what_follows_the_wake_phrase_is_for_us(ask, said):
    called = ask(said("Computer, what time is it?"), "--speed", "inf", *JOE, "--profile", "handoff")
    assert called.done.returncode == 0, called.done.stderr
    assert called.timeline["turns"][0]["text"].startswith("The time is ")
    talking = ask(QUESTION, "--speed", "inf", *JOE, "--profile", "handoff")
    assert talking.done.returncode == 1
    assert "'computer' was not heard in" in talking.done.stderr.splitlines()[-1]
    assert not any(talking.answer)


@pytest.mark.wide
def test_the_quick_voice_can_be_chosen(ask, transcribe):
    asked = ask(QUESTION, "--speed", "inf", *JOE)
    assert words(transcribe(asked.answer))[:2] == ["the", "time"]


@pytest.mark.wide
def test_without_a_folder_for_it_the_journal_is_kept_under_the_time(tmp_path):
    done = solovox("ask", QUESTION, "--out", "answer.wav", "--speed", "inf", *JOE, cwd=tmp_path)
    (journal,) = (tmp_path / "state" / "solovox" / "journals").glob("*/journal.jsonl")
    assert done.returncode == 0
    assert f"journal: {journal}" in done.stderr.splitlines()
    assert re.fullmatch(r"\d{8}-\d{6}-\d+", journal.parent.name)


PLAYER = '#!/bin/sh\ncp "$1" played.wav\n'


@pytest.mark.wide
def test_what_is_typed_is_answered_and_played_and_nothing_is_kept(tmp_path, transcribe):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pw-play").write_text(PLAYER)
    (tmp_path / "bin" / "pw-play").chmod(0o700)
    path = f"{tmp_path / 'bin'}:{os.defpath}"
    typed = ("ask", "--text", "What is three times seven?", "--play", "--no-journal", "--speed", "inf")
    done = solovox(*typed, cwd=tmp_path, PATH=path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "That is 21.\n"
    assert "journal: none is kept" in done.stderr.splitlines()
    with wave.open(str(tmp_path / "played.wav")) as file:
        sound = file.readframes(file.getnframes())
    heard = transcribe(sound).lower()
    assert "21" in heard or "twenty" in heard
    assert np.flatnonzero(np.frombuffer(sound, "<i2"))[0] < VOICE_RATE // 10, "at once"
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["played.wav", "pw-play"]


def test_silence_gets_no_answer_and_one_line(ask, tmp_path):
    soundfile.write(tmp_path / "quiet.wav", np.zeros(3 * MIC_RATE), MIC_RATE)
    asked = ask(tmp_path / "quiet.wav", "--speed", "inf", *JOE)
    assert asked.done.returncode == 1
    assert asked.done.stderr.splitlines()[-1].startswith("solovox: nothing was heard in ")
    assert asked.timeline["turns"] == []
    assert not any(asked.answer)


def test_a_lone_stop_is_told_from_silence(ask, said):
    asked = ask(said("Stop."), "--speed", "inf", *JOE)
    assert asked.done.returncode == 1
    assert asked.done.stdout.splitlines() == ["heard: Stop."]
    assert "a stop was heard in" in asked.done.stderr.splitlines()[-1]


if sys.platform == "linux":

    def test_no_network_at_all_is_needed(ask):
        asked = ask(QUESTION, "--speed", "inf", before=("unshare", "-rn"))
        assert asked.done.returncode == 0, asked.done.stderr
        assert asked.done.stdout.splitlines()[1].startswith("The time is ")

    def test_a_disk_that_is_full_is_named_in_one_line(tmp_path):
        done = solovox("ask", QUESTION, "--out", "/dev/full", "--speed", "inf", *JOE, cwd=tmp_path)
        assert done.returncode == 1
        assert "/dev/full cannot be written: No space left on device" in done.stderr.splitlines()[-1]
        assert [line.split(":")[0] for line in done.stderr.splitlines()] == [
            "hears",
            "answer",
            "journal",
            "solovox",
        ]
