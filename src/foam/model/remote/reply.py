"""Reading an endpoint's reply as a chat completion, or as the error it is. Pure: no network."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from foam.errors import BadReply, OutOfBounds, Refused, ServiceError, Throttled
from foam.model.remote.patience import read_retry_after
from foam.model.remote.wire import ADDRESS_HINT, HttpReply
from foam.model.usage import Usage


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model said, why it stopped, and what it cost where the endpoint tells."""

    content: str
    stopped: str
    usage: Usage | None


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
        try:
            return self._completion(body)
        except (KeyError, IndexError, TypeError, AttributeError):
            what = f"{self.where} sent no chat completion: {self._said(reply)}"
            raise BadReply(what, hint=ADDRESS_HINT) from None

    def _completion(self, body: Any) -> Completion:
        choice = body["choices"][0]
        message = choice["message"]
        content = _text(message.get("content")) or message.get("refusal") or ""
        readable = str(content).encode("utf-8", "replace").decode()
        return Completion(self.hide(readable), str(choice.get("finish_reason") or ""), _usage(body.get("usage")))

    def _failure(self, reply: HttpReply) -> ServiceError:
        said = self._said(reply)
        match reply.status:
            case 400 | 422:
                return Objection(f"{self.where} refused the request ({reply.status}): {said}", said=said)
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
        """The endpoint's own words: its error message where it sends one, else the beginning of the body."""
        words = _error_message(_json(reply.body)) or reply.body.decode("utf-8", "replace") or "nothing"
        return _one_line(self.hide(words))


def decode(completion: Completion) -> Any:
    """The JSON the model was asked for; OutOfBounds with what it said instead."""
    if completion.stopped == "content_filter":
        raise Refused("the endpoint withheld the answer: its content filter stopped it")
    if completion.stopped == "length":
        hint = "allow more with max_tokens"
        raise OutOfBounds("the answer was cut off at the token limit", said=completion.content[-500:], hint=hint)
    try:
        return json.loads(_bare(completion.content))
    except (ValueError, RecursionError):
        raise OutOfBounds("not one JSON object and nothing else", said=completion.content[:500]) from None


def _text(content: Any) -> str:
    """Some endpoints send the content in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    return content or ""


def _usage(said: Any) -> Usage | None:
    try:
        return Usage(prompt=int(said["prompt_tokens"]), completion=int(said["completion_tokens"]))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _error_message(body: Any) -> str:
    """`{"error": {"message": …, "code": …}}`, and the looser forms of it that endpoints send."""
    error = body.get("error", body) if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return str(error or "")
    words, code = error.get("message"), error.get("code")
    return f"{words} [{code}]" if words and isinstance(code, str) else str(words or "")


def _one_line(text: str) -> str:
    """Short and printable: it may end in a terminal."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text[:1000].split()))[:300]


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _bare(content: str) -> str:
    """The answer without the thoughts before it or the code fence around it, which some models cannot leave out."""
    answer = content.rpartition("</think>")[2].strip()
    if answer.startswith("```") and answer.endswith("```"):
        return answer[3:-3].removeprefix("json")
    return answer
