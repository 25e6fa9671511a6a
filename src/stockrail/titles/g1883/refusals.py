"""Every kind of refusal with its rule, and its sentence where it is 1883's own; "Decision.kind" where rules differ."""

from __future__ import annotations

from stockrail.core.marking import N_
from stockrail.core.refusals import Refusals, Why

REFUSALS: Refusals = {
    # trains
    "train_or_pass": "6.3-a",
    "must_own_train": "6.8-a",
    "train_not_for_sale": "6.8.1-a",
    "not_on_top": "6.8.1-a",
    "train_limit": "6.8-b",
    "list_price": "6.8.1-a",
    "pool_price": "6.8.4-a",
    "treasury_short": "6.3-b",
    "price_below_one": "6.8.2-a",
    "offer_refused": "6.8.2-a",
    "TrainOffer.answer_first": "6.8.2-a",
    "gravity_needs_train": Why(
        "6.8.5-a", N_("Cannot buy {a_train}: {company} needs a 2, 3 or 3bis for each 2G that it owns")
    ),
    "cooperative_buys_from_bank": Why(
        "8.1.4-e", N_("Cannot buy {a_train}: until phase 5, {company} buys only from the bank")
    ),
    "cooperative_keeps_trains": Why("8.1.4-f", N_("Cannot buy {a_train}: CCFR sells no trains until phase 5")),
    "treasury_must_pay": "6.8.6-a",
    "cheapest_only": "6.8.6-a",
    "president_cannot_pay": Why(
        "6.8.6-c", N_("Cannot buy {a_train} for {price}: the president cannot raise enough, even by selling shares")
    ),
    "discard_first": "6.8.4-a",
    "not_its_train": "6.8.4-a",
    # debts
    "pay_debt_first": Why("6.8.6-a", N_("{player} must sell shares to pay a debt of {amount} first")),
    "bankrupt_anyway": Why("6.8.6-c", N_("Cannot sell shares: all that may be sold is not enough to pay the debt")),
    "can_still_pay": Why("6.8.6-c", N_("Cannot go bankrupt: {player} can still raise the money")),
    "cooperative_not_traded": Why("8.1.1-b", N_("Cannot sell {company}: its shares are not traded until phase 5")),
    "more_than_needed": "6.8.6-a",
    "less_than_needed": "6.8.6-a",
    # private companies and anchors
    "PrivateTurn": "3.3.1-a",
    "private_or_pass": Why("3.3.1-a", N_("{player} must buy a private company, bid for one or pass")),
    "not_for_sale": Why("3.3.1-a", N_("{Item} is not for sale")),
    "cheapest_at_its_price": Why("3.3.1-a", N_("{Item} is the cheapest: it is bought for {price}, not bid for")),
    "bid_or_pass": "3.3.1-h",
    "bid_too_low": "3.3.1-b",
    "OfferAuction.bid_too_low": "3.3.1-h",
    "bid_not_multiple": "3.3.1-b",
    "bid_beyond_cash": Why("3.3.1-d", N_("Cannot bid {bid}: only {cash} is not set aside for other bids")),
    "set_par_first": Why("3.2-l", N_("Set the par price of {company} first")),
    "SetPar.no_par_value": "3.2-l",
    "prepare_first": Why("6.3-c", N_("{Company} must buy a private company, place an anchor or go on")),
    "private_not_for_sale": Why("3.4-e", N_("Cannot buy {card}: it does not belong to a player")),
    "no_privates_for_it": Why("3.4-f", N_("{Company} may not buy private companies")),
    "private_not_yet": Why("3.4-a", N_("Cannot buy {card}: private companies are not for sale yet")),
    "private_price": Why("3.4-b", N_("Cannot buy {card} for {price}: only {minimum} to {maximum} is allowed")),
    "private_refused": Why("3.4-a", N_("Cannot buy {card} for {price}: its owner has refused as much this turn")),
    "private_beyond_cash": Why("3.4-b", N_("Cannot buy {card} for {price}: {company} has {cash}")),
    "PrivateOffer": "3.4-a",
    "no_anchor": Why("3.2-n", N_("{Company} has no anchor to place now")),
    "not_a_port": Why("3.2-n", N_("Cannot place an anchor in {hex}: it is not a port")),
    "own_anchor_there": Why("3.2-p", N_("Cannot place an anchor in {hex}: {company} already has one there")),
    "port_is_full": Why("3.2-p", N_("Cannot place an anchor in {hex}: the port is full")),
    # the merger
    "merge_or_pass": Why("8.3-b", N_("{Company} must merge or pass first")),
    "no_partner": Why("8.3-a", N_("Cannot merge with {other}: it is not in play")),
    "merger_too_early": Why("4.0-k", N_("Cannot merge with {other}: the first 4 has not been sold")),
    "not_operated_yet": Why("8.3-a", N_("Cannot merge with {other}: both must have finished an operating round")),
    "not_joined_by_track": Why("8.3-a", N_("Cannot merge with {other}: no track connects it to {company}")),
    "merger_refused": Why("8.3-a", N_("Cannot merge with {other}: its president has declined")),
    "no_such_survivor": Why("8.3-a", N_("Cannot merge with {other} into that company")),
    "MergerOffer": "8.3-a",
    "option_first": Why("8.3-f", N_("{player} must pay for a whole share or give up the half first")),
    "exchange_token_first": Why("8.3-j", N_("Choose a city in which {company} keeps a token first")),
    # stock rounds and concessions
    "stock_turn_only": Why(
        "5.1-a", N_("{player} must sell, buy a share, a support card or a concession, launch a company or pass")
    ),
    "stock_turn_only done=True": Why("5.1-a", N_("{player} has already bought this turn: sell shares or end the turn")),
    "must_sell_first": "5.4-d",
    "not_started": "5.3.2-b",
    "sold_in_block": "5.2-d",
    "not_enough_shares": "5.2-a",
    "no_sales_yet": Why("5.2.1-a", N_("No shares may be sold in the first stock round")),
    "president_needs_heir": "5.3.4-c",
    "pool_limit": "5.2-c",
    "president_first": "5.3.2-b",
    "none_there": "5.3-a",
    "none_there source=ipo": Why(
        "5.3-a", N_("Cannot take a share of {company}: none are for sale in the initial offering")
    ),
    "sold_this_round": "5.3.5-a",
    "cooperative_not_for_sale": Why("8.1.1-c", N_("Cannot buy {company}: its shares are not traded until phase 5")),
    "share_limit": "5.3.6-a",
    "certificate_limit": "5.4-d",
    "cannot_pay": "5.3.1-a",
    "no_such_company": "5.3.3-a",
    "already_started": "5.3.3-a",
    "no_par_value": "4.0-c",
    "company_not_in_game": Why("8.3-m", N_("Cannot start {company}: it is not in the game")),
    "closed_this_round": Why("5.8-e", N_("Cannot start {company}: it closed in this stock round")),
    "support_limit": Why("5.5-b", N_("{player} already has as many support cards as a player may hold")),
    "support_too_dear": Why("5.5-b", N_("Cannot buy a support card: it costs {cost} and {player} has {cash}")),
    "not_your_company": Why("5.6-a", N_("Cannot buy a concession for {company}: the player is not its president")),
    "holds_no_concessions": Why("5.6-e", N_("Cannot buy a concession for {company}: it may not hold any")),
    "launched_this_round": Why("5.6-c", N_("Cannot buy a concession for {company}: it was launched in this round")),
    "one_concession_a_round": Why("5.6-b", N_("{Company} has already bought a concession in this stock round")),
    "concession_not_for_sale": Why("5.6-a", N_("Concession {concession} is not for sale")),
    "concession_too_dear": Why(
        "5.6-a", N_("Cannot buy concession {concession}: it costs {cost} and {company} has {cash}")
    ),
    "bonus_first": Why("5.6.1-f", N_("{Company} must keep or share the bonus of concession {concession} first")),
    "wrong_support": Why("5.6.1-f", N_("Sharing out the bonus takes one support card")),
    # track and tokens
    "lay_or_pass": "6.3-a",
    "no_such_tile": "6.4.3-a",
    "colour_not_yet": "4.0-d",
    "no_tile_left": "6.4.2-d",
    "cannot_pay_terrain": "6.4.1-b",
    "closed_hex": "6.4-b",
    "wrong_tile": "6.4.1-c",
    "wrong_colour": "6.4.2-a",
    "drops_track": "6.4.2-b",
    "blank_side": "6.4.1-a",
    "not_reached": "6.4-d",
    "adds_nothing": "6.4.2-c",
    "f_hexes_only": Why(
        "6.4.4-a", N_("Cannot lay tile {tile} in {place}: a second tile of {company} must be in an F hex")
    ),
    "hills_only": Why(
        "6.4.5-d", N_("Cannot lay tile {tile} in {place}: {company} may only add a yellow tile in hills or mountains")
    ),
    "link_only": Why("3.2-c", N_("Cannot lay tile {tile} in {place}: the extra tile must connect Reggio and Sassuolo")),
    "lay_used": Why("6.4-a", N_("Cannot lay tile {tile} in {place}: {company} has no lay left for this hex")),
    "north_of_the_line": Why(
        "6.4.5-a", N_("{Company} may not build in {place}: it lies north of the line from Parma to Bologna")
    ),
    "PlaceStation.north_of_the_line": "6.5.2-f",
    "token_or_pass": "6.3-a",
    "no_open_circle": "6.5.1-a",
    "token_in_hex": "6.5.2-b",
    "out_of_reach": "6.5.1-a",
    "no_spare_token": "6.5-b",
    "cannot_pay_token": "6.5-b",
    # dividends and shares of the offering
    "pay_first": "6.3-a",
    "no_such_dividend": "6.7-a",
    "own_shares_or_pass": Why("6.9-a", N_("{Company} must sell shares from the initial offering or pass first")),
    "issue_limit": Why("6.9-a", N_("Cannot sell {count} {company} from the initial offering: the most is {most}")),
    "no_issue_by_cooperative": Why("6.9-d", N_("{Company} may not sell shares before it becomes a railway")),
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
    # event cards
    "draw_first": "7.0-e",
    "no_such_outcome": "7.0-e",
    "support_or_pass": Why("7.0-b", N_("Hand in support cards or decline first")),
    "support_count": Why("7.0-b", N_("The card asks for exactly {count} in support cards")),
    "gravity_not_taken": Why("11-23", N_("{Company} cannot lose a 2G in this way")),
    "GiveTrain": "11-23",
    "lower_first": Why("11-13", N_("Choose a lower tile for {hex} first")),
    "not_a_lower_tile": Why("11-13", N_("Cannot lay tile {tile} in {hex}: it is not one that was there before")),
    "flooded": Why("11-2", N_("Cannot lay a tile in {hex}: F hexes are flooded in this round")),
    "landslide": Why("11-5", N_("Cannot lay a tile in {hex}: there are landslides on hills and mountains")),
}
