"""What English says to us, in phrases as `plain` leaves them, and what we say in English."""

from solovox.core.sense import Intent
from solovox.core.sentences import ChangeSentences, HoldSentences, Sentences
from solovox.lang.consent import ConsentWords
from solovox.lang.en.asking import HESITATIONS, unasked
from solovox.lang.pack import AgainWords, HangingWords, LanguagePack, LineWords

NODS = frozenset({
    "mm", "mmm", "mhm", "mm hm", "mmhm", "mm hmm", "mmhmm", "hm", "hmm", "uh huh", "uhhuh", "uhuh", "uh", "um",
    "er", "ah", "oh", "yeah yeah", "right right",
})  # fmt: skip
ASSENTS = frozenset({
    "yeah", "yes", "yep", "yup", "right", "okay", "ok", "k", "i see", "sure", "got it", "gotcha", "cool", "good", "great", "nice",
    "wow", "really", "interesting", "fascinating", "makes sense", "make sense", "that makes sense", "of course", "exactly", "true",
    "all right", "alright", "fine", "perfect", "very good", "aha", "huh", "oh really", "i know", "understood", "thats right",
    "that is right", "thats true", "that is true", "thats good", "that is good", "fair enough", "good to know", "indeed",
    "absolutely", "definitely", "m", "ha", "haha", "hahaha", "heh", "hehe",
})  # fmt: skip
KEEP = ("hang on", "hold on", "wait a moment", "wait a second", "one moment", "let me think")
# "You can" is no yes by itself: "you can't" is heard as it. Nor is praise ("great"): it may be of what was just read.
CONSENTS = ConsentWords(
    grant=frozenset({
        "yes", "yeah", "yep", "yup", "aye", "yessir", "ok", "okay", "okey dokey", "okie dokie", "oki doki", "sure", "sure thing", "sure can",
        "with pleasure", "indeed", "too right", "you got it right", "bingo", "ten four", "10 4",
        "for sure", "righto", "alright", "all right", "fine", "correct", "exactly",
        "absolutely", "definitely", "certainly", "totally", "of course", "by all means", "affirmative",
        "roger that", "you bet", "very well", "sure why not", "hell yes", "heck yeah", "be my guest",
        "confirm", "confirmed", "approve", "approved", "agreed", "granted", "permission granted", "accept", "accept it",
        "accepted", "allow", "allow it", "allow that", "allow this", "i agree", "i approve", "i confirm", "i allow it", "why not go ahead", "just this once", "good idea", "roger",
        "i am sure", "im sure", "i dont mind",
        "go", "go on", "go ahead", "go right ahead", "go for it", "proceed", "carry on", "continue", "ship it", "make it so",
        "do it", "do it now", "do that", "do so", "please do", "please do it", "please do that", "run it", "run that", "send it", "send it now", "send that", "send it off", "let it run",
        "let it do it", "let it do that", "lets go", "lets do it", "lets do that", "you may",
        "you may do it", "you may do that", "you may go ahead",
        "you may send it", "you may run it", "you are right", "youre right",
        "that is right", "thats right", "that is correct", "thats correct", "that is fine", "thats fine", "that is okay",
        "thats okay", "that is good", "thats good", "that is it", "thats it", "that works", "works for me", "its fine", "it is fine",
        "its okay", "it is okay", "im okay with that", "im fine with that", "okay with me", "fine with me", "fine by me",
        "good with me", "looks good", "looks right", "looks fine", "that looks good", "that looks right", "looks good to me",
        "sounds good", "sounds right", "sounds great", "that sounds good", "that sounds right", "sounds good to me", "all good",
        "good to go", "that would be good", "that would be great", "that would be nice", "thatd be good",
        "thatd be great", "thatd be nice", "thats what i said", "thats what i meant", "thats what i want",
    }),
    deny=frozenset({
        "no", "nope", "nah", "not", "dont", "do not", "cannot", "cant", "wont", "deny", "denied", "deny it", "refuse", "refused",
        "reject", "rejected", "reject it", "decline", "declined", "negative", "wrong", "incorrect", "disagree", "i disagree",
        "wait", "whoa", "cancel", "abort", "forget", "forget it", "forget that", "forget about it", "drop it", "leave it",
        "leave it alone", "skip it", "stop", "no thanks", "no chance", "no thank you", "god no", "not really", "rather not",
        "better not", "id rather not", "i would rather not", "lets not", "lets not do that", "maybe not", "i dont think so",
        "i do not think so", "i dont want", "i do not want", "i said no", "i say no", "i mean no", "thats a no", "that is a no", "its a no",
        "it may not", "you cant", "you cant do", "you cannot", "you may not", "you must not", "you must not do", "you shouldnt",
        "you shouldnt do", "i wont allow", "thats wrong", "that is wrong", "thats not right", "that is not right",
        "thats not correct", "that is not correct", "thats not what i said", "thats not what i meant", "thats not what i want",
        "dont push", "dont touch", "dont delete",
    }),
    never=frozenset({
        "never", "never ever", "not ever", "no way", "hell no", "absolutely not", "definitely not", "certainly not", "of course not",
        "dont you dare", "dont do", "do not do", "dont run", "do not run", "dont send", "do not send", "dont allow", "do not allow",
        "stop it", "stop that", "cancel it", "cancel that", "abort it", "abort that", "stop stop",
    }),
    question=frozenset({
        "what", "why", "why not", "how", "which", "who", "when", "where", "is it", "is that", "does it", "can you", "could you",
        "are you", "should i", "shall i", "may it", *KEEP,
    }),
    always=frozenset({
        "always", "all", "everything", "every time", "forever", "from now on", "dont ask", "dont ask again", "dont ask me",
        "dont ask me again", "stop asking", "stop asking me", "never ask", "never ask again", "never ask me again",
        "no need to ask", "you dont need to ask",
    }),
    small=frozenset({
        "please", "thanks", "thank you", "sorry", "sir", "maam", "man", "mate", "then", "my pleasure", "if you please",
        "right", "good", "great", "perfect", "cool", "very good", "no doubt", "no problem", "no worries",
        "you can", "you can do it", "you can do that", "i do", "i am", "it is", "it can", "it may", "this one", "that one", "once", "this once", "this time", "yet", "today",
    }),
    opens=NODS | {"well", "so", "now", "just", "like", "it", "that", "this"},
)  # fmt: skip

SENTENCES = Sentences(
    idle="Nothing is being worked on.",
    waits="Something waits for your yes.",
    at_work="Working for {time}.",
    at_step="Working for {time}: {step}.",
    still="Still working.",
    still_at="Still working: {step}.",
    units=("1 second", "{} seconds", "1 minute", "{} minutes"),
    news="[{} Tell the person so, in a short sentence.]",
    more="More?",
    goes_on="Going on.",
    only_shown='The rest is only shown. Say "go on" to hear it.',
    skipped="Skipped.",
    again="Once more.",
    nothing="Nothing was read yet.",
    none_left="There is nothing left to skip.",
    pace="Speed: {} percent.",
    keeps_pace="This voice keeps its own speed.",
    line="Line {}: {}",
    no_line="The answer has no line {}.",
    no_answer="There is no answer yet.",
    holds=HoldSentences(
        asks="It asks for this: {}.",
        unread="It asks for what is too long to read out: look at the screen, and say the code there.",
        by_word="May it?",
        by_code="To allow it, say the code on the screen.",
        by_saying="To allow it, say the words {} aloud.",
        you_said="You said: {}. Shall I send it?",
        to_send="Say yes to send it.",
        first=(
            "apple", "charlie", "winter", "holiday", "chocolate", "president", "coffee", "breakfast", "family", "september", "music",
            "california", "mexico", "london", "sunday",
        ),
        second=("hotel", "computer", "telephone", "potato", "airplane", "doctor", "question", "paris"),
    ),
    changes=ChangeSentences(
        nothing="Nothing was changed.",
        untold="The agent did not say what it changed.",
        some="I changed {count}: {files}.",
        earlier="The last answer changed nothing. Before that, {some}",
        count=("1 file", "{} files"),
        added=("1 line added", "{} lines added"),
        removed=("1 line removed", "{} lines removed"),
        removed_too="{} removed",
        more=("1 more file", "{} more files"),
        unnamed="a file",
    ),
    failed="That failed: {}.",
    failed_there="The agent failed; the screen says why.",
    failed_here="The agent failed.",
)  # fmt: skip

_ONES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip

# Only words that hardly ever end a sentence are listed. "that", "on" and "in" are not: "stop that", "turn it on", "log in".
HANGING = HangingWords(
    goes_on=HESITATIONS.union(
        "a an the and or but nor because if unless whether although while since until than very my your our their every im ill id ive"
        " youre theyre".split()
    ),
    leaves_over=frozenset(
        "to of from into onto for with at by as called named says saying said which whose i were".split()
    ),
    taken_before=frozenset("what which who whom whose where how that".split()),
    subjects=frozenset("i you he she we they".split()),
    unasked=unasked,
    leads_in=frozenset("if when while unless once until because although after before since".split()),
    digits=frozenset({*_ONES[:9], "zero", "oh", "nought", "naught", "nil", "double", "triple"}),
    unnamed=frozenset({"is", "are"}),
    point=frozenset({"point"}),
)
GHOSTS = frozenset({
    "you", "thank you", "thank you very much", "thank you so much", "thanks", "thanks for watching",
    "thank you for watching", "thanks for listening", "thank you for listening", "thanks for watching bye",
    "please subscribe", "subscribe", "like and subscribe", "dont forget to subscribe", "see you next time",
    "see you in the next video", "ill see you in the next video", "well see you next time", "the end", "bye", "bye bye",
    "bye bye bye", "so", "oh", "okay", "music", "applause", "silence", "yeah", "the", "i", "a", "and", "ah", "hmm",
    "im", "im i", "im sorry", "im going to go to the next video", "you you", "oh my god", "beep", "beeping", "sighs",
})  # fmt: skip

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
    nods=NODS,
    assents=ASSENTS,
    keep=KEEP,
    send=("send it", "send that", "send it now", "over to you"),
    asks=(
        (Intent.STATUS, frozenset({
        "status", "status please", "status report", "what is the status", "whats the status",
        "what are you doing", "what are you doing now", "what are you working on", "what is going on",
        "whats going on", "how far are you", "how far along are you", "are you there", "are you still there",
        "are you working", "are you still working", "are you still working on it", "are you done yet",
        })),
        (Intent.CHANGES, frozenset({
        "what did you change", "what have you changed", "what did you just change", "what was changed",
        "what has been changed", "which files did you change", "which files have you changed",
        "what files did you change", "did you change anything", "have you changed anything",
        "tell me what you changed", "show me what you changed",
        })),
        (Intent.SKIP, frozenset({
            "skip", "skip it", "skip this", "skip that", "skip this part", "skip that part", "skip the rest of that",
            "next paragraph", "next part",
        })),
        (Intent.REPEAT, frozenset({
            "repeat", "repeat it", "repeat that", "please repeat", "repeat please", "repeat that please", "say that again",
            "say it again", "say that once more", "what did you say", "what did you just say", "what was that",
            "come again", "pardon", "i did not hear that", "i didnt hear that", "i didnt catch that",
        })),
        (Intent.SLOWER, frozenset({
            "slower", "slower please", "slow down", "slow down please", "too fast", "that is too fast", "thats too fast",
            "you are too fast", "youre too fast", "speak slower", "speak more slowly", "read slower", "read more slowly",
            "talk slower",
        })),
        (Intent.FASTER, frozenset({
            "faster", "faster please", "speed up", "speed up please", "too slow", "that is too slow", "thats too slow",
            "you are too slow", "youre too slow", "speak faster", "read faster", "talk faster",
        })),
        (Intent.USUAL, frozenset({
            "normal speed", "normal speed please", "usual speed", "at normal speed", "read at normal speed",
            "speak at normal speed", "back to normal speed",
        })),
    ),
    lines=LineWords((
        "read line {}", "read line {} please", "please read line {}", "read line number {}", "read me line {}", "read out line {}",
        "read line {} again", "read line {} aloud", "repeat line {}", "what is in line {}", "whats in line {}", "what is on line {}",
        "whats on line {}", "what is line {}", "whats line {}", "what does line {} say",
    ), ones=_ONES, tens=("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")),
    more=frozenset({"more", "more please", "some more", "tell me more",}),
    on=frozenset({
        "go on", "go on please", "continue", "please continue", "read on", "keep reading", "keep going", "carry on",
        "the rest", "read the rest", "tell me the rest",
    }),
    no_more=frozenset({"no more", "that is enough", "thats enough", "that is all", "thats all", "that will do"}),
    consents=CONSENTS,
    again=AgainWords(
        first=frozenset({"no", "nope", "nah", "sorry", "wait", "wrong", "actually"}) | NODS,
        says=("i said", "i meant", "i did say", "i actually said", "i actually meant"),
        instead=("not", "i did not say", "i didnt say", "i did not mean", "i didnt mean"),
        but=("but",),
    ),
    replaces=("instead", "no instead", "rather", "actually instead", "forget that", "scratch that"),
    greets=NODS | ASSENTS | {"hey", "hi", "hello", "so", "well", "and", "now", "please"},
    queues=("and also", "also", "and then", "and after that", "after that", "then also"),
    hanging=HANGING,
    ghosts=GHOSTS,
    sentences=SENTENCES,
)  # fmt: skip
