"""The options by which a command line says what is configured for this time."""

import click

PROFILE = click.option(
    "--profile", default="talk", show_default=True, metavar="NAME", help="See: solovox profiles."
)
SET = click.option(
    "--set",
    "flags",
    multiple=True,
    metavar="KEY=VALUE",
    help="A key of the configuration, for this time; may be repeated.",
)
