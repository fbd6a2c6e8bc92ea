"""The UDP of a voice server: IP discovery, and the packets of the seats."""

import asyncio
import struct


class VoiceSocket(asyncio.DatagramProtocol):
    def __init__(self, server):
        self.server = server
        self.transport = None

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, addr):
        if len(data) == 74 and data[:2] == b"\x00\x01":
            self.discover(data, addr)
            return
        if len(data) >= 12 and data[1] == 0x78:
            seat = self.server.seat_of(struct.unpack_from(">I", data, 8)[0])
            if seat is not None:
                seat.hear(data)

    def discover(self, data, addr):
        ssrc = struct.unpack_from(">I", data, 4)[0]
        seat = self.server.seat_of(ssrc)
        if seat is not None:
            seat.address = addr
            answer = struct.pack(">HHI64sH", 2, 70, ssrc, addr[0].encode(), addr[1])
            self.transport.sendto(answer, addr)

    def send(self, packet, address):
        self.transport.sendto(packet, address)
