"""`foam`: the list of commands, loaded only when called so that `foam --help` stays fast. Knows no command's work."""

from __future__ import annotations

import importlib
from difflib import get_close_matches
from typing import NoReturn

import click

from foam import __version__
from foam.cli.frame import collect_seldom, run_program

GROUPS: dict[str, dict[str, str]] = {
    "Ask and deliberate": {
        "deliberate": "Have differing perspectives argue a question.",
        "ask": "Answer a question over a library, without seats.",
        "dossier": "Show, open and export an answer.",
        "whatif": "See what would follow if something were otherwise.",
        "compare": "Show what sets two answers apart.",
        "verify": "Check an answer, or a file saved from one.",
        "perspectives": "List, check, search and generate perspectives.",
        "rules": "Work out stated rules over a file; draft and approve them.",
    },
    "Challenge": {
        "contest": "Challenge any part of an answer, a file or a case.",
        "appeal": "Keep the file of an appeal: acts, deadlines, rulings.",
        "bundle": "Write signed files that anybody can check alone.",
        "contestability": "Measure how well an answer or a case can be contested.",
    },
    "Your evidence": {
        "library": "Add, list, show and remove your documents.",
        "search": "Find sentences, or evidence against a claim.",
        "cite": "Show a sentence in its context.",
        "quote": "Check quotations against the library.",
        "examine": "Find what is wrong in a file of documents.",
        "blocks": "List what the library holds against a position.",
    },
    "Write and debate": {
        "case": "Write a case in which all evidence is quoted, or check one.",
        "cut": "Cut a debate card from an article.",
        "debate": "Play a debate turn by turn, or judge one.",
        "memory": "Keep a memory of how arguments were made.",
    },
    "Measure": {
        "judge": "Score cases under a rubric by a jury.",
        "tournament": "Run a blind tournament of cases, and report it.",
        "audit": "Check each citation of each case against its source.",
        "debatable": "Measure whether answers cover a dispute.",
        "oversee": "Study consultancy against debate under weak judges.",
    },
    "Serve and operate": {
        "serve": "Serve pages on this machine.",
        "mcp": "Serve tools for an assistant.",
        "people": "Look after accounts of a home that people share.",
        "person": "Keep what belongs to a person under a key.",
        "work": "Put work into the queue, list it and stop it.",
        "worker": "Do the work that others put into the queue.",
        "model": "Pull the embedded models and check how well they do.",
        "pack": "List, show and check domain packs; keep generated nodes.",
        "config": "Show every setting and where its value comes from.",
        "prompts": "List prompt templates; show what was sent in a run.",
        "record": "List, verify, replay and export what was recorded.",
        "erase": "Remove somebody's words from the home, for good.",
        "backup": "Copy the home to one file.",
        "restore": "Put a copy of a home back.",
        "trust": "Allow a folder of state that is not your own.",
    },
}
"""What somebody wants to do, and the commands for it with their one-line help."""
COMMANDS = {name: told for group in GROUPS.values() for name, told in group.items()}
_BESIDE = {"compare": "whatif", "restore": "backup", "trust": "config", "worker": "work"}
"""Commands that stand in the module of another; each other `NAME` is in `foam.cli.NAME`."""
FIRST = (
    ("foam serve --open", "Read, ask and challenge on pages, in your browser."),
    ("foam deliberate", "Argue the fictional appeal that comes with FOAM."),
    ("foam library add FOLDER", "Take in documents; then ask with --library."),
    ("foam examine FILE...", "Find what is wrong in the documents of a decision."),
    ("foam contest parts RUN", "List the parts of an answer, to challenge one."),
    ("foam case RESOLUTION", "Write a debate case from cards and evidence."),
)
"""What a newcomer calls first."""
_READ_ON = (
    "`foam COMMAND --help` explains a command. To read on: README.md, then the page of your task in docs/; "
    "docs/cli.md has every command on one page."
)


class _Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"foam.cli.{_BESIDE.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; of a misspelt one the error names the nearest."""
        near = get_close_matches(args[0], COMMANDS, n=1) if args and args[0] not in COMMANDS else []
        if near:
            ctx.fail(f"No such command {args[0]!r}. (Did you mean {near[0]!r}?)")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Begin with"):
            formatter.write_dl(FIRST)
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), told) for name, told in commands.items()])


@click.group(cls=_Lazy, epilog=_READ_ON, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="foam")
def foam() -> None:
    """Contested questions, answered so that they can be examined, challenged and revised."""


def main() -> NoReturn:
    """Entry point of the `foam` command."""
    collect_seldom()
    run_program(foam)


if __name__ == "__main__":
    main()
