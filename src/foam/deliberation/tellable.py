"""What of a mediation can be told to a reader, in words that code makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foam.argument.toulmin import Qualifier
from foam.deliberation.cited import say_where
from foam.deliberation.claim import Claim
from foam.deliberation.condition import list_answers, state_condition
from foam.deliberation.corrected import mark_stale, tell_repeated
from foam.deliberation.draft import SeatDraft
from foam.deliberation.loop import Mediation
from foam.deliberation.naming import join_seats, name_seats
from foam.deliberation.objection import EvaluatedObjection, Response
from foam.deliberation.summary import only_tips, summarise
from foam.deliberation.weighing import ALREADY, Weight
from foam.deliberation.written.misstated import ToldOutcome
from foam.deliberation.written.tell import OUTCOME_ID, Tellable
from foam.evidence.corpus import Passage
from foam.values import digest

OUTCOME = "recommendation"
"""The node that stands for the recommendation itself."""
_SIDES = {"affirmed": "A reason for", "denied": "A reason against", None: "A condition"}


def list_tellable(mediation: Mediation) -> tuple[Tellable, ...]:
    """Everything a reader may be told, the outcome first."""
    summary, names = summarise(mediation), name_seats(mediation.seats)
    standing = [claim for claim in mediation.claims if claim.counts and _stands(mediation, claim)]
    struck = {claim.id: f"r{n}" for n, claim in enumerate(standing, start=1)}
    fell = [claim for claim in mediation.claims if claim.counts and claim.id not in struck]
    struck |= {claim.id: f"f{n}" for n, claim in enumerate(fell, start=1)}
    struck |= {claim.id: f"n{n}" for n, claim in enumerate(mediation.not_shown, start=1)}
    return (
        Tellable(OUTCOME_ID, (OUTCOME,), "\n".join(summary), _read_outcome(mediation, names)),
        *(_tell_claim(mediation, f"r{n}", claim) for n, claim in enumerate(standing, start=1)),
        *_tell_rest(mediation, fell, standing),
        *(
            Tellable(f"x{n}", (one.id,), f"Contested: “{one.left.text}” against “{one.right.text}”.")
            for n, one in enumerate(mediation.conflicts, start=1)
        ),
        *(
            _tell_exchange(mediation, f"o{n}", one, struck.get(one.objection.claim, ""))
            for n, one in enumerate(mediation.evaluated, start=1)
        ),
        *(
            Tellable(f"p{n}", (f"position-{draft.seat}",), _tell_position(mediation, names, draft))
            for n, draft in enumerate(mediation.drafts, start=1)
        ),
        *(
            Tellable(f"m{n}", (f"missing-{digest(what)[3:13]}",), f"Missing: {what}")
            for n, what in enumerate(mediation.needs, start=1)
        ),
    )


def _read_outcome(mediation: Mediation, names: Mapping[str, str]) -> ToldOutcome:
    recommendation = mediation.synthesis.recommendation
    leanings = tuple((names[one.seat], one.outcome) for one in recommendation.leanings)
    return ToldOutcome(recommendation.outcome, leanings, tips=only_tips(mediation))


def _stands(mediation: Mediation, claim: Claim) -> bool:
    return mediation.synthesis.sublation.standing(claim.id).place in ("core", "conditional")


def _tell_claim(mediation: Mediation, name: str, claim: Claim) -> Tellable:
    standing = mediation.synthesis.sublation.standing(claim.id)
    names = name_seats(mediation.seats)
    rows = [row for row in mediation.synthesis.weights if row.claim == claim.id]
    idle = {row.seat for row in rows if not row.weight and row.why != ALREADY}
    accepted = join_seats(names, (seat for seat in standing.accepted_by if seat not in idle), "no seat's values")
    strength = f"strength {standing.strength:.2f} of 1, {claim.qualifier}"
    lines = [f"{_SIDES[claim.direction]} that stands for {accepted} ({strength}): {claim.text}"]
    lines += [_tell_weights(names, rows, claim.qualifier)] if rows else []
    condition = state_condition(claim, list_answers(claim, mediation.drafts))
    lines += [f"The condition: {condition}"] if condition else []
    lines += [f"Before it was narrowed: {claim.parts.claim}"] if claim.wordings else []
    cited = (*claim.rests_on, *claim.working, *claim.premises)
    lines += [f"It rests on: {_quote(mediation, one)}" for one in cited]
    lines += [f"Brought in its defence: {_quote(mediation, one)}" for one in claim.defence]
    lines += [f"It finds wrong: “{one.text}” ({one.cite})" for one in claim.sources if one.pointer in claim.faulted]
    lines += [f"Why it bears: {claim.warrant}"]
    lines += [f"Unless {claim.unless}"] if claim.unless else []
    for other in mediation.claims:
        if other.same_point_as == claim.id:
            lines.append(f"The same point, put by {join_seats(names, other.brought_by, 'nobody')}: {other.text}")
            lines += [f"That rests on: {_quote(mediation, one)}" for one in other.rests_on]
    return Tellable(name, (claim.id,), "\n".join(lines))


def _tell_weights(names: Mapping[str, str], rows: Sequence[Weight], put: Qualifier) -> str:
    """For the sake of which value a reason counts, what it weighs for each seat, and for whom it weighs nothing.

    A seat that lets it be put less certainly than it is `put` is told with that.
    """
    counted = [row for row in rows if row.weight]
    less = {row.seat: f" (for whom it holds “{row.put}”)" for row in counted if row.put != put}
    weights = ", ".join(f"{row.weight:.3f} for {names[row.seat]}{less.get(row.seat, '')}" for row in counted)
    values = " or ".join(dict.fromkeys(row.value for row in counted or rows))
    told = [f"It counts for the sake of {values}"]
    told += [f"it weighs {weights}"] if counted else []
    for why in dict.fromkeys(_say_why_idle(row) for row in rows if not row.weight):
        seats = join_seats(names, (row.seat for row in rows if not row.weight and _say_why_idle(row) == why))
        told.append(f"it weighs nothing for {seats} ({why})")
    return "; ".join(told)


def _say_why_idle(row: Weight) -> str:
    return row.why or ("the value has no place among theirs" if not row.share else "it is too weak for them")


def _tell_rest(mediation: Mediation, fell: list[Claim], standing: list[Claim]) -> Iterator[Tellable]:
    """Reasons that do not stand, and what was not shown to be one."""
    told = {claim.id for claim in standing}
    reworded = {claim.revises: claim for claim in mediation.claims if claim.revises}
    corrected = _find_corrected(mediation)
    for n, claim in enumerate(fell, start=1):
        side, now = _SIDES[claim.direction], reworded.get(claim.id)
        if claim.id in corrected:
            text = f"{side} of which a figure was corrected: {claim.text}\nAs it is put now: {corrected[claim.id].text}"
        elif now:
            stands = "which stands" if now.id in told else "which does not stand either"
            text = f"{side} that was put in other words: {claim.text}\nIts new wording, {stands}: {now.text}"
        else:
            place = mediation.synthesis.sublation.standing(claim.id).place
            text = f"{side} that does not stand ({place}): {claim.text}"
        yield Tellable(f"f{n}", (claim.id,), text)
    for n, claim in enumerate(mediation.not_shown, start=1):
        said = mark_stale(mediation.figures_corrected, claim.parts.claim)
        text = f"Put forward and not shown to bear on the question ({claim.support.why}): {said}"
        yield Tellable(f"n{n}", (claim.id,), text)


def _find_corrected(mediation: Mediation) -> dict[str, Claim]:
    """The claims of which a figure was corrected, each with the one that stands in for it."""
    known = {claim.id: claim for claim in mediation.claims}
    replies = ((one.objection.claim, one.granted) for one in mediation.evaluated)
    to = {claim: reply.corrected_to for claim, reply in replies if reply and reply.corrected_to}
    return {was: known[now] for was, now in to.items() if now in known}


def _tell_position(mediation: Mediation, names: Mapping[str, str], draft: SeatDraft) -> str:
    position, corrected = draft.position, mediation.figures_corrected
    why = f" Why: {mark_stale(corrected, position.why)}" if position.why else ""
    return f"{names[draft.seat]} answers: {mark_stale(corrected, position.text)}{why}"


def _quote(mediation: Mediation, passage: Passage) -> str:
    """A cited sentence with its source and, where a challenge found something there, what the source goes on to say."""
    says = mediation.read_on.get(passage.pointer, ())
    on = "; ".join(f"“{one.text}”" for one in says)
    where = say_where(passage.pointer, (one.pointer for one in says))
    said = f"“{passage.text}” ({passage.cite})" + (f" But {where}: {on}" if on else "")
    corrected = [one.now for one in mediation.figures_corrected if one.was.pointer == passage.pointer]
    repeats = tell_repeated(mediation.figures_corrected, passage.pointer, passage.text)
    said += "".join(f" Corrected since: “{one.text}” ({one.cite})" for one in corrected)
    return said + (f" [{repeats}]" if repeats else "")


def _tell_exchange(mediation: Mediation, name: str, one: EvaluatedObjection, struck: str) -> Tellable:
    """An objection with the reason it strikes, under its id and in the words it was made to, and how it was met."""
    objection, response, names = one.objection, one.response, name_seats(mediation.seats)
    claims = {claim.id: claim for claim in mediation.claims}
    words = objection.made_to or claims[objection.claim].parts.claim
    said = mark_stale(mediation.figures_corrected, objection.text)
    found = "found material by the evaluator" if one.material else "which the evaluator did not find material"
    lines = [f"An objection by {join_seats(names, objection.raised_by)}, {found}: {said}"]
    if objection.by_challenge:
        # No evaluator scored it: whoever heard the challenge found it right.
        lines = [f"A challenge from outside the table, by {', '.join(objection.raised_by)}: {said}"]
    lines += [f"It strikes {f'{struck}, ' if struck else ''}in these words: “{words}”"]
    cites = f"Found to bear on it by {objection.named_by}" if objection.named_by else "It cites"
    lines += [f"{cites}: {_quote(mediation, passage)}" for passage in objection.evidence]
    lines += [f"It cited, too, and was found not to be borne out by: {_quote(mediation, p)}" for p in objection.lost]
    if one.fell:
        shown = "".join(f" “{passage.text}” ({passage.cite})" for passage in one.fell.by)
        lines.append(f"It fell since: what it cites was found not to bear it out.{shown}")
        lines.append("What was granted to it holds no more.")
        return Tellable(name, (objection.id, *([response.id] if response else [])), "\n".join(lines))
    if objection.reply and not response:
        lines.append(f"The reply: {mark_stale(mediation.figures_corrected, objection.reply.text)}")
    if response:
        answer = mark_stale(mediation.figures_corrected, response.text)
        lines.append(
            _tell_sustained(response, words)
            if objection.by_challenge
            else f"{names.get(response.seat, response.seat)} answered ({response.move}): {answer}".rstrip(": ")
        )
        lines += [f"Citing: {_quote(mediation, passage)}" for passage in response.evidence]
        lines += [f"It cited, too, and was found not to be borne out by: {_quote(mediation, p)}" for p in response.lost]
        if response.fell:
            lines.append("What the answer cites was found since not to bear it out.")
        elif response.appraised:
            # What code put there is nobody's verdict: what is wrong with the claim was charged where it was appraised.
            lines.append("No evaluator was asked how far this meets it: the claim was appraised anew.")
        elif response.adequacy is not None:
            lines.append(f"How far the answer met the objection, as the evaluator found: {response.adequacy:g} of 10")
        lines += ["No answer that was given met it."] if response.refused and response.adequacy is None else []
        reads = response.revised.id if response.revised else objection.claim if response.wording else ""
        lines += [f"The claim now: {claims[reads].text}"] if reads in claims else []
        is_told = response.warrant and (objection.by_challenge or response.narrows_step)
        lines += [f"Its warrant now: {response.warrant}"] if is_told else []
    return Tellable(name, (objection.id, *([response.id] if response else [])), "\n".join(lines))


def _tell_sustained(response: Response, words: str) -> str:
    """What came of a challenge from outside the table: no seat answered it."""
    if response.corrected_to:
        return "It was sustained: the claim was corrected, and stands in its corrected words by itself."
    if response.gives_up:
        return "It was sustained: the claim was taken back."
    if response.narrows_step:
        return (
            "It was sustained: the claim keeps its words, and the step to it holds in some cases, as its warrant says."
        )
    if response.appraised and response.wording == words:
        return "It was sustained: the claim keeps its words, and was appraised anew on what is left of its grounds."
    if response.keeps_certainty:
        return "It was sustained: the claim was put anew, and is held as certainly as before."
    return "It was sustained: the argument holds less widely."
