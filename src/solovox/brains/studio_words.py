"""What is said in the Studio, understood by rules that are data: which of the six tools is meant, with which values.

Rule 1: values are words that were said; a tool's name becomes its id, a place of the screen and a domain one of theirs.
Rule 2: "it", "the second one" and "show me" mean something only where a card, or an app, is open; else it is asked back.
Rule 3: what is no clear request is none here: the intent head looks at it next.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from solovox.text.app_words import wants_new_app
from solovox.text.going_back import version_step

WHICH: Final = "No card of tools is open. Which tool do you mean?"
SHOW_WHAT: Final = "What shall I show? Nothing is open yet."
BUILD_WHAT: Final = "What shall it do? Say it in a sentence."
NO_APP: Final = "There is no app yet. What shall I build first?"
SEARCH_WHAT: Final = "What shall I search for?"
_NTH: Final = {
    word: at
    for at, words in enumerate(
        ("first 1st 1 one top", "second 2nd 2 two", "third 3rd 3 three", "fourth 4th 4 four", "fifth 5th 5 five")
    )
    for word in words.split()
}  # fmt: skip
_PLACES: Final[Mapping[str, str]] = {
    "preview": r"previews?|(?:running |finished )?(?:app|application)|result|page",
    "code": r"(?:source )?code|source",
    "files": r"files?|file list",
    "tools": r"tools?|tool (?:drawer|list|box)|toolbox|catalog(?:ue)?|drawer",
    "projects": r"projects|project list|other (?:apps|projects)|apps",
    "themes": r"themes?|looks|voices?",
    "talk": r"talk|chat|conversation|transcript",
    "settings": r"settings?|preferences|options",
    "timeline": r"time ?line|history",
    "studio": r"studio|main (?:screen|page|view)|start|home",
}
_LEADS: Final = re.compile(
    r"^(?:(?:please|okay|ok|hey|hi|vox|so|well|now|then|and|also|um|uh|yes|yeah|sure|alright|just|maybe|can you|could you|would you"
    r"|will you|can we|could we|can i|let's|lets|let us|go ahead and|i think|i guess|i was thinking|i was wondering if|i wonder if|is it possible to|is there a way to"
    r"|would it be possible to|we should|we could|you could|i'm looking to|i am looking to|like|actually|perhaps)\b[ ,]*)+"
)
_TAILS: Final = re.compile(
    r"(?:[ ,]+(?:please|thanks|thank you|now|for me|vox|then|if you can|will you|would you))+$"
)
_SHORT: Final = (
    ("whats", "what's"), ("id", "i'd"), ("thats", "that's"), ("im", "i'm"), ("ill", "i'll"), ("wheres", "where's"), ("dont", "don't"),
    ("dot js", "js"), ("love", "like"),
)  # fmt: skip
_TAKES: Final = r"(?:add|use|take|pick|choose|install|include|want|i want|i'll take|i will take|i'll have|i take|give me|put in|insert|go with|go for|i'd like)"
_THIS: Final = re.compile(
    rf"(?:{_TAKES} )*(?:it|this|that|this one|that one|the one)(?: (?:in|one|to (?:the|my|our) (?:project|app)|then))?"
)
_ORDINAL: Final = re.compile(
    rf"(?:{_TAKES} )*(?:the |number |option |tool |my )*(?P<nth>first|second|third|fourth|fifth|last|other|1st|2nd|3rd|4th|5th|[1-5]|one|two|three|four|five)"
    rf"(?: (?:one|tool|option))?(?: (?:to (?:the|my|our) (?:project|app)))?"
)
_SHOW: Final = re.compile(
    r"show (?:me|it|me that|it to me)|let me see(?: it| that)?|(?:can|may) i see (?:it|that)"
)
_GO: Final = (
    r"(?:(?:show|open|see|view|display|bring up|pull up|go(?: back)? to|back to|take me(?: back)? to|lead me to|bring me to|switch(?: over)? to"
    r"|get me to|open up|try(?: out)?|have a look at|want to (?:look at|see|try)|i want to (?:look at|try)|let me see|(?:can|could|may) i (?:see|have|look at)|i (?:want|would like|need) to see|where (?:is|are|can i (?:see|find))|look at|navigate to)"
    r"(?: me)? )"
)
_GOING: Final = tuple(
    (
        place,
        re.compile(
            rf"{_GO}(?:the |my |our |all |of )*(?:{words})(?: (?:view|panel|page|screen|tab|drawer|list))?(?: of (?:the|my) app)?"
        ),
    )
    for place, words in _PLACES.items()
)
_WHERE: Final = re.compile(
    r"(?:.*\b)?(?:change|choose|pick|set) (?:the |my |another )?(theme|settings?|voice)\b.*\bwhere\b.*"
)
_STANDS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b(?:status|state|progress|health) (?:of|on) (?:the |my |our )?(?:project|app|job)\b|\b(?:project|app|job) status\b",
        r"\bhow (?:is|does|far is|are) (?:the |my |our |it|this )?(?:project|app|job|it)?\b ?(?:doing|going|coming along|look|stand|getting on)?$",
        r"\bwhat(?:'s| is| do i have)? in (?:the |my |our )?(?:project|app)\b|\bdo (?:i|we) have (?:a |any )?(?:project|app)s?\b",
        r"^(?:is|are) (?:it|the app|my app|that|the job) (?:done|ready|finished|there)(?: yet)?$|^did (?:it|that|the job) (?:work|finish|succeed|go well)$",
        r"^what(?:'s| is) (?:happening|going on|up|new) (?:with|in) (?:the |my |our )?(?:project|app|job)$|^tell me (?:about|more about) (?:the |my |our )(?:project|app)$",
        r"\b(?:which|what) version\b|\bwhat (?:have|did) (?:you|we) (?:built|build|made|make|done)\b",
        r"\b(?:which|what) tools? (?:does|do|is|are|has|have) (?:the |my |our |it|this|we|i)\b.*(?:use|have|has|got|added|in it)?$",
    )
)  # fmt: skip
_TOOL: Final = r"(?:tools?|librar(?:y|ies)|packages?|frameworks?|thing|something|components?)"
_ADVISED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:so )?(?:what|which)(?: {_TOOL})? (?:should|would|could|can|shall|might) (?:i|we|you) (?:use|take|pick|choose|recommend|suggest|need)(?: (?:for|to)(?P<to> store| read| show| draw| play| make)? (?P<for>.+))?",
        r"(?:any idea |do you know |tell me )?what (?:i|we) (?:should|could|can) (?:use|take)(?: (?:for|to) (?P<for>.+))?",
        rf"(?:what|which)(?: {_TOOL})? (?:do|would|can) you (?:suggest|recommend|advise|take|use)(?: (?:for|to) (?P<for>.+))?",
        rf"(?:recommend|suggest)(?: me| us)?(?: (?:a|an|some|any|the))?(?: good| nice| best)?(?: {_TOOL})?(?: (?:for|to|that can) (?P<for>.+))?",
        r"(?:give|make) me (?:a |some )?(?:recommendations?|suggestions?|advice)(?: (?:for|on|about|to) (?P<for>.+))?",
        rf"what(?:'s| is) (?:the |a )?(?:best|good|right|nice) {_TOOL} (?:for|to) (?P<for>.+)",
        rf"(?:is|are) there (?:a |an |any |some )?(?:good |nice |better )?{_TOOL} (?:for|to|that can) (?P<for>.+)",
        r"(?:i|we) (?:need|want|am looking for|'m looking for|could use) (?:a |an |some )?(?:good )?(?:tools?|librar(?:y|ies)|packages?) (?:for|to|that can) (?P<for>.+)",
        r"(?:what|which) else (?:is there|do you have|could i use)(?: for (?P<for>.+))?",
        r"what(?:'s| is| would be) (?:good|best|better|right|nice|useful|recommended) (?:for|to) (?P<for>.+)",
        rf"(?:which|what)(?: one| {_TOOL})? (?:is|works|would be) (?:best|better|good|right) (?:for|to) (?P<for>.+)",
        r"how (?:would|could|should|do|can) (?:you|i|we) (?:do|make|get|add|handle|build) (?P<for>[\w -]+)",
        rf"(?:do you )?(?:know|have|got)(?: of)?(?: any| a| an)? (?:{_TOOL}|suggestions?|recommendations?|ideas?|advice) (?:for|on|to) (?P<for>.+)",
        r"(?:advise|help) me (?:on|with|about) (?P<for>.+)",
        rf"(?:i'm|i am) not sure (?:what|which)(?: {_TOOL})? (?:to|i should) (?:use|take|pick|choose) (?:for|to) (?P<for>.+)",
        rf"(?:which|what) {_TOOL} (?:would|could|might) (?:help|suit|fit)(?: (?:me|us|my|the|our))?(?: (?:app|project))?(?: (?:with|for) (?P<for>.+))?",
    )
)  # fmt: skip
_SOUGHT: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:search|look|browse|check)(?: in| through)?(?: the| your)? (?:catalog(?:ue)?|tools?|registry|librar(?:y|ies)) for (?P<query>.+)",
        r"search(?: in)?(?: the)? (?P<domain>[a-z0-9 ,]+?)(?: domain| section| category)? for (?P<query>.+)",
        r"(?:search|look|hunt) for (?:a |an |some |tools? (?:for|to) )?(?P<query>.+)",
        rf"(?:find|get|show|list|give)(?: me| us)?(?: all| some| any)?(?: a| an)? {_TOOL} (?:for|to|that|about|with) (?P<query>.+)",
        r"(?:what|which) (?:tools?|librar(?:y|ies)|packages?) (?:do you have|are there|have you got|do you know)(?: (?:for|to|about) (?P<query>.+))?",
        r"are there (?:any )?(?:tools?|librar(?:y|ies)|packages?) (?:for|to|about) (?P<query>.+)",
        r"(?:browse|look through|go through) (?:the |your )?(?:catalog(?:ue)?|tools?|registry) (?:for )?(?P<query>.+)",
        r"(?:show|list|see)(?: me)? (?:everything|all|all tools|what you have|the tools) (?:in|about|for|of) (?:the )?(?P<query>.+)",
        r"what (?:do you have|is there|have you got) (?:in|about) (?:the )?(?P<query>.+)",
        r"(?:find|search|look up)(?: me)?(?: tools?| librar(?:y|ies)| packages?)?(?: that| which)? (?P<query>.+)",
    )
)  # fmt: skip
_EMPTY: Final = re.compile(
    rf"(?:search|find|look)(?: (?:for|me|something|the catalog(?:ue)?))*(?: (?:a|an|some)? ?{_TOOL})?"
)
_IN_DOMAIN: Final = re.compile(
    r" (?:in|from|of|among|within) (?:the )?(?P<domain>[a-z0-9 ,]+?)(?: domain| section| category)?$"
)
_ADDS: Final = re.compile(
    r"(?:add|use|install|include|put|bring|take|integrate|insert|i want|i need|i'd like|give me|let's use|go with)(?: in)? (?P<tool>.+?)"
    r"(?: (?:to|into|in|on|for|with)(?: (?:the|my|our|this|it|there|app|project|here))+| there| here| in there| too| as well)?"
)
_EMPTY_APP: Final = re.compile(
    r"(?:build|make|create|write|generate|start|code|design|i want|i need|i'd like)(?: me| us)?(?: to build| to make)?(?: (?:a|an|some|another|new))*"
    r"(?: (?:app|application|thing|something|website|game|page|one))?(?: new| else)?"
)
_KINDS: Final = (
    r"(?:calculator|timer|stopwatch|to-?do list|todo list|list|quiz|flash ?cards?|converter|planner|tracker|countdown|drawing pad|sketch pad|palette"
    r"|chart app|poll|counter|notes app|note book|notebook|journal|game|dashboard|diary|clock|calendar|app|website|web ?site|web page)"
)
_WANTED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:an?|another|some) (?:[\w'-]+ ){{0,3}}?{_KINDS}\b.*",
        rf"(?:i|we)(?:'d like| want| need| would like)(?: to have)? (?:an? |some |my own )?(?:[\w'-]+ ){{0,3}}?{_KINDS}\b.*",
        r"(?:i|we)(?:'d like| want| would like) to (?:build|make|create|have|write) (?:an?|some|something)\b.*",
        rf"(?:[\w'-]+ ){{0,2}}{_KINDS}(?: (?:for|to|with|that|of|about) .*)?",
        rf"(?:my [\w ]+?|i|we|they|the kids) needs? (?:something|an?|some) .*(?:\bto\b|\bfor\b|\bthat\b|{_KINDS}).*",
        rf"(?:do|get|have|make|build) (?:maybe )?(?:like )?(?:an?|some|another) (?:[\w'-]+ ){{0,3}}?{_KINDS}\b.*",
        r"(?:how|what) about (?:an?|another|some) .*",
        r".*\b(?:build|make|create|code|write) (?:me )?one\b.*",
        r"(?:build|create|generate|develop|write|code|program|design|prototype|start|put together|whip up)(?: me| us| up)? (?:an?|another|some|the|my|this|something|new)\b.+",
    )
)  # fmt: skip
_CHANGE: Final = re.compile(
    r"(?:make|change|turn|add|remove|delete|drop|hide|show|move|put|rename|set|give|increase|decrease|enlarge|shrink|raise|lower|swap|replace|fix"
    r"|use|colou?r|paint|align|center|centre|round|let|rewrite|translate|sort|round|highlight|underline|label|undo|keep|reset|write|insert|include|start)\b .*"
    r"|(?:it|this|they|the (?:app|page|title|text|button|buttons|[\w-]+(?: [\w-]+)?)) (?:should|must|needs? to|shall|has to|have to|could|doesn't|does not|don't|do not|is too|are too|isn't|looks?)\b .*"
    r"|(?:i|we)(?:'d like| want| would like| need| don't like| do not like| prefer)(?: to (?:see|have|change))? (?:the|it|a|an|more|less|its|another|bigger|smaller) ?.*"
    r"|there (?:should|must|could|needs? to) be .*|(?:could|can|should|would) (?:the|it|this|that|all|every) [\w ]+|(?:get rid of|take away|take out|try it with|try) .*"
    r"|(?:it|the [\w ]+) (?:needs?|wants?|lacks?) .*|(?:i|we)(?:'d like| want| prefer) (?:it|them|this|that) .*|(?:an?|the|some) (?:dark|light|reset|start|stop|clear|new|back|undo) .*"
    r"|(?:bigger|smaller|darker|lighter|larger|rounder|warmer|more|less)\b.*|(?:call|name|title) (?:it|this|the (?:app|page)) .*"
)
_TALK: Final = re.compile(r".*\blooks? (?:great|good|nice|fine|perfect|lovely|awesome|beautiful|amazing)\b.*")
_QUESTION: Final = re.compile(
    r"(?:what|who|why|when|where|which|how|is|are|do|does|did|will|was|were|has|have)\b.*"
)


@dataclass(frozen=True, slots=True)
class StudioView:
    """What is open, and what there is. `known`: the id of a tool by its name, however it is written; None: there is none."""

    card: Sequence[str] = ()
    has_app: bool = False
    domains: Sequence[str] = ()
    known: Callable[[str], str | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class MeantTool:
    """A tool, and what it is called with."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AsksBack:
    """What has to be known first."""

    text: str


def understood(said: str, view: StudioView) -> MeantTool | AsksBack | None:
    """What is meant; None: no rule says it."""
    words = plain(said)
    if version_step(said):
        return (
            MeantTool("generate_app", {"prompt": " ".join(said.split())})
            if view.has_app
            else AsksBack(NO_APP)
        )
    for rule in (_card, _shown, _gone, _advice, _search, _status, _added):
        if (found := rule(words, view)) is not None:
            return found
    return _built(words, said, view)


def plain(said: str) -> str:
    """In lower case, without what is said around a request."""
    low = " ".join(re.sub(r"[^\w' ,.+#/-]+", " ", said.casefold().replace("’", "'")).split())
    for short, long in _SHORT:
        low = re.sub(rf"\b{short}\b", long, low)
    low = _LEADS.sub("", low.rstrip(" .,!?"))
    return _TAILS.sub("", low).strip(" ,")


def _card(words: str, view: StudioView) -> MeantTool | AsksBack | None:
    if words in ("add", "use", "take"):
        return AsksBack(WHICH)
    if _THIS.fullmatch(words):
        return MeantTool("add_tool", {"tool_id": view.card[0]}) if view.card else AsksBack(WHICH)
    if (found := _ORDINAL.fullmatch(re.sub(r"^(?:no|nope)[, ]+", "", words))) is None:
        return None
    if not view.card:
        return AsksBack(WHICH)
    many, nth = len(view.card), found["nth"]
    at = many - 1 if nth == "last" else 1 if nth == "other" and many == 2 else _NTH.get(nth, many)
    if at >= many:
        return AsksBack(f"The card has {many} tools. Which one do you mean?")
    return MeantTool("add_tool", {"tool_id": view.card[at]})


def _shown(words: str, view: StudioView) -> MeantTool | AsksBack | None:
    if not _SHOW.fullmatch(words):
        return None
    if view.card or view.has_app:
        return MeantTool("navigate_ui", {"target": "tools" if view.card else "preview"})
    return AsksBack(SHOW_WHAT)


def _gone(words: str, _: StudioView) -> MeantTool | None:
    if (found := _WHERE.fullmatch(words)) is not None:
        return MeantTool(
            "navigate_ui", {"target": "settings" if found[1].startswith("setting") else "themes"}
        )
    place = next((place for place, pattern in _GOING if pattern.fullmatch(words)), None)
    return None if place is None else MeantTool("navigate_ui", {"target": place})


def _status(words: str, _: StudioView) -> MeantTool | None:
    return MeantTool("get_project_status") if any(one.search(words) for one in _STANDS) else None


def _advice(words: str, _: StudioView) -> MeantTool | None:
    found = next((one for pattern in _ADVISED if (one := pattern.fullmatch(words))), None)
    if found is None:
        return None
    wanted = found["for"] or ""
    verb = (found.groupdict().get("to") or "").strip()
    context = f"{verb} {wanted}".strip()
    return MeantTool("recommend_tools", {"project_context": context} if context else {})


def _search(words: str, view: StudioView) -> MeantTool | AsksBack | None:
    if _EMPTY.fullmatch(words):
        return AsksBack(SEARCH_WHAT)
    for pattern in _SOUGHT:
        found = pattern.fullmatch(words)
        if found is None:
            continue
        query, domain = found["query"] or "", found.groupdict().get("domain") or ""
        if domain and not (domain := domain_of(domain, view.domains)):
            continue
        inside = _IN_DOMAIN.search(query)
        if inside is not None and (named := domain_of(inside["domain"], view.domains)):
            query, domain = query[: inside.start()], named
        if not query:
            return AsksBack(SEARCH_WHAT)
        if not domain and "in" in words.split():
            domain = domain_of(query, view.domains)
        return MeantTool("search_tools", {"query": query} | ({"domain": domain} if domain else {}))
    return None


def domain_of(said: str, domains: Sequence[str]) -> str:
    """The domain that has these words in its name; empty: none has."""
    wanted = {word for word in re.findall(r"[a-z0-9]+", said.lower()) if word not in ("and", "the")}
    names = {one: {*re.findall(r"[a-z0-9]+", one.lower())} for one in domains}
    return next((one for one, has in names.items() if wanted and wanted <= has), "")


def _added(words: str, view: StudioView) -> MeantTool | None:
    found = _ADDS.fullmatch(words)
    named = found["tool"].removeprefix("to use ").removeprefix("the ") if found is not None else words
    id_ = view.known(named) if found is not None or view.card else None
    return None if id_ is None else MeantTool("add_tool", {"tool_id": id_})


def _built(words: str, said: str, view: StudioView) -> MeantTool | AsksBack | None:
    if _EMPTY_APP.fullmatch(words):
        return AsksBack(BUILD_WHAT)
    prompt = MeantTool("generate_app", {"prompt": " ".join(said.split())})
    if wants_new_app(said):
        return prompt
    if _TALK.fullmatch(words) or (
        _QUESTION.fullmatch(words) and not any(one.fullmatch(words) for one in _WANTED)
    ):
        return None
    if view.has_app and _CHANGE.fullmatch(words):
        return prompt
    if any(one.fullmatch(words) for one in _WANTED):
        return prompt
    return AsksBack(NO_APP) if _CHANGE.fullmatch(words) and not view.has_app else None
