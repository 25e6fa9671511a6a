"""Phases: what opens a colour, and what the first train of a kind starts."""

from __future__ import annotations

from stockrail.rules.game import RailGame
from stockrail.rules.printed import Phase
from stockrail.rules.trains import later_phases
from stockrail.web.views.voice import Voice


def opened_by(game: RailGame, colour: str) -> Phase | None:
    """The phase from which tiles of a colour can be laid; the current one if they can be laid now."""
    return next((phase for phase in (game.phase, *later_phases(game)) if colour in phase.tiles), None)


def started_by(game: RailGame, kind: str) -> Phase | None:
    """The phase that the first train of a kind starts or has started."""
    phases = list(game.title.phases.values())
    return next((phase for phase in phases[1:] if phase.begins_with == kind), None)


def changes(game: RailGame, voice: Voice, phase: Phase) -> list[str]:
    """What a phase changes, beside the one before it."""
    phases = list(game.title.phases.values())
    before, _ = phases[max(0, phases.index(phase) - 1)], voice._
    found = [
        _("{colour} tiles").format(colour=voice.speaker.colour(colour))
        for colour in phase.tiles
        if colour not in before.tiles
    ]
    limits = {name: limits_in(game, voice, name) for name in (before.name, phase.name)}
    if limits[before.name] != limits[phase.name]:
        found.append(_("train limit {limits}").format(limits=limits[phase.name]))
    if phase.operating_rounds != before.operating_rounds:
        found.append(_("operating rounds per turn: {count}").format(count=phase.operating_rounds))
    if phase.offboard != before.offboard:
        found.append(_("off-map places change their values"))
    return found


def notes(game: RailGame, voice: Voice, phase: Phase) -> list[str]:
    """What else it brings, in the title's words."""
    return voice.speaker.notes("phase_note", game.title.phase_notes(game, phase.name))


def limits_in(game: RailGame, voice: Voice, phase: str) -> str:
    """How many trains may be owned in a phase, asked of a copy in which it has begun."""
    twin: RailGame = game.fork()
    twin.state.flags["phase"] = phase
    return ", ".join(voice.speaker.limit(kind, count) for kind, count in game.title.train_limits(twin).items())
