"""Reading an endpoint's reply as what a model said, or as the error it is. Pure: no network."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from foam.errors import BadReply, Refused, ServiceError, Throttled
from foam.model.question import Usage
from foam.model.remote.patience import read_retry_after
from foam.model.remote.wire import ADDRESS_HINT, HttpReply

WORDS = 2_000
"""How much of an error is read."""

_SPOKEN = ("text", "output_text")
_STOPPED = {"max_tokens": "length", "model_context_window_exceeded": "length", "end_turn": "stop"}


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model said, why it stopped, and what it cost where the endpoint tells."""

    content: str
    """Its words, or the arguments of the tool it called."""
    stopped: str
    """As chat completions name it: `stop`, `length`, `content_filter`, `tool_calls`."""
    usage: Usage | None
    refusal: str = ""
    """Its words where it declined."""
    thought: bool = False
    """Whether the endpoint sent thoughts, apart from what was said."""


class Objection(Refused):
    """The endpoint finds fault with the request itself; `said` is what it objects to."""

    def __init__(self, what: str, *, said: str) -> None:
        super().__init__(what)
        self.said = said


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the replies of one endpoint."""

    where: str
    """The endpoint's address, as errors name it."""
    hide: Callable[[str], str]
    """Masks the key, should the endpoint echo it."""
    now: Callable[[], datetime]

    def completion(self, reply: HttpReply) -> Completion:
        """The completion in a reply; a ServiceError that says what to do when it holds none."""
        if not 200 <= reply.status < 300:
            raise self._failure(reply)
        body = _json(reply.body)
        if body is None:
            raise self._unreadable(reply)
        if (failed := _find_failure(body)) is not None:
            raise self._failure(HttpReply(failed, reply.headers, reply.body))
        try:
            return self._message(body) if body.get("type") == "message" else self._completion(body)
        except (KeyError, IndexError, TypeError, AttributeError):
            what = f"{self.where} sent no chat completion: {self._said(reply)}"
            raise BadReply(what, hint=ADDRESS_HINT) from None

    def _completion(self, body: Any) -> Completion:
        choice = body["choices"][0]
        message = choice["message"]
        thoughts = message.get("reasoning_content") or message.get("reasoning")
        return Completion(
            content=self._clean(_arguments(message) or _text(message.get("content"))),
            stopped=str(choice.get("finish_reason") or ""),
            usage=_usage(body.get("usage")),
            refusal=self._clean(message.get("refusal") or ""),
            thought=bool(thoughts) or _has_thoughts(message.get("content")),
        )

    def _message(self, body: Any) -> Completion:
        """A message of Anthropic's own API."""
        blocks = body["content"]
        called = [json.dumps(block["input"]) for block in blocks if block.get("type") == "tool_use"]
        text, stopped = _text(blocks), str(body.get("stop_reason") or "")
        refused = stopped == "refusal"
        return Completion(
            content=self._clean("\n".join(called) or text),
            stopped=_STOPPED.get(stopped, stopped),
            usage=_message_usage(body.get("usage")),
            refusal=self._clean(text or "(nothing)") if refused else "",
            thought=_has_thoughts(blocks),
        )

    def _clean(self, text: Any) -> str:
        return self.hide(str(text).encode("utf-8", "replace").decode())

    def _failure(self, reply: HttpReply) -> ServiceError:
        said, words = self._said(reply), self._words(reply)
        if _is_objection(reply.status, words.lower()):
            return Objection(f"{self.where} refused the request ({reply.status}): {said}", said=words)
        match reply.status:
            case 401:
                # Endpoints like to quote the key here, in part or whole; so they are not quoted.
                return Refused(f"{self.where} did not accept the key (401)", hint="set the key for this endpoint")
            case 404:
                hint = f"{ADDRESS_HINT}; check the model's name"
                return Refused(f"{self.where} knows no such model or address (404): {said}", hint=hint)
            case 429 if "insufficient_quota" in said:
                return Refused(f"the account at {self.where} has used up its quota (429): {said}")
            case status if status in (408, 425, 429) or status >= 500:
                asked = read_retry_after(reply.headers, self.now())
                return Throttled(f"{self.where} cannot answer now ({status}): {said}", retry_after=asked)
            case status if 300 <= status < 400:
                target = _one_line(self.hide(reply.headers.get("Location", "elsewhere")))
                return Refused(f"{self.where} redirects to {target}", hint="set base_url to where it really is")
            case status:
                return Refused(f"{self.where} refused the request ({status}): {said}")

    def _unreadable(self, reply: HttpReply) -> BadReply:
        said = self._said(reply)
        if reply.body.lstrip()[:1] == b"<":
            return BadReply(f"{self.where} sent a web page instead of JSON: {said}", hint=ADDRESS_HINT)
        return BadReply(f"{self.where} sent no JSON, or cut it short: {said}")

    def _said(self, reply: HttpReply) -> str:
        return _one_line(self._words(reply))

    def _words(self, reply: HttpReply) -> str:
        """The endpoint's own words: its error message where it sends one, else the beginning of the body."""
        words = _error_message(_json(reply.body)) or reply.body.decode("utf-8", "replace") or "nothing"
        return self.hide(words)[:WORDS]


def _is_objection(status: int, words: str) -> bool:
    """Whether the request is at fault. Some servers answer 500 to what they cannot do, and routers 404."""
    if status in (400, 422):
        return True
    if status in (500, 501):
        return any(
            word in words
            for word in ("schema", "grammar", "response_format", "tool_choice", "tools param", "param: tools")
        )
    return status == 404 and "no endpoints found" in words and ("parameters" in words or "support" in words)


def _find_failure(body: Any) -> int | None:
    """The status of an error that was sent with a good status, as routers do when the reply has begun."""
    error = body.get("error") if isinstance(body, dict) and "choices" not in body else None
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else None


def _arguments(message: Any) -> str:
    """The arguments of the tool that was called, which some endpoints send as a string and some as an object."""
    calls = message.get("tool_calls") or []
    functions = [call["function"] for call in calls] or [message.get("function_call") or {}]
    given = [function.get("arguments") or "" for function in functions]
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in given)


def _text(content: Any) -> str:
    """Some endpoints send the content in parts, and thoughts among them."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if part.get("type", "text") in _SPOKEN)
    return content or ""


def _has_thoughts(content: Any) -> bool:
    parts = content if isinstance(content, list) else []
    return any(str(part.get("type", "")).endswith("thinking") for part in parts)


def _usage(said: Any) -> Usage | None:
    """Where thoughts are counted beside what was written, they are added to it."""
    try:
        prompt, completion = int(said["prompt_tokens"]), int(said["completion_tokens"])
        cached = _count(said, "prompt_tokens_details", "cached_tokens") or _count(said, "prompt_cache_hit_tokens")
        reasoning = _count(said, "completion_tokens_details", "reasoning_tokens")
        beside = reasoning > 0 and _count(said, "total_tokens") == prompt + completion + reasoning
        written = completion + reasoning if beside else completion
        return Usage(prompt=prompt, completion=written, cached=min(cached, prompt), reasoning=min(reasoning, written))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _message_usage(said: Any) -> Usage | None:
    """Anthropic counts what was kept, and what is being kept, beside what was read."""
    try:
        fresh, written = int(said["input_tokens"]), int(said["output_tokens"])
        cached, kept = _count(said, "cache_read_input_tokens"), _count(said, "cache_creation_input_tokens")
        reasoning = _count(said, "output_tokens_details", "thinking_tokens")
        return Usage(prompt=fresh + cached + kept, completion=written, cached=cached, reasoning=min(reasoning, written))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _count(said: Any, *path: str) -> int:
    """A count that need not be there."""
    for name in path:
        said = said.get(name) if isinstance(said, dict) else None
    return max(0, int(said or 0))


def _error_message(body: Any) -> str:
    """`{"error": {"message": …, "code": …}}`, and the looser forms of it that endpoints send."""
    error = body.get("error", body) if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return str(error or "")
    words, code, behind = error.get("message"), error.get("code"), error.get("metadata")
    if isinstance(behind, dict) and behind.get("raw"):  # what the provider behind a router said
        words = f"{words}: {behind['raw']}"
    return f"{words} [{code}]" if words and isinstance(code, str) else str(words or "")


def _one_line(text: str) -> str:
    """Short and printable: it may end in a terminal."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text[:1000].split()))[:300]


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
