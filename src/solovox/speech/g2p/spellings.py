"""Tables: what is said for writing that no dictionary of words holds.

Capitals in a value are said letter by letter. `SUPPLEMENT` holds words of our own trade that the
dictionaries lack, in Kokoro's phonemes.
"""

from typing import Final

ABBREVIATIONS: Final = {
    "e.g.": "for example", "i.e.": "that is", "etc.": "et cetera", "vs.": "versus", "vs": "versus", "cf.": "compare",
    "approx.": "approximately", "a.m.": "A M", "p.m.": "P M", "Mr.": "mister", "Mrs.": "missus", "Ms.": "miz", "Dr.": "doctor",
    "Prof.": "professor", "St.": "saint", "Jr.": "junior", "Sr.": "senior", "Inc.": "incorporated", "Ltd.": "limited",
    "No.": "number", "w/o": "without", "w/": "with", "b/c": "because", "C++": "C plus plus", "C#": "C sharp", "F#": "F sharp",
    ".NET": "dot net", "I/O": "I O", "TCP/IP": "T C P I P", "CI/CD": "C I C D", "and/or": "and or",
}  # fmt: skip

EXTENSIONS: Final = {
    "py": "P Y", "md": "M D", "js": "J S", "ts": "T S", "tsx": "T S X", "jsx": "J S X", "rs": "R S", "rb": "R B", "sh": "S H",
    "css": "C S S", "html": "H T M L", "cpp": "C P P", "txt": "text", "cfg": "config", "conf": "conf", "exe": "E X E",
    "so": "S O", "io": "I O", "ai": "A I", "com": "com", "org": "org", "lock": "lock", "env": "env", "ini": "I N I",
    "log": "log", "csv": "C S V", "xml": "X M L", "svg": "S V G", "png": "P N G", "jpg": "jay peg", "go": "go", "java": "java",
    "mp3": "M P three", "mp4": "M P four", "onnx": "onyx",
}  # fmt: skip

SYMBOLS: Final = {
    "&": "and", "&&": "and", "+": "plus", "=": "equals", "==": "equals", "!=": "is not equal to", "≠": "is not equal to",
    "<=": "is at most", "≤": "is at most", ">=": "is at least", "≥": "is at least", "<": "less than", ">": "greater than",
    "->": "to", "→": "to", "=>": "to", "@": "at", "#": "number", "%": "percent", "/": "slash", "\\": "backslash", "×": "times",
    "÷": "divided by", "±": "plus or minus", "≈": "about", "°": "degrees", "€": "euro", "$": "dollar", "£": "pound",
    "½": "one half", "¼": "one quarter", "¾": "three quarters", "²": "squared", "³": "cubed",
}  # fmt: skip

SUPPLEMENT: Final = {
    "api": "ˌApˌiˈI", "apis": "ˌApˌiˈIz", "json": "ʤˈAsˌɑn", "yaml": "jˈæməl", "toml": "tˈɑməl", "github": "ɡˈɪthˌʌb",
    "gitlab": "ɡˈɪtlˌæb", "gitignore": "ɡˌɪtɪɡnˈɔɹ", "config": "kˈɑnfˌɪɡ", "configs": "kˈɑnfˌɪɡz", "async": "ˈAsˌɪŋk",
    "asyncio": "ˌAsˌɪŋkˌIˈO", "pytest": "pˈItˌɛst", "numpy": "nˈʌmpˌI", "pypi": "pˌIpˌiˈI", "mypy": "mˈIpˌI",
    "kubernetes": "kˌubəɹnˈɛTiz", "nginx": "ˌɛnʤᵻnˈɛks", "stdout": "stˌændəɹd ˈWt", "stdin": "stˌændəɹd ˈɪn",
    "stderr": "stˌændəɹd ˈɛɹəɹ", "sqlite": "sˌikwəlˈIt", "mysql": "mˌIsˈikwəl", "postgres": "pˈOstɡɹˌɛs", "redis": "ɹˈɛdᵻs",
    "wav": "wˈæv", "readme": "ɹˈidmˌi", "todo": "tədˈu", "todos": "tədˈuz", "url": "jˌuˌɑɹˈɛl", "urls": "jˌuˌɑɹˈɛlz",
    "malloc": "mˈælˌɑk", "regex": "ɹˈɛɡˌɛks", "jpeg": "ʤˈApˌɛɡ", "png": "pˌiˌɛnʤˈi", "gif": "ɡˈɪf", "dict": "dˈɪkt",
    "enum": "ˈinʌm", "tuple": "tˈʌpᵊl", "tuples": "tˈʌpᵊlz", "param": "pˈɛɹəm", "params": "pˈɛɹəmz", "args": "ˈɑɹɡz",
    "kwargs": "kwˈɑɹɡz", "init": "ɪnˈɪt", "auth": "ˈɔθ", "oauth": "ˈO ˌɔθ", "sudo": "sˈudˌu", "mkdir": "mˌAkdˈɪɹ",
    "grep": "ɡɹˈɛp", "webhook": "wˈɛbhˌʊk", "iphone": "ˈIfˌOn", "ios": "ˌIˌOˈɛs", "macos": "mˌækˌOˈɛs", "ipv4": "ˌIpˌivˌi fˈɔɹ",
    "ipv6": "ˌIpˌivˌi sˈɪks", "rust": "ɹˈʌst", "golang": "ɡˈOlˌæŋ", "nodejs": "nˈOd ʤˌAˈɛs", "llm": "ˌɛlˌɛlˈɛm",
    "chatgpt": "ʧˈæt ʤˌipˌitˈi", "openai": "ˈOpən ˌAˈI", "anthropic": "ænθɹˈɑpɪk", "solovox": "sˈOləvˌɑks",
    "kokoro": "kˈOkəɹˌO", "onnx": "ˈɑnɪks", "vad": "vˈæd", "repl": "ɹˈɛpᵊl", "crud": "kɹˈʌd", "saas": "sˈæs",
    "linter": "lˈɪntəɹ", "mutex": "mjˈutˌɛks", "chmod": "sˌiˌAʧmˈɑd", "tmp": "tˈɛmp", "etc": "ɛtsˈɛTəɹə", "src": "sˈɔɹs",
    "dev": "dˈɛv", "devs": "dˈɛvz", "devops": "dˈɛvˌɑps", "env": "ˈɛnv", "utils": "jˈutᵊlz", "impl": "ˈɪmpᵊl", "cron": "kɹˈɑn",
    "sonnet": "sˈɑnᵻt", "venv": "vˈi ˌɛnv", "int": "ˈɪnt", "ints": "ˈɪnts", "jsonl": "ʤˈAsˌɑn ˈɛl", "pyproject": "pˈI pɹˌɑʤɛkt",
    "numpy's": "nˈʌmpˌIz", "protobuf": "pɹˈOTObˌʌf", "argparse": "ˈɑɹɡpˌɑɹs", "cli": "sˌiˌɛlˈI", "silero": "sɪlˈɛɹO",
    "ollama": "Olˈɑmə", "xdist": "ˈɛks dˌɪst", "debian": "dˈɛbiən", "lifecycle": "lˈIf sˌIkᵊl", "oclock": "əklˈɑk",
    "miz": "mˌɪz", "ok": "ˌOkˈA", "hmm": "hˈʌm", "mm": "mˈʌm", "kilohertz": "kˈɪləhˌɜɹts", "megahertz": "mˈɛɡəhˌɜɹts",
    "gigahertz": "ɡˈɪɡəhˌɜɹts",
}  # fmt: skip

SPLIT_WHOLE: Final = frozenset(SUPPLEMENT) | {
    "macos",
    "javascript",
    "typescript",
    "postgresql",
    "youtube",
    "linkedin",
}
"""Names in camel case that are said as one word."""

SPELLED: Final = frozenset(
    "ai am ceo cli cto cpu db dns eof faq fm ftp gpu gui hr html http https id ide io ip ipa it js ln lsp mb md ml ms"
    " nlp npm ny os pc pdf php pm pr prs py qa rss rtf sdk sla sms smtp ssd ssh ssl sse stt tcp tls tts tv udp ui uk"
    " un us usb utc utf ux vm vpn vs wpm xml aec asr crt css csv dsp ffi gc gcp gdpr grpc ii jwt kpi lts mvp nda oom"
    " orm pcm pgp qps rfc rpc rtt s3 svg ttl uuid vcs wer xhr".split()
)
"""In capitals (the unmistakable ones in any case) these are letters, though a dictionary may hold such a word."""

ALWAYS_SPELLED: Final = SPELLED - frozenset(
    "ai am db id io it ip ms os pm pr un us ii un vs ml md ny mb".split()
) | {"db", "ml", "vm"}
"""Said letter by letter in lower case too."""

SHOUTED: Final = frozenset(
    "a all am an and any are as at be but by can do for from go has have he her here him his how i if in is it its"
    " let me my new no not now of off oh on one or our out read run say see she so stop the them then they this to"
    " two up use was we well what when who why will with write yes yet you your done error fail failed file fixed"
    " hello help hold key list must never next note only open ok pass passed please set should warning true false"
    " null none test tests todo data add end".split()
)
"""Short common words in capitals that are still words. (IT, alone among words in lower case, is letters.)"""
