"""A model that answers from the facts of a small file, for tests and demonstrations where what stands is known.

    question = "Should the mill be kept?"
    writes = true                              # fills whole acts; false: it chooses among what code drafts

    [seats]
    "neighbour" = "against"                    # words of a seat's description, and its side or the option it proposes

    [[sentences]]
    text = "The roof leaks."
    side = "against"                           # for, against or neither
    value = "safety"
    contradicts = ["The roof was mended."]
    is_so = true
    options = { "The mill should be sold." = "for" }

It knows no template, act or form. Any question is answered by its kind, and any form by the types of its fields: what
is offered is compared with the sentences of the file, and the answer follows from which side they speak for, which of
them contradict each other and which are not so. Text that holds none of them speaks for neither side.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count
from pathlib import Path
from typing import Any, Literal, TypeAlias, assert_never

from pydantic import Field, ValidationError

from foam.argument.motion import Motion, parse_motion
from foam.errors import InputError, SettingError
from foam.model.form import FormField, IdsField, LabelField, ListField, NamesField, ScoreField, TextField
from foam.model.question import (
    Answer,
    Choose,
    Chosen,
    Declined,
    Label,
    Labelled,
    Option,
    Question,
    Rank,
    Ranked,
    Reply,
    Score,
    Scored,
    Write,
    Written,
    check,
)
from foam.record.entry import Decider
from foam.values import TAG, Value, digest

NAME = "facts"
PREFIX = f"{NAME}:"
"""`facts:FILE.toml` names the model by its file."""
METHOD = "by the given facts"

Side: TypeAlias = Literal["for", "against", "neither"]

_MEANINGS: dict[Side, frozenset[str]] = {
    "for": frozenset(
        {
            *("for", "yes", "supports", "agrees", "affirm_whole", "met", "establishes", "holds", "a fact", "rebut"),
            *("true", "rejected"),
            *("takes a side", "speaks of it", "stands", "follows", "connects", "serves", "probably", "1"),
        }
    ),
    "against": frozenset(
        {
            "false",
            *("against", "no", "contradicts", "oppose_direct", "not met", "refutes", "does not hold", "a view"),
            *("takes a side", "speaks of it", "concede", "undoes", "sustained", "0"),
        }
    ),
    "neither": frozenset(
        {
            *("neither", "unclear", "none", "cannot tell", "not shown", "nothing that matters", "beside the point"),
            *("takes no side", "speaks of something else"),
        }
    ),
}
"""What a label says, whichever question it answers; a label that is not here says none of the three."""
_STANDS = frozenset({"yes", "met", "holds", "rebut", "rejected", "stands", "true"})
"""Labels that say of the statement itself that it is so. The others say which way the text speaks."""
_AGAINST = ("contradicts", "refutes")
_FENCED = re.compile(r"<option id=(\S+) (\w+)>\n(.*?)\n</option id=\1 \2>", re.DOTALL)
_STRONG, _WEAK = 0.8, 0.2
"""Places on a scale, as shares of it."""
_SHORTEST = 3
"""Words that a part of a sentence has at least, to be taken for it."""


class KnownSentence(Value):
    """What is known of one sentence."""

    text: str = Field(min_length=1)
    side: Side = "neither"
    """Which way it speaks to the question as it is affirmed."""
    value: str = ""
    """The value it promotes."""
    contradicts: tuple[str, ...] = ()
    """Sentences that cannot be true beside it. It is enough that one of two names the other."""
    is_so: bool = True
    options: dict[str, Side] = Field(default_factory=dict)
    """Of an open question: which way it speaks to each option, named by its statement."""


class Facts(Value):
    """What stands in a small file."""

    question: str
    writes: bool = False
    """Whether the model fills whole acts, or chooses among what code drafts."""
    seats: dict[str, str] = Field(default_factory=dict)
    """Words of a seat's description, and the side it takes or the option it proposes. Others take one by chance."""
    sentences: tuple[KnownSentence, ...] = Field(min_length=1)

    @classmethod
    def read(cls, path: Path | str) -> Facts:
        """The facts of a TOML file."""
        hint = "a file of facts has a question and a table [[sentences]] for each one that is known; see docs/remote.md"
        try:
            return cls.model_validate(tomllib.loads(Path(path).read_text("utf-8")))
        except FileNotFoundError:
            raise SettingError(f"no file of facts at {path}", hint="name the model facts:FILE.toml") from None
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise SettingError(f"{path} cannot be read as facts: {error}", hint=hint) from None
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise SettingError(f"{path} cannot be read as facts: {where}: {first['msg']}", hint=hint) from None


class FactsModel:
    """Answers any question and fills any form by the facts. The seed changes nothing."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known = _Known(facts)
        voice = {"voice": "written"} if facts.writes else {}
        version = digest(facts.json_value()).removeprefix(TAG)[:12]
        self._decider = Decider(type="model", id=NAME, version=version, family=NAME, parameters=voice)

    @property
    def decider(self) -> Decider:
        return self._decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        reply = self._reply(question)
        check(question, reply)
        return Answer(reply=reply, method=METHOD)

    def _reply(self, question: Question) -> Reply:
        known = self._known
        target = known.find_target(question)
        match question:
            case Choose():
                fitting = _list_fitting(known, question, question.options, target)
                count = max(question.at_least, min(len(fitting), question.at_most))
                return Chosen(ids=_put_first(question.options, fitting)[:count])
            case Rank():
                fitting = _list_fitting(known, question, question.options, target)
                return Ranked(ids=_put_first(question.options, fitting))
            case Label():
                return Labelled(label=_choose_label(known, question.labels, question.text, question.statement))
            case Score():
                return _score(known, question)
            case Write():
                return Written(fields=_Filling(known, question, target).fill(question.fields))
            case _:
                assert_never(question)


class _Known:
    """The facts, asked about any text."""

    def __init__(self, facts: Facts) -> None:
        self._seats = {_fold(words): held for words, held in facts.seats.items()}
        self._sentences = {_fold(one.text): one for one in facts.sentences}
        self._pairs = {
            frozenset((_fold(one.text), _fold(other))) for one in facts.sentences for other in one.contradicts
        }
        named = dict.fromkeys((*(name for one in facts.sentences for name in one.options), *facts.seats.values()))
        options = [name for name in named if name not in ("for", "against")]
        self._motions = {name: motion for name in ("", *options) if (motion := _read_motion(name or facts.question))}
        self._question = facts.question

    def find(self, text: str) -> tuple[str, ...]:
        """The known sentences that the text holds, in its order; the one that it is a part of, where it holds none."""
        folded = _fold(text)
        held = sorted((folded.find(one), one) for one in self._sentences if one in folded)
        if held:
            return tuple(one for _, one in held if not any(one != other and one in other for _, other in held))
        whole = [one for one in self._sentences if len(folded.split()) >= _SHORTEST and folded in one]
        return tuple(whole[:1])

    def find_sides(self, text: str) -> dict[str, Side]:
        """Which way the text speaks, by what is asked: the question (named by an empty text), or one of its options.

        A line that puts the statement itself takes its side. An argument, of several lines, goes by its sentences.
        """
        stated: list[tuple[int, str, Side]] = []
        folded = "" if "\n" in text else _fold(text)
        for name, motion in self._motions.items():
            sides: tuple[tuple[str, Side], ...] = (
                (motion.denied, "against"),
                (motion.affirmed, "for"),
                (motion.question, "for"),
            )
            stated += [(len(_fold(words)), name, side) for words, side in sides if _fold(words) in folded]
        if stated:
            _, name, side = max(stated, key=lambda one: one[0])
            return {name: side}
        return next((read for one in self.find(text) if (read := self._read_sides(one))), {})

    def _read_sides(self, sentence: str) -> dict[str, Side]:
        one = self._sentences[sentence]
        return {name: side for name, side in {"": one.side, **one.options}.items() if side != "neither"}

    def relate(self, text: str, statement: str) -> Side:
        """Which way the text speaks to the statement."""
        if self.conflict(text, statement):
            return "against"
        held, said = self.find_sides(statement), self.find_sides(text)
        for name in held.keys() & said.keys():
            return "for" if held[name] == said[name] else "against"
        return "for" if set(self.find(text)) & set(self.find(statement)) else "neither"

    def conflict(self, text: str, statement: str) -> bool:
        return any(frozenset((a, b)) in self._pairs for a in self.find(text) for b in self.find(statement))

    def stands(self, text: str) -> bool:
        """Whether nothing in it is known not to be so."""
        return all(self._sentences[one].is_so for one in self.find(text))

    def find_values(self, text: str) -> tuple[str, ...]:
        return tuple(value for one in self.find(text) if (value := self._sentences[one].value))

    def count_so(self, text: str) -> int:
        return sum(self._sentences[one].is_so for one in self.find(text))

    def find_target(self, question: Question) -> str:
        """The statement that an answer is to serve: that of the seat, where a seat is asked what it holds itself."""
        sides = self.find_sides(question.statement)
        whole = [self._question, *(one.question for one in self._motions.values())]
        whole += [one.affirmed for one in self._motions.values() if question.system]
        asks_itself = any(_fold(question.statement) == _fold(one) for one in whole)
        if question.role != "proposer" or (sides and not asks_itself) or self.find(question.statement):
            return question.statement
        return self._state(next(iter(sides), ""), self._find_seat(question)) or question.statement

    def find_stance(self, question: Question) -> str:
        """The statement that the seat holds who is asked, whatever it is asked; empty where no seat is."""
        if not question.system:
            return ""
        return self._state(next(iter(self.find_sides(question.statement)), ""), self._find_seat(question))

    def is_open(self, statement: str) -> bool:
        """Whether it is the question itself, and has no two sides."""
        return "" not in self._motions and _fold(statement) == _fold(self._question)

    def _state(self, name: str, held: str) -> str:
        """The statement of a side of the question, or of an option."""
        if held in self._motions:  # an option, which speaks against every other
            name, held = (name, "for" if name == held else "against") if name else (held, "for")
        motion = self._motions.get(name)
        if motion is None:
            return ""
        return motion.denied if held == "against" else motion.affirmed

    def _find_seat(self, question: Question) -> str:
        """The side that the seat takes, or the option it proposes, by its description."""
        told = _fold(f"{question.system}\n{question.prompt}" if question.system else question.prompt)
        found = [(told.find(words), held) for words, held in self._seats.items() if words in told]
        if found:
            return min(found)[1]
        return "for" if int(digest(question.system or question.statement).removeprefix(TAG)[:4], 16) % 2 else "against"


class _Filling:
    """One form being filled."""

    def __init__(self, known: _Known, question: Write, target: str) -> None:
        self._known, self._question, self._target = known, question, target
        fenced = (Option(id=name, text=text) for name, _, text in _FENCED.findall(question.prompt))
        self._offered = {one.id: one for one in (*fenced, *question.material)}
        self._counted = count(1)
        is_asked = target != question.statement and len(question.material) > 1
        self._own = target if is_asked else ""
        """What the seat holds itself, where the form asks for that."""
        self._struck = {name for one in question.fields for name in self._list_strikable(one)}
        """What a list of the form may strike."""

    def fill(
        self,
        fields: Sequence[FormField],
        *,
        about: str = "",
        cited: tuple[str, ...] = (),
        strikes: bool = False,
    ) -> dict[str, Any]:
        """The fields of the form or of one record of it. `about` is what the record is about, `cited` are its ids;
        `strikes` says that it speaks against what it names.

        Ids come first: what is cited is what the words are taken from.
        """
        ids = {one.name: self._name_ids(one, cited, about) for one in fields if isinstance(one, IdsField)}
        named = next((some for some in ids.values() if some), ())
        about = about or self._own or self._tell(named)
        return {one.name: ids[one.name] if one.name in ids else self._fill_one(one, about, strikes) for one in fields}

    def _fill_one(self, field: FormField, about: str, strikes: bool = False) -> Any:
        match field:
            case TextField():
                return self._write(field, about)
            case LabelField():
                if strikes or (self._objects and not about):
                    return _pick(field.labels, "against" if strikes else "neither")
                return self._label(field, about or self._target)
            case NamesField():
                return tuple(f"part{next(self._counted)}" for _ in range(field.at_least))
            case ScoreField():
                return self._score(field, about)
            case ListField():
                return tuple(self._list_records(field))
            case IdsField():
                return self._name_ids(field, (), "")
            case _:
                assert_never(field)

    def _label(self, field: LabelField, about: str) -> str:
        """Of labels that stand for what is offered the first that this speaks for; else what the facts say of it."""
        offered = {name: self._gather(name) for name in field.labels}
        meant = (name for name, told in offered.items() if told and self._known.relate(about, told) == "for")
        return next(meant, "") or _choose_label(self._known, field.labels, about, self._question.statement)

    @property
    def _objects(self) -> bool:
        return self._question.aim in _AGAINST

    def _write(self, field: TextField, about: str) -> str:
        """The first words of what the record is about; what may be left out is, unless it is an objection."""
        if field.may_be_empty and not (self._objects and about):
            return ""
        offered = [_shorten(one.text) for one in self._question.material]
        told = about or next(filter(self._known.find, offered), self._target) or next(iter(offered), "")
        return " ".join(told.split()[: field.max_words]) or "nothing"

    def _score(self, field: ScoreField, about: str) -> float:
        statement = self._question.statement
        if field.low < 0 < field.high:  # how the statement stands
            return _place(field, _STRONG if self._known.stands(statement) else _WEAK)
        if about:
            return _place(field, _WEAK if self._known.relate(about, statement) == "neither" else _STRONG)
        return _place(field, _STRONG if self._known.conflict(self._question.prompt, statement) else _WEAK)

    def _name_ids(self, field: IdsField, cited: tuple[str, ...], about: str) -> tuple[str, ...]:
        """What is cited; else what says what the record is about. Of a form itself, what serves its target, and of what
        it may strike, whatever it lets stand."""
        offered = [self._offered.get(name, Option(id=name, text="")) for name in field.ids]
        wanted = [one for one in offered if one.id in cited]
        if about and not wanted:
            wanted = [
                one for one in offered if set(self._known.find(_shorten(one.text))) & set(self._known.find(about))
            ]
        elif self._struck.intersection(field.ids):
            wanted = [one for one in offered if self._known.stands(one.text) and not self._find_strikers(one.id)]
        elif not about:
            wanted += _list_fitting(self._known, self._question, offered, self._target)
        return _put_first(offered, wanted)[: min(field.at_most, max(field.at_least, len(wanted)))]

    def _list_records(self, field: ListField) -> Iterator[dict[str, Any]]:
        """As many records as the facts give, within the bounds."""
        count = 0
        strikes = bool(self._list_strikable(field))
        for about, cited in self._list_strikes(field) if strikes else self._list_subjects(field):
            if count == field.at_most:
                return
            count += 1
            record = self.fill(field.fields, about=about, cited=cited, strikes=strikes)
            yield {**record, **self._name_subject(field, cited)}
        for _ in range(count, field.at_least):
            yield self.fill(field.fields)

    def _list_subjects(self, field: ListField) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What each record is about: each of what is to be gone through, or whatever the facts say is to be cited."""
        named = self._find_named(field)
        if named:
            yield from ((self._gather(name), (name,)) for name in named.labels)
            return
        listed = next((one for one in field.fields if isinstance(one, IdsField)), None)
        if listed is None or not listed.at_least:
            return
        offered = [self._offered[name] for name in listed.ids if name in self._offered]
        if self._objects or listed.at_least == listed.at_most == 2:
            told = [one for one in offered if self._known.find(_shorten(one.text))]
            pairs = [
                (a, b) for a, b in combinations(told, 2) if self._known.conflict(_shorten(a.text), _shorten(b.text))
            ]
            yield from ((_shorten(a.text), (a.id, b.id)) for a, b in pairs)
            return
        if listed.at_least > 1:
            yield from self._list_alike(offered)
            return
        fitting = _list_fitting(self._known, self._question, offered, self._target)
        once = {_shorten(one.text): one for one in reversed(fitting)}
        yield from ((_shorten(one.text), (one.id,)) for one in fitting if once[_shorten(one.text)] is one)

    def _list_alike(self, offered: Sequence[Option]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Those of the offered things that begin with the same sentence."""
        alike: dict[tuple[str, ...], list[Option]] = {}
        for one in offered:
            alike.setdefault(self._known.find(_shorten(one.text))[:1], []).append(one)
        yield from (
            (_shorten(some[0].text), tuple(one.id for one in some))
            for sentence, some in alike.items()
            if sentence and len(some) > 1
        )

    def _find_named(self, field: ListField) -> LabelField | None:
        """The field that says which of the offered things a record is about, where each of them gets one; none, where a
        record is about what it has to cite."""
        named = self._find_offered(field)
        return named if named and (field.at_most >= len(named.labels) or self._list_strikable(field)) else None

    def _find_offered(self, field: ListField) -> LabelField | None:
        if any(isinstance(one, IdsField) and one.at_least for one in field.fields):
            return None
        labels = (one for one in field.fields if isinstance(one, LabelField))
        return next((one for one in labels if all(self._gather(name) for name in one.labels)), None)

    def _list_strikable(self, field: FormField) -> tuple[str, ...]:
        """What the records of a list speak against: in a form that objects, or beside a field of what is let stand."""
        if not isinstance(field, ListField) or not any(isinstance(one, IdsField) for one in field.fields):
            return ()
        named = self._find_offered(field)
        if named is None:
            return ()
        kept = (one.ids for one in self._question.fields if isinstance(one, IdsField))
        return named.labels if self._objects or any({*named.labels} <= {*ids} for ids in kept) else ()

    def _list_strikes(self, field: ListField) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each of what a list may strike that a sentence contradicts, once, with what contradicts it."""
        texts: set[str] = set()
        for name in self._list_strikable(field):
            strikers = self._find_strikers(name)
            if strikers and self._gather(name) not in texts:
                texts.add(self._gather(name))
                yield _shorten(strikers[0].text), (name, *(one.id for one in strikers))

    def _find_strikers(self, name: str) -> list[Option]:
        """The sentences that contradict what was offered under this id, and are so or speak for what the seat holds.
        What speaks for that itself is not contradicted."""
        told, stance = self._gather(name), self._known.find_stance(self._question)
        if stance and self._known.relate(told, stance) == "for":
            return []
        sentences = (one for one in self._question.material if one.id not in self._struck)
        texts = ((one, _shorten(one.text)) for one in sentences)
        return [one for one, text in texts if self._known.conflict(text, told) and self._brings(text, stance)]

    def _brings(self, text: str, stance: str) -> bool:
        return self._known.stands(text) or (bool(stance) and self._known.relate(text, stance) == "for")

    def _name_subject(self, field: ListField, cited: tuple[str, ...]) -> dict[str, Any]:
        named = self._find_named(field)
        return {named.name: cited[0]} if named else {}

    def _gather(self, name: str) -> str:
        """What was offered under this id, and under ids that continue it after a stop."""
        return "\n".join(
            _shorten(one.text) for one in self._offered.values() if one.id == name or one.id.startswith(f"{name}.")
        )

    def _tell(self, ids: Iterable[str]) -> str:
        return next((_shorten(self._offered[name].text) for name in ids if name in self._offered), "")


def _list_fitting(known: _Known, question: Question, options: Sequence[Option], target: str) -> list[Option]:
    """Those of the options that answer what is aimed at."""
    meant = [one for one in options if any(one.id in labels for labels in _MEANINGS.values())]
    if meant:
        label = _choose_label(known, [one.id for one in options], target, target)
        return [one for one in options if one.id == label]
    values = known.find_values(target)
    if valued := [one for one in options if one.id in values]:
        return valued
    match question.aim:
        case "supports" | "meets":
            return [one for one in options if known.relate(_shorten(one.text), target) == "for"]
        case "contradicts" | "refutes":
            return [one for one in options if known.conflict(_shorten(one.text), target)]
        case "restates":
            wanted = known.find(target)[:1]
            return [one for one in options if wanted and known.find(_shorten(one.text))[:1] == wanted]
        case "concerns":
            open_ = known.is_open(target)
            return [
                one
                for one in options
                if known.relate(_shorten(one.text), target) != "neither"
                or (open_ and known.find_sides(_shorten(one.text)))
            ]
        case "convinces":
            counts = {one.id: known.count_so(one.text) for one in options}
            most = max(counts.values(), default=0)
            best = [one for one in options if counts[one.id] == most]
            return best if most and len(best) == 1 else []
        case _:
            assert_never(question.aim)


def _put_first(options: Sequence[Option], fitting: Iterable[Option]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*(one.id for one in fitting), *(one.id for one in options))))


def _choose_label(known: _Known, labels: Sequence[str], text: str, statement: str) -> str:
    """The value that the text promotes, or what the facts say of the text and the statement."""
    valued = [value for value in (*known.find_values(text), *known.find_values(statement)) if value in labels]
    if valued:
        return valued[0]
    if _STANDS & set(labels) or _fold(text) == _fold(statement):
        if not (known.stands(statement) and known.stands(text)):
            return _pick(labels, "against")
        if _STANDS & set(labels):
            return _pick(labels, "for")
    return _pick(labels, known.relate(text, statement))


def _pick(labels: Sequence[str], side: Side) -> str:
    """The first label that says so; else that nothing is meant, or the first that says nothing of the kind."""
    said = [label for label in labels if label in _MEANINGS[side] or label == "none"]
    said.sort(key=lambda label: label == "none")
    silent = [label for label in labels if not any(label in some for some in _MEANINGS.values())]
    return next(iter([*said, *silent, *labels]))


def _score(known: _Known, question: Score) -> Reply:
    related = known.relate(question.text, question.statement)
    if question.may_decline and not (known.find(question.text) or known.find(question.statement)):
        return Declined(why="the facts say nothing of it")
    if question.low < 0 < question.high:
        return Scored(score=_place(question, _STRONG if known.stands(question.text) else _WEAK))
    wanted = "against" if question.aim in _AGAINST else "for"
    return Scored(score=_place(question, _STRONG if related == wanted else _WEAK))


def _place(scale: Score | ScoreField, share: float) -> float:
    return min(scale.high, max(scale.low, scale.low * (1 - share) + scale.high * share))


def _read_motion(text: str) -> Motion | None:
    """The motion that a question or an option makes; none of an open question."""
    try:
        return parse_motion(text)
    except InputError:
        return None


def _shorten(text: str) -> str:
    """What was offered itself, without the lines that say where it stands and what stands around it."""
    return text.partition("\n")[0]


@lru_cache(maxsize=4096)
def _fold(text: str) -> str:
    """Words alone, so that marks, case and spaces make no difference."""
    words = re.findall(r"\w+", text.casefold())
    return f" {' '.join(words)} "
