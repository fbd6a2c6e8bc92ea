"""`solovox profiles`: the profiles, and what each would choose on this machine."""

import click

from solovox.cli.failing import shown
from solovox.config.choosing import choose
from solovox.config.load import environment, settings
from solovox.config.profile import Profile, profile
from solovox.config.profile import profiles as known
from solovox.config.schema import Config, ConfigError, who
from solovox.parts.configured import installed, unready
from solovox.parts.registry import (
    BRAINS,
    EARS,
    NARRATORS,
    RECOGNISERS,
    SECTION_OF,
    SURFACES,
    declaration,
    names,
)
from solovox.weights import Cache, default_root


@click.command()
@click.argument("name", required=False)
def profiles(name: str | None) -> None:
    """List the profiles and what each chooses; NAME: one of them with every key, and the settings that its kinds have of their own."""
    found, here, weights = settings(), installed(), Cache(default_root(environment()))
    chosen = [profile(name)] if name else list(known().values())
    for one in chosen:
        click.echo(f"{click.style(one.name, bold=True)}: {one.about}")
        try:
            config = choose(one.name, found, here)
        except ConfigError as error:
            click.echo(f"  with what is configured: {shown(str(error))}")
        else:
            click.echo(f"  here: {in_words(config)}")
            click.echo(f"  why: {shown(who(config))}")
            for line in unready(config, weights):
                click.echo(f"  not ready: {shown(line)}")
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
        for option in declaration(group, kind).options:
            among = f" One of {', '.join(option.choices)}." if option.choices else ""
            default = f" {option.default}, if not given." if option.default is not None else ""
            taken = f" Also {', '.join(option.variables)}." if option.variables else ""
            key = f"{SECTION_OF[group]}.{kind}.{option.name}"
            click.echo(f"    {key} ({option.kind.value}): {shown(option.about)}{among}{default}{taken}")


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
