"""The DAVE group of one voice channel, as the voice server leads it.

It proposes who comes and goes, takes one commit, and hands on what the members need. The people are sessions of
this process; the bot is asked over its seat. `double.committer` says whose commit is taken where both could.
"""

import asyncio
import struct

import davey

from .mls import add, remove, split_commit, vector
from .world import BOT

PREPARE_EPOCH, EXECUTE, PROPOSALS, ANNOUNCE, WELCOME, EXTERNAL_SENDER = 24, 22, 27, 29, 30, 25
APPEND = davey.ProposalsOperationType.append


class Group:
    def __init__(self, double, channel):
        self.double = double
        self.channel = channel
        self.people = {}
        """The sessions of the people who are in the channel, by user."""
        self.leaves = []
        self.epoch = 0
        self.seat = None
        self._package = b""
        self._commits = asyncio.Queue()
        self._lock = asyncio.Lock()
        self._transition = 0

    def session(self, user):
        made = davey.DaveSession(1, user, self.channel)
        made.set_external_sender(self.double.sender.package())
        return made

    @property
    def whole(self):
        """Whether everybody in the channel is in the group."""
        present = {*self.people, *([BOT] if self.seat else [])}
        return present == {m for m in self.leaves if m is not None}

    async def bot_joins(self, seat, package):
        async with self._lock:
            if BOT in self.leaves:
                await self._without(BOT)
            while not self._commits.empty():
                self._commits.get_nowait()
            self.seat, self._package = seat, package
            await self._with(BOT)

    async def person_joins(self, user):
        async with self._lock:
            self.people[user] = self.session(user)
            await self._with(user)

    async def leaves_channel(self, user):
        async with self._lock:
            if user == BOT:
                self.seat = None
            else:
                self.people.pop(user, None)
            await self._without(user)

    async def bot_begins_again(self):
        """The bot could make nothing of its group (op 31): it is out, and comes back by the key package it sends."""
        async with self._lock:
            seat, self.seat = self.seat, None
            await self._without(BOT)
            await seat.tell_bytes(EXTERNAL_SENDER, self.double.sender.package())

    async def _with(self, user):
        if not self.leaves:
            first = self._first()
            others = [u for u in (*self.people, *([BOT] if self.seat else [])) if u != first]
            if not others:
                return  # alone: no group
            self.leaves = [first]
            await self._change(joining=others)
        else:
            await self._change(joining=[user])

    def _first(self):
        if not self.people or (self.seat and self.double.committer == BOT):
            return BOT
        return next(iter(self.people))

    async def _without(self, user):
        if user not in self.leaves:
            return
        left = [m for m in self.leaves if m not in (None, user)]
        if len(left) > 1:
            await self._change(leaving=[user])
        else:
            await self._dissolve()

    async def _dissolve(self):
        self.leaves, self.epoch = [], 0
        for user in self.people:
            self.people[user] = self.session(user)
        if self.seat:
            # It is in the channel again when its new key package has come.
            seat, self.seat = self.seat, None
            await seat.tell(PREPARE_EPOCH, {"epoch": 1, "protocol_version": 1, "transition_id": 0})
            await seat.tell_bytes(EXTERNAL_SENDER, self.double.sender.package())

    async def _change(self, joining=(), leaving=()):
        staying = [m for m in self.leaves if m is not None and m not in leaving]
        packages = [
            self._package if u == BOT else self.people[u].get_serialized_key_package() for u in joining
        ]
        bodies = [remove(self.leaves.index(u)) for u in leaving] + [add(p) for p in packages]
        proposed = vector(b"".join(self.double.sender.proposal(self.channel, self.epoch, b) for b in bodies))
        offers = {u: self.people[u].process_proposals(APPEND, proposed) for u in staying if u != BOT}
        if BOT in staying:
            await self.seat.tell_bytes(PROPOSALS, b"\x00" + proposed)
            async with asyncio.timeout(10):
                commit, welcome = split_commit(await self._commits.get())
        if BOT not in staying or (offers and self.double.committer != BOT):
            chosen = offers[next(iter(offers))]
            commit, welcome = chosen.commit, chosen.welcome
            self.double.happenings.write("person committed")
        else:
            self.double.happenings.write("bot committed")
        self._settle(joining, leaving)
        await self._hand_out(staying, joining, commit, welcome)

    def _settle(self, joining, leaving):
        self.epoch += 1
        self.leaves = [None if m in leaving else m for m in self.leaves]
        for user in joining:
            if None in self.leaves:
                self.leaves[self.leaves.index(None)] = user
            else:
                self.leaves.append(user)

    async def _hand_out(self, staying, joining, commit, welcome):
        for user in staying:
            if user != BOT:
                self.people[user].process_commit(commit)
        for user in joining:
            if user != BOT:
                self.people[user].process_welcome(welcome)
        if self.epoch > 1:
            self._transition += 1
        number = struct.pack(">H", self._transition if self.epoch > 1 else 0)
        if BOT in staying:
            await self.seat.tell_bytes(ANNOUNCE, number + commit)
        elif BOT in joining:
            await self.seat.tell_bytes(WELCOME, number + welcome)
        self.double.happenings.write("group", members=[m for m in self.leaves if m], epoch=self.epoch)

    def bot_commits(self, payload):
        self._commits.put_nowait(payload)

    async def ready_for(self, transition):
        if self.seat is not None:
            await self.seat.tell(EXECUTE, {"transition_id": transition})
