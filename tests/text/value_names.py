"""Times, versions, addresses and names as they are written, each with what may be said of it."""

import random

from text.value_words import (
    AND,
    MINUS,
    MONTHS,
    POINT,
    bare,
    cardinal,
    decimal,
    digits,
    ordinal,
)


def draw_day(r: random.Random) -> tuple[int, int, int]:
    return r.randint(1900, 2099), r.randint(1, 12), r.randint(1, 28)


def _dated(year: int, month: int, day: int) -> str:
    name = MONTHS[month - 1].casefold()
    said = f"(?:{name} (?:the )?(?:{ordinal(day)}|{cardinal(day)})|(?:the )?{ordinal(day)} (?:of )?{name})"
    return f"{said} {bare(year)}" if year else said


def draw_date(r: random.Random) -> tuple[str, str]:
    year, month, day = draw_day(r)
    name = MONTHS[month - 1]
    short = name if name == "May" else r.choice([name, name[:3], f"{name[:3]}."])
    later = max(day, 13)
    return r.choice(
        [
            (f"{year}-{month:02}-{day:02}", _dated(year, month, day)), (f"{month}/{later}/{year}", _dated(year, month, later)),
            (f"{short} {day}, {year}", _dated(year, month, day)), (f"{day} {short} {year}", _dated(year, month, day)), (f"{short} {day}", _dated(0, month, day)),
            (f"{later}.{month:02}.{year}", _dated(year, month, later)), (f"{later}/{month:02}/{year}", _dated(year, month, later)),
            (f"{name} {day}{['th', 'st', 'nd', 'rd'][day % 10 if day % 10 < 4 and day // 10 != 1 else 0]}, {year}", _dated(year, month, day)),
        ]
    )  # fmt: skip


def _minutes(hour: int, minute: int) -> str:
    if not minute:
        return f"{cardinal(hour)}(?: oclock| hundred| hundred hours| zero zero)?"
    return f"{cardinal(hour)} {'(?:oh|zero) ' if minute < 10 else ''}{cardinal(minute)}"


def draw_clock(r: random.Random) -> tuple[str, str]:
    hour, minute = r.randrange(24), r.choice([0, r.randrange(60)])
    if r.random() < 0.4:
        half, twelve = r.choice(["am", "pm", "a.m.", "PM"]), hour % 12 or 12
        said = f"{half[0].casefold()} m"
        if minute:
            return f"{twelve}:{minute:02} {half}", f"{_minutes(twelve, minute)} {said}"
        return r.choice(
            [f"{twelve} {half}", f"{twelve}{half}", f"{twelve}:00 {half}"]
        ), f"{cardinal(twelve)}(?: oclock)? {said}"
    return f"{hour:02}:{minute:02}", _minutes(hour, minute)


def draw_timestamp(r: random.Random) -> tuple[str, str]:
    year, month, day = draw_day(r)
    hour, minute, second = r.randrange(24), r.randrange(60), r.choice([0, 0, r.randrange(60)])
    zone, name = r.choice([("Z", "(?: u t c| z| zulu)"), ("+00:00", "(?: u t c| plus (?:zero|oh)[ a-z]*)"), ("", ""), ("+02:00", " (?:u t c )?plus two(?: oclock| hours)?"),
                           ("-05:00", f" (?:u t c )?{MINUS} five(?: oclock| hours)?")])  # fmt: skip
    seconds = "" if not second else f"{AND} {cardinal(second)}(?: seconds?)?"
    return (
        f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}",
        f"{_dated(year, month, day)} (?:at )?{_minutes(hour, minute)}{seconds}(?: and zero seconds| zero zero)?{name}",
    )


def _release(parts: list[int]) -> str:
    ways = [f" {POINT} ".join(map(cardinal, parts))]
    if len(parts) == 2:
        ways += [decimal(parts[0], str(parts[1])), f"{cardinal(parts[0])} {cardinal(parts[1])}"]
    return f"(?:{'|'.join(ways)})"


def draw_version(r: random.Random) -> tuple[str, str]:
    parts = [r.randint(0, 30) for _ in range(r.choice([2, 3, 3, 4]))]
    written = ".".join(map(str, parts))
    name, said = r.choice(
        [
            ("v", "(?:v|version) "),
            ("Python ", "python "),
            ("GPT-", "g p t "),
            ("version ", "version "),
            ("Node ", "node "),
        ]
    )
    return name + written, said + _release(parts)


def draw_constraint(r: random.Random) -> tuple[str, str]:
    low, high = [r.randint(0, 9), r.randint(0, 20)], [r.randint(10, 20), r.randint(0, 20)]
    one, other = ".".join(map(str, low)), ".".join(map(str, high))
    least, less = "(?:at least|greater than or equal to)", "less than"
    first = f"{_release(low)}"
    return r.choice(
        [
            (f">={one},<{other}", f"{least} {first} {less} {_release(high)}"), (f">={one}, <{other}", f"{least} {first} {less} {_release(high)}"),
            (f"python>={one}", f"python {least} {first}"), (f"numpy=={one}", f"numpy (?:equals|is|is equal to) {first}"), (f"numpy<{one}", f"numpy {less} {first}"),
            (f"ruff~={one}", f"ruff (?:compatible with|tilde equals|about) {first}"), (f"^{one}.3", f"(?:caret|compatible with) {_release([*low, 3])}"),
            (f"numpy!={one}", f"numpy (?:is not|not equals|is not equal to) {first}"),
        ]
    )  # fmt: skip


def draw_address(r: random.Random) -> tuple[str, str]:
    parts = [r.randrange(256) for _ in range(4)]
    said = f" {POINT} ".join(f"(?:{cardinal(one)}|{digits(str(one))})" for one in parts)
    written = ".".join(map(str, parts))
    port = r.choice([80, 443, 8080, 5432, 3000])
    length = r.choice([8, 16, 24])
    port_said = f"(?:{bare(port)}|{digits(str(port))}|eighty eighty)"
    return r.choice([(written, said), (f"{written}:{port}", f"{said} (?:port |colon )?{port_said}"), (f"{written}/{length}", f"{said} slash {cardinal(length)}"),
                     (f"localhost:{port}", f"localhost (?:port |colon )?{port_said}")])  # fmt: skip


def draw_phone(r: random.Random) -> tuple[str, str]:
    def run(many: int) -> str:
        return "".join(str(r.randrange(10)) for _ in range(many))

    groups = r.choice(
        [
            [f"2{run(2)}", run(3), run(4)],
            [f"5{run(2)}", run(4)],
            ["020", run(4), run(4)],
            ["0151", f"{run(3)}", run(4)],
        ]
    )
    if groups[0][0] == "0":
        written = r.choice(
            [
                f"({groups[0]}) {groups[1]} {groups[2]}",
                " ".join(groups),
                f"+44 20 {groups[1].zfill(4)} {groups[2]}",
            ]
        )
    elif len(groups) == 2:
        written = "-".join(groups)
    else:
        written = r.choice(
            [
                f"({groups[0]}) {groups[1]}-{groups[2]}",
                "-".join(groups),
                ".".join(groups),
                f"+1 {'-'.join(groups)}",
                f"+1-{'-'.join(groups)}",
            ]
        )
    said = digits("".join(c for c in written if c.isdecimal()))
    return written, ("(?:plus )?" if written[0] == "+" else "") + said


_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def draw_roman(r: random.Random) -> tuple[str, str]:
    n = rest = r.choice([*range(2, 10), r.randint(11, 29)])
    written = ""
    for value, letters in _ROMAN:
        while rest >= value:
            written, rest = written + letters, rest - value
    name = r.choice(
        [
            "World War",
            "Chapter",
            "Louis",
            "Henry",
            "Part",
            "Act",
            "Super Bowl",
            "Volume",
            "Phase",
            "phase",
            "type",
            "Section",
            "Rocky",
        ]
    )
    return f"{name} {written}", f"{name.casefold()} (?:{cardinal(n)}|the {ordinal(n)})"


_WORDS = "get user base convert string response code client step handle create parse encode cache retry count token".split()


def draw_identifier(r: random.Random) -> tuple[str, str]:
    parts: list[str] = r.sample(_WORDS, r.randint(3, 5))
    number = r.choice([2, 3, 8, 16, 32, 64, 128, 256])
    parts.insert(r.randint(1, len(parts)), str(number))
    number_said = (
        f"(?:{cardinal(number)}|{digits(str(number))}|"
        + {128: "one twenty eight", 256: "two fifty six"}.get(number, "-")
        + ")"
    )
    said = " ".join(number_said if part.isdecimal() else part for part in parts)
    way = r.choice(["camel", "camel", "pascal", "snake", "kebab"])
    if way in ("snake", "kebab"):
        return ("_" if way == "snake" else "-").join(parts), said
    humps = "".join(part.capitalize() for part in parts)
    return (humps if way == "pascal" else humps[0].lower() + humps[1:]), said


def draw_link(r: random.Random) -> tuple[str, str]:
    name, tail = r.choice(["example", "python", "github", "astral"]), r.choice(["com", "org", "dev"])
    sub = r.choice(["docs", "api", ""])
    path = r.choice(["3/library", "a/b", "users/42", "v2/items?page=3"])
    host = f"{sub + '.' if sub else ''}{name}.{tail}"
    said = f"a link to {host.replace('.', ' dot ')}"
    return r.choice(
        [
            (f"https://{host}/{path}", said),
            (f"docs.{name}.{tail}/{path}", f"a link to docs dot {name} dot {tail}"),
            (f"http://{host}", said),
        ]
    )


def draw_file(r: random.Random) -> tuple[str, str]:
    name, end = (
        r.choice(["main", "parser", "old_notes", "server"]),
        r.choice(["py", "js", "txt", "json", "md"]),
    )
    end_said = {"txt": "text", "json": "json"}.get(end, " ".join(end))
    said = f"{name.replace('_', ' ')} dot {end_said}"
    line = r.randint(1, 400)
    return r.choice(
        [
            (f"src/app/{name}.{end}", said),
            (f"{name}.{end}", said),
            (f"./{name}.{end}:{line}", f"{said} line {bare(line)}"),
            (f"/etc/app/{name}.{end}", said),
        ]
    )


def draw_flag(r: random.Random) -> tuple[str, str]:
    name, number = r.choice(["workers", "max-depth", "retry", "no-cache"]), r.randint(1, 64)
    said = f"dash dash {name.replace('-', ' ')}"
    letter = r.choice("vnxq")
    return r.choice(
        [
            (f"--{name}", said),
            (f"--{name}={number}", f"{said} (?:equals )?{cardinal(number)}"),
            (f"-{letter}", f"dash {letter}"),
            (f"--{name} {number}", f"{said} {cardinal(number)}"),
        ]
    )


def draw_sign(r: random.Random) -> tuple[str, str]:
    n = r.randint(2, 90)
    one = cardinal(n)
    return r.choice(
        [
            (f"√{n}", f"(?:the )?(?:square )?root(?: of)? {one}"), (f"§{n}", f"section {one}"), (f"π ≈ {n}", f"pi (?:is )?(?:about|approximately) {one}"),
            ("n → ∞", "n (?:to|becomes) infinity"), (f"±{n}", f"plus or minus {one}"), (f"{n} × 3", f"{one} (?:times|by) three"), (f"{n} ÷ 3", f"{one} divided by three"),
            (f"#{n}", f"number {one}"), (f"№ {n}", f"number {one}"), (f"{n}¢", f"{one} cents"), (f"~{n}", f"(?:about|approximately|around) {one}"), (f"{n} + 3 = 12", f"{one} plus three (?:equals|is) twelve"),
            (f"{n}°", f"{one} degrees"), (f"§ {n}.2", f"section {one} {POINT} two"), (f"Δ = {n}", f"delta (?:equals|is) {one}"), (f"{n} * 3", f"{one} times three"),
            (f"No. {n}", f"number {one}"), ("No.", "no"), (f"{n} - 3 = 4", f"{one} minus three (?:equals|is) four"), (f"∑ {n}", f"(?:the )?sum(?: of)? {one}"), (f"Ext. {n}", f"extension {one}"),
            (f"a ∈ {n}", f"a (?:is )?(?:in|an? element of|element of) {one}"), (f"(−{n})", f"{MINUS} {one}"), ("¬ ready", "not ready"), (f"①, ⑦ and {n}", f"(?:circled )?one (?:circled )?seven and {one}"),
        ]
    )  # fmt: skip


def draw_row(r: random.Random) -> tuple[str, str]:
    n = r.randint(1, 99)
    end = ["th", "st", "nd", "rd"][n % 10 if n % 10 < 4 and n // 10 % 10 != 1 else 0]
    decade = r.choice([1920, 1950, 1980, 1990, 2020])
    tens = {20: "twenties", 50: "fifties", 80: "eighties", 90: "nineties"}[decade % 100]
    return r.choice(
        [
            (f"{n}{end}", ordinal(n)),
            (f"{decade}s", f"{cardinal(decade // 100)} {tens}"),
            (f"Q{n % 4 + 1}", f"q {cardinal(n % 4 + 1)}"),
        ]
    )


def draw_code(r: random.Random) -> tuple[str, str]:
    run = "".join(str(r.randrange(10)) for _ in range(5))
    kind = r.choice(["ZIP code", "PIN", "code", "zip"])
    said = " ".join(kind) if kind == "PIN" else kind.casefold()
    return f"{kind} {run}", f"(?:{said}|{kind.casefold()}) {digits(run)}"
