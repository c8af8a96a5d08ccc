"""The one error tree. Each error carries facts: what went wrong, and what to do next.

    FoamError
    ├── InputError            bad input or setting                      exit 2
    │   ├── SettingError      a setting is unknown or out of range
    │   ├── FieldError        a field of what is asked for is wrong; `field` names it
    │   ├── ActRefused        a step of an appeal may not be done now; `against` says by which rules
    │   ├── UnknownName       a result, a group or a home has no such name
    │   ├── NotFound          an id, run, pointer or file is not there
    │   ├── PackError         a domain pack is not well formed
    │   ├── StorageFull       there is no room where it is kept
    │   └── MissingExtra      an optional dependency is not installed
    ├── VerificationError     done, and something failed verification   exit 1
    │   ├── RecordDamaged     a stored digest does not match its content
    │   └── ReplayDiverged    a replay did not reproduce the run
    └── ServiceError          a model or service could not be used      exit 3
        ├── Unreachable       down, refused, timed out                  (retryable)
        │   └── StorageAway   a database or an object store is not there for now
        ├── Throttled         429 or 5xx; may say when to come back     (retryable)
        ├── BadReply          not JSON, cut short, or HTML              (retryable)
        ├── OutOfBounds       an answer outside the answer space        (retryable)
        ├── Refused           401, 403, 404, 400: asking again is useless
        ├── Awaited           a person has yet to answer
        ├── BudgetSpent       the run's token or money budget is used up
        ├── NotRecorded       a replay asked what the record does not hold
        └── WeightsMissing    embedded weights were not pulled

This module does not know how errors are shown: the faces do that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class FoamError(Exception):
    """Something a person can act on. `what` is one line; `hint` says the way forward."""

    exit_code = 2
    retryable = False

    def __init__(self, what: str, *, hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        return self.what

    def __reduce__(self) -> tuple[Any, ...]:
        """With all its facts, also where its class asks for some by name: errors cross from one process to another."""
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[FoamError], args: tuple[Any, ...], facts: dict[str, Any]) -> FoamError:
    made = kind.__new__(kind, *args)
    made.__dict__.update(facts)
    return made


class InputError(FoamError):
    """The input or a setting is wrong; nothing was done."""


class SettingError(InputError):
    """A setting is unknown, malformed or out of range."""


class FieldError(InputError):
    """A field of what is asked for is unknown or malformed; `field` is its name, for the form in which it stands."""

    def __init__(self, field: str, what: str, *, hint: str = "") -> None:
        super().__init__(what, hint=hint)
        self.field = field


class ActRefused(InputError):
    """A step of an appeal may not be done now: by which rules, each with its words, and what may be done instead."""

    def __init__(self, act: str, what: str, *, against: Mapping[str, str], instead: Sequence[str] = (), hint: str):
        super().__init__(what, hint=hint)
        self.act, self.against, self.instead = act, dict(against), tuple(instead)


class UnknownName(InputError, AttributeError):
    """Code asked for an attribute that is not there; the hint says which is meant."""

    def __init__(self, owner: object, name: str, *, meant: str = "") -> None:
        from difflib import get_close_matches  # only who mistypes a name pays for it

        near = get_close_matches(name, [one for one in dir(owner) if not one.startswith("_")], n=1, cutoff=0.5)
        meant = meant or next(iter(near), "")
        what = f"{type(owner).__name__} has no {name!r}"
        super().__init__(what, hint=f"did you mean {meant}?" if meant else "dir() lists what there is")


class NotFound(InputError):
    """What was named is not there."""


class PackError(InputError):
    """A domain pack is not well formed; the message names the file and the rule."""


class StorageFull(InputError):
    """A disk has no room left: nothing is wrong with what was to be kept, and nothing of it was."""


class MissingExtra(InputError):
    """An optional dependency is absent; the error names the extra that brings it."""

    def __init__(self, package: str, *, extra: str, needed_for: str = "") -> None:
        what = f"{package} is not installed" + (f"; it is needed for {needed_for}" if needed_for else "")
        super().__init__(what, hint=f"pip install 'foam[{extra}]'")
        self.package = package
        self.extra = extra


class VerificationError(FoamError):
    """The work was done and did not hold up."""

    exit_code = 1


class RecordDamaged(VerificationError):
    """A stored digest does not match its content."""


class ReplayDiverged(VerificationError):
    """A replay computed something other than what was recorded."""


class ServiceError(FoamError):
    """A model or service could not be used."""

    exit_code = 3


class Unreachable(ServiceError):
    """The endpoint is down, refused the connection or timed out."""

    retryable = True


class StorageAway(Unreachable):
    """The database or the object store is down or cut off: nothing is wrong with the work that needs it."""


class Throttled(ServiceError):
    """The endpoint asked for patience (429) or failed for now (5xx)."""

    retryable = True

    def __init__(self, what: str, *, hint: str = "", retry_after: float | None = None) -> None:
        super().__init__(what, hint=hint)
        self.retry_after = retry_after


class BadReply(ServiceError):
    """The reply could not be read: not JSON, cut short, or a web page."""

    retryable = True


class OutOfBounds(ServiceError):
    """The answer lies outside the answer space; `said` is what the model said, `usage` the tokens it took, if known."""

    retryable = True
    usage: object = None

    def __init__(self, what: str, *, said: str, hint: str = "") -> None:
        super().__init__(what, hint=hint)
        self.said = said


class Refused(ServiceError):
    """The endpoint will not answer this; asking again is useless."""


class Awaited(ServiceError):
    """A person has yet to answer. Everything answered so far is kept, and the run goes on once they did."""

    run = ""
    """The run that waits."""


class BudgetSpent(ServiceError):
    """The run's budget is used up. Everything answered so far is kept."""


class NotRecorded(ServiceError):
    """The record holds no answer to this question."""


class WeightsMissing(ServiceError):
    """Embedded weights were not pulled, or do not match their pinned digest."""

    def __init__(self, what: str, *, hint: str = "run: foam model pull") -> None:
        super().__init__(what, hint=hint)
