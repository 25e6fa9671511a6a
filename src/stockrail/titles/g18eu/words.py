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
    "offer_falls": N_("{item} is offered at {price}"),
    "wins_minor": N_("{player} buys {item} for {price}"),
    "wins_minor price=0": N_("{player} gets {item} for nothing"),
    # minors and mergers
    "minor_pays": N_("{Company} earns {revenue}: {player} {half}, the treasury {kept}"),
    "exchanges": N_("{player} exchanges {minor} for 1 {company} from its treasury"),
    "exchanges source=pool": N_("{player} exchanges {minor} for 1 {company} from the pool"),
    "merges_for_nothing": N_("{player} merges {minor} into {company} for nothing"),
    "replaces_token": N_("{Company} places a token in {hex} instead of that of {minor}"),
    "leaves_token": N_("{Company} places no token instead of that of {minor}"),
    "minor_closes": N_("{Minor} closes"),
    "underwritten": N_("{Company} sells its last {count} shares to the bank for {amount}; they go to the pool"),
    # Pullmans
    "doubles": N_("{Company} doubles {hex} with its Pullman for {revenue}"),
    "loses_car": N_("{Company} loses a Pullman to the pool"),
    "loses_car why=alone": N_("{Company} loses its Pullman to the pool: it has no other train"),
    "loses_car why=second": N_("{Company} loses its second Pullman to the pool"),
    "loses_car why=limit": N_("{Company} loses a Pullman to the pool: it is above its train limit"),
}

PROMPTS = {
    "SelectMinor": N_("Choose a minor to auction"),
    "Offer": N_("Buy at {price} or decline"),
    "Offer price=100": N_("Open the auction or decline"),
    "ChooseMinor": N_("Merge one of your minors"),
    "Succession": N_("Replace the minor's token or not"),
    "Dispose": N_("Merge or close one minor"),
    "TrackStep company_kind=minor": N_("Lay one yellow tile"),
    "TrackStep company_kind=minor lays=2": N_("Lay up to two yellow tiles"),
    "DropPullman": N_("Keep or discard the Pullman"),
    "ChooseHome": N_("Choose the home city"),
    "Consent": N_("Allow the tile or decline"),
    "Discard": N_("Discard one train"),
    "OwnShares": N_("Sell or buy own shares"),
}

QUESTIONS = {
    "Offer": N_("{player}: buy {item} at {price}, or decline"),
    "Offer price=100": N_("{player}: open the auction of {item} at {price} or more, or decline"),
    "Consent": N_("{player}: allow {company} to lay {tile} in {hex}, or decline"),
}

ACTIONS = {
    "Pass decision=Offer": N_("Decline at {price}"),
    "Pass decision=Offer price=100": N_("Open no auction"),
    "Pass decision=Raise": N_("Leave this auction"),
    "Pass decision=Succession": N_("Place no token"),
    "Pass decision=Dispose": N_("Close all minors that are left"),
    "Pass decision=DropPullman": N_("Keep the Pullman"),
    "Bid decision=Offer": N_("Buy {item} for {price}"),
    "Bid decision=Offer decision_price=100": N_("Bid {price} on {item}"),
    "FoundWith": N_("Found {company} with {minor}"),
    "Exchange": N_("Exchange {minor} for 1 {company} from its treasury"),
    "Exchange source=pool": N_("Exchange {minor} for 1 {company} from the pool"),
    "Exchange source=": N_("Merge {minor} into {company} for nothing"),
    "CloseMinor": N_("Close {minor}"),
    "ReplaceToken": N_("Replace the token of {minor}"),
    "PlaceToken": N_("Place a token in {city}, free"),
    "BuyTrain seller dropping": N_("Give up the {dropping} and buy {a_train} {from_seller} for {price}"),
    "BuyTrain seller short dropping": N_(
        "Give up the {dropping} and buy {a_train} {from_seller} for {price}, {short} of it from {player}"
    ),
    "Pass decision=OwnShares": N_("Leave the shares where they are"),
    "Answer decision=Consent": N_("Keep {hex} closed"),
    "Answer decision=Consent accept=True": N_("Allow {tile} in {hex}"),
}

REFUSALS = {
    # initial sale
    "select_first": N_("{player}: a minor is chosen first"),
    "offer_price": N_("Bid of {bid}: {item} is offered at {price}"),
    # stock turns
    "stock_turn_only": N_("Stock turn: sell, buy, start a corporation, exchange a minor or pass"),
    "needs_minor": N_("Start of {company}: before phase 5 {player} needs a minor to merge"),
    "not_your_minor": N_("{Minor}: the player does not own it"),
    "merges_before_operating": N_("Exchange for {company}: it has operated"),
    "not_connected": N_("Exchange of {minor} for {company}: no route connects them"),
    "choose_minor": N_("{Company}: the minor that merges is chosen first"),
    "replace_or_pass": N_("{Company}: replace the token of {minor} or pass"),
    # final exchange
    "dispose_first": N_("{player}: a minor is merged or closed first"),
    "must_dispose": N_("Pass: {player} has a minor to merge or close"),
    "must_merge": N_("Closing of {minor}: a minor that is connected must merge"),
    "closed_by_passing": N_("Closing of {minor}: a pass closes all minors that are left"),
    "treasury_share_first": N_("Exchange for {company}: a treasury share goes before one of the pool"),
    # track
    "minor_upgrades": N_("Tile {tile} in {place}: a minor lays yellow tiles only"),
    "owner_only": N_("Tile {tile} in {place}: the first one is for the owner of the minor"),
    # Pullmans
    "route_doubler_alone": N_("Run of {a_train}: it needs another train to run with, and there is one at most"),
    "route_doubler_stop": N_("Run of {a_train}: it doubles a city or off-map stop of another train's route"),
    "no_pullman_yet": N_("Purchase of {a_train}: it is for sale from phase 3"),
    "pullman_needs_train": N_("Purchase of {a_train}: {company} must own another train and no Pullman"),
    "one_pullman_a_round": N_("Purchase of {a_train}: {company} has bought one in this round"),
    "pullman_not_traded": N_("Purchase of {a_train}: companies do not trade it"),
    "cannot_drop": N_("Purchase of {a_train}: no Pullman can be given up for it now"),
    "drop_or_pass": N_("{Company}: discard the Pullman or pass"),
    "only_pullman_dropped": N_("Discard of {a_train}: only a Pullman can be given up here"),
    "pullman_first": N_("Discard of {company}: the Pullman goes first"),
}

NAMES = {
    "company kind=minor": N_("minor {id}"),
    "train name=P": N_("Pullman"),
    "a_train name=P": N_("a Pullman"),
    "step id=OwnShares": N_("Shares"),
    "owned kind=minor": NN_("minor {list}", "minors {list}"),
    "bonus id=red_to_red": N_("red to red"),
    "round kind=sale": N_("Initial sale"),
    "round kind=exchange": N_("Final exchange"),
}

WORDS: Mapping[str, Mapping[str, Any]] = {
    "events": EVENTS,
    "refusals": REFUSALS,
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
)
