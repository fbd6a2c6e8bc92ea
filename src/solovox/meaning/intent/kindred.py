"""Words that go together: who asks for an umbrella asks for the weather. What a sentence model of this size does not know."""

from typing import Final

from solovox.meaning.intent.declared import stem

_FAMILIES: Final = (
    "weather forecast freezing jacket rain raining rainy snow snowing sunny cloudy windy umbrella coat hot cold warm colder warmer humid storm outside temperature",
    "news headline latest happening happened going new",
    "stock share price trading doing quote ticker",
    "music song playlist album band track tune",
    "light lamp dark bright brightness",
    "timer countdown remind",
    "alarm wake",
    "mail email inbox",
    "translate say language word",
    "volume sound loud louder quiet quieter hear softer",
    "thermostat temperature degrees heating warm warmer cold cool",
    "calendar event meeting appointment schedule agenda diary have planned free happening",
    "cart basket buy shopping order",
    "todo task list done finished",
    "message text tell sms",
    "reservation table book reserve",
    "flight fly plane ticket",
    "multiply product times multiplied",
    "add total sum plus",
    "subtract difference minus",
    "divide quotient divided",
    "search look web internet",
    "refund money return",
    "taxi cab ride",
    "call ring phone dial",
    "navigate directions route way drive",
    "package parcel delivery track",
    "expense spent cost paid",
    "exchange rate currency euro dollar pound yen franc",
    "convert kilometers miles inches pounds kilos celsius fahrenheit",
)
_TOGETHER: Final = tuple(frozenset(stem(word) for word in family.split()) for family in _FAMILIES)


def kin(words: frozenset[str]) -> frozenset[str]:
    """The stems that go with these stems."""
    return frozenset(word for family in _TOGETHER if family & words for word in family)
