"""Requests turned round: the words of an order that orders nothing now, and other ways to order the same.

A request that begins with a verb is put into frames of English grammar: denied, asked about, past, under a condition, with an
exception, reported, weighed. The frames are of the training alone; nothing of them is shipped.
"""

import re

_LEAD = re.compile(
    r"^(?:(?:ok(?:ay)?|hey|now|so|well|please|and|just)[, ]+)*(?:(?:can|could|will|would) (?:you|we) (?:please |just )?|"
    r"(?:i want|i need|i'd like|i would like)(?: you)? to |let's |go ahead and |please )*",
    re.IGNORECASE,
)
_IRREGULAR = {
    "set": "set", "put": "put", "send": "sent", "find": "found", "make": "made", "tell": "told", "take": "took", "give": "gave",
    "get": "got", "go": "went", "show": "showed", "write": "wrote", "read": "read", "buy": "bought", "sell": "sold", "let": "let",
    "shut": "shut", "cut": "cut", "say": "said", "hang": "hung", "come": "came", "throw": "threw", "feed": "fed", "shoot": "shot",
    "bring": "brought", "keep": "kept", "run": "ran", "hold": "held", "draw": "drew", "begin": "began", "leave": "left", "pay": "paid",
    "lend": "lent", "wake": "woke", "fly": "flew", "drive": "drove", "lose": "lost", "build": "built", "ring": "rang", "sing": "sang",
    "choose": "chose", "rewind": "rewound", "reset": "reset", "do": "did", "speak": "spoke", "break": "broke", "spin": "spun",
}  # fmt: skip
_TAKEN = {"took": "taken", "gave": "given", "went": "gone", "wrote": "written", "came": "come", "threw": "thrown", "ran": "run",
          "drew": "drawn", "began": "begun", "woke": "woken", "flew": "flown", "drove": "driven", "rang": "rung", "sang": "sung",
          "chose": "chosen", "did": "done", "spoke": "spoken", "broke": "broken"}  # fmt: skip

DENIED = """don't {v}|do not {v}|please don't {v}|please do not {v} {now}|don't you dare {v}|never {v}|you must not {v}|you mustn't {v}
|you don't have to {v}|you do not need to {v}|there's no need to {v}|no need to {v}|i don't want you to {v}|i do not want to {v}
|i'd rather you didn't {v}|i didn't ask you to {v}|i told you not to {v}|i never said {v}|we won't {v}|i'm not going to {v}|let's not {v}
|it isn't necessary to {v}|you shouldn't {v}|stop trying to {v}|under no circumstances {v}|i can't {v}|no one asked you to {v}
|don't {v} {cond}|try not to {v}|refrain from {ing}|avoid {ing}|forget about {ing}|no one may {v}|i hope you won't {v}|why not wait before you {v}
|{o} must not be {done}|{o} should never be {done}|{o} doesn't have to be {done}|i don't think we should {v}|not yet don't {v}|no don't {v}"""
ASKED = """did you {v}|did you {v} {past}|have you {done} {o}|have you already {done} {o}|did i {v}|did anyone {v}|when did you {v}
|why did you {v}|why did {who} {v}|who {did} {o}|who told you to {v}|who is going to {v}|how do i {v}|how do you {v}|how can i {v}
|how would one {v}|should i {v}|should we {v}|do i have to {v}|do i need to {v}|am i allowed to {v}|are you able to {v} at all
|were you able to {v}|is it safe to {v}|is it possible to {v}|is it too late to {v}|what happens if i {v}|what happens when you {v}
|what would happen if we {v}|how long does it take to {v}|how much does it cost to {v}|how often do you {v}|is {o} {done}
|is {o} {done} already|was {o} {done}|was {o} {done} {past}|has {o} been {done}|has anyone {done} {o}|when was {o} {done}
|why was {o} {done}|were you going to {v}|what does it mean to {v}|isn't it better to {v}|how many times did you {v}
|where do i {v}|which one did you {v}|does it hurt to {v}|do you usually {v}|do you remember when i {did} {o}|can i {v} later|did {o} {b}|does {o} {b}|didn't {o} {b}|will {o} {b}|why didn't {o} {b}|did {o} {b} {past}"""
PAST = """i {did} {o}|i {did} {o} {past}|i already {did} {o}|i've {done} {o}|i have just {done} {o}|you {did} {o}|you {did} {o} {past}
|you've already {done} {o}|we {did} {o} {past}|{who} {did} {o}|{who} {did} {o} {past}|{who} has {done} {o}|{who} had {done} {o} {past}
|someone {did} {o}|{past} i {did} {o}|{past} {who} {did} {o}|{o} was {done} {past}|{o} has been {done}|{o} got {done} by {who}
|thanks i {did} {o} myself|it took me an hour to {v}|{who} forgot to {v}|{who} always {did} {o}|i used to {v}|i was about to {v}
|i tried to {v}|i remember that i {did} {o}|i am glad that you {did} {o}|{who} is {ing} right now|i'm {ing} already|you keep {ing}
|i usually {v} {past}|{who} likes {ing}|i enjoy {ing}|{ing} takes forever"""
CONDITION = """if {cond} {v}|if {cond}, {v}|{v} if {cond}|when {cond} {v}|when {cond}, {v}|{v} when {cond}|unless {cond} {v}
|{v} unless {cond}|once {cond} {v}|{v} once {cond}|as soon as {cond} {v}|{v} as soon as {cond}|after {event} {v}|{v} after {event}
|before {event} {v}|whenever {cond} {v}|{v} every time {cond}|only {v} if {cond}|{v} but only if {cond}|{v} provided that {cond}
|in case {cond} {v}|{v} in case {cond}|until {cond} don't {v}|wait until {cond} and then {v}|{v} as long as {cond}
|should it happen that {cond} {v}|the moment {cond} {v}|assuming that {cond} {v}|wait for {event} before you {v}|{v} or else {cond}"""
EXCEPT = """{v} except {name}|{v} but not {name}|everything except {o}|{b} everything except {o}|{b} all of them except {o}
|{b} anything but {o}|{b} everything but {o}|{b} all but {o}|{b} everyone but {name}|{b} each one apart from {o}|{b} everything other than {o}
|{b} all of it excluding {o}|{b} anything other than {o}|{b} all of them without {o}|{b} something else instead of {o}|{b} not {o}
|not {o}|anything but {o}|{b} any of them but not {o}|{b} neither of them|{b} none of them"""
REPORTED = """{who} said {v}|{who} says we should {v}|{who} told me to {v}|{who} asked me to {v}|{who} asked whether you could {v}
|{who} asked if you can {v}|{who} wants to {v}|{who} wanted me to {v}|{who} thinks that i should {v}|{who} suggested to {v}
|{who} might {v}|{who} will {v} tomorrow|{who} said that {who2} {did} {o}|{who} promised to {v}|{who} can {v}|it says {v} on the screen
|{who} keeps telling me to {v}|{who} claims that {o} was {done}|according to {who} you should {v}|the manual says to {v}|{who} would {v}"""
WEIGHED = """i would {v} if {cond}|i might {v}|i might {v} later|maybe i should {v}|perhaps we should {v}|i wish i could {v}|i wish i had {done} {o}
|i wish you would stop {ing}|imagine you {v}|suppose i {v} what then|suppose we {did} {o}|what if we {v}|what if i {did} {o}
|it would be a mistake to {v}|it would be nice to {v} one day|it's a bad idea to {v}|it was stupid to {v}|it's too early to {v}
|i'm thinking about {ing}|i'm wondering whether to {v}|i'm not sure whether to {v}|i am afraid to {v}|i could {v} but i won't
|i'd {v} but {cond}|i should have {done} {o}|you should have {done} {o}|you could have {done} {o}|i was going to {v}|i plan to {v} {later}
|some day i will {v}|i have no reason to {v}|i'm too tired to {v}|let me think before we {v}|let's say i {v}|i hate to {v}|imagine {o} being {done}
|i'll {v} myself|i'll {v} {later}|we are going to {v} {later}|we'll have to {v} eventually|he never should {v}"""
HIDDEN = [
    [one.strip() for one in family.replace("\n", "").split("|")]
    for family in (DENIED, ASKED, PAST, CONDITION, EXCEPT, REPORTED, WEIGHED)
]
OTHERWISE = [
    one.strip()
    for one in """{v}|{v}|{v} please|please {v}|can you {v}|could you {v}|could you please {v}|would you {v}|will you {v} please
|i want you to {v}|i'd like you to {v}|i'd like to {v}|i want to {v}|i need you to {v}|i need to {v}|go ahead and {v}|now {v}|{v} now
|{v} for me|{v} right now|{v} right away|don't forget to {v}|make sure to {v}|remember to {v}|okay {v}|hey {v}|would you mind {ing}|it's time to {v}
|you can {v} now|please {v} now|so {v}|and {v}|let's {v}|i would like to {v} please|can we {v}|just {v}|be so kind and {v}|why don't you {v}
|quickly {v}|you may {v}|don't wait {v}|i think you should {v} now|alright {v}|hurry up and {v}|we need to {v}|can you {v} please""".replace(
        "\n", ""
    ).split("|")
]
ABOUT = """{who} asked {q}|i already know {q}|don't tell me {q}|i don't care {q}|never mind {q}|why do you keep asking {q}|{who} wondered {q}
|you told me {past} {q}|you already said {q}|no one knows {q}|if {cond} tell me {q}|{who} told me {q}|i didn't ask {q}|i forgot to ask {q}
|i wouldn't ask {q}|i don't want to know {q}|it doesn't matter {q}|have you told {who} {q}|i was wondering {past} {q}|did i ask you {q}"""
ABOUT = [one.strip() for one in ABOUT.replace("\n", "").split("|")]
WORDS = {
    "who": "my wife|my boss|he|she|they|the neighbour|anna|the manager|my brother|the kids|people|the technician|john|our guest|mom",
    "past": "yesterday|an hour ago|last week|this morning|before|last night|two days ago|in 1998|earlier|just now|on monday|ages ago|too early",
    "later": "tomorrow|later|next week|some day|at some point|when i have time|in the evening",
    "cond": "it rains|it gets dark|i am late|no one is there|the price drops|everybody has left|there is a problem|it is too cold|she calls"
    "|the battery is low|i say so|we run out|you have time|the meeting ends|he agrees|it's over ten degrees|there are any left|i'm asleep",
    "event": "lunch|the meeting|the movie|you have finished|she is gone|that|sunset|i come home|the update|it is done",
    "name": "the kitchen|mine|the last one|anna|the red ones|the first|on sundays|those|the small one",
    "now": "now|yet|today|again|tonight|",
}
WORDS = {key: text.split("|") for key, text in WORDS.items()}
_QUESTION = re.compile(r"^(?:what|when|where|who|which|how|is|are)\b", re.IGNORECASE)


def turned(row, chance, each):
    """(said, whether it orders) of some frames for a row that means a tool; `chance` is a `random.Random`."""
    parts = parted(row.said) if row.tool else None
    if parts is not None:
        for _ in range(each):
            yield said(chance.choice(chance.choice(HIDDEN)), parts, chance), False
            yield said(chance.choice(OTHERWISE), parts, chance), True
    elif row.tool and _QUESTION.match(row.said):
        asked = row.said.rstrip(".?! ")
        for _ in range((each + 1) // 2):
            yield said(chance.choice(ABOUT), {"q": asked[:1].lower() + asked[1:]}, chance), False
            yield row.said, True


NO_VERBS = set(
    "i i'd i'm i've i'll we we'd what what's whats how when where who why which is are am do did does the a an my your it it's its this that there"
    " there's any some no not and or two three one ten you he she they has have will that's table blinds lights brightness next new okay"
    " no one anything louder volume temperature kitchen all on off to in at for from with more less if".split()
)


def parted(text):
    """The verb of an order and what follows it; None for what does not begin with one."""
    words = _LEAD.sub("", text).rstrip(".?! ")
    words = re.sub(r",? please$", "", words)
    verb, _, rest = words.partition(" ")
    base = verb.lower()
    if not rest or base in NO_VERBS or not base.isalpha():
        return None
    did = _IRREGULAR.get(base) or (
        base + "d"
        if base.endswith("e")
        else base[:-1] + "ied"
        if re.search("[^aeiou]y$", base)
        else base + "ed"
    )
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", base) and base not in _IRREGULAR and base != "book":
        did = base + base[-1] + "ed"
    ing = (base[:-1] if base.endswith("e") and not base.endswith("ee") else base) + "ing"
    return {
        "v": f"{base} {rest}", "b": base, "o": rest, "did": did, "done": _TAKEN.get(did, did), "ing": f"{ing} {rest}",
    }  # fmt: skip


def said(frame, parts, chance):
    """The frame, filled: with capitals and marks, or as a recogniser without them writes."""
    words = {key: chance.choice(options) for key, options in WORDS.items()}
    words["who2"] = chance.choice(WORDS["who"])
    if chance.random() < 0.5:
        frame = re.sub(
            r"\b(do|did|does|should|must|would|is|was)(?:n't| not)\b",
            chance.choice((r"\1n't", r"\1 not")),
            frame,
        )
    text = " ".join(frame.format(**{**words, **parts}).split())
    if chance.random() < 0.5:
        return (
            text[:1].upper()
            + text[1:]
            + chance.choice((".", ".", "", "!", "?") if "?" not in text else ("",))
        )
    return re.sub(r"[.,!?;:](?=\s|$)", "", text.lower())
