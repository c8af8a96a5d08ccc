"""The acts that case writing asks of a model that writes: one typed function for each prompt template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from foam.case.chain import BACKING
from foam.case.marks import drop_marks
from foam.case.purpose import describe_answering, describe_figures, describe_purpose
from foam.case.seat import describe_seat
from foam.case.task import Task, describe_task, show_with_theirs
from foam.evidence.assemble import MOST_SENTENCES
from foam.model.form import FormField, IdsField, LabelField, ListField, TextField, count_words
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.text.listed import describe_lead

PLAN_WORDS, PART_WORDS, MOST_GROUNDS = 60, 40, 6
OBJECTION_WORDS, MOST_OBJECTIONS, REPLY_WORDS = 50, 3, 80
WRITTEN_TAG_WORDS, WARRANT_WORDS, WHY_WORDS = 20, 30, 40
ANALYTIC_WORDS, TELLING_WORDS, SENTENCE_WORDS = 60, 80, 40
LEAST_ANALYTIC = 25
"""Words that an analytic has, however short its slot."""
SEARCH_WORDS, MOST_SEARCHES = 20, 3
CARD, ANALYTIC, LESS, EMPTY = "card", "analytic", "claim less", "leave empty"
"""What a writer may do with a slot."""
NEEDED_PARTS, OTHER_PARTS = ("agent", "mandate"), ("funding", "enforcement", "time")
NOTHING = "(nothing)"
_FIRST = "(this is your first draft)"
_WHOLE = "the whole"
MOST_SENTENCES_TOLD = 6
_ABOUT = {
    "agent": "who acts",
    "mandate": "what they do, and to what",
    "funding": "who pays, and how; empty if it costs nothing",
    "enforcement": "how it is seen to that it is done, and what happens where it is not; empty if nobody can fail to",
    "time": "from when, and for how long",
}
_PLAN_TASK = "Write the plan that this speech stands for: how what is asked for shall be done."
_COUNTERPLAN_TASK = (
    "Write the counterplan of a speech against what is asked for: what shall be done in its place, so that nobody who "
    "does this needs to do what was asked. It must not do what the question asks for. It does what your seat stands "
    "for, and nothing that this leaves out or forbids: from here on it is what the speech stands for."
)
_SOLVES = (
    "Under solves name by id what of the following it reaches by a way of its own. For each that you name the speech "
    "has a part that shows it from evidence, of one source: name what the sentences below can show. What you do not "
    "name is not claimed."
)
_WITHIN = "It stays within the question: doing it is doing what was asked, or part of it."
_IN_ITS_PLACE = (
    "It stands in place of what was asked, and of the plan of the other side where one stands below: it does neither, "
    "whoever does it has a reason not to do the other as well, and it reaches what they say is gained, or as much of "
    "it as matters, without what that costs."
)
_IS_PLAN = "It is the plan of a speech for what the question asks."
_IS_INSTEAD = (
    "It is a counterplan: a speech against what the question asks puts it forward in its place. It is no fault that it "
    "does not do what the question asks. It is one if it does, if both could be done together with nothing lost, or if "
    "it does not reach what the other is for. It is one, too, if it does something else than the speaker stands for."
)
_REPLACED, _STANCE = "The plan in whose place it is put:", "What the speaker stands for:"
_MEETS = "It meets this, which they said:"
_MEETS_ONE = "It meets one of these points, which they said; which one is yours to choose:"
_SAME_LIST = "stands in the same list"
_FOLLOWS = "It has to follow from this step, which has been read before it:"
_BACKS = "It has to show why this is so, which has been read before it:"


@dataclass(frozen=True, slots=True)
class OfferedSource:
    """A source as a writer reads it: whose it is, and its sentences by id."""

    id: str
    about: str
    """Author, year, kind of source, title."""
    sentences: Options
    read: Mapping[str, str] = field(default_factory=dict)
    """Of sentences that another part of the speech reads already, by id: which."""
    theirs: frozenset[str] = frozenset()
    """Ids of the sentences that the other side has read."""
    under: Mapping[str, str] = field(default_factory=dict)
    """Of sentences that stand in a list, by id: the line above them."""


@dataclass(frozen=True, slots=True)
class DraftedPlan:
    """The first draft of a plan, and what a critic held against it."""

    text: str
    parts: Sequence[tuple[str, str]]
    """Agent, mandate, funding, … with their words."""
    objections: Sequence[str] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """All its words."""
        return (self.text, *(words for _, words in self.parts))

    @property
    def shown(self) -> str:
        """The text, and below it each part under its name."""
        return "\n".join([fence(self.text), *(f"{name}:\n{fence(words)}" for name, words in self.parts if words)])


def plan_question(
    prompts: Prompts,
    *,
    task: Task,
    concerns: str,
    sources: Sequence[OfferedSource],
    instead: bool = False,
    gained: Options = (),
    drafted: DraftedPlan | None = None,
) -> Write:
    """Who shall do what, paid how, enforced how, and when? A plan that was criticised is written again; with `instead`
    it is a counterplan, and `gained` is what it may claim to reach."""
    filled = render_prompt(
        prompts,
        "case/plan",
        task="\n".join(filter(None, (_COUNTERPLAN_TASK if instead else _PLAN_TASK, _ask_solved(gained)))),
        within=_IN_ITS_PLACE if instead else _WITHIN,
        words=str(PLAN_WORDS),
        seat=describe_seat(task.seat),
        question=fence(task.question),
        position=describe_task(task)["plan"],
        concerns=fence(concerns),
        options=show_sources(sources),
        draft=drafted.shown if drafted else _FIRST,
        objections="\n".join(map(fence, drafted.objections)) if drafted else NOTHING,
    )
    material = tuple(sentence for source in sources for sentence in source.sentences)
    answer = (TextField(name="answer", about="what you changed, what not, and why", max_words=REPLY_WORDS),)
    fields: tuple[FormField, ...] = (
        *(answer if drafted else ()),
        *(TextField(name=name, about=_ABOUT[name], max_words=PART_WORDS) for name in NEEDED_PARTS),
        *(TextField(name=one, about=_ABOUT[one], max_words=PART_WORDS, may_be_empty=True) for one in OTHER_PARTS),
        TextField(name="text", about="the plan as it is read, in whole sentences with shall", max_words=PLAN_WORDS),
        *((_solves_field(gained),) if gained else ()),
        ids_field("grounds", "the sentences that speak of any part of it", material, at_most=MOST_GROUNDS),
    )
    return Write(**filled, statement=task.plan, fields=fields, material=material)


def _ask_solved(gained: Options) -> str:
    return f"{_SOLVES}\n{fence_options(gained)}" if gained else ""


def _solves_field(gained: Options) -> IdsField:
    ids = tuple(one.id for one in gained)
    return IdsField(name="solves", about="what of theirs it reaches", ids=ids, at_least=1, at_most=len(ids))


def plan_critique_question(
    prompts: Prompts,
    *,
    question: str,
    drafted: DraftedPlan,
    sources: Sequence[OfferedSource],
    instead: bool = False,
    theirs: str = "",
    stance: str = "",
) -> Write:
    """What is wrong with a plan, as somebody would say who has to live with it? With `instead` it is a counterplan, put
    forward in place of what was asked for or of their plan, by a speaker who stands for `stance`."""
    sides = ((_REPLACED, theirs), (_STANCE, stance))
    filled = render_prompt(
        prompts,
        "case/plan_critique",
        most=str(MOST_OBJECTIONS),
        words=str(OBJECTION_WORDS),
        question=fence(question),
        kind="\n\n".join((_IS_INSTEAD, *(f"{heading}\n{fence(words)}" for heading, words in sides if words)))
        if instead
        else _IS_PLAN,
        plan=drafted.shown,
        options=show_sources(sources),
    )
    material = tuple(sentence for source in sources for sentence in source.sentences)
    fields = (
        LabelField(name="part", about="what it strikes", labels=(_WHOLE, *NEEDED_PARTS, *OTHER_PARTS)),
        TextField(name="text", about="the objection", max_words=OBJECTION_WORDS),
        ids_field("grounds", "the sentences that speak against that part", material, at_most=MOST_GROUNDS),
    )
    objections = ListField(name="objections", fields=fields, at_least=0, at_most=MOST_OBJECTIONS)
    return Write(**filled, role="critic", statement=drafted.text, fields=(objections,), material=material)


def searches_question(prompts: Prompts, *, task: Task, parts: Options) -> Write:
    """What is looked up for each part, in the words that a source would use?"""
    filled = render_prompt(
        prompts,
        "case/searches",
        question=fence(task.question),
        plan=describe_task(task)["plan"],
        parts=fence_options(parts),
        most=str(MOST_SEARCHES),
        words=str(SEARCH_WORDS),
    )
    fields = (
        LabelField(name="part", about="the id of the part", labels=tuple(part.id for part in parts)),
        TextField(name="words", about="as a source would say it", max_words=SEARCH_WORDS),
    )
    searches = ListField(name="searches", fields=fields, at_least=1, at_most=MOST_SEARCHES * len(parts))
    return Write(**filled, statement=task.plan, fields=(searches,), material=tuple(parts))


def write_question(
    prompts: Prompts,
    *,
    task: Task,
    part: str,
    component: str,
    seek: str,
    meets: str = "",
    they_say: Sequence[str] = (),
    against: str = "",
    before: str,
    after: Sequence[str] = (),
    refused: Sequence[str],
    room: tuple[int, int],
    sources: Sequence[OfferedSource],
    analytic: bool,
    less: bool = False,
) -> Write:
    """What is read for this part: a card with its tag and warrant, an argument without evidence, or nothing?

    `against` is what it answers, `before` the step that it follows from, `after` all that is read in the steps before.
    `room` is how many words the part has, and over how many a card of several sentences is refused. With `less` the
    writer may say that the part shall claim no more than what was tried shows.
    """
    ways = (CARD, *((ANALYTIC,) if analytic else ()), *((LESS,) if less else ()), EMPTY)
    filled = render_prompt(
        prompts,
        "case/write",
        **describe_task(task),
        part=part,
        purpose=describe_answering(component)
        if against
        else " ".join(filter(None, (describe_purpose(component), describe_figures(component)))),
        seek=f"{fence(seek)}\n\n{_MEETS_ONE if chr(10) in meets else _MEETS}\n{fence(meets)}"
        if meets
        else show_with_theirs(seek, they_say, against),
        relation=_BACKS if component == BACKING and not against else _FOLLOWS,
        before=fence(before or NOTHING),
        after="\n".join(map(fence, after)) or NOTHING,
        refused="\n".join(map(fence, refused)) or NOTHING,
        room=str(room[0]),
        limit=str(room[1]),
        ways=", ".join(ways),
        most=str(MOST_SENTENCES),
        words=str(WRITTEN_TAG_WORDS),
        cards=show_sources(sources, counted=True),
    )
    material = tuple(sentence for source in sources for sentence in source.sentences)
    fields: tuple[FormField, ...] = (
        LabelField(name="decision", about="what you do with the part", labels=ways),
        ids_field("sentences", "sentences of one card", material, at_most=MOST_SENTENCES),
        optional_text("tag", "for a card: what they establish", WRITTEN_TAG_WORDS),
        optional_text("warrant", "for a card: because …", WARRANT_WORDS),
        *((optional_text("analytic", "for an analytic: the argument", ANALYTIC_WORDS),) if analytic else ()),
        optional_text("why", "for a part left empty or one that claims less: why nothing serves", WHY_WORDS),
        optional_text("look_for", "for a part left empty: what to look for, as a source would say it", SEARCH_WORDS),
    )
    return Write(**filled, statement=seek, fields=fields, material=material)


def retag_question(
    prompts: Prompts,
    *,
    task: Task,
    part: str,
    component: str,
    seek: str,
    before: str,
    evidence: str,
    words: tuple[str, str],
    faults: Sequence[str],
) -> Write:
    """What do these sentences establish, and why, after what was found of the first tag and warrant?"""
    filled = render_prompt(
        prompts,
        "case/retag",
        **describe_task(task),
        part=part,
        purpose=describe_purpose(component),
        seek=fence(seek),
        relation=_BACKS if component == BACKING else _FOLLOWS,
        before=fence(before or NOTHING),
        evidence=fence(drop_marks(evidence)),
        tag=fence(words[0]),
        warrant=fence(words[1]),
        faults="\n".join(map(fence, faults)),
        words=str(WRITTEN_TAG_WORDS),
    )
    fields = (
        TextField(name="tag", about="what they establish", max_words=WRITTEN_TAG_WORDS, explains=True),
        TextField(name="warrant", about="because …", max_words=WARRANT_WORDS, explains=True),
    )
    return Write(**filled, statement=evidence, fields=fields)


def analytic_question(
    prompts: Prompts,
    *,
    task: Task,
    part: str,
    purpose: str,
    argued: str,
    draft: str,
    words: int,
    read: Sequence[str] = (),
    before: Sequence[str] = (),
) -> Write:
    """What is argued here without evidence? `argued` is why the seat stands for it, where it said so; `read` are other
    parts of the speech that it may speak of; `before` is what was said here first and what was found of it."""
    filled = render_prompt(
        prompts,
        "case/analytic",
        **describe_task(task),
        part=part,
        purpose=purpose,
        argued=fence(argued or NOTHING),
        draft=fence(draft),
        read="\n".join(map(fence, read)) or NOTHING,
        before="\n".join(map(fence, before)) or NOTHING,
        words=str(words),
    )
    return Write(**filled, statement=draft, fields=(TextField(name="analytic", max_words=words),))


def calculus_question(prompts: Prompts, *, task: Task, metrics: Sequence[str], parts: Options, words: int) -> Write:
    """Which impact weighs most, on what, and why?"""
    filled = render_prompt(
        prompts,
        "case/calculus",
        **describe_task(task),
        metrics="\n".join(map(fence, metrics)),
        parts=fence_options(parts),
        words=str(words),
    )
    return Write(**filled, statement=task.plan, fields=(_telling_field(parts),), material=parts)


def overview_question(prompts: Prompts, *, question: str, plan: str, parts: Options) -> Write:
    """What does the speech argue, in a few sentences?"""
    filled = render_prompt(
        prompts, "case/overview", question=fence(question), parts=fence_options(parts), words=str(TELLING_WORDS)
    )
    return Write(**filled, statement=plan, fields=(_telling_field(parts),), material=parts)


def show_sources(sources: Sequence[OfferedSource], *, counted: bool = False) -> str:
    """Each source with its sentences below it, as they are read aloud; with `counted` how long each is and where it is
    read already."""
    shown = (
        "\n".join(
            (
                fence(one.about, label=f"source id={one.id}"),
                *(_show_sentence(sentence, lead, one, counted=counted) for sentence, lead in _list_leads(one)),
            )
        )
        for one in sources
    )
    return "\n\n".join(shown) or NOTHING


def _list_leads(source: OfferedSource) -> Iterator[tuple[Option, str]]:
    """The sentences of a source, each with what it stands under: the first of a list with the line, others in short."""
    before = ""
    for sentence in source.sentences:
        lead = source.under.get(sentence.id, "")
        yield sentence, _SAME_LIST if lead and lead == before else describe_lead(lead)
        before = lead


def _show_sentence(sentence: Option, lead: str, source: OfferedSource, *, counted: bool) -> str:
    spoken = drop_marks(sentence.text)
    shown = fence(f"{spoken}\n[{lead}]" if lead else spoken, label=f"option id={sentence.id}")
    already = f"; read already under {source.read[sentence.id]}" if sentence.id in source.read else ""
    theirs = "; read by the other side" if sentence.id in source.theirs else ""
    return f"{shown} ({count_words(spoken)} words{already}{theirs})" if counted else shown


def optional_text(name: str, about: str, most: int) -> TextField:
    return TextField(name=name, about=about, max_words=most, may_be_empty=True, explains=True)


def ids_field(name: str, about: str, offered: Options, *, at_most: int) -> IdsField:
    return IdsField(name=name, about=about, ids=tuple(option.id for option in offered), at_most=at_most)


def _telling_field(parts: Sequence[Option]) -> ListField:
    of = IdsField(name="of", about="the parts it speaks of", ids=tuple(p.id for p in parts), at_least=1, at_most=4)
    text = TextField(name="text", about="one sentence", max_words=SENTENCE_WORDS)
    return ListField(name="sentences", fields=(text, of), at_least=1, at_most=MOST_SENTENCES_TOLD)
