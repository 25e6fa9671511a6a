"""Every kind of refusal with its rule, and its sentence where it is 1883's own; "Decision.kind" where rules differ."""

from __future__ import annotations

from stockrail.core.marking import N_
from stockrail.core.refusals import Refusals, Why

REFUSALS: Refusals = {
    # runs
    "run_first": "6.3-a",
    "not_the_most": "6.7.2-c",
    "route_unknown_train": "6.7.1-a",
    "route_train_twice": "6.7.1-a",
    "route_needs_stops": "6.7.1-a",
    "route_no_token": "6.7.1-a",
    "route_no_such_track": "6.7.1-d",
    "route_ends_off_stop": "6.7.1-a",
    "route_too_long": "6.7.1-b",
    "route_passes_end": "6.7.1-c",
    "route_passes_blocked": "6.5.2-c",
    "route_repeats_stop": "6.7.1-d",
    "route_repeats_track": "6.7.1-d",
    "route_shares_track": "6.7.1-e",
    "route_one_box": Why("6.6-e", N_("The {train} may visit only one external box if it uses the state railway")),
    "route_no_hop": "6.8.5-c",
}
