"""Answers from models: three prompts; no documents, retrieval, retrieval by turns, or a deliberation of FOAM's own.

Every answer is a recorded decision. A model writes within a word limit; the embedded one does not compose, it takes the
most relevant clause of what it is given, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from foam.argument.tree import Consideration
from foam.debatable.awareness import Prompts
from foam.debatable.item import DebatableQuestion, GivenAnswer
from foam.deliberation.answer.answer import Answer
from foam.deliberation.jobs import DeliberateSpec, deliberate
from foam.errors import SettingError
from foam.evidence.corpus import Passage
from foam.job.answers import read_text
from foam.job.clerk import Clerk
from foam.job.job import run_inside
from foam.job.retrieval import Candidates, depend_on, make_options, retrieve
from foam.job.session import Session
from foam.job.spec import Spec
from foam.model.form import TextField
from foam.model.question import Write
from foam.model.template import fence, fence_options, render_prompt
from foam.pack.prompts import measure_prompts
from foam.record.entry import EntryInput
from foam.values import Value
from foam_quotes.text.normalise import normalise

Prompt = Literal["plain", "comprehensive", "detailed"]
_Retrieval = Literal["none", "vanilla", "react", "deliberation"]
ANSWER_WORDS, PAPER_WORDS = 300, 600
"""The paper sets no limit; its longest system takes 434 tokens."""
_QUERY_WORDS = 12
_CHUNKS = 10
"""Passages that plain retrieval gives, as many as the paper takes."""
_RETRIEVALS, _CHUNKS_EACH = 3, 3
"""Of retrieval by turns: the first is on the question, the others on what the model asks for."""


class System(Value):
    """How a model is to answer."""

    model: str
    prompt: Prompt = "plain"
    retrieval: _Retrieval = "none"
    prompts: Prompts = "ours"

    @property
    def name(self) -> str:
        return f"{self.model}/{self.prompt}/{self.retrieval}"

    @property
    def template(self) -> str:
        if self.prompts == "ours":
            return f"debatable/answer_{self.prompt}"
        return f"debatable/paper_{self.prompt if self.retrieval == 'none' else 'documents'}"


def parse_system(text: str, prompts: Prompts = "ours") -> System:
    """Read `MODEL/PROMPT/RETRIEVAL`; the last two may be left out."""
    model, _, rest = text.partition("/")
    prompt, _, retrieval = rest.partition("/")
    if (prompt or "plain") not in get_args(Prompt) or (retrieval or "none") not in get_args(_Retrieval) or not model:
        raise SettingError(
            f"not a system: {text!r}",
            hint=f"MODEL/PROMPT/RETRIEVAL: {', '.join(get_args(Prompt))}; {', '.join(get_args(_Retrieval))}",
        )
    if prompts == "paper" and prompt not in ("", "plain") and retrieval in ("vanilla", "react"):
        raise SettingError(f"the paper prints no {prompt} prompt with documents", hint=f"{model}/plain/{retrieval}")
    named = {"model": model, "prompt": prompt or "plain", "retrieval": retrieval or "none", "prompts": prompts}
    return System.model_validate(named)


async def answer_question(item: DebatableQuestion, system: System, session: Session, spec: Spec) -> GivenAnswer:
    """The system's answer to one question; `spec` names the tools, for a deliberation of its own."""
    if system.retrieval == "deliberation":
        named = spec.model_dump(include=set(Spec.model_fields))
        asked = DeliberateSpec(**named, question=item.question, seats=session.pack.perspectives)
        text = tell_views(await run_inside(deliberate, asked, session))
    else:
        found = await _retrieve(item.question, system.retrieval, session)
        text = await _write_answer(item.question, system, found, session.clerk)
    return GivenAnswer(id=item.id, question=item.question, answer=text, partial_answers=item.partial_answers)


def tell_views(answer: Answer) -> str:
    """A deliberation as one answer: what it comes to, then each side with its reasons and what they rest on.

    A reason is told once: a sentence that tells one reason alone is left out of what it comes to, and words that a
    reason has from its sentence are not quoted again.
    """
    if answer.tree is None:
        return " ".join(answer.summary)
    reasons = answer.tree.frame.considerations
    again = {told.text for told in answer.told for reason in reasons if set(told.nodes) == {reason.id}}
    said: set[str] = set()
    lines = [" ".join(text for text in answer.summary if text not in again)]
    for option in answer.tree.root.options:
        parts = (_tell_reason(answer, reason, said) for reason in reasons if reason.option == option.id)
        if told := list(filter(None, parts)):
            lines += [option.text, *told]
    return "\n".join(lines)


def _tell_reason(answer: Answer, reason: Consideration, said: set[str]) -> str:
    """Its words and those of its sentences, as far as nobody `said` them yet; a sentence with where it stands."""
    quoted = {normalise(answer.quote(at)): answer.file.name_source(at) for at in reason.at}
    says = normalise(reason.says)
    fresh = [f"“{words}” ({source})" for words, source in quoted.items() if words not in said]
    told = [reason.says, *fresh] if says not in {*said, *quoted} else fresh
    said |= {says, *quoted}
    return " ".join(told)


async def _retrieve(question: str, retrieval: _Retrieval, session: Session) -> tuple[Candidates, ...]:
    match retrieval:
        case "vanilla":
            return (retrieve(session.clerk, session.corpus, question, limit=_CHUNKS),)
        case "react":
            return await _by_turns(question, session)
        case _:
            return ()


async def _by_turns(question: str, session: Session) -> tuple[Candidates, ...]:
    """Look, think what is missing, look again: three times, three passages each."""
    found = [retrieve(session.clerk, session.corpus, question, limit=_CHUNKS_EACH)]
    while len(found) < _RETRIEVALS:
        entry = await session.clerk.ask("search", search_write(question, _passages(found)), *_rests_on(found))
        known = {passage.pointer for passage in _passages(found)}
        more = retrieve(session.clerk, session.corpus, read_text(entry, "query"), limit=_CHUNKS_EACH + len(known))
        fresh = [passage for passage in more.passages if passage.pointer not in known][:_CHUNKS_EACH]
        found.append(Candidates(entry=more.entry, passages=tuple(fresh)))
    return tuple(found)


async def _write_answer(question: str, system: System, found: Sequence[Candidates], clerk: Clerk) -> str:
    entry = await clerk.ask("answer", answer_write(question, system, _passages(found)), *_rests_on(found))
    return read_text(entry, "answer")


def answer_write(question: str, system: System, passages: Sequence[Passage]) -> Write:
    """The answer to a question, with what was found to draw on."""
    material, template = make_options(passages), measure_prompts()[system.template]
    words = ANSWER_WORDS if system.prompts == "ours" else PAPER_WORDS
    known = {"question": fence(question), "documents": fence_options(material) or "none", "words": str(words)}
    filled = render_prompt(measure_prompts(), template.name, **{name: known[name] for name in template.variables})
    limit = TextField(name="answer", max_words=words)
    return Write(**filled, statement=question, fields=(limit,), material=material)


def search_write(question: str, passages: Sequence[Passage]) -> Write:
    """What to look for next."""
    material = make_options(passages)
    filled = render_prompt(
        measure_prompts(),
        "debatable/search",
        question=fence(question),
        found=fence_options(material) or "nothing",
        words=str(_QUERY_WORDS),
    )
    limit = TextField(name="query", max_words=_QUERY_WORDS)
    return Write(**filled, statement=question, fields=(limit,), material=material)


def _passages(found: Sequence[Candidates]) -> list[Passage]:
    return [passage for offered in found for passage in offered.passages]


def _rests_on(found: Sequence[Candidates]) -> list[EntryInput]:
    return [depend_on("candidates", offered.entry) for offered in found]
