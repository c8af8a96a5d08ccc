"""Whether a decision speaks of a document, and whether a sentence of it bears on what was decided."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from foam.examination.file import CaseFile, FiledDocument
from foam.examination.parts import list_rules
from foam.examination.reasons import Reason, split_reasons
from foam.examination.reports import BEARS, Weigh, weigh_shipped
from foam.examination.wording import Wording, list_topics
from foam.text.stem import stem

if TYPE_CHECKING:
    from foam.model.judge import Weighed

_SAID = 0.6
"""Share of a sentence's words that one of the decision's must have to have said it."""
SUPPORTS, CONTRADICTS = 0.6, 0.7
_ABOUT = 0.2
"""Share of a reason's words that a sentence must have for the judge's word about the two to count."""


class Weighing(NamedTuple):
    """How a sentence stands to one reason of the decision."""

    reason: Reason
    weighed: Weighed

    @property
    def supports(self) -> bool:
        return self.weighed.supports >= SUPPORTS and self.weighed.bears >= BEARS

    @property
    def contradicts(self) -> bool:
        return self.weighed.contradicts >= CONTRADICTS and self.weighed.bears >= BEARS


def find_mention(file: CaseFile, decision: FiledDocument, filed: FiledDocument) -> int | None:
    """The sentence of the decision that cites a document or names its author; None where none does."""
    for reason in split_reasons(file, decision):
        if filed.id in {one.id for one in reason.cites}:
            return reason.sentences[0]
    surname = filed.author.name.split(",")[0].split()[-1:]
    names = [rf"\b{re.escape(one)}\b" for one in surname if len(one) > 2]
    return next((n for n, text in enumerate(decision.sentences) for name in names if re.search(name, text)), None)


def find_same(file: CaseFile, decision: FiledDocument, text: str) -> int | None:
    """The sentence of the decision that says what a sentence says; None where none has most of its words."""
    wording = Wording(file)
    lines = [line for line in wording.lines if line.document.id == decision.id]
    nearest = wording.find_nearest(text, lines)
    return nearest[0].number if nearest and nearest[1] >= _SAID else None


def find_rule_that_asks(file: CaseFile, filed: FiledDocument, sentence: str) -> tuple[FiledDocument, int] | None:
    """The sentence of a rule that names the author by their office and speaks of the same: it asks for their word."""
    called = {stem(word) for word in filed.author.called}
    for rule in list_rules(file):
        for number, text in enumerate(rule.sentences):
            topics = list_topics(text)
            if called & topics and (topics - called) & list_topics(sentence):
                return rule, number
    return None


def weigh_reasons(
    file: CaseFile, decision: FiledDocument, text: str, *, weigh_pairs: Weigh = weigh_shipped
) -> tuple[Weighing, ...]:
    """How a sentence stands to every reason of the decision that speaks of the same, as the judge reads the two."""
    wording = Wording(file)
    topics = list_topics(text)
    reasons = [one for one in split_reasons(file, decision) if wording.share(list_topics(one.claim), topics) >= _ABOUT]
    weighed = weigh_pairs([(text, one.claim) for one in reasons])
    return tuple(Weighing(*one) for one in zip(reasons, weighed, strict=True))
