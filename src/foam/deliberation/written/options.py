"""An answer to an open question in a seat's own words, and which answers come to the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from foam.argument.motion import parse_motion
from foam.deliberation.written.check import Stated, find_faults
from foam.deliberation.written.forms import choose_ids, judge_form, tell_seat
from foam.deliberation.written.judged import find_unsupported
from foam.deliberation.written.material import Offer, describe_person, offer_evidence
from foam.deliberation.written.pool import name_searches, search_options, search_question
from foam.deliberation.written.records import read_records
from foam.errors import InputError
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on, depend_on_candidates
from foam.job.session import Session, depend_on_seat
from foam.model.form import ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input
from foam.values import Value

OPTION_WORDS = 30
WHY_WORDS = 60
LOST_WORDS = 40
_MOST_EVIDENCE = 3


class WrittenOption(Value):
    """What a seat answers to an open question."""

    text: str
    why: str
    evidence: tuple[Passage, ...]
    entry: str


class MergedOptions(Value):
    """Proposals that come to the same, what they have in common in one wording, and what that leaves out."""

    texts: tuple[str, ...]
    text: str
    lost: str = ""
    entry: str


def option_act(prompts: Prompts, *, person: str, question: str, offer: Offer) -> Write:
    """What does the seat answer to the open question?"""
    filled = render_prompt(prompts, "acts/option", question=fence(question), options=offer.show_documents())
    return Write(
        **filled,
        system=tell_seat(prompts, person),
        statement=question,
        fields=(
            TextField(name="option", max_words=OPTION_WORDS),
            TextField(name="why", max_words=WHY_WORDS),
            choose_ids("ids", offer.options, most=_MOST_EVIDENCE),
        ),
        material=offer.options,
        shared=offer.shared,
    )


def same_options_act(prompts: Prompts, *, question: str, options: Options) -> Write:
    """Which proposals come to the same thing?"""
    filled = render_prompt(prompts, "acts/same_options", question=fence(question), options=fence_options(options))
    group = (
        choose_ids("ids", options, least=2, most=len(options)),
        TextField(name="text", max_words=OPTION_WORDS),
        TextField(name="lost", max_words=LOST_WORDS, explains=True, may_be_empty=True),
    )
    fields = (ListField(name="groups", fields=group, at_most=max(1, len(options) // 2)),)
    return judge_form(prompts, filled, statement=question, fields=fields, material=options)


async def write_option(session: Session, seat: Perspective, question: str, asked: Entry) -> WrittenOption | None:
    """The seat's answer in its own words; None where what it wrote does not count."""
    since = (depend_on("question", asked), depend_on_seat(seat))
    phrases = await name_searches(session, seat, question)
    pool = search_question(session, seat, question, phrases, *since)
    person = describe_person(session, seat)
    offer = offer_evidence(session, pool) if pool.passages else Offer(pool, ())
    candidates = offer.candidates

    def read(entry: Entry) -> WrittenOption:
        form: dict[str, Any] = dict(read_form(entry))
        cited = tuple(candidates.get(name) for name in form["ids"])
        return WrittenOption(text=str(form["option"]), why=str(form["why"]), evidence=cited, entry=entry.key)

    def check(entry: Entry) -> list[str]:
        found = read(entry)
        faults = find_faults(
            [
                Stated(
                    name=name,
                    text=text,
                    cited=found.evidence,
                    shown=offer.show(found.evidence),
                    proposes=name == "option",
                    anywhere=name == "why",
                    own=(found.text,) if name == "why" else (),
                )
                for name, text in _list_texts(found)
            ],
            known=[question, person],
            offered=candidates.passages,
            deny=find_unsupported,
            names=offer.names,
        )
        return (
            faults if _is_statement(found.text) else ["option: not a statement that says who should do what", *faults]
        )

    act = option_act(session.prompts, person=person, question=question, offer=offer)
    inputs = (*depend_on_candidates(candidates), *since)
    entry = await ask_act(session.of(seat), "option", act, *inputs, check=check, keeps=True)
    return None if entry is None else read(entry)


async def offer_for_choice(
    session: Session, seat: Perspective, question: str, options: Sequence[str], asked: Entry
) -> Offer:
    """What the file says, for a seat that is to choose among options that others named."""
    since = (depend_on("question", asked), depend_on_seat(seat))
    phrases = await name_searches(session, seat, question)
    pool = search_options(session, seat, question, options, phrases, *since)
    return offer_evidence(session, pool) if pool.passages else Offer(pool, ())


async def find_same_options(
    session: Session, question: str, texts: Iterable[str], inputs: Mapping[str, Input]
) -> tuple[MergedOptions, ...] | None:
    """The proposals that come to the same, group by group; None where no answer counts."""
    ids = {f"r{place}": text for place, text in enumerate(sorted(texts), start=1)}
    act = same_options_act(
        session.prompts, question=question, options=tuple(Option(id=name, text=text) for name, text in ids.items())
    )

    def read(entry: Entry) -> tuple[MergedOptions, ...]:
        return tuple(
            MergedOptions(
                texts=tuple(ids[name] for name in one["ids"]),
                text=str(one["text"]),
                lost=str(one["lost"]),
                entry=entry.key,
            )
            for one in read_records(entry, "groups")
        )

    def check(entry: Entry) -> list[str]:
        groups = read(entry)
        stated = [Stated(name="text", text=one.text) for one in groups]
        stated += [Stated(name="lost", text=one.lost) for one in groups]
        return [
            *("text: not a statement that says who should do what" for one in groups if not _is_statement(one.text)),
            *find_faults(stated, known=[question, *ids.values()], offered=()),
        ]

    entry = await ask_act(session, "same options", act, *(inputs[text] for text in ids.values()), check=check)
    return None if entry is None else read(entry)


def _list_texts(found: WrittenOption) -> tuple[tuple[str, str], ...]:
    return (("option", found.text), ("why", found.why))


def _is_statement(text: str) -> bool:
    """Whether a motion can be made of it as it stands."""
    try:
        parse_motion(text)
    except InputError:
        return False
    return not text.rstrip().endswith("?")
