"""How numbers may be said, as regular expressions: words of our tests' own, none of the product's."""

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen".split()
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (100, "hundred"))
ROWS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth".split()
)
MONTHS = "January February March April May June July August September October November December".split()
MINUS = "(?:minus|negative)"
POINT = "(?:point|dot)"
AND = "(?: and)?"


def cardinal(n: int) -> str:
    """A whole number."""
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10 - 2] + (f" {ONES[n % 10]}" if n % 10 else "")
    for scale, name in SCALES:
        if n >= scale:
            rest = n % scale
            return f"{cardinal(n // scale)} {name}" + (f"{AND} {cardinal(rest)}" if rest else "")
    raise AssertionError(n)


def ordinal(n: int) -> str:
    """One of a row."""
    *head, last = cardinal(n).split(" ")
    last = ROWS[ONES.index(last)] if last in ONES else f"{last[:-1]}ieth" if last in TENS else f"{last}th"
    return " ".join([*head, last])


def digits(run: str) -> str:
    """One by one."""
    return " ".join("(?:zero|oh)" if c == "0" else ONES[int(c)] for c in run)


def bare(n: int) -> str:
    """Without commas: some are said as years."""
    ways = [cardinal(n)]
    if 1000 <= n < 10_000:
        high, low = divmod(n, 100)
        ways.append(
            f"{cardinal(high)} " + ("hundred" if not low else ("oh " if low < 10 else "") + cardinal(low))
        )
    return f"(?:{'|'.join(ways)})"


def decimal(whole: int, fraction: str) -> str:
    """With its digits behind the point."""
    return f"{cardinal(whole)} {POINT} {digits(fraction)}"


def exponent(power: int) -> str:
    """A power of ten."""
    return f"{MINUS} {cardinal(-power)}" if power < 0 else cardinal(power)


def power_of(power: int) -> str:
    """What is said behind the base."""
    ways = [f"to the(?: power of)? {exponent(power)}"]
    if power > 3:
        ways.append(f"to the {ordinal(power)}(?: power)?")
    return {2: "squared", 3: "cubed"}.get(power, f"(?:{'|'.join(ways)})")


def plural(number: int | str, one: str, many: str) -> str:
    """The unit behind a number."""
    return one if number in (1, "1") else many
