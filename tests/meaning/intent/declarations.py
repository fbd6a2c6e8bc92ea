"""What clients may declare and people may say, by chance."""

from hypothesis import strategies as st

from solovox.ports.meaning import Choosable

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-100, 100) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KINDS = "string integer number boolean STRING INTEGER NUMBER BOOLEAN array object".split()
PROPERTY = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "description": st.text(max_size=20),
        "enum": st.lists(st.text(max_size=8) | st.integers(-9, 9), max_size=4),
        "minimum": st.integers(-5, 50),
        "maximum": st.integers(-5, 50),
        "minLength": st.integers(0, 5),
        "maxLength": st.integers(0, 30),
        "items": st.sampled_from([{"type": "string"}, {"type": "integer"}, {"enum": ["blue", "light"]}, {}]),
        "maxItems": st.integers(0, 3),
        "pattern": st.sampled_from(["^[a-z]+$", "(", "\\d"]),
    },
)
WORDS = st.lists(
    st.sampled_from(
        "play the blue light on off at seven twenty two percent to from in by called minutes half an hour next 3 £5 don't"
        " please kitchen tomorrow every a hundred minus one point five".split()
    ),
    max_size=12,
).map(" ".join)
SAID = WORDS | st.text(max_size=60)


@st.composite
def schemas(draw):
    """An object of OpenAPI or JSON Schema, with odd limits."""
    names = st.text(max_size=8) | st.sampled_from(["when", "recipient", "query", "on", "minutes", "city"])
    properties = draw(st.dictionaries(names, PROPERTY, max_size=4))
    required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True)) if properties else []
    return {
        "type": draw(st.sampled_from(["object", "OBJECT"])),
        "properties": properties,
        "required": required,
    }


DECLARATIONS = st.builds(
    Choosable,
    name=st.text(max_size=12) | st.sampled_from(["set_light", "playMusic"]),
    description=st.text(max_size=40) | st.just("Switch a lamp on or off."),
    parameters=st.just({}) | schemas(),
)
ODD = st.builds(
    Choosable,
    name=st.text(max_size=8),
    description=st.text(max_size=8),
    parameters=JSON,
)
