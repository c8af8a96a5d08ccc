"""A scripted strong reader of a case file: it answers every question of the table as somebody would who has read it.

What it knows stands in `strong/`, one TOML for each case: of each sentence that matters the words that tell it, and for
each version which way it speaks, how strongly, and which sentence shows that it is not so. It has no judgement on the
case itself. Which side it takes, what it brings, objects to, concedes and stands by follow from the sentences that are
put before it. Of a sentence that it has no judgement on it says that it speaks for neither side.

    a sentence it knows      speaks for its side as strongly as is judged; a mere assertion is a view, not a fact
    what code found          speaks as the sentence does that the finding rests on
    an objection             is right where it cites the sentence that shows a ground to be not so; then it is conceded
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field
from tests.deliberation.reading import TURNED
from tests.deliberation.writing import UNCHANGED, cut, read
from tests.examination.filing import Side, Version
from tests.laws.reader import Knowledge, write_honestly

from foam.argument.scheme import require_critical_question
from foam.model.form import LabelField, ListField
from foam.model.question import Choose, Chosen, Option, Score, Scored, Write, Written
from foam.model.scripted import Call, Said, Script
from foam.values import Value

STRONG = Path(__file__).parent / "strong"
CLAIMS = 4
SURE = 7.0
"""A sentence that speaks so strongly, and does not merely assert it, is put as certain."""
WEAK = 2.0
"""How strongly an assertion speaks at most that nothing in the file bears out."""
RIGHT, WRONG = 9.0, 1.0
"""How an objection that is right, and one that is not, does on every criterion."""
_GROUND = re.compile(r"(?:^Ground|rests on): (?:\w+ )?“(.*?)” \(", re.MULTILINE)
_CLAIM = re.compile(r"^Claim \d+ ", re.MULTILINE)
_CLAUSE_END = re.compile(r"[;:,.](?=\s|$)")
_QUOTED = re.compile(r'"[^"]*"')
_SPACES = re.compile(r"\s+")


class Judgement(Value):
    """What a sentence does in one version of the file."""

    speaks: Literal["reverse", "uphold", "neither"] = "neither"
    strength: float = Field(default=0.0, ge=0, le=10)
    finding: str = ""
    """Words by which a finding of the code is told that rests on the sentence."""
    struck_by: str = ""
    """Words of the sentence that shows it to be not so: an objection that cites it is right."""
    given: str = ""
    """Words of the sentence without which it says nothing on the case: a rule without the fact that it is applied to.
    A mere assertion speaks without it, too, and weakly."""


class KnownSentence(Value):
    """A sentence that matters, as a capable reader judges it."""

    words: str
    """Words that stand in this sentence and in no other."""
    asserts: bool = False
    """Whether it only asserts or reports what another document has to show."""
    value: str = "accuracy"
    a: Judgement = Judgement()
    b: Judgement = Judgement()

    def judge(self, version: Version) -> Judgement:
        return self.a if version == "a" else self.b


class Known(NamedTuple):
    """A sentence with its judgement in the version that is read."""

    sentence: KnownSentence
    judgement: Judgement


class Reader(Knowledge):
    """What is known of one version of a file, towards a question that asks to reverse the decision or to uphold it."""

    def __init__(self, sentences: Iterable[KnownSentence], version: Version, held: str, asks: Side = "reverse") -> None:
        """`held` is the text of the whole file: what it does not hold neither strikes nor bears out anything."""
        super().__init__({})
        self.held = _flatten(held)
        self.known = [Known(one, self._limit(one, one.judge(version))) for one in sentences]
        self.asks = asks

    def _limit(self, sentence: KnownSentence, judged: Judgement) -> Judgement:
        """The judgement as far as the file bears it out."""
        if judged.struck_by not in self.held:
            judged = judged.model_copy(update={"struck_by": ""})
        if judged.given in self.held:
            return judged
        return judged.model_copy(update={"strength": min(judged.strength, WEAK)}) if sentence.asserts else Judgement()

    def find(self, text: str) -> Known | None:
        """What is known of the sentence, or of the finding that rests on it."""
        said = _QUOTED.sub(" ", _flatten(text))  # who quotes a sentence to find fault with it does not say it
        by_words = (one for one in self.known if one.sentence.words in said)
        by_finding = (one for one in self.known if one.judgement.finding and one.judgement.finding in _flatten(text))
        return next(by_words, None) or next(by_finding, None)

    def side(self, text: str) -> str:
        known = self.find(text)
        if known is None or known.judgement.speaks == "neither":
            return "neither"
        return "for" if known.judgement.speaks == self.asks else "against"

    def weigh(self, text: str) -> float:
        known = self.find(text)
        return known.judgement.strength if known else 0.0

    def find_striking(self, struck: str, offered: Iterable[Option]) -> Option | None:
        """The offered sentence that shows the other to be not so."""
        return next((one for one in offered if self.strikes(read(one.text), struck)), None)

    def strikes(self, text: str, struck: str) -> bool:
        """Whether the text holds the sentence that shows the other to be not so."""
        known = self.find(struck)
        return bool(known and known.judgement.struck_by and known.judgement.struck_by in _flatten(text))

    def is_struck(self, text: str) -> bool:
        known = self.find(text)
        return bool(known and known.judgement.struck_by)

    def conflict(self, left: str, right: str) -> bool:
        return self.strikes(left, right) or self.strikes(right, left)

    def lean(self, texts: Iterable[str]) -> str:
        """The side for which more is said by what is not struck; against the motion where both are even."""
        standing = [one for one in dict.fromkeys(texts) if not self.is_struck(one)]
        weights = {side: sum(self.weigh(one) for one in standing if self.side(one) == side) for side in TURNED}
        return "for" if weights["for"] > weights["against"] else "against"

    def list_best(self, options: Iterable[Option], side: str) -> list[Option]:
        """What speaks for the side, each sentence once: what is not struck first, the strongest first."""
        once = {read(one.text): one for one in reversed(list(options)) if self.side(read(one.text)) == side}
        return sorted(once.values(), key=lambda one: (self.is_struck(read(one.text)), -self.weigh(read(one.text))))


def load_knowledge(name: str) -> tuple[KnownSentence, ...]:
    """What is known of a case."""
    rows = tomllib.loads((STRONG / f"{name}.toml").read_text("utf-8"))["sentences"]
    return tuple(KnownSentence.model_validate(row) for row in rows)


def read_strongly(question: str, reader: Reader, *, yields: bool = True) -> Script:
    """The reader's answers to every act and every bounded question of a table.

    A table whose seats do not yield keeps to what was refuted: nobody leaves out a claim or concedes. Who criticises
    and evaluates still judges as the reader does.
    """
    acts, bounded, plain = _Acts(reader, yields=yields), _Bounded(reader), write_honestly(question, reader)

    def say(call: Call) -> Said | None:
        asked = call.question
        if isinstance(asked, Write) and asked.template in acts.by_template:
            return Written(fields=acts.by_template[asked.template](asked))
        return bounded.answer(call) or plain(call)

    return say


class _Acts:
    """What the reader writes."""

    def __init__(self, reader: Reader, *, yields: bool) -> None:
        self.reader = reader
        self.yields = yields
        self.by_template: Mapping[str, Any] = {
            "acts/searches": self.search,
            "acts/proposal": self.propose,
            "acts/rewrite": self.rewrite,
            "acts/critique": self.criticise,
            "acts/defence": self.defend,
            "acts/appraisal": self.appraise,
            "acts/points": self.group,
            "acts/objection": self.object_to,
            "acts/reply": self.reply,
            "acts/exchange": self.judge,
            "acts/conceded": self.judge_conceded,
        }

    def search(self, _: Write) -> dict[str, Any]:
        strongest = sorted(self.reader.known, key=lambda one: -one.judgement.strength)[:5]
        return {"searches": tuple({"phrase": cut(one.sentence.words, 10)} for one in strongest)}

    def propose(self, asked: Write, *, leave_out_struck: bool = False) -> dict[str, Any]:
        stances, claims = asked.fields[0], asked.fields[-1]
        assert isinstance(stances, LabelField)
        assert isinstance(claims, ListField)
        stance = self._take_stance(stances.labels, asked.material)
        fitting = self.reader.list_best(asked.material, "for" if stance.startswith("affirm") else "against")
        if leave_out_struck:
            fitting = [one for one in fitting if not self.reader.is_struck(read(one.text))]
        others = [one for one in asked.material if self.reader.side(read(one.text)) == "neither"]
        chosen = fitting[:CLAIMS] + others[: max(0, claims.at_least - len(fitting))]
        answer = "It should be so." if stance.startswith("affirm") else "It should not be so."
        said: dict[str, Any] = {"stance": stance, "answer": answer, "why": "What is cited decides it for me."}
        if any(field.name == "condition" for field in asked.fields):
            said["condition"] = ""
        return {**said, "claims": tuple(self._claim(one, claims) for one in chosen)}

    def rewrite(self, asked: Write) -> dict[str, Any]:
        return self.propose(asked, leave_out_struck=self.yields)

    def _take_stance(self, labels: Sequence[str], material: Iterable[Option]) -> str:
        leaning = self.reader.lean(read(one.text) for one in material)
        wanted = "affirm_whole" if leaning == "for" else "oppose_direct"
        return wanted if wanted in labels else labels[0]

    def _claim(self, option: Option, claims: ListField) -> dict[str, Any]:
        values = next(
            field.labels for field in claims.fields if isinstance(field, LabelField) and field.name == "value"
        )
        text = read(option.text)
        known = self.reader.find(text)
        sure = known is not None and not known.sentence.asserts and known.judgement.strength >= SURE
        return {
            "claim": _shorten(text, 30),
            "grounds": (option.id,),
            "warrant": "because whoever accepts it has a reason to answer so",
            "backing": "",
            "qualifier": "certainly" if sure else "probably",
            "unless": "",
            "value": known.sentence.value if known and known.sentence.value in values else values[0],
        }

    def criticise(self, asked: Write) -> dict[str, Any]:
        """An objection to each claim that rests on what another sentence shows to be not so; else none."""
        (listed,) = asked.fields
        assert isinstance(listed, ListField)
        claims = _CLAIM.split(asked.statement)[1:]
        found = [
            {"part": f"claim {place}", "type": "missing_evidence", "text": _NOT_SO, "ids": (striking.id,)}
            for place, claim in enumerate(claims, start=1)
            for ground in _GROUND.findall(claim)
            if (striking := self.reader.find_striking(ground, asked.material))
        ]
        return {"objections": tuple(found[: listed.at_most])}

    def defend(self, _: Write) -> dict[str, Any]:
        return {"strongest": "o1", "score": -5.0}

    def appraise(self, asked: Write) -> dict[str, Any]:
        grounds: dict[str, list[str]] = {}
        for one in asked.material:
            grounds.setdefault(one.id.partition(".")[0], []).append(one.text)
        return {"appraisals": tuple(self._appraise_one(asked, name, texts) for name, texts in grounds.items())}

    def _appraise_one(self, asked: Write, name: str, texts: list[str]) -> dict[str, Any]:
        (listed,) = asked.fields
        assert isinstance(listed, ListField)
        labels = {field.name: field.labels for field in listed.fields if isinstance(field, LabelField)}
        strongest = max(texts, key=self.reader.weigh)
        known = self.reader.find(strongest)
        value = known.sentence.value if known else ""
        return {
            "of": name,
            "because": "What it cites says so." if known else "What it cites takes no side.",
            "bears_out": "yes",
            "side": self.reader.side(strongest),
            "condition": "",
            "strength": self.reader.weigh(strongest),
            "scheme": "expert_opinion",
            "value": value if value in labels["value"] else labels["value"][0],
            "stated": "a view" if known and known.sentence.asserts else "a fact",
        }

    def group(self, asked: Write) -> dict[str, Any]:
        """Claims on the same sentence for the same side make one point, whatever their warrants say."""
        said: dict[str, list[str]] = {}
        for one in asked.material:
            said.setdefault(one.text.partition("\n")[0], []).append(one.id)
        return {"groups": tuple({"ids": tuple(ids)} for ids in said.values() if len(ids) > 1)}

    def object_to(self, asked: Write) -> dict[str, Any]:
        """The sentence that shows a ground to be not so, where it is offered; else that nothing was found."""
        field = next(one for one in asked.fields if one.name == "question")
        assert isinstance(field, LabelField)
        question = next((one for one in field.labels if _strikes_ground(one)), field.labels[0])
        grounds = _GROUND.findall(asked.statement)
        striking = [one for ground in grounds if (one := self.reader.find_striking(ground, asked.material))]
        text = _NOT_SO if striking else "I find nothing in the file that shows it to be otherwise."
        return {
            "question": question,
            "text": text,
            "ids": tuple(dict.fromkeys(one.id for one in striking))[:3],
            "value": "none",
        }

    def reply(self, asked: Write) -> dict[str, Any]:
        if self.yields and self._is_right(asked):
            return {"commits": "no", "move": "concede", "text": "The file shows otherwise.", "ids": (), **UNCHANGED}
        grounds = _GROUND.findall(asked.statement)
        side = self.reader.side(max(grounds, key=self.reader.weigh)) if grounds else "neither"
        best = [one.id for one in self.reader.list_best(asked.material, side) if read(one.text) not in grounds]
        return {"commits": "yes", "move": "rebut", "text": "It stands.", "ids": tuple(best[:1]), **UNCHANGED}

    def judge(self, asked: Write) -> dict[str, Any]:
        answer = ("against", WRONG) if self._is_right(asked) else ("for", RIGHT)
        return {**self.judge_conceded(asked), "answers": answer[0], "adequacy": answer[1]}

    def judge_conceded(self, asked: Write) -> dict[str, Any]:
        criteria = [field.name for field in asked.fields if field.type == "score" and field.name != "adequacy"]
        return dict.fromkeys(criteria, RIGHT if self._is_right(asked) else WRONG)

    def _is_right(self, asked: Write) -> bool:
        """Whether the objection that the act is about cites what shows a ground to be not so."""
        objection = asked.prompt.partition("The objection:")[2].partition("The answer:")[0].partition("may be cited")[0]
        return any(self.reader.strikes(objection, ground) for ground in _GROUND.findall(asked.statement))


class _Bounded:
    """What the reader chooses, where it differs from an honest reader who knows no strengths."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def answer(self, call: Call) -> Said | None:
        match call.question.template, call.question:
            case "deliberation/strength", Score(text=text):
                return Scored(score=self.reader.weigh(text))
            case "deliberation/position", Choose():
                leaning = self.reader.lean(one.sentence.words for one in self.reader.known)
                return Chosen(ids=("affirm_whole" if leaning == "for" else "oppose_direct",))
            case "deliberation/value", Choose(statement=argument, options=options):
                known = self.reader.find(argument)
                value = known.sentence.value if known else "accuracy"
                return Chosen(ids=(value if value in {one.id for one in options} else options[0].id,))
            case "deliberation/response", Choose():
                return Chosen(ids=("concede",))
            case _:
                return None


_NOT_SO = "What it rests on is not so, as the cited sentence shows."


def _strikes_ground(question: str) -> bool:
    return require_critical_question(question).attacks == "premise"


def _shorten(text: str, words: int) -> str:
    """The sentence, or as many of its clauses as have no more than so many words."""
    if len(text.split()) <= words:
        return text
    short = cut(text, words)
    ends = [match.start() for match in _CLAUSE_END.finditer(short)]
    return short[: ends[-1]] if ends else short


def _flatten(text: str) -> str:
    return _SPACES.sub(" ", text)
