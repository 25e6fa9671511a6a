"""The English that only 1883 needs: anchors, gravity trains, external boxes, its phases. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core.marking import N_
from stockrail.rules.showing import Showing

EVENTS = {
    # trains, debts, closing
    "gravity_goes_back": N_("{Company} returns {a_train}"),
    "train_leaves_game": N_("The next train, {a_train}, leaves the game"),
    "goes_bankrupt": N_("{player} cannot pay and goes bankrupt"),
    # private companies and anchors
    "round_begins kind=privates": N_("Sale of the private companies"),
    "all_passed_privates": N_("All players have passed; the private companies pay their incomes"),
    "private_falls": N_("{card} is now offered for {price}"),
    "private_falls price=0": N_("Nobody wants {card}: it is given away"),
    "gets_private": N_("{player} gets {item} for {price}"),
    "gets_private price=0": N_("{player} gets {item} for free"),
    "gets_share": N_("{player} receives a share of {company}"),
    "sets_par": N_("{player} sets the par price of {company} at {value}"),
    "places_anchor": N_("{Company} places an anchor in {hex}"),
    "offers_for_private": N_("{Company} offers {player} {price} for {card}"),
    "buys_private": N_("{Company} buys {card} from {player} for {price}"),
    "swaps_private": N_("{player} exchanges {card} for a share of {company}"),
    "gets_par_for_share": N_("{Company} receives {amount} from the bank for the share"),
    "share_to_pool": N_("A share of {company} goes from the initial offering to the pool"),
    # the merger
    "proposes_merger": N_("{Company} asks {player} to agree to a merger with {other}"),
    "merges": N_("{Company} and {other} merge into {survivor}, worth {value} per share"),
    "merger_is_off": N_("{Company} can no longer be formed"),
    "exchanges_shares": N_("{Holder} gets {count} {company} in exchange"),
    "redeems_option": N_("{player} pays {amount} for a share of {company} in exchange for a single share"),
    "gives_up_option": N_("{player} gives up a single share for {amount}"),
    "must_preside": N_("{player} must pay {amount} for the president's certificate of {company}"),
    "exchanges_token": N_("{Company} has a token in {hex}"),
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
    # stock rounds and concessions
    "capital_comes": N_("{Company} gets {amount} from the bank for shares that players already hold"),
    "buys_share source=ipo": N_("{player} buys 1 {company} from the initial offering for {amount}"),
    "buys_support": N_("{player} buys a support card for {amount}"),
    "buys_concession": N_("{Company} buys concession {concession} for {amount}"),
    "completes_concession": N_("{Company} completes concession {concession}"),
    "keeps_bonus": N_("{Company} gets a bonus of {amount}"),
    "shares_bonus": N_("{player} pays a support card: the bonus of {amount} is shared: {sums}"),
    "concession_is_lost": N_("Concession {concession} leaves the game"),
    "misses_concession": N_("{Company} has not completed concession {concession} in time and must pay {amount}"),
    "game_ends reason=stock_market": N_("The game ends: SARSA has reached the highest price"),
}

PROMPTS = {
    # debts
    "Debt": N_("Sell shares until you can pay"),
    "TrainDebt": N_("Sell shares until you can pay for the train"),
    # private companies and the merger
    "PrivateTurn": N_("Buy the cheapest private company, bid for another, or pass"),
    "SetPar": N_("Set the par price"),
    "Prepare": N_("Buy a private company, place an anchor, or go on"),
    "PrivateOffer": N_("Sell the private company or decline"),
    "MergeStep": N_("Merge or pass"),
    "MergerOffer": N_("Agree to the merger or decline"),
    "OddShare": N_("Pay for a whole share or give up the half"),
    "ExchangeToken": N_("Choose a city that keeps its token"),
    # CCFR and SARSA
    "StockTurn": N_("Sell, and buy one share, support card or concession, or pass"),
    "StockTurn must=yes": N_("Sell down to the limit"),
    "BonusChoice": N_("Keep the bonus, or share it out for a support card"),
    "PlaceCoaches": N_("Place a coach or pass"),
    "FirstPresident": N_("Draw lots for the presidency of CCFR"),
    "FirstOwner": N_("Draw lots for the presidency of CCFR"),
}

QUESTIONS: Mapping[str, Any] = {
    "PrivateOffer": N_("{player}: sell {card} to {company} for {price}, or decline"),
    "MergerOffer": N_("{player}: agree to merge {company} and {other} into {survivor}, or decline"),
}

ACTIONS = {
    # private companies and the merger
    "BuyPrivate": N_("Buy {card} for {price}"),
    "ExchangeCard": N_("Exchange {card} for its share"),
    "PlaceAnchor": N_("Place an anchor in {hex}"),
    "Pass decision=Prepare": N_("Go on"),
    "Pass decision=MergeStep": N_("Do not merge"),
    "Merge": N_("Merge {company} and {other} into {survivor}"),
    "SettleOption": N_("Give up the single share"),
    "SettleOption amount": N_("Give up the single share for {amount}"),
    "SettleOption redeem=True": N_("Pay for a share of {company}"),
    "SettleOption redeem=True amount": N_("Pay {amount} for a share of {company}"),
    "Answer decision=PrivateOffer": N_("Decline the offer"),
    "Answer decision=PrivateOffer accept=True": N_("Sell the private company"),
    "Answer decision=MergerOffer": N_("Decline the merger"),
    "Answer decision=MergerOffer accept=True": N_("Agree to the merger"),
    # stock rounds and concessions
    "BuyShare source=ipo": N_("Buy 1 {company} from the initial offering"),
    "BuyShare source=ipo amount": N_("Buy 1 {company} from the initial offering for {amount}"),
    "BuySupport": N_("Buy a support card"),
    "BuySupport amount": N_("Buy a support card for {amount}"),
    "BuyConcession": N_("Buy concession {concession} for {company}"),
    "BuyConcession amount": N_("Buy concession {concession} for {company} for {amount}"),
    "Pass decision=StockTurn done=True": N_("End the turn"),
    "Pass decision=BonusChoice": N_("Put the bonus in the treasury"),
    "PaySupport decision=BonusChoice": N_("Pay a support card and share out the bonus"),
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
