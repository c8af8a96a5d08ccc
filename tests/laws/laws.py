"""The laws of the table: change what is put in in a known way, and say what must come out.

A law is a function of a setting. It is kept, or broken, or the model declines: where it cannot tell, the table has to
say "not shown" or "undecided" and must not decide as if it could.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from tests.laws.change import (
    make_gibberish,
    negate,
    negate_sentence,
    rename_files,
    repeat_sentence,
    write_document,
)
from tests.laws.contrary import Contrary
from tests.laws.setting import (
    STANDING,
    Ruling,
    Setting,
    list_contested_pairs,
    list_core,
    list_objections,
    list_reasons,
    list_responses,
    outline,
    read_evidence,
    read_texts,
)

from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, SupportNode
from foam.deliberation.objection import ATTEMPTS
from foam.perspective.node import Perspective

Law = Callable[[Setting], Ruling]

LAWS: dict[str, Law] = {}
"""Every law, by name."""
KEPT = Ruling(verdict="kept")
DECIDED = ("affirmed", "denied")
STANCE = "resolution_stance"


def law(test: Law) -> Law:
    """Enter a law under its name."""
    LAWS[test.__name__.replace("_", " ")] = test
    return test


def list_laws(setting: Setting) -> dict[str, Law]:
    """The laws that say something in the setting."""
    idle = () if setting.computed else (computed_fact_is_used,)
    return {name: test for name, test in LAWS.items() if test not in idle}


def broken(why: str) -> Ruling:
    return Ruling(verdict="broken", why=why)


def declined(why: str) -> Ruling:
    return Ruling(verdict="declined", why=why)


@law
def facts_turned_round(setting: Setting) -> Ruling:
    """The outcome turns with the facts."""
    before, after = (_outcome(setting.deliberate(one)) for one in (setting.upheld, setting.turned))
    if before in DECIDED and after in DECIDED:
        return KEPT if before != after else broken(f"{before} with the facts either way")
    return declined(f"{before}, and {after} with the facts turned round")


@law
def stances_exchanged(setting: Setting) -> Ruling:
    """Two seats that exchange their declared stances mirror nothing: what a sentence says stays what it is."""
    before, after = setting.deliberate(), setting.deliberate(seats=exchange_stances(setting.seats))
    was = {read_texts(before, one.grounds): one.direction for one in list_reasons(before)}
    now = {read_texts(after, one.grounds): one.direction for one in list_reasons(after)}
    mirrored = [grounds for grounds in was.keys() & now.keys() if was[grounds] != now[grounds]]
    if mirrored:
        return broken(f"argues either side: {' '.join(mirrored[0])}")
    if before.recommendation.basis == "settled" and _outcome(before) != _outcome(after):
        return broken("what settled the question no longer does")
    return KEPT if was.keys() & now.keys() else declined("no reason is shown in both runs")


@law
def foreign_library(setting: Setting) -> Ruling:
    """A library that has nothing to do with the question shows nothing."""
    dossier = setting.deliberate(setting.foreign)
    match _outcome(dossier):
        case "not shown":
            return KEPT
        case "undecided":
            return declined(f"undecided, with {len(list_reasons(dossier))} reasons")
        case outcome:
            return broken(f"{outcome}, by “{list_reasons(dossier)[0].text}”")


@law
def seat_cloned(setting: Setting) -> Ruling:
    """A seat that sits at the table twice or more is one voice: only the backers differ."""
    before = outline(setting.deliberate())
    for seat in setting.seats:
        for count in setting.copies:
            seats = (*setting.seats, *clone(seat, count))
            after = outline(setting.deliberate(seats=seats))
            if after != before:
                return broken(f"{count} more of {seat.id}: {_differ(before.model_dump(), after.model_dump())}")
    return KEPT


@law
def seats_renamed_and_reordered(setting: Setting) -> Ruling:
    """Names and places of seats change nothing, and their backing moves with them."""
    backwards = sorted((seat.id for seat in setting.seats), reverse=True)
    names = {name: f"seat-{n}" for n, name in enumerate(backwards)}
    renamed = [seat.model_copy(update={"id": names[seat.id]}) for seat in reversed(setting.seats)]
    before, after = setting.deliberate(), setting.deliberate(seats=renamed)
    if outline(before) != outline(after):
        return broken(_differ(outline(before).model_dump(), outline(after).model_dump()))
    backed = sorted((one.text, sorted(names[seat] for seat in one.backers)) for one in list_reasons(before))
    again = sorted((one.text, sorted(one.backers)) for one in list_reasons(after))
    return KEPT if backed == again else broken("other seats back the reasons")


@law
def documents_reordered_and_renamed(setting: Setting) -> Ruling:
    """The order of documents and the names of their files change nothing."""
    before, after = (outline(setting.deliberate(one)) for one in (None, rename_files(setting.documents)))
    return KEPT if before == after else broken(_differ(before.model_dump(), after.model_dump()))


@law
def deciding_evidence_removed(setting: Setting) -> Ruling:
    """Without what decided it the question is decided otherwise, or not at all."""
    libraries = {_outcome(setting.deliberate(one)): one for one in (setting.upheld, setting.documents)}
    decided = [outcome for outcome in DECIDED if outcome in libraries]
    if not decided:
        return declined("nothing is decided with all the evidence")
    before = decided[0]
    removed = {one.id for one in setting.deciding(before)}
    after = setting.deliberate(one for one in libraries[before] if one.id not in removed)
    return KEPT if _outcome(after) != before else broken(f"{before} without {len(removed)} documents, too")


@law
def deciding_sentence_negated(setting: Setting) -> Ruling:
    """A claim whose sentence is denied falls or turns."""
    before = setting.deliberate()
    found = _find_deciding(before)
    if found is None:
        return declined("no sentence of the library carries a standing reason")
    sentence, direction = found
    after = setting.deliberate(negate_sentence(setting.documents, sentence))
    kept = [
        one
        for one in list_reasons(after)
        if negate(sentence) in read_texts(after, one.grounds) and one.direction == direction and one.place in STANDING
    ]
    return broken(f"still {direction}: {negate(sentence)}") if kept else KEPT


@law
def contradictory_facts(setting: Setting) -> Ruling:
    """A fact that another page denies is shown as contested, with both sentences, and carries nothing undisputed."""
    before = setting.deliberate()
    for pair in setting.contradictions:
        if unseen := _find_undisputed(before, pair):
            return broken(f"stands undisputed though the library denies it: {unseen}")
    found = _find_deciding(before)
    if found is None:
        return declined("no sentence of the library carries a standing reason")
    pair = (found[0], negate(found[0]))
    denial = write_document(pair[1], name="denial", title="Another view", author="Nobody (fictional)")
    after = setting.deliberate((*setting.documents, denial))
    if unseen := _find_undisputed(after, pair):
        return broken(f"stands undisputed, beside its denial in the library: {unseen}")
    is_shown = tuple(sorted(pair)) in list_contested_pairs(after)
    return KEPT if is_shown else declined("the two are not shown as contested, and neither stands undisputed")


@law
def noise_is_no_reason(setting: Setting) -> Ruling:
    """Gibberish, shuffled words and one word 1,000 times are never a reason."""
    noise = make_gibberish(setting.question)
    ids = {one.id for one in noise}
    for documents in ((*setting.documents, *noise), noise):
        dossier = setting.deliberate(documents)
        resting = [one for one in list_reasons(dossier) if ids & _documents_of(dossier, one)]
        if resting:
            return broken(f"a reason: {resting[0].text[:80]}")
    return KEPT if _outcome(dossier) == "not shown" else broken(f"{_outcome(dossier)} over noise alone")


@law
def sentence_repeated(setting: Setting) -> Ruling:
    """What stands in ten documents more is one reason, and takes no other reason's place."""
    before = setting.deliberate()
    found = _find_deciding(before)
    if found is None:
        return declined("no sentence of the library carries a standing reason")
    after = setting.deliberate(repeat_sentence(setting.documents, found[0], times=10))
    counted = [one for one in list_reasons(after) if found[0] in read_texts(after, one.grounds)]
    if len(counted) > 1:
        return broken(f"{len(counted)} reasons of one sentence: {found[0]}")
    gone = {one.text for one in list_reasons(before)} - {one.text for one in list_reasons(after)}
    if gone:
        return broken(f"crowded out by ten copies of “{found[0]}”: {min(gone)}")
    return KEPT if _outcome(after) == _outcome(before) else broken(f"{_outcome(before)} became {_outcome(after)}")


@law
def copies_are_one_source(setting: Setting) -> Ruling:
    """A seat that asks for two sources is not served by two copies of one sentence."""
    found = _find_deciding(setting.deliberate())
    if found is None:
        return declined("no sentence of the library carries a standing reason")
    asking = tuple(
        seat.model_copy(update={"policy": seat.policy.model_copy(update={"min_sources": 2})}) for seat in setting.seats
    )
    dossier = setting.deliberate(repeat_sentence((), found[0], times=3), asking)
    counted = [one for one in list_reasons(dossier) if found[0] in read_texts(dossier, one.grounds)]
    if not counted:
        return declined("the sentence is no reason by itself")
    weighed = [row for row in dossier.weights if row.claim == counted[0].id and row.weight]
    return broken(f"three copies are two sources for {weighed[0].seat}: {found[0]}") if weighed else KEPT


@law
def contrary_rebuttal_refused(setting: Setting) -> Ruling:
    """A rebuttal that speaks for the objector is sent back once and then counts as none."""
    dossier = setting.ask(Contrary(setting.model)).deliberate()
    rebuttals = [one for one in list_responses(dossier) if one.move == "rebut"]
    if not rebuttals:
        return declined("nobody rebuts")
    for one in rebuttals:
        if one.evidence or one.adequacy is not None or not 1 <= len(one.refused) <= ATTEMPTS:
            return broken("a rebuttal for the other side was taken as an answer")
    answered = {one.objection for one in rebuttals}
    # A point of fact or logic strikes for everyone; whether one of values does is up to each seat's preferences.
    struck = {one.claim for one in list_objections(dossier) if one.id in answered and not one.value}
    untouched = [one for one in list_core(dossier) if one.id in struck]
    return broken(f"stands unanswered: {untouched[0].text}") if untouched else KEPT


@law
def core_is_examined(setting: Setting) -> Ruling:
    """What is in the core met an objection."""
    core = list_core(setting.deliberate())
    unexamined = [one.text for one in core if not one.examined or one.place != "core"]
    if unexamined:
        return broken(f"not examined: {unexamined[0]}")
    return KEPT if core else declined("there is no core")


@law
def reasons_bear(setting: Setting) -> Ruling:
    """Every reason rests on a ground that was found to speak its way."""
    dossier = setting.deliberate()
    ways = {"for": "affirmed", "against": "denied"}
    for claim in list_reasons(dossier):
        support = dossier.find_node(claim.support)
        if not isinstance(support, SupportNode) or ways.get(support.side) != claim.direction or not claim.grounds:
            return broken(f"not found to bear: {claim.text}")
    listed = {claim.id for claim in list_reasons(dossier)}
    if {*dossier.not_shown} & {*dossier.consensus_core} or not {*dossier.consensus_core} <= listed:
        return broken("what was not shown is in the core")
    return KEPT if listed else declined("no reason is shown")


@law
def computed_fact_is_used(setting: Setting) -> Ruling:
    """What the file lets one work out is at the table, from every figure and rule it rests on."""
    dossier = setting.deliberate()
    core = [one for one in list_core(dossier) if one.settles]
    # The working may be told by the claim itself or by sentences of the computed page.
    working = [node.text for node in dossier.nodes if isinstance(node, EvidenceNode) and node.pointer.computed]
    used = [" ".join((str(one), *read_texts(dossier, one.sources), *working)) for one in core]
    missing = [one for one in setting.computed if not any(one in text for text in used)]
    return broken(f"in no computed fact of the core: {missing[0]}") if missing else KEPT


@law
def core_is_consistent(setting: Setting) -> Ruling:
    """No two claims of the core contradict each other, neither as a person nor as the table reads them."""
    dossier = setting.deliberate()
    contested = {*list_contested_pairs(dossier), *(tuple(sorted(pair)) for pair in setting.contradictions)}
    core = [text for one in list_core(dossier) for text in read_texts(dossier, one.grounds)]
    for pair in combinations(sorted({*core}), 2):
        if pair in contested or negate(pair[0]) == pair[1]:
            return broken(f"side by side in the core: {' / '.join(pair)}")
    return KEPT if core else declined("there is no core")


def exchange_stances(seats: tuple[Perspective, ...]) -> tuple[Perspective, ...]:
    """The seats after the first two with opposite stances exchanged them."""
    left = next(one for one in seats if one.dimensions.get(STANCE, "").startswith("affirm"))
    right = next(one for one in seats if one.dimensions.get(STANCE, "").startswith("oppose"))
    taken = {left.id: right.dimensions[STANCE], right.id: left.dimensions[STANCE]}
    return tuple(
        one.model_copy(update={"dimensions": {**one.dimensions, STANCE: taken[one.id]}}) if one.id in taken else one
        for one in seats
    )


def clone(seat: Perspective, count: int) -> Iterable[Perspective]:
    """Copies of the seat: the first sorts before every other seat, the rest after."""
    ids = [f"0-{seat.id}", *(f"zz-{seat.id}-{n}" for n in range(1, count))]
    return (seat.model_copy(update={"id": name}) for name in ids)


def _outcome(dossier: Dossier) -> str:
    return dossier.recommendation.outcome


def _find_deciding(dossier: Dossier) -> tuple[str, str] | None:
    """The sentence of the library that carries the strongest reason of the core, and which way it speaks.

    Reasons for the outcome go first.
    """
    rest = [one for one in list_core(dossier) if not any(e.pointer.computed for e in _grounds(dossier, one))]
    best = min(rest, key=lambda one: (one.direction != _outcome(dossier), -one.strength, one.text), default=None)
    return (_grounds(dossier, best)[0].text, best.direction or "") if best else None


def _find_undisputed(dossier: Dossier, pair: tuple[str, str]) -> str:
    """The one of two contradictory sentences that is a fact or carries the core as if nothing denied it."""
    if tuple(sorted(pair)) in list_contested_pairs(dossier):
        return ""
    carrying = {text for one in list_core(dossier) for text in read_texts(dossier, one.grounds)}
    return next((one for one in pair if one in {*read_texts(dossier, dossier.facts), *carrying}), "")


def _grounds(dossier: Dossier, claim: ClaimNode) -> tuple[EvidenceNode, ...]:
    return read_evidence(dossier, claim.grounds)


def _documents_of(dossier: Dossier, claim: ClaimNode) -> set[str]:
    return {one.pointer.document for one in read_evidence(dossier, (*claim.grounds, *claim.sources))}


def _differ(before: dict[str, object], after: dict[str, object]) -> str:
    """The first part in which two outlines differ, with what is only in one of them."""
    for part in before:
        left, right = before[part], after[part]
        if left != right:
            if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
                gone = [one for one in left if one not in right][:1]
                new = [one for one in right if one not in left][:1]
                return f"{part}: {gone} became {new}"
            return f"{part}: {left} became {right}"
    return ""
