"""Says what happened, what is asked, what can be done and why something cannot, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stockrail.core import Action, ActionRange, Event, IllegalAction
from stockrail.rules.rounds import current_round
from stockrail.rules.state import Holder
from stockrail.words.details import of_action, of_decision, of_event
from stockrail.words.folding import fold
from stockrail.words.naming import Names


class Speaker(Names):
    """The voice of one game. Sentences about what can be done hold for the game as it stands."""

    def event(self, event: Event) -> str:
        """A log entry: "SNCB places a token in Cologne (D7)"."""
        return self.say("events", event.kind, of_event(self.game, event.kind, event.params))

    def event_of(self, subject: Holder, event: Event) -> str | None:
        """A log entry beside the sign of whom it is about: "places a token in Cologne (D7)"; None for all others."""
        return self.say_of(subject, "events", event.kind, of_event(self.game, event.kind, event.params))

    def log(self, events: Iterable[Event]) -> list[str]:
        """Log entries, those that belong together in one sentence."""
        return [self.event(event) for event in fold(events)]

    def prompt(self) -> str:
        """What the game waits for, in at most six words."""
        decision = self.game.decision
        if decision is None:
            return self.say("prompts", "over", {})
        return self._prompt(of_decision(self.game, decision))

    def question(self) -> str:
        """The prompt with who decides, and for whom."""
        decision = self.game.decision
        if decision is None:
            return self._result()
        params = of_decision(self.game, decision)
        own = self._word_of("questions")
        if own is not None:
            return self.say("questions", own, params)
        params["prompt"] = _lowered(self._prompt(params))
        subject = decision.subject(self.game)
        if not isinstance(subject, str):
            params.pop("company", None)
        return self.say("questions", "any", params)

    def matter(self) -> str:
        """The question, where the decision has one of its own: what a proposal or an auction is about."""
        return self.question() if self.game.decision is not None and self._word_of("questions") else ""

    def refusal(self, error: IllegalAction) -> str:
        """What, why, and the rule."""
        sentence = self.say("refusals", error.kind, of_event(self.game, error.kind, error.params))
        rule = {"title": self.game.title.name, "rule": error.rule} if error.rule else {}
        return self.say("names", "refusal", {"sentence": sentence, **rule})

    def action(self, entry: Action | ActionRange[Any]) -> str:
        """A menu line or button: verb, object, price."""
        action = entry.action if isinstance(entry, ActionRange) else entry
        return self.say("actions", type(action).__name__, of_action(self.game, entry))

    def short_action(self, action: Action) -> str:
        """The same where what it is about stands beside it: "Bid £110"; nothing for actions without such words."""
        return self.if_worded("short", {**of_action(self.game, action), "action": type(action).__name__}) or ""

    def tag(self, action: Action) -> str:
        """What an action costs and brings, in a few words, where several of a kind differ in that."""
        return self.if_worded("tag", {"action": type(action).__name__, **of_action(self.game, action)}) or ""

    def choice(self, entry: Action | ActionRange[Any]) -> str:
        """An action as one of several of its kind; how it reads on its button, unless there are words for this."""
        action = entry.action if isinstance(entry, ActionRange) else entry
        said = self.if_worded("choice", {"action": type(action).__name__, **of_action(self.game, action)})
        return said or self.action(entry)

    def group(self, kind: str) -> str:
        """What all actions of a kind are together: "Trade cards"."""
        return self.if_worded("group", {"action": kind}) or kind

    def round(self) -> str:
        """The round that the game is in: "Operating round 4.1"."""
        now = self._round()
        return self.say("names", "round", now) if now else ""

    def short_round(self) -> str:
        """The same in a few letters where there are some: "OR 4.1"."""
        return self.if_worded("short_round", self._round()) or self.round()

    def _round(self) -> dict[str, Any]:
        now = current_round(self.game)
        return {"kind": now.kind, "turn": now.turn, "number": now.number()} if now else {}

    def _prompt(self, params: dict[str, Any]) -> str:
        return self.say("prompts", self._word_of("prompts") or type(self.game.decision).__name__, params)

    def _word_of(self, section: str) -> str | None:
        """The decision's class, or the nearest one above it that has words."""
        classes = (kind.__name__ for kind in type(self.game.decision).__mro__)
        return next((name for name in classes if self.catalogue.knows(section, name)), None)

    def _result(self) -> str:
        result = self.game.result()
        winners, worth = result.winners, result.worth
        params = {"players": winners, "count": len(winners), "amount": worth[winners[0]]}
        return self.say("questions", "over", params)


def _lowered(text: str) -> str:
    """To go on after a colon; what begins with two capitals is a name."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
