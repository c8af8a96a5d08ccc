"""The options of every command that seats a jury."""

from __future__ import annotations

from pathlib import Path

import click

from foam.cli.frame import join_options

jury_options = join_options(
    click.option(
        "--juror", "jurors", multiple=True, metavar="MODEL[@SEED][:LENS]",
        help="A judge: its model, seed, and whose eyes it judges with; several make a jury [the role `judge`].",
    ),
    click.option("--pool", type=click.Choice(["mean", "median", "trimmed"]), default="mean", show_default=True,
                 help="How the jurors' scores become one."),
    click.option("--quorum", type=click.FloatRange(0, 1), default=0.5, show_default=True,
                 help="More than this share of the jurors must have scored a case."),
    click.option("--rubric", type=click.Path(dir_okay=False, path_type=Path),
                 help="What is scored, with which weights (.toml) [the pack's]."),
)  # fmt: skip
"""The options of every command that seats a jury."""

LABELS = click.option(
    "--labels",
    type=click.Choice(["blind", "all"]),
    default="blind",
    show_default=True,
    help="`all`: heats are also judged as holder and challenger, and with these roles swapped.",
)
