"""Lays out a case from the debaters' files of the user's library, before anybody is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from foam.argument.cues import ANSWERING, find_speech
from foam.argument.flow import Argument, Flow, Side
from foam.argument.round import Round
from foam.case.flow import build_round
from foam.case.heard.positions import OPENING
from foam.case.own.answering import lay_out_answers
from foam.case.own.edit import read_plain
from foam.case.own.frontlines import REBUTTING, SERVING, Shell, choose_shells, choose_various, list_frontlines
from foam.case.own.layout import lay_out
from foam.case.own.shelf import Shelf, find_files_of, open_shelf
from foam.case.own.values import Layout
from foam.case.plan import asks_for_plan, find_answered, find_plan
from foam.case.topic import COMMON, list_roots
from foam.case.values import Case
from foam.deliberation.bearing import LIKELY, SURE, bear_by, decline_question
from foam.errors import InputError, NotFound
from foam.evidence.casebook.sections import PlacedCard, is_read_by
from foam.evidence.library import Library
from foam.evidence.marked import assemble_read, is_whole_card, speak_text
from foam.evidence.search.opposites import reverse_words
from foam.home.desk import Desk, Work
from foam.job.orders.case import CaseOrder
from foam.pack.outlines import SpeechOutline

_ENOUGH_CARDS = 8
"""Cards about a matter from which a speech without a case to go by is tried."""
_EIGHT_MINUTES, _FIVE_MINUTES = 2000, 1250
"""Words of a constructive and of a rebuttal, which a debater's own cards fill unless another length is asked for."""

_FILES = 60
"""Files with blocks that are read whole."""
_NAMING = 3
"""How much more a heading in the words of what was said counts than any other."""
_FOUND = 12
"""Sentences that are searched for against a claim that no block meets."""


def find_time(speech: str) -> int:
    """Words of a speech of a debater's own cards."""
    return _FIVE_MINUTES if speech.endswith("R") else _EIGHT_MINUTES


def lay_out_own(
    desk: Desk,
    work: Work,
    template: SpeechOutline,
    about: Flow | str,
    order: CaseOrder,
) -> Layout | None:
    """How a debater's own cards lay a speech out: for a question, or as an answer to what was heard; None where it is
    written slot by slot, as where the speaker chose ways through the outline: these are then taken."""
    if isinstance(about, Flow):
        return _lay_out_round(desk, work, template, about, words=order.words, named=bool(order.strategy))
    return _lay_out_case(desk, work, template, about, order)


def _lay_out_case(desk: Desk, work: Work, template: SpeechOutline, resolution: str, wishes: CaseOrder) -> Layout | None:
    """The layout of a speech that opens with a plan; None where it is written from single sentences instead."""
    if not asks_for_plan(template) or (wishes.strategy and not wishes.any):
        if wishes.any:
            raise InputError(
                f"the {template.speech} has no plan and advantages of its own",
                hint="--plan, --advantage, --pin, --tag and --drop are for a speech that opens with a plan: 1AC",
            )
        return None
    assert work.tools.corpus is not None
    corpus = work.tools.corpus
    matter = f"{resolution} {wishes.plan}".strip()
    with desk.open_library() as library:
        shelf = open_shelf(library, corpus, matter)
        if not any(is_whole_card(one.document) for one in shelf.standing):
            if wishes.any:
                raise NotFound(
                    "the library holds no cards with a tag and a cite",
                    hint="add debaters' files: foam library add PATH",
                )
            return None
        declined = decline_question(resolution, corpus, bear_by(work.judge))
        if declined is not None:
            raise NotFound(
                f"nothing in the library bears on “{resolution}”. {declined.describe()}",
                hint="see what it holds (foam search --cards WORDS), add files that speak of it (foam library add "
                "PATH), or say it in their words",
            )
        reserved = [template.tree.id, *(child.id for child in template.tree.children)]
        layout = lay_out(shelf, wishes, resolution=resolution, words=wishes.words or _EIGHT_MINUTES, reserved=reserved)
        if layout is None and (wishes.any or shelf.count_about() < _ENOUGH_CARDS):
            raise NotFound(
                f"no debater's file of the library holds a case on “{resolution}”, and few cards speak of it",
                hint="name an advantage in steps (--advantage “Title: first → second → impact”), add files that speak "
                "of it (foam library add PATH), or have the template filled as far as it goes (--strategy traditional)",
            )
    return layout


def _lay_out_round(
    desk: Desk, work: Work, template: SpeechOutline, heard: Flow, *, words: int | None, named: bool
) -> Layout | None:
    """The layout of a speech that answers, from the library's own blocks; None where it is written slot by slot."""
    if template.speech not in SERVING or named:
        return None
    debate_round = build_round(template, heard)
    plan = find_plan(debate_round) or heard.resolution
    own = [
        p.document
        for one in debate_round.spoken
        if one.side == template.side
        for a in one.arguments
        for p in a.evidence
    ]
    with desk.open_library() as library:
        read = frozenset(file for file, _ in library.find_files(list(dict.fromkeys(own))))
        files = _choose_files(library, debate_round, template.speech, read)
        standing = list(library.read_files(files))
        blocks = list(list_frontlines(standing, template.speech))
        asked = find_answered(debate_round)
        matter = asked.plan if asked else heard.resolution
        bears = _bear_on(matter, work)
        shelf = Shelf(library, heard.resolution, ())
        search = desk.open_search(library)
        other: Side = "aff" if template.side == "neg" else "neg"
        theirs = find_files_of(library, other)

        def find_cards(claim: str) -> list[PlacedCard]:
            near = search.candidates([claim, reverse_words(claim)], limit=_FOUND)
            ids = dict.fromkeys(one.pointer.document for one in near)
            ours = {document for file, document in library.find_files(list(ids)) if file not in theirs}
            cards = ((one, library.document(one)) for one in ids if one in ours)
            return [shelf.get_card(one) for one, card in cards if is_whole_card(card) and not is_read_by(card, other)]

        def quote(argument: Argument) -> str:
            held = [one for one in argument.evidence if not one.computed]
            try:
                documents = [library.document(one.document) for one in held[:1]]
            except NotFound:
                return " ".join(argument.read)
            return speak_text(" ".join(map(assemble_read, documents)))

        def open_with(length: int) -> Sequence[Shell]:
            return choose_shells(standing, template.speech, matter, length, bears)

        layout = lay_out_answers(
            blocks,
            debate_round,
            plan=plan,
            words=words or find_time(template.speech),
            read=read,
            stance=desk.stance,
            bears=bear_by(work.judge),
            embed=desk.embedder.embed,
            search=find_cards,
            quote=quote,
            shells=open_with if template.speech in OPENING else None,
        )
    if layout is not None and not layout.reads_cards and template.speech not in REBUTTING:
        layout = None  # it only repeats the first speech: the template's slots look for more
    if layout is None and not any(one.side == template.side for one in debate_round.spoken):
        raise NotFound(
            f"nothing in the library answers what was said: {'; '.join(one.page for one in debate_round.spoken)}",
            hint="add files with answers (foam library add PATH); or give the speech of this side that was heard first "
            "(--answering 1AC.json), and the template is filled slot by slot",
        )
    return layout


def _bear_on(matter: str, work: Work) -> Callable[[Sequence[str]], bool]:
    """Whether some of the tags of a position speak of a matter: by a word that they share with it, and by the judge."""
    bear, wanted = bear_by(work.judge), list_roots(matter) - COMMON

    def bears(tags: Sequence[str]) -> bool:
        shared = {tag: len(list_roots(tag) & wanted) for tag in tags}
        near = [tag for tag, count in shared.items() if count]
        rates = bear([(tag, matter) for tag in near]) if near else ()
        return any(rate >= (SURE if shared[tag] == 1 else LIKELY) for tag, rate in zip(near, rates, strict=True))

    return bears


def _choose_files(library: Library, debate_round: Round, speech: str, read: frozenset[str]) -> list[str]:
    """The files that are read whole: those that this side has read from, then those with most blocks whose headings
    name what was said, then those with most blocks; where there are many, such as differ from each other."""
    said = list_roots(" ".join(f"{one.page} {' '.join(a.text for a in one.arguments)}" for one in debate_round.spoken))
    worth: defaultdict[str, dict[tuple[str, ...], int]] = defaultdict(dict)
    for file, headings in library.list_headings():
        speeches = {find_speech(one) for one in headings} & set(SERVING[speech])
        if speeches or any(map(ANSWERING.search, headings)):
            worth[file][headings] = 1 + _NAMING * len(list_roots(" ".join(headings)) & said)
    return [*read, *(file for file in choose_various(worth, _FILES) if file not in read)]


def read_edited(desk: Desk, text: str, case: Case) -> Layout:
    """The layout of a case whose lines were edited; its cards are looked up in the library."""
    with desk.open_library() as library:
        return read_plain(text, case, Shelf(library, case.resolution, ()).get_card)
