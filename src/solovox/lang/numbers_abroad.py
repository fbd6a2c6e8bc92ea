"""Whole numbers in the words of some other languages: what a recogniser may write for digits, or digits for.

German, French, Spanish, Chinese and Japanese (one way of writing), Korean. Below a million.
"""

from typing import Final

_DE: Final = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn".split()
)
_DE_TENS: Final = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_FR: Final = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit"
    " dix-neuf".split()
)
_FR_TENS: Final = "vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split()
_ES: Final = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete"
    " veintiocho veintinueve".split()
)
_ES_TENS: Final = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_ES_HUNDREDS: Final = "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split()
MOST: Final = 999_999


def german(n: int) -> str:
    """In one word."""
    if n < 20:
        return _DE[n]
    if n < 100:
        ones = f"{'ein' if n % 10 == 1 else _DE[n % 10]}und" if n % 10 else ""
        return ones + _DE_TENS[n // 10 - 2]
    for scale, name in ((1000, "tausend"), (100, "hundert")):
        if n >= scale:
            head = "ein" if n // scale == 1 else german(n // scale)
            return head + name + (german(n % scale) if n % scale else "")
    raise AssertionError(n)


def french(n: int) -> str:
    """With hyphens, as the reform of 1990 has them."""
    if n < 20:
        return _FR[n]
    if n < 100:
        ten, one = divmod(n, 10)
        if ten in (7, 9):
            one += 10
        head = _FR_TENS[ten - 2]
        if not one:
            return head + ("s" if n == 80 else "")
        return f"{head}-et-{_FR[one]}" if one in (1, 11) and ten < 8 else f"{head}-{_FR[one]}"
    for scale, name in ((1000, "mille"), (100, "cent")):
        if n >= scale:
            head = "" if n // scale == 1 else french(n // scale) + "-"
            many = "s" if scale == 100 and head and not n % scale else ""
            return head + name + many + (f"-{french(n % scale)}" if n % scale else "")
    raise AssertionError(n)


def spanish(n: int) -> str:
    """In separate words from thirty on."""
    if n < 30:
        return _ES[n]
    if n < 100:
        return _ES_TENS[n // 10 - 3] + (f" y {_ES[n % 10]}" if n % 10 else "")
    if n < 1000:
        return (
            "cien" if n == 100 else _ES_HUNDREDS[n // 100 - 1] + (f" {spanish(n % 100)}" if n % 100 else "")
        )
    head = "" if n < 2000 else spanish(n // 1000) + " "
    return f"{head}mil" + (f" {spanish(n % 1000)}" if n % 1000 else "")


def chinese(n: int) -> str:
    """In the characters of Chinese; those of Japanese are the same but for zeros and ones inside."""
    return _by_tens(n, "零一二三四五六七八九", "万千百十", full=True)


def japanese(n: int) -> str:
    """Without the zeros and ones that Chinese says."""
    return _by_tens(n, "零一二三四五六七八九", "万千百十")


def korean(n: int) -> str:
    """The numbers of Chinese origin."""
    return _by_tens(n, "영일이삼사오육칠팔구", "만천백십")


def _by_tens(n: int, digits: str, scales: str, *, full: bool = False) -> str:
    """`full`: with a zero in each gap, and a one before a scale."""
    if n < 10:
        return digits[n]
    scale, name = next((10**at, name) for at, name in zip((4, 3, 2, 1), scales, strict=True) if n >= 10**at)
    many, rest = divmod(n, scale)
    bare = n < 20 if full else many == 1 and scale < 10_000
    head = "" if bare else _by_tens(many, digits, scales, full=full)
    gap = digits[0] if full and 0 < rest < scale // 10 else ""
    return head + name + gap + (_by_tens(rest, digits, scales, full=full) if rest else "")
