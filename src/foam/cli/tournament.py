"""`foam tournament`: begin one, enter cases, run it, judge it again, report it; ballots of people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import foam
from foam.cli.frame import BUDGET, WORKERS, Face, faced, leave, tell_cost
from foam.cli.juries import LABELS, jury_options
from foam.paper import wrap

_DIR = click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
_SHOWN = 12
_SIDES = click.Choice(["first", "second", "undecided"])


class _Which(click.ParamType[Path | str]):
    """A tournament by its folder or by the first digits of its run."""

    name = "which"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path | str:
        return Path(value) if Path(value).is_dir() else str(value)


_WHICH = click.argument("which", type=_Which(), metavar="DIR|RUN")
_NUMBER = click.argument("number", type=click.IntRange(min=1), metavar="PAIRING")


@click.group()
def tournament() -> None:
    """Run a blind tournament of cases, and report it with its intervals, biases and threats."""


@tournament.command()
@_DIR
@click.option("--name", help="What the report is called [the folder's name].")
@click.option("--seed", type=int, help="Draws ids, pairings and lots [the setting `seed`].")
@click.option("--rounds", type=click.IntRange(min=1), help="Swiss rounds [the logarithm of the field].")
@click.option("--heat", type=click.Choice(["2", "3"]), default="2", show_default=True, help="Cases in a heat.")
@click.option("--eliminate/--swiss-only", default=True, help="Whether double elimination follows. [eliminate]")
@click.option(
    "--by",
    type=click.Choice(["scores", "majority"]),
    default="scores",
    show_default=True,
    help="Heats are decided by the rubric's scores, or by the majority of ballots.",
)
@click.option("--tie", type=click.FloatRange(min=0), default=2.0, show_default=True, help="Points that make a tie.")
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="What citations are held against.")
@click.option("--pack", help="Whose prompts and library are used [the setting `pack`].")
@jury_options
@LABELS
@faced
def new(face: Face, folder: Path, heat: str, **options: Any) -> None:
    """Begin a tournament in DIR."""
    with face.home() as home:
        registered = home.tournament.new(folder, heat=2 if heat == "2" else 3, **options)
    face.show(
        f"tournament in {folder}; enter cases: foam tournament add {folder} CASE... --source NAME",
        {"folder": str(folder), "jurors": [juror.name for juror in registered.plan.jury.jurors]},
    )


@tournament.command()
@_DIR
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@click.option("--source", default="unstated", help="Who made them: foam, human, zero-shot, …")
@click.option("--approach", default="unstated", help="Their strategic approach: traditional, kritik, soft-left, …")
@click.option("--family", default="", help="The family of the model that wrote them; empty for people.")
@click.option("--hide", multiple=True, help="A name that would give them away: of a person, a school, a team.")
@faced
def add(face: Face, folder: Path, files: tuple[Path, ...], **options: Any) -> None:
    """Enter cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt) into the tournament in DIR."""
    with face.home() as home:
        count = home.tournament.add(folder, files, **options)
    face.show(f"{len(files)} entered, {count} in all", {"entered": len(files), "in_all": count})


@tournament.command()
@_DIR
@click.argument("case")
@click.option("--after", type=click.IntRange(min=0), default=0, show_default=True, help="The last round it plays.")
@faced
def withdraw(face: Face, folder: Path, case: str, after: int) -> None:
    """Withdraw CASE (its blind id, as Case_001) from the tournament in DIR; run it again to see what becomes of it."""
    with face.home() as home:
        home.tournament.withdraw(folder, case, after=after)
    face.show(f"{case} plays no round after {after}", {"case": case, "after": after})


@tournament.command()
@_DIR
@WORKERS
@BUDGET
@faced
def run(face: Face, folder: Path, workers: int) -> None:
    """Blind, audit, judge and play the tournament in DIR; started again after a crash it goes on where it stopped."""
    with face.home() as home:
        played = home.tournament.run(folder, workers=workers)
        cost, spent = tell_cost(home, played.ran)
    for leak in played.leaks:
        face.note(f"{leak.case} {leak.part} addresses its judge: {leak.what!r}; it is quoted as data")
    for one in played.rejected:
        face.note(f"not read: {one}")
    ran, report = played.ran, played.report
    asked = f"asked {ran.asked}, reused {ran.reused}; the whole report: foam tournament report {folder}"
    places = [] if report.withheld else list(ran.view.played.places)
    by_score = [] if report.withheld else list(played.by_score)
    data: dict[str, Any] = {"run": ran.run, "places": places, "by_score": by_score, "withheld": report.withheld}
    data |= {"asked": ran.asked, "reused": ran.reused, **spent, "report": report.json_value()}
    face.show("\n".join([*_standing_lines(report), "", asked, *cost]), data)
    leave(not report.withheld)


@tournament.command()
@_DIR
@click.option("--name", required=True, help="What this judgement is called.")
@click.option("--seed", type=int, help="The jurors' seed, where they name none [the setting `seed`].")
@jury_options
@LABELS
@WORKERS
@BUDGET
@faced
def rejudge(face: Face, folder: Path, name: str, **options: Any) -> None:
    """Judge the tournament in DIR again with another jury, and say how far the ranks hold."""
    with face.home() as home:
        again = home.tournament.rejudge(folder, name, **options)
        cost, spent = tell_cost(home, again.ran)
    found = again.stability
    if found is None:
        why = again.ran.view.withheld
        told = "\n".join([f"{name}: {why}", str(again.file), *cost])
        face.show(told, {"name": name, "withheld": why, "file": str(again.file), **spent})
        leave(False)
        return
    winner = "the same winner" if found.same_winner else "another winner"
    taus = f"Kendall's tau {found.tau_places:.2f} by places, {found.tau_scores:.2f} by scores"
    told = "\n".join([f"{name}: {winner}; {taus}", str(again.file), *cost])
    face.show(told, {**found.json_value(), "file": str(again.file), **spent})


@tournament.command()
@_DIR
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where it is written [DIR/report].")
@faced
def report(face: Face, folder: Path, out: Path | None) -> None:
    """Write the report of the tournament in DIR: HTML, Markdown, JSON and pictures."""
    with face.home() as home:
        made = home.tournament.report(folder)
        files = [str(path) for path in home.tournament.save_report(made, out or folder / "report")]
    text = "\n".join([*_standing_lines(made), "", *(wrap(f"- {threat}") for threat in made.threats), "", *files])
    face.show(text, {"files": files, "report": made.json_value()})
    leave(not made.withheld)


@tournament.command("list")
@faced
def list_all(face: Face) -> None:
    """List the tournaments on record."""
    with face.home() as home:
        found = home.tournament.list()
    lines = [
        f"{foam.short_id(one.run)}  {one.opened[:10]}  {one.cases} cases, {one.ballots} ballots of people  {one.name}"
        for one in found
    ]
    face.show("\n".join(lines) or "none yet", {"tournaments": [one.json_value() for one in found]})


@tournament.command()
@_WHICH
@_NUMBER
@faced
def pairing(face: Face, which: Path | str, number: int) -> None:
    """Show two cases that met, blind: no names, no verdict, in an order that the seed drew."""
    with face.home() as home:
        found = home.tournament.pairing(which, number)
    texts = [
        line
        for title, parts in (("FIRST", found.first), ("SECOND", found.second))
        for line in (title, "", *(wrap(part.shown) + "\n" for part in parts))
    ]
    asked = f"pairing {number} of {found.pairings}; criteria: {', '.join(found.criteria)}"
    face.show("\n".join([*texts, asked]), found.json_value())


@tournament.command()
@_WHICH
@_NUMBER
@click.option("--better", type=_SIDES, required=True, help="Which text is better.")
@click.option("--by", required=True, help="Who casts the ballot: a name or any short word.")
@click.option("--on", multiple=True, metavar="CRITERION=SIDE", help="The same for a dimension of the rubric.")
@click.option("--because", default="", help="Why, in words.")
@faced
def ballot(face: Face, which: Path | str, number: int, on: tuple[str, ...], **options: Any) -> None:
    """Cast a person's ballot on a pairing, then say whose the texts are and what the jury said.

    A ballot is never changed: a later one of the same person supersedes it, and both stay on record.
    """
    named: dict[str, Any] = dict(one.partition("=")[::2] for one in on)
    with face.home() as home:
        cast = home.tournament.ballot(which, number, on=named, **options)
        found = home.tournament.reveal(which, number, by=options["by"])
    whose = ", ".join(f"{place}: {case} ({source})" for place, case, source in _say_whose(found))
    jury = found.withheld or {None: "the jury saw them never", "": "the jury's ballots are level"}.get(
        found.jury, f"the jury: {found.jury}"
    )
    lines = [f"ballot {cast.number} of {cast.vote.voter} on pairing {number}: {cast.vote.better}", whose, wrap(jury)]
    face.show("\n".join(lines), {"ballot": cast.json_value(), "pairing": found.json_value()})


@tournament.command()
@_WHICH
@faced
def people(face: Face, which: Path | str) -> None:
    """Set people's ballots beside the jury's: how often they agree, and how far beyond chance."""
    with face.home() as home:
        found = home.tournament.people(which)
    face.show(found.render("text"), found.json_value())


def _say_whose(found: Any) -> list[tuple[str, str, str]]:
    return list(zip(("first", "second"), found.shown, found.sources, strict=True))


def _standing_lines(made: Any) -> list[str]:
    lines = [wrap(made.compared), "", *(wrap(f"control: {line}") for line in made.controls)]
    lines += [wrap(f"declined, and left out of all totals: {'; '.join(made.declined)}")] if made.declined else []
    if made.withheld:
        return [*lines, "", wrap(made.withheld)]
    lines += ["", f"{'':>3}  {'case':<10} {'source':<14} won-lost  score  citations that hold"]
    for one in made.standings[:_SHOWN]:
        won = f"{one.wins:>3}-{one.losses:<4}"
        lines.append(f"{one.place:>3}  {one.id:<10} {one.source:<14} {won} {one.score:>6.1f}  {one.validation:.0%}")
    if len(made.standings) > _SHOWN:
        lines.append(f"     … and {len(made.standings) - _SHOWN} more")
    named = [bias.text for bias in made.biases if bias.named]
    return [*lines, *(wrap(f"bias: {text}") for text in named)]
