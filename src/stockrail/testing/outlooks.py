"""The outlook of a title against its play: random games in which every answer is compared with what then happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from stockrail.bots import RandomBot
from stockrail.core import Action, ActionRange, Decision
from stockrail.core.chance import Draw
from stockrail.rules.actions import Bid, BuyTrain, Pass, StartCompany
from stockrail.rules.auctions import RisingAuction
from stockrail.rules.debt import RaiseMoney
from stockrail.rules.decisions import CompanyDecision
from stockrail.rules.discards import DiscardStep
from stockrail.rules.dividends import DividendStep
from stockrail.rules.game import RailGame
from stockrail.rules.outlook import DEBT, DISCARD, OPERATING, SELL, TRAIN, Duty, Rounds, Stake, Standing
from stockrail.rules.rounds import operating_company
from stockrail.rules.running import RunDecision
from stockrail.rules.shares import owner_of
from stockrail.rules.state import POOL, Holder
from stockrail.rules.stock import SellingTurn
from stockrail.rules.train_step import TrainStep
from stockrail.rules.trains import holder_of, trains_of, type_of
from stockrail.testing.clocks import Clocks
from stockrail.testing.conformance import CAP, ConformanceError, stir
from stockrail.testing.trials import Trials, paid_to_bank
from stockrail.titles import title as find_title

OFTEN, SELDOM = 3, 15  # one decision in so many is looked at, where looking costs time
DRAINS = (0, 50, 400)
RANK = {Standing.UNOPENED: 0, Standing.STARTED: 1, Standing.FLOATED: 2, Standing.OPERATED: 3}
HIGHEST = 9  # of those that have no rank: they can come after any other


def check_outlook(
    name: str,
    games: int = 1,
    seed: int = 0,
    players: Iterable[int] | None = None,
    options: Sequence[str] = (),
    preset: str | None = None,
) -> Counter[str]:
    """Play random games of a title and compare its outlook with them; returns how often each promise was tested.

    Raises ConformanceError with a sentence about the first promise that was broken.
    """
    tested: Counter[str] = Counter()
    for count in find_title(name).players if players is None else players:
        for number in range(seed, seed + games):
            tested += _Witness(name, count, number, options, preset).run()
    return tested


class _Witness:
    """Watches one random game and tries things on forks of it."""

    def __init__(self, name: str, players: int, seed: int, options: Sequence[str], preset: str | None) -> None:
        title = find_title(name)
        names = [f"Player {n}" for n in range(1, players + 1)]
        self.game = RailGame(title, names, tuple(options), title.resolve_rulings(preset, {}), seed)
        self.outlook, self.bot, self.dice = title.outlook, RandomBot(seed), Random(seed)
        self.tested: Counter[str] = Counter()
        self.trials, self.clocks = Trials(self._expect), Clocks(self._expect)
        self.forecasts: list[tuple[Rounds, int]] = []

    def run(self) -> Counter[str]:
        while not self.game.is_over and self.game.ply < CAP:
            self._look()
            self._step()
        self._check_rounds()
        return self.tested

    def _expect(self, promise: str, holds: bool, sentence: str) -> None:
        """Count a promise that was kept; a broken one is an error."""
        if not holds:
            game = self.game
            where = f"{game.title.name}, {len(game.players)} players, seed {game.seed}, action {game.ply}"
            raise ConformanceError(f"{where}: {promise}: {sentence}")
        self.tested[promise] += 1

    # -- what a position tells --------------------------------------------------------------------------------------

    def _look(self) -> None:
        game, decision = self.game, self.game.decision
        assert decision is not None
        self._check_standings()
        self._check_stake()
        self._check_duties(decision)
        if isinstance(decision, RunDecision):
            self.trials.forced_income(game)
        elif isinstance(decision, DividendStep):
            self.trials.dividend(game)
        elif isinstance(decision, TrainStep):
            self._check_coming(decision)
        if isinstance(decision, RunDecision | DividendStep | TrainStep):
            self._check_earning(decision.company, isinstance(decision, RunDecision))
        if game.ply % OFTEN == 0:
            self.trials.starting(game, [entry for entry in self._menu(StartCompany) if isinstance(entry, StartCompany)])
            self.trials.floating(game)
        if game.ply % SELDOM == 0:
            self.trials.closing(game)
            self.trials.missing(game)
            self._check_purity()
            self._note_rounds()

    def _menu(self, kind: type[Action]) -> Sequence[Action | ActionRange[Any]]:
        """The menu, if there can be such actions in it: tile lays are not listed in vain."""
        decision = self.game.decision
        assert decision is not None
        return self.game.legal_actions() if kind in decision.kinds(self.game) else ()

    def _standings(self) -> dict[str, Standing]:
        return {company: self.outlook.standing(self.game, company) for company in self.game.title.companies}

    def _check_standings(self) -> None:
        game, standings = self.game, self._standings()
        told = {company for company, standing in standings.items() if standing in OPERATING}
        odd = sorted(told ^ set(game.title.operating_order(game)))
        self._expect("standing", not odd, f"{', '.join(odd)} should operate exactly if the operating order says so")
        begun = {company for company, standing in standings.items() if standing == Standing.STARTED}
        odd = sorted(begun ^ (set(game.title.started(game)) - told))
        self._expect("standing", not odd, f"{', '.join(odd)} should have started exactly if the title says so")
        counted = {Standing.FLOATED: False, Standing.OPERATED: True}
        odd = [c for c, standing in standings.items() if counted.get(standing, "") == (not game.state.turns.get(c))]
        self._expect("standing", not odd, f"{', '.join(odd)} should have operated exactly if it has finished a turn")

    def _check_stake(self) -> None:
        game, stake = self.game, self.outlook.at_stake(self.game)
        bids = [entry for entry in self._menu(Bid) if isinstance(_action(entry), Bid)]
        items = {_action(entry).item for entry in bids}  # type: ignore[attr-defined]
        if stake is None:
            rising = isinstance(game.decision, RisingAuction)
            self._expect("at_stake", not rising, f"{game.decision} is an auction, and nothing is said to be at stake")
        elif bids:
            least = min(_lowest(entry).price for entry in bids)  # type: ignore[attr-defined]
            self._expect("at_stake", items == {stake.item}, f"{stake.item} is at stake, but bids are for {items}")
            self._expect("at_stake", least == stake.least, f"the lowest bid is {least}, not {stake.least}")
            self._expect("at_stake", stake.leader != game.actor, "nobody raises their own bid")

    def _check_duties(self, decision: Decision) -> None:
        """Whoever may not pass was told so, and nobody was told so who may."""
        game = self.game
        if isinstance(decision, DiscardStep):
            self._check_discard(decision)
        if not isinstance(decision, TrainStep | SellingTurn | RaiseMoney):
            return
        actor, free = decision.actor(game), any(isinstance(entry, Pass) for entry in game.legal_actions())
        duties = self.outlook.duties(game, actor)
        if isinstance(decision, TrainStep):
            mine = [duty for duty in duties if duty.kind == TRAIN and duty.company == decision.company]
            self._expect("duties", free != bool(mine), f"{decision.company} must buy a train: {not free}, not {mine}")
            self._check_shortage(mine)
        elif isinstance(decision, SellingTurn):
            selling = [duty for duty in duties if duty.kind == SELL]
            self._expect("duties", free != bool(selling), f"player {actor} must sell: {not free}, not {selling}")
        else:
            owed = [duty.amount for duty in duties if duty.kind == DEBT]
            self._expect("duties", decision.owed in owed, f"player {actor} owes {decision.owed}, not {owed}")

    def _check_discard(self, decision: DiscardStep) -> None:
        told = [(duty.kind, duty.company) for duty in self.outlook.duties(self.game, decision.actor(self.game))]
        self._expect("duties", (DISCARD, decision.company) in told, f"{decision.company} must discard, not {told}")

    def _check_shortage(self, duties: Sequence[Duty]) -> None:
        forced = self.game.title.forced_purchase(self.game)
        for duty in duties if forced else ():
            assert forced is not None
            lacks = max(0, forced.price - forced.treasury)
            self._expect("duties", duty.amount == lacks, f"{duty.company} lacks {lacks}, not {duty.amount}")

    def _check_coming(self, step: TrainStep) -> None:
        """Every train that the bank sells now is announced, at its price and in its form."""
        game, banks = self.game, {*self.game.title.stacks, POOL}
        coming = self.outlook.trains_coming(game, step.company)
        told = {(each.kind, each.price) for each in coming if not each.before}
        forms = {each.form for each in coming}
        buys = [_action(entry) for entry in game.legal_actions() if isinstance(_action(entry), BuyTrain)]
        for buy in buys:
            assert isinstance(buy, BuyTrain)
            sold = type_of(game, buy.train).name, buy.price
            if holder_of(game, buy.train) in banks and (buy.form in forms or forms == {""}):
                self._expect("trains_coming", sold in told, f"{step.company} can buy {sold}, but only {told} come now")

    def _check_earning(self, company: str, runs: bool) -> None:
        """Whoever runs has still to come to earnings; whoever has run has not, and no other who has had a turn."""
        yet = {each: self.outlook.earns_yet(self.game, each) for each in self.game.title.companies}
        self._expect("earns_yet", yet[company] == runs, f"{company} has still to earn: {runs}, not {yet[company]}")
        odd = [each for each, earns in yet.items() if earns and self.game.state.acted.get(each)]
        self._expect("earns_yet", not odd, f"{', '.join(odd)} should earn again in this round")

    def _check_purity(self) -> None:
        """Answers are data, change nothing, and do not depend on the order in which rows were entered."""
        game, key, twin = self.game, self.game.key(), self.game.fork(history=False)
        told = answers(game)
        msgspec.json.encode(told)
        stir(twin, self.dice)
        self._expect("purity", answers(twin) == told, "an answer depends on the order in which rows were entered")
        self._expect("purity", game.key() == key, "asking changes the state")

    # -- what an action changes -------------------------------------------------------------------------------------

    def _step(self) -> None:
        game = self.game
        standings, owners = self._standings(), self._owners()
        duties = {seat: self.outlook.duties(game, seat) for seat in game.seats}
        stake, asking, pending = self.outlook.at_stake(game), _asking(game), _pending(game)
        worths = {card: self.outlook.card_worth(game, card, 1.0) for card in game.title.cards}
        self.clocks.before(game)
        action, mark, turn = self.bot.choose(game), len(game.state.journal), operating_company(game)
        game.push(action)
        self.clocks.after(game)
        self._check_moves(standings)
        self._check_events(standings, turn)
        self._check_bid(action)
        self._check_cards(worths)
        paid = paid_to_bank(game, mark)
        for seat, due in duties.items():
            if not self._expected_to_pay(seat, action, stake, asking):
                self._check_fine(seat, paid[seat], due)
            mine = [company for company, owner in owners.items() if owner == seat and company not in pending]
            self._check_losses(seat, due, [] if action.player == seat else mine)

    def _owners(self) -> dict[str, int | None]:
        """Who owns the companies that have a single owner."""
        return {c.id: owner_of(self.game, c.id) for c in self.game.title.companies.values() if c.one_owner}

    def _check_moves(self, before: Mapping[str, Standing]) -> None:
        """Companies go forward step by step, or back to the beginning; what is closed stays so."""
        for company, now in self._standings().items():
            was = before[company]
            back = RANK.get(now, HIGHEST) < RANK.get(was, 0) and now != Standing.UNOPENED
            again = was == Standing.CLOSED != now
            self._expect("standing", not back and not again, f"{company} was {was}, and now it is {now}")

    def _check_events(self, before: Mapping[str, Standing], turn: str | None) -> None:
        """A company that floats did not operate before and does now; one that has finished its turn has operated."""
        game, now = self.game, self._standings()
        for company in [event["company"] for event in game.last_events() if event.kind == "floats"]:
            changed = before[company] not in OPERATING and now[company] in (*OPERATING, Standing.UNOPENED)
            self._expect(
                "standing", changed, f"{company} floats: it was {before[company]}, and now it is {now[company]}"
            )
        if turn is not None and turn != operating_company(game) and now[turn] in OPERATING:
            done = now[turn] != Standing.FLOATED
            self._expect("standing", done, f"{turn} has finished a turn, and still it has not operated")

    def _check_bid(self, action: Action) -> None:
        stake = self.outlook.at_stake(self.game)
        if isinstance(action, Bid) and stake is not None and stake.item == action.item and stake.price:
            now = (stake.leader, stake.price)
            self._expect("at_stake", now == (action.player, action.price), f"after {action} the highest bid is {now}")

    def _check_cards(self, worths: Mapping[str, float]) -> None:
        """A card that pays was worth at least that much for a round; one that has closed is worth nothing."""
        for event in self.game.last_events():
            if event.kind == "card_pays":
                card, paid = event["card"], event["amount"]
                self._expect("card_worth", worths[card] >= paid, f"{card} pays {paid}, but was worth {worths[card]}")
            elif event.kind == "card_closes":
                worth = self.outlook.card_worth(self.game, event["card"], 1.0)
                self._expect("card_worth", not worth, f"{event['card']} has closed, but is worth {worth}")

    def _expected_to_pay(self, seat: int, action: Action, stake: Stake | None, asking: set[int]) -> bool:
        """Whether a player pays for what they have chosen, by this action, a bid or a proposal, or pays by chance."""
        begun = any(event.kind == "round_begins" for event in self.game.last_events())
        if isinstance(action, Draw) or (self.game.title.draws and begun):
            return True  # the last card of a deck is drawn by itself
        own = action.player == seat and not isinstance(action, Pass)
        return own or seat in asking or (stake is not None and stake.leader == seat)

    def _check_fine(self, seat: int, paid: int, duties: Sequence[Duty]) -> None:
        fines = sum(duty.fine for duty in duties) + sum(duty.amount for duty in duties if duty.kind == DEBT)
        if paid:
            self._expect("duties", paid <= fines, f"player {seat} is fined {paid}, but {fines} were announced")

    def _check_losses(self, seat: int, duties: Sequence[Duty], mine: Sequence[str]) -> None:
        """Nobody is out, and no company of theirs is taken away by others, without a duty that announced it."""
        if self.game.state.bankrupt.get(seat):
            bankruptcy = [duty for duty in duties if duty.kind in (TRAIN, DEBT)]
            self._expect("bankruptcy", bool(bankruptcy), f"player {seat} is out of the game, and no duty announced it")
            return
        for company in mine:
            kept = owner_of(self.game, company) == seat
            told = any(duty.company == company for duty in duties)
            self._expect("duties", kept or told, f"player {seat} lost {company}, and no duty announced it")

    # -- rounds -------------------------------------------------------------------------------------------------------

    def _begun(self) -> int:
        """How many operating rounds have begun."""
        return sum(event.kind == "round_begins" and event["kind"] == "operating" for event in self.game.log)

    def _note_rounds(self) -> None:
        for drain in DRAINS:
            rounds = self.outlook.rounds_left(self.game, drain)
            most = rounds.likely if rounds.most is None else rounds.most
            self._expect("rounds_left", rounds.least <= rounds.likely <= most, f"{rounds} are not in order")
            self.forecasts.append((rounds, self._begun()))

    def _check_rounds(self) -> None:
        end, reason = self._begun(), self.game.result().reason
        for rounds, begun in self.forecasts if self.game.is_over else ():
            came = end - begun
            enough = rounds.least <= came or reason in ("agreed", "bankruptcy")
            self._expect("rounds_left", enough, f"{rounds.least} rounds at least were to come, but it was {came}")
            within = rounds.most is None or came <= rounds.most
            self._expect("rounds_left", within, f"{rounds.most} rounds at most were to come, but it was {came}")


def answers(game: RailGame) -> list[Any]:
    """Everything that the outlook of a title says about a position."""
    outlook = game.title.outlook
    told: list[Any] = [_answers_on(game, company) for company in game.title.companies]
    told += [outlook.duties(game, seat) for seat in range(len(game.players))]
    told += [outlook.rounds_left(game, drain) for drain in DRAINS]
    told += [outlook.card_worth(game, card, 3.0) for card in game.title.cards]
    told += [outlook.other_worth(game, seat) for seat in range(len(game.players))]
    return [*told, outlook.standing_bids(game), outlook.at_stake(game)]


def _answers_on(game: RailGame, company: str) -> list[Any]:
    outlook = game.title.outlook
    holders: list[Holder] = [*game.seats, company, POOL]
    return [
        outlook.standing(game, company),
        outlook.float_need(game, company),
        outlook.trains_coming(game, company),
        outlook.becomes(game, company),
        outlook.prizes(game, company),
        outlook.hoped_income(game, company),
        outlook.next_run(game, company, 100),
        outlook.earns_yet(game, company),
        [outlook.income_share(game, holder, company) for holder in holders],
        [outlook.price_after(game, company, paid) for paid in (0, 50, 300)],
        [outlook.price_at_close(game, company, sold_out) for sold_out in (None, True, False)],
        [outlook.lifetime(game, train) for train in trains_of(game, company)],
    ]


def _action(entry: Action | ActionRange[Any]) -> Action:
    return entry.action if isinstance(entry, ActionRange) else entry


def _lowest(entry: Action | ActionRange[Any]) -> Action:
    return entry.lowest() if isinstance(entry, ActionRange) else entry


def _asking(game: RailGame) -> set[int]:
    """Players whose decision is interrupted: they have proposed something and may have to pay for it."""
    waiting = [frame for frame in game.stack[:-1] if isinstance(frame, Decision)]
    return {frame.actor(game) for frame in waiting if not _is_orphan(game, frame)}


def _is_orphan(game: RailGame, decision: Decision) -> bool:
    """Whether its company has merged or closed while it was interrupted."""
    return isinstance(decision, CompanyDecision) and game.title.controller(game, decision.company) is None


def _pending(game: RailGame) -> set[Any]:
    """What the frames of the stack name: companies among it are being merged or closed by their owner's choice."""
    return {value for frame in game.stack for value in msgspec.structs.astuple(frame) if isinstance(value, str)}
