"""A group whose commands are imported when they are used, so that `--help` costs no engine."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

import click

from solovox.cli.failing import Failure

NEEDS: Final = (
    "solovox {0} needs the extra [{1}], which is not installed; run in a checkout: pip install '.[{1}]'"
)


class LazyGroup(click.Group):
    """`lazily`: name → (`module:attribute`, one line for the list of commands). `extras`: what some of them need."""

    def __init__(
        self,
        *args: object,
        lazily: Mapping[str, tuple[str, str]],
        extras: Mapping[str, str],
        **kwargs: object,
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._lazily = lazily
        self._extras = extras

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order given."""
        return [*super().list_commands(ctx), *self._lazily]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in self._lazily:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self._lazily[cmd_name][0].partition(":")
        try:
            command = getattr(import_module(module), attribute)
        except ModuleNotFoundError as error:
            if cmd_name not in self._extras or (error.name or "").startswith("solovox"):
                raise
            raise Failure(NEEDS.format(cmd_name, self._extras[cmd_name])) from None
        assert isinstance(command, click.Command)
        return command

    def format_commands(
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        """The list of commands, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self._lazily.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named first; an unknown one is refused with the nearest."""
        if args and args[0] not in self._lazily and not args[0].startswith("-"):
            ctx.fail(unknown(args[0], list(self._lazily)))
        return super().resolve_command(ctx, args)


def unknown(word: str, names: list[str]) -> str:
    """One line."""
    from difflib import get_close_matches

    near = get_close_matches(word, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(names)}"
    return f"no command is called {word!r}: {hint}"
