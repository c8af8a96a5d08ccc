"""*Write* by filling a form: choices by the judge, texts with the words of what is cited, the rest left empty.

| list of records with               | what is filled                                                                 |
|------------------------------------|--------------------------------------------------------------------------------|
| a side, and ids                    | each sentence that the judge is sure speaks for or against the statement        |
| two ids                            | pairs of sentences of which the judge is sure that both cannot be so            |
| what was offered, and `HOLDS`      | each thing offered: whether its sentences say what it says                      |
| what was offered, and the sides    | each thing offered: for which side the judge is sure that it speaks             |
| what was offered, and other ids    | each thing offered: the sentences of one source that speak most surely for it   |
| ids and a text that must be filled | what was offered, in its own words                                              |

Any other list stays empty, and so does every name, every id and every text that may. A form that cannot be left so is
refused: nobody can then say that this model examined what it did not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, assert_never

from foam.errors import OutOfBounds
from foam.model.check import FOR_OR_AGAINST, HOLDS, SUPPORT
from foam.model.embedded.bearing import label_support
from foam.model.embedded.relevance import find_best
from foam.model.embedded.senses import Senses
from foam.model.form import FormField, IdsField, LabelField, ListField, NamesField, PlainField, ScoreField, TextField
from foam.model.question import Answer, Label, Labelled, Write, Written

SURE = 0.75
"""The judge's chance from which a sentence is said to speak for or against something."""
READ = 24
"""Sentences that are judged, the most relevant first."""
PAIRED = 12
"""Sentences that are held against each other."""
TOLD = 4
NOTHING = "none"
"""The label that says nothing, where there is one."""
SIDES = (*FOR_OR_AGAINST, "neither")
METHOD = "choices by the judge, words of what is cited"


def fill(question: Write, senses: Senses) -> Answer:
    """The form, as far as it can be filled."""
    offered = {one.id: one.text for one in question.material}
    filling = _Filling(question, senses, offered)
    fields = {field.name: filling.fill(field) for field in question.fields}
    return Answer(reply=Written(fields=fields), method=METHOD)


class _Filling:
    """One form being filled."""

    def __init__(self, question: Write, senses: Senses, offered: Mapping[str, str]) -> None:
        self._question, self._senses, self._offered = question, senses, offered
        self._named = 0

    def fill(self, field: FormField) -> Any:
        if isinstance(field, ListField):
            rows = tuple(self._list_rows(field))[: field.at_most]
            if len(rows) < field.at_least:
                raise OutOfBounds(f"the embedded model has {len(rows)} entries for {field.name}", said="")
            return rows
        return self._leave(field)

    def _leave(self, field: PlainField, *, words: str = "") -> Any:
        """A field that nothing is known of: empty, the label that says nothing, or the first; a text takes the words
        that it must have."""
        match field:
            case TextField() if field.may_be_empty:
                return ""
            case TextField() if words:
                return " ".join(words.split()[: field.max_words])
            case IdsField() if not field.at_least:
                return ()
            case NamesField():
                return tuple(self._make_name() for _ in range(field.at_least))
            case LabelField():
                return NOTHING if NOTHING in field.labels else field.labels[0]
            case ScoreField() if field.may_decline:
                return None
            case TextField() | IdsField() | ScoreField():
                raise OutOfBounds(f"the embedded model has nothing to say for {field.name}", said="")
            case _:
                assert_never(field)

    def _make_name(self) -> str:
        self._named += 1
        return f"part{self._named}"

    def _list_rows(self, field: ListField) -> Iterator[dict[str, Any]]:
        ids = next((one for one in field.fields if isinstance(one, IdsField) and one.at_least), None)
        labels = {one.labels: one for one in field.fields if isinstance(one, LabelField)}
        named = next((one for one in labels.values() if set(one.labels) <= self._offered.keys()), None)
        if ids and FOR_OR_AGAINST in labels:
            for name, side in self._find_sides(ids.ids):
                yield self._row(field, {ids.name: (name,), labels[FOR_OR_AGAINST].name: side}, self._offered[name])
        elif ids and ids.at_least == ids.at_most == 2:
            for pair in self._find_conflicts(ids.ids):
                yield self._row(field, {ids.name: pair})
        elif named and HOLDS in labels:
            for name in named.labels:
                yield self._row(field, {named.name: name, labels[HOLDS].name: self._hold(self._offered[name])})
        elif named and SIDES in labels:
            for name in named.labels:
                side = self._take_side(self._offered[name].partition("\n")[0]) or SIDES[-1]
                yield self._row(field, {named.name: name, labels[SIDES].name: side})
        elif named and (free := next((one for one in field.fields if isinstance(one, IdsField)), None)):
            spent: set[str] = set()
            for name in named.labels:
                held = self._find_support(self._offered[name], [one for one in free.ids if one not in spent])
                spent |= set(held)
                if held:
                    yield self._row(field, {named.name: name, free.name: held[: free.at_most]})
        elif ids and not labels and not any(isinstance(one, NamesField) for one in field.fields):
            for name in ids.ids[:TOLD]:
                yield self._row(field, {ids.name: (name,)}, self._offered[name].partition("\n")[0])

    def _row(self, field: ListField, known: Mapping[str, Any], words: str = "") -> dict[str, Any]:
        return {
            one.name: known[one.name] if one.name in known else self._leave(one, words=words) for one in field.fields
        }

    def _rank(self, ids: Sequence[str], count: int) -> list[str]:
        """The sentences that are most relevant to the statement, once each, in the order of the file."""
        once = {self._offered[name]: name for name in reversed(ids) if name in self._offered}
        names = [name for name in ids if once.get(self._offered.get(name, "")) == name]
        odds = self._senses.cascade(likelihood=False).odds(self._question.statement, [self._offered[n] for n in names])
        return [names[place] for place in sorted(find_best(odds, count))]

    def _find_sides(self, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Sentences that surely speak for the statement, or against it."""
        for name in self._rank(ids, READ):
            if side := self._take_side(self._offered[name]):
                yield name, side

    def _take_side(self, text: str) -> str:
        """The side for which the text surely speaks; empty where that is not sure."""
        said = label_support(self._ask(text), self._senses)
        is_sure = (said.confidence or 0) >= SURE
        match said.reply:
            case Labelled(label=label) if is_sure and label in FOR_OR_AGAINST:
                return label
        return ""

    def _ask(self, text: str) -> Label:
        question = self._question
        return Label(
            template=question.template,
            template_digest=question.template_digest,
            prompt="",
            statement=question.statement,
            text=text,
            labels=SUPPORT,
        )

    def _find_conflicts(self, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Pairs of which each contradicts the other by the judge."""
        judge = self._senses.judge
        pairs = list(combinations(self._rank(ids, PAIRED), 2))
        texts = [(self._offered[one], self._offered[other]) for one, other in pairs]
        forth = judge.weigh(texts)
        back = judge.weigh([(other, one) for one, other in texts])
        for pair, one, other in zip(pairs, forth, back, strict=True):
            if min(one.contradicts, other.contradicts) >= SURE:
                yield pair

    def _find_support(self, says: str, ids: Sequence[str]) -> tuple[str, ...]:
        """The sentence that speaks most surely for something, and the one beside it that does; nothing where none
        does. The source of a sentence stands before the mark in its id."""
        judge = self._senses.judge
        texts = [self._offered[name] for name in ids]
        if not ids:
            return ()
        near = [ids[place] for place in find_best(self._senses.cascade(likelihood=False).odds(says, texts), PAIRED)]
        found = judge.weigh([(self._offered[name], says) for name in near])
        rated = {name: one.supports for name, one in zip(near, found, strict=True) if one.supports >= 1 - SURE}
        best = max(rated, key=lambda name: rated[name], default="")
        source = best.partition("#")[0]
        beside = sorted(
            (one for one in rated if one.partition("#")[0] == source and one != best), key=lambda name: rated[name]
        )[-1:]
        return tuple(sorted((best, *beside), key=ids.index)) if best else ()

    def _hold(self, text: str) -> str:
        """What the sentences of something do for what it says, which stands in the first line."""
        holds, in_part, denied, beside = HOLDS
        says, _, rest = text.partition("\n")
        sentences = [one for one in rest.split("\n") if one]
        if says in sentences:
            return holds
        if not sentences:
            return beside
        found = self._senses.judge.weigh([(one, says) for one in sentences])
        if max(one.contradicts for one in found) >= SURE:
            return denied
        best = max(one.supports for one in found)
        return holds if best >= SURE else in_part if best >= 1 - SURE else beside
