"""Words that the code puts between quotations when the model cannot write: connectives that assert no fact.

They name what is quoted and lead over; none says what a source shows, and none stands more than twice in a debate:
where all of a kind are used up, the quotation stands alone. A speech worded so says it is. Flaws are found in English
text only, and so are put in English.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, assert_never, get_args

from foam.argument.scheme import load_schemes
from foam.debate.language import detect_language, split_utterance
from foam.debate.logic.flaw import FlawKind, Loophole

MOST_USES = 2
"""How often a connective may stand in one debate."""


class Phrases(NamedTuple):
    """The connectives of one language. They lead over and say nothing of the matter; each kind in several wordings."""

    openings: tuple[str, ...]
    closings: tuple[str, ...]
    arguments: tuple[str, ...]
    answers: tuple[str, ...]
    presses: tuple[str, ...]
    passes: tuple[str, ...]
    weighs: tuple[str, ...]
    rests: tuple[str, ...]


ENGLISH = Phrases(
    openings=(
        "Our position: {position}.",
        "We speak for this: {position}.",
        "What we defend is this: {position}.",
        "We stand here for one statement: {position}.",
        "Once more our position: {position}.",
        "The statement we hold is this: {position}.",
    ),
    closings=(
        "So much for our side: {position}.",
        "We ask you to hold with us: {position}.",
        "With that we rest: {position}.",
        "This is where we stand: {position}.",
        "We leave it with you: {position}.",
        "That is our side of it: {position}.",
    ),
    arguments=(
        "We cite:",
        "For our side:",
        "We read from a source:",
        "Hear this:",
        "Another passage:",
        "We add:",
        "Next:",
        "To this we add a passage:",
        "Again from the sources:",
        "Beside it stands this:",
        "One more:",
        "We go on:",
        "Further:",
        "A further passage:",
        "We quote:",
    ),
    answers=(
        "They said: “{target}”. We answer with this:",
        "On “{target}” we read:",
        "To “{target}” we put:",
        "They told you: “{target}”. Against it we cite:",
        "You heard “{target}”. Our reply:",
        "“{target}”, they say. We hold against it:",
        "As to “{target}”:",
        "Where they say “{target}”, we read:",
        "We turn to “{target}”. Our answer:",
        "Their point was “{target}”. We reply:",
        "Of “{target}” we say this:",
        "Now to “{target}”, and our source:",
        "Set beside “{target}”:",
        "Take “{target}”. Our source:",
    ),
    presses=(
        "They said: “{target}”. We ask: {question}",
        "On “{target}” we have a question. {question}",
        "To whoever says “{target}”: {question}",
        "“{target}”, we heard. {question}",
        "About “{target}” we want to know: {question}",
        "One question on “{target}”: {question}",
    ),
    passes=(
        "To “{target}” we have no answer in our evidence.",
        "They said “{target}”; our evidence does not answer it.",
        "On “{target}” we have found nothing to set against it.",
        "“{target}”: here we have no evidence, and say so.",
        "We cannot answer “{target}” from our evidence.",
        "For “{target}” we bring no answer.",
    ),
    weighs=(
        "Weigh “{target}” against “{own}”.",
        "They have “{target}”; we have “{own}”. Which weighs more is for you to say.",
        "Put “{target}” and “{own}” on the scales.",
        "On one side stands “{target}”, on the other “{own}”: weigh them.",
    ),
    rests=(
        "We have nothing to add from our evidence.",
        "Our evidence gives us nothing further to say.",
        "We cite nothing here, because we found nothing to cite.",
    ),
)
CHINESE = Phrases(
    openings=("我方的立场是：{position}。", "我方主张：{position}。", "再说一遍我方的立场：{position}。"),
    closings=("我方的话到此为止：{position}。", "请支持我方：{position}。", "这就是我方的立场：{position}。"),
    arguments=("我方引用：", "请听：", "再引一段：", "另外：", "资料中写道：", "还有一段："),
    answers=("对方说：“{target}”。我方的回答：", "关于“{target}”：", "对于“{target}”，我方引用：", "说到“{target}”："),
    presses=("对方说：“{target}”。我方要问：{question}", "关于“{target}”，我方有一问：{question}"),
    passes=("对于“{target}”，我方的材料里没有回答。", "“{target}”：我方没有找到可以反驳的材料。"),
    weighs=("请把“{target}”和“{own}”放在一起衡量。", "对方有“{target}”，我方有“{own}”，孰轻孰重请评判。"),
    rests=("我方的材料里没有可以补充的。", "我方没有找到可以引用的材料。"),
)


class Connectives:
    """Picks connectives for a speech so that none stands more than twice in a debate."""

    def __init__(self, position: str, said: Iterable[str] = ()) -> None:
        self._phrases = find_phrases(position)
        self._position = position.rstrip(".。")
        self._said = "\n".join(said)
        self._used: Counter[str] = Counter()

    def open(self) -> str:
        """How a speech begins; nothing where every wording was used up."""
        return self._pick(self._phrases.openings, "").format(position=self._position)

    def close(self) -> str:
        """How a speech ends; nothing where every wording was used up."""
        return self._pick(self._phrases.closings, "").format(position=self._position)

    def rest(self) -> str:
        """How a speech ends that makes no point; nothing where every wording was used up."""
        return self._pick(self._phrases.rests, "")

    def introduce_argument(self) -> str:
        """What introduces a point of one's own."""
        return self._pick(self._phrases.arguments, "")

    def introduce_answer(self, target: str) -> str:
        """What introduces an answer to a statement of the other side; the statement alone where words are used up."""
        return self._pick(self._phrases.answers, "“{target}”").format(target=clip_statement(target))

    def press(self, target: str, question: str) -> str:
        """A question to a statement of the other side."""
        phrase = self._pick(self._phrases.presses, _BARE_PRESS)
        return phrase.format(target=clip_statement(target), question=question)

    def admit(self, target: str) -> str:
        """That one's evidence holds no answer to a statement; nothing where every wording was used up."""
        return self._pick(self._phrases.passes, "").format(target=clip_statement(target))

    def weigh(self, target: str, own: str) -> str:
        """A statement of the other side beside one of ours; nothing where every wording was used up."""
        return self._pick(self._phrases.weighs, "").format(target=clip_statement(target), own=clip_statement(own))

    def _pick(self, phrases: tuple[str, ...], bare: str) -> str:
        """The first wording that stands least often in the debate, if it may stand there once more."""
        uses = {phrase: self._used[phrase] + count_uses(phrase, self._said) for phrase in phrases}
        picked = min(phrases, key=lambda phrase: uses[phrase])
        if uses[picked] >= MOST_USES:
            return bare
        self._used[picked] += 1
        return picked


def count_uses(phrase: str, text: str) -> int:
    """How often a connective stands in a text, whatever fills its places."""
    pattern = re.escape(phrase)
    for place in ("position", "target", "question", "own"):
        pattern = pattern.replace(re.escape(f"{{{place}}}"), "[^“”]*?")
    before = r"(?:^|(?<=[\s。？]))" if phrase[:1] != "“" else ""
    return len(re.findall(before + pattern, text))


_QUOTATION = re.compile("“[^“”]*”")
_RUN_OF_QUOTATIONS = re.compile("“”(?:, then “”)+")
_BARE_PRESS = "“{target}”. {question}"
_QUOTED_WHOLE = re.compile(r"[\"“]([^\"“”]*)[\"”][.。]?")
_QUOTATION_MARK = re.compile(r"[\"“”]")
_QUOTED_WORDS = 30
_QUOTED_CHARACTERS = 200
_SAID_WORDS = 60
"""Words of a point without a claim that whoever speaks next is shown."""


def find_phrases(position: str) -> Phrases:
    """The connectives in the position's language."""
    return CHINESE if detect_language(position) == "zh" else ENGLISH


def write_opening(position: str, *, answering: bool) -> str:
    """How a speech begins whose own opening was left out."""
    return find_phrases(position).openings[int(answering)].format(position=position.rstrip(".。"))


def write_closing(position: str) -> str:
    """How a speech ends whose own closing was left out."""
    return find_phrases(position).closings[0].format(position=position.rstrip(".。"))


def leave_out_quotations(words: str) -> str:
    """What a point says in words of its own, its quotations left blank."""
    return _QUOTATION.sub("“”", words)


def find_assertion(words: str) -> str:
    """What a point of the bounded form says beside its quotations that is no connective; empty where nothing is."""
    frame = _RUN_OF_QUOTATIONS.sub("“”, then “”", leave_out_quotations(words).strip())
    return "" if not frame or frame in _list_frames() else frame


@cache
def _list_frames() -> frozenset[str]:
    """Everything that the bounded form may say around its quotations."""
    frames = {"“”"}
    questions = [question.text for scheme in load_schemes() for question in scheme.questions]
    for phrases in (ENGLISH, CHINESE):
        frames |= {*phrases.arguments, *(one.format(target="") for one in (*phrases.answers, *phrases.passes))}
        frames |= {one.format(target="", own="") for one in phrases.weighs}
        presses = (*phrases.presses, _BARE_PRESS)
        frames |= {one.format(target="", question=question) for one in presses for question in questions}
    for kind in get_args(FlawKind):
        flaw = Loophole(kind=kind, quotes=("a", "b"), turns=(0,), by="")
        frames.add(leave_out_quotations(write_rebuttal(flaw)))
    return frozenset(frames)


def write_rebuttal(flaw: Loophole) -> str:
    """A flaw of the other side's reasoning, put to it in its own words."""
    quotes = [clip_statement(quote) for quote in flaw.quotes]
    kind: FlawKind = flaw.kind
    match kind:
        case "contradiction":
            return f"They say both “{quotes[0]}” and “{quotes[-1]}”. Both cannot hold."
        case "circularity":
            return f"Their reasoning runs in a circle: {', then '.join(f'“{q}”' for q in quotes)}. It rests on itself."
        case "false dichotomy":
            return f"They leave us two ways, “{quotes[0]}”, as if there were no third."
        case "overgeneralisation":
            return f"“{quotes[0]}” is said of all and shown of few."
        case "unsupported assumption":
            return f"For “{quotes[0]}” they gave no ground."
        case "does not follow":
            return f"“{quotes[0]}” does not follow from what they said."
        case "correlation taken for cause":
            return f"“{quotes[0]}” takes what goes together for what brings about."
        case "tests something else":
            return f"For “{quotes[0]}” they show something about another matter."
        case "burden shifted":
            return f"With “{quotes[0]}” they ask us to disprove what is theirs to show."
        case "straw man":
            return f"“{quotes[0]}” answers what nobody here said."
        case "ad hominem":
            return f"“{quotes[0]}” is about who says it, and not about what is said."
        case "slippery slope":
            return f"Between the steps of “{quotes[0]}” they show none."
        case "evasion":
            return f"“{quotes[0]}” leaves open what was asked."
        case _:
            assert_never(kind)


def clip_statement(text: str) -> str:
    """A statement as it is thrown back: its first words, and an ellipsis when there were more."""
    bare = _leave_out_marks(text.strip()).rstrip(".。").replace("“", "‘").replace("”", "’")
    found = bare.split()
    if len(found) > _QUOTED_WORDS:
        return " ".join(found[:_QUOTED_WORDS]) + " …"
    return bare if len(bare) <= _QUOTED_CHARACTERS or len(found) > 1 else bare[:_QUOTED_CHARACTERS] + " …"


def clip_sentences(text: str) -> str:
    """What was said, clipped at the end of a sentence: no sentence is cut where its sense may turn.

    A first sentence that is very long is cut all the same.
    """
    clipped = clip_statement(text)
    if not clipped.endswith(" …"):
        return clipped
    sentences = split_utterance(text)
    kept = [one for place, one in enumerate(sentences) if len(" ".join(sentences[: place + 1]).split()) <= _SAID_WORDS]
    said = " ".join(kept).replace("“", "‘").replace("”", "’")
    return f"{said} …" if kept and len(kept) < len(sentences) else said or clipped


def _leave_out_marks(text: str) -> str:
    """The text without quotation marks around all of it, or one that lost its other; those around a word of it stay."""
    if pair := _QUOTED_WHOLE.fullmatch(text):
        return pair[1].strip()
    if len(_QUOTATION_MARK.findall(text)) == 1:
        return text.strip(' "“”')
    return text
