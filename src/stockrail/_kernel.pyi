from collections.abc import Callable

class Problem: ...

def abi_version() -> int: ...
def problem(
    values: list[int],
    weight: list[int],
    ending: list[int],
    own: list[bool],
    through: list[bool],
    groups: list[list[int]],
    links: list[tuple[int, int, list[int]]],
    trains: list[int],
    doubles: bool,
    bonuses: list[tuple[list[int], list[int]]],
    width: int,
) -> Problem: ...

Answer = tuple[list[list[int]], int | None, int, int, bool, int]

def solve(problem: Problem, budget: int = 0, watcher: Callable[[Answer], bool] | None = None) -> Answer: ...
def collect(problem: Problem, floor: int, at_most: int) -> list[tuple[list[list[int]], int | None, int]]: ...
