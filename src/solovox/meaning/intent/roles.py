"""What a parameter stands for, by the words of its name: which cue announces it, which words can be it.

The cues are tried in their order; the first row that names the parameter counts.
"""

from typing import Final

from solovox.meaning.intent.declared import Parameter, spoken

LANGUAGES: Final = frozenset(
    "english french german spanish italian portuguese dutch swedish norwegian danish finnish polish czech greek turkish"
    " russian ukrainian arabic hebrew hindi bengali urdu chinese mandarin cantonese japanese korean vietnamese thai latin"
    " hungarian romanian bulgarian croatian serbian swahili indonesian malay welsh irish catalan persian".split()
)
UNITS: Final = frozenset(
    "celsius fahrenheit kelvin centigrade metric imperial miles mile kilometers kilometres km meters metres feet foot inches"
    " inch pounds kilograms kilos grams ounces liters litres gallons cups centimeters centimetres yards euros dollars".split()
)
CURRENCIES: Final = frozenset(
    "euro euros dollar dollars pounds pound yen francs franc rupees yuan usd eur gbp jpy chf inr pesos kronor".split()
)
GENRES: Final = frozenset(
    "jazz rock pop classical blues country folk reggae soul funk disco techno house metal punk opera gospel latin salsa hip-hop"
    " rap ambient electronic indie swing".split()
)
ROOMS: Final = frozenset(
    "kitchen bedroom bathroom hallway hall garage attic basement nursery office study lounge corridor balcony terrace garden"
    " cellar entrance porch".split()
)
PROPER: Final = frozenset("city country location symbol ticker company region state".split())
"""What is written with a capital, where a recogniser writes capitals at all."""
PEOPLE: Final = frozenset("recipient contact person to whom addressee".split())
PLACES: Final = frozenset(
    "city location town country place region state address area zone restaurant stop room where".split()
)
OPEN: Final = frozenset(
    "body content comment note notes reminder todo description reason title memo summary what about activity".split()
)
"""Names of texts that go to the end, whatever words are in them."""
REPEATED: Final = PLACES | frozenset(
    "symbol ticker company stock topic product item ingredient food device appliance door light lamp language contact recipient"
    " person player team currency coin rooms".split()
)
"""What is one value a call, so that "X and Y" are two calls."""
PAIRS: Final = frozenset(
    "rock roll salt pepper fish chips mac cheese drum bass rhythm blues romeo juliet bonnie clyde trinidad tobago bosnia"
    " herzegovina johnson gin tonic bread butter".split()
)
"""Both sides of an "and" that is in a name."""

CUES: Final[tuple[tuple[frozenset[str], tuple[str, ...]], ...]] = (
    (frozenset("language".split()), ("into", "to", "in")),
    (frozenset("unit units format".split()), ("in", "to", "into")),
    (frozenset("origin from departure source sender start".split()), ("from",)),
    (frozenset("destination arrival target".split()), ("to", "at", "for")),
    (
        frozenset("recipient contact person guest assignee attendee whom who user to".split()),
        ("text", "call", "tell", "message", "email", "invite", "ask", "let", "to", "with", "for", "from"),
    ),
    (frozenset("author artist creator writer performer singer band".split()), ("by", "from")),
    (frozenset("subject topic keyword".split()), ("about", "on", "regarding", "of", "in")),
    (frozenset("attendees guests participants invitees".split()), ("with", "for", "invite")),
    (frozenset("symbol ticker company stock".split()), ("of", "for", "about")),
    (PLACES, ("in", "at", "near", "to", "from", "for")),
    (frozenset("text message body content comment".split()), ("saying", "says", "that", "message")),
    (frozenset("new replacement".split()), ("to", "as", "into")),
    (frozenset("list playlist folder album event calendar label".split()), ("to", "on", "in", "into", "from", "for")),
)  # fmt: skip


def role(parameter: Parameter) -> frozenset[str]:
    """The words of its name."""
    return frozenset(spoken(parameter.name).split())


def known(parameter: Parameter) -> frozenset[str]:
    """The words that alone can be its value; empty: any."""
    words = role(parameter)
    if "language" in words or words == {"lang"}:
        return LANGUAGES
    if "currency" in words:
        return CURRENCIES
    if "genre" in words:
        return GENRES
    return UNITS if words & {"unit", "units"} else frozenset()


def is_open(parameter: Parameter) -> bool:
    """Whether its text may be anything, to the end of what was said."""
    return parameter.verbatim or bool(role(parameter) & OPEN)


def is_repeated(parameter: Parameter) -> bool:
    """Whether two of it are two calls."""
    return parameter.kind != "array" and not is_open(parameter) and bool(role(parameter) & REPEATED)
