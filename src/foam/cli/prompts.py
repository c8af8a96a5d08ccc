"""`foam prompts`: list the templates, and show exactly what a model was sent."""

from __future__ import annotations

import click

from foam import short_id
from foam.cli.frame import Face, faced
from foam.visible import dump_json


@click.group()
def prompts() -> None:
    """List the templates of prompts, and show exactly what was sent for an act of a run."""


_RUN = click.option("--run", help="The run that asked.")
_PACK = click.option("--pack", help="Whose templates [the run's pack, or the setting `pack`].")


@prompts.command("list")
@_RUN
@_PACK
@faced
def _list_templates(face: Face, run: str | None, pack: str | None) -> None:
    """List the templates with the digest of their text; with --run, how often each was asked."""
    with face.home() as home:
        found = home.prompts.list(run=run, pack=pack)
    wide = max((len(one.name) for one in found), default=0)
    lines = [
        f"{f'{one.asked:>4}  ' if run else ''}{one.name:<{wide}}  {short_id(one.version)}  "
        f"{one.first_line[:80] or '(not in the pack as it is now)'}"
        for one in found
    ]
    face.show("\n".join(lines), {"templates": [one.json_value() for one in found]})


@prompts.command()
@click.argument("act")
@_RUN
@click.option(
    "--number", type=click.IntRange(min=1), default=1, show_default=True, help="Which of the run's acts of this name."
)
@click.option("--answer", is_flag=True, help="Also what was answered.")
@_PACK
@faced
def show(face: Face, act: str, run: str | None, number: int, answer: bool, pack: str | None) -> None:
    """Show exactly what was sent for ACT (a kind of decision or a template) in a run: system text, prompt and form.

    Without --run, the template ACT as the pack has it.
    """
    with face.home() as home:
        if run is None:
            text = home.prompts.text(act, pack=pack)
            face.show(text, {"template": act, "text": text})
            return
        found = home.prompts.show(act, run=run, number=number)
    head = f"{found.act}, {found.number} of {found.of}: asked of {found.decider} with {found.template} "
    lines = [f"{head}{short_id(found.template_digest)}; entry {short_id(found.entry)}"]
    lines += [found.note] if found.note else []
    lines += ["", "--- system", found.system] if found.system else []
    lines += ["", "--- prompt", found.prompt, "", "--- form of the answer", dump_json(found.form)]
    lines += ["", "--- answer", dump_json(found.answer)] if answer else []
    data = found.json_value()
    face.show("\n".join(lines), data if answer else {name: data[name] for name in data if name != "answer"})
