"""Lays out a case from the debaters' files of the user's library, before anybody is asked."""

from __future__ import annotations

from foam.case.own.edit import read_plain
from foam.case.own.layout import lay_out
from foam.case.own.shelf import Shelf, open_shelf
from foam.case.own.values import Layout, Wishes
from foam.case.plan import asks_for_plan
from foam.case.values import Case
from foam.deliberation.bearing import decline_question
from foam.errors import InputError, NotFound
from foam.evidence.marked import is_whole_card
from foam.home.desk import Desk, Work
from foam.pack.trees import SpeechTemplate

_ENOUGH_CARDS = 8
"""Cards about a matter from which a speech without a case to go by is tried."""
EIGHT_MINUTES = 2000
"""Words of a constructive of eight minutes, which a case of a debater's own cards fills unless another length is asked
for."""


def lay_out_case(
    desk: Desk, work: Work, template: SpeechTemplate, resolution: str, wishes: Wishes, *, words: int | None, named: bool
) -> Layout | None:
    """The layout of a speech that opens with a plan; None where it is written from single sentences instead.

    `named` says that the speaker chose ways through the template's tree: these are then taken.
    """
    if not asks_for_plan(template) or (named and not wishes.any):
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
        declined = decline_question(resolution, corpus)
        if declined is not None:
            raise NotFound(
                f"nothing in the library bears on “{resolution}” {declined.describe()}",
                hint="see what it holds (foam search --cards WORDS), add files that speak of it (foam library add "
                "PATH), or say it in their words",
            )
        reserved = [template.tree.id, *(child.id for child in template.tree.children)]
        layout = lay_out(shelf, wishes, resolution=resolution, words=words or EIGHT_MINUTES, reserved=reserved)
        if layout is None and (wishes.any or shelf.count_about() < _ENOUGH_CARDS):
            raise NotFound(
                f"no debater's file of the library holds a case on “{resolution}”, and few cards speak of it",
                hint="name an advantage in steps (--advantage “Title: first → second → impact”), add files that speak "
                "of it (foam library add PATH), or have the template filled as far as it goes (--strategy traditional)",
            )
    return layout


def read_edited(desk: Desk, text: str, case: Case) -> Layout:
    """The layout of a case whose lines were edited; its cards are looked up in the library."""
    with desk.open_library() as library:
        return read_plain(text, case, Shelf(library, case.resolution, ()).get_card)
