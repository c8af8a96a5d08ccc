"""What a sustained challenge struck, sentence by sentence, and what corrects it. Pure but for the names of sources.

A sentence is corrected where what struck it says the same with another figure: the corrected one is then cited in its
place by whatever cited the old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foam.contest.amend import PutCorrected
from foam.contest.editions import is_correction, pair_figures
from foam.contest.hearing import Hearing, list_challenged
from foam.contest.offer import name_sources
from foam.contest.outcome import Struck
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.corrected import Corrected
from foam.deliberation.objection import Objection, StruckSentence
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer


def list_struck(hearing: Hearing, struck: Struck) -> tuple[StruckSentence, ...]:
    """The challenged sentences on which an argument rests that a finding goes against, each with what struck it."""
    uses = [use for use in hearing.uses if use.argument == struck.argument]
    challenged = {one.pointer: one for use in uses for one in list_challenged(hearing, use)}
    by = tuple({one.pointer: one for one in (*struck.against, *struck.instead)}.values())
    return tuple(_make(hearing, one, by) for one in struck.fallen or challenged.values())


def note_corrected(hearing: Hearing, struck: Iterable[Struck]) -> tuple[PutCorrected, ...]:
    """Each sentence of which a finding corrects a figure, once: words that state it are shown with a note."""
    known = {one.sentence.pointer: one for some in struck for one in list_struck(hearing, some) if one.corrected}
    return tuple(PutCorrected(corrected=one) for one in read_corrected(known.values()))


def read_corrected(struck: Iterable[StruckSentence]) -> tuple[Corrected, ...]:
    """What was struck and corrected, with the figures that changed."""
    return tuple(
        Corrected(was=one.sentence, now=one.by[0], figures=pair_figures(one.by[0].text, one.sentence.text))
        for one in struck
        if one.corrected
    )


def list_gone(file: DossierFile) -> frozenset[Pointer]:
    """The sentences that earlier challenges corrected or struck, of the latter those that nothing which stands rests on
    or cites any more: whoever judges or writes from now on is not shown them as if they held."""
    held = file.mediation
    cited = {one.pointer for claim in held.claims if claim.counts for one in (*claim.rests_on, *claim.defence)}
    aimed_at: set[Pointer] = set()
    for over in held.evaluated:
        if over.strikes:
            aimed_at |= {*over.objection.aimed_at}
            cited |= {one.pointer for one in over.objection.evidence}
    return frozenset({*(one.was.pointer for one in held.corrected), *file.struck, *(aimed_at - cited)})


def list_struck_before(file: DossierFile, claim: Claim) -> tuple[StruckSentence, ...]:
    """The sentences that earlier challenges struck from under a claim, with how it reads since."""
    held = {one.pointer for one in claim.rests_on}
    own = {one.pointer: one for one in claim.grounds if one.pointer not in held}
    return tuple(
        StruckSentence(sentence=own[pointer], by=over.objection.evidence, reads=claim.text)
        for over in file.exchanges.values()
        if over.objection.claim == claim.id and over.objection.by_challenge and over.strikes
        for pointer in over.objection.aimed_at
        if pointer in own
    )


def _make(hearing: Hearing, sentence: Passage, by: Sequence[Passage]) -> StruckSentence:
    """A correction goes before all else that struck a sentence."""
    others = [one for one in by if one.pointer != sentence.pointer]
    ordered = sorted(others, key=lambda one: not _corrects(one, sentence))
    corrected = bool(ordered) and _corrects(ordered[0], sentence)
    return StruckSentence(
        sentence=sentence, by=tuple(ordered), sources=name_sources(hearing, ordered), corrected=corrected
    )


def _corrects(one: Passage, sentence: Passage) -> bool:
    """Whether another source says the same with another figure; within one source that is the next row of a series."""
    return one.pointer.document != sentence.pointer.document and is_correction(one.text, sentence.text)


def replace_struck(evidence: Iterable[Passage], struck: Sequence[StruckSentence]) -> tuple[Passage, ...]:
    """What is left without the sentences that were struck, the corrected ones in their places."""
    known = {one.sentence.pointer: one for one in struck}
    left: dict[object, Passage] = {}
    for one in evidence:
        found = known.get(one.pointer)
        kept = one if found is None else found.by[0] if found.corrected else None
        if kept is not None:
            left.setdefault(kept.pointer, kept)
    return tuple(left.values())


def read_without(claim: Claim, struck: Sequence[StruckSentence]) -> Claim:
    """The claim as it is shown to whoever judges an exchange over it: without a ground that was struck, or with what
    corrects it; as it is where nothing would be left."""
    left = replace_struck(claim.grounds, struck)
    return claim.model_copy(update={"grounds": left}) if left and left != claim.grounds else claim


def replace_in_reply(objection: Objection, struck: Sequence[StruckSentence]) -> Objection:
    """The objection, with the reply that was written to it resting on nothing that was struck."""
    reply = objection.reply
    if reply is None:
        return objection
    update = {name: replace_struck(getattr(reply, name), struck) for name in ("evidence", "grounds")}
    return objection.model_copy(update={"reply": reply.model_copy(update=update)})
