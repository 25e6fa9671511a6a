"""Where games are played: here one after the other, in several processes, or on a Ray cluster.

Each yields games as they end, in any order. A game whose process dies is tried again, and then recorded as lost.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from threading import Thread
from typing import Any, Protocol

from stockrail.bots.code import Code, load
from stockrail.bots.match import Played, lost, play
from stockrail.bots.pairings import Pairing
from stockrail.core import StockrailError
from stockrail.rules.title import RailTitle
from stockrail.titles import add
from stockrail.titles import title as find_title

RETRIES = 2  # of a game whose process died
IN_FLIGHT = 4  # games for each worker of a cluster: enough that none waits, few enough to stop soon
STARTS = 3  # of a cluster on this machine: a busy one takes longer than the 30 s that Ray waits for its own processes
CHUNKS = 16  # for each process; small games travel together
LARGEST_CHUNK = 16


class Runner(Protocol):
    """Plays games somewhere."""

    def play(self, pairings: Sequence[Pairing], code: Sequence[Code]) -> Iterator[Played]:
        """Play all of them, in any order."""
        ...


class Serial:
    """In this process, one after the other."""

    def play(self, pairings: Sequence[Pairing], code: Sequence[Code]) -> Iterator[Played]:
        _prepare((), code)
        yield from map(play, pairings)


def _prepare(titles: Sequence[RailTitle], code: Sequence[Code]) -> None:
    """Make a process know the titles and bots that do not come with Stockrail."""
    for title in titles:
        add(title)
    for one in code:
        load(one)


def _titles(pairings: Sequence[Pairing]) -> tuple[RailTitle, ...]:
    return tuple(find_title(name) for name in dict.fromkeys(one.title for one in pairings))


# -- processes ----------------------------------------------------------------------------------------------------

Chunk = tuple[Pairing, ...]
Setting = tuple[Sequence[RailTitle], Sequence[Code]]


class Processes:
    """In several processes; by default one fewer than the machine has processors."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = max(1, (os.cpu_count() or 2) - 1) if jobs is None else jobs

    def play(self, pairings: Sequence[Pairing], code: Sequence[Code]) -> Iterator[Played]:
        setting = _titles(pairings), tuple(code)
        size = min(LARGEST_CHUNK, max(1, len(pairings) // (self.jobs * CHUNKS)))
        queue = deque(tuple(pairings[start : start + size]) for start in range(0, len(pairings), size))
        suspects: list[Chunk] = []
        while queue:
            yield from _Pool(min(self.jobs, len(queue)), setting).play(queue, suspects)
        yield from _one_by_one([one for chunk in suspects for one in chunk], setting)


def _one_by_one(suspects: Sequence[Pairing], setting: Setting) -> Iterator[Played]:
    """Games that were being played when a process died: alone, it is clear which of them kills it."""
    queue: deque[Chunk] = deque((one,) for one in suspects)
    deaths: Counter[str] = Counter()
    while queue:
        guilty: list[Chunk] = []
        yield from _Pool(1, setting).play(queue, guilty)
        for (one,) in guilty:
            deaths[one.id] += 1
            if deaths[one.id] < RETRIES:
                queue.append((one,))
            else:
                yield lost(one, "its process died")


class _Pool:
    """Processes that play until nothing is left, or until one of them dies."""

    def __init__(self, jobs: int, setting: Setting) -> None:
        self.jobs = jobs
        self.others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self.executor = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=setting)
        self.running: dict[Future[list[Played]], Chunk] = {}

    def play(self, queue: deque[Chunk], suspects: list[Chunk]) -> Iterator[Played]:
        """Play the queue; if a process dies, the chunks that were being played become suspects."""
        try:
            while queue or self.running:
                self._fill(queue)
                for done in wait(self.running, return_when=FIRST_COMPLETED).done:
                    yield from done.result()
                    del self.running[done]
            self.executor.shutdown()
        except BrokenProcessPool:
            suspects.extend(self.running.values())
            self.executor.shutdown()
        finally:
            self._stop()

    def _fill(self, queue: deque[Chunk]) -> None:
        """Only as many chunks as there are processes: what is in the pool is being played."""
        while queue and len(self.running) < self.jobs:
            chunk = queue.popleft()
            try:
                self.running[self.executor.submit(_play, chunk)] = chunk
            except BrokenProcessPool:
                queue.appendleft(chunk)
                raise

    def _stop(self) -> None:
        """End the processes in the middle of their games, if somebody interrupts the run."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - self.others:
            child.terminate()


def _begin(titles: Sequence[RailTitle], code: Sequence[Code]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one decides
    Thread(target=_end_with_parent, daemon=True).start()
    _prepare(titles, code)


def _end_with_parent() -> None:
    """Without the process that started it, however that ended, this one would wait for games for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(chunk: Chunk) -> list[Played]:
    return [play(one) for one in chunk]


# -- a cluster ----------------------------------------------------------------------------------------------------


class OnRay:
    """On a Ray cluster, given by its address: "auto", "HOST:PORT", or "local" to start one on this machine.

    Stockrail must be installed on all its machines; titles and bots from elsewhere travel along.
    """

    def __init__(self, address: str = "auto") -> None:
        self.address = address

    def play(self, pairings: Sequence[Pairing], code: Sequence[Code]) -> Iterator[Played]:
        ray = _ray()
        ours = not ray.is_initialized()
        if ours:
            self._connect(ray)
        try:
            yield from _OnCluster(ray, _titles(pairings), tuple(code)).play(deque(pairings))
        finally:
            if ours:
                ray.shutdown()

    def _connect(self, ray: Any) -> None:
        starts = STARTS if self.address == "local" else 1
        for left in reversed(range(starts)):
            try:
                ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
                return
            except Exception as error:  # of many kinds
                ray.shutdown()
                if not left:
                    reason = str(error).strip().partition("\n")[0]
                    raise ClusterError(f"there is no Ray cluster at {self.address!r}: {reason}") from error


class ClusterError(StockrailError):
    """A cluster that cannot be used."""


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody was asked
    try:
        return import_module("ray")
    except ImportError as error:
        raise ClusterError("Ray is not installed; install it with: pip install 'stockrail[cluster]'") from error


class _OnCluster:
    """Games on the machines of a cluster."""

    def __init__(self, ray: Any, titles: Sequence[RailTitle], code: Sequence[Code]) -> None:
        self.ray = ray
        self.setting = ray.put((titles, code))
        self.there = ray.remote(max_retries=RETRIES)(_play_there)
        self.most = IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.running: dict[Any, Pairing] = {}

    def play(self, queue: deque[Pairing]) -> Iterator[Played]:
        try:
            while queue or self.running:
                while queue and len(self.running) < self.most:
                    one = queue.popleft()
                    self.running[self.there.remote(one, self.setting)] = one
                (done, *_), _ = self.ray.wait(list(self.running), num_returns=1)
                yield self._brought(done, self.running.pop(done))
        finally:
            for left in self.running:
                self.ray.cancel(left, force=True)

    def _brought(self, done: Any, pairing: Pairing) -> Played:
        """A game that was played; one whose machine failed, after all retries, is lost."""
        faults = self.ray.exceptions
        try:
            played: Played = self.ray.get(done)
        except (faults.RayTaskError, faults.RuntimeEnvSetupError) as error:  # it would happen to every game
            raise ClusterError(f"the cluster cannot play: {str(error).splitlines()[-1]}") from error
        except faults.RayError as error:
            return lost(pairing, f"{type(error).__name__} on the cluster")
        return played


def _play_there(pairing: Pairing, setting: Setting) -> Played:
    _prepare(*setting)
    return play(pairing)
