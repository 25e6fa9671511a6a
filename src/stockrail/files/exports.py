"""A game that still goes on as a file: all that has happened, nothing that is yet to be drawn."""

from __future__ import annotations

import secrets

import msgspec

from stockrail.core import Title
from stockrail.core.saving import dump, header_of
from stockrail.rules.game import RailGame

SEED_BITS = 63  # what any program that reads the file can hold
WITHHELD = "the seed of this game, by which it draws on: the seed here is another; what was drawn so far is in the file"


def reseeded(game: RailGame, seed: int) -> RailGame:
    """The same game before its first action, with another seed: what lies open stays, the rest is drawn anew.

    Nobody rolls dice for it. What a game has drawn since then is among its actions.
    """
    begun = RailGame(game.title, game.players, game.options, game.rulings, game.seed, game.setup)
    return RailGame(game.title, game.players, game.options, game.rulings, seed, game.title.drawn(begun))


def dump_running(game: RailGame) -> bytes:
    """A save without the game's seed. Whoever plays on from it draws by a seed of the file's own."""
    header = header_of(reseeded(game, secrets.randbits(SEED_BITS)))
    return dump(game, msgspec.structs.replace(header, real_dice=game.real_dice, withheld=WITHHELD))


def is_open(game: RailGame) -> bool:
    """Whether everybody at the table has seen all that has happened: else a save would tell one what another holds."""
    return type(game.title).hide is Title.hide
