"""*The source does not hold*: a sentence, or a whole document, was corrected, withdrawn or never so. What rests on it
opens.

Code finds a correction: the same words of a later edition with another figure. It takes the place of the sentence, its
figures that of the others, in sums too, once somebody who reads has said whether what rests on it still holds so. Of
anything else the leaves that rest on the sentence are judged, with what is brought in view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, OfTree, Perform, Trial, replace_leaves, tell_why

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts


class DoesNotHold(OfTree):
    kind: Literal["source"] = "source"
    level = "evidence"
    asks = "does the sentence, or the document, not hold: was it corrected, withdrawn, or never so?"
    says = ("The source does not hold", "Die Quelle trägt nicht")
    settled_by = "evaluator; else a person"
    named = "source reliability"
    needs = "--at SENTENCE or --with FILE"
    fits = ("evidence", "document")
    hint = "name the sentence that shows it, or bring the document: --at, --with"
    at: tuple[str, ...] = ()
    """The sentences that show it."""

    def refuse(self, contested: Contested) -> str:
        return "" if contested.brought else "nothing is named that shows it"

    def settle(self, contested: Contested) -> Ended | None:
        struck = contested.tree.record.struck
        if contested.part in struck or contested.part.partition("#")[0] in struck:
            return Ended(disposition="already so", why="It was struck already.")
        return None

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        from foam.contest.editions import pair_figures  # few challenges need what they import
        from foam.contest.kinds.mending import mend_frame

        corrected, frame, leaves = _find_corrected(contested), contested.frame, contested.list_facts()
        shown = (corrected,) if corrected else contested.brought
        asked = tuple(leaf.id for leaf in leaves if corrected or leaf.kind != "calculation")
        if not corrected:
            against = (
                leaf.model_copy(update={"against": tuple(dict.fromkeys((*leaf.against, *shown)))})
                for leaf in leaves
                if leaf.id in asked
            )
            return Trial(frame=replace_leaves(frame, *against), asked=asked)
        if not asked:
            return Trial(frame=frame)
        struck = frozenset({contested.part})
        figures = pair_figures(*(contested.file.sentence_by_id[at].text for at in (corrected, contested.part)))
        mended = mend_frame(frame, contested.part, corrected, figures)
        return Trial(frame=mended, asked=asked, struck=struck)

    def grant(self, contested: Contested) -> Trial:
        return Trial(frame=contested.frame, struck=frozenset({contested.part}))

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        if not trial.struck:
            return (
                super().end(contested, trial, tree, said)
                if trial.asked
                else Ended(disposition="for a person", why="Nothing in the tree rests on it, so that nobody was asked.")
            )
        if said.supports and all(one.says == "beside_the_point" for one in said.supports):
            return Ended(disposition="rejected", why=tell_why(said))
        if corrected := _find_corrected(contested):
            was, now = (contested.file.sentence_by_id[at].text for at in (contested.part, corrected))
            why = f"{contested.file.name_source(corrected)} corrects it. “{was}” reads there: “{now}”"
            return Ended(disposition="sustained", why=" ".join(filter(None, (why, tell_why(said)))))
        return Ended(disposition="sustained", why="It does not count from now on.")


def _find_corrected(contested: Contested) -> str:
    """The sentence of a later edition that says the same with another figure; empty where none is brought."""
    from foam.contest.editions import has_same_title, is_correction, is_later_edition  # few challenges need it

    sentences = contested.file.sentence_by_id
    cited = sentences.get(contested.part)
    if cited is None:
        return ""
    old = contested.find(cited.pointer)
    by_id = {one.id: one for one in contested.papers}
    for name in contested.brought:
        said = sentences[name]
        paper = by_id.get(said.pointer.document) or contested.find(said.pointer)
        is_later = is_later_edition(paper, old) or (paper.id in by_id and has_same_title(paper, old))
        if paper.id != old.id and is_later and is_correction(said.text, cited.text):
            return name
    return ""
