"""What an instruction asks for, by rules that are data. Offline, in English, for spoken wording.

An instruction becomes attempts in order of trust. An attempt is a tool and its arguments; a `guess`
may turn out to be nonsense (a unit that is none), and then the next attempt counts.

Lesson kept in mind: rules tuned beside their own tests look perfect and are not. The accuracy that
counts is on `tests/brains/held_out.py`, written after these rules in another style and then frozen.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from solovox.brains.when import day_alone, other_day, other_place, own_time
from solovox.lang.en.numbers import digits, number_at


@dataclass(frozen=True, slots=True)
class Attempt:
    """A tool that may answer. `spoken` is a slot still in spoken form, such as a file's name."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    spoken: str = ""
    guess: bool = False


_FILLERS: Final = re.compile(
    r"(?<![\w./\\-])(?:please|um+|uh+|er+m?|hmm+|hey|hi|hello|okay|ok|well|just|kindly|thanks|thank you|right now|quickly|actually"
    r"|maybe|on earth|would you|for me|solovox|computer|go ahead and|if you (?:can|could|would)|would you mind|do me a favou?r and)\b(?![/\\-]|\.\w)"
)
_LEADS: Final = re.compile(
    r"^(?:(?:so|and|now|then|also|can|could|would|will|you|do|i|we|id|i'd|like|want|need|wanna|to|know|let|me|us|lets"
    r"|let's|tell|give|any idea|happen|wonder(?:ing)?|was|am|i'm|im|curious|about|figure out|work out|find out|explain"
    r"|remind|help|see|run|walk|talk|take|through)\b\s*)+"
)
_NUMBER: Final = r"(?:an?|one|\d[\d,.]*|half an?)"
_OPERATOR: Final = re.compile(
    r"\d\s*(?:[-+*/^×÷x%]|plus|minus|times|multiplied|divided|over|to the|take away|away from|squared|cubed|percent|less|added|factorial)"
    r"|(?:square|cube) root|\b(?:half|third|quarter|twice|double|triple) (?:of )?\d|sqrt"
)
_SUMS: Final[tuple[tuple[str, str], ...]] = (
    (r"^.*\b(?:sum|total) of (.+?),? and (.+)$", r"\1 plus \2"),
    (r"^(?:does |do )(.+?) and (.+)$", r"\1 plus \2"),
    (r"^(?:add|sum) (?:up )?(.+?) (?:and|to|with|plus) (.+)$", r"\1 plus \2"),
    (r"^(?:.*\b(?:i|you|we) )?take (.+?) away from (.+)$", r"\2 minus (\1)"),
    (r"^(?:.*\ba )?(\d+) percent (?:\w+ )?on (.+)$", r"\1 percent of \2"),
    (r"^(.+?) (?:take away|less|without) (.+)$", r"\1 minus \2"),
    (r"^(?:subtract|take|deduct) (.+?) from (.+)$", r"\2 minus (\1)"),
    (r"^multiply (.+?) (?:by|with|and|times) (.+)$", r"\1 times \2"),
    (r"^divide (.+?) (?:by|into) (.+)$", r"\1 divided by \2"),
    (r"^(?:the )?(?:sum|total) of (.+?) and (.+)$", r"\1 plus \2"),
    (r"^(?:the )?product of (.+?) and (.+)$", r"\1 times \2"),
    (r"^(?:the )?difference between (.+?) and (.+)$", r"\1 minus \2"),
)
_SUM_LEAD: Final = re.compile(
    r"^(?:.*\b(?:what(?:'s| is)|whats|how much is) (?=.*\d)|what(?:'s| is| are| does| do|s)?|how much(?: is| are)?|calculate|compute|solve|evaluate|the (?:result|answer|value)"
    r"(?: of| to)?|is|(?:do )?(?:you|i) get (?:if|when) (?:you|i)|happens (?:if|when) you|would|will|left (?:if|when|after)|be|equals?|the math on|math)\s+"
)
_PARTS: Final = {"half": "1/2", "third": "1/3", "quarter": "1/4", "fifth": "1/5", "tenth": "1/10"}
_SUM_TAIL: Final = re.compile(
    r"\s+(?:equal(?:s)?(?: to)?|make(?:s)?|come(?:s)? to|is what|is|be|come to|together|a tip)$"
)

_UNITS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\bconvert (?P<n>{_NUMBER}) (?P<a>[a-z/ ]+?) (?:to|into|in|as) (?P<b>[a-z/ ]+)$",
        (
            rf"\bhow many (?P<b>[a-z/ ]+?) (?:are |is |does |do )?(?:there )?(?:in|make|makes|to|per)(?: up)? "
            rf"(?P<n>{_NUMBER}) (?P<a>[a-z/ ]+)$"
        ),
        rf"\bhow many (?P<b>[a-z/ ]+?) (?:is|are) (?P<n>{_NUMBER}) (?P<a>[a-z/ ]+)$",
        rf"(?:^|\b(?:is|are|s|of)\s|\bwhat\s)(?P<n>{_NUMBER}) (?P<a>[a-z/ ]+?) (?:in|into|to|as|expressed in) (?P<b>[a-z/ ]+)$",
        rf"(?P<n>{_NUMBER}) (?P<a>[a-z/ ]+?) (?:is|are|makes?|equals?) (?:how many|what in) (?P<b>[a-z/ ]+)$",
        rf"(?P<n>{_NUMBER}) (?P<a>(?:degrees? )?[a-z/]+)\b.*\bwhat(?:'s| is|s| would)? (?:that|it|this)(?: be)? in (?P<b>[a-z/ ]+)$",
        rf"^(?P<n>{_NUMBER}) (?P<a>[a-z/ ]+?) (?:in|to|into|as) (?P<b>[a-z/ ]+)$",
        rf"\bturn (?P<n>{_NUMBER}) (?P<a>[a-z/ ]+?) (?:to|into) (?P<b>[a-z/ ]+)$",
    )
)

_FOLDER_WORDS: Final = r"(?:files?|folders?|director(?:y|ies)|documents|contents?|stuff|everything)"
_PROJECT: Final = r"(?:project|repo(?:sitory)?|workspace|code ?base|code|files?|folder|directory|source(?: code)?|tree|documents)"
_NAMED: Final[tuple[tuple[str, str], ...]] = (
    ("list_sessions", r"\b(?:which|what|whats|what's|list|show|name|any|how many|see|give|get|read|tell)\b(?: (?!files?\b|folders?\b|in\b)\w+){0,4} (?:sessions|conversations|talks)\b(?!\.\w| (?:dot|file|folder|table|class|module|cookie|key|id|token)s?\b)"),
    ("list_sessions", r"^(?:the |my |all |our |earlier |past |old |recent |previous |last )*(?:sessions|conversations)(?: (?:here|there are|are there|we have|i have|so far))*$"),
    ("get_project_status", rf"\b(?:status|state|health) (?:of|on) (?:the |my |this |our )?{_PROJECT}"),
    ("get_project_status", r"\b(?:git|project|repo|repository|workspace) (?:status|state|summary|overview)\b"),
    ("get_project_status", r"\b(?:what|which|whats|current|my|the|a) (?:git )?branch\b|\bbranch (?:am|are|is)\b|\bbranch\b.*\bon\b"),
    ("get_project_status", r"\b(?:what|anything|something|files?)(?: has| have|'s|s| is| did)? (?:i |we )?changed?\b"),
    ("get_project_status", r"\b(?:uncommitted|unstaged|untracked|modified|dirty|pending changes|any changes|my changes)\b"),
    ("get_project_status", r"\bhow (?:is|are|does) (?:the |my |this |our )?(?:project|repo)\b"),
    ("get_project_status", r"\b(?:need|have|left|anything) to commit\b|\bworking (?:tree|copy)\b|\bwhere (?:do|does) (?:we|the project) stand\b"),
    ("get_project_status", r"\b(?:git|repo|repository|project) (?:situation|condition|report|shape|doing|look(?:ing|s)?|going|stands?)\b|^get status$"),
    ("get_project_status", r"\b(?:how|where) (?:are|is) (?:things|everything|we|it all) (?:with|in|on|at with) (?:the |my |this |our )?(?:project|repo|repository|git|workspace)\b"),
    ("get_project_status", r"\b(?:changed?|touched|edited|modified|altered)\b.*\b(?:since|last commit)\b|\bchanges (?:do|have|are|did)\b|\bleave anything\b"),
    ("get_time", r"\btime is it\b|^(?:the )?(?:current )?time$|\bhow late is it\b|\bwhat hour\b|\bclock (?:say|read|show)"),
    ("get_time", r"\b(?:what|whats|what's|current|exact|have|got|check|local|is) (?:is )?(?:the )?(?:current |exact |local )?time(?: now| here| today)?$"),
    ("get_time", r"^(?:the )?(?:current |exact |local |right )?time(?: now| please| it is| right now)?$|\bwhat o'?clock\b|\btime it is\b"),
    ("get_project_status", r"\b(?:status|progress) (?:update|report|check)\b|\b(?:everything|it all|anything) committed\b|\b(?:on|is) (?:the |a )?\w+ branch\b|\bwhich branch\b"),
    ("get_project_status", r"\bworking (?:directory|tree|copy|folder)\b|\brepo clean\b|\bunsaved work\b"),
    ("get_time", r"\bwhat(?:'s| is| was|s)? the (?:time|hour)\b(?! (?:complexity|limit|zone|difference|out|of (?!day)|it takes|does|for))|\btell the time\b|^the time (?:in|as)\b|\bwhat times? (?:do (?:you|we) have|it)\b"),
    ("get_time", r"\b(?:check|read|look at|see) (?:the |your |a )?(?:clock|watch)\b|\b(?:clock|watch) (?:says|shows|reads)\b"),
    ("date", r"\bwhat (?:date|day) (?:do|have|are|is|was)\b(?! (?:the|my|your|our))|\bis it \w+day\b|\bwhat'?s? the date\b(?! of)"),
    ("get_time", r"\btime check\b|\btime of day\b|\bhow late\b(?! (?:are|am|will|was))|\bwh?at time (?:is it|it is|we have)\b|\bclock\b.*\bsay\b"),
    ("get_time", r"\b(?:is it|has it gone|are we) (?:past|after|before|nearly|almost|already|about) (?:\d+|noon|midnight|lunch)"),
    ("date", r"\b(?:what|which|whats|what's) (?:is |are )?(?:the |this |today'?s? )?(?:current )?(?:date|day|month|year|weekday)(?: of the week)?(?: is| it| today| are| now|$)"),
    ("date", r"\btoday'?s? (?:date|day)\b|\bdate (?:today|is it)\b|\bday (?:is it|is today|of the week)\b|\bwhat(?:'s| is|s)? today\b|\bwhat day(?= (?:it|is|was|will|of|are|do|did|have|has|had|we|we've|today|the)\b|$)"),
    ("date", r"\btoday is (?:the )?what\b|\bwhat (?:day|date|month) (?:we|have|has)\b|\bis (?:it|today) (?:the \d+|\w+day or)|\bday (?:we|we've) (?:have|got|are)\b"),
    ("date", r"^(?:the )?(?:current |today'?s? )?date$|\bis (?:it|today) (?:a )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bdate it is\b|\bday it is\b"),
)  # fmt: skip

_ABOUT: Final[tuple[tuple[str, str], ...]] = (
    ("size", r"\b(?:how (?:many|much)|count|number of|count of) (?:of )?(?:the |my |all |these |our )*files\b(?! (?:\w+ )?(?:mention|contain|use|have|reference|include|say|call))"),
    ("size", rf"\bhow (?:big|large|long) is (?:the |my |this |our )?{_PROJECT}$|\b(?:size of|how much code)\b.*{_PROJECT}$"),
    ("commit", r"\b(?:latest|last|newest|most recent|recent|previous) commits?\b(?<!since last commit)(?<!since the last commit)|\bcommitted last\b|\bgit log\b"),
    ("languages", rf"\b(?:which|what) (?:programming )?languages?\b.*\b(?:{_PROJECT}|it|this|here|written)\b"),
    ("changes", r"\b(?:did|have|has) (?:i|we|anybody|anyone|someone|somebody) (?:\w+ )?(?:change|edit|modif|touch)\w*|^(?:changed?|modified) (?:anything|something)$"),
)  # fmt: skip
"""What is asked of the project, before the rest."""
_OF_CHANGES: Final = re.compile(
    r"\b(?:branch|chang|commit|unstaged|untracked|modified|dirty|touched|edited|altered|working|clean|unsaved|leave)"
)
_KINDS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    name: (written, endings)
    for names, written, endings in (
        ("python py", "Python", (".py", ".pyi")), ("markdown md", "Markdown", (".md",)), ("text txt", "text", (".txt",)),
        ("json", "JSON", (".json",)), ("toml", "TOML", (".toml",)), ("yaml yml", "YAML", (".yaml", ".yml")),
        ("javascript js", "JavaScript", (".js", ".mjs", ".jsx")), ("typescript ts", "TypeScript", (".ts", ".tsx")),
        ("html", "HTML", (".html", ".htm")), ("css", "CSS", (".css",)), ("shell bash", "shell", (".sh", ".bash")),
        ("rust", "Rust", (".rs",)), ("go golang", "Go", (".go",)), ("java", "Java", (".java",)), ("c", "C", (".c", ".h")),
        ("sound audio wav wave", "sound", (".wav", ".flac", ".mp3", ".ogg")), ("csv", "CSV", (".csv",)), ("xml", "XML", (".xml",)),
        ("image picture", "image", (".png", ".jpg", ".jpeg", ".gif", ".svg")), ("log", "log", (".log",)), ("sql", "SQL", (".sql",)),
    )
    for name in names.split()
}  # fmt: skip
_OF_A_KIND: Final = re.compile(
    rf"\b(?:list|show|name|what|which|whats|what's|how many|count|see|any|all|get|give)\b(?: \w+){{0,3}}? (?P<kind>{'|'.join(_KINDS)}) "
    r"(?:files?|scripts?|sources?|modules?|documents?|pages?)(?: (?:are there|here|in here|there are|do (?:i|we) have|(?:in|of) (?:the|this|my) project))*"
    r"(?: (?:are )?(?:in|inside|under) (?:the |my |this )?(?P<folder>[\w./ -]+?)(?: folder| directory)?)?$"
)
_DEFINED: Final = re.compile(
    r"\b(?:defined|declared|definition|implemented)\b|\bwhere(?:'s| is|s)? (?:the )?(?:function|class|method|variable|constant) "
)
_PRONOUNS: Final = frozenset("it me him her them you us that these those again".split())
_ONE_WORD: Final = re.compile(r"\b(make|docker|rake|jenkins|gem|pip|proc|vagrant|brew) (?=file\b)")
_A_SUM: Final = re.compile(
    r"(?:[\d\s.,()+*/^×÷−%!-]|\b(?:plus|minus|times|multiplied by|divided by|over|to the power of|squared|cubed|factorial"
    r"|(?:the )?(?:square|cube) root of|percent(?: of)?)\b)+"
)
"""Nothing but numbers and what is done with them: what is wrong with it is told."""
_LIST: Final = re.compile(
    rf"\bwhat (?:else )?(?:is|are|do (?:i|we) have|have (?:i|we)(?: got)?)(?: there)? (?:in|inside|under) (?:the |my |this |our )?(?:{_PROJECT}|here)\b|^list (?:the )?[a-z]+$|"
    rf"\b(?:overview|list|listing|rundown|summary|inventory) of (?:all |the |my |these |our )*{_FOLDER_WORDS}|^(?:the |all |these )*{_FOLDER_WORDS} (?:in here|here|we have|there are)$|^(?:browse|explore)\b"
    r"|\bwhat (?:the |is the )?[a-z]+ (?:folder|directory) (?:holds|has|contains)|"
    rf"\b(?:list|show|display|enumerate|see|name|what|which|whats|what's|view|print|get|give)\b.*\b{_FOLDER_WORDS}\b"
    rf"|^(?:the )?{_FOLDER_WORDS}$|^ls\b|\bdirectory listing\b|\blook (?:in|into|inside) (?:the |my |this )?{_FOLDER_WORDS}"
    r"|\bwhat(?:'s| is|s| do we have| have we got)? (?:in|inside) (?:here|there|this|(?:the |my )?(?:project|workspace|repo))"
)
_IN_FOLDER: Final = re.compile(
    rf"^list (?:the )?(?P<k>(?!{_FOLDER_WORDS}$)[a-z0-9_./-]+)$|\b(?:live|lives|sit|sits|kept|stored) (?:under|in|inside) (?:the )?(?P<l>[a-z0-9_./-]+)|"
    r"\b(?:folder|directory)(?: called| named) (?P<e>[a-z0-9_./ -]+)$|\bwhat the (?P<i>[a-z]+) (?:folder|directory) (?:holds|has|contains)"
    r"|\b(?:contents?|files|everything|stuff) (?:of|in|inside) (?P<j>(?!the\b|this\b|my\b)[a-z0-9_./-]+)$|"
    r"\b(?:in|inside|under|of|from|into)(?: the| my| our)? (?P<f>(?!the\b|this\b|my\b)[a-z0-9_./ -]+?) (?:folder|directory|dir)\b"
    r"|\b(?:folder|directory)(?: called| named) (?P<g>[a-z0-9_./ -]+)$"
    r"|\b(?:files|everything|stuff) (?:are )?(?:there )?(?:in|inside|under) (?P<h>[a-z0-9_./-]+)$"
)
_SEARCH: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b(?:search|look|looking|grep|scan|hunt)(?: \w+){0,4} for (?P<x>.+)$",
        r"\b(?:find|get|show)(?: me)? (?:everything|anything|all|lines|places) (?:about|on|with|mentioning|containing) (?P<x>.+)$",
        r"\b(?:which|what|any) (?:file|line|place)s? (?:has|have|with) (?:the )?(?:word |text |name )?(?P<x>.+?)(?: in (?:it|them))?$",
        r"\b(?:references?|mentions?|uses|usages?) (?:to|of|for) (?P<x>.+)$|\b(?:we|i|they|it) (?:ever )?(?:mention|reference|use) (?P<y>.+)$",
        r"\b(?:if|whether) (?P<x>.+?) (?:shows? up|appears?|is (?:used|mentioned|there)|exists?)\b.*$",
        r"\bwhere(?:'s| is|s)(?: the)? (?P<x>.+?)(?: (?:set|used|defined|declared|mentioned|handled|stored|written))?$",
        rf"\blook up (?P<x>.+?)(?: in(?: the| my)? {_PROJECT})?$|^search (?P<y>.+)$",
        rf"\b(?:search|grep|scan|look)(?: in| through| inside)?(?: the| my| this| our| all the)* ?{_PROJECT}?(?: for)? for (?P<x>.+)$",
        rf"\b(?:search|grep|look|hunt|scan) (?:for )?(?P<x>.+?) (?:in|inside|across|through|throughout)(?: the| my| all| this| our)* ?{_PROJECT}$",
        rf"\bfind(?: me)? (?P<x>.+?) (?:in|inside|across)(?: the| my| all| this| our)* ?{_PROJECT}$",
        r"\b(?:search|grep|look) for (?P<x>.+)$|\bgrep (?P<y>.+)$",
        (r"\bwhere (?:is|are|do we|does|do i|did i|did we|can i find)(?: the)? (?P<x>.+?)"
        r"(?: get| gets)? (?:used|use|mentioned|mention|defined|define|appear|appears|occur|occurs|called|call|referenced)?$"),
        r"\b(?:which|what|any|how many) (?:files?|places?|lines?) (?:\w+ )?(?:mention|contain|use|have|reference|include|say|call)s? (?P<x>.+)$",
        r"\b(?:find|show|list|locate)(?: me)?(?: all| every| the| any)* (?:mentions?|occurrences?|uses?|usages?|references?|places?|instances?) (?:of|to|for|that say) (?P<x>.+)$",
        r"\b(?:is|does|do)(?: the| any)? (?P<x>.+?) (?:mentioned|used|appear|occur|show up|come up)(?: anywhere| somewhere| in .+)?$",
        r"\b(?:anybody|anyone|anything|something|somebody|any file|any of (?:the|these|my) files) (?:that )?(?:mentions?|uses?|says?|contains?|calls?|references?|called|named) (?P<x>.+)$",
        r"\b(?:hunt|track|chase|search) (?:down|out) (?P<x>.+)$|\bwho (?:uses|calls|mentions|imports|needs) (?P<y>.+)$",
        r"\b(?:every|all|each|any)(?: the)? (?:spot|place|line|file|part|bit)s? (?:that|where|which|with)(?: it)? (?:says?|mentions?|uses?|has|have|contains?|is|are) (?P<x>.+)$",
        r"\bwhere (?:did|do|have) (?:i|we|you) (?:put|write|written|define|defined|mention|use|keep|set)(?: the)? (?P<x>.+)$",
        r"^(?:locate|find) (?P<x>.+)$",
    )
)  # fmt: skip
_SLOT_NOISE: Final = re.compile(
    rf"^(?:the )?(?:definitions?|declarations?) of |^(?:the |a |an )?(?:word|words|text|phrase|string|term|name|function|class|variable|mentions? of|lines? with|spots? that says?|places? that says?)s? (?=.)|^(?:every|all|any) (?:spot|place|line)s? (?:that|where) (?:says?|mentions?) "
    rf"|\s+(?:in|inside|across|through)(?: the| my| this| these| our| all)* ?{_PROJECT}$|\s+anywhere$|\s+somewhere$|(?<=\w)\s+(?:function|class|method|variable|module)$"
)
_READ: Final = tuple(
    re.compile(pattern)
    for pattern in (
        (r"\b(?:read|open|show|display|view|print|cat|head|see|get|give|hear|start|begin|pull up|bring up)(?: me| us| out| up| reading)*(?: to me)?"
        r"(?: (?:what'?s?|what is) (?:in|inside)| (?:the )?(?:first|top) (?P<n>[a-z0-9]+)? ?lines? (?:of|from|in)| (?:the )?(?:start|top|beginning|head|contents?) of)?"
        r" (?:the |my |our |that )?(?:file (?:called |named )?)?(?P<x>.+?)(?: file)?(?: to me| out loud| aloud| out)?$"),
        r"^(?:reed|red) (?:me )?(?:the |my )?(?P<x>.+)$|^(?:me )(?:the )?(?P<z>.+ dot .+)$",
        r"\bwhat(?:'s| is|s)? (?:in|inside|at the top of|the start of|written in) (?:the |my |our )?(?:file )?(?P<x>.+?)(?: file)?$",
        r"\bwhat (?:does|do) (?:the |my |our )?(?:file )?(?P<x>.+?)(?: file)? (?:say|contain|have in it|look like|start with|begin with)$",
        r"\bhow (?:does|do) (?:the |my |our )?(?:file )?(?P<x>.+?)(?: file)? (?:start|begin|go|read)s?$",
        r"\bwhat (?:the |my |our )?(?:file )?(?P<x>.+?)(?: file)? (?:says|contains|starts with|begins with)$",
        r"\b(?:first|top) (?P<n>[a-z0-9]+)? ?lines? (?:of|from|in) (?:the |my |our )?(?P<x>.+?)(?: file)?$",
        r"\b(?:look|peek|glance) (?:at|into|inside) (?:the |my |our )?(?P<x>.+?)(?: file)?$",
    )
)  # fmt: skip


_ORDERS: Final = re.compile(
    r"^(?:commit|push|delete|remove|rename|move|create|install|deploy|edit|write|send|book|buy|play|run the|fix|refactor|undo"
    r"|turn (?:up|down|on|off))\b"
    r"|\b(?:biggest|largest|smallest|longest|shortest|newest|oldest|most recent|empty|hidden|duplicate) (?:\w+ )?(?:files?|folders?)\b"
    r"|\b(?:files?|folders?) (?:is|are|was) the (?:\w+est|most)\b"
)
"""What asks for something to be done, or to be compared. No tool here does that, so nothing is looked up instead."""


def cleaned(text: str) -> str:
    """Lower case, without polite words and without the punctuation of prose; numbers as digits."""
    folded = text.casefold().replace("’", "'").replace("−", "-")
    folded = re.sub(r"[,;:!?\"“”]+(?=\s|$)|\.(?=\s|$)", " ", folded)
    folded = " ".join(_FILLERS.sub(" ", folded).split())
    return _digits(_LEADS.sub("", folded) or folded)


def attempts(text: str) -> list[Attempt]:
    """What may answer this, most trusted first; empty when nothing is understood."""
    said = cleaned(text)
    found = _conversions(said) + _sums(said)
    if _ORDERS.search(said):
        return found
    about = next((about for about, pattern in _ABOUT if re.search(pattern, said)), None)
    if about:
        return [*found, Attempt("get_project_status", {"about": about})]
    if kind := _OF_A_KIND.search(said):
        name, endings = _KINDS[kind["kind"]]
        narrowed = {"kind": name, "endings": endings}
        return [*found, Attempt("list_files", narrowed, spoken=kind["folder"] or "")]
    named = next((Attempt(tool) for tool, pattern in _NAMED if re.search(pattern, said)), None)
    if named:
        return [*found, _elsewhere(named, said)]
    if day := day_alone(said):
        found.append(Attempt("date", day, guess=True))
    elif place := own_time(said):
        found.append(Attempt("get_time", {"place": place}, guess=True))
    found += _readings(said, sure=False)
    found += _searches(said)
    if _LIST.search(said):
        inside = _IN_FOLDER.search(said)
        found.append(Attempt("list_files", spoken=next(filter(None, inside.groups()), "") if inside else ""))
    return found + _readings(said, sure=True)


def _elsewhere(named: Attempt, said: str) -> Attempt:
    """The same, of the day or the place that was named, or of the changes alone."""
    if named.tool == "get_project_status" and _OF_CHANGES.search(said):
        return Attempt(named.tool, {"about": "changes"})
    if named.tool not in ("get_time", "date"):
        return named
    day = other_day(said) if named.tool == "date" else None
    if day is not None:
        return Attempt("date", day)
    place = other_place(said)
    return Attempt(named.tool, {"place": place}) if place else named


def _digits(text: str) -> str:
    """Number words as digits, so that one pattern serves both."""
    words, out, at = text.split(), list[str](), 0
    while at < len(words):
        number = number_at(words, at) if words[at].isalpha() else None
        if number and number.digits[-1:].isdigit():
            out.append(number.digits)
        else:
            out += words[at : at + (number.words if number else 1)]
        at += number.words if number else 1
    return " ".join(out)


def _conversions(said: str) -> list[Attempt]:
    for pattern in _UNITS:
        found = pattern.search(said)
        if found:
            number = found["n"].removesuffix(".")
            value = 0.5 if number.startswith("half") else float(digits(number) or 1)
            source, target = found["a"].strip(), found["b"].strip()
            if max(len(source), len(target)) <= 40:
                guess = not said.startswith("convert ")
                return [Attempt("convert_units", {"value": value, "from": source, "to": target}, guess=guess)]
    return []


def _sums(said: str) -> list[Attempt]:
    text = re.sub(r"(?<=\d)\s*x\s*(?=\d)", " times ", said)
    text = re.sub(
        r"\b(?:1|a) (half|third|quarter|fifth|tenth)\b(?! of)", lambda found: _PARTS[found[1]], text
    )
    while _SUM_LEAD.match(text):
        text = _SUM_LEAD.sub("", text)
    text = _SUM_TAIL.sub("", text)
    for pattern, written in _SUMS:
        changed = re.sub(pattern, written, text)
        if changed != text:
            text = changed
            break
    if not re.search(r"\d", text) or not _OPERATOR.search(text) or len(text) > 300:
        return []
    if re.fullmatch(r"\d+(?:-\d+)+", said):  # a number of a telephone, or of anything
        return []
    return [Attempt("calculate", {"sum": text}, guess=not _A_SUM.fullmatch(text))]


def _searches(said: str) -> list[Attempt]:
    for pattern in _SEARCH:
        found = pattern.search(said)
        if found:
            slot = next(filter(None, found.groups()), "")
            while (shorter := _SLOT_NOISE.sub("", slot)) != slot:
                slot = shorter
            slot = slot.removeprefix("the ").strip(" '`")
            if 2 <= len(slot) <= 100:
                how = "definition" if _DEFINED.search(said) else "word"
                return [Attempt("search_files", {"how": how}, spoken=slot)]
    return []


def _readings(said: str, sure: bool) -> list[Attempt]:
    """A file to read. Not sure: only if the slot is surely a file's name, so that it may go before a search."""
    said = _ONE_WORD.sub(r"\1", said)
    if re.match(r"(?:what time|when|why|who)\b", said):
        return []
    for pattern in _READ:
        found = pattern.search(said)
        if not found:
            continue
        slot = next(filter(None, (found.groupdict().get(name) for name in "xz")), "").strip()
        lines = found.groupdict().get("n")
        arguments = {"lines": min(200, max(1, int(lines)))} if lines and lines.isdecimal() else {}
        if 1 <= len(slot) <= 100 and slot.split()[0] not in _PRONOUNS:
            return [Attempt("read_file_head", arguments, spoken=slot, guess=not sure)]
    return []
