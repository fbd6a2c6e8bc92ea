"""Tables: what is said for writing that no dictionary of words holds.

`SUPPLEMENT` holds words of our own trade that the
dictionaries lack, in Kokoro's phonemes.
"""

from typing import Final

SPELLED_BEHIND_A_DOT: Final = frozenset(
    "py md js ts tsx jsx rs rb sh css html cpp exe so io ai ini csv xml svg png".split()
)
"""Ends of the names of files that are letters."""

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
    "miz": "mˌɪz", "ok": "ˌOkˈA", "hmm": "hˈʌm", "mm": "mˈʌm", "plugin": "plˈʌɡˌɪn", "plugins": "plˈʌɡˌɪnz", "withheld": "wɪðhˈɛld",
    "wikipedia": "wˌɪkipˈidiə", "realtime": "ɹˈilˌtIm", "kilohertz": "kˈɪləhˌɜɹts", "megahertz": "mˈɛɡəhˌɜɹts",
    "gigahertz": "ɡˈɪɡəhˌɜɹts", "kilohm": "kˈɪlˌOm", "sheqel": "ʃˈɛkᵊl", "eighth": "ˈAtθ",
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
