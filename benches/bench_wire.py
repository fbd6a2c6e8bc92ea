"""The Gemini Live wire: microseconds a frame, beside plain `json` with base64 and beside google-genai's types.

Run by `make bench`; keeps benches/results/wire.json and wire.md. Figures are reported, not asserted: CPU time of
the best of several rounds. google-genai is no dependency of ours: its column is filled when the program is given
an interpreter that has it.
    .venv/bin/python benches/bench_wire.py [--genai path/to/python]
"""

import argparse
import base64
import json
import os
import subprocess
import sys
import time
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
ROUNDS, SECONDS = 9, 0.03


def best(work):
    """Microseconds of CPU a call, in the best round."""
    work()
    calls, spent = 1, 0.0
    while spent < SECONDS:
        calls *= 2
        spent = timed(work, calls)
    return round(min(timed(work, calls) for _ in range(ROUNDS)) / calls * 1e6, 1)


def timed(work, calls):
    start = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - start


def pcm(size):
    return (bytes(range(256)) * (size // 256 + 1))[:size]


def pretty(held):
    """As the Developer API writes it."""
    return (json.dumps(held, indent=2) + "\n").encode()


SPOKEN, MICROPHONE = pcm(11_520), pcm(1_280)
DOWN = {"mimeType": "audio/pcm;rate=24000", "data": base64.b64encode(SPOKEN).decode()}
USAGE = {
    "promptTokenCount": 1131,
    "responseTokenCount": 26,
    "totalTokenCount": 1157,
    "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 1131}],
    "responseTokensDetails": [{"modality": "AUDIO", "tokenCount": 26}],
}
SERVER = {
    "sound of 240 ms": pretty({"serverContent": {"modelTurn": {"parts": [{"inlineData": DOWN}]}}}),
    "transcription": pretty(
        {"serverContent": {"outputTranscription": {"text": " could talk about anything"}}}
    ),
    "turn's end with usage": pretty({"serverContent": {"turnComplete": True}, "usageMetadata": USAGE}),
    "tool call": pretty(
        {
            "toolCall": {
                "functionCalls": [{"name": "ask", "args": {"text": "the weather"}, "id": "function-call-5"}]
            }
        }
    ),
}


def ours():
    from solovox.core.units import ConnectionId
    from solovox.wire.gemini_live import codec
    from solovox.wire.gemini_live.client_frames import RealtimeInput
    from solovox.wire.gemini_live.event_decoder import EventDecoder
    from solovox.wire.gemini_live.families import NATIVE_25
    from solovox.wire.gemini_live.parts import sound as blob

    messages = {name: codec.decode_server(frame) for name, frame in SERVER.items()}
    reader = EventDecoder(ConnectionId(1), NATIVE_25)
    found = {f"read {name}": best(lambda f=frame: codec.decode_server(f)) for name, frame in SERVER.items()}
    for name, frame in SERVER.items():
        found[f"read {name}, told as events"] = best(lambda f=frame: reader.read(codec.decode_server(f)))
    for name, message in messages.items():
        found[f"write {name}"] = best(lambda m=message: codec.encode_server(m))
    found["write 40 ms of microphone"] = best(
        lambda: codec.encode_client(RealtimeInput(audio=blob(MICROPHONE, 16_000)))
    )
    frame = codec.encode_client(RealtimeInput(audio=blob(MICROPHONE, 16_000)))
    found["read 40 ms of microphone"] = best(lambda: codec.decode_client(frame))
    return found


def plain():
    """What a proxy without types would do: `json`, and base64 where there is sound."""

    def read(frame):
        held = json.loads(frame)
        for part in held.get("serverContent", {}).get("modelTurn", {}).get("parts", ()):
            base64.b64decode(part["inlineData"]["data"])

    def write(data, rate):
        blob = {"data": base64.b64encode(data).decode(), "mimeType": f"audio/pcm;rate={rate}"}
        return json.dumps({"realtimeInput": {"audio": blob}})

    found = {f"read {name}": best(lambda f=frame: read(f)) for name, frame in SERVER.items()}
    for name, frame in SERVER.items():
        held = json.loads(frame)
        found[f"write {name}"] = best(lambda h=held: json.dumps(h))
    found["write sound of 240 ms"] = best(lambda: write(SPOKEN, 24_000))
    found["write 40 ms of microphone"] = best(lambda: write(MICROPHONE, 16_000))
    frame = write(MICROPHONE, 16_000)
    found["read 40 ms of microphone"] = best(
        lambda: base64.b64decode(json.loads(frame)["realtimeInput"]["audio"]["data"])
    )
    return found


def genai():
    """The path of google-genai's own session (3.3): its converters, then its pydantic types."""
    from google.genai import _common, types
    from google.genai import _live_converters as converters

    # What its session calls is private to it.
    to_python = converters._LiveServerMessage_from_mldev  # noqa: SLF001
    to_wire = converters._LiveSendRealtimeInputParameters_to_mldev  # noqa: SLF001
    message = types.LiveServerMessage._from_response  # noqa: SLF001

    def read(frame):
        return message(response=to_python(json.loads(frame)), kwargs=types.LiveServerMessage().model_dump())

    def write():
        audio = types.Blob(data=MICROPHONE, mime_type="audio/pcm;rate=16000")
        asked = types.LiveSendRealtimeInputParameters.model_validate({"audio": audio})
        held = _common.convert_to_dict(to_wire(from_object=asked))
        return json.dumps({"realtime_input": _common.encode_unserializable_types(held)})

    found = {f"read {name}": best(lambda f=frame: read(f)) for name, frame in SERVER.items()}
    return found | {"write 40 ms of microphone": best(write)}


def elsewhere(python):
    done = subprocess.run([python, __file__, "--only-genai"], check=True, capture_output=True, text=True)
    sys.stderr.write(done.stderr)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--genai", metavar="PYTHON", default=os.environ.get("GENAI_PYTHON"))
    parser.add_argument("--only-genai", action="store_true")
    given = parser.parse_args()
    if given.only_genai:
        print(json.dumps(genai()))
        return
    report = {"load_before": os.getloadavg(), "cores": os.cpu_count(), "ours": ours(), "json": plain()}
    report["google-genai"] = elsewhere(given.genai) if given.genai else {}
    report["load_after"] = os.getloadavg()
    write(report)


def write(report):
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "wire.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    before, after = report["load_before"][0], report["load_after"][0]
    lines = [
        "# The Gemini Live wire",
        "",
        f"Microseconds of CPU a frame, best of {ROUNDS} rounds. {report['cores']} cores; load average {before:.1f} before, {after:.1f} after.",
        "",
        "| frame | ours | `json` and base64 | google-genai's types |",
        "|---|---|---|---|",
    ]
    for name, figure in report["ours"].items():
        others = (report[other].get(name, "") for other in ("json", "google-genai"))
        lines.append(f"| {name} | {figure} | {' | '.join(map(str, others))} |")
    text = "\n".join(lines) + "\n"
    (RESULTS / "wire.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
