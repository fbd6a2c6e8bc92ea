"""From the words of a person to changes: "make it purple with orange buttons" is two.

Rule 1: a sentence that is not understood as a whole is cut at "and", "with", "but", "on" and commas, where both sides are understood.
Rule 2: what is not understood comes back as words, so that the line can say it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from solovox.studio.templates.changes import (
    Action,
    AddAction,
    AddEmoji,
    AddText,
    Change,
    End,
    Hide,
    Move,
    Part,
    Recolour,
    RecolourButton,
    Relabel,
    Resize,
    Retitle,
    SetColumns,
    SetCorners,
    SetCurrency,
    SetField,
    SetScheme,
    SetStyle,
    Show,
)  # fmt: skip
from solovox.studio.templates.colours import colour
from solovox.studio.templates.request import Request
from solovox.studio.templates.values import currency

_POLITE: Final = re.compile(
    r"^(?:(?:please|ok|okay|now|then|so|and|also|hey|vox|just|maybe|let's|let us|can you|could you|would you|will you|can we|could we"
    r"|i want you to|i would like you to|i'd like you to|i would like to|i'd like to|i want to|i want|i'd like|i would like|we need"
    r"|i need|you should|go ahead and)[\s,]+)+",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    r"(?:[\s,]+(?:please|thanks|thank you|too|as well|instead|for me|now|then))+$|[.!?\s]+$", re.IGNORECASE
)
_CUT: Final = re.compile(
    r"\s*,\s*(?:and\s+|but\s+)?|\s+(?:and(?: then)?|with|but|on)\s+(?:a\s+|an\s+)?", re.IGNORECASE
)
LONGEST_TEXT: Final = 200
"""Characters of a text, a title or a label that is set."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was understood, and what was not."""

    changes: tuple[Change, ...]
    unknown: tuple[str, ...] = ()


def heard(sentence: str) -> Heard:
    """The changes that a sentence asks for, in its order."""
    said = _bare(sentence)
    found = _split(said)
    if found:
        return Heard(tuple(found))
    parts = [part for part in _CUT.split(said) if part]
    known = [(part, _one(part)) for part in parts]
    changes = tuple(change for _, change in known if change)
    return Heard(
        changes, tuple(part for part, change in known if not change) or ((said,) if not changes else ())
    )


def _bare(sentence: str) -> str:
    """Without politeness."""
    said, before = " ".join(sentence.split()), ""
    while said != before:
        before, said = said, _AFTER.sub("", _POLITE.sub("", said))
    return said


def _split(said: str) -> list[Change]:
    """The whole sentence as changes: cut where both sides are some, else as one; []: it is none."""
    for cut in _CUT.finditer(said):
        left, right = said[: cut.start()], said[cut.end() :]
        if len(right.split()) > 1 and (first := _one(left)) and (rest := _split(_bare(right))):
            return [first, *rest]
    whole = _one(said)
    return [whole] if whole else []


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of saying something: a pattern for the whole, and what it means; None: it does not after all."""

    said: re.Pattern[str]
    means: Callable[[re.Match[str]], Change | None]


def _one(said: str) -> Change | None:
    for way in _WAYS:
        if (found := way.said.fullmatch(said)) and (change := way.means(found)):
            return change
    return None


_THE: Final = r"(?:the |my |its |all |all the |this |that |every |a |an )?"
_MAKE: Final = r"(?:make|turn|set|change|colou?r|paint|give|switch|put|have)\s+"
_APP: Final = r"(?:it|this|that|everything|the app|the page|the whole thing|the colou?r|the accent|the accent colou?r|the main colou?r|the theme)"
_PARTS: Final = {
    Part.BUTTONS: r"buttons?|all buttons|button colou?r|colou?r of the buttons",
    Part.BACKGROUND: r"background|page background|background colou?r|backdrop|colou?r of the background",
    Part.CARDS: r"cards|boxes|panels|card background",
    Part.TEXT: r"text|words|letters|font|writing|font colou?r|text colou?r|colou?r of the text|lettering|type|text size|font size",
    Part.TITLE: r"title|heading|headline|header|title colou?r|title size|name at the top",
}
_PART: Final = "|".join(f"(?P<{part.name}>{words})" for part, words in _PARTS.items())
_BIGGER: Final = r"(?P<up>bigger|larger|big|large|huge|taller)|(?P<down>smaller|small|tiny|tinier)"
_MUCH: Final = r"(?:(?P<little>a (?:little |bit |little bit |tiny bit |touch )|slightly |somewhat )|(?P<much>much |a lot |way |far |really |very ))?"
_QUOTES: Final = "\"'“”‘’ .!?"


def _part(found: re.Match[str], otherwise: Part) -> Part:
    return next((part for part in _PARTS if found.groupdict().get(part.name)), otherwise)


def _coloured(found: re.Match[str]) -> Change | None:
    part = _part(found, Part.ACCENT)
    said = re.sub(
        r"^(?:to |in |into |a |be |the colou?r )+", "", found["colour"].strip(), flags=re.IGNORECASE
    )
    if part in (Part.ACCENT, Part.BACKGROUND) and re.fullmatch(
        r"(?:dark|darker|black mode|light|lighter|bright)", said, re.IGNORECASE
    ):
        return SetScheme(dark=said.lower().startswith(("dark", "black")))
    value = colour(said)
    return Recolour(part, value, said.lower()) if value else None


def _button(found: re.Match[str]) -> Change | None:
    value = colour(re.sub(r"^(?:to |in )", "", found["colour"]))
    name = found["name"].strip()
    return RecolourButton(name, value, found["colour"].lower()) if value and name else None


def _sized(found: re.Match[str]) -> Change:
    step = 1.1 if found["little"] else 1.45 if found["much"] else 1.22
    up = bool(found["up"])
    return Resize(_part(found, Part.TEXT), step if up else 1 / step)


def _fixed(change: Change) -> Callable[[re.Match[str]], Change]:
    return lambda _: change


def _titled(found: re.Match[str]) -> Change | None:
    title = found["title"].strip(_QUOTES)[:LONGEST_TEXT]
    return Retitle(title) if title and title.lower() not in ("it", "me", "back") else None


def _labelled(found: re.Match[str]) -> Change | None:
    old, new = found["old"].strip(_QUOTES), found["new"].strip(_QUOTES)[:LONGEST_TEXT]
    return Relabel(old, new) if old and new and not colour(new) else None


def _set(found: re.Match[str]) -> Change | None:
    name, value = found["name"].strip(), found["value"].strip(_QUOTES)[:LONGEST_TEXT]
    return SetField(name, value) if name and value else None


def _money(found: re.Match[str]) -> Change | None:
    code = currency(Request(found["money"]))
    return SetCurrency(code) if code else None


_COUNTS: Final = {"one": 1, "a single": 1, "single": 1, "two": 2, "three": 3, "1": 1, "2": 2, "3": 3}
_ACTIONS: Final = (
    (Action.RESET, r"reset|start over|start again|restart|clear all|clear everything", "Reset"),
    (
        Action.DARK,
        r"dark|night|dark mode|night mode|dark and light|light and dark|light mode|dark theme|theme",
        "Dark mode",
    ),
    (Action.LARGER, r"bigger text|larger text|text bigger|zoom in|zoom", "Larger text"),
    (Action.SMALLER, r"smaller text|zoom out", "Smaller text"),
)


def _added(action: Action, called: str) -> Callable[[re.Match[str]], Change]:
    def means(found: re.Match[str]) -> Change:
        says = found.groupdict().get("says")
        return AddAction(action, says.strip(_QUOTES)[:LONGEST_TEXT] if says else called)

    return means


def _moved(found: re.Match[str]) -> Change:
    low = found["end"].lower() if found["end"] else found["beside_way"].lower()
    top = low in ("top", "start", "beginning", "first", "up", "above", "before", "over")
    return Move(found["name"].strip(), End.TOP if top else End.BOTTOM, (found["beside"] or "").strip())


def _text(at: End) -> Callable[[re.Match[str]], Change | None]:
    def means(found: re.Match[str]) -> Change | None:
        text = found["text"].strip(_QUOTES)[:LONGEST_TEXT]
        end = found.groupdict().get("end")
        return (
            AddText(text, at if not end else End.TOP if end.lower() in ("top", "start") else End.BOTTOM)
            if text
            else None
        )

    return means


def _columns(found: re.Match[str]) -> Change:
    return SetColumns(_COUNTS[found["count"].lower()])


_FONTS: Final = (
    (r"serif|book|newspaper|elegant|classic|old[- ]fashioned", 'Georgia, "Times New Roman", serif', "a serif font"),
    (r"sans[- ]?serif|plain|modern|clean|normal|default", "system-ui, sans-serif", "a plain font"),
    (r"mono(?:space|spaced)?|typewriter|code|coding|terminal|computer", 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace', "a typewriter's font"),
    (r"handwrit(?:ten|ing)|cursive|playful|comic|fun", '"Comic Sans MS", "Chalkboard SE", "Comic Neue", cursive', "a handwritten font"),
    (r"round(?:ed)?", 'ui-rounded, "Nunito", "Varela Round", system-ui, sans-serif', "a rounded font"),
)  # fmt: skip


def _ways() -> Iterator[tuple[str, Callable[[re.Match[str]], Change | None]]]:
    yield from _of_title()
    yield from _of_buttons()
    yield from _of_looks()
    yield from _of_sizes()
    yield from _of_structure()


def _of_title() -> Iterator[tuple[str, Callable[[re.Match[str]], Change | None]]]:
    named = r"(?:it|this|this app|the app|my app|this thing|the page)"
    yield rf"(?:call|name|rename|title|retitle) {named}(?: to| as)? (?P<title>.+)", _titled
    yield (
        r"(?:change|set|rename|make|switch|update) (?:the |its |my )?(?:title|name|heading|headline)(?: of (?:the|this|my) (?:app|page))? (?:to(?: be)?|into|say|as) (?P<title>.+)",
        _titled,
    )
    yield r"(?:the |its )?(?:title|name|heading) (?:should|must|shall) (?:be|say) (?P<title>.+)", _titled
    title = r"(?:the |its |my )?(?:title|heading|headline|header)"
    yield (
        rf"(?:cent(?:er|re)|middle|cent(?:er|re) align) {title}",
        _fixed(SetStyle("--title-align", "center", "centred the title")),
    )
    yield (
        rf"(?:put|move|align|set) {title} (?:in|to|at) the (?:middle|cent(?:er|re))",
        _fixed(SetStyle("--title-align", "center", "centred the title")),
    )
    yield (
        rf"(?:put|move|align|set) {title} (?:on|to|at) the (?:left|left side)|left align {title}",
        _fixed(SetStyle("--title-align", "left", "put the title on the left")),
    )
    yield (
        rf"(?:put|write|set|make|show) {title} (?:in )?(?:all )?(?:capital letters|capitals|caps|all caps|upper ?case|big letters)",
        _fixed(SetStyle("--title-case", "uppercase", "put the title in capitals")),
    )
    yield (
        rf"(?:put|write|set|make|show) {title} (?:in )?(?:lower ?case|small letters)",
        _fixed(SetStyle("--title-case", "lowercase", "put the title in small letters")),
    )
    yield (
        rf"(?:add|put|place) (?:a |an |the |some )?(?P<emoji>[\w -]+?) (?:emoji|emojis|icon|smiley|symbol) (?:to|in|on|into|beside|next to|before|after) {title}",
        lambda f: AddEmoji(f["emoji"].lower()),
    )
    yield (
        r"(?:add|put in) (?:a |an )?(?P<emoji>[\w -]+?) (?:emoji|smiley)",
        lambda f: AddEmoji(f["emoji"].lower()),
    )


def _of_buttons() -> Iterator[tuple[str, Callable[[re.Match[str]], Change | None]]]:
    for action, words, called in _ACTIONS:
        yield (
            rf"(?:add|put in|include|give (?:it|me|us)|insert|have|make|create|with)?\s*(?:a |an |the |another )?(?:{words})[- ]?(?:button|switch|toggle|key|option)(?: (?:called|named|labell?ed|that says|saying) (?P<says>.+)| at the (?:top|bottom|end)| (?:to|on|in) (?:it|the app|the page))?",
            _added(action, called),
        )
        yield (
            rf"(?:add|put in|include) (?:a |an |the )?(?:button|switch|toggle)(?: that| which)? (?:to|for|resets?|clears?|toggles?)?\s*(?:it |everything |the )?(?:{words}|everything)",
            _added(action, called),
        )
    yield r"(?:make|turn|paint|colou?r) (?:the )?(?P<name>.+?) button (?P<colour>[\w# ]+)", _button
    yield (
        r"(?:rename|relabel) (?:the )?(?P<old>.+?)(?: button| label| field| heading)? (?:to|as|into) (?P<new>.+)",
        _labelled,
    )
    yield (
        r"(?:change|set|make) (?:the )?(?:label|text|word|words|button|heading)(?: of| on| for)?(?: the)? (?P<old>.+?)(?: button| field)? (?:to|into|say) (?P<new>.+)",
        _labelled,
    )
    yield (
        r"(?:change|make|let) (?:the )?(?P<old>.+?) (?:button|label|heading) (?:to say|say|to|into) (?P<new>.+)",
        _labelled,
    )


def _of_looks() -> Iterator[tuple[str, Callable[[re.Match[str]], Change | None]]]:
    yield (
        r"(?:make|turn|switch|set) (?:it|this|everything|the app|the page|the theme)?\s*(?:to |into |on )?(?:a )?(?P<dark>dark|light|night)(?: mode| theme| look)?",
        _scheme,
    )
    yield (
        r"(?:use |switch to |go |with |in |turn on |a )*(?P<dark>dark|light|night) (?:mode|theme|look|background|colou?rs)",
        _scheme,
    )
    yield r"(?:turn|make) (?:the )?(?:background|page) (?P<dark>dark|darker|light|lighter)", _scheme
    yield rf"(?:{_MAKE}){_APP}? ?(?P<colour>[\w#][\w# -]*?)(?: instead)?", _coloured
    yield rf"(?:{_MAKE})(?:the |all |all the |its |my )?(?:{_PART}) (?P<colour>[\w#][\w# -]*)", _coloured
    yield (
        rf"(?:use |with |give it |have |add |i want |in )?(?:a |an |the )?(?P<colour>[\w#]+(?: [\w]+)?) (?:{_PART})",
        _coloured,
    )
    yield rf"(?:the )?(?:{_PART}) (?:should be|must be|in|is|to) (?P<colour>[\w# ]+)", _coloured
    yield (
        r"(?:use |in |with |(?:make|turn|paint) (?:it|everything) )(?:a |an |the colou?r |some )?(?P<colour>[\w#]+(?: [\w]+)?)(?: (?:as (?:the )?(?:colou?r|accent)|theme|colou?rs?|look|accent))?",
        _coloured,
    )
    yield r"(?P<colour>[\w#]+(?: [\w]+)?) (?:theme|look|accent|please|everywhere)", _coloured
    for words, value, called in _FONTS:
        yield (
            rf"(?:use|take|set|give it|with|in|make (?:it|the (?:font|text))|change (?:the )?(?:font|text) to|switch to)\s*(?:a |an |the font (?:to )?)?(?:more )?(?:{words})(?: font| typeface| type| letters| lettering| style)*",
            _fixed(SetStyle("--font", value, f"took {called}")),
        )
        yield (
            rf"(?:a )?(?:{words}) (?:font|typeface|letters)",
            _fixed(SetStyle("--font", value, f"took {called}")),
        )
    yield (
        r"(?:make|set|turn) (?:the |all |all the )?(?:text|font|words|letters|it) bold|bold (?:text|font|letters)",
        _fixed(SetStyle("--font-weight", "650", "made the text bold")),
    )
    yield (
        r"(?:make|set) (?:the |all )?(?:text|font|it) (?:thin|light|thinner|normal|not bold)",
        _fixed(SetStyle("--font-weight", "400", "made the text plain")),
    )
    yield (
        r"(?:remove|hide|no|without|take away|get rid of) (?:the |all )?shadows?",
        _fixed(SetStyle("--shadow", "none", "took the shadows away")),
    )
    yield (
        r"(?:remove|hide|no|without|take away|get rid of) (?:the |all )?borders?",
        _fixed(SetStyle("--border", "0", "took the borders away")),
    )
    yield (
        r"(?:add|put|draw|use|with)\s*(?:a |an |some )?(?:thick |thicker |bold )?(?:border|borders|outline|frame)(?: around .+| to .+)?",
        _fixed(SetStyle("--border", "3px", "drew thicker borders")),
    )


def _scheme(found: re.Match[str]) -> Change:
    return SetScheme(dark=found["dark"].lower().startswith(("dark", "night")))


def _of_sizes() -> Iterator[tuple[str, Callable[[re.Match[str]], Change | None]]]:
    yield (
        rf"(?:make|set|have|turn) (?:the |all |all the |its )?(?:{_PART}|everything|it) {_MUCH}(?:{_BIGGER})",
        _sized,
    )
    yield rf"(?:use |with |i want |a |the )*{_MUCH}(?:{_BIGGER}) (?:{_PART})", _sized
    yield (
        rf"(?:(?P<up>increase|enlarge|raise|grow)|(?P<down>decrease|reduce|shrink|lower)) (?:the |its )?(?:size of the )?(?:{_PART}|everything){_LITTLE_AFTER}",
        _sized,
    )
    yield (
        r"(?:make (?:the |all |all the )?(?:corners?|buttons|cards|edges|it)|round(?: off)?)\s*(?:the |all |all the |its )?(?:more )?(?:corners|edges|buttons|cards|rounder|round|rounded|soft|softer)(?: more)?(?: corners)?|(?:use |with |more )*(?:round|rounded|rounder|soft|softer) (?:corners|edges)",
        _fixed(SetCorners(round=True)),
    )
    yield (
        r"(?:make (?:the |all |all the )?(?:corners?|buttons|cards|edges)? ?)?(?:use |with )?(?:the )?(?:square|sharp|no round|not round|squared|straight)(?: (?:corners|edges))?(?: off)?",
        _fixed(SetCorners(round=False)),
    )
    yield (
        r"(?:give it|add|make|with|use|put|leave|i want)\s*(?:some |a bit |a little |a lot |it )?(?:more|bigger|extra) (?:space|room|air|spacing|padding|distance|spacious)(?: .+)?|(?:make it )?(?:more spacious|airier)",
        _fixed(Resize(Part.SPACE, 1.5)),
    )
    yield (
        r"(?:give it|add|make|with|use|put|leave)\s*(?:a bit |a little |it )?(?:less|smaller) (?:space|room|air|spacing|padding|distance)(?: .+)?|make it (?:more )?(?:compact|tighter|denser)",
        _fixed(Resize(Part.SPACE, 1 / 1.5)),
    )
    yield (
        r"(?:make|set) (?:it|the page|the app|everything|the layout) (?:a bit |a little |much )?(?:wider|broader|wide|full width)|use the (?:full|whole) (?:width|screen)",
        _fixed(Resize(Part.PAGE, 1.4)),
    )
    yield (
        r"(?:make|set) (?:it|the page|the app|everything|the layout) (?:a bit |a little |much )?(?:narrower|narrow|slimmer)",
        _fixed(Resize(Part.PAGE, 1 / 1.4)),
    )
    count = "|".join(_COUNTS)
    yield (
        rf"(?:make (?:it|the page|the app)|use|show (?:it|everything)(?: in)?|put (?:it|everything)(?: in)?|with|in|arrange (?:it|everything) in|switch to|lay it out in)?\s*(?:have |into |in )?(?P<count>{count})[- ]columns?(?: layout)?",
        _columns,
    )
    yield (
        r"(?:put|place|show|arrange) (?:the )?(?:parts|cards|boxes|everything|it|them) side by side",
        _fixed(SetColumns(2)),
    )


_LITTLE_AFTER: Final = r"(?P<little> a (?:little|bit))?(?P<much> a lot)?"


def _of_structure() -> Iterator[tuple[str, Callable[[re.Match[str]], Change | None]]]:
    yield (
        r"(?:use|show|switch to|change (?:it |the currency |the money |dollars )?to|make it|in|put it in|take|set the currency to|with) (?P<money>[a-z$€£¥ ]+?)(?: (?:instead of|rather than|not|for) .+| as (?:the )?(?:currency|money))?",
        _money,
    )
    yield (
        r"(?:change|swap|replace) (?:the )?(?:dollars?|euros?|pounds?|currency)(?: signs?)? (?:to|with|for|by|into) (?:the )?(?P<money>[a-z$€£¥ ]+?)(?: signs?)?",
        _money,
    )
    place = r"(?:at|to|on|in)? ?(?:the )?(?:very )?(?P<end>top|bottom|end|start|beginning|first|last|up|down)(?: of (?:the|this) (?:page|app|screen))?"
    yield (
        rf"(?:put|move|place|bring|show|have) (?:the |my )?(?P<name>.+?) (?:{place}|(?P<beside_way>above|below|under|underneath|before|after|over|beneath) (?:the )?(?P<beside>.+))",
        _moved,
    )
    yield (
        r"(?:remove|delete|hide|drop|get rid of|take away|take out|lose|kick out|don't show|do not show|no more) (?:the |that |this |my )?(?P<name>.+?)(?: (?:part|section|box|please))?",
        lambda f: Hide(f["name"]),
    )
    yield (
        r"(?:i don't want|i do not want|i don't need|without) (?:the |that |a )?(?P<name>.+?)(?: any ?more)?",
        lambda f: Hide(f["name"]),
    )
    yield (
        r"(?:show|bring back|unhide|put back|restore) (?:the )?(?P<name>.+?)(?: again| back)?",
        lambda f: Show(f["name"]),
    )
    says = r"(?:that says|saying|which says|that reads|reading|with the (?:text|words)|:)"
    yield (
        rf"(?:add|put in|insert|write|include|with) (?:a |another )?(?:note|text|line|message|sentence|hint|reminder)(?: at the (?P<end>top|bottom|end|start))?,? {says} ?(?P<text>.+)",
        _text(End.TOP),
    )
    yield r"(?:add|put in|write) (?:a |another )?(?:note|reminder) (?:to )?(?P<text>.+)", _text(End.TOP)
    yield (
        r"(?:write|add|put|say) (?P<text>.+?) (?:at|on|in) the (?P<end>bottom|end|top|start|footer)(?: of (?:the|this) (?:page|app))?",
        _text(End.BOTTOM),
    )
    yield r"(?:add|make|write) (?:a )?footer (?:that says|saying|with|:)? ?(?P<text>.+)", _text(End.BOTTOM)
    yield (
        r"(?:set|change|start|put|make) (?:the |my )?(?:default |starting |first )?(?P<name>.+?) (?:to|at|on|=|be|with) (?P<value>.+)",
        _set,
    )
    yield (
        r"(?:the )?(?:default )?(?P<name>.+?) (?:should be|must be|should start (?:at|with)|starts (?:at|with)) (?P<value>.+)",
        _set,
    )


_WAYS: Final = tuple(_Way(re.compile(pattern, re.IGNORECASE), means) for pattern, means in _ways())
