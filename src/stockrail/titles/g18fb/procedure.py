"""3.7.1 The founding of a national company as it is shown: which two form it, and who would get how much of it."""

from __future__ import annotations

from collections.abc import Sequence

from stockrail.rules.prices import by_price, price
from stockrail.rules.shares import companies_in_play, shares_of
from stockrail.rules.showing import Note, Procedure, note_if
from stockrail.rules.state import POOL, Holder
from stockrail.titles.g18fb.nationals import FOR_ONE, FormNational
from stockrail.titles.g18fb.state import Game18FB

STAGES = ("first_partner", "second_partner", "exchange")


def founding_shown(game: Game18FB) -> Procedure | None:
    """While its companies are looked for; the rest needs no decision."""
    going = next((frame for frame in reversed(game.stack) if isinstance(frame, FormNational)), None)
    if going is None:
        return None
    likely = _likely(game, going)
    holders: list[Holder] = [*game.seats, *(other for other in companies_in_play(game) if other not in likely), POOL]
    held = {holder: [shares_of(game, holder, partner) for partner in likely] for holder in holders}
    rows = tuple((holder, (*own, sum(own) // FOR_ONE, sum(own) % FOR_ONE)) for holder, own in held.items())
    heads: list[Note] = [("gives", {"company": partner}) for partner in likely]
    heads += [("gets", {"company": going.national}), ("odd", {})]
    return Procedure("founding", STAGES, len(going.partners), True, tuple(heads), rows, _notes(game, going, likely))


def _likely(game: Game18FB, going: FormNational) -> Sequence[str]:
    """3.7.1-b, d Those that have joined, then those that are asked or picked next."""
    others = (*going.to_ask(game), *going.unfloated(game))
    return (*going.partners, *others)[: game.title.facts["nationals"]["partners"]]


def _notes(game: Game18FB, going: FormNational, likely: Sequence[str]) -> tuple[Note, ...]:
    """3.7.1-e, h, i"""
    open_ = [partner for partner in likely if partner not in going.partners]
    floated = by_price(game, [partner for partner in likely if game.state.floated.get(partner)])
    fixed = game.title.facts["nationals"]["price_of_unfloated"]
    value = price(game, floated[0]) if floated else fixed
    return (
        *note_if(open_, "likely", companies=tuple(likely)),
        ("price", {"company": going.national, "value": value, "other": floated[0] if floated else ""}),
        ("exchange", {"half": value // FOR_ONE}),
    )
