"""Gates: what is not true to the sources does not pass a function, or goes back to the model that wrote it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, TypeVar, cast

from foam_quotes.checker import Support, check
from foam_quotes.report import Report
from foam_quotes.source import Sources

Called = TypeVar("Called", bound=Callable[..., Any])


class FalseCitation(ValueError):
    """A text is not true to its sources; `report` says where."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.describe())
        self.report = report


def guard(
    sources: Sources | Callable[..., Sources],
    *,
    support: Support | None = None,
    read: Callable[[Any], str] = str,
) -> Callable[[Called], Called]:
    """A decorator: what the function returns is checked, and `FalseCitation` raised where anything is at fault.

    `sources` may be a function, which is called with the same arguments; `read` gives the text of what is returned.
    """

    def decorate(function: Called) -> Called:
        def verify(returned: Any, *given: Any, **named: Any) -> Any:
            held = sources(*given, **named) if callable(sources) else sources
            report = check(read(returned), held, support=support)
            if not report.is_true:
                raise FalseCitation(report)
            return returned

        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            return verify(function(*given, **named), *given, **named)

        @wraps(function)
        async def wait(*given: Any, **named: Any) -> Any:
            return verify(await cast(Awaitable[Any], function(*given, **named)), *given, **named)

        return cast(Called, wait if iscoroutinefunction(function) else call)

    return decorate


def make_validator(
    sources: Sources, *, support: Support | None = None, read: Callable[[Any], str] = str
) -> Callable[[Any], Any]:
    """A validator of outputs for an agent of pydantic-ai: `agent.output_validator(make_validator(sources))`.

    A model whose answer is at fault is asked again; `read` gives the text of an output that is more than a text.
    """
    from pydantic_ai import ModelRetry

    @guard(sources, support=support, read=read)
    def give(output: Any) -> Any:
        return output

    def validate(output: Any) -> Any:
        try:
            return give(output)
        except FalseCitation as error:
            raise ModelRetry(f"Not true to the sources; mend it or leave it out:\n{error}") from error

    return validate
