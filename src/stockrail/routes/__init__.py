"""Train runs: what a title declares about them, reading and checking them, and finding the best."""

from stockrail.routes.reading import read_run
from stockrail.routes.rules import Bonus, EndToEndBonus, RunRules, TrainUse
from stockrail.routes.run import Route, RouteFault, Run
from stockrail.routes.runs import best_run, has_route

__all__ = [
    "Bonus",
    "EndToEndBonus",
    "Route",
    "RouteFault",
    "Run",
    "RunRules",
    "TrainUse",
    "best_run",
    "has_route",
    "read_run",
]
