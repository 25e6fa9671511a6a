"""One game between bots: it ends with a record, whatever the bots do."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.engine.lots import lots
from tests.mini import Mini

import stockrail
from stockrail.bots import RandomBot, Record, match, register
from stockrail.bots.match import play
from stockrail.bots.pairings import pairing
from stockrail.core import Action, ActionRange, Draw, Game
from stockrail.rules.actions import Answer, BuyTrain, Pass, ProposeEnd
from stockrail.rules.game import RailGame

Choice = Callable[[RandomBot, Game], Any]

THREE = ["random"] * 3


def odd(choose: Choice) -> None:
    """Register a bot that chooses like this."""
    register("odd")(type("Odd", (RandomBot,), {"name": "odd", "choose": choose, "__module__": __name__}))


def later(misdeed: Choice, ply: int = 30) -> Choice:
    """Play at random first, and misbehave from some action on."""
    return lambda bot, game: RandomBot.choose(bot, game) if game.ply < ply else misdeed(bot, game)


def against(seat: int = 1, **more: Any) -> Record:
    """A game of three in which the odd bot has a seat."""
    return match("Mini", [*THREE[:seat], "odd", *THREE[seat + 1 :]], seed=2, **more)


# -- an ordinary game ---------------------------------------------------------------------------------------------


def test_the_same_bots_and_seed_play_the_same_game_and_another_seed_another() -> None:
    games = [match("Mini", THREE, seed=seed).timeless() for seed in (5, 5, 6)]
    assert games[0] == games[1]
    assert games[0].worth != games[2].worth


def test_a_record_tells_who_played_who_won_and_how_far_it_came() -> None:
    record = match("Mini", THREE, seed=5)
    assert [bot.name for bot in record.bots] == THREE and all(bot.version for bot in record.bots)
    assert record.rank[record.winners[0]] == 1 and record.worth[record.winners[0]] == max(record.worth)
    assert sorted(record.rank) == [1, 2, 3] and record.reason and record.fault is None
    assert record.phases == ("2", "3")
    assert sum(sum(kinds.values()) for kinds in record.kinds) == record.actions
    assert {"StockTurn", "TrackStep"} <= set(record.kinds[0])


def test_the_save_is_the_game_and_its_names_say_who_played(tmp_path: Path) -> None:
    record = match("Mini", THREE, seed=5, save=tmp_path / "game.json")
    game = stockrail.load(tmp_path / "game.json")
    assert (game.ply, game.result().worth, game.result().winners) == (record.actions, record.worth, record.winners)
    assert game.players == ("random 1 (bot)", "random 2 (bot)", "random 3 (bot)")


def test_time_is_told_by_seat_and_kind_of_decision() -> None:
    record = match("Mini", THREE, seed=5)
    for costs, kinds in zip(record.costs, record.kinds, strict=True):
        assert {kind: cost.moves for kind, cost in costs.kinds.items()} == kinds
        assert costs.all.moves == sum(kinds.values()) == sum(costs.spread.values())
        assert 0 < costs.all.mean <= costs.all.worst and costs.all.p99 <= costs.all.worst


def test_two_seats_with_the_same_bot_have_dice_of_their_own() -> None:
    seeds: list[int] = []
    for name in ("one", "other"):
        register(name)(lambda seed: seeds.append(seed) or RandomBot(seed))  # type: ignore[func-returns-value]
    for game in (5, 5, 6):
        match("Mini", ["one", "one", "other"], seed=game)
    made = [seed for seed in seeds if seed]  # a bot is also made to see whether it can be
    assert made[:3] == made[3:6] and len(set(made)) == 6
    match("Mini", ["other", "one"], seed=5)
    assert seeds[-1] == made[1] and seeds[-2] not in made, "seat and name decide, and nobody else's do"


def test_options_rulings_and_presets_are_those_asked_for() -> None:
    one = pairing("18EU", THREE, options=["extra_three_train"], preset="18xx.games", rulings={"minors_count": "no"})
    game = one.begin()
    assert game.options == one.options == ("extra_three_train",)
    assert game.rulings == one.rulings
    assert one.rulings["minors_count"] == "no"
    assert one.rulings["pullman_discard"] == game.title.presets["18xx.games"]["pullman_discard"]


def test_impossible_games_are_refused_before_they_begin() -> None:
    for wrong in ({"seats": ["random"]}, {"seats": THREE, "options": ["none"]}, {"seats": ["random", "rando"]}):
        with pytest.raises(stockrail.UnknownChoice):
            match("Mini", **wrong)  # type: ignore[arg-type]


def test_work_comes_from_the_bot_if_it_counts_it() -> None:
    def choose(bot: Any, game: Game) -> Action:
        bot.work = getattr(bot, "work", 0) + 3
        return RandomBot.choose(bot, game)

    odd(choose)
    record = against()
    assert record.work == (None, 3 * sum(record.kinds[1].values()), None)


def test_checking_changes_nothing_in_the_game() -> None:
    plain, checked = match("Mini", THREE, seed=5), match("Mini", THREE, seed=5, check=True)
    assert (plain.actions, plain.worth, plain.kinds) == (checked.actions, checked.worth, checked.kinds)
    assert plain.id != checked.id, "a game that was not checked does not stand for one that was"


# -- what a bot may know ------------------------------------------------------------------------------------------


def test_a_bot_sees_the_game_of_its_player_and_not_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int | None, int]] = []
    monkeypatch.setattr(Mini, "hide", lambda self, game, player: seen.append((player, game.seed)), raising=False)
    watched: list[RailGame] = []
    odd(later(lambda bot, game: watched.append(game) or RandomBot.choose(bot, game), 0))  # type: ignore[func-returns-value, arg-type]
    against(seat=1)
    assert {game.actor for game in watched} == {1} and {player for player, _ in seen} == {0, 1, 2}
    assert 2 not in {game.seed for game in watched} and len({game.seed for game in watched}) == len(watched)


def test_chance_belongs_to_the_game_and_no_bot_is_asked() -> None:
    with lots() as name:
        first, other = (play(pairing(name, THREE, seed=seed)) for seed in (1, 2))
        game = stockrail.files.load_bytes(first.save)
        draws = [action for action in game.actions if isinstance(action, Draw)]
        assert draws and other.record.fault is None
        while game.actions[-1] != draws[0]:
            game.pop()
        game.pop()
        assert game.draw() == draws[0], "drawn by the seed of the game"
        assert not any("Lot" in kinds for kinds in first.record.kinds)


# -- faults -------------------------------------------------------------------------------------------------------


def fails(bot: RandomBot, game: Game) -> Action:
    raise KeyError("oops")


def quits(bot: RandomBot, game: Game) -> Action:
    raise SystemExit(3)


def passes_for_another(bot: RandomBot, game: Game) -> Action:
    return Pass((game.actor or 0) + 1)


def changes(bot: RandomBot, game: Game) -> Action:
    action = RandomBot.choose(bot, game)
    game.push(action)
    return action


@pytest.mark.parametrize(
    ("misdeed", "kind", "said"),
    [
        (fails, "crash", r"KeyError: 'oops' \(test_match.py:\d+ < .*match.py:\d+"),
        (quits, "crash", "SystemExit: 3"),
        (lambda bot, game: None, "illegal", "None is not an action"),
        (lambda bot, game: BuyTrain(1, "Red", "no-such", 1), "illegal", "BuyTrain"),
        (passes_for_another, "illegal", "is an action of another player"),
        (lambda bot, game: ProposeEnd(1), "illegal", "played to their end"),
        (changes, "changed", "changed the game"),
    ],
)
def test_whatever_a_bot_does_wrong_is_a_recorded_loss(misdeed: Choice, kind: str, said: str) -> None:
    odd(later(misdeed))
    record = against(seat=1)
    fault = record.fault
    assert fault is not None and (fault.kind, fault.seat, record.reason) == (kind, 1, "fault")
    assert re.search(said, fault.text)
    assert record.actions >= 30 and record.counts
    assert (record.winners, record.rank[1]) == ((0, 2), 3)
    assert [record.part(seat) for seat in range(3)] == [0.5, 0.0, 0.5]


def test_the_save_of_a_faulty_game_leads_to_the_position_of_the_fault(tmp_path: Path) -> None:
    odd(later(fails))
    record = against(save=tmp_path / "game.json")
    game = stockrail.load(tmp_path / "game.json")
    assert (game.ply, game.actor) == (record.actions, 1)


def test_a_bot_that_cannot_sit_down_loses() -> None:
    register("shy")(lambda seed: RandomBot() if seed == 0 else 1 / 0)
    record = match("Mini", ["random", "shy"], seed=1)
    assert record.fault is not None and (record.fault.kind, record.fault.seat) == ("crash", 1)
    assert (record.actions, record.winners) == (0, (0,))


def test_a_change_that_leaves_no_trace_is_found_when_checking() -> None:
    def steal(bot: RandomBot, game: Any) -> Action:
        action = RandomBot.choose(bot, game)
        game.state.cash.amounts[game.actor] += 1000
        return action

    odd(later(steal))
    blind, checked = against(), against(check=True)
    assert blind.fault is None, "the game itself is out of reach"
    assert checked.fault is not None and (checked.fault.kind, checked.fault.seat) == ("changed", 1)


def test_a_range_stands_for_its_lowest_number() -> None:
    odd(lambda bot, game: game.legal_actions(game.actor)[0])
    assert match("18EU", ["odd", "odd"], seed=1, cap=60).fault.kind == "cap"  # type: ignore[union-attr]


def test_a_broken_rule_is_nobodys_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mini, "audit", lambda self, game: ["money is lost"] if game.ply == 7 else [])
    record = match("Mini", THREE, seed=3, check=True)
    assert record.fault is not None and (record.fault.kind, record.fault.seat) == ("invariant", None)
    assert record.fault.text.startswith("game 3, action 6 (") and record.fault.text.endswith("money is lost")
    assert (record.winners, record.counts) == ((), False)


def test_an_error_of_the_engine_is_nobodys_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    push = Game.push

    def stumble(game: Game, action: Any) -> None:
        if game.ply == 9:
            raise ZeroDivisionError("a rule divides")
        push(game, action)

    monkeypatch.setattr(Game, "push", stumble)
    record = match("Mini", THREE, seed=3)
    assert record.fault is not None and record.fault.kind == "engine"
    assert "game 3, action 9: ZeroDivisionError: a rule divides" in record.fault.text
    assert not record.counts


@pytest.mark.parametrize(("what", "said"), [("pop", "taking the action back"), ("push", "taking the action again")])
def test_taking_back_and_again_is_checked(what: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody loses a pound on the way back, or only on the second way there."""
    plain, calls = getattr(Game, what), []

    def lossy(game: Any, *action: Any) -> Any:
        done = plain(game, *action)
        calls.append(game.ply)
        if what == "pop" or calls.count(game.ply) == 2:
            game.state.cash.amounts[0] -= 1
        return done

    monkeypatch.setattr(Game, what, lossy)
    record = match("Mini", THREE, seed=3, check=True)
    assert record.fault is not None and said in record.fault.text


# -- caps ---------------------------------------------------------------------------------------------------------


def test_too_many_actions_are_the_loss_of_whoever_took_most() -> None:
    record = match("Mini", THREE, seed=5, cap=40)
    assert record.fault is not None and (record.fault.kind, record.actions) == ("cap", 40)
    moves = [sum(kinds.values()) for kinds in record.kinds]
    assert record.fault.seat == moves.index(max(moves))
    assert record.rank[record.fault.seat] == 3


def haggle(bot: RandomBot, game: Game) -> Action:
    """Offer for every train of others, one more each time, and accept no offer."""
    menu = game.legal_actions(game.actor)
    for entry in menu:
        if isinstance(entry, ActionRange) and isinstance(entry.action, BuyTrain):
            return entry.action
    refusals = [entry for entry in menu if isinstance(entry, Answer) and not entry.accept]
    return refusals[0] if refusals else RandomBot.choose(bot, game)


def test_after_too_many_actions_in_one_step_a_bot_has_to_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offers to others interrupt the step and do not end it."""
    odd(haggle)
    monkeypatch.setattr(sys.modules[play.__module__], "PATIENCE", 5)
    played = play(pairing("18EU", ["odd"] * 3, seed=1, cap=900))
    assert sum(played.record.hurried) > 0
    assert _longest_haggling(stockrail.files.load_bytes(played.save)) == 5
    monkeypatch.setattr(sys.modules[play.__module__], "PATIENCE", 10_000)
    patient = play(pairing("18EU", ["odd"] * 3, seed=1, cap=900))
    assert sum(patient.record.hurried) == 0
    assert _longest_haggling(stockrail.files.load_bytes(patient.save)) > 20


def _longest_haggling(game: RailGame) -> int:
    """The most train actions of one company in a row, answers aside."""
    longest = now = 0
    company = None
    for action in game.actions:
        if isinstance(action, BuyTrain):
            now = now + 1 if action.company == company else 1
            company, longest = action.company, max(longest, now)
        elif not isinstance(action, Answer):
            company = None
    return longest


def test_a_long_stock_round_is_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[play.__module__], "PATIENCE", 12)
    assert match("18EU", THREE, seed=1, cap=400).hurried == (0, 0, 0)
