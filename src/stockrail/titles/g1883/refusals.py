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
    # coaches
    "coach_or_pass": Why("8.2-c", N_("{Company} must place a coach or pass first")),
    "no_coaches_there": Why(
        "8.2-j", N_("Cannot place a coach in {place}: coaches may not go there, nor north of the state railway's line")
    ),
    "coach_is_there": Why("8.2-j", N_("Cannot place a coach in {place}: there is one already")),
    "no_coach_left": Why("8.2-c", N_("Cannot place a coach in {place}: {company} may place no more this turn")),
    "coach_on_plain": Why(
        "8.2-e",
        N_("Cannot place a coach in {place}: it is on the plain, where only one may be placed in a turn from phase 5"),
    ),
    "coach_out_of_reach": Why(
        "8.2-c", N_("Cannot place a coach in {place}: it is not next to the coaches whose turn it is")
    ),
    "cannot_pay_coach": Why(
        "8.2-d", N_("Cannot place a coach in {place}: it costs {cost}, more than the treasury holds")
    ),
    "coach_ratio": Why("8.2-k", N_("Cannot pass: {player} needs two railway shares for each SARSA share")),
}
