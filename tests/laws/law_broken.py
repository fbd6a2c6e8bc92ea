"""How a broken law is reported."""

from solovox.core.errors import SolovoxError


class LawBroken(SolovoxError):
    """A law does not hold. `law` is its id in docs/spec.md."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law


def require(law: str, holds: bool, what: str) -> None:
    """Raise `LawBroken` unless the law holds."""
    if not holds:
        raise LawBroken(law, what)
