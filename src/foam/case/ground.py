"""The sentences on which a position rests before its plan is written, where whoever writes may find that none serves.

    found ── grounds (some, or none and what to look for) ──┬── some: the position rests on them
                                                           └── none: searched once more ── grounds ── some, or none

A model that only chooses takes the bounded form.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam.case.act_questions import SEARCH_WORDS, ids_field, optional_text
from foam.case.position.refine import Proposal
from foam.case.position.stance import Position
from foam.case.seat import describe_seat
from foam.evidence.corpus import OPEN, Passage
from foam.job.acts import ask_act
from foam.job.answers import read_choice, read_form
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Choose, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry

KIND = "grounds"
_NO_SEARCH = "no sentence is named, and look_for does not say what would support the position"


def grounds_question(prompts: Prompts, *, seat: Perspective, position: str, options: Options, most: int) -> Write:
    """Which sentences, if any, would this seat rest its position on; and where none, what is to be looked for?"""
    filled = render_prompt(
        prompts,
        "case/grounds",
        seat=describe_seat(seat),
        position=fence(position),
        options=fence_options(options),
        most=str(most),
    )
    fields = (
        ids_field("sentences", "sentences that support it, or none", options, at_most=min(most, len(options))),
        optional_text("look_for", "where none does: what to look for, as a source would say it", SEARCH_WORDS),
    )
    return Write(**filled, statement=position, fields=fields, material=options)


def chosen_grounds_question(
    prompts: Prompts, *, seat: Perspective, position: str, options: Options, most: int
) -> Choose:
    """Which sentences would this seat rest its position on? Two at least, where there are two."""
    filled = render_prompt(
        prompts,
        "case/chosen_grounds",
        seat=describe_seat(seat),
        position=fence(position),
        options=fence_options(options),
    )
    return Choose(
        **filled,
        statement=position,
        options=options,
        at_least=min(2, len(options)),
        at_most=min(most, len(options)),
    )


async def find_grounds(session: Session, seat: Perspective, position: Position) -> tuple[Proposal, Candidates]:
    """The position with the sentences that its seat rests it on, and all that was found for it."""
    if not session.speaks("proposer"):
        return await _choose_grounds(session, seat, position)
    found = _search(session, seat, position, f"{position.text} {session.describe_concerns(seat)}")
    if not found.passages:
        return Proposal(position=position.text, grounds=(), entry=position.entry), found
    entry = await _choose(session, seat, position, found)
    if entry is None:
        return await _choose_grounds(session, seat, position)
    grounds, wanted = _read(entry, found)
    if not grounds:
        more = _search(session, seat, position, wanted, entry)
        fresh = Candidates(entry=more.entry, passages=more.exclude(one.pointer for one in found.passages))
        again = await _choose(session, seat, position, fresh, final=True) if fresh.passages else None
        if again is not None:
            entry, grounds = again, _read(again, fresh)[0]
        found = found.model_copy(update={"passages": (*fresh.passages, *found.passages)})
    return Proposal(position=position.text, grounds=grounds, entry=entry.key), found


async def _choose_grounds(session: Session, seat: Perspective, position: Position) -> tuple[Proposal, Candidates]:
    """The same where the model only chooses: what was found is put before it once."""
    manner = read_manner(seat)
    candidates = retrieve(
        session.clerk,
        session.corpus,
        f"{position.text} {session.describe_concerns(seat)}",
        depend_on("position", position.entry),
        depend_on_seat(seat),
        policy=seat.policy,
        manner=manner,
        fragments=False,
    )
    if not candidates.passages:
        return Proposal(position=position.text, grounds=(), entry=position.entry), candidates
    question = chosen_grounds_question(
        session.prompts,
        seat=seat,
        position=position.text,
        options=make_options(candidates.passages),
        most=sum(manner.grounds),
    )
    entry = await session.clerk.ask("grounds", question, *depend_on_candidates(candidates), depend_on_seat(seat))
    grounds = tuple(candidates.get(option_id) for option_id in read_choice(entry))
    return Proposal(position=position.text, grounds=grounds, entry=entry.key), candidates


def _search(
    session: Session, seat: Perspective, position: Position, query: str, asked: Entry | None = None
) -> Candidates:
    """What the library holds; where nothing of it served, whatever its sources are."""
    given = [depend_on("looked for", asked)] if asked else []
    return retrieve(
        session.clerk,
        session.corpus,
        query,
        depend_on("position", position.entry),
        *given,
        depend_on_seat(seat),
        policy=OPEN if asked else seat.policy,
        manner=read_manner(seat),
    )


async def _choose(
    session: Session, seat: Perspective, position: Position, found: Candidates, *, final: bool = False
) -> Entry | None:
    question = grounds_question(
        session.prompts,
        seat=seat,
        position=position.text,
        options=make_options(found.passages),
        most=sum(read_manner(seat).grounds),
    )

    def check(entry: Entry) -> Sequence[str]:
        grounds, wanted = _read(entry, found)
        return () if final or grounds or wanted else (_NO_SEARCH,)

    return await ask_act(session, KIND, question, *depend_on_candidates(found), depend_on_seat(seat), check=check)


def _read(entry: Entry, found: Candidates) -> tuple[tuple[Passage, ...], str]:
    """The sentences that were named, and what is to be looked for."""
    form = read_form(entry)
    ids = form["sentences"]
    assert isinstance(ids, tuple)
    return tuple(found.get(str(name)) for name in ids), str(form["look_for"]).strip()
