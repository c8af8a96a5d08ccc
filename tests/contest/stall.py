"""The fish stall, asked about and then challenged: a model that fills each form from a table of what it would say."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.acts.files import LETTER, NOTE, QUESTION, RULES, Reader, fill_frame, leaf, node, read_labels, reason, support
from tests.deliberation.table import NOON, Table, make_corpus

from foam.contest.challenge import Challenge, Ground
from foam.contest.given import Given
from foam.contest.hearing import Hearing
from foam.contest.job import admit, hear_challenge, load_file, read_from
from foam.contest.leaves.version import AnswerVersion
from foam.contest.preview import Preview
from foam.contest.spec import ContestSpec
from foam.deliberation.answer.ask import ask
from foam.evidence.corpus import ListedCorpus
from foam.evidence.document import Citation, Document, Origin, make_document
from foam.job.job import RunResult, run
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel

PLACE = "03#s2"
"""The sentence of the warden's note that speaks against the stallholder."""
NO_GRAFT: dict[str, Any] = {"leaves": (), "steps": (), "nodes": (), "considerations": (), "if_not": (), "why": ""}
FORM = fill_frame()
RULED = fill_frame(
    leaves=(
        *FORM["leaves"],
        leaf("order", "application", "To stand clear is not to block.", of=("clear",), rule=("doors",), words="door"),
    ),
    nodes=(node("keeps", "all", "limit", "doors", "narrow", "clear", "order"),),
)
WEIGHED = fill_frame(
    leaves=(),
    steps=(),
    nodes=(),
    root=(),
    considerations=(reason("for", "It is narrow.", "02#s1"), reason("against", "It blocks a door.", "03#s2")),
)


@dataclass
class Stall:
    """Says of each leaf what `says` has for it, and that it holds of any other."""

    frame: dict[str, Any] = field(default_factory=lambda: RULED)
    says: Mapping[str, str] = field(default_factory=dict)
    now: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Verdicts: how a leaf stands, and the sentence that says so."""
    graft: dict[str, Any] = field(default_factory=dict)
    asked: list[Write] = field(default_factory=list)

    def __call__(self, call: Call) -> Said | None:
        question = call.question
        assert isinstance(question, Write)
        self.asked.append(question)
        match question.template:
            case "acts/frame":
                return Written(fields=self.frame)
            case "acts/evaluate":
                names = read_labels(question, "supports")
                rows = {"supports": tuple(support(one, self.says.get(one, "holds")) for one in names)}
                if any(one.name == "verdicts" for one in question.fields):
                    told = ((name, *self.now[name]) for name in read_labels(question, "verdicts") if name in self.now)
                    rows["verdicts"] = tuple(
                        {"leaf": name, "why": "It says so.", "now": now, "at": (at,)} for name, now, at in told
                    )
                if any(one.name == "reasons" for one in question.fields):
                    rows["reasons"] = tuple(self.speak(question, one) for one in read_labels(question, "reasons"))
                return Written(fields=rows)
            case "acts/graft":
                offered = {one.name for one in question.fields}
                form = {"under": read_labels_of(question, "under")[0], **NO_GRAFT, **self.graft}
                return Written(fields={name: value for name, value in form.items() if name in offered})
            case "acts/tell":
                return Written(fields={"sentences": ({"nodes": read_nodes(question)[:8], "text": "So it is."},)})
            case _:
                return Reader()(call)

    def speak(self, question: Write, name: str) -> dict[str, str]:
        """For which answer a reason speaks: for that of whoever wrote it."""
        text = next(one.text for one in question.material if one.id == name)
        written = (
            *self.frame.get("considerations", ()),
            *self.graft.get("considerations", ()),
            *WEIGHED["considerations"],
        )
        option = next(one["option"] for one in written if text.startswith(one["says"]))
        return {"reason": name, "why": "", "speaks_for": option}


def read_labels_of(question: Write, name: str) -> tuple[str, ...]:
    """The labels of a field."""
    return tuple(getattr(next(one for one in question.fields if one.name == name), "labels", ()))


def read_nodes(question: Write) -> tuple[str, ...]:
    return tuple(one.id for one in question.material)


class Square:
    """A market square: an answer that was asked for once, and challenges to it."""

    def __init__(
        self, frame: dict[str, Any] = RULED, *, says: Mapping[str, str] | None = None, titled: bool = False
    ) -> None:
        self.table = Table(pack="street-lamps")
        self.table.corpus = make_corpus(RULES, LETTER, NOTE)
        if titled:
            self.table.corpus = ListedCorpus.of(write_paper(*one, title=one[0]) for one in (RULES, LETTER, NOTE))
        self.seat(Stall(frame, says or {}))
        ran = run(ask, self.table.ask_spec(QUESTION), self.table.tools, store=self.table.store, clock=lambda: NOON)
        self.run = asyncio.run(ran).run
        self.version = self.load(self.run)

    def seat(self, stall: Stall, *, writes: bool = True) -> None:
        """From now on this model answers."""
        self.table.models = dict.fromkeys(self.table.models, ScriptedModel(stall, writes=writes))

    def load(self, run: str) -> AnswerVersion:
        version = asyncio.run(load_file(self.table.store, run))
        assert isinstance(version, AnswerVersion)
        return version

    def admit(self, challenge: Challenge, version: AnswerVersion, brought: tuple[Document, ...] = ()) -> Hearing:
        return admit(version, challenge, brought, read_from(self.table.corpus))

    def preview(self, challenge: Challenge) -> Preview:
        return self.admit(challenge, self.version).preview(self.table.corpus)

    def hear(
        self,
        node: str,
        ground: Ground,
        *,
        stall: Stall | None = None,
        of: str = "",
        because: str = "It is not as it says.",
        brought: tuple[Document, ...] = (),
        answer: Given | None = None,
        writes: bool = True,
    ) -> RunResult[Any]:
        self.seat(stall or Stall(), writes=writes)
        version = self.load(of or self.run)
        digests = tuple(one.digest for one in brought)
        challenge = Challenge(node=node, ground=ground, because=because, challenger="Ada", brought=digests)
        challenge = version.resolve(challenge, self.table.corpus)
        self.admit(challenge, version, brought)
        tools = self.table.tools
        spec = ContestSpec(**tools.describe(), of=version.run, challenge=challenge, answer=answer)
        heard = hear_challenge(spec, version, tools, store=self.table.store, documents=brought, clock=lambda: NOON)
        return asyncio.run(heard)


def write_paper(*sentences: str, title: str = "") -> Document:
    """A paper that comes with a challenge."""
    origin = Origin(file="paper.txt", format="txt", importer="plain-1")
    return make_document("\n".join(sentences), origin=origin, citation=Citation(title=title))
