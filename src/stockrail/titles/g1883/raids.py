"""11-13, 12.3 Air raids: ten hexes by dice; which lower tiles fit, who chooses, and what happens to tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from stockrail.board import lowerings
from stockrail.core import Action, Menu
from stockrail.core.chance import Chance
from stockrail.rules.decisions import PlayerDecision
from stockrail.rules.laying import replace_tile, tiles_left
from stockrail.rules.rounds import OneByOne
from stockrail.rules.track import track
from stockrail.titles.g1883.actions import LowerTile
from stockrail.titles.g1883.effects import event_cards
from stockrail.titles.g1883.state import Game1883


def raid(game: Game1883) -> None:
    """12.3-a Push the air raids unless they have been drawn."""
    card = next(card for card in event_cards(game.title).values() if card.part("bomb"))
    if not any(game.state.drawn.get(str(number)) for number in card.cards):
        for number in card.cards:
            game.state.drawn[str(number)] = True
        game.note("raids_begin")
        drop_bombs(game, card.part("bomb")["times"])


def drop_bombs(game: Game1883, times: int) -> None:
    """11-13 All players roll in turn, from the one with priority on; later rolls see what earlier ones did."""
    rollers = cycle(game.seats_from(game.state.flags["priority"]))
    bombs = [Bomb(f"raid/{number}", next(rollers)) for number in range(1, times + 1)]
    game.push_frame(OneByOne(tuple(bombs)))


class Bomb(Chance[Game1883], frozen=True):
    """Two ten-sided dice name a hex."""

    player: int

    def outcomes(self, game: Game1883) -> Sequence[int]:
        return sorted(int(hex_) for hex_ in game.title.board.hexes if hex_.isdecimal())

    def happens(self, game: Game1883, outcome: int | str) -> None:
        """A86 Where no lower tile is left, the tile stays."""
        hex_ = str(outcome)
        faces, built = lower_faces(game, hex_), hex_ in game.state.laid
        game.note("bomb_falls", player=self.player, hex=hex_, built=built, stays=built and not faces)
        if len(faces) > 1:
            game.push_frame(LowerChoice(self.player, hex_))
        elif faces:
            lower_tile(game, hex_, *faces[0])


class LowerChoice(PlayerDecision[Game1883], frozen=True):
    """11-13 Which lower tile a bombed hex gets."""

    deeds = (LowerTile,)
    unasked_fault = "lower_first"
    about = ("hex",)
    tells = ("tile", "rotation")

    hex: str

    def fault(self, game: Game1883, action: LowerTile) -> str | None:
        return None if (action.tile, action.rotation) in lower_faces(game, self.hex) else "not_a_lower_tile"

    def moves(self, game: Game1883) -> Menu:
        return [LowerTile(self.player, self.hex, *face) for face in lower_faces(game, self.hex)]

    def take(self, game: Game1883, action: Action) -> None:
        assert isinstance(action, LowerTile)
        game.pop_frame()
        lower_tile(game, self.hex, action.tile, action.rotation)


BELOW = {"yellow": "white", "green": "yellow", "brown": "green"}  # grey ones withstand


def lower_faces(game: Game1883, hex_: str) -> list[tuple[str, int]]:
    """Tiles of the colour below with rotation that a bombed hex may get; [("", 0)] if it is bare again.

    None if nothing lies there, or if no tile that would fit is left (A86).
    """
    if hex_ not in game.state.laid:
        return []
    place, face = game.title.board.hexes[hex_], track(game).face(hex_)
    if BELOW.get(face.color) in (place.printed.color, "white"):
        return [("", 0)]
    if face.color not in BELOW:
        return []
    lower = [(face.tile or "", face.rotation) for face in lowerings(game.title.board, place, face)]
    return sorted((tile, rotation) for tile, rotation in lower if tiles_left(game, tile))


def lower_tile(game: Game1883, hex_: str, tile: str, rotation: int) -> None:
    """11-13b Replace the tile, with its tokens; no way opens that was not there. The old tile can be used again."""
    replace_tile(game, hex_, tile, rotation)
    game.note("tile_is_lowered", hex=hex_, tile=tile, rotation=rotation)
