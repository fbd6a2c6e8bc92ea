"""`solovox serve`: a page to talk at, in a browser, and the socket and the REST interface behind it.

Exit code 0: it was ended (Ctrl-C, SIGTERM). 2: it could not begin.
"""

import asyncio
import gc
import signal
import sys
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import click

from solovox.cli.failing import mark_unprintable
from solovox.cli.logging import ServerLog, name_left
from solovox.cli.options import USUAL_PORT, ServeOptions, takes
from solovox.config.files import secret_of
from solovox.config.load import DOOR_KEY, METRICS_KEY, environment, variables_of
from solovox.config.schema import ConfigError, Secret, who
from solovox.http.auth.door import given_token
from solovox.http.guests import Guests
from solovox.http.persons_settings import PersonsSettings
from solovox.http.serving import PortTaken
from solovox.http.site import Site, SiteAddress, SiteOptions
from solovox.parts.journals import state_folder
from solovox.parts.stores import PersonsStore
from solovox.server.state import StateTrouble
from solovox.server.state import state_folder as private_state
from solovox.shell.clock import run
from solovox.weights import Cache, default_root

TAKEN: Final = f"port {USUAL_PORT} is taken, perhaps by another talk: this one has a free port of its own"
IN_CLEAR: Final = (
    "others can reach this address, and nothing is encrypted on the way: put a proxy with TLS before it, or use --lan;"
    " browsers give a microphone to https:// and to this machine only"
)


@click.command(epilog="Exit codes: 0 ended by you; 2 it could not begin.")
@click.pass_obj
@takes(ServeOptions)
def serve(agent: Callable[..., object] | None, given: ServeOptions) -> None:
    """Serve a page to talk at. Prints its address; only this machine can reach it, but for --lan and --host.

    The token in the address is a new one each time; SOLOVOX_TOKEN, or SOLOVOX_TOKEN_FILE, says another.
    """
    served_page(given, agent)


def served_page(given: ServeOptions, agent: Callable[..., object] | None) -> None:
    """Serve the page until the person ends it."""
    log = ServerLog(sys.stderr, as_json=given.log_json, words=given.log_words)
    with log.settle_logs():
        site = make_site(given, log, agent)
        log.say("loading the engines")
        holds = site.warm()
        log.say(mark_unprintable(who(site.config)))
        if holds:
            log.say(holds)

        def ready() -> None:
            click.echo(site.address)
            sys.stdout.flush()
            if site.is_open_to_others:
                log.say(IN_CLEAR)
            log.draw(site.pairing)
            if given.opens:
                open_browser(site, log.say)

        gc.collect()
        gc.freeze()  # what is loaded stays: to look through it again stops all sessions for a tenth of a second, every few seconds
        run(until_told(site, ready, lambda: log.draw(site.pairing)))
        log.say("ended")


def make_site(
    given: ServeOptions,
    log: ServerLog,
    agent: Callable[..., object] | None = None,
    guests: Guests | None = None,
) -> Site:
    """The server that was asked for. It listens already. `guests`: where agents from outside are known otherwise, too.

    Raises `ConfigError`, `SolovoxError`: one line."""
    name_left(log.say)
    variables = environment()
    own = PersonsSettings(given.flags, agent, suggestions=given.suggestions)
    own.config(given.profile)  # what cannot be is said before anything listens
    at = SiteAddress(
        host=given.host,
        origins=given.origins,
        proxies=given.proxies,
        preview_port=given.preview_port,
        port=USUAL_PORT if given.port is None else given.port,
        lan_port=given.lan_port if given.lan else None,
        state=private_state(variables),
        token=token(variables_of()),
        metrics=counting_token(variables_of()),
    )
    options = SiteOptions(
        at=at,
        weights=Cache(default_root(variables)),
        configured=own.config,
        profile=given.profile,
        limit=given.limit,
        journals=given.journal or state_folder(variables),
        keeps=not given.no_journal,
        own=own,
        folds=log.folds,
        store=PersonsStore(variables),
        guests=guests,
        say=log.say,
    )
    try:
        return Site(options)
    except PortTaken:
        if given.port is not None:
            raise
    log.say(TAKEN)
    return Site(replace(options, at=replace(at, port=0)))


def token(variables: Mapping[str, str], name: str = DOOR_KEY) -> Secret | None:
    """The token that the person chose. Raises `ConfigError`, which does not have it."""
    said = secret_of(name, variables)
    return None if said is None else given_token(*said)


def counting_token(variables: Mapping[str, str]) -> Secret | None:
    """The one that opens the counts alone. Raises `ConfigError`."""
    found = token(variables, METRICS_KEY)
    if found is not None and found == token(variables):
        raise ConfigError(f"{METRICS_KEY} is the token of the door, which opens everything: make another")
    return found


async def until_told(site: Site, ready: Callable[[], None], pressed: Callable[[], None]) -> None:
    """Until SIGTERM or Ctrl-C. `pressed`: Enter, in a terminal."""
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, told.set)

    def line() -> None:
        if sys.stdin.readline():
            pressed()
        else:
            loop.remove_reader(sys.stdin)

    if site.lan and sys.stdin.isatty():
        loop.add_reader(sys.stdin, line)
    await site.serve(told, ready)


def open_browser(site: Site, say: Callable[[str], None]) -> None:
    """Open the page in a browser, if one can show itself: by a file that leads there, for the arguments of a program, and so a
    token in an address, can be read by every user of this machine."""
    if has_screen(environment()):
        try:
            webbrowser.open(site.leading().as_uri())
        except StateTrouble as trouble:
            say(f"the page is not opened: {trouble}")


def has_screen(variables: Mapping[str, str]) -> bool:
    """Whether a browser could show itself: one in the terminal would take it away from us."""
    return sys.platform == "darwin" or any(variables.get(one) for one in ("DISPLAY", "WAYLAND_DISPLAY"))
