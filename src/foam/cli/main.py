"""`foam`: the list of commands, loaded only when called so that `foam --help` stays fast. Knows no command's work."""

from __future__ import annotations

import importlib
from difflib import get_close_matches
from typing import NoReturn

import click

from foam import __version__
from foam.cli.frame import collect_seldom, run_program

COMMANDS: dict[str, tuple[str, str]] = {
    "ablate": ("foam.cli.ablate", "Compare FOAM with its baselines and with itself, one part taken away."),
    "appeal": ("foam.cli.appeal", "Keep the file of a contested decision: acts, deadlines, notices, rulings."),
    "ask": ("foam.cli.ask", "Answer a question by one tree over a library, without seats."),
    "audit": ("foam.cli.audit", "Hold every citation of every case against its source."),
    "backup": ("foam.cli.backup", "Copy the home to one file, as it is at one moment."),
    "blocks": ("foam.cli.blocks", "List what the library holds against a position, by kind of answer."),
    "bundle": ("foam.cli.bundle", "Write signed bundles, and check them with nothing but the file."),
    "case": ("foam.cli.case", "Write an evidence-bound case for a resolution, and verify one."),
    "cite": ("foam.cli.cite", "Show a sentence in its context, marked."),
    "compare": ("foam.cli.compare", "Show what sets two answers or deliberations apart."),
    "config": ("foam.cli.config", "Show every setting and where its value comes from."),
    "contest": ("foam.cli.contest", "Challenge any part of an answer, a deliberation or a case, and see what follows."),
    "cut": ("foam.cli.cut", "Cut a debate card from an article: the passage that establishes a claim, marked."),
    "debatable": ("foam.cli.debatable", "Measure whether answers cover the dispute; build such data sets."),
    "debate": ("foam.cli.debate", "Play a debate turn by turn from memory and evidence, and judge one."),
    "contestability": ("foam.cli.contestability", "Measure how well an answer or a case can be contested."),
    "deliberate": ("foam.cli.deliberate", "Deliberate a question among differing perspectives."),
    "dossier": ("foam.cli.dossier", "Show, open and export an answer, with or without seats."),
    "erase": ("foam.cli.erase", "Remove somebody's words from everything in the home, for good."),
    "examine": ("foam.cli.examine", "Find what is wrong in a file: misquotations, contradictions, what is missing."),
    "judge": ("foam.cli.judge", "Score cases under a rubric by a jury."),
    "library": ("foam.cli.library", "Add, list, show and remove documents of the evidence library."),
    "mcp": ("foam.cli.mcp", "Serve tools for an assistant: search, cite, check, examine, read, challenge."),
    "memory": ("foam.cli.memory", "Build, search and describe the memory of how arguments were made."),
    "model": ("foam.cli.model", "Pull the embedded models and check how well they do."),
    "oversee": ("foam.cli.oversee", "Study consultancy against debate under weak judges."),
    "pack": ("foam.cli.pack", "List, show and check domain packs; keep generated nodes."),
    "people": ("foam.cli.people", "Look after the accounts of a home that several people share."),
    "person": ("foam.cli.person", "Keep what belongs to a person under a key; hold it, hand it out, erase it."),
    "perspectives": ("foam.cli.perspectives", "List, check, search and generate perspectives."),
    "prompts": ("foam.cli.prompts", "List the templates of prompts; show what was sent for an act of a run."),
    "quote": ("foam.cli.quote", "Judge quotations against the library."),
    "record": ("foam.cli.record", "List, show, verify, replay and export what was recorded."),
    "restore": ("foam.cli.restore", "Put a copy of a home back; what was erased since is erased again."),
    "rules": ("foam.cli.rules", "Work out stated rules over a file, and why; draft and approve them."),
    "search": ("foam.cli.search", "Find sentences in the library, or evidence against a claim."),
    "serve": ("foam.cli.serve", "Serve pages on this machine to ask, read, trace and challenge."),
    "tournament": ("foam.cli.tournament", "Run a blind tournament of cases, and report it."),
    "trust": ("foam.cli.trust", "Allow a folder of state that is not your own."),
    "verify": (
        "foam.cli.verify",
        "Check an answer, deliberation or debate, or a file saved from one, against the record.",
    ),
    "work": ("foam.cli.work", "Put work into the queue for workers, list it and stop it."),
    "worker": ("foam.cli.worker", "Do the work that others put into the queue."),
    "whatif": ("foam.cli.whatif", "See what would follow if something in an answer were otherwise."),
}
"""Command name to its module (which has a click command of the same name) and its one-line help."""


class _Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(COMMANDS[cmd_name][0]), cmd_name)
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
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="foam")
def foam() -> None:
    """Contested questions, answered so that they can be examined, challenged and revised."""


def main() -> NoReturn:
    """Entry point of the `foam` command."""
    collect_seldom()
    run_program(foam)


if __name__ == "__main__":
    main()
