"""Questions on which communities differ. The first answer is the rulebook's; ids as in notes.md."""

from __future__ import annotations

from stockrail.core import Ruling

RULINGS = (
    Ruling(
        "D1",
        "marker_stays",
        "What happens to a price marker that does not move after a dividend?",
        {"goes_under": "it goes under the others of its cell", "keeps_place": "it keeps its place"},
    ),
    Ruling(
        "D2",
        "meeting",
        "Where may two runs meet?",
        {"large_stations": "in large stations", "any_stop": "at any common stop"},
    ),
    Ruling(
        "D3",
        "permanent_freights",
        "May permanent freight trains that share an end run separately?",
        {"choice": "as the director likes", "joined": "no, they are joined"},
    ),
    Ruling(
        "D4",
        "hudson",
        "When may the treasury add to a dividend (the Hudson manoeuvre)?",
        {"local_income": "when local trains earned £10 or more", "any_revenue": "when revenue is above £10"},
    ),
    Ruling(
        "D5",
        "option_sale",
        "What does an option bring that cannot be exchanged?",
        {"half_up": "half of the price, rounded up", "half_down": "half of the price, rounded down"},
    ),
    Ruling(
        "D7",
        "refinance_short",
        "What if refinancing would not pay for the train?",
        {"refinance_first": "the company refinances, then fails", "bankrupt_at_once": "it fails at once"},
    ),
    Ruling(
        "D8",
        "missed_shares",
        "What becomes of a player's shares of a charter that he failed to float?",
        {"returned": "they go back without payment", "sold_half": "they pay part of the fine, at half price"},
    ),
    Ruling(
        "D9",
        "missed_restart",
        "When may a failed charter be started again?",
        {"next_stock_round": "from the next stock round on", "at_once": "in the next parliament round"},
    ),
    Ruling(
        "D10",
        "pushed_out",
        "Which station does a new home station push out?",
        {"latest": "the one that was placed last", "last_slot": "the one in the last slot"},
    ),
    Ruling(
        "D11",
        "lner_treasury_sale",
        "Does the price fall when a company sells own shares for a train after the LNER has formed?",
        {"stays": "no", "moves": "yes"},
    ),
    Ruling(
        "D12",
        "receivership_limit",
        "How many trains may a company in receivership own in phases G and H?",
        {"normal": "three in all", "by_type": "three of the kind that it buys"},
    ),
    Ruling(
        "D13",
        "bank_breaks",
        "When is the bank out of money?",
        {"at_zero": "when nothing is left", "below_zero": "when it cannot pay in full"},
    ),
    Ruling(
        "D14",
        "merger_top",
        "Does a merger that reaches the top price end the game?",
        {"ends": "yes", "goes_on": "no, only a dividend does"},
    ),
    Ruling(
        "D15",
        "eight_stations",
        "Who may have eight stations in that variant?",
        {"everywhere": "every company", "merged": "only a merged company; a new one buys seven at most"},
    ),
    Ruling(
        "D19",
        "worth_rounding",
        "What are shares of a company without a train worth in the final account?",
        {
            "by_share": "half of the price, rounded down share by share",
            "by_certificate": "half of the price, rounded down certificate by certificate",
            "full": "the full price",
        },
    ),
    Ruling(
        "Q24",
        "chain_ends",
        "May joined freight trains run from port to port or from red area to red area?",
        {"free": "yes, the rule binds single trains", "as_one_train": "no"},
    ),
    Ruling(
        "Q26",
        "freight_distance",
        "How is the straight line to a red area or port measured?",
        {
            "entry": "to the land hex before it, plus one",
            "end_hex": "to its own hex (the public site before 31 July 2021)",
        },
    ),
    Ruling(
        "R1",
        "market_marker",
        "When does the marker of a chartered company go to the market?",
        {"at_float": "when it floats", "at_start": "when its price is set"},
    ),
    Ruling(
        "R2",
        "receivership_runs",
        "Must a company in receivership run for the most?",
        {"most": "yes", "free": "any legal run may be chosen"},
    ),
    Ruling(
        "R3",
        "dealing",
        "Whose shuffle deals companies and permits?",
        {"own": "Stockrail's", "site": "the public site's, from the same seed"},
    ),
    Ruling(
        "R4",
        "skipping",
        "Which steps are skipped?",
        {"only_pass": "those in which passing is all that is legal", "as_site": "as the public site does"},
    ),
    Ruling(
        "R5",
        "lner_homes",
        "Does a company that first operates after the LNER has formed place its home station?",
        {"never": "no, nothing is built any more", "placed": "yes"},
    ),
    Ruling(
        "R6",
        "tile_supply",
        "How many tiles with small stations are there?",
        {"by_tile": "as many as tiles", "by_marking": "as many for each way of marking them"},
    ),
    Ruling(
        "R10",
        "refused_offers",
        "Which trains does the refusal of an offer cover until the step is over?",
        {
            "trains_alike": "all trains of that kind in the company that was asked",
            "that_train": "that train only",
        },
        before="that_train",
    ),
)

SITE = {
    "marker_stays": "keeps_place",
    "meeting": "any_stop",
    "permanent_freights": "joined",
    "hudson": "any_revenue",
    "option_sale": "half_down",
    "refinance_short": "bankrupt_at_once",
    "missed_shares": "sold_half",
    "missed_restart": "at_once",
    "pushed_out": "last_slot",
    "lner_treasury_sale": "moves",
    "receivership_limit": "by_type",
    "bank_breaks": "below_zero",
    "merger_top": "goes_on",
    "eight_stations": "merged",
    "worth_rounding": "by_certificate",
    "market_marker": "at_start",
    "receivership_runs": "free",
    "dealing": "site",
    "skipping": "as_site",
    "lner_homes": "placed",
    "tile_supply": "by_marking",
}
