"""Train runs: what a title declares about them, reading and checking them, and finding the best."""

from stockrail.routes.asking import (
    Explanation,
    Setting,
    best_run,
    best_runs,
    explain,
    good_run,
    reference_run,
    tied_runs,
    watch_best_run,
    written_run,
)
from stockrail.routes.effort import Effort
from stockrail.routes.reading import read_run
from stockrail.routes.rules import (
    Apart,
    AtMostOne,
    Bonus,
    EndToEndBonus,
    Hop,
    LineBonus,
    OneStopAHex,
    RunRules,
    Service,
    StopBonus,
    Together,
    TrainUse,
)
from stockrail.routes.run import Doubling, Route, RouteFault, Run
from stockrail.routes.runs import find_best_run, has_route, may_run

__all__ = [
    "Apart",
    "AtMostOne",
    "Bonus",
    "Doubling",
    "Effort",
    "EndToEndBonus",
    "Explanation",
    "Hop",
    "LineBonus",
    "OneStopAHex",
    "Route",
    "RouteFault",
    "Run",
    "RunRules",
    "Service",
    "Setting",
    "StopBonus",
    "Together",
    "TrainUse",
    "best_run",
    "best_runs",
    "explain",
    "find_best_run",
    "good_run",
    "has_route",
    "may_run",
    "read_run",
    "reference_run",
    "tied_runs",
    "watch_best_run",
    "written_run",
]
