"""REST: questions that were recorded are kept whole, given in parts, and removed; what is shipped stays."""

import io
import wave

import av
import numpy as np
import pytest
import soundfile

from cli.places import largest_file
from solovox.http.rest.recordings import NoRecording, Recordings

pytestmark = pytest.mark.slow

SHIPPED = "converse_closure_question"


def wav(seconds=1.0, rate=16_000, channels=1, width=2):
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(bytes([1, 2]) * round(seconds * rate * channels * width / 2))
    return out.getvalue()


def put(served, name, body=None, about=""):
    return served.client.put(f"/api/recordings/{name}?about={about}", content=wav() if body is None else body)


def names(served):
    return [one["name"] for one in served.get("/api/recordings").json()]


def folder(served):
    return served.root.parent / "state" / "recordings"


def test_one_is_shipped_that_says_that_no_person_said_it(served):
    (one,) = served.get("/api/recordings").json()
    assert (one["name"], one["synthetic"], one["shipped"]) == (SHIPPED, True, True)
    assert "What is a closure?" in one["about"]
    sound = served.get(f"/api/recordings/{SHIPPED}.wav").content
    with wave.open(io.BytesIO(sound)) as file:
        assert file.getparams()[:3] == (1, 2, 16_000)
        assert file.getnframes() / 16_000 == pytest.approx(one["seconds"], abs=0.01)
    assert served.client.delete(f"/api/recordings/{SHIPPED}").status_code == 409
    assert put(served, SHIPPED).status_code == 409
    assert names(served) == [SHIPPED]


def test_one_is_kept_for_its_owner_and_given_in_parts(served):
    made = put(served, "my-question_2", about="About a bug")
    assert made.status_code == 200, made.text
    assert served.get("/api/recordings").json()[0] == made.json()
    assert {**made.json(), "created": ""} == {
        "name": "my-question_2",
        "seconds": 1.0,
        "created": "",
        "synthetic": False,
        "about": "About a bug",
        "shipped": False,
    }
    at = "/api/recordings/my-question_2.wav"
    assert served.get(at).content == wav()
    part = served.get(at, range="bytes=44-47")
    assert (part.status_code, part.content) == (206, bytes([1, 2, 1, 2]))
    assert served.get(at, range="bytes=99999999-").status_code == 416
    assert served.client.head(at).headers["content-length"] == str(len(wav()))
    for one in folder(served).iterdir():
        assert one.stat().st_mode & 0o777 == 0o600


def tone(kind, rate, channels):
    """Half a second, as loud as half of full scale."""
    out = io.BytesIO()
    sine = 0.5 * np.sin(2 * np.pi * 440 * np.arange(rate // 2) / rate)
    soundfile.write(out, np.stack([sine] * channels, axis=1), rate, format=kind[0], subtype=kind[1])
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "rate", "channels"),
    [
        *(
            (("WAV", form), 44_100, 2)
            for form in ("PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW", "MS_ADPCM")
        ),
        (("WAV", "PCM_24"), 16_000, 1),
        (("WAV", "PCM_16"), 96_000, 1),
        (("FLAC", "PCM_16"), 48_000, 1),
        (("MP3", "MPEG_LAYER_III"), 48_000, 1),
    ],
)
def test_what_comes_in_another_form_is_kept_as_the_ear_hears_it(served, kind, rate, channels):
    made = put(served, "q", tone(kind, rate, channels))
    assert made.status_code == 200, made.text
    assert made.json()["seconds"] == pytest.approx(0.5, abs=0.06)
    with wave.open(io.BytesIO(served.get("/api/recordings/q.wav").content)) as file:
        assert file.getparams()[:3] == (1, 2, 16_000)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")[2_000:6_000] / 32_768
    assert np.sqrt((samples**2).mean()) == pytest.approx(0.5 / np.sqrt(2), abs=0.02)
    assert [one.stat().st_mode & 0o777 for one in folder(served).iterdir()] == [0o600, 0o600]


def test_what_a_phone_records_is_kept_with_the_extra(served, tmp_path):
    with av.open(str(tmp_path / "memo.m4a"), "w", format="ipod") as file:
        stream = file.add_stream("aac", rate=44_100, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 44_100), np.float32), format="fltp", layout="mono")
        frame.sample_rate = 44_100
        for one in av.AudioResampler(stream.format, stream.layout, 44_100, stream.frame_size).resample(frame):
            file.mux(stream.encode(one))
        file.mux(stream.encode(None))
    made = put(served, "memo", (tmp_path / "memo.m4a").read_bytes())
    assert made.status_code == 200, made.text
    assert made.json()["seconds"] == pytest.approx(1, abs=0.1)


def test_one_of_the_same_name_is_replaced_and_one_is_removed_with_all_that_is_beside_it(served):
    put(served, "q")
    (folder(served) / "q.result.json").write_text("{}")
    assert put(served, "q", wav(2)).json()["seconds"] == 2.0
    assert {one.name for one in folder(served).iterdir()} == {"q.wav", "q.json"}, (
        "what it was run to is of the old one"
    )
    assert served.client.delete("/api/recordings/q").status_code == 204
    assert served.client.delete("/api/recordings/q").status_code == 404
    assert list(folder(served).iterdir()) == []


WRONG = [
    (b"", "it cannot be read as sound; give a WAV"),
    (b"RIFF....WAVE", "it cannot be read as sound"),
    (b"OggS" * 100, "it cannot be read as sound"),
    (b"\0\0\0\x20ftypM4A " + bytes(60), "it cannot be read"),
    (b"\x1a\x45\xdf\xa3" + bytes(60), "it cannot be read"),
    (wav(rate=2_000, channels=2), "no sound has"),
    (wav(seconds=0, width=1), "no sound"),
    (wav(seconds=0), "longer than nothing"),
    (wav()[:-2_000], "its end is missing"),
]


@pytest.mark.parametrize(("body", "says"), WRONG)
def test_what_is_none_is_refused_in_one_line_and_the_old_one_stays(served, body, says):
    put(served, "q", wav(2))
    answer = put(served, "q", body)
    assert answer.status_code == 422
    assert says in answer.json()["error"]
    assert served.get("/api/recordings/q.wav").content == wav(2)
    assert {one.name for one in folder(served).iterdir()} == {"q.wav", "q.json"}


def kept(recordings, name, body):
    came = recordings.begin(name)
    came.file.write(body)
    return recordings.keep(name, came, "")


def test_one_that_is_too_long_is_refused(tmp_path):
    with pytest.raises(NoRecording, match="not longer"):
        kept(Recordings(tmp_path, longest_s=1), "q", wav(1.01))
    assert list(tmp_path.iterdir()) == []


def test_there_are_not_more_than_there_is_room_for(tmp_path):
    recordings = Recordings(tmp_path, most=2)
    for name in ("a", "b", "a"):
        kept(recordings, name, wav())
    with pytest.raises(NoRecording, match="remove some"):
        recordings.begin("c")


@pytest.mark.parametrize(
    "name", ["..", "%2e%2e", "a.b", "..%2fstore", "a%2fb", ".hidden", "-x", "a" * 65, "é"]
)
def test_no_name_leads_out_of_the_folder(served, name):
    assert put(served, name).status_code in (404, 405, 422)
    assert served.get(f"/api/recordings/{name}.wav").status_code in (404, 405)
    assert served.client.delete(f"/api/recordings/{name}").status_code in (404, 405)
    assert not folder(served).exists() or not any(folder(served).iterdir())


def test_no_link_is_followed_and_what_is_no_sound_is_not_listed(served, tmp_path):
    put(served, "q")
    secret = tmp_path / "secret.wav"
    secret.write_bytes(wav())
    (folder(served) / "link.wav").symlink_to(secret)
    (folder(served) / "bad.wav").write_bytes(b"no sound")
    (folder(served) / "by-hand.wav").write_bytes(wav())
    assert set(names(served)) == {"q", "by-hand", SHIPPED}
    assert served.get("/api/recordings/link.wav").status_code == 404
    assert served.get("/api/recordings/bad.wav").status_code == 404


@pytest.mark.parametrize("room", [0, 10, 20_000])
def test_R1_a_full_disk_is_told_in_one_line_and_leaves_nothing_behind(served, room):
    with largest_file(room):
        answer = put(served, "mine")
    assert answer.status_code == 507
    assert answer.json() == {"error": "the disk refuses: File too large"}
    assert [one for one in folder(served).rglob("*") if one.is_file()] == []
    assert put(served, "mine").status_code == 200


def test_R1_a_server_that_can_keep_nothing_is_not_ready(served):
    assert served.get("/readyz").status_code == 200
    with largest_file(10):
        answer = served.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["error"] == f"nothing can be kept in {served.root}: File too large"
    served.own.put("talk", "journal.keep", "never")
    with largest_file(10):
        assert served.get("/readyz").status_code == 200
