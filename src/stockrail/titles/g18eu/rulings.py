"""Questions on which communities differ. The first answer is the rulebook's; ids as in notes.md."""

from __future__ import annotations

from stockrail.core import Ruling

RULINGS = (
    Ruling(
        "P-1",
        "priority_after_sale",
        "Who has the priority after the initial sale?",
        {"unchanged": "whoever had it", "after_last_auctioneer": "the seat after the last auctioneer"},
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
        "May a corporation buy its own pool shares in its first turn?",
        {"allowed": "yes", "no": "the step is skipped"},
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
        {"end_of_round": "at the end of that round", "next_stock_round": "first thing in the stock round"},
    ),
    Ruling(
        "P-8",
        "pullman_discard",
        "How does a Pullman go that must go first?",
        {"asked": "the owner discards it, nothing else being legal", "automatic": "by itself, at once"},
    ),
    Ruling(
        "P-9",
        "second_pullman",
        "What happens to a second Pullman that comes with a merger?",
        {
            "to_pool": "it goes to the pool",
            "kept": "it stays if the train limit allows, but one is used (games begun before 18 November 2026)",
            "both": "it stays if the train limit allows, and both are used, even at the same stop",
        },
    ),
    Ruling(
        "P-10",
        "pullman_drop",
        "When may a Pullman be given up?",
        {"for_a_train": "at the limit, for a train that is bought at once", "any_time": "before buying trains"},
    ),
    Ruling(
        "P-11",
        "final_exchange",
        "How are minors disposed of in the final exchange?",
        {"one_minor": "one a turn, merged or closed", "pass_closes": "merged, or a pass closes all that are left"},
    ),
    Ruling(
        "P-12",
        "connection",
        "What connects a company with a place: a minor with a corporation, track, or a token?",
        {"legal_route": "a legal route of any length", "network": "track, also through two circles of one hex"},
    ),
    Ruling(
        "P-13",
        "runs",
        "Must trains earn the most that they can?",
        {"maximum": "yes", "free": "any legal run may be chosen"},
    ),
    Ruling(
        "P-14",
        "emergency_own_shares",
        "When has a corporation operated, so that its shares may be sold?",
        {"after_first_turn": "when its first turn is over", "after_dividend": "once it has paid or withheld"},
    ),
    Ruling(
        "P-15",
        "president_help",
        "When may a president help to buy from another company?",
        {"empty_treasury": "when the treasury is empty", "short_treasury": "when the treasury is short"},
    ),
    Ruling(
        "P-16",
        "emergency_train",
        "Which train of bank or pool may be bought with the president's help?",
        {"cheapest": "the cheapest", "any": "any"},
    ),
    Ruling(
        "P-17",
        "bank_breaks",
        "When has the bank run out?",
        {"at_zero": "when nothing is left in it", "below_zero": "when it could not pay all"},
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
        {"from_operating": "the operating company, then the operating order", "listed": "as they are listed"},
    ),
    Ruling(
        "P-20",
        "skipping",
        "Which steps are skipped?",
        {"nothing_legal": "those in which only declining is legal", "as_site": "as the public site does"},
    ),
    Ruling(
        "P-21",
        "limit_before_operating",
        "Does the limit of 60 % bind purchases of a corporation that has never operated?",
        {"binds": "yes", "waived": "only once it has operated"},
    ),
    Ruling(
        "P-22",
        "late_mergers",
        "May a minor merge in a stock round into a corporation that has operated?",
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
        {"ten_in_all": "10 in all", "ten_each": "10 for each own station"},
    ),
    Ruling(
        "A-33",
        "shareless_trains",
        "Where do the trains of a minor go that merges into a corporation without a share?",
        {"pool": "to the pool", "removed": "out of the game"},
    ),
    Ruling(
        "A-36",
        "emergency_sales",
        "How many shares may be sold in an emergency?",
        {
            "as_needed": "no more than needed, and not so few that the rest cannot be raised",
            "at_most_needed": "no more than needed",
            "any_number": "any number that lets the rest be raised",
        },
    ),
    Ruling(
        "A-44",
        "grey_hexes",
        "Who may lay the first tile on a grey hex?",
        {"consent": "the minor's owner, others with his consent", "owner_only": "the minor's owner only"},
    ),
    Ruling(
        "P-23",
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
