"""A model behind an endpoint, and which family it belongs to, so that a judge of its own kin can be flagged."""

from __future__ import annotations

from functools import partial
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pydantic import SecretStr

from foam.errors import OutOfBounds, Refused, SettingError, Throttled
from foam.model.lanes import Lanes
from foam.model.question import JUDGING, Answer, Question, Usage, read_reply
from foam.model.remote.budget import Budget, Price
from foam.model.remote.dialect import Dialect, concede, open_dialect, turn_from
from foam.model.remote.instruction import INSTRUCTION_DIGEST
from foam.model.remote.key import Key
from foam.model.remote.options import Effort, RemoteOptions
from foam.model.remote.patience import Gate, Timing, persist
from foam.model.remote.reading import Unformed, has_thoughts, read_answer
from foam.model.remote.reply import Completion, Objection, Reader
from foam.model.remote.request import Ask
from foam.model.remote.room import allow_tokens
from foam.model.remote.wire import NotSent
from foam.record.entry import Decider

if TYPE_CHECKING:
    from foam.model.remote.endpoint import Endpoint
import re

FAMILIES: dict[str, tuple[str, ...]] = {
    "claude": ("claude",),
    "command": ("command", "aya", "c4ai"),
    "deepseek": ("deepseek",),
    "gemini": ("gemini", "learnlm"),
    "gemma": ("gemma", "codegemma"),
    "glm": ("glm", "chatglm"),
    "gpt": ("gpt", "chatgpt", "o1", "o3", "o4"),
    "granite": ("granite",),
    "grok": ("grok",),
    "kimi": ("kimi", "moonshot"),
    "llama": ("llama", "codellama", "vicuna"),
    "mistral": ("mistral", "mixtral", "ministral", "magistral", "codestral", "devstral", "pixtral"),
    "nova": ("nova",),
    "olmo": ("olmo", "tulu"),
    "phi": ("phi",),
    "qwen": ("qwen", "qwq", "qvq"),
    "smollm": ("smollm",),
    "yi": ("yi",),
}
"""How a model's name begins in each family. A distilled model is counted to the family named first in it."""

_BYTES_PER_TOKEN = 3
"""For what a question may cost before it is asked: English has four or five, Chinese about three."""
_JUDGING_TEMPERATURE = 0.0
_UNASKED_EFFORT: Effort = "medium"
"""What room a model is given that was seen to think although nobody asked it to."""


class RemoteModel:
    """Answers by asking an endpoint for JSON within the question's schema.

    Close it with `aclose` or `async with`; the end of `asyncio.run` closes it, too.
    """

    def __init__(
        self,
        options: RemoteOptions,
        *,
        key: SecretStr | None = None,
        budget: Budget | None = None,
        timing: Timing | None = None,
    ) -> None:
        self.options = options
        self.budget = budget or Budget()
        if self.budget.money is not None and options.price is None:
            raise SettingError(
                f"a budget in money needs the price of {options.model}", hint="set its price per million tokens"
            )
        self._price = options.price or Price()
        self._timing = timing or Timing()
        self._key = Key(key)
        self._decider = _decider(options, self._key.hide(options.base_url))
        self._endpoint = _endpoint(options, self._key)
        self._reader = Reader(self._key.hide(options.address), self._key.hide, self._timing.now)
        self._lanes = Lanes(options.concurrency)
        self._gate = Gate()
        self._dialect = open_dialect(options.api, options.reasoning_effort)
        self._proven = False
        self._thinks = False

    def __repr__(self) -> str:
        return f"RemoteModel({self.options.model!r} at {self._key.hide(self.options.base_url)!r})"

    @property
    def decider(self) -> Decider:
        """Who answers. The address is part of it: the same name at another endpoint may be another model."""
        return self._decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        """Answer within the question's space; OutOfBounds says what was said instead."""
        ask = self._ask(question, seed, complaint)
        completion, dialect = await self._lanes.run(partial(self._persist, ask))
        self._thinks = self._thinks or completion.thought or has_thoughts(completion.content)
        try:
            said, mended = read_answer(question, completion, limit=ask.tokens(dialect))
            reply, reasons = read_reply(question, said)
        except OutOfBounds as error:
            if isinstance(error, Unformed):
                self._dialect = turn_from(self._dialect, dialect.answers)
            error.usage = completion.usage
            raise
        method = f"{dialect.method}, put right" if mended else dialect.method
        return Answer(reply=reply, method=method, reasons=reasons, usage=completion.usage)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._endpoint.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def _ask(self, question: Question, seed: int, complaint: str) -> Ask:
        options = self.options
        effort = options.reasoning_effort or (_UNASKED_EFFORT if self._thinks else "")
        return Ask(
            question=question,
            seed=seed,
            complaint=complaint,
            model=options.model,
            temperature=_JUDGING_TEMPERATURE if question.role in JUDGING else options.temperature,
            max_tokens=allow_tokens(question, cap=options.max_tokens, effort=effort, complaint=complaint),
            effort=options.reasoning_effort,
        )

    async def _persist(self, ask: Ask) -> tuple[Completion, Dialect]:
        return await persist(
            partial(self._attempt, ask),
            patience=self.options.patience,
            timing=self._timing,
            gate=self._gate,
            rng=lambda: Random(f"{ask.seed} {ask.question.prompt}"),
        )

    async def _attempt(self, ask: Ask, deadline: float) -> tuple[Completion, Dialect]:
        """Ask in the dialect known to work; where none is yet, find it."""
        first = dialect = self._dialect
        while True:
            tokens = ask.tokens(dialect)
            try:
                completion = await self._paid(ask.body(dialect), tokens, deadline)
            except Objection as objection:
                weaker = concede(dialect, objection.said, proven=self._proven, tokens=tokens)
                if weaker is None:
                    raise
                dialect = weaker
            else:
                if dialect is not first:  # else another question may have learnt more in the meantime
                    self._dialect = dialect
                self._proven = True
                return completion, dialect

    async def _paid(self, body: bytes, tokens: int, deadline: float) -> Completion:
        """Send one request, with what it may cost set aside before and what it did cost settled after."""
        most = Usage(prompt=len(body) // _BYTES_PER_TOKEN + 1, completion=tokens)
        hold = await self.budget.reserve(most, self._price)
        try:
            reply = await self._endpoint.post(body, within=deadline - self._timing.monotonic())
            completion = self._reader.completion(reply)
        except (NotSent, Throttled, Refused):
            hold.give_back()
            raise
        except BaseException:
            hold.settle_in_full()  # the endpoint may have worked, and charges for work
            raise
        hold.settle(completion.usage or hold.usage)
        return completion


def _endpoint(options: RemoteOptions, key: Key) -> Endpoint:
    from foam.model.remote.endpoint import Endpoint  # here, since it needs the extra `remote`

    return Endpoint(options.address, key, timeout=options.timeout, max_bytes=options.max_bytes, api=options.api)


def _decider(options: RemoteOptions, endpoint: str) -> Decider:
    return Decider(
        type="model",
        id=options.model,
        version=options.version,
        family=options.family or guess_family(options.model),
        parameters={
            "endpoint": endpoint,
            "api": options.api,
            "temperature": options.temperature,
            "judging_temperature": _JUDGING_TEMPERATURE,
            "reasoning_effort": options.reasoning_effort,
            "max_tokens": options.max_tokens,
            "instruction": INSTRUCTION_DIGEST,
            "voice": "written" if options.writes else "bounded",
        },
    )


def guess_family(model: str) -> str:
    """The family; the bare name itself when none is known, so that at least the same model is its own kin."""
    name = model.lower().rsplit("/", 1)[-1]
    for word in re.split(r"[^a-z0-9]+", name):
        for family, beginnings in FAMILIES.items():
            if _begins(word, beginnings):
                return family
    return name


def _begins(word: str, beginnings: tuple[str, ...]) -> bool:
    """The word is one of these names, or one followed by a version (`qwen2`, `gpt4o`)."""
    return any(word.startswith(b) and not word[len(b) : len(b) + 1].isalpha() for b in beginnings)
