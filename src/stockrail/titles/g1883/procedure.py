"""8.3 SEFTA's merger as it is shown: who gives and gets how many shares, and which steps are still to come."""

from __future__ import annotations

from stockrail.rules.merging import MergeDecision, MergerOffer
from stockrail.rules.shares import shares_of
from stockrail.rules.showing import Note, Procedure, note_if
from stockrail.rules.state import IPO, POOL, Holder
from stockrail.titles.g1883.merger import FOR_ONE, Merger, merged_company, merged_price, parents_of
from stockrail.titles.g1883.state import Game1883

STEPS = {"odd_shares": 1, "presidency": 2, "settlement": 2, "tokens": 3, "trains": 4, "privates": 5}  # stages done
STAGES = ("pairs", "odd_shares", "presidency", "tokens", "trains")


def merger_shown(game: Game1883) -> Procedure | None:
    """While it goes on, and before, when somebody may propose it or agree to it."""
    going = next((frame for frame in game.stack if isinstance(frame, Merger)), None)
    new, parents = merged_company(game), parents_of(game)
    holders: list[Holder] = [*game.order, IPO, POOL]
    held = {holder: [shares_of(game, holder, parent) for parent in parents] for holder in holders}
    gives: list[Note] = [("gives", {"company": parent}) for parent in parents]
    gets: Note = ("gets", {"company": new})
    if going is not None:
        rows = tuple((h, (shares_of(game, h, new), sum(own))) for h, own in held.items())
        notes = (*_price_notes(game, going.value), *note_if(going.waits, "waits", company=new))
        return Procedure("merger", STAGES, STEPS[going.step], True, (gets, ("single", {})), rows, notes)
    if not isinstance(game.decision, MergeDecision | MergerOffer):
        return None
    lots = [(h, (*own, sum(own) // FOR_ONE, sum(own) % FOR_ONE * (h in game.seats))) for h, own in held.items()]
    heads = (*gives, gets, ("single", {}))
    return Procedure("merger", STAGES, 0, False, heads, tuple(lots), _price_notes(game, merged_price(game)))


def _price_notes(game: Game1883, value: int) -> tuple[Note, ...]:
    """8.3-d, f"""
    half, most = -(-value // FOR_ONE), game.title.facts["merger"]["most"]
    return ("price", {"company": merged_company(game), "value": value, "best": most}), ("single_share", {"half": half})
