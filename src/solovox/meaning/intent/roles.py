"""What a parameter stands for, by the words of its name: which cue announces it, which words can be it.

The cues are tried in their order; the first row that names the parameter counts.
"""

import re
from typing import Final

from solovox.meaning.intent.declared import Parameter, spoken

LANGUAGES: Final = frozenset(
    "english french german spanish italian portuguese dutch swedish norwegian danish finnish polish czech greek turkish"
    " russian ukrainian arabic hebrew hindi bengali urdu chinese mandarin cantonese japanese korean vietnamese thai latin"
    " hungarian romanian bulgarian croatian serbian swahili indonesian malay welsh irish catalan persian".split()
)
UNITS: Final = frozenset(
    "celsius fahrenheit kelvin centigrade metric imperial miles mile kilometers kilometres km meters metres feet foot inches"
    " inch pounds pound kilograms kilogram kilos kilo kg grams gram ounces ounce liters litres liter litre gallons gallon cups cup"
    " centimeters centimetres cm millimeters millimetres mm milliliters millilitres ml yards yard tablespoons teaspoons pints pint"
    " quarts stone tons tonnes acres hectares knots mph kph seconds minutes hours days weeks bytes megabytes gigabytes euros dollars".split()
)
CURRENCIES: Final = frozenset(
    "euro euros dollar dollars pounds pound yen francs franc rupees rupee yuan usd eur gbp jpy chf inr sek nok dkk pln cad aud cny"
    " pesos peso kronor krona krone kroner zloty won lira real rand shekel shekels ruble rubles".split()
)
GENRES: Final = frozenset(
    "jazz rock pop classical blues country folk reggae soul funk disco techno house metal punk opera gospel latin salsa hip-hop"
    " rap ambient electronic indie swing".split()
)
ROOMS: Final = frozenset(
    "kitchen bedroom bathroom hallway hall garage attic basement nursery office study lounge corridor balcony terrace garden"
    " cellar entrance porch".split()
)
CREATORS: Final = frozenset("author artist creator writer performer singer band".split())
PROPER: Final = frozenset("city country location symbol ticker company region state".split())
"""What is written with a capital, where a recogniser writes capitals at all."""
ACTIONS: Final = frozenset(
    "play put start search look find show open close add remove delete take book order get call ring phone text send remind"
    " write note make create set turn switch go move cancel reserve rent give tell read say translate invite ask record log"
    " print share watch buy grab pick bring see hear listen run commit rename change reply answer drive walk navigate head"
    " travel fly cast equip use wear tick mark report assign reset restart refill schedule plan push save keep return eat"
    " drink check transfer convert hold wake jump scroll hunt fetch dim raise lower increase decrease lock unlock follow"
    " roll throw film shoot crop apply extend clear empty rate press click enter type post publish upload download install"
    " update dial connect join leave forward pay clean wash cook heat cool measure count compare sort filter solve define"
    " spell explain describe hit jot kill alert request email mail message pause stop resume skip mute unmute vacuum"
    " repeat disable enable activate deactivate confirm approve reject submit register schedule archive forward track deploy renew"
    " upgrade charge feed dismiss shut finish begin continue quit exit close navigate guide warn notify arrange organise organize".split()
)
"""Verbs with which an order begins."""
PEOPLE: Final = frozenset(
    "recipient contact person to whom addressee customer client patient guest employee".split()
)
TITLED: Final = frozenset("doctor dr physician therapist dentist professor teacher vet lawyer".split())
"""Who is spoken of with a title."""
PLACES: Final = frozenset(
    "city location town country place region state address area zone restaurant stop room where airport station pickup dropoff".split()
)
_PLACED: Final = re.compile(
    r"\b(?:city|town|airport|station|neighbou?rhood|place|destination|starting\spoint|where\sto)\b",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(r"\b(?:contact|person|who|whom|patient|guest|customer|booking)\b", re.IGNORECASE)
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
    (frozenset("origin from departure source sender start pickup".split()), ("from", "at")),
    (frozenset("destination arrival target dropoff".split()), ("to", "at", "for")),
    (
        frozenset("recipient contact person guest assignee attendee whom who user to customer client patient".split()),
        ("text", "call", "tell", "message", "email", "invite", "ask", "let", "to", "with", "for", "from"),
    ),
    (CREATORS, ("by", "from")),
    (frozenset("topping toppings ingredient ingredients extras sides".split()), ("with",)),
    (frozenset("subject topic keyword".split()), ("about", "on", "regarding", "of", "in")),
    (frozenset("attendees guests participants invitees".split()), ("with", "for", "invite")),
    (frozenset("symbol ticker company stock".split()), ("of", "for", "about")),
    (PLACES, ("in", "at", "near", "to", "from", "for")),
    (frozenset("text message body content comment".split()), ("saying", "says", "that", "message")),
    (frozenset("new replacement replace".split()), ("with", "to", "as", "into", "by")),
    (frozenset("list playlist folder album event calendar".split()), ("to", "on", "in", "into", "from", "for")),
    (frozenset("label".split()), ("labelled", "for")),
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


def is_place(parameter: Parameter) -> bool:
    """Whether it is a place, by its name, or by what is said of one whose name says nothing."""
    return bool(PLACES & role(parameter)) or _PLACED.search(parameter.about) is not None


def is_person(parameter: Parameter) -> bool:
    """Whether it is a person's name."""
    named = role(parameter)
    return bool(PEOPLE & named) or ("name" in named and _PERSON.search(parameter.about) is not None)


def is_repeated(parameter: Parameter) -> bool:
    """Whether two of it are two calls."""
    return parameter.kind != "array" and not is_open(parameter) and bool(role(parameter) & REPEATED)
