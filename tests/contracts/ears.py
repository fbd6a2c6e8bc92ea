"""An ear in memory that keeps the contract, with its model; and ears that each break one promise of it."""

import asyncio
from collections import deque

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import CallId, ConnectionId, StreamId
from solovox.testing.contracts_ear import LiveModel


class Model(LiveModel):
    """What it does reaches the ear some milliseconds later."""

    def __init__(self, ear):
        self.ear, self.refuses = ear, False
        self.opened, self.pcm, self.texts, self.results = 0, b"", [], []

    async def transcribe(self, text):
        self.ear.arrives(e.EarTranscript(self.ear.open, text))

    async def call(self):
        self.ear.arrives(e.EarCalled(self.ear.open, CallId("call-1"), "ask_agent", "{}"))

    async def speak(self, pcm):
        self.ear.speaks(pcm)

    async def drop(self):
        self.ear.lose("the connection broke")

    async def refuse(self):
        self.refuses = True

    def connections(self):
        return self.opened

    def take_heard(self):
        return self.pcm

    def take_told(self):
        return "\n".join(self.texts)

    def answers(self):
        return self.results


class PlainEar:
    """It keeps the contract."""

    def __init__(self, sound):
        self.sound, self.model, self.open, self.asked = sound, Model(self), None, None
        self.news = deque()

    def arrives(self, event):
        self.news.append(event)

    def speaks(self, pcm):
        self.news.append(e.EarAudio(self.open, self.sound.put(StreamId(f"ear/{self.open}"), pcm)))

    def lose(self, why):
        connection, self.open = self.open or self.asked, None
        self.asked = None
        self.news.append(e.EarLost(connection, why))

    def opens(self, connection):
        self.open, self.asked = connection, None
        self.model.opened += 1
        self.news.append(e.EarOpened(connection))

    async def run(self, tell):
        while True:
            await asyncio.sleep(0.01)
            if self.asked is not None:
                if self.model.refuses:
                    self.lose("it was refused")
                else:
                    self.opens(self.asked)
            while self.news:
                await tell(self.news.popleft())

    async def perform(self, command):
        match command:
            case c.OpenEar(connection=connection):
                self.forget()
                self.asked = connection
            case c.CloseEar(connection=connection):
                if connection in (self.open, self.asked):
                    self.forget()
            case _:
                if command.connection == self.open:
                    self.send(command)

    def forget(self):
        self.open = self.asked = None
        self.news = deque(one for one in self.news if isinstance(one, e.EarAudio))

    def send(self, command):
        match command:
            case c.SendMicrophone(span=span):
                self.model.pcm += self.sound.get(span)
            case c.GiveContext(text=text) | c.AskEar(text=text):
                self.model.texts.append(text)
            case c.NudgeEar():
                self.model.texts.append("call now")
            case c.AnswerCall(result=result):
                self.model.results.append(result)

    async def aclose(self):
        pass


class HangsAtItsEnd(PlainEar):
    async def aclose(self):
        await asyncio.Event().wait()


class LeavesATask(PlainEar):
    async def run(self, tell):
        self.task = asyncio.create_task(asyncio.sleep(100))
        await super().run(tell)


class LeavesATaskWhenClosed(PlainEar):
    """A keep-alive of the connection that outlives it."""

    def forget(self):
        if self.open is not None:
            self.task = asyncio.create_task(asyncio.sleep(100))
        super().forget()


class TellsInPerform(PlainEar):
    async def run(self, tell):
        self.tell = tell
        await super().run(tell)

    async def perform(self, command):
        await super().perform(command)
        if isinstance(command, c.OpenEar):
            await self.tell(e.EarOpened(command.connection))


class OpensAsTheFirst(PlainEar):
    def opens(self, connection):
        super().opens(connection)
        self.news[-1] = e.EarOpened(ConnectionId(1))


class TriesForEver(PlainEar):
    def lose(self, why):
        if self.open is not None:
            super().lose(why)


class SaysWhyAtLength(PlainEar):
    def lose(self, why):
        super().lose("Traceback\n  and so on")


class LostTwice(PlainEar):
    def lose(self, why):
        super().lose(why)
        self.news.append(self.news[-1])


class TellsAfterClosing(PlainEar):
    def forget(self):
        news = self.news
        super().forget()
        self.news = news


class KeepsTheOld(PlainEar):
    """The connection that was replaced is said to be lost, later."""

    def forget(self):
        old = self.open
        super().forget()
        if old is not None:
            asyncio.get_running_loop().call_later(0.1, self.news.append, e.EarLost(old, "replaced"))


class SendsTwice(PlainEar):
    def send(self, command):
        super().send(command)
        if isinstance(command, c.SendMicrophone):
            super().send(command)


class Trims(PlainEar):
    def arrives(self, event):
        super().arrives(e.EarTranscript(event.connection, event.text.strip()))


class HasHoles(PlainEar):
    def speaks(self, pcm):
        super().speaks(pcm)
        self.sound.put(StreamId(f"ear/{self.open}"), pcm)


class AnswersAgain(PlainEar):
    async def perform(self, command):
        if isinstance(command, c.AnswerCall):
            self.send(command)
        else:
            await super().perform(command)


class TellsNothing(PlainEar):
    def send(self, command):
        if not isinstance(command, c.GiveContext):
            super().send(command)


class AnyConnection(PlainEar):
    async def perform(self, command):
        if isinstance(command, c.OpenEar | c.CloseEar):
            await super().perform(command)
        else:
            self.send(command)


class ClosesWhateverIsOpen(PlainEar):
    async def perform(self, command):
        if isinstance(command, c.CloseEar):
            self.forget()
        else:
            await super().perform(command)
