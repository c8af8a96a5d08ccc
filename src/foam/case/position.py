"""Phase two: what a speech stands for, in three whole acts.

    proposal ── critique ── defence ──┬── proposal ── critique ── defence ── …
                                      └── the proposal with the best score goes on

The seat proposes: its answer, the plan where the speech opens with one, and its claims over the file. The critic raises
up to three objections. The evaluator says which of them is the strongest, which the seat reads first, and how the
proposal stands against it; the seat proposes again. After three to five rounds a rule stops it: a strong defence (over
5.0), scores that no longer move (variance under 0.5), or the fifth round; sooner where nobody objects. The record says
which rule it was.

Every model answers the same forms. What stays empty is the seat's declared position, which code makes from the motion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import pvariance
from typing import Literal, NamedTuple, cast

from foam.acts.engine import Act, Reading, list_rows, perform, place_row, read_texts
from foam.acts.person import ABOVE, tell_person
from foam.acts.shown import AT_ONCE, ShownFile, gather_file
from foam.argument.motion import Motion
from foam.argument.rows import OBJECTION_TYPES
from foam.case.plan import Position, list_positions, read_direction, take_position
from foam.case.task import describe_situation
from foam.case.values import REASONS, Answered, Plan, PlanObjection, Reworded, describe_unchanged
from foam.evidence.corpus import Passage
from foam.job.answers import read_reasons
from foam.job.retrieval import depend_on, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.check import FOR_OR_AGAINST
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, ScoreField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.perspective.manner import Stance, read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input
from foam.values import Value
from foam_quotes.text.faithful import find_unfaithful

MIN_ROUNDS, MAX_ROUNDS = 3, 5
STRONG_DEFENCE, _STILL = 5.0, 0.5
_DEFENCE_SCALE = (-10.0, 10.0)
_MOST_CLAIMS, _MOST_OBJECTIONS = 5, 3
PLAN_WORDS, _PART_WORDS = 60, 40
_PLAN_PARTS = {
    "agent": "who acts",
    "mandate": "what they do, and to what",
    "funding": "who pays, and how",
    "enforcement": "how it is seen to that it is done",
    "time": "from when, and for how long",
}
_ANSWER = "answer"
_CLAIMS, _OBJECTIONS = "claims", "objections"
_OWN = frozenset({"number", "date", "borrowed"})
"""What a plan may have without a source: its own amounts and days, and words in which others propose the same."""
NOTHING, _FIRST = "(nothing)", "(this is the first draft)"
_ASKED_FOR, _OTHERWISE = "Somebody who has read the speech wants it otherwise.", "Put it in other words."
_NOTHING_NEW = "nothing else was written that counts"
_TASKS: dict[str, str] = {
    "position": "Take the position that a speech defends. The fields of a plan are not asked for.",
    "plan": "Write the plan that a speech stands for: how what is asked for shall be done, and no more than that.",
    "counterplan": "Write the counterplan of a speech against what is asked for: what shall be done in its place. It "
    "does not do what the question asks for, whoever does it has a reason not to do the other as well, and it reaches "
    "what the other side says is gained, or as much of it as matters.",
}

_Stop = Literal["strong defence", "converged", "round limit", "nothing objected", "nobody judged", "nothing new"]
Kind = Literal["position", "plan", "counterplan"]


class Claim(Value):
    """A reason that a seat brings for its answer."""

    says: str
    grounds: tuple[Passage, ...] = ()
    warrant: str = ""
    unless: str = ""


class Proposal(Value):
    """What a seat proposes, in one of its wordings."""

    stance: Stance
    answer: str
    why: str = ""
    reply: str = ""
    """What was changed after the objections to the one before, what not, and why."""
    plan: Plan | None = None
    claims: tuple[Claim, ...] = ()
    granted: tuple[PlanObjection, ...] = ()
    """What speaks against it, as the seat itself says."""
    objections: tuple[PlanObjection, ...] = ()
    """What was held against the proposals before it, and what each part says since."""
    entry: str = ""

    @property
    def grounds(self) -> tuple[Passage, ...]:
        """Every sentence it rests on, once."""
        return tuple({one.pointer: one for claim in self.claims for one in claim.grounds}.values())

    @property
    def parts(self) -> dict[str, str]:
        """What an objection may strike, and its words."""
        plan = {name: getattr(self.plan, name) for name in ("text", *_PLAN_PARTS)} if self.plan else {}
        claims = {f"claim {n}": claim.says for n, claim in enumerate(self.claims, start=1)}
        return {_ANSWER: self.answer, **{name: words for name, words in plan.items() if words}, **claims}

    def show(self) -> str:
        """As others read it."""
        lines = [f"{name}: {words}" for name, words in self.parts.items()]
        for n, claim in enumerate(self.claims, start=1):
            lines += [f"claim {n} rests on: {one.text} ({one.cite})" for one in claim.grounds]
            lines += [f"claim {n}, why: {claim.warrant}"] if claim.warrant else []
            lines += [f"claim {n}, unless: {claim.unless}"] if claim.unless else []
        return "\n".join((*lines, *((f"why: {self.why}",) if self.why else ())))


class Round(NamedTuple):
    """A proposal, what was objected to it, and how it stands."""

    proposal: Proposal
    objections: tuple[PlanObjection, ...]
    """The strongest first."""
    score: float
    reasons: str
    entry: str


@dataclass(frozen=True)
class Ground:
    """What a speech stands for, and what that rests on."""

    position: Position
    proposal: Proposal | None = None
    found: tuple[Passage, ...] = ()
    """Sentences that were found for it, those it rests on first."""
    answered: Answered | None = None
    """The plan that the other side read, where the speech answers one."""
    reworded: tuple[Reworded, ...] = ()
    """What it said before somebody wanted it otherwise."""
    unchanged: str = ""
    """Why it stands as it was, where somebody wanted it otherwise and nothing came of it."""

    @property
    def plan(self) -> Plan | None:
        return self.proposal.plan if self.proposal else None

    @property
    def reasons(self) -> tuple[str, ...]:
        return tuple(f"{one.says} {one.warrant}".strip() for one in self.proposal.claims) if self.proposal else ()


@dataclass(frozen=True)
class Brief:
    """What the acts are about."""

    kind: Kind
    seat: Perspective
    motion: Motion
    stances: tuple[Stance, ...]
    file: ShownFile
    answered: Answered | None = None
    stands_for: str = ""
    """What the speech stands for already, where a counterplan is proposed."""

    @property
    def known(self) -> tuple[str, ...]:
        """What words may name without a source."""
        said = (self.answered.plan, *self.answered.gained) if self.answered else ()
        return tuple(filter(None, (self.motion.question, self.motion.affirmed, self.seat.description, *said)))

    def before_words(self, before: Round | None) -> tuple[str, ...]:
        """What was proposed and objected before, which a proposal may take up."""
        return (before.proposal.show(), *(one.text for one in before.objections)) if before else ()

    def cite(self, ids: Sequence[str]) -> tuple[Passage, ...]:
        shown = ((self.file.sentence_by_id[name], self.file.name_source(name)) for name in ids)
        return tuple(Passage(pointer=one.pointer, text=one.text, cite=cite) for one, cite in shown)


def find_stop_rule(scores: Sequence[float]) -> _Stop | None:
    """The rule that stops the rounds after these scores; None to go on."""
    if len(scores) < MIN_ROUNDS:
        return None
    if scores[-1] > STRONG_DEFENCE:
        return "strong defence"
    if pvariance(scores) < _STILL:
        return "converged"
    return "round limit" if len(scores) >= MAX_ROUNDS else None


async def take_ground(
    session: Session,
    seat: Perspective,
    motion: Motion,
    motion_entry: Entry,
    *,
    kind: Kind,
    is_open: bool = False,
    answered: Answered | None = None,
    wanted: Sequence[str] = (),
) -> Ground:
    """What a seat stands for. Where it `is_open` the seat may take any stance of its side. `wanted` are reasons for
    which somebody who has read the plan wants it otherwise."""
    declared = take_position(session, seat, motion, motion_entry)
    sides = (one for one in _offer(session, seat, motion) if read_direction(one) == declared.direction)
    stances = tuple(sides) if is_open else (declared.stance,)
    return await _propose(session, seat, motion, Ground(declared, answered=answered), kind, stances, wanted)


async def propose_instead(session: Session, seat: Perspective, motion: Motion, ground: Ground) -> Plan | None:
    """What a speech against the resolution puts forward in its place; None where nobody proposes anything."""
    stances = (ground.position.stance,)
    return (await _propose(session, seat, motion, replace(ground, proposal=None), "counterplan", stances)).plan


def _offer(session: Session, seat: Perspective, motion: Motion) -> dict[Stance, str]:
    """The positions that a seat may take, in the words of the motion."""
    return list_positions(motion, seat, {value.id: value.text for value in session.pack.values})


async def _propose(
    session: Session,
    seat: Perspective,
    motion: Motion,
    ground: Ground,
    kind: Kind,
    stances: tuple[Stance, ...],
    wanted: Sequence[str] = (),
) -> Ground:
    """Propose, have it criticised, and propose again until a rule stops it."""
    declared, answered = ground.position, ground.answered
    since: tuple[Input, ...] = (depend_on("position", declared.entry), depend_on_seat(seat))
    file, found = _find_file(session, seat, declared, answered, *since)
    nothing = replace(ground, found=found)
    if not file.ids:
        return nothing
    brief = Brief(
        kind=kind,
        seat=seat,
        motion=motion,
        stances=stances,
        file=file,
        answered=answered,
        stands_for=declared.text,
    )
    own = session.of(seat)

    async def ask(before: Round | None, *given: Input) -> Proposal | None:
        done = await perform(own, make_proposal(session.prompts, brief, before), *since, *given, *file.inputs)
        return done.value and _date(done.value, done.entry, before)

    async def criticise(proposal: Proposal, earlier: Sequence[Round]) -> Round | _Stop:
        given = depend_on("proposal", proposal.entry)
        raised = await perform(own, make_critique(session.prompts, brief, proposal, earlier), given, *file.inputs)
        if raised.value is None or raised.entry is None or (raised.left_out and not raised.value):
            return "nobody judged"
        if not raised.value:
            return "nothing objected"
        asked = make_defence(session.prompts, brief, proposal, raised.value)
        judged = await perform(session, asked, given, depend_on("critique", raised.entry))
        if judged.value is None or judged.entry is None:
            return "nobody judged"
        score, strongest = judged.value
        others = (one for n, one in enumerate(raised.value) if n != strongest)
        ordered = (raised.value[strongest], *others)
        return Round(proposal, ordered, score, read_reasons(judged.entry), judged.entry.key)

    proposal = await ask(None)
    if proposal is None:
        return nothing
    rounds: list[Round] = []
    stopped: _Stop | None = None
    while stopped is None:
        met = await criticise(proposal, rounds)
        if not isinstance(met, Round):
            stopped = met
            break
        rounds.append(met)
        stopped = find_stop_rule([one.score for one in rounds])
        if stopped is None:
            again = await ask(met, depend_on("defence", met.entry))
            stopped, proposal = ("nothing new", proposal) if again is None else (None, again)
    kept, entry = _keep_best(session, proposal, rounds, stopped)
    reworded, unchanged = list[Reworded](), ""
    for because in wanted:
        said = kept.plan.text if kept.plan else kept.answer
        asked_for = PlanObjection(part="text" if kept.plan else _ANSWER, text=because or _OTHERWISE)
        again = await ask(Round(kept, (asked_for,), 0.0, _ASKED_FOR, entry), depend_on("kept", entry))
        unchanged = "" if again else describe_unchanged(_NOTHING_NEW, because)
        if again:
            kept, entry = again, again.entry
            reworded.append(Reworded(before=said, because=because))
    text = kept.plan.text if kept.plan else kept.answer
    taken = declared.model_copy(
        update={
            "stance": kept.stance,
            "why": kept.why,
            "entry": entry,
            "text": text or _offer(session, seat, motion)[kept.stance],
            "voice": "written" if text else "bounded",
        }
    )
    grounds = tuple(dict.fromkeys((*kept.grounds, *found)))
    return Ground(taken, kept, grounds, answered, tuple(reworded), unchanged)


def _find_file(
    session: Session, seat: Perspective, declared: Position, answered: Answered | None, *since: Input
) -> tuple[ShownFile, tuple[Passage, ...]]:
    """The sentences that are shown to whoever proposes: a small library as a whole, else what is found in it."""
    gained = answered.gained if answered else ()
    queries = (f"{declared.text} {session.describe_concerns(seat)}", *gained)
    found = [
        retrieve(
            session.clerk,
            session.corpus,
            query,
            *since,
            policy=seat.policy,
            manner=read_manner(seat),
            fragments=False,
        )
        for query in queries
    ]
    extent = AT_ONCE if seat.policy.is_open else AT_ONCE._replace(documents=0)
    passages = tuple({one.pointer: one for some in found for one in some.passages}.values())
    return gather_file(session.clerk, session.corpus, found, extent=extent), passages


def _date(proposal: Proposal, entry: Entry | None, before: Round | None) -> Proposal:
    """The proposal with the entry that holds it; a plan also with what was held against the one before."""
    assert entry is not None
    plan, earlier = proposal.plan, before.proposal if before else None
    raised = tuple(_follow(one, earlier, proposal) for one in before.objections) if before and earlier else ()
    objections = (*(earlier.objections if earlier else ()), *raised)
    if plan:
        update: dict[str, object] = {"entry": entry.key, "objections": objections, "answer": proposal.reply}
        if earlier and (old := earlier.plan):
            said = tuple(filter(None, (*old.earlier_answers, old.answer)))
            update |= {"before": old.before or old.text, "earlier_answers": said}
        plan = plan.model_copy(update=update)
    return proposal.model_copy(update={"entry": entry.key, "plan": plan, "objections": objections})


def _follow(objection: PlanObjection, before: Proposal, after: Proposal) -> PlanObjection:
    """An objection with what the part that it strikes says since."""
    now = after.parts.get(objection.part, "")
    return objection.model_copy(update={"after": now, "mended": now != before.parts.get(objection.part, "")})


def _keep_best(session: Session, last: Proposal, rounds: Sequence[Round], stopped: _Stop) -> tuple[Proposal, str]:
    """The proposal with the best score, the latest of equals; one to which nothing was objected, whatever earlier ones
    scored."""
    scores = [one.score for one in rounds]
    best = last
    if rounds and stopped != "nothing objected":
        best = max(enumerate(rounds), key=lambda one: (one[1].score, one[0]))[1].proposal
    place = next((n for n, one in enumerate(rounds, start=1) if one.proposal is best), len(rounds) + 1)
    kept = session.clerk.compute(
        "kept proposal",
        lambda: {"round": place, "stopped": stopped, "scores": scores},
        depend_on("proposal", best.entry),
        *(depend_on(f"defence {n}", one.entry) for n, one in enumerate(rounds, start=1)),
        rule=stopped,
    )
    return best, kept.key


def make_proposal(prompts: Prompts, brief: Brief, before: Round | None = None) -> Act[Proposal]:
    """What does the seat stand for, how shall it be done, and on which sentences does it rest?"""
    answered, motion = brief.answered, brief.motion
    gained = tuple(Option(id=f"g{n}", text=text) for n, text in enumerate(answered.gained if answered else (), start=1))
    asked = render_prompt(
        prompts,
        "case/proposal",
        task=_TASKS[brief.kind],
        question=fence(motion.question),
        affirmed=fence(motion.affirmed),
        stands_for=fence(brief.stands_for),
        situation=describe_situation(answered) or NOTHING,
        gained=fence_options(gained) or NOTHING,
        before=fence(before.proposal.show()) if before else _FIRST,
        objections="\n".join(fence(f"{one.part}: {one.text}") for one in before.objections) if before else NOTHING,
        reasons=fence(before.reasons) if before and before.reasons else NOTHING,
        documents=ABOVE,
    )
    write = Write(
        **asked,
        **tell_person(prompts, brief.seat, brief.file),
        statement=brief.stands_for,
        fields=tuple(_list_proposal_fields(brief, gained, again=before is not None)),
        material=(*gained, *brief.file.material),
    )
    return Act("proposal", write, lambda form: _read_proposal(form, brief, before))


def _list_proposal_fields(brief: Brief, gained: Sequence[Option], *, again: bool) -> Iterator[FormField]:
    ids = brief.file.ids
    if again:
        yield _text("reply", "what you changed, what not, and why", 80)
    yield LabelField(name="stance", about="your answer to the question", labels=brief.stances)
    yield _text(_ANSWER, "your answer in one sentence of your own", 45)
    yield _text("why", "why you answer so", 120)
    if brief.kind != "position":
        yield _text("text", "the plan as it is read, in whole sentences with shall", PLAN_WORDS)
        for name, about in _PLAN_PARTS.items():
            yield _text(name, about, _PART_WORDS)
    if brief.kind == "counterplan" and gained:
        names = tuple(one.id for one in gained)
        yield IdsField(name="solves", about="what it reaches of what they gain", ids=names, at_most=len(names))
    yield ListField(
        name=_CLAIMS,
        about="your reasons, the weightiest first; also what speaks against you",
        at_most=_MOST_CLAIMS,
        fields=(
            TextField(name="says", about="one plain sentence", max_words=30),
            LabelField(name="side", about="whether it speaks for or against you", labels=FOR_OR_AGAINST),
            IdsField(name="at", about="its sentences", ids=ids, at_least=1, at_most=min(4, len(ids))),
            _text("warrant", "why it speaks so, if its sentences are true", 40),
            _text("unless", "what would have to be so for it not to hold", 30),
        ),
    )


def _text(name: str, about: str, words: int) -> TextField:
    return TextField(name=name, about=about, max_words=words, may_be_empty=True, explains=True)


def _read_proposal(form: Form, brief: Brief, before: Round | None) -> Reading[Proposal]:
    claims, granted, faults = list[Claim](), list[PlanObjection](), list[str]()
    for number, row in enumerate(list_rows(form, _CLAIMS), start=1):
        claim = Claim(
            says=str(row["says"]),
            grounds=brief.cite(read_texts(row, "at")),
            warrant=str(row["warrant"]),
            unless=str(row["unless"]),
        )
        cited = [one.text for one in claim.grounds]
        found = find_unfaithful(claim.says, cited=cited, known=brief.known)
        faults += [place_row(_CLAIMS, number, f"“{one.told}”: {one.why}") for one in found]
        if row["side"] == FOR_OR_AGAINST[0]:
            claims.append(claim)
        else:
            pointers = tuple(one.pointer for one in claim.grounds)
            granted.append(PlanObjection(part=_ANSWER, text=claim.says, grounds=pointers))
    texts = {name: str(form.get(name, "")).strip() for name in ("text", *_PLAN_PARTS)}
    named = {f"g{n}": one for n, one in enumerate(brief.answered.impacts if brief.answered else (), start=1)}
    solves = tuple(named[name] for name in read_texts(form, "solves") if name in named) if "solves" in form else ()
    cited = [one.text for claim in claims for one in claim.grounds]
    said = (*brief.known, *brief.before_words(before))
    for name, words in texts.items():
        found = find_unfaithful(words, cited=cited, known=said)
        faults += [f"{name}: “{one.told}”: {one.why}" for one in found if one.kind not in _OWN]
    if before and texts["text"] and before.proposal.plan and texts["text"] == before.proposal.plan.text:
        faults += ["text: these are the words that it had"] if before.reasons == _ASKED_FOR else []
    if before and before.proposal.plan and not texts["text"]:
        faults.append("text: the plan is missing")
    grounds = tuple(dict.fromkeys(one.pointer for claim in claims for one in claim.grounds))
    plan = Plan(**texts, solves=solves, grounds=grounds, entry="") if texts["text"] else None
    proposal = Proposal(
        stance=cast("Stance", form["stance"]),
        answer=str(form[_ANSWER]).strip(),
        why=str(form["why"]).strip(),
        reply=str(form.get("reply", "")).strip(),
        plan=plan,
        claims=tuple(claims),
        granted=tuple(granted),
    )
    return Reading(None if faults else proposal, tuple(faults))


def make_critique(
    prompts: Prompts, brief: Brief, proposal: Proposal, earlier: Sequence[Round]
) -> Act[tuple[PlanObjection, ...]]:
    """What is wrong with the proposal, if anything is?"""
    told = [f"{one.part}: {one.text}" for met in earlier for one in met.objections]
    asked = render_prompt(
        prompts,
        "case/critique",
        question=fence(brief.motion.question),
        task=_TASKS[brief.kind],
        situation=describe_situation(brief.answered) or NOTHING,
        earlier=fence("\n".join(told)) if told else _FIRST,
        proposal=fence(proposal.show()),
        documents=ABOVE,
    )
    ids = brief.file.ids
    objections = ListField(
        name=_OBJECTIONS,
        about="the one that would change most first; none, where nothing that matters is wrong",
        at_most=_MOST_OBJECTIONS,
        fields=(
            LabelField(name="part", about="what it strikes", labels=tuple(proposal.parts)),
            LabelField(name="type", about="what is wrong with it", labels=OBJECTION_TYPES),
            TextField(name="says", about="the objection", max_words=50, explains=True),
            IdsField(name="at", about="sentences that speak against that part", ids=ids, at_most=min(3, len(ids))),
        ),
    )
    write = Write(
        **asked,
        system=prompts["system/critic"].text,
        shared=tell_person(prompts, brief.seat, brief.file)["shared"],
        role="critic",
        statement=proposal.show(),
        aim="contradicts",
        fields=(objections,),
        material=brief.file.material,
    )
    return Act("critique", write, lambda form: _read_critique(form, brief, proposal))


def _read_critique(form: Form, brief: Brief, proposal: Proposal) -> Reading[tuple[PlanObjection, ...]]:
    objections, faults = list[PlanObjection](), list[str]()
    for number, row in enumerate(list_rows(form, _OBJECTIONS), start=1):
        at, says = brief.cite(read_texts(row, "at")), str(row["says"]).strip()
        cited = [one.text for one in (*proposal.grounds, *at)]
        found = find_unfaithful(says, cited=cited, known=(*brief.known, proposal.show()))
        faults += [place_row(_OBJECTIONS, number, f"“{one.told}”: {one.why}") for one in found]
        grounds = tuple(one.pointer for one in at)
        objections.append(PlanObjection(part=str(row["part"]), type=str(row["type"]), text=says, grounds=grounds))
    return Reading(None if faults else tuple(objections), tuple(faults))


def make_defence(
    prompts: Prompts, brief: Brief, proposal: Proposal, objections: Sequence[PlanObjection]
) -> Act[tuple[float, int]]:
    """How does the proposal stand against the strongest objection, and which is that?"""
    low, high = _DEFENCE_SCALE
    options = tuple(Option(id=f"o{n}", text=f"{one.part}: {one.text}") for n, one in enumerate(objections, start=1))
    asked = render_prompt(
        prompts,
        "case/defence",
        question=fence(brief.motion.question),
        proposal=fence(proposal.show()),
        objections=fence_options(options),
        low=f"{low:g}",
        high=f"{high:g}",
    )
    write = Write(
        **asked,
        system=prompts["system/evaluator"].text,
        role="evaluator",
        reasons=REASONS,
        statement=proposal.show(),
        fields=(
            LabelField(name="strongest", labels=tuple(one.id for one in options)),
            ScoreField(name="score", low=low, high=high),
        ),
        material=options,
    )
    names = [one.id for one in options]
    return Act("defence", write, lambda form: _read_defence(form, names))


def _read_defence(form: Form, names: Sequence[str]) -> Reading[tuple[float, int]]:
    score = form["score"]
    if not isinstance(score, float):
        return Reading(None, ("score: there is none",))
    return Reading((score, names.index(str(form["strongest"]))))
