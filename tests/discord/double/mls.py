"""The little of MLS (RFC 9420) that a DAVE gateway writes: proposals from outside, and where a commit ends."""

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

MLS_10 = PUBLIC = b"\x00\x01"
EXTERNAL, PROPOSAL = b"\x02", b"\x02"


def vector(data):
    """Bytes after their length, which takes 1, 2 or 4 bytes."""
    size = len(data)
    if size < 1 << 6:
        return bytes([size]) + data
    if size < 1 << 14:
        return (0x4000 | size).to_bytes(2, "big") + data
    return (0x80000000 | size).to_bytes(4, "big") + data


def add(key_package):
    return b"\x00\x01" + key_package


def remove(leaf):
    return b"\x00\x03" + leaf.to_bytes(4, "big")


class ExternalSender:
    """Who may propose from outside the group: the voice server, by its key."""

    def __init__(self):
        self._key = ec.generate_private_key(ec.SECP256R1())

    def package(self):
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return vector(point) + b"\x00\x01" + vector(b"loopback")

    def proposal(self, group, epoch, body):
        content = (
            vector(group.to_bytes(8, "big")) + epoch.to_bytes(8, "big") + EXTERNAL + bytes(4) + vector(b"")
            + PROPOSAL + body
        )  # fmt: skip
        signed = vector(b"MLS 1.0 FramedContentTBS") + vector(MLS_10 + PUBLIC + content)
        return MLS_10 + PUBLIC + content + vector(self._key.sign(signed, ec.ECDSA(hashes.SHA256())))


class Cursor:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def skip(self, size):
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "big")

    def skip_vectors(self, count=1):
        for _ in range(count):
            width = 1 << (self.data[self.at] >> 6)
            size = self.skip(width) & ((1 << (8 * width - 2)) - 1)
            self.at += size


def split_commit(payload):
    """The commit and the welcome (or nothing) of a message that holds one after the other."""
    at = Cursor(payload)
    at.skip(4)  # version, wire format
    at.skip_vectors()  # group
    at.skip(8 + 1 + 4)  # epoch; a member, its leaf
    at.skip_vectors()  # authenticated data
    at.skip(1)  # a commit
    at.skip_vectors()  # proposals
    if at.skip(1):  # with a path
        at.skip_vectors(2)  # the leaf's keys
        at.skip(2)  # a basic credential
        at.skip_vectors(1 + 5)  # identity, capabilities
        at.skip(1)  # made for a commit
        at.skip_vectors(3 + 1)  # parent's hash, extensions, signature; the path's nodes
    at.skip_vectors(3)  # signature, confirmation, membership
    return payload[: at.at], payload[at.at :]
