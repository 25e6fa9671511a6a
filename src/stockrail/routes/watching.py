"""Searches that are watched while they run: to end them after some time, or to see their answers as they get better."""

from __future__ import annotations

from collections.abc import Callable, Generator
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Protocol, TypeVar


class Solved(Protocol):
    """What a search has found."""

    @property
    def complete(self) -> bool:
        """Whether it is proven."""
        ...


S = TypeVar("S", bound=Solved)
Watched = Callable[[Callable[[S], bool]], S]
"""A search that tells a watcher now and then what it knows, and ends when the watcher says so."""


def within(seconds: float, search: Watched[S]) -> S:
    """What is found in so much time."""
    deadline = monotonic() + seconds
    return search(lambda _: monotonic() < deadline)


def watch(search: Watched[S], rank: Callable[[S], object]) -> Generator[S, None, None]:
    """Better and better solutions, each rank once, the last one proven. Closing it ends the search."""
    found: SimpleQueue[S | BaseException] = SimpleQueue()
    wanted = Event()
    wanted.set()
    thread = Thread(target=_search, args=(search, found, wanted), daemon=True)
    thread.start()
    last: object = None
    try:
        while True:
            solution = found.get()
            if isinstance(solution, BaseException):
                raise solution
            if solution.complete or rank(solution) != last:
                yield solution
            last = rank(solution)
            if solution.complete:
                return
    finally:
        wanted.clear()
        thread.join()


def _search(search: Watched[S], found: SimpleQueue[S | BaseException], wanted: Event) -> None:
    def report(solution: S) -> bool:
        found.put(solution)
        return wanted.is_set()

    try:
        found.put(search(report))
    except BaseException as fault:  # whatever it was, whoever waits must hear of it
        found.put(fault)
