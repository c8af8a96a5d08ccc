"""The procedure under `foam contest`: begin a matter, file, take steps, decide, see deadlines, write notices.

`foam.cli.contest` mounts `COMMANDS`. To show the matters about a run beside its challenges, `foam contest status` can
call `foam.bundle.overview.matters_about(store, run, clock=utc_now)`, which gives a text and its data.
"""

from __future__ import annotations

from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from foam.appeal.clocks import overdue
from foam.appeal.forms import ActForm, OpeningForm
from foam.appeal.grounds import FINDINGS, GROUND_KINDS, OUTCOMES, REMEDIES
from foam.appeal.notices.compose import NOTICES, Notice
from foam.appeal.notices.page import page, passages, text
from foam.appeal.notices.reading import reading
from foam.appeal.parties import ROLES, Party, Role
from foam.appeal.profile import Profile, profile, profiles, read_profile
from foam.appeal.status import status_data, status_text
from foam.appeal.table import table, transition
from foam.bundle.chain import MatterFile
from foam.bundle.kept import parts
from foam.bundle.overview import listed, today
from foam.bundle.submit import Reader, begin, submit, write_notice
from foam.cli.contest_bundle import BUNDLE_COMMANDS
from foam.cli.contest_papers import (
    AT,
    PATH,
    Room,
    advice,
    checked,
    handed_in,
    instant,
    kept_view,
    open_room,
    read_form,
    read_text,
)
from foam.cli.frame import Face, faced
from foam.deliberation.views.pdf import Printed, pdf
from foam.errors import InputError, NotFound
from foam.record.clock import utc_now
from foam.record.runs import find_run
from foam.record.show import printable
from foam.record.store import Store
from foam.values import short

_WHO = (
    click.option("--as", "who", required=True, metavar="ID", help="Who does it, by the id the institution gave."),
    click.option("--role", type=click.Choice(ROLES), help="In which role [the only one that may]."),
    click.option("--software", is_flag=True, help="A program does it, not a natural person."),
    AT,
)


def _by(command: Any) -> Any:
    for option in reversed(_WHO):
        command = option(command)
    return command


@click.command("begin")
@click.argument("form", required=False, type=PATH)
@click.option("--run", help="The deliberation the decision rests on.")
@click.option("--profile", "profile_id", type=click.Choice(list(profiles())), help="The law that holds.")
@click.option("--rules", type=PATH, help="Rules of your own (.toml) instead; `profiles --json` shows what they hold.")
@click.option("--example", is_flag=True, help="Print a form to fill in.")
@AT
@faced
def begin_(
    face: Face,
    form: Path | None,
    run: str | None,
    profile_id: str | None,
    rules: Path | None,
    example: bool,
    at: str | None,
) -> None:
    """Open a matter from a decision in FORM (.toml or .json)."""
    if example or form is None:
        sample = files("foam.appeal").joinpath("data", "example.toml").read_text(encoding="utf-8")
        face.show(sample, {"example": sample})
        return
    with open_room() as room:
        key = _run_key(room.store, run)
        own = read_profile(rules.stem, read_text(rules)) if rules else None
        filled = read_form(OpeningForm, form, run=key, profile=own.id if own else profile_id, rules=own)
        kept_view(room, filled.run)
        file = begin(room.store, room.vault, filled, at=instant(at))
    starts = file.standing.profile.applies_from
    if starts is not None and filled.decision.effective < starts:
        face.note(f"{filled.profile} applies from {starts.isoformat()} on; the decision takes effect before")
    _show(face, file)


@click.command("file")
@click.argument("matter")
@click.option(
    "--ground", "grounds", multiple=True, nargs=2, type=(click.Choice(GROUND_KINDS), str), metavar="KIND TEXT",
    help="What is wrong, and how; repeat it.",
)  # fmt: skip
@click.option("--target", "targets", multiple=True, help="The dossier's node each ground is about, in their order.")
@click.option("--remedy", "remedies", multiple=True, type=click.Choice(REMEDIES), help="What is asked for.")
@click.option("--hearing", is_flag=True, help="A hearing is asked for.")
@click.option("--track", default="", help="A fast track of the profile is asked for.")
@click.option("--continue-benefits", is_flag=True, help="What the person had is to go on meanwhile.")
@click.option("--late-because", default="", help="Why it comes late.")
@click.option("--with", "paths", multiple=True, type=PATH, metavar="FILE", help="A document to put on file.")
@_by
@faced
def file_(
    face: Face, matter: str, grounds: Any, targets: tuple[str, ...], paths: tuple[Path, ...], **rest: Any
) -> None:
    """File a contest in MATTER."""
    aimed = (*targets, *("" for _ in grounds[len(targets) :]))
    said = [{"kind": kind, "says": says, "target": node} for (kind, says), node in zip(grounds, aimed, strict=False)]
    _act(face, matter, "file", paths=paths, grounds=said, **rest)


@click.command("step")
@click.argument("matter")
@click.argument("act", metavar="ACT", type=click.Choice(sorted(set(table()) - {"file", "decide", "redact"})))
@click.option("--because", "reasons", multiple=True, help="A reason; repeat it.")
@click.option("--cite", "cites", multiple=True, metavar="ITEM", help="What the reasons rest on: i2, or #1 for an act.")
@click.option("--with", "paths", multiple=True, type=PATH, metavar="FILE", help="A document to put on file.")
@click.option("--show", multiple=True, metavar="ITEM", help="Items to show to both sides; `all` for every one.")
@click.option("--on", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="The day a notice came.")
@click.option(
    "--until",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="When a postponement ends, or the last day that a notice gives.",
)
@click.option("--hearing-at", metavar="TIME", help="When the hearing is.")
@click.option("--place", default="", help="Where the hearing is.")
@click.option("--waived", is_flag=True, help="The person gave up the full notice of a hearing.")
@click.option("--reviewer", help="Who is to decide.")
@click.option("--run", help="The deliberation that gave the advice.")
@click.option("--good-cause", default="", help="Why a late contest is heard.")
@click.option("--track", default="", help="The fast track that is granted.")
@click.option("--terms", default="", help="What was settled.")
@click.option(
    "--agreed", multiple=True, nargs=2, type=(str, click.Choice(ROLES)), metavar="ID ROLE", help="Who agreed."
)
@_by
@faced
def step(face: Face, matter: str, act: str, reasons: tuple[str, ...], cites: tuple[str, ...], **rest: Any) -> None:
    """Take any other step of the procedure in MATTER; `foam contest timeline` says which may come next."""
    said = [{"says": reason, "cites": cites} for reason in reasons]
    agreed = [{"id": id, "role": role} for id, role in rest.pop("agreed")]
    days: dict[str, Any] = {name: day.date() if (day := rest.pop(name)) else None for name in ("on", "until")}
    _act(face, matter, act, reasons=said, agreed=agreed, **days, **rest)


@click.command()
@click.argument("matter")
@click.option("--outcome", required=True, type=click.Choice(OUTCOMES), help="What becomes of the first decision.")
@click.option(
    "--ground", "findings", multiple=True, nargs=4, type=(str, click.Choice(FINDINGS), str, str),
    metavar="ID FINDING REASON CITES", help="On each ground: found what, why, resting on which items (i1,i2).",
)  # fmt: skip
@click.option("--remedy", "remedies", multiple=True, type=click.Choice(REMEDIES), help="What has to be done.")
@click.option("--facts", default="", help="The facts that were found, in short.")
@click.option("--rule", "rules", multiple=True, help="A rule that was used.")
@_by
@faced
def decide(face: Face, matter: str, findings: Any, **rest: Any) -> None:
    """Decide MATTER: for the person who was named to, who had no part in it before."""
    said = [
        {"ground": ground, "finding": finding, "reasons": [{"says": why, "cites": _split(on)}]}
        for ground, finding, why, on in findings
    ]
    _act(face, matter, "decide", dispositions=said, **rest)


@click.command()
@click.argument("matter")
@click.option("--words", is_flag=True, help="Show the words of the file, each with its commitment.")
@faced
def timeline(face: Face, matter: str, words: bool) -> None:
    """Show what happened in MATTER, what is due, and who may do what next."""
    with open_room() as room:
        file = room.file(matter)
        read = Reader(file, room.vault)
        held = {w: read.of(w) for w in file.standing.words} if words else {}
    day = today(file, utc_now)
    when = file.standing.calendar.day
    lines = [f"matter {short(file.key)}", f"#0  {when(file.opened_at)}  The matter was opened"]
    lines += [f"#{f.number}  {when(f.act.at)}  {transition(f.act.name).says} ({f.act.by.id})" for f in file.acts]
    lines += [f"without effect: {short(key)}" for key in file.without_effect]
    lines += ["", status_text(file.standing, day)]
    lines += [printable(f"{short(commitment)}  {said}") for commitment, said in held.items()]
    acts = [{"number": f.number, "entry": f.key, "state": f.state, **f.act.json_value()} for f in file.acts]
    data = {"matter": file.key, "acts": acts, **status_data(file.standing, day), "words": held}
    face.show("\n".join(lines), data)


@click.command()
@click.argument("matter")
@click.argument("kind", type=click.Choice(NOTICES))
@click.option("--out", type=PATH, help="Write it to this file; its ending says how: .html, .pdf or .txt.")
@faced
def notice(face: Face, matter: str, kind: Notice, out: Path | None) -> None:
    """Write a notice of MATTER in plain language, and say how hard it is to read."""
    with open_room() as room:
        file = room.file(matter)
        letter = write_notice(file, room.vault, kind)
    counted = reading(passages(letter))
    if out:
        write_letter(letter, out)
    face.note(f"reading grade {counted.grade} ({counted.words} words, {counted.sentences} sentences)")
    shown = f"wrote {out}" if out else text(letter)
    data = {"matter": file.key, "notice": kind, "reading": counted.json_value(), "text": text(letter)}
    face.show(shown, {**data, "file": str(out) if out else None})


@click.command()
@faced
def matters(face: Face) -> None:
    """List every matter, where it stands and what is overdue."""
    with open_room() as room:
        rows = [listed(file, today(file, utc_now)) for file in room.files(face)]
    shown = "\n".join(line for line, _ in rows) or "no matter yet; begin one: foam contest begin --example"
    face.show(shown, {"matters": [data for _, data in rows]})


@click.command("overdue")
@click.option("--escalate", is_flag=True, help="Tell the supervisor: record it in each matter.")
@click.option("--as", "who", default="clock", show_default=True, help="By which id it is recorded.")
@faced
def overdue_(face: Face, escalate: bool, who: str) -> None:
    """Show what agencies owe and have not done in time; it escalates, and never denies."""
    rows: list[dict[str, Any]] = []
    with open_room() as room:
        for file in room.files(face):
            late = overdue(file.standing, today(file, utc_now))
            open_to = file.standing.state in transition("escalate").starts
            if late and escalate and open_to:
                by = Party(id=who, role="records_clerk", nature="software")
                submit(room.store, room.vault, file.key, ActForm(act="escalate", by=by), at=utc_now())
            rows += [{"matter": file.key, "escalated": escalate and open_to, **clock.json_value()} for clock in late]
    lines = [f"{short(row['matter'])}  {row['name']} was due {row['due']}" for row in rows]
    face.show("\n".join(lines) or "nothing is overdue", {"overdue": rows})


@click.command("profiles")
@click.argument("id_", metavar="[ID]", required=False)
@faced
def profiles_(face: Face, id_: str | None) -> None:
    """List the bodies of law a contest can be heard under, or show one."""
    if id_ is None:
        lines = [f"{one.id:16} {one.right:12} {one.title}" for one in profiles().values()]
        face.show("\n".join(lines), {"profiles": [one.json_value() for one in profiles().values()]})
    else:
        found = profile(id_)
        face.show(_profile_text(found), found.json_value())


def write_letter(letter: Printed, path: Path) -> None:
    """Write a letter as the file's ending says."""
    writers = {
        ".html": lambda: page(letter).encode(),
        ".pdf": lambda: pdf(letter),
        ".txt": lambda: text(letter).encode(),
    }
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise InputError(f"cannot tell what to write to {path}", hint=f"end its name in {', '.join(writers)}")
    try:
        path.write_bytes(writer())
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="name a folder that is there") from error


def _act(
    face: Face, matter: str, act: str, *, who: str, role: Role | None, software: bool, at: str | None,
    paths: tuple[Path, ...] = (), run: str | None = None, **given: Any,
) -> None:  # fmt: skip
    """Take a form in and show where the matter stands now."""
    by = {"id": who, "role": role or _only_role(act), "nature": "software" if software else "person"}
    with open_room() as room:
        filled = {name: value for name, value in given.items() if value not in (None, "", (), [])}
        key = _run_key(room.store, run)
        items = handed_in(paths) or (advice(room, key) if act == "deliberate" else ())
        raw = {"act": act, "by": by, "items": items, "run": key, **filled}
        form = checked(ActForm, raw, act)
        file = room.file(matter)
        _check_targets(room, file, form)
        file = submit(room.store, room.vault, file.key, form, at=instant(at))
    _show(face, file)


def _check_targets(room: Room, file: MatterFile, form: ActForm) -> None:
    """A ground about a part has to name one that is there."""
    wanted = {ground.target for ground in form.grounds if ground.target}
    kept = kept_view(room, file.standing.opening.run) if wanted else None
    if kept is not None and (missing := sorted(wanted - parts(kept.view))):
        hint = f"foam contest parts {short(file.standing.opening.run)} lists them"
        raise NotFound(f"{', '.join(missing)} is no part of what the decision rests on", hint=hint)


def _only_role(act: str) -> Role:
    roles = transition(act).roles
    if len(roles) > 1:
        raise InputError(f"{act} may be done in several roles", hint=f"say --role: {', '.join(roles)}")
    return roles[0]


def _run_key(store: Store, run: str | None) -> str:
    return find_run(store, run) if run else ""


def _split(cites: str) -> list[str]:
    return [cite.strip() for cite in cites.split(",") if cite.strip()]


def _show(face: Face, file: MatterFile) -> None:
    day: date = today(file, utc_now)
    data = {"matter": file.key, "acts": len(file.acts), **status_data(file.standing, day)}
    face.show(f"matter {short(file.key)}: {status_text(file.standing, day)}", data)


def _profile_text(found: Profile) -> str:
    lines = [f"{found.id}: {found.title}", f"a right to {found.right}; hearing: {found.hearing.replace('_', ' ')}"]
    lines += [f"  {law}" for law in found.law]
    for name, term in found.term.items():
        length = next(f"{n} {unit.replace('_', ' ')}" for unit, n in _lengths(term.model_dump()) if n)
        lines.append(f"  {name}: {length} after {term.after}")
    lines += [f"  from memory, to be checked: {', '.join(found.from_memory)}"] if found.from_memory else []
    lines += [f"  set here and by no law: {', '.join(found.house_rules)}"] if found.house_rules else []
    return "\n".join(lines)


def _lengths(term: dict[str, Any]) -> list[tuple[str, int]]:
    return [(unit, term[unit]) for unit in ("days", "business_days", "months")]


COMMANDS: tuple[click.Command, ...] = (
    begin_, file_, step, decide, timeline, notice, matters, overdue_, profiles_, *BUNDLE_COMMANDS,
)  # fmt: skip
