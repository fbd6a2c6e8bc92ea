"""The phrases of English, as `plain` leaves them."""

from solovox.core.language import (
    ChangeWords,
    HoldWords,
    LanguagePack,
    LineWords,
    MoreWords,
    ReadingWords,
    StatusWords,
    Wish,
)

ENGLISH = LanguagePack(
    locale="en",
    stop=frozenset({
        "stop", "stop it", "stop that", "stop stop", "stop please", "please stop", "okay stop", "ok stop",
        "stop now", "cancel", "cancel that", "cancel it", "abort", "never mind", "nevermind",
        "computer stop", "stop computer",
    }),
    quiet=frozenset({
        "quiet", "be quiet", "silence", "shut up", "hush", "shush", "stop talking", "stop reading",
        "stop speaking", "enough",
    }),
    nods=frozenset({
        "mm", "mmm", "mhm", "mm hm", "mmhm", "mm hmm", "mmhmm", "hm", "hmm", "uh huh", "uhhuh", "uh", "um",
        "er", "ah", "oh", "yeah yeah", "right right",
    }),
    keep=("hang on", "hold on", "wait a moment", "wait a second", "one moment", "let me think"),
    send=("send it", "send that", "send it now", "over to you"),
    yes=frozenset({
        "yes", "yeah", "yep", "yup", "ok", "okay", "sure", "do it", "do that", "go ahead", "send it",
        "send that", "send it now", "confirm", "confirmed", "approve", "approved", "allow it", "i agree", "agreed",
        "that is right", "thats right", "correct", "sounds good", "of course",
    }),
    no=frozenset({
        "no", "nope", "nah", "not", "dont", "do not", "never", "deny", "denied", "refuse", "reject", "stop",
        "cancel", "cancel it", "cancel that", "wait", "dont do it", "do not do it", "dont send it", "forget it",
        "no way",
    }),
    polite=frozenset({"please", "thanks", "thank you"}),
    status=StatusWords(frozenset({
        "status", "status please", "status report", "what is the status", "whats the status",
        "what are you doing", "what are you doing now", "what are you working on", "what is going on",
        "whats going on", "how far are you", "how far along are you", "are you there", "are you still there",
        "are you working", "are you still working", "are you still working on it", "are you done yet",
    }), changes=ChangeWords(frozenset({
        "what did you change", "what have you changed", "what did you just change", "what was changed",
        "what has been changed", "which files did you change", "which files have you changed",
        "what files did you change", "did you change anything", "have you changed anything",
        "tell me what you changed", "show me what you changed",
    }))),
    reading=ReadingWords((
        (Wish.SKIP, frozenset({
            "skip", "skip it", "skip this", "skip that", "skip this part", "skip that part", "skip the rest of that",
            "next paragraph", "next part",
        })),
        (Wish.REPEAT, frozenset({
            "repeat", "repeat it", "repeat that", "please repeat", "repeat please", "repeat that please", "say that again",
            "say it again", "say that once more", "what did you say", "what did you just say", "what was that",
            "come again", "pardon", "i did not hear that", "i didnt hear that", "i didnt catch that",
        })),
        (Wish.SLOWER, frozenset({
            "slower", "slower please", "slow down", "slow down please", "too fast", "that is too fast", "thats too fast",
            "you are too fast", "youre too fast", "speak slower", "speak more slowly", "read slower", "read more slowly",
            "talk slower",
        })),
        (Wish.FASTER, frozenset({
            "faster", "faster please", "speed up", "speed up please", "too slow", "that is too slow", "thats too slow",
            "you are too slow", "youre too slow", "speak faster", "read faster", "talk faster",
        })),
        (Wish.USUAL, frozenset({
            "normal speed", "normal speed please", "usual speed", "at normal speed", "read at normal speed",
            "speak at normal speed", "back to normal speed",
        })),
    ), lines=LineWords((
        "read line {}", "read line {} please", "please read line {}", "read line number {}", "read me line {}", "read out line {}",
        "read line {} again", "read line {} aloud", "repeat line {}", "what is in line {}", "whats in line {}", "what is on line {}",
        "whats on line {}", "what is line {}", "whats line {}", "what does line {} say",
    ), ones=(
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ), tens=("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")), rest=MoreWords(frozenset({
        "more", "more please", "some more", "tell me more", "go on", "go on please", "continue", "please continue",
        "read on", "keep reading", "keep going", "carry on", "the rest", "read the rest", "tell me the rest",
    }), frozenset({"no more", "that is enough", "thats enough", "that is all", "thats all", "that will do"}))),
    holds=HoldWords(
        letters=(
            "bravo", "charlie", "delta", "echo", "golf", "hotel", "india", "kilo", "lima", "november", "oscar", "quebec",
            "romeo", "sierra", "tango", "uniform", "victor", "yankee", "zulu",
        ),
        digits=(("three", "3"), ("five", "5"), ("six", "6"), ("seven", "7"), ("nine", "9")),
    ),
    replaces=("instead", "no instead", "rather", "actually instead", "forget that", "scratch that"),
    queues=("and also", "also", "and then", "and after that", "after that", "then also"),
)  # fmt: skip
