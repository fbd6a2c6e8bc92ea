"""How two texts are compared: as whole words, whatever their case and signs. In no language: words are only equal or not."""


def plain(text: str) -> str:
    """Lower case, letters and digits only, single spaces: how phrases are compared."""
    kept = "".join(c if c.isalnum() or c == "'" else " " for c in text.casefold())
    return " ".join(kept.replace("'", "").split())


def within(phrase: str, text: str) -> bool:
    """Whether the text contains the phrase, as whole words."""
    return f" {plain(phrase)} " in f" {plain(text)} "


def without(text: str, other: str) -> str:
    """The words of `text`, as `plain` leaves them, minus those of `other`: "a b b" without "b" is "a b"."""
    left = plain(text).split()
    for word in plain(other).split():
        if word in left:
            left.remove(word)
    return " ".join(left)


def count_shared(one: str, other: str) -> int:
    """How many words two texts share: "a b b" and "b b c" share two."""
    return len(plain(other).split()) - len(without(other, one).split())


def once(text: str, beside: str) -> str:
    """A transcript without its repetition, if a service gave it twice: "send it send it" becomes "send it". That is believed only
    if the other listener (`beside`) heard words of it, and no more than are in it once: behind more there was no sound (K3)."""
    half = " ".join(text.split()[: len(text.split()) // 2])
    heard_once = count_shared(half, beside) and len(beside.split()) <= len(half.split())
    return half if heard_once and plain(text) == plain(f"{half} {half}") else text


def without_beginning(text: str, before: str, *, unless: str) -> str:
    """A text without a beginning that belongs to `before`, which an ear may transcribe late.

    `unless` is what we heard. At least as many words stay as it has. If the text begins with its first two
    words, a beginning is removed only where those two words follow once more.
    """
    words, begins = text.split(), plain(" ".join(unless.split()[:2]))
    so = [plain(" ".join(words[at : at + 2])) == begins for at in range(len(words))]
    for count in range(len(words) - len(unless.split()), 0, -1):
        if within(" ".join(words[:count]), before) and (so[count] or not so[0]):
            return " ".join(words[count:])
    return " ".join(words)
