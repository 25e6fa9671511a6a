"""The English that only 1883 needs: anchors, gravity trains, external boxes, its phases. Data for `words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stockrail.core.marking import N_, NN_
from stockrail.rules.showing import Showing

EVENTS = {
    # track, runs, shares of the offering
    "link_is_laid": N_("{tile} is laid in {hex} to make the link that was still missing"),
    "tile_is_lowered": N_("{hex} is bombed: {tile} lies there now"),
    "tile_is_lowered tile=": N_("{hex} is bombed: its tile is gone"),
    "gravity_die": N_("{Company} rolls {die} for its {train}: it pays {amount}"),
    "gravity_die amount=0": N_("{Company} rolls {die} for its {train}: it pays nothing"),
    "gravity_die amount=0 lost=True": N_("{Company} rolls {die} for its {train}: it pays nothing and is lost"),
    "run_is_changed": N_("{Company} earns {revenue} instead of {earned} because of the event"),
    "issues": NN_(
        "{Company} sells {count} share from the initial offering into the pool for {amount}",
        "{Company} sells {count} shares from the initial offering into the pool for {amount}",
    ),
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
    "loots": N_("{player} loots {company}: {revenue} from its run, and {amount} for the share given to the pool"),
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
    "shares_bonus": N_("{player} pays a support card to share out the bonus of {amount}: {sums}"),
    "concession_is_lost": N_("Concession {concession} leaves the game"),
    "misses_concession": N_("{Company} has not completed concession {concession} in time and must pay {amount}"),
    "game_ends reason=stock_market": N_("The game ends: SARSA has reached the highest price"),
    # event cards
    "event_drawn": N_("{player} draws an event card"),
    "event_drawn event=first_world_war": N_("{player} draws First World War: all players pay the bank"),
    "event_drawn event=flooding": N_("{player} draws Flooding: no tiles on F hexes in this round"),
    "event_drawn event=general_strike": N_(
        "{player} draws General Strike: companies run for nothing unless their presidents hand in a support card"
    ),
    "event_drawn event=landslide_in_the_apennine": N_(
        "{player} draws Landslide in the Apennines: no tiles on hills and mountains in this round"
    ),
    "event_drawn event=railroad_accident": N_("{player} draws Railroad Accident: the most valuable railway suffers"),
    "event_drawn event=railroad_strike": N_(
        "{player} draws Railroad Strike: railways earn half unless their presidents hand in a support card"
    ),
    "event_drawn event=red_week": N_("{player} draws Red Week: the state railway is closed in this round"),
    "event_drawn event=strike_breaker": N_(
        "{player} draws Strike Breaker: there will be no General Strike in the next round"
    ),
    "event_drawn event=kings_visit": N_("{player} draws King's Visit: Bologna is worth less in this round"),
    "event_drawn event=air_raids": N_("{player} draws Air Raids: bombs fall on the map"),
    "event_drawn event=autarchy": N_(
        "{player} draws Autarchy: companies earn half unless their presidents hand in a support card"
    ),
    "event_drawn event=empire_declared": N_("{player} draws Empire Declared: every player gets a support card"),
    "event_drawn event=german_occupation": N_("{player} draws German Occupation: the next train is lost"),
    "event_drawn event=gold_to_homeland": N_(
        "{player} draws Gold to Homeland: players lose a tenth of their cash unless they hand in support cards"
    ),
    "event_drawn event=second_world_war": N_("{player} draws Second World War: the bank loses money"),
    "event_drawn event=the_fall_of_the_fascist_regime": N_(
        "{player} draws The Fall of the Fascist Regime: every player loses a support card"
    ),
    "event_drawn event=the_march_on_rome": N_("{player} draws The March on Rome: every player loses a support card"),
    "event_drawn event=verona_porta_nuova_built": N_(
        "{player} draws Verona Porta Nuova Built: Verona is worth more in this round"
    ),
    "event_drawn event=trains_are_on_time": N_(
        "{player} draws Trains are on Time: railways earn half as much again in this round"
    ),
    "event_drawn event=war_effort": N_("{player} draws War Effort: the railway with the most trains loses one"),
    "event_drawn event=bus_strike": N_(
        "{player} draws Bus Strike: SARSA earns half unless its president hands in a support card"
    ),
    "event_drawn event=economic_boom": N_(
        "{player} draws Economic Boom: Mantova and Verona are worth more in this round"
    ),
    "event_drawn event=hot_autumn": N_(
        "{player} draws Hot Autumn: until the next stock round, companies run for nothing unless their presidents"
        " hand in a support card"
    ),
    "event_drawn event=italian_republic_declared": N_(
        "{player} draws Italian Republic Declared: every player loses a support card"
    ),
    "event_drawn event=magnacucchi": N_("{player} draws Magnacucchi: the lowest roll loses a support card"),
    "event_drawn event=marshall_plan": N_(
        "{player} draws Marshall Plan: for a support card the price of the cheapest company rises"
    ),
    "event_drawn event=tax_shield": N_("{player} draws Tax Shield: the bank may get money back"),
    "event_drawn event=the_front_wins": N_("{player} draws The Front Wins: the bank loses money"),
    "event_void": N_("The card has no effect"),
    "event_void by=strike_breaker": N_("Strike Breaker prevents the strike"),
    "event_void by=hot_autumn": N_("Hot Autumn absorbs the strike"),
    "event_goes_on": N_("Hot Autumn goes on: all presidents are asked again"),
    "event_without_effect": N_("The card affects nobody"),
    "company_avoids": NN_(
        "{player} hands in {count} support card for {company}", "{player} hands in {count} support cards for {company}"
    ),
    "player_avoids": NN_("{player} hands in {count} support card", "{player} hands in {count} support cards"),
    "company_is_hit": N_("{Company} will earn only half in this round"),
    "company_is_hit event=general_strike": N_("{Company} is on strike and will run for nothing in this round"),
    "company_is_hit event=hot_autumn": N_("{Company} is on strike and will run for nothing in this round"),
    "has_accident": N_("{Company} has an accident"),
    "takes_plan": N_("{player} hands in a support card and {company} joins the Marshall Plan"),
    "declines_plan": N_("{Company} does not join the Marshall Plan"),
    "loses_train": N_("{Company} loses {a_train} and gets {amount} for it"),
    "pays_tax": N_("{player} must pay {amount}"),
    "loses_cash": N_("{player} loses {amount}"),
    "support_changes": NN_("{player} loses {count} support card", "{player} loses {count} support cards"),
    "support_changes gains=True": NN_("{player} gets {count} support card", "{player} gets {count} support cards"),
    "rolls_for_support": N_("{player} rolls {number}"),
    "money_aside": N_("{amount} is taken out of the bank"),
    "money_back": N_("{amount} goes back to the bank"),
    "money_back amount=0": N_("No money was taken out of the bank, so nothing goes back"),
    "raids_begin": N_("Air raids: bombs fall on the map"),
    "bomb_falls": N_("{player} bombs {hex}, where there is no tile"),
    "bomb_falls built=True": N_("{player} bombs {hex}"),
    "bomb_falls stays=True built=True": N_("{player} bombs {hex}, which keeps its tile: no lower one is left"),
}

PROMPTS = {
    # track, runs, shares of the offering
    "GravityDie": N_("Roll the die for a 2G"),
    "Dividend": N_("Pay out or withhold"),
    "Dividend company_kind=cooperative": N_("Pay out or loot"),
    "IssueStep": N_("Sell shares from the initial offering or pass"),
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
    "FirstPresident": N_("Draw lots for CCFR's presidency"),
    "FirstOwner": N_("Draw lots for CCFR's presidency"),
    # event cards
    "DrawCard": N_("Draw the event card"),
    "DrawCard real_dice": N_("Enter the event card"),
    "AvoidStrike": N_("Hand in a support card or not"),
    "SaveGold": N_("Hand in support cards or pay"),
    "TakePlan": N_("Hand in a support card or decline"),
    "KeepBestTrain": N_("Hand in a support card or not"),
    "GiveTrain": N_("Choose the train to lose"),
    "Bomb": N_("Roll for the next bomb"),
    "Bomb real_dice": N_("Enter the bombed hex"),
    "LowerChoice": N_("Choose the lower tile"),
    "Roll": N_("Roll for the support card"),
    "Roll real_dice": N_("Enter the roll"),
}

QUESTIONS: Mapping[str, Any] = {
    "PrivateOffer": N_("{player}: sell {card} to {company} for {price}, or decline"),
    "MergerOffer": N_("{player}: agree to merge {company} and {other} into {survivor}, or decline"),
    # event cards
    "AvoidStrike": N_("{player}: hand in a support card, or {company} will earn only half in this round"),
    "AvoidStrike card=general_strike": N_("{player}: hand in a support card, or {company} will run for nothing"),
    "AvoidStrike card=hot_autumn": N_("{player}: hand in a support card, or {company} will run for nothing"),
    "TakePlan": N_("{player}: hand in a support card to raise the price of {company}, or decline"),
    "KeepBestTrain": N_("{player}: hand in a support card to choose the train that {company} loses, or lose the best"),
    "LowerChoice": N_("{player}: choose the lower tile for {hex}"),
}

CARDS = (
    N_("First World War"), N_("Flooding"), N_("General Strike"), N_("General Strike"), N_("Landslide in the Apennines"),
    N_("Railroad Accident"), N_("Railroad Strike"), N_("Railroad Strike"), N_("Railroad Strike"), N_("Red Week"),
    N_("Strike Breaker"), N_("King's Visit"), N_("Air Raids"), N_("Autarchy"), N_("Empire Declared"),
    N_("German Occupation"), N_("Gold to Homeland"), N_("Second World War"), N_("The Fall of the Fascist Regime"),
    N_("The March on Rome"), N_("Verona Porta Nuova Built"), N_("Trains are on Time"), N_("War Effort"),
    N_("Bus Strike"), N_("Economic Boom"), N_("Hot Autumn"), N_("Italian Republic Declared"), N_("Magnacucchi"),
    N_("Marshall Plan"), N_("Tax Shield"), N_("The Front Wins"),
)  # fmt: skip
"""The event cards by their numbers, from 1."""

ACTIONS = {
    # shares of the offering
    "IssueShares": N_("Sell {count} {company} from the initial offering"),
    "IssueShares amount": N_("Sell {count} {company} from the initial offering for {amount}"),
    "IssueShares each": N_("Sell {count} {company} from the initial offering at {each} each"),
    # private companies and the merger
    "Bid outright": N_("Buy {item} for {price}"),
    "BuyPrivate": N_("Buy {card} for {price}"),
    "ExchangeCard": N_("Exchange {card} for its share"),
    "PlaceAnchor": N_("Place an anchor in {hex}"),
    "Pass decision=Prepare": N_("Go on"),
    "Pass decision=MergeStep": N_("Do not merge"),
    "Merge": N_("Merge {company} and {other} into {survivor}"),
    "Bid cost": N_("Buy {item} for {cost}"),
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
    # event cards
    "PaySupport": NN_("Hand in {count} support card", "Hand in {count} support cards"),
    "Pass decision=SupportChoice": N_("Keep the support cards"),
    "DiscardTrain decision=GiveTrain": N_("Lose {a_train}"),
    "LowerTile": N_("Go back to {tile}, rotation {rotation}"),
    "LowerTile tile=": N_("Remove the tile"),
    "Draw decision=DrawCard": N_("Card {outcome}"),
    "Draw decision=Bomb": N_("Hex {outcome}"),
    **{f"Draw decision=DrawCard outcome={number}": name for number, name in enumerate(CARDS, 1)},
}

SHEETS = {
    "round kind=privates": N_("Private companies"),
    "count id=support": N_("Support cards"),
    "sheet id=privates": N_("Privates"),
    "sheet id=concessions": N_("Concessions"),
    "sheet id=events": N_("Events"),
    "row sheet=privates": "{card}",
    "row sheet=concessions": N_("Concession {id}"),
    "row_note kind=for_sale": N_("For sale"),
    "row_note kind=terms": N_("Costs {cost}, pays {amount} if completed now"),
    "row_note kind=penalty": N_("Penalty if it is not completed in time: {amount}"),
    "row_note kind=income": N_("Costs {cost}, pays {amount} each operating round"),
    "row_note kind=no_income": N_("Costs {cost}"),
    "row_note kind=power_falls_by": N_("Becomes cheaper each time everyone passes"),
    "row_note kind=power_lays": N_("A company that owns it may lay an extra tile in {hex}"),
    "row_note kind=power_lays free=True": N_(
        "A company that owns it may lay an extra tile in {hex} without paying for the terrain"
    ),
    "row_note kind=power_early_sale": N_("May be sold to a company before the first 3 train, for at most its value"),
    "row_note kind=power_anchors": NN_("Comes with {count} anchor", "Comes with {count} anchors"),
    "row_note kind=power_swaps": N_("A player may exchange it for a {percent}% share of {company} at any time"),
    "row_note kind=power_gives": N_("Comes with a {percent}% share of {company}"),
    "row_note kind=bid": N_("{player} has bid {price}"),
    "row_note kind=copies": NN_("{count} card", "{count} cards"),
    "row sheet=events id=first_world_war": N_("First World War"),
    "row sheet=events id=flooding": N_("Flooding"),
    "row sheet=events id=general_strike": N_("General Strike"),
    "row sheet=events id=landslide_in_the_apennine": N_("Landslide in the Apennine"),
    "row sheet=events id=railroad_accident": N_("Railroad Accident"),
    "row sheet=events id=railroad_strike": N_("Railroad Strike"),
    "row sheet=events id=red_week": N_("Red Week"),
    "row sheet=events id=strike_breaker": N_("Strike Breaker"),
    "row sheet=events id=kings_visit": N_("King's Visit"),
    "row sheet=events id=air_raids": N_("Air Raids"),
    "row sheet=events id=autarchy": N_("Autarchy"),
    "row sheet=events id=empire_declared": N_("Empire Declared"),
    "row sheet=events id=german_occupation": N_("German Occupation"),
    "row sheet=events id=gold_to_homeland": N_("Gold to Homeland"),
    "row sheet=events id=second_world_war": N_("Second World War"),
    "row sheet=events id=the_fall_of_the_fascist_regime": N_("The Fall of the Fascist Regime"),
    "row sheet=events id=the_march_on_rome": N_("The March on Rome"),
    "row sheet=events id=verona_porta_nuova_built": N_("Verona Porta Nuova Built"),
    "row sheet=events id=trains_are_on_time": N_("Trains are on Time"),
    "row sheet=events id=war_effort": N_("War Effort"),
    "row sheet=events id=bus_strike": N_("Bus Strike"),
    "row sheet=events id=economic_boom": N_("Economic Boom"),
    "row sheet=events id=hot_autumn": N_("Hot Autumn"),
    "row sheet=events id=italian_republic_declared": N_("Italian Republic Declared"),
    "row sheet=events id=magnacucchi": N_("Magnacucchi"),
    "row sheet=events id=marshall_plan": N_("Marshall Plan"),
    "row sheet=events id=tax_shield": N_("Tax Shield"),
    "row sheet=events id=the_front_wins": N_("The “Front” Wins"),
}

NAMES = {
    **SHEETS,
    "several kind=card": NN_("{count} private", "{count} privates"),
    # runs
    "sum role=pool": N_("shares in the initial offering earn nothing"),
    "train_note kind=gravity": N_(
        "Runs downhill between two neighbouring stops, for half their value, if a ten-sided die shows {most} or less"
    ),
    # CCFR and SARSA
    "step id=PlaceCoaches": N_("Coaches"),
    "source id=coaches": N_("Coaches"),
    "earning kind=other_coaches": N_("A group of coaches worth {amount} is not connected and does not count"),
    "way kind=loot": N_("Loot"),
    # what is told of companies and prices
    "remark kind=par": N_("par {price}"),
    "remark kind=launched": N_("launched in turn {turn}"),
    "remark kind=presides": N_("{player} presides this round"),
    "remark kind=frozen": N_("frozen"),
    "remark kind=looted": N_("looted by {players}"),
    "remark kind=concession": N_("concession {number}: round {clock} of {due}"),
    "remark kind=anchor": N_("anchor in {hex}"),
    "remark kind=anchors_in_hand": NN_("{count} anchor to place", "{count} anchors to place"),
    "remark kind=coaches": NN_("{count} coach", "{count} coaches"),
    "explained kind=cooperative": N_(
        "Until the first 5 is bought, its presidency goes round the table and it always pays out, unless its president"
        " loots it: they keep the whole run and give up their share and all later presidencies"
    ),
    "explained kind=frozen": N_("Nobody is left to lead it, so it does nothing until the first 5 is bought"),
    "explained kind=coaches": N_(
        "It has no trains: it places coaches on hexes and earns what its best group of neighbouring coaches is worth"
    ),
    "explained kind=coach_ratio": N_(
        "Nobody may pass in a stock round with more than one of its shares for every {count} railway shares"
    ),
    "explained kind=double_lay": N_("Until the first 4 is bought, it may lay on F hexes from both of its homes"),
    "explained kind=parent": N_("From phase {phase} on, it may merge into {survivor}"),
    "explained kind=concession": NN_(
        "Concession {number}, {route}: {amount} if connected within {count} round, otherwise a penalty of {owed}",
        "Concession {number}, {route}: {amount} if connected within {count} rounds, otherwise a penalty of {owed}",
    ),
    "explained kind=anchor": N_("Each of its trains earns {amount} more at a port with its anchor"),
    "zone kind=par phase": N_("A starting value from phase {phase} on"),
    "zone kind=closed": N_("A company that gets here closes"),
    "zone kind=summit": N_("If {company} gets here, the game ends at once"),
    "bonus id=anchor": N_("anchor"),
    "bonus id=box_change": N_("event"),
    "bonus id=gravity": N_("half the value"),
    "holder id=ipo": N_("the initial offering"),
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
    # event cards
    "in_force kind=flooding": N_("Flooding: no tiles on F hexes"),
    "in_force kind=general_strike": N_("General Strike: no income for {companies}"),
    "in_force kind=landslide_in_the_apennine": N_("Landslide: no tiles on hills and mountains"),
    "in_force kind=railroad_strike": N_("Railroad Strike: half the income for {companies}"),
    "in_force kind=red_week": N_("Red Week: the state railway is closed"),
    "in_force kind=strike_breaker": N_("Strike Breaker: no General Strike in the next round"),
    "in_force kind=kings_visit": N_("King's Visit: Bologna is worth {bologna} less"),
    "in_force kind=autarchy": N_("Autarchy: half the income for {companies}"),
    "in_force kind=verona_porta_nuova_built": N_("Verona Porta Nuova: Verona is worth {verona} more"),
    "in_force kind=trains_are_on_time": N_("Trains are on Time: railways earn half as much again"),
    "in_force kind=bus_strike": N_("Bus Strike: half the income for {companies}"),
    "in_force kind=economic_boom": N_("Economic Boom: Mantova is worth {mantova} more, Verona {verona} more"),
    "in_force kind=hot_autumn": N_("Hot Autumn: strikes until the next stock round"),
    "in_force kind=hot_autumn companies": N_("Hot Autumn: no income for {companies}"),
    "number field=count action=PaySupport": N_("Support cards"),
}

WORDS: Mapping[str, Mapping[str, Any]] = {
    "events": EVENTS,
    "prompts": PROMPTS,
    "questions": QUESTIONS,
    "actions": ACTIONS,
    "names": NAMES,
}

SHOWING = Showing()
