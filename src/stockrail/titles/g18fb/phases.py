"""2.1, 3.6 What a new phase brings, in the order of the facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stockrail.rules.closing import return_certificates
from stockrail.rules.shares import controlled, owner_of, pass_presidency, president_certificate, shares_of
from stockrail.rules.state import BOX, DEPOT, IPO, certs_at
from stockrail.rules.trains import begin_phase, move_train, trains_of, type_of
from stockrail.titles.g18fb.cards import close_cards
from stockrail.titles.g18fb.companies import concessionaire, in_game, is_national
from stockrail.titles.g18fb.concessions import discard_concessions
from stockrail.titles.g18fb.nationals import FormNational
from stockrail.titles.g18fb.places import open_slots, remove_bourbon_tokens
from stockrail.titles.g18fb.state import Game18FB

EXPORT, REGIONAL_DUE = "export", "regional_due"
"""Flags: whether the export has begun, and whether the regional companies are to be auctioned after this round."""


def change_phase(game: Game18FB, name: str, buyer: str) -> None:
    """2.1-n, 3.6-i Scrap, then what the facts list in `on_start`; phase 6 pushes the forming of RM and RA."""
    begin_phase(game, name)
    open_slots(game)
    events = game.phase_facts.get("on_start", ())
    for event in events:
        if event in EVENTS:
            EVENTS[event](game)
    forming = [event.removeprefix("form_") for event in events if event not in EVENTS]
    for national in reversed(forming):  # Q30 the first one is on top
        game.push_frame(FormNational(national, controlled(game, buyer)))


# -- phase 5 -----------------------------------------------------------------------------------------------------------


def settle_presidencies(game: Game18FB) -> None:
    """3.6-a Garibaldi: every presidency goes to the largest holder."""
    for company in game.title.with_shares:
        president = owner_of(game, company)
        if president is None:
            continue
        heir = largest_holder(game, company, president)
        if heir != president:
            pass_presidency(game, company, heir, president)


def largest_holder(game: Game18FB, company: str, president: int) -> int:
    """3.6-b, Q69 Of equals one without its concession, then with fewer of them, then by seat after the president."""

    def rank(seat: int) -> tuple[int, bool, int]:
        concessions = [concessionaire(game, facts["company"]) for facts in game.title.facts["concessions"]]
        return -shares_of(game, seat, company), concessionaire(game, company) == seat, concessions.count(seat)

    return min([*game.seats_after(president), president], key=rank)


def _tell_states(game: Game18FB) -> None:
    """3.6-d, 3.4-i, Q59 That all companies are definitive follows from the phase."""
    game.note("all_are_definitive")


def offer_late_companies(game: Game18FB) -> None:
    """2.1-h, 3.6-f The certificates of the SFM; those of regional companies, for their round at the end of this one."""
    for company in [company for company in game.title.companies if _has_not_been_in(game, company)]:
        return_certificates(game, company, IPO)
        game.note("is_offered", company=company)
    game.state.flags[EXPORT] = game.ruling("export_start") == "round_of_phase_5"
    game.state.flags[REGIONAL_DUE] = True


def _has_not_been_in(game: Game18FB, company: str) -> bool:
    """Whether a company that comes in this phase has waited outside; 3.5.11-e one that has closed stays there."""
    outside = game.state.shelves.place_of[president_certificate(company)] == certs_at(BOX, company)
    return outside and in_game(game, company) and not is_national(game, company)


EVENTS: Mapping[str, Callable[[Game18FB], None]] = {
    "settle_presidencies": settle_presidencies,
    "close_cards": close_cards,
    "discard_concessions": discard_concessions,
    "make_definitive": _tell_states,
    "remove_bourbon_tokens": remove_bourbon_tokens,
    "offer_late_companies": offer_late_companies,
}


# -- the end of each operating round ---------------------------------------------------------------------------------


def export_train(game: Game18FB) -> None:
    """2.6-e, i, Q22 At the end of an operating round one train of phase 5 leaves; no phase begins."""
    begun = game.state.flags.get(EXPORT)
    if begun is None:
        return
    game.state.flags[EXPORT] = True
    train = next(iter(trains_of(game, DEPOT)))
    if begun and type_of(game, train).name == game.title.facts["export"]["train"]:
        move_train(game, train, BOX)
        game.note("train_is_exported", train=train)
