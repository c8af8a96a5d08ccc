"""*Evaluate*: what the sentences of each leaf do for it, said by somebody who did not write it, for which answer each
reason speaks, how a leaf stands that the file or a seat contests, how each objection to a leaf or a reason ends, and
which amendments that all seats accept take the place of their leaf."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, cast

from foam.acts.engine import Act, Reading, list_rows, place_row, read_texts
from foam.acts.shown import ShownFile
from foam.argument.casefile import CaseFile
from foam.argument.rows import (
    Amendment,
    Dispute,
    Objection,
    Record,
    Reply,
    Speaks,
    Support,
    Verdict,
    list_shown,
)
from foam.argument.scheme import require_critical_question
from foam.argument.tree import Consideration, Frame, Leaf, Stands
from foam.argument.tree import Option as Answer
from foam.argument.working import Context, Day, Figure, SentenceId, list_inputs, show_working
from foam.model.check import HOLDS
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, ScoreField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.pack.pack import Criterion
from foam.semantics.standing import Standings, is_stated

NAME = "evaluate"
EVALUATOR = "evaluator"
SAYS: dict[str, Literal["establish", "in_part", "contradict", "beside_the_point"]] = dict(
    zip(HOLDS, ("establish", "in_part", "contradict", "beside_the_point"), strict=True)
)
_NOW = ("true", "false", "contested", "open")
_MET = ("yes", "partly", "no")
_TAKE = ("yes", "no")
_EXCHANGES = "exchanges"
_AMENDMENTS = "amendments"
REASONS = "reasons"
NEITHER = "neither"


def make_evaluate(
    prompts: Prompts,
    question: str,
    statement: str,
    file: ShownFile,
    frame: Frame,
    standings: Standings,
    *,
    filed: CaseFile,
    unjudged: Sequence[str] = (),
    said: str = "",
    objections: Sequence[Objection] = (),
    replies: Sequence[Reply] = (),
    disputes: Sequence[Dispute] = (),
    amendments: Sequence[Amendment] = (),
    criteria: Sequence[Criterion] = (),
) -> Act[Record]:
    """The act over every leaf under a root that rests on sentences or figures; rules that a document of rules states
    are in view and not judged, unless they are disputed.

    `unjudged` are leaves that somebody has to judge: then the act is over these, and the reasons that rest on them.
    What a challenger `said` of them stands beside them, and so does what seats say who dispute them. Each objection is
    scored by these criteria, and it is asked whether it is met, in view of what was replied; who made it and who
    replied is not shown. What every reply concedes is not met, whatever the evaluator says. Of amendments it is asked
    about those that all who speak accept.
    """
    disputes = Record(disputes=tuple(disputes)).merged().disputes
    under = [leaf for root in frame.roots for leaf in frame.leaves_under(root.id)]
    if unjudged:
        leaves = contested = tuple(leaf for leaf in under if leaf.id in unjudged)
    else:
        leaves = tuple(leaf for leaf in under if leaf.kind != "rule" or not is_stated(leaf, filed))
        disputed = {one.leaf for one in disputes}
        contested = tuple(leaf for leaf in under if _has_to_be_judged(leaf, standings, disputed))
    asked_of = {*unjudged} or {leaf.id for leaf in frame.leaves}
    reasons = tuple(one for one in frame.considerations if asked_of.intersection(one.rests_on))
    options = frame.roots[0].options
    accepted = tuple(one for one in amendments if one.is_accepted)
    asked = render_prompt(
        prompts,
        "acts/evaluate",
        question=fence(question),
        documents=file.text,
        tree=fence(render_tree(frame)),
        leaves=fence("\n".join((*(describe_leaf(leaf, frame) for leaf in leaves), *filter(None, [said])))),
        reasons=fence("\n".join(f"{one.id}: {one.says}; {' '.join(one.at)}" for one in reasons) or "none"),
        answers=fence_options(tuple(Option(id=one.id, text=one.text) for one in options)),
        disputes=fence("\n".join(map(_describe_dispute, disputes)) or "none"),
        objections=fence(
            "\n".join(line for one in objections for line in _describe_exchange(one, frame, replies)) or "none"
        ),
        criteria="\n".join(f"- {one.id}: {one.text}" for one in criteria) or "none",
        amendments=fence("\n".join(map(describe_amendment, accepted)) or "none"),
    )
    material = tuple(Option(id=leaf.id, text="\n".join((leaf.says, *_quote(leaf, frame, file)))) for leaf in leaves)
    write = Write(
        **asked,
        role="judge",
        statement=statement,
        aim="supports",
        fields=(
            *_list_fields(leaves, contested, file),
            *_list_reasons(reasons, options),
            *_list_exchanges(objections, criteria, file),
            *_list_amendments(accepted),
        ),
        material=(
            *material,
            *(Option(id=one.id, text="\n".join((one.says, *_quote_all(one.at, file)))) for one in reasons),
            *(Option(id=one.id, text=one.text) for one in options if reasons),
            *offer_exchanges(objections, frame),
            *(Option(id=one.id, text="\n".join((one.says, *_quote_all(one.at, file)))) for one in accepted),
            *file.material,
        ),
    )
    before = Record(objections=tuple(objections), disputes=disputes, amendments=tuple(amendments))
    conceded = _list_conceded(replies)
    return Act(NAME, write, lambda form: _read(form, frame, standings, before, criteria, conceded))


def _has_to_be_judged(leaf: Leaf, standings: Standings, disputed: Collection[str]) -> bool:
    """Whether a verdict on it is asked for. None touches a calculation, and a rule is judged where it is disputed."""
    if leaf.kind in ("calculation", "rule"):
        return leaf.kind == "rule" and leaf.id in disputed
    return leaf.id in disputed or standings[leaf.id].stands == "contested"


def _list_conceded(replies: Sequence[Reply]) -> frozenset[str]:
    """The objections that all who replied to them concede."""
    moves: dict[str, set[str]] = {}
    for one in replies:
        moves.setdefault(one.to, set()).add(one.move)
    return frozenset(name for name, made in moves.items() if made == {"concede"})


def offer_exchanges(objections: Sequence[Objection], frame: Frame) -> tuple[Option, ...]:
    """Each objection as what its id stands for: what it strikes, and why."""
    says = _list_says(frame)
    return tuple(Option(id=one.id, text=f"{says[one.target]}\n{one.point}") for one in objections)


def _list_says(frame: Frame) -> dict[str, str]:
    return {one.id: one.says for one in (*frame.leaves, *frame.considerations)}


def _list_reasons(reasons: Sequence[Consideration], options: Sequence[Answer]) -> Iterator[FormField]:
    if reasons:
        yield ListField(
            name=REASONS,
            about="each reason once: for which answer it speaks",
            at_most=len(reasons),
            fields=(
                LabelField(name="reason", labels=tuple(one.id for one in reasons)),
                TextField(name="why", about="first: why", max_words=30, may_be_empty=True),
                LabelField(name="speaks_for", labels=(*(one.id for one in options), NEITHER)),
            ),
        )


def _list_exchanges(
    objections: Sequence[Objection], criteria: Sequence[Criterion], file: ShownFile
) -> Iterator[FormField]:
    if objections:
        yield ListField(
            name=_EXCHANGES,
            about="each objection once: whether it matters, and whether it is met",
            at_most=len(objections),
            fields=(
                LabelField(name="objection", labels=tuple(one.id for one in objections)),
                TextField(name="why", about="first: why", max_words=40, may_be_empty=True),
                *(ScoreField(name=one.id) for one in criteria),
                LabelField(name="met", labels=_MET),
                IdsField(name="at", about="the sentences that say so", ids=file.ids, at_most=min(6, len(file.ids))),
            ),
        )


def _list_amendments(amendments: Sequence[Amendment]) -> Iterator[FormField]:
    if amendments:
        yield ListField(
            name=_AMENDMENTS,
            about="each amendment once: whether it takes the place of its leaf or reason",
            at_most=len(amendments),
            fields=(
                LabelField(name="amendment", labels=tuple(one.id for one in amendments)),
                TextField(name="why", about="first: why", max_words=30, may_be_empty=True),
                LabelField(name="take", labels=_TAKE),
            ),
        )


def _list_fields(leaves: Sequence[Leaf], contested: Sequence[Leaf], file: ShownFile) -> Iterator[FormField]:
    names = tuple(leaf.id for leaf in leaves)
    yield ListField(
        name="supports",
        about="each leaf once: what its sentences do for it",
        at_most=len(leaves),
        fields=(
            LabelField(name="leaf", labels=names),
            TextField(name="why", about="first: why", max_words=30, may_be_empty=True),
            LabelField(name="says", labels=HOLDS),
        ),
    )
    if contested:
        yield ListField(
            name="verdicts",
            about="each leaf that the file or somebody contests, or that names no sentence yet",
            at_most=len(contested),
            fields=(
                LabelField(name="leaf", labels=tuple(leaf.id for leaf in contested)),
                TextField(name="why", about="first: why", max_words=40, may_be_empty=True),
                LabelField(name="now", labels=_NOW),
                IdsField(name="at", about="the sentences that say so", ids=file.ids, at_most=min(6, len(file.ids))),
            ),
        )


def render_tree(frame: Frame) -> str:
    """The tree for a prompt."""
    lines = (
        f"{one.id} ({' '.join((one.op, 'of', *one.of, *(('over', *one.over) if one.over else ())))}; "
        f"unless {' '.join(one.unless) or 'nothing'}): {one.says}"
        for one in frame.nodes
    )
    reasons = (
        f"{one.id} ({one.option}; rests on {' '.join(one.rests_on)}): {one.says}" for one in frame.considerations
    )
    rules = (describe_leaf(leaf, frame) for leaf in frame.leaves if leaf.kind == "rule")
    return "\n".join((*lines, *reasons, *rules))


def describe_leaf(leaf: Leaf, frame: Frame) -> str:
    """A leaf for a prompt."""
    told = [f"{leaf.id} ({leaf.kind}): {leaf.says}", " ".join(leaf.at)]
    told += [f"taken from it: {taken}"] if (taken := ", ".join(_list_taken(leaf, frame))) else []
    told += [f"against: {' '.join(leaf.against)}"] if leaf.against else []
    told += [f"{leaf.of} is said to be “{leaf.term.words}” of {leaf.term.rule}"] if leaf.term else []
    told += [show_working(leaf.working, Context(frame.workings))] if leaf.working else []
    return "; ".join(filter(None, told))


def _list_taken(leaf: Leaf, frame: Frame) -> Iterator[str]:
    """The figures and days that calculations take from the sentences of a fact."""
    shown = set(leaf.at) if leaf.kind == "fact" else set()
    readers = (other.working for other in frame.leaves if other.working and leaf.id in other.reads)
    inputs = (one for working in readers for one in list_inputs(working))
    taken = (one for one in inputs if isinstance(one, Figure | Day) and shown.intersection(one.at))
    yield from dict.fromkeys(str(one.value) for one in taken)


def describe_consideration(reason: Consideration) -> str:
    """A reason for a prompt."""
    told = f"{reason.id} ({', '.join(filter(None, (reason.option, reason.value)))}): {reason.says}"
    rests = f"rests on {' '.join(reason.rests_on)}" if reason.rests_on else ""
    return "; ".join(filter(None, (told, reason.because, " ".join(reason.at), rests)))


def describe_objection(objection: Objection, frame: Frame) -> str:
    """An objection for a prompt; who made it is not told."""
    told = (
        f"{objection.id} ({objection.type}) to {objection.target} “{_list_says(frame)[objection.target]}”: "
        f"{objection.point}"
    )
    asks = require_critical_question(objection.question).text if objection.question else ""
    is_leaf = objection.target in frame.leaf_by_id
    holds = f"the leaf is {objection.if_it_holds}" if is_leaf else "the reason does not count"
    return "; ".join(filter(None, (told, " ".join(objection.at), asks, f"if it holds, {holds}")))


def _describe_exchange(objection: Objection, frame: Frame, replies: Sequence[Reply]) -> Iterator[str]:
    """An objection with what was replied."""
    yield describe_objection(objection, frame)
    for one in replies:
        if one.to == objection.id:
            yield f"  reply ({one.move}): {one.text} {' '.join(one.at)}".rstrip()


def describe_amendment(one: Amendment) -> str:
    """An amendment for a prompt; who proposed it is not told."""
    return f"{one.id} for {one.leaf} “{one.was}”: {one.says} {' '.join(one.at)}; {one.why}"


def _describe_dispute(dispute: Dispute) -> str:
    asks = require_critical_question(dispute.question).text if dispute.question else ""
    return "; ".join(filter(None, (f"{dispute.leaf} is {dispute.to}: {dispute.why}", " ".join(dispute.at), asks)))


def _quote(leaf: Leaf, frame: Frame, file: ShownFile) -> Iterator[str]:
    """The sentences of a leaf; of an application, also those of its fact."""
    fact = frame.leaf_by_id.get(leaf.of)
    yield from _quote_all((*leaf.at, *leaf.against, *(fact.at if fact else ())), file)


def _quote_all(sentences: Sequence[SentenceId], file: ShownFile) -> Iterator[str]:
    for at in dict.fromkeys(sentences):
        if found := file.sentence_by_id.get(at):
            yield found.text


def _read(
    form: Form,
    frame: Frame,
    standings: Standings,
    before: Record,
    criteria: Sequence[Criterion],
    conceded: Collection[str],
) -> Reading[Record]:
    faults = [
        place_row(field, number, f"{row[judged]} was judged before")
        for field, judged in (
            ("supports", "leaf"),
            ("verdicts", "leaf"),
            (REASONS, "reason"),
            (_EXCHANGES, "objection"),
            (_AMENDMENTS, "amendment"),
        )
        if field in form
        for number, row in enumerate(list_rows(form, field), start=1)
        if row[judged] in [one[judged] for one in list_rows(form, field)[: number - 1]]
    ]
    verdicts = list_rows(form, "verdicts") if "verdicts" in form else []
    faults += [
        place_row("verdicts", number, "no sentence is named that says so")
        for number, row in enumerate(verdicts, start=1)
        if row["now"] in ("true", "false") and not row["at"]
    ]
    put = list_rows(form, _AMENDMENTS) if _AMENDMENTS in form else []
    taken = {str(row["amendment"]): str(row["why"]) for row in put if row["take"] == _TAKE[0]}
    leaf_of = {one.id: one.leaf for one in before.amendments}
    taken_of = [leaf_of[str(row["amendment"])] if row["take"] == _TAKE[0] else "" for row in put]
    faults += [
        place_row(_AMENDMENTS, number, f"another is taken for {name} already")
        for number, name in enumerate(taken_of, start=1)
        if name and name in taken_of[: number - 1]
    ]
    if faults:
        return Reading(None, tuple(faults))
    applied = [leaf for leaf in frame.leaves if leaf.kind == "application"]
    now: dict[str, Stands] = {leaf: one.stands for leaf, one in standings.items()}
    now |= {str(row["leaf"]): cast("Stands", row["now"]) for row in verdicts}
    exchanges = {str(row["objection"]): row for row in (list_rows(form, _EXCHANGES) if _EXCHANGES in form else ())}
    unasked = (one for one in before.objections if one.id in conceded and one.id not in exchanges)
    record = Record(
        supports=tuple(
            Support(
                leaf=str(row["leaf"]),
                by=EVALUATOR,
                says=SAYS[str(row["says"])],
                of=list_shown(frame.leaf_by_id[str(row["leaf"])]),
                why=str(row["why"]),
            )
            for row in list_rows(form, "supports")
        ),
        speaks=tuple(
            Speaks(
                reason=str(row["reason"]),
                by=EVALUATOR,
                option="" if row["speaks_for"] == NEITHER else str(row["speaks_for"]),
                why=str(row["why"]),
            )
            for row in (list_rows(form, REASONS) if REASONS in form else ())
        ),
        objections=before.objections,
        disputes=before.disputes,
        verdicts=(
            *(
                Verdict.model_validate(
                    {"target": row["leaf"], "why": row["why"], "at": read_texts(row, "at"), "now": row["now"]}
                )
                for row in verdicts
            ),
            *(
                Verdict(
                    exchange=name,
                    target=before.objection_by_id[name].target,
                    why=str(row["why"]),
                    at=read_texts(row, "at"),
                    scores={one.id: round(cast("float", row[one.id])) for one in criteria},
                    met="conceded" if name in conceded else cast("Literal['yes', 'partly', 'no']", row["met"]),
                )
                for name, row in exchanges.items()
            ),
            *(Verdict(exchange=one.id, target=one.target, met="conceded") for one in unasked),
        ),
        judged_with={leaf.id: now[leaf.of] for leaf in applied if leaf.of in now},
    )
    return Reading(_take(record, before.amendments, taken, frame))


def _take(record: Record, amendments: Sequence[Amendment], taken: Mapping[str, str], frame: Frame) -> Record:
    """The record with what was taken: what was said of a leaf as it stood before is said of it no more."""
    put = tuple(one.model_copy(update={"is_taken": one.id in taken}) for one in amendments)
    amended = record.model_copy(update={"amendments": put}).amend(frame).leaf_by_id
    leaves = [one for one in put if one.is_taken and one.leaf in amended]
    gone = {one.leaf for one in leaves}
    supports = tuple(
        Support(leaf=one.leaf, by=EVALUATOR, says="establish", of=list_shown(amended[one.leaf]), why=taken[one.id])
        for one in leaves
    )
    verdicts = tuple(Verdict(target=one.leaf, why=taken[one.id], at=one.at, now="true") for one in leaves)
    return record.model_copy(
        update={
            "amendments": put,
            "supports": (*(one for one in record.supports if one.leaf not in gone), *supports),
            "disputes": tuple(one for one in record.disputes if one.leaf not in gone),
            "verdicts": (*(one for one in record.verdicts if one.target not in gone), *verdicts),
            "judged_with": {
                name: "true" if frame.leaf_by_id[name].of in gone else stands
                for name, stands in record.judged_with.items()
            },
        }
    )
