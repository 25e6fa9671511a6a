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
    doubles: int,
    bonuses: list[tuple[list[int], list[int]]],
    width: int,
) -> Problem: ...

Answer = tuple[list[list[int]], int | None, int, int, bool, int]

def solve(problem: Problem, budget: int = 0, watcher: Callable[[Answer], bool] | None = None) -> Answer: ...
def collect(problem: Problem, floor: int, at_most: int) -> list[tuple[list[list[int]], int | None, int]]: ...

TogetherAnswer = tuple[list[list[int]], int, int, int]

def together_version() -> int: ...
def solve_together(
    worth: list[int],
    payee: list[int],
    stops: list[tuple[int, int, list[int], list[bool]]],
    links: list[tuple[tuple[int, int], tuple[int, int], list[int], list[int]]],
    at: list[int],
    kind_marks: list[int],
    offices: list[tuple[list[int], list[bool], list[bool], list[bool], int, list[list[int]]]],
    kinds: list[tuple[int, int, int, bool]],
    trains: list[int],
    budget: int = 0,
    watcher: Callable[[TogetherAnswer], bool] | None = None,
) -> TogetherAnswer: ...
