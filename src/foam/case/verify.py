"""Phase five: verification. A case that fails is not issued; each failure names slot, rule and remedy.

Whether a card establishes its slot, a step follows from the last, a tag fits its evidence and a card its seat was
judged when the case was written. Here those judgements are read, if they are about what stands here, and the case is
compared with its sources, template and budgets. No model is asked: `foam.case.deep` asks again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import Field

from foam.argument.outline import IMPACT, IMPACT_SHARE, WITH_IMPACT, Allotted
from foam.case.answer import prepare_outline
from foam.case.calculate import find_calculation_failures
from foam.case.cut import SLACK, format_citation, has_all_figures
from foam.case.establish import find_unheld, is_established
from foam.case.flow import build_round, list_groups
from foam.case.leave import AMEND
from foam.case.own.issue import find_read_twice, is_laid_out, keep_failures, list_remarks
from foam.case.plan import COUNTERPLAN, PLAN_TEXT
from foam.case.position import PLAN_WORDS
from foam.case.questions import TAG_WORDS
from foam.case.slots import allot_outline, describe_need, fill_words, find_point
from foam.case.structure import find_structure_failures
from foam.case.values import (
    CHALLENGED,
    CONTRADICTS,
    Case,
    CaseFailure,
    CutCard,
    Group,
    Slot,
    group_slots,
)
from foam.case.warn import list_warnings
from foam.case.written import find_unborne_words
from foam.errors import InputError
from foam.evidence.assemble import MOST_SENTENCES, assemble
from foam.evidence.document import Document
from foam.evidence.marked import assemble_read, find_read, is_whole_card, name_cite, name_source
from foam.evidence.quotes.naming import make_shelf
from foam.pack.outlines import SpeechOutline
from foam.values import Value
from foam_quotes.verdicts.judge import Judge
from foam_quotes.verdicts.passages import MemoryPassages
from foam_quotes.verdicts.verdict import MISQUOTING

_EXACT = "exact"
_NEAR = frozenset({_EXACT, "altered"})

_Documents = Mapping[str, Document]


class CaseVerification(Value):
    """The figures of a verified case."""

    ok: bool
    failures: tuple[CaseFailure, ...]
    remarks: tuple[CaseFailure, ...] = Field(default=(), exclude_if=lambda remarks: not remarks)
    """What a speaker should look at in a debater's own cards; it does not keep the case back."""
    citations: int
    exact_rate: float
    """Share of citations whose words stand, to the letter, where their pointers say."""
    cemr: float
    """Share of citations that match: see `foam.evidence.quotes.rates`."""
    cfvr: float
    """Share of cases whose every citation matches: of one case, 1 or 0."""
    cemr_by_overlap: float
    cfvr_by_overlap: float
    """The same two as published: by the overlap of characters alone."""
    slots: int
    """Slots that need evidence."""
    established: int
    """Of these, how many have a card that was found to establish them."""
    words: int
    minutes: float
    warnings: tuple[str, ...] = ()
    """What does not keep it from being issued and a reader should know."""

    def add(self, more: Iterable[CaseFailure]) -> CaseVerification:
        """The report with more failures."""
        failures = tuple(dict.fromkeys((*self.failures, *more)))
        return self.model_copy(update={"ok": not failures, "failures": failures})


_LEAST_READ = 0.25
"""What is read at least of the words that a speech was given, where it takes few arguments or leaves some out."""


def _find_most(template: SpeechOutline, words: int) -> int:
    """Words that a speech with this budget may have as a whole: as many more as its template lets it, and no more than
    a single part may."""
    return min(round(template.between[1] * words / template.words), int(SLACK * words))


def _list_overlong(slots: Iterable[Slot], over: int) -> list[Slot]:
    """The fewest parts by which a speech with so many words too many comes to fit, if each kept to its own: those that
    are furthest over it. A card of one sentence cannot be cut, and a debater's is read as it is marked."""
    cards = [one for one in slots if one.card and not one.card.work and len(one.card.sentences) > 1]
    named: list[Slot] = []
    for slot in sorted(cards, key=lambda one: one.words - one.length):
        if over <= 0 or slot.length <= slot.words:
            break
        named.append(slot)
        over -= slot.length - slot.words
    return named


def verify_case(
    case: Case, documents: _Documents, template: SpeechOutline, *, words_per_minute: float | None = None
) -> CaseVerification:
    """Compare the case with its sources, its template, its seat and its budgets."""
    wrong = tuple(_check_quotations(case, documents))
    found = (
        *_check_filled(case),
        *wrong,
        *find_read_twice(case),
        *_check_calculations(case, documents, template),
        *_check_outline(case, template),
        *find_unheld(case, template.declared),
        *find_structure_failures(case, template),
        *_check_judgements(case),
        *find_unborne_words(case),
        *_check_provenance(case),
        *_check_budgets(case, template),
        *_check_density(case, template),
    )
    failures = keep_failures(case, found)
    misquoted = [failure for failure in wrong if failure.verdict]
    far = [failure for failure in misquoted if failure.verdict not in _NEAR]
    unmatched = [failure for failure in misquoted if failure in far or MISQUOTING & set(failure.flags)]
    count = len(case.cards)
    return CaseVerification(
        ok=not failures,
        failures=failures,
        remarks=tuple(list_remarks(case)),
        citations=count,
        exact_rate=1 - len(misquoted) / count if count else 0.0,
        cemr=1 - len(unmatched) / count if count else 0.0,
        cfvr=float(bool(count) and not unmatched),
        cemr_by_overlap=1 - len(far) / count if count else 0.0,
        cfvr_by_overlap=float(bool(count) and not far),
        slots=sum(bool(slot.seek) and not slot.analytic for slot in case.slots),
        established=sum(is_established(case.judged_plan, slot) for slot in case.slots),
        words=case.words,
        minutes=case.words / (words_per_minute or case.pace),
        warnings=list_warnings(case),
    )


def _check_filled(case: Case) -> Iterator[CaseFailure]:
    for slot in case.slots:
        if not slot.filled and slot.calculated is None:
            found = "nothing that was read establishes it" if slot.refused else "nobody read anything for it"
            if slot.refused and slot.refused[-1].why == CHALLENGED:
                found = f"its card fell: {CHALLENGED}"
            what = found if slot.seek else "it has nothing to go by"
            remedy = (
                f"add evidence; look for: {slot.look_for or slot.point or slot.seek}"
                if slot.seek
                else "fill the slots it draws on"
            )
            yield CaseFailure(slot=slot.id, rule="unfilled", what=what, remedy=remedy)


def _check_quotations(case: Case, documents: _Documents) -> Iterator[CaseFailure]:
    """At most one failure with a verdict per card, and what else does not agree with its source."""
    for slot in case.slots:
        if slot.card and not _is_exact(slot.card, documents):
            yield _report_misquote(slot.id, slot.card, documents)
        elif slot.card:
            document = documents[slot.card.document]
            if slot.card.body != document.text:
                what = f"the text around the quotation is not that of d:{document.id[:8]}"
                yield CaseFailure(slot=slot.id, rule="quotation", what=what, remedy="show the source as it stands")
            if (slot.card.cite, slot.card.source) != _cite(slot.card, document):
                what = f"the citation is not that of d:{document.id[:8]}"
                yield CaseFailure(slot=slot.id, rule="quotation", what=what, remedy="cite the source as it stands")


def _cite(card: CutCard, document: Document) -> tuple[str, str]:
    """The citation that a card has to have: a debater's as the file has it."""
    if card.work:
        return name_cite(document), name_source(document)
    return document.citation.brief, format_citation(document)


def _is_exact(card: CutCard, documents: _Documents) -> bool:
    document = documents.get(card.document)
    if document is not None and card.work:
        spans = tuple(map(tuple, find_read(document)[1]))
        return is_whole_card(document) and card.work.spans == spans and assemble_read(document) == card.text
    inside = document is not None and card.sentences and max(card.sentences) < len(document.ends)
    return bool(inside and document and assemble(document, card.sentences) == card.text)


def _report_misquote(slot: str, card: CutCard, documents: _Documents) -> CaseFailure:
    """What is wrong with a quotation that does not stand where its pointers say."""
    judge = Judge(make_shelf(documents.values()), MemoryPassages(list(documents.values())))
    verdict = judge.check(card.text, source=card.document)
    named = f"d:{card.document[:8]}"
    match verdict.type:
        case "exact":
            what, remedy = f"the quotation stands elsewhere in {named} than its pointers say", "bind the slot again"
        case "misattributed":
            what = f"the quotation is not in {named} but in d:{verdict.places[0].document[:8]}"
            remedy = "point at the document that it stands in"
        case _ if card.document not in documents:
            what, remedy = f"its source {named} is not in the library", "import the source again"
        case _:
            what, remedy = f"the quotation is not what stands in {named}", "quote the source as it stands"
    return CaseFailure(slot=slot, rule="quotation", what=what, remedy=remedy, verdict=verdict.type, flags=verdict.flags)


def _check_calculations(case: Case, documents: _Documents, template: SpeechOutline) -> Iterator[CaseFailure]:
    for slot in case.slots:
        if slot.calculated or slot.id in template.calculations:
            yield from find_calculation_failures(slot, template.calculations.get(slot.id), documents)


def _check_outline(case: Case, template: SpeechOutline) -> Iterator[CaseFailure]:
    """Every slot of the template is there and no other, and deals with what the template says."""
    try:
        spoken = prepare_outline(template, accepted=case.accepted, heard=case.heard, laid_out=is_laid_out(case))
        allotted = allot_outline(spoken.tree, case.choices, case.generated, case.budget, case.counterplan)
    except InputError as error:
        yield CaseFailure(slot=case.speech, rule="structure", what=error.what, remedy=error.hint or "write it again")
        return
    left = {one.id for one in case.left_out}
    wanted = {path: leaf for path, leaf in allotted.leaves() if not left & {path[-2], leaf.node.id}}
    known = {slot.path: slot for slot in case.slots}
    for path, leaf in wanted.items():
        yield from _check_leaf(case, leaf, known.get(path))
    for path, slot in known.items():
        if path not in wanted:
            what = "is no part of the template"
            yield CaseFailure(slot=slot.id, rule="structure", what=what, remedy="take it out")
    yield from _check_facts(case, list_groups(allotted, spoken, build_round(template, case.heard), left))


def _check_leaf(case: Case, leaf: Allotted, slot: Slot | None) -> Iterator[CaseFailure]:
    """A leaf of the template, and the slot that should be there."""
    node = leaf.node
    if slot is None:
        name = node.component.replace("_", " ") or node.title
        yield CaseFailure(slot=node.id, rule="structure", what=f"{name} is missing", remedy=f"add the {name}")
        return
    if slot.words != leaf.words:
        what = f"{slot.words} words are given where the template gives {leaf.words}"
        yield CaseFailure(slot=node.id, rule="budget", what=what, remedy="share the budget out again")
    if slot.answers not in (("", *node.among) if node.among else (node.answers,)) or slot.extends != node.extends:
        what = f"it deals with {slot.answers or slot.extends or 'nothing'}"
        remedy = f"deal with {node.answers or node.extends or 'nothing that was heard'}"
        yield CaseFailure(slot=node.id, rule="structure", what=what, remedy=remedy)
    said = {"plan": case.plan, "resolution": case.resolution}
    instead = case.counterplan.text if case.counterplan and node.syllogism == COUNTERPLAN else ""
    wanted = describe_need(node.seek, **said, instead=instead), fill_words(find_point(node.seek), **said)
    if (slot.seek, slot.point) != wanted:
        what = "it sets out to establish something else than the template asks for"
        yield CaseFailure(slot=node.id, rule="structure", what=what, remedy="write the case again")
    heard = {one.id: one.text for one in case.heard.arguments} if case.heard else {}
    if (slot.meets if node.meets else slot.against) != heard.get(slot.answers, ""):
        what = "what it answers is not what was said"
        yield CaseFailure(slot=node.id, rule="structure", what=what, remedy="write the case again")


def _check_facts(case: Case, wanted: tuple[Group, ...]) -> Iterator[CaseFailure]:
    """What holds for each syllogism is what the template and the round say; metrics alone are a decision."""
    known = {group.id: group for group in case.groups}
    for group in wanted:
        facts = known[group.id].facts if group.id in known else {}
        if {name: fact for name, fact in facts.items() if name not in ("metrics", *group.facts)} or any(
            facts.get(name) != fact for name, fact in group.facts.items()
        ):
            what = "what it says of itself is not what the template says"
            yield CaseFailure(slot=group.id, rule="structure", what=what, remedy="write the case again")


def _check_judgements(case: Case) -> Iterator[CaseFailure]:
    """What code sees of tags, and what an evaluator said of seats."""
    for slot in case.slots:
        if slot.card is None or slot.card.work:
            continue  # a debater's tag is the debater's claim: it is remarked on
        if not has_all_figures(slot.card.tag, slot.card.text):
            what = "the tag has figures that the evidence does not have"
            yield CaseFailure(slot=slot.id, rule="alignment", what=what, remedy="write the tag from the evidence")
        if slot.card.coherence == CONTRADICTS:
            what = f"the card contradicts what {case.seat} declared"
            yield CaseFailure(slot=slot.id, rule="perspective", what=what, remedy="use other evidence, or another seat")


def _check_provenance(case: Case) -> Iterator[CaseFailure]:
    """Every substantive sentence leads to a sentence of the library or to a decision."""
    for slot in case.slots:
        if slot.analytic and not slot.entries:
            what = "its words lead to no decision"
            yield CaseFailure(slot=slot.id, rule="provenance", what=what, remedy="write the case again")


def _check_budgets(case: Case, template: SpeechOutline) -> Iterator[CaseFailure]:
    least, most = template.between
    asked = case.budget / template.words  # whoever asks for more words may read more, and whoever asks for fewer, fewer
    fewer = sum(one.words for one in case.left_out) + _count_untaken(case, template)
    low = round(least * min(1.0, asked)) - fewer
    high = round(most * max(1.0, asked))
    overlong = _list_overlong(case.slots, case.words - _find_most(template, case.budget))
    if template.leaves_out and fewer:
        low = max(low, round(_LEAST_READ * case.budget))
    if case.words > high or case.words + sum(slot.words for slot in _list_holes(case.slots)) < low:
        what = f"{case.words} words where {low} to {high} are wanted"
        short = case.words < low and any(one.because for one in case.left_out)
        remedy = "add evidence for what is left out" if short else "give another budget (--words)"
        if case.words > high and overlong:
            remedy = f"shorten {', '.join(slot.id for slot in overlong)}"
        yield CaseFailure(slot=case.speech, rule="budget", what=what, remedy=remedy)
    for slot in case.slots:
        yield from _check_length(slot, is_over=slot in overlong, writes=case.plan_voice == "written")
    for group, slots in group_slots(case):
        if group.syllogism in WITH_IMPACT:
            whole = sum(slot.words for slot in slots)
            impact = sum(slot.words for slot in slots if slot.component == IMPACT)
            if impact < IMPACT_SHARE * whole:
                what = f"the impact has {impact} of {whole} words"
                yield CaseFailure(slot=group.id, rule="budget", what=what, remedy="give the impact 30 percent")


def _count_untaken(case: Case, template: SpeechOutline) -> int:
    """Words of the template for arguments that whoever planned the speech did not take."""
    taken = {choice.branch: len(choice.taken) for choice in case.choices}
    open_ = [node for node in template.tree.walk() if node.between and taken.get(node.id, node.pick) < node.pick]
    return sum(node.words - node.words * taken[node.id] // node.pick for node in open_)


def _check_length(slot: Slot, *, is_over: bool, writes: bool) -> Iterator[CaseFailure]:
    """What is too long. A card may have words that other parts leave, as long as the speech as a whole fits; where it
    does not, only those parts are `is_over` by which it comes to fit."""
    if slot.card and len(slot.card.tag.split()) > TAG_WORDS:
        what = f"the tag has more than {TAG_WORDS} words"
        yield CaseFailure(slot=slot.id, rule="budget", what=what, remedy="shorten the tag")
    if slot.card and not slot.card.work and len(slot.card.sentences) > MOST_SENTENCES:
        what = f"{len(slot.card.sentences)} sentences where at most {MOST_SENTENCES} are read"
        yield CaseFailure(slot=slot.id, rule="budget", what=what, remedy="drop a sentence")
    if slot.syllogism == PLAN_TEXT and slot.length > PLAN_WORDS:
        what = f"the plan has {slot.length} words where at most {PLAN_WORDS} are read"
        anew = f"have it put in fewer words: {AMEND} --reword {slot.id}"
        remedy = anew if slot.voice == "written" else "shorten the plan"
        yield CaseFailure(slot=slot.id, rule="budget", what=what, remedy=remedy)
    if is_over:
        what = f"{slot.length} words in a slot of {slot.words}"
        anew = f"have it put in fewer words: {AMEND} --reword {slot.id}"
        remedy = anew if writes and slot.seek else "drop a sentence"
        yield CaseFailure(slot=slot.id, rule="budget", what=what, remedy=remedy)


def _check_density(case: Case, template: SpeechOutline) -> Iterator[CaseFailure]:
    for group, slots in group_slots(case):
        cards = sum(slot.card is not None for slot in slots)
        low, high = template.density.get(group.syllogism, (0, cards))
        if cards > high or cards + len(_list_holes(slots)) < low:
            what = f"{cards} cards where {low} to {high} are wanted"
            yield CaseFailure(
                slot=group.id, rule="density", what=what, remedy="bind more slots, or use another outline"
            )


def _list_holes(slots: Sequence[Slot]) -> list[Slot]:
    """The slots that no card was found for: said of each of them, and not again of what is too short by them."""
    return [slot for slot in slots if slot.seek and not slot.filled]
