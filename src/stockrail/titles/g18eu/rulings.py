"""Questions on which communities differ. The first answer is the rulebook's; ids as in notes.md."""

from __future__ import annotations

from stockrail.core import Ruling

RULINGS = (
    Ruling(
        "P-1",
        "priority_after_sale",
        "Who has priority after the initial sale?",
        {"unchanged": "whoever had it before", "after_last_auctioneer": "the player after the last auctioneer"},
    ),
    Ruling(
        "P-2",
        "minors_count",
        "Do minors count against the certificate limit?",
        {"yes": "each is one certificate", "no": "only shares are counted"},
    ),
    Ruling(
        "P-3",
        "train_obligation",
        "When must a corporation own a train?",
        {"always": "at the end of every turn", "with_route": "only if it could run one"},
    ),
    Ruling(
        "P-4",
        "first_turn_buyback",
        "May a corporation buy back shares in its first turn?",
        {"allowed": "yes", "no": "no, the step is skipped"},
    ),
    Ruling(
        "P-5",
        "merger_discards",
        "When are excess trains after a merger in a stock round discarded?",
        {"end_of_round": "at the end of the stock round", "at_once": "at once"},
    ),
    Ruling(
        "P-6",
        "phase_discards",
        "When are excess trains after a phase change discarded?",
        {"at_once": "before any further purchase", "end_of_turn": "at the end of the operating company's turn"},
    ),
    Ruling(
        "P-7",
        "exchange_discards",
        "When are excess trains after the final exchange discarded?",
        {"end_of_round": "at the end of that round", "next_stock_round": "at the start of the stock round"},
    ),
    Ruling(
        "P-8",
        "pullman_discard",
        "How is the Pullman discarded when it must go first?",
        {"asked": "by its owner, who has no other choice", "automatic": "automatically, at once"},
    ),
    Ruling(
        "P-9",
        "second_pullman",
        "What happens to a second Pullman gained in a merger?",
        {
            "to_pool": "it goes to the pool",
            "kept": "it stays if the train limit allows, but only one is used (games begun before 18 November 2026)",
            "both": "it stays if the train limit allows, and both are used, even at the same stop",
        },
    ),
    Ruling(
        "P-10",
        "pullman_drop",
        "When may a company choose to discard its Pullman?",
        {"for_a_train": "at its train limit, to buy a train at once", "any_time": "before buying trains"},
    ),
    Ruling(
        "P-11",
        "final_exchange",
        "What may players do with minors in the final exchange?",
        {"one_minor": "merge or close one per turn", "pass_closes": "merge one, or pass to close all that are left"},
    ),
    Ruling(
        "P-12",
        "connection",
        "What connects a company to track, to a token, or to a company it merges with?",
        {"legal_route": "a legal route of any length", "network": "track, even through two cities of one hex"},
    ),
    Ruling(
        "P-13",
        "runs",
        "Must trains earn as much as they can?",
        {"maximum": "yes", "free": "any legal run may be chosen"},
    ),
    Ruling(
        "P-14",
        "emergency_own_shares",
        "When does a corporation count as having operated, so that its shares may be sold?",
        {"after_first_turn": "after its first turn", "after_dividend": "once it has paid or withheld"},
    ),
    Ruling(
        "P-15",
        "president_help",
        "When may a president help to buy a train from another company?",
        {"empty_treasury": "when the treasury is empty", "short_treasury": "when the treasury cannot pay"},
    ),
    Ruling(
        "P-16",
        "emergency_train",
        "Which train from bank or pool may be bought with the president's help?",
        {"cheapest": "the cheapest", "any": "any"},
    ),
    Ruling(
        "P-17",
        "bank_breaks",
        "When is the bank out of money?",
        {"at_zero": "when nothing is left", "below_zero": "when it cannot pay in full"},
    ),
    Ruling(
        "P-18",
        "two_tiles",
        "When may a minor lay two tiles?",
        {"first_round": "in the first operating round of the game", "first_turn": "in its own first turn"},
    ),
    Ruling(
        "P-19",
        "discard_order",
        "In which order do companies discard?",
        {"from_operating": "the operating company first, then in operating order", "listed": "as they are listed"},
    ),
    Ruling(
        "P-20",
        "skipping",
        "Which steps are skipped?",
        {"nothing_legal": "those in which a player can only decline", "as_site": "as on the public site"},
    ),
    Ruling(
        "P-21",
        "limit_before_operating",
        "Does the 60 % limit apply to a corporation that has never operated?",
        {"binds": "yes", "waived": "no, only once it has operated"},
    ),
    Ruling(
        "P-22",
        "late_mergers",
        "In a stock round, may a minor merge into a corporation that has operated?",
        {"never": "no", "allowed": "yes"},
    ),
    Ruling(
        "A-14",
        "token_fee",
        "When does a corporation pay for its four tokens?",
        {"at_start": "when it is started", "at_float": "when it floats"},
    ),
    Ruling(
        "A-17",
        "red_to_red_green",
        "What is the red-to-red bonus in green phases?",
        {"ten_in_all": "10 in total", "ten_each": "10 for each of its own stations"},
    ),
    Ruling(
        "A-33",
        "shareless_trains",
        "Where do a minor's trains go if the corporation has no share left to give for it?",
        {"pool": "to the pool", "removed": "out of the game"},
    ),
    Ruling(
        "A-36",
        "emergency_sales",
        "How many shares may be sold in an emergency?",
        {
            "as_needed": "no more than needed, and enough that the rest can be raised",
            "at_most_needed": "no more than needed",
            "any_number": "any number, as long as the rest can be raised",
        },
    ),
    Ruling(
        "A-44",
        "grey_hexes",
        "Who may lay the first tile on a grey hex?",
        {"consent": "the minor's owner, or others if the owner allows it", "owner_only": "only the minor's owner"},
    ),
    Ruling(
        "P-23",
        "refused_offers",
        "Which trains does a refused offer cover for the rest of the step?",
        {
            "trains_alike": "all trains of that kind owned by that company",
            "that_train": "only that train",
        },
        before="that_train",
    ),
)

SITE = {
    "priority_after_sale": "after_last_auctioneer",
    "minors_count": "no",
    "train_obligation": "with_route",
    "first_turn_buyback": "no",
    "merger_discards": "at_once",
    "phase_discards": "end_of_turn",
    "exchange_discards": "next_stock_round",
    "pullman_discard": "automatic",
    "second_pullman": "both",
    "pullman_drop": "any_time",
    "final_exchange": "pass_closes",
    "connection": "network",
    "runs": "free",
    "emergency_own_shares": "after_dividend",
    "president_help": "short_treasury",
    "bank_breaks": "below_zero",
    "emergency_sales": "at_most_needed",
    "two_tiles": "first_turn",
    "discard_order": "listed",
    "skipping": "as_site",
    "limit_before_operating": "waived",
    "late_mergers": "allowed",
    "grey_hexes": "owner_only",
}
