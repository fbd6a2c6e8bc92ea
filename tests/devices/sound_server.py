"""A sound server of its own with a virtual microphone and a virtual speaker: PulseAudio with null sinks. No sound hardware."""

import json
import os
import subprocess
import tempfile
import wave
from contextlib import contextmanager
from pathlib import Path

SPEAKER, MOUTH, MICROPHONE = "spk", "mouth", "vmic"
HEADPHONES, HEADSET = "headphones", "headset"
SPEAKERS, MICROPHONES = (SPEAKER, HEADPHONES), (MICROPHONE, HEADSET)
MODULES = {
    SPEAKER: ("module-null-sink", f"sink_name={SPEAKER}", "rate=48000"),
    MOUTH: ("module-null-sink", f"sink_name={MOUTH}", "rate=48000"),
    MICROPHONE: ("module-remap-source", f"master={MOUTH}.monitor", f"source_name={MICROPHONE}"),
    HEADPHONES: ("module-null-sink", f"sink_name={HEADPHONES}", "rate=48000"),
    HEADSET: ("module-remap-source", f"master={MOUTH}.monitor", f"source_name={HEADSET}"),
}
AT_FIRST = (SPEAKER, MOUTH, MICROPHONE)


class SoundServer:
    """A running one. `variables` are what its clients need."""

    def __init__(self, folder):
        self.folder = folder
        self.variables = {
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_RUNTIME_PATH": str(folder),
            "PULSE_SERVER": f"unix:{folder}/native",
            "PULSE_COOKIE": str(folder / "cookie"),
        }
        self._modules = {}

    def client(self):
        """The environment of a program that uses it."""
        return os.environ | self.variables

    def control(self, *words):
        done = subprocess.run(
            ["pactl", *words], env=self.client(), capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def streams(self, process=None):
        """Which kinds of streams a process has open, or all processes together."""
        found = []
        for kind in ("source-outputs", "sink-inputs"):
            for one in json.loads(self.control("--format=json", "list", kind)):
                owner = one["properties"].get("application.process.id")
                if owner is not None and process in (None, int(owner)):
                    found.append(kind)
        return found

    def plug_in(self, name):
        """What is plugged in is the default from then on."""
        self._modules[name] = self.control("load-module", *MODULES[name])
        if name in SPEAKERS:
            self.control("set-default-sink", name)
        if name in MICROPHONES:
            self.control("set-default-source", name)

    def unplug(self, name):
        self.control("unload-module", self._modules.pop(name))

    def say(self, path):
        """Play a WAV file into the microphone. Returns the process; it ends when all was said."""
        return subprocess.Popen(["paplay", f"--device={MOUTH}", str(path)], env=self.client())

    @contextmanager
    def recorded(self, path, rate=16_000):
        """What the speaker plays as long as the block lasts, as a WAV file."""
        command = ["parec", f"--device={SPEAKER}.monitor", f"--rate={rate}", "--channels=1", "--format=s16le"]
        with tempfile.TemporaryFile() as raw:
            process = subprocess.Popen([*command, "--latency-msec=20"], env=self.client(), stdout=raw)
            try:
                yield
            finally:
                process.terminate()
                process.wait()
                raw.seek(0)
                with wave.open(str(path), "wb") as out:
                    out.setnchannels(1)
                    out.setsampwidth(2)
                    out.setframerate(rate)
                    out.writeframes(raw.read())

    def begin(self):
        """Start it, with the first three devices."""
        command = [
            *(
                "pulseaudio",
                "-n",
                "--daemonize=no",
                "--exit-idle-time=-1",
                "--disallow-exit",
                "--use-pid-file=no",
            ),
            *("--load", f"module-native-protocol-unix auth-anonymous=1 socket={self.folder}/native"),
        ]
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(command, env=self.client(), stdout=log, stderr=log)
        while not (self.folder / "native").exists():
            assert self._process.poll() is None, (self.folder / "log").read_text()
        for one in AT_FIRST:
            self.plug_in(one)

    def end(self):
        """All devices are gone at once."""
        self._process.terminate()
        self._process.wait()
        (self.folder / "native").unlink(missing_ok=True)
        self._modules.clear()


@contextmanager
def sound_server():
    """A server with the first three devices, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="pulse") as name:
        server = SoundServer(Path(name))
        server.begin()
        try:
            yield server
        finally:
            server.end()
