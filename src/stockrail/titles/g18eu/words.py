"""The English that only 18EU needs: minors, the initial sale, Pullmans, the final exchange. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core.marking import N_, NN_
from stockrail.rules.showing import Showing

EVENTS = {
    "round_begins kind=sale": N_("Initial sale"),
    "round_begins kind=exchange": N_("Final exchange"),
    # initial sale
    "declines_offer": N_("{player} declines {item} at {price}"),
    "declines_offer price=100": N_("{player} does not open the bidding for {item}"),
    "offer_falls": N_("{Item} is now offered at {price}"),
    "wins_minor": N_("{player} buys {item} for {price}"),
    "wins_minor price=0": N_("{player} gets {item} for free"),
    # minors and mergers
    "minor_pays": N_("{Company} earns {revenue}: {player} gets {half}, the treasury {kept}"),
    "exchanges": N_("{player} exchanges {minor} for 1 {company} from its treasury"),
    "exchanges source=pool": N_("{player} exchanges {minor} for 1 {company} from the pool"),
    "merges_for_nothing": N_("{player} merges {minor} into {company}, with no share left to take"),
    "replaces_token": N_("{Company} replaces {minor}'s token in {hex}"),
    "leaves_token": N_("{Company} does not replace {minor}'s token"),
    "minor_closes": N_("{Minor} closes"),
    "underwritten": N_("{Company} sells its last {count} shares to the bank for {amount}; they go to the pool"),
    # Pullmans
    "doubles": N_("{Company} doubles {hex} with its Pullman for another {revenue}"),
    "loses_car": N_("{Company} loses a Pullman to the pool"),
    "loses_car why=alone": N_("{Company} loses its Pullman to the pool: it has no other train"),
    "loses_car why=second": N_("{Company} loses its second Pullman to the pool"),
    "loses_car why=limit": N_("{Company} loses a Pullman to the pool: it is over its train limit"),
}

PROMPTS = {
    "SelectMinor": N_("Choose a minor to auction"),
    "Offer": N_("Buy at {price} or decline"),
    "Offer price=100": N_("Open the auction or decline"),
    "ChooseMinor": N_("Merge one of your minors"),
    "Succession": N_("Replace the minor's token or pass"),
    "Dispose": N_("Merge or close one minor"),
    "TrackStep company_kind=minor": N_("Lay one yellow tile"),
    "TrackStep company_kind=minor lays=2": N_("Lay up to two yellow tiles"),
    "DropPullman": N_("Keep or discard the Pullman"),
    "ChooseHome": N_("Choose the home city"),
    "Consent": N_("Allow the tile or decline"),
}

QUESTIONS = {
    "Offer": N_("{player}: buy {item} at {price}, or decline"),
    "Offer price=100": N_("{player}: open the auction for {item} at {price} or more, or decline"),
    "Consent": N_("{player}: allow {company} to lay {tile} in {hex}, or decline"),
}

ACTIONS = {
    "Pass decision=Offer": N_("Decline at {price}"),
    "Pass decision=Offer price=100": N_("Do not open the auction"),
    "Pass decision=Succession": N_("Do not replace the token"),
    "Pass decision=Dispose": N_("Close all remaining minors"),
    "Pass decision=DropPullman": N_("Keep the Pullman"),
    "Bid decision=Offer": N_("Buy {item} for {price}"),
    "Bid decision=Offer decision_price=100": N_("Bid {price} on {item}"),
    "FoundWith": N_("Start {company} with {minor}"),
    "Exchange": N_("Exchange {minor} for 1 {company} from its treasury"),
    "Exchange source=pool": N_("Exchange {minor} for 1 {company} from the pool"),
    "Exchange source=": N_("Merge {minor} into {company}, no share left"),
    "CloseMinor": N_("Close {minor}"),
    "ReplaceToken": N_("Replace {minor}'s token"),
    "PlaceToken": N_("Place a token in {city}, free"),
    "BuyTrain seller dropping": N_("Discard the {dropping} and buy {a_train} {from_seller} for {price}"),
    "BuyTrain seller short dropping": N_(
        "Discard the {dropping} and buy {a_train} {from_seller} for {price}, {short} of it from {player}"
    ),
    "Answer decision=Consent": N_("Do not allow {tile} in {hex}"),
    "Answer decision=Consent accept=True": N_("Allow {tile} in {hex}"),
}

NAMES = {
    "company kind=minor": N_("minor {id}"),
    "train name=P": N_("Pullman"),
    "a_train name=P": N_("a Pullman"),
    "owned kind=minor": NN_("minor {list}", "minors {list}"),
    "explained kind=minor": N_(
        "Its owner gets half of what it earns; before the stock round after phase 5 begins it merges into a corporation"
        " or closes"
    ),
    "several kind=minor": NN_("{count} minor", "{count} minors"),
    "bonus id=red_to_red": N_("red to red"),
    "kind id=minor": N_("Minor"),
    "phase_note kind=pullman_for_sale": N_("Pullmans can be bought"),
    "phase_note kind=final_exchange_before_next_stock_round": N_(
        "Before the next stock round all minors are merged or closed"
    ),
    "phase_note kind=start_in_open_city": N_("Corporations start without a minor, in any open city"),
    "phase_note kind=half_underwritten": N_("When a corporation floats, the bank takes its unsold shares"),
    "round kind=sale": N_("Initial sale"),
    "round kind=exchange": N_("Final exchange"),
    "short_round kind=sale": N_("Sale"),
    "short_round kind=exchange": N_("Exchange"),
}

WORDS: Mapping[str, Mapping[str, Any]] = {
    "events": EVENTS,
    "prompts": PROMPTS,
    "questions": QUESTIONS,
    "actions": ACTIONS,
    "names": NAMES,
}

SHOWING = Showing(
    said=frozenset({"exchanges", "leaves_token", "merges_for_nothing", "minor_closes", "replaces_token"}),
    with_a_share=frozenset({"underwritten"}),
    any_hex=("minor_upgrades",),
    alike={"minor": "company"},
    settles={"minor_pays": "half"},
    pays={"minor_pays": "half"},
    harms=frozenset({"minor_closes"}),
)
