"""How a command fails: one line on stderr, and an exit code."""

from typing import IO, Any, Final

import click

FAILED: Final = 1
"""It was tried and did not work."""
WRONG: Final = 2
"""It could not be tried."""


class Failure(click.ClickException):
    """One clear line that says what to do."""

    exit_code: int = WRONG  # type: ignore[misc]  # click's is a class variable; ours differs by instance

    def __init__(self, message: str, exit_code: int = WRONG) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = exit_code

    def show(self, file: IO[Any] | None = None) -> None:
        """Print it."""
        click.echo(f"solovox: {self.message}", file=file, err=True)
