"""The questions that ask a model for words of its own in a debate: speeches, searches, questions and answers, flaws,
and what an evaluator and a judge write of them.

What was said, remembered or read is fenced here, as in `foam.debate.questions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from foam.case.seat import describe_seat
from foam.debate.judged import Unborne
from foam.debate.questions import Options
from foam.model.form import FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.perspective.node import Perspective

MOST_FLAWS, FLAW_WORDS = 3, 40
BORNE, PARTLY, OVERSTATED, TURNED, UNBORNE, DENIED, NOTHING_CLAIMED = (
    "borne out",
    "partly",
    "overstated",
    "turned by its context",
    "not borne out",
    "contradicted",
    "nothing to bear out",
)
BORNE_OUT = (BORNE, PARTLY, OVERSTATED, TURNED, UNBORNE, DENIED, NOTHING_CLAIMED)
"""How what is cited stands to a written part, as an evaluator that writes says."""
SENT_BACK = {
    PARTLY: "Only part of it is borne out: say what is, or cite what shows the rest.",
    OVERSTATED: "It says more than what it cites: say no more than that.",
    TURNED: "What stands around the cited sentence turns it: say what the source says there, or cite another.",
    UNBORNE: "What it cites does not show it: say no more than it shows, or cite another.",
    DENIED: "What it cites speaks against it: say what it shows, or cite another.",
}
"""The labels for which a part goes back to its writer, with what is told."""
UNCITED_SENT_BACK = {
    PARTLY: "Only part of it is what was shown or said in this debate: say that part.",
    OVERSTATED: "It says more than what was shown or said in this debate: say no more than that.",
    TURNED: "What stands around a sentence that was cited turns it: say what the source says there.",
    UNBORNE: "It is not what was shown or said in this debate: say what was, or leave it.",
    DENIED: "What was shown or said in this debate speaks against it: say what was, or leave it.",
}
"""The same of a part that cites nothing of its own, as an opening, a closing or a weighing."""
UNBORNE_AS: dict[str, Unborne] = {
    OVERSTATED: "overstated",
    TURNED: "turned by its context",
    DENIED: "contradicted by what it cites",
}
"""How words are told of which more is known than that nothing shows them."""
MEETS, MEETS_PART, MISSES, ANSWERS_NOTHING = "meets it", "meets part of it", "misses it", "answers nothing"
MEETING = (MEETS, MEETS_PART, MISSES, ANSWERS_NOTHING)
"""Whether a part answers the point that it names."""
EVADES = "evades"
RESPONDING = ("answers", "in part", EVADES)
"""Whether an answer in cross-examination answers what was asked."""
NOT_SHOWN = "not shown"
SHOWING = ("shown", NOT_SHOWN, "asserts none")
"""Whether the facts that an answer asserts are shown by what is cited, or were said in the question."""
NO_FAULT, AGAIN, OVERCLAIMED, NEW_REASON = "none", "says it again", "claim says more", "new reason"
OTHER_FAULTS = {
    AGAIN: "It says again what another part of the speech says: say something else in its place.",
    OVERCLAIMED: "Its claim says more than its text: word the claim by the text.",
    NEW_REASON: "It brings a new reason in your last speech, when nobody can answer it: take up one that was given.",
}
"""What else may be wrong with a part, with what its writer is told."""
STATES_NOTHING = "states nothing"
"""The label of a part of a person's speech that makes no point: a greeting, what is said of the way through it."""
REFUTING = (TURNED, DENIED)
"""The labels for which a part is left out in the end."""
_NO_SEAT = (
    "An experienced debater without an interest of your own in the matter. You argue from what can be shown, you grant "
    "what is true, and you would rather answer the strongest form of the other side's case than a weak one."
)


class DebateBrief(NamedTuple):
    """Where a debate stands, for whoever writes in it: what all hear first, then what only this side has in hand."""

    motion: str
    history: Options
    """Every turn so far, each under its number: what was there before stays as it was."""
    position: str
    opposing: str
    seat: Perspective | None = None
    theirs: Options = ()
    """The other side's points, each with what became of it."""
    own: Options = ()
    commitments: Options = ()
    """What answers in cross-examination bind either side to."""

    def list_variables(self) -> dict[str, str]:
        return {
            "motion": fence(self.motion),
            "history": _fence_all(self.history, "turn", "nobody has spoken yet"),
            "speaker": describe_seat(self.seat) if self.seat else _NO_SEAT,
            "position": fence(self.position),
            "opposing": fence(self.opposing),
            "theirs": _fence_all(self.theirs, "point", "they have made no point yet"),
            "own": _fence_all(self.own, "point", "you have made no point yet"),
            "commitments": _fence_all(self.commitments, "commitment", "nobody is bound by an answer yet"),
        }


class SpeechTools(NamedTuple):
    """What a speech can be made of, and what it is held to."""

    evidence: Options
    remembered: Options
    flaws: str
    priors: str
    speech: str
    words: int
    feedback: str = ""


def searches_question(
    prompts: Prompts,
    brief: DebateBrief,
    *,
    field: ListField,
    words: int,
    library: Options = (),
    documents: int = 0,
) -> Write:
    """What is looked up before a speech is written? `library` are those of so many documents that are told, with their
    headings.
    """
    some = f"{len(library)} of {documents} documents, those that were cited and those nearest to the motion"
    filled = render_prompt(
        prompts,
        "debate/searches",
        **brief.list_variables(),
        most=str(field.at_most),
        words=str(words),
        told=some if len(library) < documents else "all its documents",
        library=_fence_all(library, "document", "nothing near this motion"),
    )
    return Write(**filled, statement=brief.position, fields=(field,))


def speech_question(
    prompts: Prompts, brief: DebateBrief, tools: SpeechTools, *, fields: tuple[FormField, ...], material: Options
) -> Write:
    """The whole speech in one act."""
    filled = render_prompt(
        prompts,
        "debate/speech",
        **brief.list_variables(),
        evidence=_fence_all(tools.evidence, "evidence", "the library holds nothing near this motion"),
        remembered=_fence_all(tools.remembered, "argument", "nothing was remembered"),
        flaws=fence(tools.flaws or "none was found"),
        priors=tools.priors or "none stood out",
        speech=tools.speech,
        words=str(tools.words),
        feedback=fence(tools.feedback or "this is your first draft"),
    )
    return Write(**filled, statement=brief.position, fields=fields, material=material)


def tell_matter(brief: DebateBrief, speech: str, *, points: bool = True) -> str:
    """The debate in brief, for whoever writes a passage of a speech again; without `points` only what it is about."""
    shown = brief.list_variables()
    told = {
        "The motion": shown["motion"],
        "Your position": shown["position"],
        "Their position": shown["opposing"],
    }
    if points:
        told |= {
            "Their points, each by its note on the flow, which was not spoken, and what became of it": shown["theirs"],
            "Your own points so far": shown["own"],
            "Commitments from cross-examination": shown["commitments"],
        }
    return "\n".join([*(f"{name}:\n{text}" for name, text in told.items()), f"The speech: {speech}"])


def examination_question(
    prompts: Prompts, brief: DebateBrief, *, about: Option, fields: tuple[FormField, ...]
) -> Write:
    """A question put to the other side, in words."""
    filled = render_prompt(
        prompts, "debate/examination", **brief.list_variables(), about=_fence_all((about,), "point", "")
    )
    return Write(**filled, role="critic", statement=about.text, aim="contradicts", fields=fields, material=(about,))


def testimony_question(
    prompts: Prompts,
    brief: DebateBrief,
    *,
    about: Option,
    asked: str,
    evidence: Options,
    fields: tuple[FormField, ...],
    material: Options,
) -> Write:
    """The answer to a question in cross-examination, in words; it binds."""
    filled = render_prompt(
        prompts,
        "debate/testimony",
        **brief.list_variables(),
        about=_fence_all((about,), "point", ""),
        asked=fence(asked),
        evidence=_fence_all(evidence, "evidence", "the library holds nothing near this"),
    )
    return Write(**filled, statement=about.text, fields=fields, material=material)


_STANDING = (
    "WHAT BECOMES OF THE STATEMENT\n"
    "standing: gives it up, where the statement, the argument or the claim itself falls, in whatever words; takes a "
    "part back, where a figure, a quotation, a word or an example of it goes and the argument is kept; narrows it, "
    "where it holds from now on of less than was said; grants what was asked, where something is granted to whoever "
    "asks and the statement stands as it was said; keeps it, where none of that.\n"
)


def response_question(
    prompts: Prompts,
    *,
    about: Option,
    asked: str,
    answer: Option,
    response: str,
    commitment: str,
    shown: str = "",
    standing: bool = False,
    fields: tuple[FormField, ...],
) -> Write:
    """Does an answer in cross-examination answer what was asked?

    `shown` is what the speech of the statement cites elsewhere; with `standing` it is asked what becomes of the
    statement, too.
    """
    filled = render_prompt(
        prompts,
        "debate/response",
        about=_fence_all((about,), "point", ""),
        asked=fence(asked),
        answer=_fence_all((answer,), "answer", ""),
        response=response,
        commitment=fence(commitment),
        shown=fence(shown or "nothing else"),
        standing=_STANDING if standing else "",
    )
    return Write(**filled, role="evaluator", statement=asked, fields=fields, material=(answer,))


DRAFTED = "You examine the draft of a speech before it is spoken in a formal debate."
SPOKEN = (
    "You examine a speech that a person has made in a formal debate. It was spoken as it stands, and nothing of it is "
    "changed: what you find is told to both sides and to the judge. What is called the draft below is this speech. A "
    "card that one part of it reads bears out the other parts, too: who listens has heard it."
)
"""What a judgement is asked for: a draft that may go back to its writer, or words that were said."""
_IDLE = (
    f" Under fault stands one label more, {STATES_NOTHING}: say so of a part that asserts nothing which anybody could "
    "answer, such as a salutation, thanks, which side the speaker is on, or how the speech goes on. It then counts as "
    "no point, and nobody has to answer it. A part that gives a reason, a fact or an answer, however weak, states "
    "something."
)
_CONCEDED = (
    "WHAT MAY BE GIVEN UP\n"
    "concedes, in each verdict: the ids of the points that the part gives up: points of the other side that it "
    "concedes, or of its own side that it takes back. Who takes back a figure, a quotation, a word or an example, or "
    "grants a fact, keeps the point as long as the argument is kept. Who says in whatever words that the point, the "
    "argument or the claim itself falls gives it up. Leave it empty where nothing is "
    "given up, and of a part whose speaker marked what it does.\n"
    "The points of its own side on which it stands:\n"
)


def judgement_question(
    prompts: Prompts,
    brief: DebateBrief,
    *,
    parts: Options,
    field: ListField,
    rest: Options = (),
    left_out: str = "",
    lets_go: Options = (),
    spoken: bool = False,
    own: Options | None = None,
    idle: bool = False,
) -> Write:
    """Which way does each part of a written draft speak, and do its sources bear it out?

    `rest` are the parts of the draft that stand as they were judged before: to read the others by, and not judged;
    `left_out` is what was written and will not be spoken, with the reasons; `lets_go` are the points of its own side on
    which the speech says that it stands no longer; `spoken` is a speech that a person has made already; `own` are the
    points of its own side that it could give up, where it is asked what the speech concedes; with `idle` it may say of
    a part that it states nothing.
    """
    shown = brief.list_variables()
    filled = render_prompt(
        prompts,
        "debate/judgement",
        occasion=(SPOKEN if spoken else DRAFTED) + (_IDLE if idle else ""),
        **{name: shown[name] for name in ("motion", "history", "position", "opposing")},
        parts=_fence_all(parts, "part", ""),
        rest=_fence_all(rest, "beside", "nothing: all that is kept of the draft stands above"),
        left_out=fence(left_out or "nothing"),
        lets_go=_fence_all(lets_go, "point", "none"),
        conceded="" if own is None else _CONCEDED + _fence_all(own, "point", "none"),
    )
    return Write(**filled, role="evaluator", statement=brief.position, fields=(field,), material=parts)


def decision_question(
    prompts: Prompts,
    *,
    motion: str,
    positions: Mapping[str, str],
    flow: Options,
    commitments: Options,
    note: str,
    fields: tuple[FormField, ...],
) -> Write:
    """On which issues was the debate decided, and who won it? The positions are read in the order they are given."""
    filled = render_prompt(
        prompts,
        "debate/decision",
        motion=fence(motion),
        positions="\n\n".join(f"{side.upper()} DEFENDS\n{fence(text)}" for side, text in positions.items()),
        flow=_fence_all(flow, "point", "nobody made a point"),
        commitments=_fence_all(commitments, "commitment", "nobody is bound by an answer"),
        note=note,
    )
    return Write(**filled, role="judge", statement=motion, fields=fields, material=flow)


def flaws_question(prompts: Prompts, *, kinds: Mapping[str, str], options: Options) -> Write:
    """What is wrong with the reasoning of a speech, at which sentences, and why?"""
    filled = render_prompt(
        prompts,
        "debate/flaws",
        kinds="\n".join(f"- {kind}: {meaning}" for kind, meaning in kinds.items()),
        options=fence_options(options),
        most=str(MOST_FLAWS),
        words=str(FLAW_WORDS),
    )
    fields = (
        LabelField(name="kind", about="what is wrong", labels=tuple(kinds)),
        IdsField(name="sentences", ids=tuple(one.id for one in options), at_least=1, at_most=2),
        TextField(name="reason", about="why this is a flaw", max_words=FLAW_WORDS),
    )
    flaws = ListField(name="flaws", fields=fields, at_least=0, at_most=MOST_FLAWS)
    statement = options[-1].text.partition("\n")[0]
    return Write(**filled, role="critic", statement=statement, fields=(flaws,), material=options)


def _fence_all(options: Options, label: str, nothing: str) -> str:
    """Texts one after another, each fenced under its id; in words where there are none."""
    return "\n".join(fence(one.text, label=f"{label} id={one.id}") for one in options) or nothing
