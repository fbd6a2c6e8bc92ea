"""A brain: it says what it was told, word by word. Where a tool is named, it uses it. `--set brain.kind=parrot`."""

from collections.abc import AsyncIterator

from solovox.ports import AdapterArgs, Brain, Host, Question, Step, Wrote


class Parrot(Brain):
    """Closing the iterator stops it. It has nothing to `open` or to close."""

    async def answer(self, question: Question, host: Host) -> AsyncIterator[Wrote | Step]:
        words = question.instruction.strip(" .?!").split()
        for tool in question.tools:
            if tool.name in words:
                yield Step(f"using {tool.name}")
                yield Wrote((await host.call(tool.name, {})).text)
                return
        yield Wrote("You said:")
        for word in words:
            yield Wrote(f" {word}")
        yield Wrote(".")


def make(given: AdapterArgs) -> Brain:
    return Parrot()
