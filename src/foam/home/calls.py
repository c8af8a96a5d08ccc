"""Calls that serve both kinds of code: `home.ask(…)` waits, `await home.ask.aio(…)` does not block the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from foam.job.waiting import complete

Owner = TypeVar("Owner")
P = ParamSpec("P")
R = TypeVar("R")


class Call(Generic[P, R]):
    """One call of a home. Call it and wait, also in a notebook; or await its `aio`."""

    def __init__(self, work: Callable[P, Coroutine[Any, Any, R]]) -> None:
        self._work = work
        self.__doc__ = work.__doc__
        self.__wrapped__ = work

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return complete(self._work(*args, **kwargs))

    def aio(self, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, R]:
        """The same, to be awaited."""
        return self._work(*args, **kwargs)


class call(Generic[Owner, P, R]):  # noqa: N801  (a decorator)
    """Makes an `async` method a call."""

    def __init__(self, method: Callable[Concatenate[Owner, P], Coroutine[Any, Any, R]]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: type[Owner]) -> call[Owner, P, R]: ...

    @overload
    def __get__(self, instance: Owner, owner: type[Owner]) -> Call[P, R]: ...

    def __get__(self, instance: Owner | None, owner: type[Owner]) -> call[Owner, P, R] | Call[P, R]:
        if instance is None:
            return self
        return Call(self._method.__get__(instance, owner))


class quick(Generic[Owner, P, R]):  # noqa: N801  (a decorator)
    """Makes an ordinary method a call. It runs as it is; its `aio` runs it in a thread."""

    def __init__(self, method: Callable[Concatenate[Owner, P], R]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: type[Owner]) -> quick[Owner, P, R]: ...

    @overload
    def __get__(self, instance: Owner, owner: type[Owner]) -> QuickCall[P, R]: ...

    def __get__(self, instance: Owner | None, owner: type[Owner]) -> quick[Owner, P, R] | QuickCall[P, R]:
        if instance is None:
            return self
        return QuickCall(self._method.__get__(instance, owner))


class QuickCall(Generic[P, R]):
    """A call that asks no model."""

    def __init__(self, work: Callable[P, R]) -> None:
        self._work = work
        self.__doc__ = work.__doc__
        self.__wrapped__ = work

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._work(*args, **kwargs)

    def aio(self, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, R]:
        """The same, to be awaited; it runs in a thread."""
        return asyncio.to_thread(self._work, *args, **kwargs)


class Room(Generic[R]):
    """A group of calls of a home, such as `home.library`; it is imported when it is first looked up."""

    def __init__(self, module: str, calls: str) -> None:
        self._module = module
        self._calls = calls

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, home: Any, owner: type) -> R:
        made: R = getattr(import_module(self._module), self._calls)
        if home is not None:
            made = vars(home)[self._name] = made(home._desk)  # type: ignore[operator]
        return made


class Late(Room[Any]):
    """A call of a group that is imported when the call is first looked up."""

    def __get__(self, instance: Any, owner: type) -> Any:
        calls = getattr(import_module(self._module), self._calls)
        return getattr(calls if instance is None else calls(instance._desk), self._name)
