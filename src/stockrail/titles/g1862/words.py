"""The English that only 1862 needs: parliament, directors, warranties, mergers, London. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core.marking import N_, NN_
from stockrail.rules.showing import Showing

EVENTS = {
    "round_begins kind=parliament": N_("Parliament round {turn}"),
    # parliament
    "wins_charter": N_("{player} wins the {company} charter for {price}"),
    "misses_obligation": N_("{player} did not float {company} in time and is fined {amount}"),
    "debt_forgiven": N_("{player} has nothing left to sell; the remaining {amount} of the fine is waived"),
    # shares
    "buys_share source=ipo": N_("{player} buys 1 {company} from the IPO for {amount}"),
    "president_changes": N_("{Company} has a new director: {player}"),
    "director_leaves": N_("{Company} has no director and goes into receivership"),
    "gets_capital": N_("{Company} receives {amount} from the bank"),
    "buys_stations": N_("{Company} buys {count} stations for {amount}"),
    "certificate_limit_changes": N_("The certificate limit is now {limit}"),
    # stations and track
    "places_home": N_("{Company} places its home station in {hex}"),
    "places_token": N_("{Company} places a station in {hex}"),
    "pushes_out": N_("{Company} pushes a station of {other} out of {hex}"),
    "adds_small_station": N_("{Company} adds a small station in {hex}"),
    "builds_terminal": N_("{Company} builds a terminal in London"),
    "station_removed": N_("{Company} gives up a station"),
    # money
    "dividend paid=withheld": N_("{Company} retains {revenue}; {change}"),
    "manoeuvres": N_("{Company} tops up the dividend with {amount} from its treasury"),
    "gets_subsidy": N_("{Company} gets a subsidy of {amount}"),
    "refinances": N_("{Company} refinances: two shares become one"),
    "goes_bankrupt": N_("{Company} is bankrupt: shareholders get {amount} per share"),
    "goes_bankrupt amount=0": N_("{Company} is bankrupt: its shares are worth nothing"),
    # trains
    "buys_warranties count=1": N_("{Company} pays {amount} for 1 warranty"),
    "buys_warranties": N_("{Company} pays {amount} for {count} warranties"),
    "train_lives_on": N_("{Holder} keeps {a_train}: it is obsolete but under warranty"),
    "train_returns": N_("{Company} returns {a_train} to the bank"),
    "lner_triggered": N_("The LNER will form at the end of these operating rounds"),
    "lner_forms": N_("The London & North Eastern Railway forms"),
    # mergers
    "proposes_merger": N_("{Company} asks {player} to agree to a merger with {other}"),
    "merges": N_("{Company} merges into {survivor}, now worth {value} per share"),
    "returns_shares count=0": N_("{Holder} returns no shares to the pool"),
    "returns_shares count=1": N_("{Holder} returns 1 share to the pool"),
    "returns_shares": N_("{Holder} returns {count} shares to the pool"),
    "swaps_director": N_("{Holder} exchanges the {company} director's certificate for three shares"),
    "sells_unexchanged": N_("{Holder} sells a {company} certificate for {amount}: it cannot be exchanged"),
    "redeems_option": N_("{Holder} redeems an option on {company} for {amount}"),
    "gives_up_option": N_("{Holder} gives up an option on {company} for {amount}"),
    "game_ends reason=lner": N_("The game ends: the last operating rounds are over"),
    "game_ends reason=stock_market": N_("The game ends: a share price has reached the top"),
}

PROMPTS = {
    "OpenAuction": N_("Bid for a charter or pass"),
    "SetPrice": N_("Set the IPO price"),
    "BuyMore": N_("Buy more shares or pass"),
    "ChooseStations": N_("Choose how many stations to buy"),
    "PayFine": N_("Sell shares to pay the fine"),
    "HomeStation": N_("Upgrade the home hex"),
    "MergeStep": N_("Merge with another company or pass"),
    "MergerOffer": N_("Agree to the merger or decline"),
    "OptionChoice": N_("Redeem or give up the option"),
    "GiveUpStations": N_("Give up a station"),
    "LayTrack": N_("Build track or pass"),
    "LayTrack must=yes": N_("Build on the home hex"),
    "PlaceStation": N_("Place one station or pass"),
    "Dividend": N_("Pay out or retain"),
    "RedeemShare": N_("Buy back a share or pass"),
}

QUESTIONS = {
    "PayFine": N_("{player}: sell shares to pay the fine; {owed} is still owed"),
    "MergerOffer": N_("{player}: agree to merge {company} and {other} into {survivor}, or decline"),
    "MergerOffer asker value": N_(
        "{player}: {asker} proposes to merge {company} and {other} into {survivor} at {value} per share;"
        " agree or decline"
    ),
}

ACTIONS = {
    "Pass decision=OpenAuction": N_("Do not open an auction"),
    "Pass decision=BuyMore": N_("Buy no more shares"),
    "Pass decision=MergeStep": N_("Do not merge"),
    "Pass decision=LayTrack": N_("Build nothing more"),
    "Pass decision=PlaceStation": N_("Place no station"),
    "Pass decision=RedeemShare": N_("Do not buy back a share"),
    "BuyShare source=ipo": N_("Buy 1 {company} from the IPO"),
    "BuyShare source=ipo amount": N_("Buy 1 {company} from the IPO for {amount}"),
    "BuyTokens": N_("Buy {count} stations"),
    "BuyTokens amount": N_("Buy {count} stations for {amount}"),
    "LayTile marks_stop cost": N_("Add a small station in {hex}: {tile}, rotation {rotation}"),
    "PlaceToken": N_("Place a station in {city}"),
    "PlaceToken hex=London": N_("Build a terminal in London"),
    "PayOut kind=hudson": N_("Pay out, topped up from the treasury"),
    "PayOut kind=withhold": N_("Retain"),
    "PayOut kind=withhold revenue": N_("Retain {revenue}"),
    "BuyTrain seller form": N_("Buy {a_train} as {form} {from_seller} for {price}"),
    "BuyTrain seller form warranties": N_(
        "Buy {a_train} as {form} {from_seller} for {price}, with {warranties} warranties at {each} each"
    ),
    "BuyTrain seller form warranties=1 total": N_("Buy {a_train} as {form} {from_seller} with 1 warranty for {total}"),
    "BuyTrain seller form warranties total": N_(
        "Buy {a_train} as {form} {from_seller} with {warranties} warranties for {total}"
    ),
    "Refinance": N_("Refinance {company}"),
    "Refinance amount": N_("Refinance {company} for {amount}"),
    "Merge": N_("Merge {company} and {other} into {survivor}"),
    "Merge value": N_("Merge {company} and {other} into {survivor} at {value}"),
    "SettleOption": N_("Give up the option on {company}"),
    "SettleOption amount": N_("Give up the option on {company} for {amount}"),
    "SettleOption redeem=True": N_("Redeem the option on {company}"),
    "SettleOption redeem=True amount": N_("Redeem the option on {company} for {amount}"),
    "RemoveToken": N_("Give up the station in {city}"),
    "RemoveToken hex=London": N_("Give up the terminal in London"),
    "Answer decision=MergerOffer": N_("Decline the merger"),
    "Answer decision=MergerOffer accept=True": N_("Agree to the merger"),
}

NAMES = {
    "train": "{name}",
    "a_train": "{name}",
    "a_train name=A": N_("an A train"),
    "a_train name=B": N_("a B train"),
    "a_train name=C": N_("a C train"),
    "a_train name=D": N_("a D train"),
    "a_train name=E": N_("an E train"),
    "a_train name=F": N_("an F train"),
    "a_train name=G": N_("a G train"),
    "a_train name=H": N_("an H train"),
    "train_limit kind=per_type": N_("{count} of each kind"),
    "train_limit kind=total": N_("{count} in total"),
    "holder id=ipo": N_("the IPO"),
    "heading id=president": N_("Director"),
    "heading id=president_short": N_("Dir."),
    "heading id=tokens": N_("Stations"),
    "heading id=tokens_left": N_("Stations left"),
    "step id=MergeStep": N_("Merger"),
    "step id=StationStep": N_("Station"),
    "round kind=parliament": N_("Parliament round {turn}"),
    "short_round kind=parliament": N_("PR {turn}"),
    "number field=warranties": N_("Warranties"),
    "way kind=hudson": N_("Topped up"),
    "way kind=withhold": N_("Retain"),
    "bonus id=straight_line": N_("straight line"),
    "sum role=president": N_("{holder} (director) {amount}"),
    "remark kind=permit": N_("{form} permit"),
    "remark kind=ipo_price": N_("IPO price {price}"),
    "remark kind=chartered": N_("chartered"),
    "remark kind=terminal": N_("terminal in London"),
    "explained kind=permit": N_("It may buy any train, but runs only those for which it has a permit: {form}"),
    "explained kind=obliged": N_("{player} must float it before the next stock round ends, or pay a fine"),
    "explained kind=warranties": N_(
        "A star on a train is a warranty: the train is kept although it is obsolete, "
        "and loses one warranty after each run"
    ),
    "train_note kind=freight": N_("{name} (freight): up to {hexes} hexes beyond the first; only its two ends pay"),
    "train_note kind=local": N_("{name} (local): visits {visit} large stations and counts {pay}; small ones pay too"),
    "train_note kind=express": N_("{name} (express): visits {visit} large stations or off-map places and counts {pay}"),
    "train_note kind=free_warranties": N_("Comes with a free warranty"),
    "phase_note kind=new_companies": NN_(
        "{count} more company may be started", "{count} more companies may be started"
    ),
    "phase_note kind=lner": N_("The LNER forms at the end of these operating rounds; three more rounds are played"),
    "zone kind=par": N_("A price of the IPO chart"),
    "zone kind=ignore_one": N_("The first share that anyone but the director sells does not move the price"),
    "zone kind=ignore_two": N_("The first two shares that anyone but the director sells do not move the price"),
    "zone kind=ruin": N_("A company that gets here is bankrupt"),
    "zone kind=summit": N_("A price that gets here ends the game"),
    "form name=freight": N_("freight"),
    "form name=local": N_("local"),
    "form name=express": N_("express"),
}

WORDS: Mapping[str, Mapping[str, Any]] = {
    "events": EVENTS,
    "prompts": PROMPTS,
    "questions": QUESTIONS,
    "actions": ACTIONS,
    "names": NAMES,
}

SHOWING = Showing(
    said=frozenset({
        "buys_warranties", "gives_up_option", "proposes_merger", "redeems_option", "returns_shares", "station_removed"
    }),
    with_a_share=frozenset({"director_leaves"}),
    harms=frozenset({"misses_obligation"}),
)  # fmt: skip
