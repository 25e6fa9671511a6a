"""The English that only 1883 needs: anchors, gravity trains, external boxes, its phases. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core.marking import N_
from stockrail.rules.showing import Showing

NAMES = {
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

WORDS: Mapping[str, Mapping[str, Any]] = {"names": NAMES}

SHOWING = Showing()
