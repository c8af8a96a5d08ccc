"""`foam appeal`: begin a matter, file, take steps, decide, see deadlines, write notices, remove words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foam import short_id, terms
from foam.cli.frame import Face, faced, join_options
from foam.paper import ENDINGS, clean

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from foam import MatterStatus

_PATH = click.Path(dir_okay=False, path_type=Path)
_DAY = click.DateTime(["%Y-%m-%d"])
_WITH = click.option(
    "--with", "with_documents", multiple=True, type=_PATH, metavar="FILE", help="A document to put on file."
)
_AT = click.option("--at", metavar="TIME", help="When it happened, as 2026-11-15T09:00:00+00:00 [now].")
_who = join_options(
    click.option("--as", "by", required=True, metavar="ID", help="Who does it, by the id the institution gave."),
    click.option("--role", type=click.Choice(terms.roles), help="In which role [the only one that may]."),
    click.option("--software", is_flag=True, help="A program does it, not a natural person."),
    _AT,
)


@click.group()
def appeal() -> None:
    """Keep the file of a contested decision: who may do what next, by which day, and what has to be said."""


@appeal.command()
@click.argument("form", required=False, type=_PATH)
@click.option("--run", help="The deliberation the decision rests on.")
@click.option("--profile", type=click.Choice(terms.profiles), help="The law that holds.")
@click.option("--rules", type=_PATH, help="Rules of your own (.toml) instead; `profiles --json` shows what they hold.")
@click.option("--example", is_flag=True, help="Print a form to fill in.")
@_AT
@faced
def begin(face: Face, form: Path | None, example: bool, **options: Any) -> None:
    """Open a matter from a decision in FORM (.toml or .json).

    Of each item the form has a `title` and, under `content`, what the paper says: reasons are held to it. --example
    prints a form with every key that is needed.
    """
    with face.home() as home:
        if example or form is None:
            sample = home.appeal.example()
            face.show(sample, {"example": sample})
            return
        status = home.appeal.begin(form, **options)
    for caution in status.cautions:
        face.note(caution)
    _show(face, status)


@appeal.command("file")
@click.argument("matter")
@click.option(
    "--ground", "grounds", multiple=True, nargs=2, type=(click.Choice(terms.grounds), str), metavar="KIND TEXT",
    help="What is wrong, and how; repeat it.",
)  # fmt: skip
@click.option("--target", "targets", multiple=True, help="The part of the answer each ground is about, in their order.")
@click.option("--remedy", "remedies", multiple=True, type=click.Choice(terms.remedies), help="What is asked for.")
@click.option("--hearing", is_flag=True, help="A hearing is asked for.")
@click.option("--track", default="", help="A fast track of the profile is asked for.")
@click.option("--continue-benefits", is_flag=True, help="What the person had is to go on meanwhile.")
@click.option("--late-because", default="", help="Why it comes late.")
@_WITH
@_who
@faced
def _file_contest(face: Face, matter: str, grounds: Any, targets: tuple[str, ...], **options: Any) -> None:
    """File a contest in MATTER."""
    aims = (*targets, *("" for _ in grounds[len(targets) :]))
    said = [{"kind": kind, "says": says, "target": node} for (kind, says), node in zip(grounds, aims, strict=False)]
    with face.home() as home:
        _show(face, home.appeal.file(matter, grounds=said, **options))


@appeal.command()
@click.argument("matter")
@click.argument(
    "act",
    metavar="ACT",
    type=click.Choice([act for act in terms.acts if act not in ("file", "decide", "redact", "note_mail")]),
)
@click.option("--because", "reasons", multiple=True, help="A reason; repeat it.")
@click.option("--cite", "cites", multiple=True, metavar="ITEM", help="What the reasons rest on: i2, or #1 for an act.")
@_WITH
@click.option("--show", multiple=True, metavar="ITEM", help="Items to show to both sides; `all` for every one.")
@click.option("--on", type=_DAY, metavar="DATE", help="The day a notice came.")
@click.option(
    "--until", type=_DAY, metavar="DATE", help="When a postponement ends, or the last day that a notice gives."
)
@click.option("--hearing-at", metavar="TIME", help="When the hearing is.")
@click.option("--place", default="", help="Where the hearing is.")
@click.option("--waived", is_flag=True, help="The person gave up the full notice of a hearing.")
@click.option("--reviewer", help="Who is to decide.")
@click.option("--run", help="The deliberation that gave the advice.")
@click.option("--good-cause", default="", help="Why a late contest is heard.")
@click.option("--track", default="", help="The fast track that is granted.")
@click.option("--terms", default="", help="The terms of an agreement that are put forward, or agreed to.")
@_who
@faced
def step(face: Face, matter: str, act: str, reasons: tuple[str, ...], cites: tuple[str, ...], **options: Any) -> None:
    """Take any other step of the procedure in MATTER; `foam appeal timeline` says which may come next."""
    said = [{"says": reason, "cites": cites} for reason in reasons]
    days: dict[str, Any] = {name: day.date() if (day := options.pop(name)) else None for name in ("on", "until")}
    with face.home() as home:
        _show(face, home.appeal.step(matter, act, reasons=said, **days, **options))


@appeal.command()
@click.argument("matter")
@click.option("--outcome", required=True, type=click.Choice(terms.outcomes), help="What becomes of the first decision.")
@click.option(
    "--ground", "findings", multiple=True, nargs=4, type=(str, click.Choice(terms.findings), str, str),
    metavar="ID FINDING REASON CITES", help="On each ground: found what, why, resting on which items (i1,i2).",
)  # fmt: skip
@click.option("--remedy", "remedies", multiple=True, type=click.Choice(terms.remedies), help="What has to be done.")
@click.option("--action", default="", metavar="TEXT", help="What holds now, in plain words, with the amounts.")
@click.option("--from", "effective", type=_DAY, metavar="DATE", help="From which day on it counts.")
@click.option("--facts", default="", help="The facts that were found, in short.")
@click.option("--rule", "rules", multiple=True, help="A rule that was used.")
@click.option("--signed", default="", metavar="TEXT", help="Name and title of who decides, as the letter says them.")
@_who
@faced
def decide(face: Face, matter: str, findings: Any, effective: datetime | None, **options: Any) -> None:
    """Decide MATTER: for the person who was named to, who had no part in it before.

    The letter to the person tells --action and --from first. A reason that goes beyond what it cites is refused.
    """
    said = [
        {"ground": ground, "finding": finding, "reasons": [{"says": why, "cites": _split(on)}]}
        for ground, finding, why, on in findings
    ]
    with face.home() as home:
        day = effective.date() if effective else None
        _show(face, home.appeal.decide(matter, findings=said, effective=day, **options))


@appeal.command()
@click.argument("matter")
@click.option("--words", is_flag=True, help="Show the words of the file, each with its commitment.")
@faced
def timeline(face: Face, matter: str, words: bool) -> None:
    """Show what happened in MATTER, what is due, and who may do what next."""
    with face.home() as home:
        found = home.appeal.timeline(matter, words=words)
    status = found.status
    lines = [f"matter {short_id(status.matter)}", f"#0  {status.opened}  The matter was opened"]
    lines += [f"#{one.filed.number}  {one.day}  {one.says} ({one.filed.act.by.id})" for one in found.acts]
    lines += [f"without effect: {short_id(key)}" for key in found.without_effect]
    lines += ["", status.text]
    lines += [clean(f"{short_id(commitment)}  {said}") for commitment, said in found.words.items()]
    filed = [one.filed for one in found.acts]
    acts = [{"number": one.number, "entry": one.key, "state": one.state, **one.act.json_value()} for one in filed]
    face.show("\n".join(lines), {**status.json_value(), "acts": acts, "words": dict(found.words)})


@appeal.command()
@click.argument("matter")
@click.argument("kind", type=click.Choice(terms.notices))
@click.option("--out", type=_PATH, help=f"Write it to this file; its ending says how: {', '.join(ENDINGS)}.")
@click.option("--draft", is_flag=True, help="Show it although a reason is not borne out; a decision also unsent.")
@faced
def notice(face: Face, matter: str, kind: Any, out: Path | None, draft: bool) -> None:
    """Write a notice of MATTER in plain language; say how hard it is to read, what it lacks and what bears it out."""
    with face.home() as home:
        key, letter = home.find_run(matter), home.appeal.notice(matter, kind, draft=draft)
    if out:
        letter.save(out)
    counted, text = letter.reading, letter.render("text")
    face.note(f"reading grade {counted.grade} ({counted.words} words, {counted.sentences} sentences)")
    if letter.missing:
        face.note(f"it does not say: {', '.join(letter.missing)}")
    for number, reason in enumerate(letter.reasons, start=1):
        face.note(clean(f"{reason.name_part(number)}: {reason.held}{f' ({reason.why})' if reason.why else ''}"))
        for text in reason.against:
            face.note(clean(f"{reason.name_part(number)}: another paper on file says otherwise: {text}"))
    data = {"matter": key, "notice": kind, "reading": counted.json_value(), "text": text, "draft": draft}
    data |= {"missing": list(letter.missing), "reasons": [one.json_value() for one in letter.reasons]}
    face.show(f"wrote {out}" if out else text.rstrip(), {**data, "file": str(out) if out else None})


@appeal.command()
@faced
def matters(face: Face) -> None:
    """List every matter, where it stands and what is overdue."""
    with face.home() as home:
        found = home.appeal.matters()
    _note_unreadable(face, found.unreadable)
    shown = "\n".join(one.line for one in found.matters) or "no matter yet; begin one: foam appeal begin --example"
    rows = [one.json_value() for one in found.matters]
    face.show(shown, {"matters": [{name: row[name] for name in _LISTED} for row in rows]})


_LISTED = ("matter", "opened", "profile", "state", "overdue")


@appeal.command()
@click.option("--escalate", is_flag=True, help="Tell the supervisor: record it in each matter.")
@click.option("--as", "by", default="clock", show_default=True, help="By which id it is recorded.")
@faced
def overdue(face: Face, escalate: bool, by: str) -> None:
    """Show what agencies owe and have not done in time; it escalates, and never denies."""
    with face.home() as home:
        found = home.appeal.overdue(escalate=escalate, by=by)
    _note_unreadable(face, found.unreadable)
    lines = [f"{short_id(one.matter)}  {one.clock.name} was due {one.clock.due}" for one in found.missed]
    rows = [{"matter": one.matter, "escalated": one.escalated, **one.clock.json_value()} for one in found.missed]
    face.show("\n".join(lines) or "nothing is overdue", {"overdue": rows})


@appeal.command()
@click.argument("profile", metavar="[ID]", required=False)
@faced
def profiles(face: Face, profile: str | None) -> None:
    """List the bodies of law a contest can be heard under, or show one."""
    with face.home() as home:
        if profile is None:
            every = home.appeal.profiles()
            lines = [f"{one.id:16} {one.right:12} {one.title}" for one in every]
            face.show("\n".join(lines), {"profiles": [one.json_value() for one in every]})
        else:
            found = home.appeal.profile(profile)
            face.show(_profile_text(found), found.json_value())


@appeal.command()
@click.argument("matter")
@click.option("--item", "items", multiple=True, help="An item: its title and its content.")
@click.option("--ground", "grounds", multiple=True, help="A ground: what was said.")
@click.option("--person", is_flag=True, help="How the person is addressed.")
@click.option("--words", multiple=True, metavar="COMMITMENT", help="Any words, by the start of their commitment.")
@click.option("--because", required=True, help="Why; this stays on file.")
@click.option("--as", "by", required=True, metavar="ID", help="Who removes it.")
@click.option("--role", type=click.Choice(["records_clerk", "supervisor"]), default="records_clerk", show_default=True)
@_AT
@faced
def redact(face: Face, matter: str, **options: Any) -> None:
    """Remove personal words from MATTER for good; a stub stays that still verifies."""
    with face.home() as home:
        key, removed = home.find_run(matter), home.appeal.redact(matter, **options)
    lines = [f"removed {short_id(commitment)}" for commitment in removed.commitments]
    if times := sum(one.times for one in removed.remaining):
        kinds = ", ".join(dict.fromkeys(one.kind for one in removed.remaining))
        lines.append(f"such words remain {times} times in entries of the record, which this does not reach: {kinds}")
    remaining = [one.json_value() for one in removed.remaining]
    data = {"matter": key, "removed": list(removed.commitments), "remaining": remaining}
    face.show("\n".join(lines), data)


def _show(face: Face, status: MatterStatus) -> None:
    face.show(str(status), status.json_value())


def _split(cites: str) -> list[str]:
    return [cite.strip() for cite in cites.split(",") if cite.strip()]


def _note_unreadable(face: Face, unreadable: Mapping[str, str]) -> None:
    for key, why in unreadable.items():
        face.note(f"matter {short_id(key)} cannot be read: {clean(why)[:200]}")


def _profile_text(found: Any) -> str:
    lines = [f"{found.id}: {found.title}", f"a right to {found.right}; hearing: {found.hearing.replace('_', ' ')}"]
    lines += [f"  {law}" for law in found.law]
    for name, term in found.term.items():
        units = ("days", "business_days", "months")
        length = next(f"{n} {unit.replace('_', ' ')}" for unit in units if (n := getattr(term, unit)))
        lines.append(f"  {name}: {length} after {term.after}")
    lines += [f"  from memory, to be checked: {', '.join(found.from_memory)}"] if found.from_memory else []
    lines += [f"  set here and by no law: {', '.join(found.house_rules)}"] if found.house_rules else []
    return "\n".join(lines)
