"""`foam case`: write a case, verify one, export one. Decides nothing."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from foam.case.accept import accepted_nodes
from foam.case.job import CaseSpec, longest_chain, run_case
from foam.case.template import speech_template, speeches
from foam.case.values import Case
from foam.case.verify import WORDS_PER_MINUTE, Measured, verify_case
from foam.case.views.words import failure_text, length_text, standing_text, unanswered_text
from foam.case.write import first_on
from foam.cli.case_files import FORMATS, case_of_run, check_ending, read_case_file, read_round, write_case_file
from foam.cli.desk import Desk, configured, corpus_named, open_desk, run_options
from foam.cli.frame import Face, faced, home
from foam.deliberation.jobs import Ran
from foam.errors import InputError, NotFound
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.pack.loader import Pack, load_pack
from foam.perspective.node import Perspective
from foam.record.sqlite import open_record
from foam.text.wrap import wrapped
from foam.values import short

_NEAR = 3
"""Sentences looked up per quotation when it is verified: where it may really stand."""


class _WritesByDefault(click.Group):
    """`foam case RESOLUTION` writes; the other commands go by their names."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        named = args[:1] and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if named else ["write", *args])


@click.group(cls=_WritesByDefault)
def case() -> None:
    """Write an evidence-bound case for a resolution, and verify one.

    `foam case RESOLUTION` is `foam case write RESOLUTION`.
    """


_WPM = click.option(
    "--wpm", type=click.FloatRange(min=1), default=WORDS_PER_MINUTE, show_default=True, help="The reader's speed."
)
_CAPS = click.option("--caps", is_flag=True, help="Tags in capitals, in a .docx.")


@case.command()
@click.argument("resolution", required=False)
@run_options
@click.option("--speech", help="The speech to write [the pack's first].")
@click.option(
    "--strategy", default="", help="Ways to take in the tree, separated by commas: traditional,equity,safety."
)
@click.option(
    "--answering", multiple=True, type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What was said before: a case or a flow (.json). The last case holds the round; more than one may be given.",
)  # fmt: skip
@click.option("--seat", help="Whose case it is [the first seat of the pack on the speech's side].")
@click.option("--words", type=click.IntRange(min=1), help="The word budget [the template's].")
@_WPM
@_CAPS
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path),
    help=f"Write the case to this file; its ending says how: {', '.join(FORMATS)}.",
)  # fmt: skip
@faced
def write(
    face: Face,
    resolution: str | None,
    model: str | None,
    seed: int | None,
    pack: str | None,
    own_library: bool,
    wpm: float,
    caps: bool,
    out: Path | None,
    **wanted: Any,
) -> None:
    """Write a case for RESOLUTION; without one, for the pack's sample. Exits with 1 when the case is not issued."""
    if out:
        check_ending(out)
    started = time.monotonic()
    with open_desk(configured(model=model, seed=seed, pack=pack), own_library=own_library) as desk:
        spec = _spec(desk, resolution, **wanted)
        face.note(f"{spec.speech} for {spec.seat.id}; {desk.models['proposer'].decider.id} answers")
        ran = desk.run(_job(desk, spec))
        chain = longest_chain(desk.store, ran.run)
    written = write_case_file(ran.view, out, words_per_minute=wpm, caps=caps) if out else None
    told = f"asked {ran.asked}, reused {ran.reused}; longest chain {chain}; {time.monotonic() - started:.1f} s"
    face.show(_text(ran, written, wpm, told), {**_data(ran, written, wpm), "longest_chain": chain})
    sys.exit(0 if ran.view.issued else 1)


@case.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_WPM
@faced
def verify(face: Face, file: Path, wpm: float) -> None:
    """Hold the case in FILE (.json) against its sources, template and budgets; exit 1 on any failure."""
    found = read_case_file(file)
    config = configured()
    pack = load_pack(found.pack)
    template = speech_template(pack, found.speech)
    with closing(open_record(config.home)) as store, corpus_named(config, store, pack, found.corpus) as corpus:
        documents = _documents(found, pack, corpus)
    if pack.content != found.pack_content:
        face.note(f"pack {pack.name} has changed since the case was written")
    report = verify_case(found, documents, template, words_per_minute=wpm)
    face.show(_report(report), report.json_value())
    sys.exit(0 if report.ok else 1)


@case.command()
@click.argument("run")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_WPM
@_CAPS
@faced
def export(face: Face, run: str, file: Path, wpm: float, caps: bool) -> None:
    """Write the case of RUN to FILE, from the record alone; its ending says how."""
    check_ending(file)
    key, found = case_of_run(home(), run)
    write_case_file(found, file, words_per_minute=wpm, caps=caps)
    face.show(f"wrote {file}", {"run": key, "file": str(file), "issued": found.issued})


def _spec(
    desk: Desk,
    resolution: str | None,
    *,
    speech: str | None,
    strategy: str,
    answering: tuple[Path, ...],
    seat: str | None,
    words: int | None,
) -> CaseSpec:
    template = speech_template(desk.pack, speech or next(iter(speeches(desk.pack)), ""))
    heard = read_round(answering)
    if heard and resolution and resolution != heard.resolution:
        raise InputError(f"what was said answers {heard.resolution!r}", hint="leave the resolution out")
    return CaseSpec(
        **desk.setting(),
        resolution=heard.resolution if heard else resolution or desk.pack.sample_question,
        heard=heard,
        accepted=accepted_nodes(desk.config.home, desk.pack.name, template.speech),
        speech=template.speech,
        seat=_seat(desk.pack, seat) if seat else first_on(template.side, desk.pack.perspectives),
        words=words or template.words,
        strategy=tuple(part.strip() for part in strategy.split(",") if part.strip()),
    )


def _seat(pack: Pack, id: str) -> Perspective:
    for seat in pack.perspectives:
        if seat.id == id:
            return seat
    raise NotFound(f"no perspective {id!r}", hint=f"there are {', '.join(one.id for one in pack.perspectives)}")


async def _job(desk: Desk, spec: CaseSpec) -> Ran[Case]:
    return await run_case(spec, store=desk.store, models=desk.models, corpus=desk.corpus, pack=desk.pack)


def _documents(found: Case, pack: Pack, corpus: Corpus | None) -> dict[str, Document]:
    """The documents at hand: those cited, and those the quotations may really stand in."""
    known = {document.id: document for document in pack.documents()}
    if corpus is not None:
        near = [p.pointer.document for card in found.cards for p in corpus.find(card.text, limit=_NEAR)]
        known |= {id: corpus.document(id) for id in dict.fromkeys(near) if id not in known}
        for card in found.cards:
            if card.document not in known and (held := _held(corpus, card.document)):
                known[card.document] = held
    return known


def _held(corpus: Corpus, id: str) -> Document | None:
    try:
        return corpus.document(id)
    except NotFound:
        return None


def _text(ran: Ran[Case], written: Path | None, wpm: float, told: str) -> str:
    view = ran.view
    lines = [f"{view.speech}: {view.resolution}", f"plan: {view.plan}", ""]
    for choice in view.choices:
        lines.append(f"{choice.branch}: {', '.join(choice.taken)} (of {', '.join(choice.offered)}; {choice.why})")
    for slot in view.slots:
        said = f"{slot.card.tag} ({slot.card.cite})" if slot.card else slot.spoken
        lines.append(wrapped(f"{slot.id} [{slot.length}/{slot.words}] {said}", indent="  "))
    lines += ["", f"{standing_text(view)}; {length_text(view, words_per_minute=wpm)}"]
    lines += [wrapped(failure_text(failure), indent="  ") for failure in view.failures]
    lines += [wrapped(text) for text in (unanswered_text(view), view.notice) if text]
    lines += ["", f"run {short(ran.run)}  digest {short(ran.digest)}", told]
    lines += [f"case: {written}" if written else f"read it all: foam case export {short(ran.run)} FILE.docx"]
    return "\n".join(lines)


def _data(ran: Ran[Case], written: Path | None, wpm: float) -> dict[str, Any]:
    return {
        "run": ran.run,
        "digest": ran.digest,
        "asked": ran.asked,
        "reused": ran.reused,
        "issued": ran.view.issued,
        "words": ran.view.words,
        "minutes": round(ran.view.words / wpm, 2),
        "file": str(written) if written else None,
        "case": ran.view.json_value(),
    }


def _report(report: Measured) -> str:
    rates = f"exact {report.exact_rate:.0%}, CEMR {report.cemr:.0%}, CFVR {report.cfvr:.0%}"
    head = f"{'ok' if report.ok else 'FAILED'}: {report.citations} citations, {rates}; {report.words} words"
    return "\n".join([head, *(wrapped(failure_text(failure), indent="  ") for failure in report.failures)])
