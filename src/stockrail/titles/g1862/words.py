"""The English that only 1862 needs: parliament, directors, warranties, mergers, London. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping

from stockrail.core.marking import N_
from stockrail.rules.showing import Showing

EVENTS = {
    "round_begins kind=parliament": N_("Parliament round {turn}"),
    # parliament
    "wins_charter": N_("{player} wins the charter of {company} for {price}"),
    "misses_obligation": N_("{player} has not floated {company} in time and is fined {amount}"),
    "debt_forgiven": N_("{player} has nothing left to sell; {amount} of the fine is forgiven"),
    # shares
    "buys_share source=ipo": N_("{player} buys 1 {company} from the IPO for {amount}"),
    "president_changes": N_("{Company} has a new director: {player}"),
    "director_leaves": N_("{Company} has no director and goes into receivership"),
    "gets_capital": N_("{Company} receives {amount} from the bank"),
    "buys_stations": N_("{Company} buys {count} stations for {amount}"),
    "certificate_limit_changes": N_("The certificate limit is now {limit}"),
    # stations and track
    "places_home": N_("{Company} places its home station in {hex}"),
    "pushes_out": N_("{Company} pushes a station of {other} out of {hex}"),
    "adds_small_station": N_("{Company} adds a small station in {hex}"),
    "builds_terminal": N_("{Company} builds a terminal in London"),
    "station_removed": N_("{Company} loses a station"),
    # money
    "manoeuvres": N_("{Company} adds {amount} from its treasury to the dividend"),
    "gets_subsidy": N_("{Company} gets a subsidy of {amount}"),
    "refinances": N_("{Company} refinances: two shares become one"),
    "goes_bankrupt": N_("{Company} is bankrupt: {amount} a share is paid"),
    "goes_bankrupt amount=0": N_("{Company} is bankrupt: its shares are worth nothing"),
    # trains
    "buys_warranties count=1": N_("{Company} pays {amount} for 1 warranty"),
    "buys_warranties": N_("{Company} pays {amount} for {count} warranties"),
    "train_lives_on": N_("{Holder} keeps {a_train}, which is obsolete, as long as its warranty lasts"),
    "train_returns": N_("{Company} gives {a_train} back to the bank"),
    "lner_triggered": N_("The LNER will form at the end of these operating rounds"),
    "lner_forms": N_("The London & North Eastern Railway is formed"),
    # mergers
    "proposes_merger": N_("{Company} proposes to {player} a merger with {other}"),
    "merges": N_("{Company} merges into {survivor}, which is worth {value} a share"),
    "returns_shares count=0": N_("{Holder} returns no shares to the pool"),
    "returns_shares count=1": N_("{Holder} returns 1 share to the pool"),
    "returns_shares": N_("{Holder} returns {count} shares to the pool"),
    "swaps_director": N_("{Holder} swaps the director's certificate of {company} for three shares"),
    "sells_unexchanged": N_("{Holder} sells a certificate of {company} that cannot be exchanged for {amount}"),
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
    "PayFine": N_("Sell shares for the fine"),
    "HomeStation": N_("Upgrade the home hex"),
    "MergeStep": N_("Merge with another company or pass"),
    "MergerOffer": N_("Agree to the merger or decline"),
    "OptionChoice": N_("Redeem the option or sell it"),
    "GiveUpStations": N_("Give up a station"),
    "LayTrack": N_("Build track or pass"),
    "LayTrack must=yes": N_("Build on the home hex"),
    "PlaceStation": N_("Place one station or pass"),
    "Dividend": N_("Pay out or retain"),
    "RedeemShare": N_("Buy a share back or pass"),
}

QUESTIONS = {
    "PayFine": N_("{player}: sell shares for the fine, of which {owed} is still to be paid"),
    "MergerOffer": N_("{player}: agree that {company} and {other} merge into {survivor}, or decline"),
    "MergerOffer asker value": N_(
        "{player}: {asker} asks that {company} and {other} merge into {survivor} at {value} a share; agree or decline"
    ),
}

ACTIONS = {
    "Pass decision=OpenAuction": N_("Open no auction"),
    "Pass decision=CharterAuction": N_("Leave this auction"),
    "Pass decision=BuyMore": N_("Buy no more shares"),
    "Pass decision=MergeStep": N_("Do not merge"),
    "Pass decision=LayTrack": N_("Build nothing more"),
    "Pass decision=PlaceStation": N_("Place no station"),
    "Pass decision=RedeemShare": N_("Buy no share back"),
    "BuyShare source=ipo": N_("Buy 1 {company} from the IPO"),
    "BuyShare source=ipo amount": N_("Buy 1 {company} from the IPO for {amount}"),
    "BuyTokens": N_("Buy {count} stations"),
    "BuyTokens amount": N_("Buy {count} stations for {amount}"),
    "LayTile marks_stop cost": N_("Add a small station in {hex}: {tile}, turned {rotation}"),
    "PlaceToken": N_("Place a station in {city}"),
    "PlaceToken hex=London": N_("Build a terminal in London"),
    "PayOut kind=hudson": N_("Pay out with money of the treasury added"),
    "PayOut kind=withhold revenue": N_("Retain {revenue}"),
    "BuyTrain seller form": N_("Buy {a_train} as {form} {from_seller} for {price}"),
    "BuyTrain seller form warranties": N_(
        "Buy {a_train} as {form} {from_seller} for {price}, with {warranties} warranties at £50"
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
    "Answer decision=MergerOffer": N_("Refuse the merger"),
    "Answer decision=MergerOffer accept=True": N_("Agree to the merger"),
}

REFUSALS = {
    # starting companies
    "not_available_yet": N_("Start of {company}: it is not available in this phase"),
    "failed_charter": N_("Start of {company}: its charter failed; it waits for the next stock round"),
    "home_is_full": N_("Start of {company}: its home station could not be placed"),
    "no_new_companies": N_("Start of {company}: the LNER has formed, no more companies start"),
    "cannot_pay_start": N_("Start of {company} at {value}: it costs {price}, {player} has {cash}"),
    "parliament_only": N_("Start of {company}: companies start in parliament only"),
    "stations_first": N_("{Company}: it buys its stations first"),
    "station_count": N_("{count} stations for {company}: it buys 2 to {most}"),
    # parliament
    "open_or_pass": N_("{player}: bid for a charter or pass"),
    "bid_beyond_reserve": N_("Bid of {bid}: {needed} must be left, the player has {cash}"),
    "charter_limit": N_("Bid of {player}: the limit of {limit} certificates is reached"),
    "set_price_first": N_("{Company}: its IPO price is set first"),
    "more_or_pass": N_("{Company}: buy more of its shares or pass"),
    "two_more_at_most": N_("Share of {company}: two more are the most"),
    "pay_fine_first": N_("{player}: a fine of {amount} is still to be paid"),
    # stock turns
    "none_there source=ipo": N_("Share of {company}: none lies in the IPO"),
    "bought_this_round": N_("Sale of {count} {company}: shares bought in this round are kept"),
    "no_change_in_pool": N_("Sale of {count} {company}: the pool lacks shares to swap for the director's certificate"),
    # mergers
    "merge_or_pass": N_("{Company}: merge or pass"),
    "no_partner": N_("Merger with {other}: there is no such company in operation"),
    "partner_in_receivership": N_("Merger with {other}: it is in receivership"),
    "not_joined_by_track": N_("Merger with {other}: no track joins a station of it to one of {company}"),
    "merger_refused": N_("Merger with {other}: its director has refused"),
    "no_such_survivor": N_("Merger with {other}: one of the two companies survives"),
    "option_first": N_("{Company}: the option is redeemed or sold first"),
    "give_up_station_first": N_("{Company}: a station is given up first"),
    # track and stations
    "upgrade_home_first": N_("{Company}: its home hex is upgraded first"),
    "one_build_a_turn": N_("Tile {tile} in {place}: the build of this turn is used up"),
    "home_hex_first": N_("Tile {tile} in {place}: the first tile of {company} goes to its home"),
    "build_home_first": N_("Pass: {company} must build on its home hex in its first turn"),
    "terminal_or_track": N_("Terminal in London: {company} has built track in this turn"),
    "one_terminal": N_("Terminal in London: {company} has one"),
    "london_is_full": N_("Terminal in London: all slots are taken"),
    "london_not_reached": N_("Terminal in London: no route of {company} leads there"),
    # running and paying
    "route_two_ports": N_("Route of the {train}: it leads from port to port"),
    "route_two_red_areas": N_("Route of the {train}: it leads from one red area to another"),
    "route_no_home": N_("Route of the {train}: no run visits the home of {company}"),
    "route_hangs_apart": N_("Route of the {train}: it meets no other in a large station"),
    "route_not_joined": N_("Route of the {train}: the freight trains are not joined end to end"),
    "no_manoeuvre": N_("Dividend of {company}: the treasury adds nothing in this version"),
    "no_revenue": N_("Dividend of {company}: without revenue the treasury adds nothing to it"),
    "no_local_income": N_("Dividend of {company}: local trains have not earned enough for the treasury to add to it"),
    "revenue_suffices": N_("Dividend of {company}: {revenue} is not below the price of {price}"),
    "treasury_too_small": N_("Dividend of {company}: the treasury cannot add what is missing"),
    # trains
    "no_such_form": N_("Purchase of {a_train}: its kind must be named"),
    "form_is_fixed": N_("Purchase of {a_train}: its kind is fixed, and it gets no more warranties"),
    "fixed_price": N_("Purchase of {a_train} for {price}: between companies the price is fixed"),
    "warranty_limit": N_("Purchase of {a_train}: so many warranties cannot be bought"),
    "bank_only": N_("Purchase of {a_train}: only the bank sells trains now"),
    "raised_for_bank_train": N_("Purchase of {a_train}: the money was raised for a train of the bank"),
    "no_forced_purchase": N_("{Company}: it needs no money for a train"),
    "train_at_hand": N_("{Company}: it can pay for a train of another company of its director"),
    "shares_do_not_help": N_("{Company}: its treasury shares would not bring enough"),
    "only_as_needed": N_("{Company}: only as many treasury shares are sold as are needed"),
    "cannot_refinance": N_("{Company}: refinancing would not pay for a train"),
    "can_still_raise": N_("Bankruptcy: {company} can still raise money"),
    # own shares
    "redeem_or_pass": N_("{Company}: buy a share back or pass"),
    "one_share_a_turn": N_("{Company}: it buys one share of the pool back"),
    "none_in_pool": N_("{Company}: no share of it lies in the pool"),
    "treasury_cannot_redeem": N_("{Company}: a share costs {price}, the treasury holds {cash}"),
    "no_redeeming": N_("{Company}: no shares are bought back in this version"),
    "receivership_redeems_not": N_("{Company}: in receivership no shares are bought back"),
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
    "train_limit kind=total": N_("{count} in all"),
    "holder id=ipo": N_("the IPO"),
    "step id=RedeemShare": N_("Shares"),
    "step id=MergeStep": N_("Merger"),
    "round kind=parliament": N_("Parliament round {turn}"),
    "short_round kind=parliament": N_("PR {turn}"),
    "number field=warranties": N_("Warranties"),
    "way kind=hudson": N_("With treasury"),
    "bonus id=straight_line": N_("straight line"),
    "sum holder=president": N_("its director {amount}"),
    "remark kind=permit": N_("{form} permit"),
    "remark kind=ipo_price": N_("IPO price {price}"),
    "remark kind=chartered": N_("chartered"),
    "remark kind=terminal": N_("terminal in London"),
    "form name=freight": N_("freight"),
    "form name=local": N_("local"),
    "form name=express": N_("express"),
}

WORDS: Mapping[str, Mapping[str, str]] = {
    "events": EVENTS,
    "refusals": REFUSALS,
    "prompts": PROMPTS,
    "questions": QUESTIONS,
    "actions": ACTIONS,
    "names": NAMES,
}

SHOWING = Showing(
    said=frozenset({
        "buys_warranties", "gives_up_option", "proposes_merger", "redeems_option", "returns_shares", "station_removed"
    }),
)  # fmt: skip
