"""*It is not so*: a fact, a rule, or the ground of a reason is otherwise; a source does not hold, or does not say so.

Of an answer, code finds a correction: the same words of a later edition with another figure. It takes the place of the
sentence, its figures that of the others, in sums too, once somebody who reads has said whether what rests on it still
holds so. Of anything else the leaves are judged, with what is brought in view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, Fit, Kind, Perform, Trial, replace_leaves, tell_why
from foam.values import CleanLine

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.contest.filed.hearing import FileHearing
    from foam.contest.outcome import Finding
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts

_SOURCES = ("evidence", "document")
_NEEDS = "--at SENTENCE or --with FILE"


class NotSo(Kind):
    kind: Literal["not_so"] = "not_so"
    says = ("It is not so", "Es ist nicht so")
    fits = (
        Fit(
            of="answer",
            parts=("fact", "rule", "consideration"),
            asks="is it otherwise, by a sentence of the file or by one that is brought?",
            named="fact, refutation",
            takes=("at",),
            needs=_NEEDS,
        ),
        Fit(
            of="answer",
            parts=_SOURCES,
            asks="does the sentence, or the document, not hold: was it corrected, withdrawn, or never so?",
            named="source, reliability",
            takes=("at",),
            needs=_NEEDS,
        ),
        Fit(
            of="case",
            parts=("cited",),
            asks="do the quoted words not stand in the source, or does a later source say otherwise?",
            named="misquotation, stale source",
            checks=("quotation", "edition", "otherwise"),
        ),
        Fit(
            of="file",
            parts=("decision", "rules", "document"),
            asks="is it otherwise, or do the quoted words not stand in the source?",
            named="misquotation",
            takes=("words",),
            look_at="Read the source beside the sentence.",
        ),
    )
    at: tuple[str, ...] = ()
    """The sentences that say otherwise."""
    words: CleanLine = ""
    """The quoted words that are said not to stand in the source."""

    def refuse(self, contested: Contested) -> str:
        return "" if contested.brought else "nothing is named that says otherwise"

    def settle(self, contested: Contested) -> Ended | None:
        part, struck = contested.part, contested.tree.record.struck
        if part in struck or part.partition("#")[0] in struck:
            return Ended(disposition="already so", why="It was struck already.")
        if contested.kind not in _SOURCES and all(
            contested.standings[leaf.id].stands == "false" for leaf in contested.list_facts()
        ):
            return Ended(disposition="already so", why="The answer counts it as not so.")
        return None

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        frame, leaves = contested.frame, contested.list_facts()
        if corrected := _find_corrected(contested):
            return _correct(contested, corrected) if leaves else Trial(frame=frame)
        judged = [leaf for leaf in leaves if contested.kind not in _SOURCES or leaf.kind != "calculation"]
        against = (
            leaf.model_copy(update={"against": tuple(dict.fromkeys((*leaf.against, *contested.brought)))})
            for leaf in judged
        )
        return Trial(frame=replace_leaves(frame, *against), asked=tuple(leaf.id for leaf in judged))

    def grant(self, contested: Contested) -> Trial | None:
        is_source = contested.kind in _SOURCES
        return Trial(frame=contested.frame, struck=frozenset({contested.part})) if is_source else None

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

    def list_refuted(self, contested: Contested) -> tuple[str, ...]:
        held = dict.fromkeys(at for leaf in contested.list_facts() for at in leaf.at)
        if contested.kind not in _SOURCES:
            return tuple(held)
        return tuple(at for at in held if contested.part in (at, at.partition("#")[0]))

    def refuse_file(self, hearing: FileHearing) -> str:
        return "" if self.words in hearing.sentence else "these words do not stand in the sentence"

    def settle_file(self, hearing: FileHearing) -> Finding | None:
        """A quotation that the examination found wrong; where words are claimed, also one that stands to the letter."""
        return hearing.sustain_by("quotation") or (hearing.find_quoted(self.words) if self.words else None)


def _correct(contested: Contested, corrected: str) -> Trial:
    """The tree with the corrected sentence in place of the challenged one."""
    from foam.contest.editions import pair_figures  # few challenges need what it imports
    from foam.contest.kinds.mending import mend_frame

    figures = pair_figures(*(contested.file.sentence_by_id[at].text for at in (corrected, contested.part)))
    mended = mend_frame(contested.frame, contested.part, corrected, figures)
    asked = tuple(leaf.id for leaf in contested.list_facts())
    return Trial(frame=mended, asked=asked, struck=frozenset({contested.part}))


def _find_corrected(contested: Contested) -> str:
    """The sentence of a later edition that says the same with another figure; empty where none is brought."""
    from foam.contest.editions import is_correction, is_later_edition  # few challenges need it

    sentences = contested.file.sentence_by_id
    cited = sentences.get(contested.part)
    if cited is None:
        return ""
    old = contested.find(cited.pointer)
    by_id = {one.id: one for one in contested.papers}
    for name in contested.brought:
        said = sentences[name]
        paper = by_id.get(said.pointer.document) or contested.find(said.pointer)
        is_later = is_later_edition(paper, old, is_brought=paper.id in by_id)
        if is_later and is_correction(said.text, cited.text):
            return name
    return ""
