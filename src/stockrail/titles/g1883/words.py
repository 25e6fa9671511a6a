"""The English that only 1883 needs: anchors, gravity trains, external boxes, its phases. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core.marking import N_
from stockrail.rules.showing import Showing

EVENTS = {
    # CCFR and SARSA
    "presides_in_turn": N_("{player} is now president of {company}"),
    "is_frozen": N_("{Company} is frozen until the first 5 is bought: nobody holds its first shares any more"),
    "loots": N_("{player} loots {company}: {amount} from its run, and {compensation} for the share given to the pool"),
    "gives_train_up": N_("{Company} gives {a_train} to the pool"),
    "is_given_train": N_("{Company} gets {a_train} from the bank for free"),
    "is_capitalised": N_("{Company} becomes a railway and gets {amount} from the bank"),
    "may_be_launched": N_("{Company} may be launched from the next stock round on"),
    "places_coach": N_("{Company} places a coach in {hex} for {cost}"),
    "places_coach cost=0": N_("{Company} places a coach in {hex}"),
    "coaches_run": N_("{Company} earns {revenue} with its coaches"),
    "game_ends reason=stock_market": N_("The game ends: SARSA has reached the highest price"),
}

PROMPTS = {
    # CCFR and SARSA
    "PlaceCoaches": N_("Place a coach or pass"),
    "FirstPresident": N_("Draw lots for the presidency of CCFR"),
    "FirstOwner": N_("Draw lots for the presidency of CCFR"),
}

QUESTIONS: Mapping[str, Any] = {}

ACTIONS = {
    # CCFR and SARSA
    "PlaceCoach": N_("Place a coach in {hex}"),
    "PlaceCoach cost": N_("Place a coach in {hex} for {cost}"),
    "Pass decision=PlaceCoaches": N_("Place no more coaches"),
    "PayOut kind=loot": N_("Loot"),
    "PayOut kind=loot amount": N_("Loot {revenue} and give up the share for {amount}"),
}

NAMES = {
    # CCFR and SARSA
    "step id=PlaceCoaches": N_("Coaches"),
    "source id=coaches": N_("Coaches"),
    "earning kind=other_coaches": N_("A group of coaches worth {amount} is not connected and does not count"),
    "way kind=loot": N_("Loot"),
    "bonus id=anchor": N_("anchor"),
    "bonus id=box_change": N_("event"),
    "bonus id=gravity": N_("half the value"),
    "kind id=railway": N_("Railway"),
    "kind id=cooperative": N_("Cooperative"),
    "kind id=merger": N_("Merged railway"),
    "kind id=coach": N_("Coaches"),
    "phase_note kind=2G_outside_limit": N_("2Gs do not count against the train limit"),
    "phase_note kind=frv_sale_at_most_face": N_("Only FRV may be sold to a company, for at most its value"),
    "phase_note kind=privates_for_sale": N_("Companies may buy private companies"),
    "phase_note kind=fsf_second_anchor": N_("FSF may place its second anchor"),
    "phase_note kind=ccfr_swaps_2_for_3": N_("CCFR gives a 2 to the pool and gets a 3"),
    "phase_note kind=ccfr_gets_4": N_("CCFR gets a 4"),
    "phase_note kind=fsf_bonus_lay_ends": N_("FSF no longer lays from both homes"),
    "phase_note kind=sefta_merger": N_("FMMSF and FMV may merge into SEFTA"),
    "phase_note kind=privates_close": N_("All private companies close"),
    "phase_note kind=ccfr_capitalised": N_("CCFR becomes a railway with shares for sale"),
    "phase_note kind=sarsa_on_plain": N_("SARSA may run on the plain"),
    "phase_note kind=unsold_concessions_removed": N_("Unsold concessions leave the game"),
}

WORDS: Mapping[str, Mapping[str, Any]] = {
    "events": EVENTS,
    "prompts": PROMPTS,
    "questions": QUESTIONS,
    "actions": ACTIONS,
    "names": NAMES,
}

SHOWING = Showing()
