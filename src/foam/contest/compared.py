"""The comparison of options that a deliberation belongs to, made again after the deliberation was revised.

Each option is taken as its newest version has it, and what follows is computed by the rules of the first comparison. A
model that writes is asked to compare them in prose again, as the first one was. All of it is recorded with the hearing,
so that a later version of another option does not change it.
"""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from foam.contest.brought import BROUGHT, keep_documents
from foam.contest.hearing import Hearing
from foam.contest.preview import OF_SENTENCES
from foam.contest.repeats import OUTCOME
from foam.contest.revised import CONTEST, UNNAMED, find_corrected, list_versions, tell_corrected, tell_revisions
from foam.contest.subject import DossierFile, File
from foam.deliberation.choice import ComparedOption, OptionsDossier
from foam.deliberation.comparing import tell_comparison
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.jobs import deliberate_options, renew_comparison
from foam.evidence.document import Document
from foam.job.costs import INNER_RUN
from foam.job.job import replay
from foam.record.entry import Entry
from foam.record.graph import entries_of, require_entry
from foam.record.store import RUN, Store
from foam.values import short

COMPARISON = "comparison"
"""Kind of the entry that holds a comparison that was made again."""
CONTEST_FILE = "contest file"
"""Name of the job that hears challenges to an examined file."""
CONTEST_LEAF = "contest leaf"
"""Name of the job that hears challenges to the tree of an answer."""

ADVISED = "Challenge it there, too"
"""What comes before the command that puts a challenge to another option."""


async def compare_again(
    hearing: Hearing, after: File, load: Callable[[Store, str], Awaitable[File]]
) -> OptionsDossier | None:
    """The comparison with the revised deliberation in it; None where nothing was revised or it belongs to none.

    `load` reads a version from the record.
    """
    before, session = hearing.file, hearing.session
    if not isinstance(before, DossierFile) or not isinstance(after, DossierFile):
        return None
    if after is before or not before.spec.options:
        return None
    made = None if session.replaying else await _make(session.store, before.root, after, load)
    made = made and _name_others(hearing, made, after)
    entry = session.clerk.compute(
        COMPARISON,
        lambda: made.json_value() if made else {},
        hearing.admitted(),
        hearing.heard(),
        rule="options compared again",
    )
    if not entry.answer:
        return None
    again = OptionsDossier.model_validate(entry.answer)
    told = await tell_comparison(
        session, again.question, again.summary, again.options, again.seat_names, again.revisions
    )
    return again.model_copy(update={"compared": told})


async def _make(
    store: Store, root: str, after: DossierFile, load: Callable[[Store, str], Awaitable[File]]
) -> OptionsDossier | None:
    found = find_comparison(store, root)
    if not found:
        return None
    first: OptionsDossier = await replay(store, found)
    newest = {run: find_newest(store, run) for run in first.runs if run != root}
    files = {run: await load(store, version) for run, version in newest.items() if version != run}
    revised = {root: after, **{run: file for run, file in files.items() if isinstance(file, DossierFile)}}
    again = renew_comparison(first, {run: (file.run, file.dossier) for run, file in revised.items()})
    return again.model_copy(update={"revisions": tuple(tell_revisions(store, found, first, again, revised))})


def _name_others(hearing: Hearing, made: OptionsDossier, after: DossierFile) -> OptionsDossier:
    """The comparison with a word on other options that rest on the sentence that was challenged: what is found of a
    sentence in one deliberation is not found of it in another. What to do about it is no part of what a reader of the
    comparison is told first."""
    kind = hearing.challenge.ground.kind
    if hearing.part.kind != "evidence" or kind not in OF_SENTENCES:
        return made
    own = next(one.id for one in made.options if one.run == after.run)
    passages = {one.text: one.pointer for use in hearing.uses for one in use.passages}
    texts = [text for text, pointer in passages.items() if make_evidence_id(pointer) == hearing.part.id]
    others = [one for one in made.options if one.run != after.run and not _was_challenged(hearing, one.run)]
    resting = dict.fromkeys((one.id, one.run, text) for one in others for text in texts if _rests_on(one, text))
    told = tuple(_tell_resting(option, text, own, after) for option, _, text in resting)
    advised = tuple(
        f"{said} {ADVISED}: {_write_command(hearing, of)}" for said, (_, of, _) in zip(told, resting, strict=True)
    )
    return made.model_copy(update={"revisions": (*made.revisions, *told), "cautions": (*advised, *made.cautions)})


def _tell_resting(option: str, text: str, own: str, after: DossierFile) -> str:
    corrected = find_corrected(after.mediation.corrected, text)
    now = f" {tell_corrected(corrected)}" if corrected else ""
    return (
        f"{option} still rests on “{text}”, against which a challenge was sustained where {own} was deliberated.{now}"
    )


def _write_command(hearing: Hearing, of: str) -> str:
    """The command by which the same is put to another run, as it can be run: what was brought is in the record, and
    known there by the names of the files."""
    challenge = hearing.challenge
    brought = keep_documents(hearing.session, challenge.brought)
    words = ["foam", "contest", "open", short(of), hearing.part.id, "--kind", challenge.ground.kind]
    words += ["--because", challenge.because]
    words += [word for file in dict.fromkeys(one.origin.file for one in brought) for word in ("--with", file)]
    words += ["--as", challenge.challenger] if challenge.challenger != UNNAMED else []
    return shlex.join(words)


def _was_challenged(hearing: Hearing, version: str) -> bool:
    """Whether the same sentence was challenged in the same way, and the version or one before it revised for it."""
    aim = (hearing.part.id, hearing.challenge.ground.kind)
    store = hearing.session.store
    return any(_read_aim(store, run) == aim for run in list_versions(store, version))


def _read_aim(store: Store, run: str) -> tuple[str, str]:
    """What a challenge was made to, and of which kind it was."""
    made: dict[str, Any] = require_entry(store, run).draft.question["spec"]["challenge"]
    return made["node"], made["ground"]["kind"]


def _rests_on(option: ComparedOption, text: str) -> bool:
    reasons = (*option.reasons_for, *option.reasons_against, *option.conditional)
    return any(text in one.quotes for one in reasons)


def find_comparison(store: Store, root: str) -> str:
    """The newest run that compares options and deliberated one of them in this run; empty if there is none."""
    found = ""
    for run in store.entries(kind=RUN):
        if run.draft.question.get("job") == deliberate_options.name:
            inner = (entry for entry in entries_of(store, run.key) if entry.draft.kind == INNER_RUN)
            found = run.key if any(entry.answer.get("run") == root for entry in inner) else found
    return found


def list_papers_of_others(store: Store, file: File, node: str, kind: str) -> tuple[Document, ...]:
    """The papers that were brought where the same was sustained of another option of the open question: whoever puts it
    to this one need not bring them again. None of a file that deliberates no option."""
    if not isinstance(file, DossierFile) or not file.spec.options:
        return ()
    found = find_comparison(store, file.root)
    papers: dict[str, Document] = {}
    for root in (root for root in (list_options(store, found) if found else ()) if root != file.root):
        for run in list_versions(store, find_newest(store, root)):
            if _read_aim(store, run) == (node, kind):
                named = require_entry(store, run).draft.question["spec"]["challenge"]["brought"]
                kept = (entry for entry in entries_of(store, run) if entry.draft.kind == BROUGHT)
                papers |= {one.digest: one for one in map(_read_paper, kept) if one.digest in named}
    return tuple(papers.values())


async def list_resting(store: Store, file: File, node: str, kind: str) -> tuple[str, ...]:
    """Other options of the open question that rest on a sentence of this file and were not challenged so: a sentence
    each. None of a file that deliberates no option, and of kinds that do not find something of a sentence."""
    if not isinstance(file, DossierFile) or not file.spec.options or kind not in OF_SENTENCES:
        return ()
    found = find_comparison(store, file.root)
    passages = (one for use in file.uses.get(node, ()) for one in use.passages)
    texts = {one.text for one in passages if make_evidence_id(one.pointer) == node}
    if not found or not texts:
        return ()
    compared: OptionsDossier = await replay(store, found)
    told = []
    for option in (one for one in compared.options if one.run != file.root and any(_rests_on(one, t) for t in texts)):
        newest = find_newest(store, option.run)
        if not any(_read_aim(store, run) == (node, kind) for run in list_versions(store, newest)):
            told.append(
                f"{option.id}, “{option.text}”, rests on this sentence, too ({short(newest)}): it would stay as it is."
            )
    return tuple(told)


def _read_paper(entry: Entry) -> Document:
    return Document.model_validate(entry.answer)


def mark_superseded(store: Store, found: OptionsDossier) -> OptionsDossier:
    """A comparison as it was made, with a word on top where options of it were revised since."""
    last = find_last_revision(store, found)
    if not last:
        return found
    told = (
        "Options of this comparison were challenged and revised since. They are compared as they stand now in: "
        f"foam dossier show {short(last)} --compared"
    )
    return found.model_copy(update={"summary": (told, *found.summary)})


def find_last_revision(store: Store, found: OptionsDossier) -> str:
    """The last challenge by which an option was revised since they were compared so; empty where none was."""
    newest = {version for run in found.runs if (version := find_newest(store, run)) != run}
    revised = [run.key for run in store.entries(kind=RUN) if run.key in newest]
    return revised[-1] if revised else ""


def find_newest(store: Store, root: str) -> str:
    """The newest version of a file: the last challenge to any version of it that revised it."""
    versions = [root]
    for run in list_contests(store, root):
        outcomes = (entry.answer for entry in entries_of(store, run.key) if entry.draft.kind == OUTCOME)
        versions += [run.key] if any(one["revised"] for one in outcomes) else []
    return versions[-1]


def list_options(store: Store, question: str) -> dict[str, str]:
    """The runs in which the options of an open question were deliberated, with their words; none of any other run."""
    if require_entry(store, question).draft.question.get("job") != deliberate_options.name:
        return {}
    inner = [entry.answer["run"] for entry in entries_of(store, question) if entry.draft.kind == INNER_RUN]
    return {run: " / ".join(require_entry(store, run).draft.question["spec"]["options"]) for run in inner}


def list_contests(store: Store, *roots: str) -> Iterator[Entry]:
    """The runs in which challenges to the files and to their later versions were heard, oldest first."""
    versions = {*roots}
    for run in store.entries(kind=RUN):
        question = run.draft.question
        if question.get("job") in (CONTEST, CONTEST_FILE, CONTEST_LEAF) and question["spec"]["of"] in versions:
            versions.add(run.key)
            yield run
