"""An OpenAI-compatible endpoint as a reader: the `completions` call with `echo`, which returns the log-probabilities of
the prompt itself. Few hosted services offer it; vLLM and others that people run themselves do.

Such a call takes bare text. What stands for a chat is written out in ChatML, in which marks inside the text are broken
up; for models that speak otherwise, measure plain.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from foam.debatable.reader import Lead, TargetReading
from foam.errors import Refused
from foam.model.remote.key import Key
from foam.model.remote.options import RemoteOptions
from foam.model.remote.patience import Gate, Timing, persist
from foam.model.remote.reply import Reader as Replies
from foam.model.remote.wire import HttpReply

if TYPE_CHECKING:
    from foam.model.remote.endpoint import Endpoint

_PATH = "/completions"
_HINT = "it must take `echo` and `logprobs` in /completions, as vLLM does; for D.A. alone: --da-by asked"


class EndpointReader:
    """Asks for the whole text with every target; what the endpoint keeps of the shared lead is its own affair."""

    window = None

    def __init__(self, options: RemoteOptions, *, key: SecretStr | None = None, timing: Timing | None = None) -> None:
        self._options = options
        self._key = Key(key)
        self._timing = timing or Timing()
        self._address = options.base_url + _PATH
        self._replies = Replies(self._key.hide(self._address), self._key.hide, self._timing.now)

    @property
    def name(self) -> str:
        return f"{self._options.model} at {self._key.hide(self._options.base_url)}"

    def length(self, lead: Lead, target: str) -> int:
        """Unknown: the endpoint refuses what is too long."""
        return 0

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        return _apart(self._read(_write_out(lead), targets))

    async def _read(self, lead: str, targets: Sequence[str]) -> list[TargetReading]:
        from foam.model.remote.endpoint import Endpoint  # here, since it needs the extra `remote`

        options = self._options
        endpoint = Endpoint(self._address, self._key, timeout=options.timeout, max_bytes=options.max_bytes)
        lanes = asyncio.Semaphore(options.concurrency)
        gate = Gate()

        async def one(target: str) -> TargetReading:
            async with lanes:
                said = await self._persist(endpoint, gate, lead + target)
            return _reading(said, len(lead))

        try:
            return list(await asyncio.gather(*(one(target) for target in targets)))
        finally:
            await endpoint.aclose()

    async def _persist(self, endpoint: Endpoint, gate: Gate, prompt: str) -> Any:
        return await persist(
            partial(self._attempt, endpoint, prompt),
            patience=self._options.patience,
            timing=self._timing,
            gate=gate,
            rng=lambda: Random(prompt),
        )

    async def _attempt(self, endpoint: Endpoint, prompt: str, deadline: float) -> Any:
        body = {"model": self._options.model, "prompt": prompt, "echo": True, "logprobs": 1}
        said = json.dumps({**body, "max_tokens": 0, "temperature": 0}, ensure_ascii=False).encode("utf-8", "replace")
        reply = await endpoint.post(said, within=deadline - self._timing.monotonic())
        return self._logprobs(reply)

    def _logprobs(self, reply: HttpReply) -> Any:
        if not 200 <= reply.status < 300:
            self._replies.completion(reply)  # raises what the status means
        try:
            found = json.loads(reply.body)["choices"][0]["logprobs"]
            return found["text_offset"], found["token_logprobs"]
        except (ValueError, KeyError, IndexError, TypeError):
            raise Refused(f"{self.name} returns no log-probabilities of what it reads", hint=_HINT) from None


def _reading(said: Any, start: int) -> TargetReading:
    """The tokens that begin at or after the target's first character are the target's."""
    offsets, logs = said
    own = [float(log) for offset, log in zip(offsets, logs, strict=True) if offset >= start and log is not None]
    return TargetReading(context=sum(offset < start for offset in offsets), logs=tuple(own))


def _write_out(lead: Lead) -> str:
    if lead.form == "plain":
        return lead.whole
    user = f"<|im_start|>user\n{lead.whole.replace('<|', '< |')}<|im_end|>\n"
    return user + ("<|im_start|>assistant\n" if lead.form == "reply" else "")


def _apart(work: Coroutine[Any, Any, list[TargetReading]]) -> list[TargetReading]:
    """Run in a loop of its own, whether or not the caller is in one."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, work).result()
