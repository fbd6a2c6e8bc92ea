"""`solovox config`: every key, with what is said of it; `profiles`: what each profile chooses; `patience`: what was learned of your pauses.

Exit code 0: done. 2: it could not be done.
"""

from collections.abc import Iterator
from contextlib import suppress

import click

from solovox.cli.failing import Failure, mark_unprintable
from solovox.config.choosing import choose
from solovox.config.fields import Option, OptionKind, suggestion
from solovox.config.keeping import KEEP, days_of
from solovox.config.keys import KEYS
from solovox.config.load import environment, printable, settings
from solovox.config.own import print_own
from solovox.config.profile import Profile, profile
from solovox.config.profile import profiles as known
from solovox.config.schema import Config, ConfigError, who
from solovox.live.local.habit import Habit
from solovox.parts.configured import this_machine, unready
from solovox.parts.habits import forget_habit, known_habit
from solovox.parts.registry import (
    BRAINS,
    EARS,
    GROUP_OF,
    NARRATORS,
    RECOGNISERS,
    SECTION_OF,
    SURFACES,
    declaration,
    names,
)
from solovox.parts.stores import PersonsStore
from solovox.weights import Cache, default_root


@click.command()
@click.argument("words", nargs=-1, metavar="[KEY]...")
def config(words: tuple[str, ...]) -> None:
    """List the keys that can be set, with their values, their help, and what is set now. KEY: a key, or its beginning, such as brain or brain.sse.

    Without one: the keys of every session. Those of one adapter's own stand below its name.
    """
    there = {**KEYS, **dict(_list_own_options())}
    chosen = {key: there[key] for key in KEYS} if not words else {}
    for word in words:
        near = {key: one for key, one in there.items() if f"{key}.".startswith(f"{word}.")}
        if not near:
            raise Failure(f"no key begins with {word!r}: {suggestion(word, there)}")
        chosen |= near
    found = settings()
    now = printable(found, print_own(found, this_machine()))
    for key, option in chosen.items():
        click.echo(describe_option(key, option))
        if key in now:
            click.echo(f"    now {mark_unprintable(now[key][0])} ({mark_unprintable(now[key][1])})")


def _list_own_options() -> Iterator[tuple[str, Option]]:
    """The settings of each adapter's own. One that cannot be loaded has none here."""
    for section, group in GROUP_OF.items():
        for name in names(group):
            with suppress(ConfigError):
                for option in declaration(group, name).options.values():
                    yield f"{section}.{name}.{option.name}", option


def describe_option(key: str, option: Option) -> str:
    """A key and all that is known of it, in one line."""
    kinds = names(GROUP_OF[key.partition(".")[0]]) if option.kind is OptionKind.KIND else ()
    said = option.default not in (None, "", ()) and not kinds
    default = f" {option.text(option.default)}, if not given." if said else ""
    taken = f" Also {', '.join(option.variables)}." if option.variables else ""
    return f"{key} ({', '.join(kinds) or option.values}): {mark_unprintable(option.about.replace('`', ''))}{default}{taken}"


@click.command()
@click.argument("name", required=False)
def profiles(name: str | None) -> None:
    """List the profiles and what each chooses; NAME: one of them with every key, and the settings that its kinds have of their own."""
    found, here, weights = settings(), this_machine(), Cache(default_root(environment()))
    chosen = [profile(name)] if name else list(known().values())
    for one in chosen:
        click.echo(f"{click.style(one.name, bold=True)}: {one.about}")
        try:
            config = choose(one.name, found, here)
        except ConfigError as error:
            click.echo(f"  with what is configured: {mark_unprintable(str(error))}")
        else:
            click.echo(f"  here: {in_words(config)}")
            click.echo(f"  why: {mark_unprintable(who(config))}")
            for line in unready(config, weights):
                click.echo(f"  not ready: {mark_unprintable(line)}")
            if name:
                own(config)
        click.echo(f"  with a live model: {live(one)}")
        if name:
            keys(one)


def in_words(config: Config) -> str:
    """What would listen, read and think."""
    wake = f', after "{config.wake}"' if config.wake else ""
    barge = "" if config.barge_in else ", no barge-in"
    return (
        f"ear {config.ear.kind}{wake}, narrator {config.narrator.kind}, brain {config.brain.kind},"
        f" routing {config.routing}{barge}"
    )


def live(one: Profile) -> str:
    """What it chooses where its ear is ready."""
    kind, session = one.live["narrator.kind"], one.live.get("narrator.session")
    narrator = f"{kind}.{session}" if kind == "reader" else kind
    there = names(BRAINS)
    brains = [name if name in there else later(name) for name in one.brains]
    thinks = "no brain beside it" if kind == "self" else f"brain {', else '.join(brains)}"
    return f"ear {', else '.join(one.ears)}, narrator {narrator}, {thinks}"


def own(config: Config) -> None:
    """The settings of their own that the chosen kinds can have."""
    chosen = [(EARS, config.ear.kind), (RECOGNISERS, config.recogniser), (NARRATORS, config.narrator.kind)]
    for group, kind in (*chosen, (BRAINS, config.brain.kind), (SURFACES, config.surface)):
        for option in declaration(group, kind).options.values():
            click.echo(f"    {describe_option(f'{SECTION_OF[group]}.{kind}.{option.name}', option)}")


def later(name: str) -> str:
    """Something that a profile means to have."""
    return f"{name} (not installed)"


def keys(one: Profile) -> None:
    """Every key that the profile sets, and from which variables it takes some."""
    for key, name in one.variables.items():
        click.echo(f"    from the environment: {key} = {name}")
    for part, values in (("always", one.always), ("with a live model", one.live), ("else", one.offline)):
        for key, value in values.items():
            click.echo(f"    {part}: {key} = {value}")


@click.command()
@click.option("--reset", is_flag=True, help="Forget what was learned of your pauses.")
def patience(reset: bool) -> None:
    """Show how long you pause, and how long a voice waits for it; --reset forgets it."""
    store = PersonsStore(environment())
    if reset:
        forget_habit(store)
    click.echo(_pauses(known_habit(store)))
    found = settings()
    if said := found.get("patience"):
        click.echo(
            f"patience = {said.text} ({mark_unprintable(said.said_in)}) goes before it, and nothing is learned"
        )
    elif (keep := found.get("journal.keep")) and days_of(keep.text or KEEP) == 0:
        click.echo("nothing is learned: journal.keep = never")


def _pauses(habit: Habit) -> str:
    waits = f"waits {habit.patience} % of the usual before it begins"
    if not habit.pauses:
        return f"nothing is known of how you pause: a voice {waits}"
    seconds = f"{habit.reach / 1000:.1f} s"
    count = f"{habit.pauses} pause{'' if habit.pauses == 1 else 's'}"
    return f"you pause for up to {seconds}; a voice {waits} (learned from {count})"
