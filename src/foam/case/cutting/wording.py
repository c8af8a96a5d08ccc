"""Has the tag of a card that was cut worded by a model that writes, and holds it against the words that are read.

act (tag) ── code: figures, names, quotation marks ── evaluator: do the words say it ──┬── the tag
               └── asked again once                     └── asked again once            └── the source's own words
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from foam.case.cut import describe_unborne, find_tag_faults, format_citation
from foam.case.cutting.values import Cutting
from foam.case.establish import read_verdict
from foam.case.questions import alignment_question, cut_tag_question
from foam.case.written import list_faults
from foam.job.acts import CHECKED, RefusedAct, try_act
from foam.job.answers import read_text
from foam.job.estimates import NOTHING, ONCE, Estimate, is_writer, make_range, make_rule, merge_steps, reckon_steps
from foam.job.job import job
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.job.spec import Spec
from foam.model.remote.budget import Price
from foam.record.entry import Decider, Entry, ValueInput
from foam.record.graph import entries_of
from foam.values import digest

JOB, KIND = "cut", "tag of a card"
_RULES = (
    make_rule(KIND, "proposer", "card", make_range(1, 1.2, 4), make_range(550, 900, 1500), 40, "the tag, in its words"),
    make_rule("alignment", "evaluator", "card", make_range(0, 1, 2), 320, 60, "do the words that are read say it"),
)


class CutSpec(Spec):
    """A card whose tag is to be worded."""

    card: str
    """Digest of the card as code cut it."""


@job(JOB, spec=CutSpec, view="card")
async def word_tag(spec: CutSpec, session: Session) -> Cutting:
    """The card under the model's tag where what is read bears it out, else as it was; it says which."""
    card = Cutting.model_validate(session.read_given("card", spec.card))
    given = ValueInput(role="card", value=spec.card)
    question = cut_tag_question(
        session.prompts,
        claim=card.claim,
        source=format_citation(card.document),
        evidence=card.read,
        passage=card.document.text,
    )

    def check(entry: Entry) -> list[str]:
        return list(_find_faults(card, _read_tag(entry)))

    tried = await try_act(session, KIND, question, given, check=check)
    unborne = await _find_unborne(session, card, tried.counts) if tried.counts else ""
    if tried.counts and unborne:
        refused = RefusedAct(tried.counts, [unborne])
        tried = await try_act(session, KIND, question, given, check=check, refused=refused)
        unborne = await _find_unborne(session, card, tried.counts) if tried.counts else ""
    if tried.counts is None or unborne:
        return card.model_copy(update={"refused_tag": unborne or _name_last_fault(session)})
    worder = session.models["proposer"].decider.id
    return card.with_tag(_read_tag(tried.counts), worded_by=worder)


def _read_tag(entry: Entry) -> str:
    return " ".join(read_text(entry, "tag").split())


def _find_faults(card: Cutting, tag: str) -> Iterator[str]:
    """What is wrong with a tag over the words that are read, as far as code can see it."""
    faults = list(find_tag_faults(tag, card.read))
    faults += list_faults(tag, cited=(card.read,), known=(format_citation(card.document),))
    yield from dict.fromkeys(faults)


async def _find_unborne(session: Session, card: Cutting, act: Entry) -> str:
    """Why an evaluator finds that what is read does not bear the tag out; empty if it does."""
    tag = _read_tag(act)
    question = alignment_question(session.prompts, tag=tag, evidence=card.read)
    found = await session.clerk.ask("alignment", question, depend_on("tag", act))
    return describe_unborne(tag, card.read, read_verdict(found, of=digest([tag, card.read])))


def _name_last_fault(session: Session) -> str:
    """What was found of the last tag that did not count, as the record has it."""
    checked = (one.answer for one in entries_of(session.store, session.run) if one.draft.kind == CHECKED)
    return str([one["faults"][0] for one in checked if one["act"] == KIND and one["faults"]][-1])


def estimate_wording(deciders: Mapping[str, Decider], *, prices: Mapping[str, Price] | None = None) -> Estimate:
    """What wording the tag of one card will take; nothing of a model that does not write."""
    basis = (
        "one act for the tag, and one verdict on it; each is asked for once more where the tag is at fault",
        "answers that the record holds already are not asked again",
    )
    units = {"card": ONCE if is_writer(deciders["proposer"]) else NOTHING}
    return Estimate(job=JOB, steps=merge_steps(reckon_steps(_RULES, units, deciders, prices or {})), basis=basis)
