"""`foam deliberate`: seat perspectives, deliberate, print or write the answer."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import foam
from foam.cli.frame import DRY_RUN, Face, FileOption, faced, read_pairs, run_options, tell_cost, tell_missing

if TYPE_CHECKING:
    from foam import Answer, Home, RunResult


_NEUTRAL_PACK = "neutral-table"
_NEUTRAL = "seats: a neutral table ({}), since no pack was named for these documents"


@click.command()
@click.argument("question", required=False)
@run_options
@click.option(
    "--option", "options", multiple=True, metavar="TEXT",
    help="An answer that an open question may have; repeat it. Default: they are found in the file.",
)  # fmt: skip
@click.option(
    "--seat",
    "seats",
    multiple=True,
    help="Seat this perspective of the pack or the store, by id or role; repeat it. Default: all.",
)
@click.option(
    "--seat-model", "seat_models", multiple=True, metavar="SEAT=MODEL", callback=read_pairs,
    help="Let this seat speak with a model of its own; repeat it [the settings `seats`].",
)  # fmt: skip
@click.option(
    "--add-perspective", "add", multiple=True, type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Seat the perspective in this TOML file, too.",
)  # fmt: skip
@click.option(
    "--reweight", multiple=True, metavar="[SEAT.]VALUE=WEIGHT", help="Change a weight, for one seat or for all."
)
@click.option("--policy", help="Hold every seat to this epistemic policy: peer-reviewed, official, …")
@click.option(
    "--from", "base", help="Take question, seats, pack and models from this run, and ask only what the change touches."
)
@click.option(
    "--protocol", type=click.Choice(["auto", "consultancy", "debate", "deliberation", "assembly"]),
    default="deliberation", show_default=True,
    help="Who speaks; auto: one critic where rules decide, unless the tier asks for the whole table.",
)  # fmt: skip
@click.option("--speaker", default="", help="Who speaks in a consultancy. Default: the seat with the most at stake.")
@click.option(
    "--tier", type=click.Choice(["routine", "elevated", "critical"]), default="routine", show_default=True,
    help="How much is at risk, for --protocol auto.",
)  # fmt: skip
@click.option(
    "--log", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A log of judged cases whose estimates --protocol auto goes by.",
)  # fmt: skip
@click.option("--decision", metavar="NAME", help="The document that is the decision the question is about.")
@click.option("--rules", multiple=True, metavar="NAME", help="A document with the rules; repeat it.")
@click.option(
    "--role", "roles", multiple=True, metavar="NAME=ROLE", callback=read_pairs,
    help="Whose word a document is: rule, decision, record, party, independent, authority, unsigned; repeat it.",
)  # fmt: skip
@click.option("--out", cls=FileOption, kind="Answer", help="Write the answer to this file")
@DRY_RUN
@faced
def deliberate(face: Face, question: str | None, out: Path | None, dry_run: bool, **options: Any) -> None:
    """Deliberate QUESTION among differing perspectives; without one, the pack's sample question.

    The file is read once and the question is written as a tree of what has to hold or is to be weighed. Each seat
    argues over it, objects to the others' parts and answers what is put to it; code computes what follows.

    An open question ("How should …?") is answered by one of its options. Over your own documents (--library), without
    --pack, a neutral table is seated: one for, one against (of an open question a reformer and a keeper), the person
    concerned, an examiner. A question that a pack's sample library is not about is declined.
    """
    if out:
        foam.Answer.check_ending(out)
    if dry_run:
        _estimate(face, question, **options)
        return
    with face.home() as home:
        _name_models(face, home, **options)
        ran = home.deliberate(question, **options)
        written = ran.view.save(out) if out else None
        cost, spent = tell_cost(home, ran)
        pack = home.record.spec(ran)["pack"]
    data = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused, **spent}
    data |= {"file": str(written) if written else None, "dossier": ran.view.json_value()}
    note = "" if pack == _NEUTRAL_PACK else _note_seats(question, **options)
    data |= {"note": note} if note else {}
    face.show("\n".join([_text(ran, written, cost, is_neutral=pack == _NEUTRAL_PACK), *([note] if note else [])]), data)


def _note_seats(question: str | None, **options: Any) -> str:
    """What to know where the pack's own seats spoke on a library that is not the pack's."""
    chosen = any(options[name] for name in ("seats", "add", "base"))
    if chosen or not options["library"] or question is None:
        return ""
    return (
        "Note: the seats are the pack's own, made for its sample question, and the library is yours. "
        f"Seats for your question: foam perspectives generate {shlex.quote(question)} --library"
    )


def _name_models(face: Face, home: Home, *, base: str | None, model: str | None, **_: Any) -> None:
    """Say that the models of an earlier run answer, where they do."""
    if base and not model:
        names = ", ".join(sorted(home.record.cost(base).by_model))
        face.note(f"answered by {names}, as in that run; --model names another")


def _estimate(face: Face, question: str | None, **options: Any) -> None:
    """Say what the deliberation would take."""
    counted = (
        *("options", "pack", "model", "seats", "seat_models", "add", "base", "protocol", "speaker", "tier", "log"),
        *("library", "reweight", "policy"),
    )
    with face.home() as home:
        _name_models(face, home, **options)
        found = home.estimate.deliberate(question, **{name: options[name] for name in counted})
        tell_missing(face, home, model=options["model"])
        face.show(home.estimate.describe(found), home.estimate.data(found))


def _text(ran: RunResult[Answer], written: Path | None, cost: list[str], *, is_neutral: bool) -> str:
    from foam.paper import wrap  # here, since the first sign of progress should not wait for it

    answer, run, digest = ran.view, foam.short_id(ran.run), foam.short_id(ran.digest)
    lines = [answer.question, "", *(wrap(sentence, indent="  ") for sentence in answer.summary)]
    lines += ["", wrap(answer.declined.describe())] if answer.declined else []
    lines += ["", *(wrap(f"Caution: {caution}") for caution in answer.cautions)] if answer.cautions else []
    lines += ["", wrap(answer.notice)] if answer.notice else []
    lines += ["", f"run {run}  digest {digest}  asked {ran.asked}, reused {ran.reused}"]
    if requests := [row for row in answer.acts if row.by != "code"]:
        again, undone = sum(row.again for row in requests), sum(not row.entry for row in requests)
        lines.append(f"{len(requests)} requests, {again} asked again, {undone} not done")
    lines += cost
    if is_neutral and answer.table:
        lines.append(_NEUTRAL.format(", ".join(one.perspective.role for one in answer.table.seats)))
    lines.append(f"answer: {written}" if written else f"read it all: foam dossier show {run}")
    return "\n".join(lines)
