"""Before a blunder a word: what an action would cost its player, found out on a copy of the game."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from stockrail.core import Event, IllegalAction
from stockrail.rules.game import RailGame
from stockrail.rules.harms import Harm, harms
from stockrail.web.play.projection import Projection
from stockrail.words import Speaker

log = logging.getLogger("stockrail.web")
MOST = 2  # things that are said at once


def harms_of(projection: Projection, seats: frozenset[int], raw: Sequence[bytes]) -> tuple[RailGame, list[Harm]] | None:
    """What a player's actions would cost them, and the copy in which it is so; None if nothing, or if illegal."""
    game = projection.game
    try:
        for text in raw:
            action = projection.decode(text)
            if action.player not in seats:
                return None
            game, found = harms(game, action)
            if found:
                return game, found
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeDecodeError, IllegalAction):
        return None
    except Exception:  # a warning never stands in the way of the game
        log.exception("an action of game %s could not be tried", game.title.name)
    return None


def warning(found: Sequence[Harm], game: RailGame, language: str) -> str:
    """In the language of whoever is warned; of what is lost the first things, each once."""
    speaker = Speaker(game, language)
    said = list(dict.fromkeys(_sentence(speaker, harm) for harm in found))[:MOST]
    return " ".join(f"{sentence}." for sentence in said)


def _sentence(speaker: Speaker, harm: Harm) -> str:
    if not harm.logged:
        sentence = speaker.say("names", "harm", {"kind": harm.kind, **harm.params})
    else:
        sentence = speaker.event(Event(harm.kind, dict(harm.params)))
    sentence = speaker.say("names", "harm_if_all_pass", {"sentence": sentence}) if harm.if_all_pass else sentence
    return sentence[:1].upper() + sentence[1:]
