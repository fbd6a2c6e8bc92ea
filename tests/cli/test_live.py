"""`solovox instruction` and `solovox capture`: what a live model is sent, and what is recorded of it."""

import asyncio
import json
import sys

import pytest

from cli.running import variables
from live.gemini_double import Double
from live.gemini_ears import speech
from live.gemini_ways import GOOD, Chatter, Way
from solovox.surfaces.wav import WavFile
from solovox.wire.gemini_live.client_frames import Setup
from solovox.wire.gemini_live.codec import decode_client, decode_server
from solovox.wire.gemini_live.server_frames import ServerMessage

KEY = "AIza-not-a-real-key"


@pytest.mark.parametrize("profile", ["talk", "handoff", "discord", "studio"])
def test_what_a_live_model_would_be_told_is_a_setup_frame(profile, run):
    done = run("instruction", "--profile", profile, "--set", f"ear.api_key={KEY}")
    assert done.returncode == 0
    assert isinstance(decode_client(done.stdout), Setup)
    assert "generativelanguage.googleapis.com" in done.stderr
    assert KEY not in done.stdout + done.stderr


async def captured(double, folder, *flags):
    """Run `solovox capture` beside the double. Exit code, stderr, and the lines of the file."""
    with_vocabulary = speech(["hello", "there"], 100, ["hello", "there"])
    microphone = WavFile(folder / "q.wav")
    microphone.write(with_vocabulary.repeat(3)[::2].tobytes())
    microphone.close()
    command = ("-m", "solovox", "capture", "q.wav", "--out", "c.jsonl", "--linger", "1")
    program = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--set", f"ear.url={double.url}", "--set", f"ear.api_key={KEY}", *flags,
        cwd=folder, env=variables(folder), stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    async with asyncio.timeout(60):
        _, said = await program.communicate()
    text = (folder / "c.jsonl").read_text()
    return program.returncode, said.decode(), [json.loads(line) for line in text.splitlines()]


@pytest.mark.slow
async def test_a_capture_has_every_frame_and_no_secret(tmp_path):
    async with Double(Way(heard=(*GOOD, Chatter(480))), ["hello", "there"]) as double:
        code, said, (first, *frames) = await captured(double, tmp_path, "--resume")
    assert code == 0
    assert f"{len(frames)} frames" in said
    assert first["format"] == "solovox-gemini-live-capture/1"
    assert KEY not in json.dumps([first, *frames])
    one, two = double.talks
    assert one.setup.session_resumption.handle is None
    assert two.setup.session_resumption.handle not in json.dumps(frames)
    setups = [one["frame"]["setup"] for one in frames if "setup" in one["frame"]]
    assert setups[1]["sessionResumption"] == {"handle": "handle-1"}
    down = [
        decode_server(json.dumps(one["frame"]))
        for one in frames
        if one["way"] == "down" and "modelTurn" not in str(one)
    ]
    assert all(isinstance(message, ServerMessage) for message in down)
    assert [one["at"] for one in frames] == sorted(one["at"] for one in frames)
    sent = sum("realtimeInput" in one["frame"] for one in frames)
    assert sent * 640 >= sum(talk.samples for talk in double.talks) > 0


@pytest.mark.slow
async def test_a_capture_that_is_refused_says_why_and_is_kept(tmp_path):
    async with Double(Way(refused=frozenset({1}), refusal=401)) as double:
        code, said, lines = await captured(double, tmp_path)
    assert code == 1
    assert "refuses the key" in said
    assert len(said.splitlines()) == 1
    assert len(lines) == 1


def test_a_capture_does_not_overwrite(tmp_path, run):
    (tmp_path / "c.jsonl").write_text("old")
    wav = WavFile(tmp_path / "q.wav")
    wav.write(bytes(4_800))
    wav.close()
    done = run("capture", "q.wav", "--out", "c.jsonl", "--set", "ear.url=ws://127.0.0.1:1")
    assert done.returncode == 2
    assert "c.jsonl exists: name another file with --out" in done.stderr
    assert (tmp_path / "c.jsonl").read_text() == "old"
