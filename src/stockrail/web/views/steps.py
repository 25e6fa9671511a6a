"""How far things have come: the steps of a company's turn; the stages of a procedure, and what everybody gets."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from stockrail.core import Decision
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.rounds import OperatingTurn
from stockrail.rules.running import RunDecision
from stockrail.rules.showing import Procedure
from stockrail.web.views.voice import Voice


class Step(msgspec.Struct, frozen=True):
    name: str
    done: bool
    now: bool


class Going(msgspec.Struct, frozen=True):
    """A procedure: its table says for each holder what the heads name."""

    name: str
    heads: list[Markup]
    rows: list[tuple[str, list[str], bool]]  # who, what, whether it is about the reader
    notes: list[Markup]


def steps_of(game: RailGame, voice: Voice, decision: Decision) -> list[Step]:
    """The stages of what goes on; else the steps of a company's turn, the current one by the decision on top."""
    going = game.title.procedure(game)
    if going is not None and going.begun:
        return _stages(voice, going)
    turn = next((frame for frame in reversed(game.stack) if isinstance(frame, OperatingTurn)), None)
    if turn is None or not game.title.operates(game, turn.company) or _is_of_another(game, decision, turn.company):
        return []
    listed: list[Step] = []
    for number, frame in enumerate(game.title.operating_steps(game, turn.company), 1):
        now, done = number == turn.step, number < turn.step
        name = voice.speaker.step(type(frame)) or (voice.speaker.passing_step(type(frame)) if now else "")
        if listed and listed[-1].name == name:  # two tokens are one step
            listed[-1] = Step(name, done, now or listed[-1].now)
        elif isinstance(frame, RunDecision):  # the money follows in the same step
            running = any(isinstance(other, RunDecision) for other in game.stack)
            listed.append(Step(name, done or (now and not running), now and running))
            listed.append(Step(voice.speaker.step(DividendStep), done, now))
        elif name:
            listed.append(Step(name, done, now))
    return listed


def _is_of_another(game: RailGame, decision: Decision, company: str) -> bool:
    """Whether somebody decides for another company than the one whose turn it is."""
    subject = decision.subject(game)
    return subject in game.title.companies and subject != company


def _stages(voice: Voice, going: Procedure) -> list[Step]:
    names = [voice.speaker.say("names", "stage", {"id": id_, "procedure": going.id}) for id_ in going.stages]
    return [Step(name, number < going.done, number == going.done) for number, name in enumerate(names)]


def going_on(game: RailGame, voice: Voice, me: int | None) -> Going | None:
    """What goes on over several decisions, or is proposed."""
    going = game.title.procedure(game)
    if going is None:
        return None
    return Going(
        voice.speaker.say("names", "procedure", {"id": going.id}),
        [voice.markup(head) for head in voice.marked.notes("head", going.heads)],
        [
            (_capital(voice.speaker.holder(holder)), [str(n) if n else "–" for n in numbers], holder == me)
            for holder, numbers in going.rows
            if any(numbers)
        ],
        [voice.markup(note) for note in voice.marked.notes("procedure_note", going.notes)],
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
