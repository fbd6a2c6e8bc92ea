"""The shortest receiver: opens, decrypts and decodes what comes, by SSRC."""

import asyncio
from collections import defaultdict

import davey
import numpy as np

from discord import opus

from .double.human import SILENCE
from .double.packets import open_sealed


class Hearing:
    def __init__(self, happenings):
        self.happenings = happenings
        self.loop = asyncio.get_running_loop()
        self.users = {}
        self.frames = defaultdict(list)
        self._decoders = defaultdict(opus.Decoder)

    def on_packet(self, packet, key, mode, dave):
        frame = open_sealed(mode, key, packet)
        self.loop.call_soon_threadsafe(self._open, frame, dave)

    def _open(self, frame, dave):
        body = frame.body
        if body == SILENCE:
            self.happenings.write("silence", ssrc=frame.ssrc)
            return
        opened = self._decrypt(frame.ssrc, body, dave) if dave is not None and dave.ready else body
        if opened is None:
            self.happenings.write("deaf", ssrc=frame.ssrc)
            return
        pcm = self._decoders[frame.ssrc].decode(opened, fec=False)
        self.frames[frame.ssrc].append((frame.sequence, np.frombuffer(pcm, np.int16)[::2]))
        self.happenings.write("came", ssrc=frame.ssrc)

    def _decrypt(self, ssrc, body, dave):
        """Whose it is may not have been said: then it is whose key opens it."""
        known = self.users.get(ssrc)
        for user in [known] if known else dave.get_user_ids():
            try:
                opened = dave.decrypt(int(user), davey.MediaType.audio, body)
            except ValueError as problem:
                if "Unencrypted" in str(problem):
                    return body
            else:
                self.users[ssrc] = int(user)
                return opened
        return None

    def on_speaking(self, ssrc, user):
        self.users[ssrc] = user
        self.happenings.write("speaking", ssrc=ssrc, user=user)

    def on_gone(self, user):
        self.users = {s: u for s, u in self.users.items() if u != user}
        self.happenings.write("gone", user=user)

    def sound(self, ssrc):
        return np.concatenate([pcm for _, pcm in self.frames[ssrc]])
