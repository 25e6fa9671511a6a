"""What every railway title has before the first move: companies, trains, phases, market, map."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from importlib.resources import files
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Self

import msgspec

from stockrail.board import Board, LayPolicy, with_faces
from stockrail.board.laying import USUAL
from stockrail.core import Action, ActionRange, Frame, Title, UnknownChoice
from stockrail.market import Cell, Grid, grid_from
from stockrail.routes import Setting, best_run
from stockrail.rules.actions import BuyTrain, LayTile, PayOut, StartCompany
from stockrail.rules.agreement import end_proposals, take_end_proposal
from stockrail.rules.cards import cards_of
from stockrail.rules.earnings import Account, account_of
from stockrail.rules.facts import Earlier, changed, fingerprint
from stockrail.rules.game import R
from stockrail.rules.laying import terrain_cost
from stockrail.rules.outlook import Outlook
from stockrail.rules.prices import by_price
from stockrail.rules.printed import (
    Card,
    Company,
    ForcedPurchase,
    Phase,
    TrainType,
    TypeByTrain,
    certificate_ids,
    company_from,
    train_type_from,
)
from stockrail.rules.reconstructed import Reconstruction, read_reconstructed
from stockrail.rules.shares import owner_of, percent_of
from stockrail.rules.showing import Note, Piece, Procedure, Sheet, Showing
from stockrail.rules.state import BANK, POOL, SHARE, CityAt, Holder, RailState, certs_at
from stockrail.rules.tokens import spare_of
from stockrail.rules.trains import holder_of


def _title_in(
    package: str, kind: type[RailTitle[Any]], changes: Mapping[str, Any], overlay: Mapping[str, Any]
) -> RailTitle[Any]:
    found: RailTitle[Any] | None = getattr(import_module(package), "TITLE", None)
    base = found if found is not None and type(found) is kind else kind()
    title = base.changed(changes) if changes else base
    made: RailTitle[Any] = import_module("stockrail.rules.overlay").overlaid(title, overlay)
    return made


# Refusals that cannot come up in a title that draws nothing during play.
NO_CHANCE = frozenset({"draw_first", "no_such_outcome"})


class RailTitle(Title[R]):
    """A title read from its folder of facts."""

    package: str = ""
    outlook: Outlook[R] = Outlook()  # what computer players ask
    words: Mapping[str, Mapping[str, Any]] = MappingProxyType({})  # sentences for its own kinds; see `words`
    showing: Showing = Showing()
    doubling: frozenset[str] = frozenset()  # kinds of trains that double a stop of another train
    never: frozenset[str] = frozenset()  # refusals of shared modules that cannot come up in this title
    advisory: frozenset[str] = frozenset()  # lines of the checklist that advise players and bind nobody
    region: str = ""
    hours: tuple[int, int] = (3, 5)  # how long people sit over it, roughly
    weight: int = 3  # of five: how much there is to learn; newcomers are shown the lightest first

    def __init__(self, changes: Mapping[str, Any] = MappingProxyType({})) -> None:
        """A title with its folder's facts, changed at some paths ("facts.trains.C.price", "map.hexes.A2.…")."""
        self.changes = dict(changes)
        self.overlay: Mapping[str, Any] = {}
        self._base: RailTitle[R] | None = None

    def __repr__(self) -> str:
        return f"<title {self.name}{', with changed facts' if self.changes else ''}>"

    @property
    def base(self) -> RailTitle[R]:
        return self._base or self

    def new_state(self) -> RailState:
        return RailState()

    def __reduce__(self) -> tuple[Any, ...]:
        """A title is its folder: copies and other processes find it there."""
        return _title_in, (self.package, type(self), self.base.changes, self.overlay)

    def changed(self, changes: Mapping[str, Any]) -> Self:
        """The title with some facts changed."""
        return type(self)({**self.changes, **changes})

    def with_overlay(self, overlay: Mapping[str, Any]) -> Self:
        """The title with facts changed by players; `rules.overlay` checks them first."""
        made = self.changed(overlay)
        made.overlay, made._base = dict(overlay), self
        return made

    def as_saved(self, fingerprint: str) -> Self:
        """The title with the facts of a save; raises UnknownChoice if no version had such facts."""
        if fingerprint == self.facts_hash:
            return self
        for facts, title in self._earlier:
            if fingerprint in (facts.fingerprint, title.facts_hash):
                return title
        raise UnknownChoice(f"made with facts that this program does not know ({fingerprint})")

    # -- what the engine asks a title -----------------------------------------------------------------------------

    def is_over(self, game: R) -> bool:
        return "end" in game.state.core.unordered

    def worth(self, game: R, player: int) -> int:
        """Cash and shares."""
        shares = sum(self.shares_worth(game, player, company) for company in self.started(game))
        return int(game.state.cash[player]) + shares

    def shares_worth(self, game: R, player: int, company: str) -> int:
        """What a player's shares of a started company count at the end: the market price."""
        count = percent_of(game, player, company) // SHARE
        return count * self.grid.price(game.state.cell[company]) if count else 0

    def any_time(self, game: R, player: int) -> Sequence[Action | ActionRange[Any]]:
        """Any player may propose ending the game."""
        return end_proposals(game, player)

    def take_any_time(self, game: R, action: Action) -> bool:
        return take_end_proposal(game, action)

    ways_to_pay: Mapping[str, int] = MappingProxyType({})  # how often random players pay in each
    bank_trains: int = 1  # how often they buy a train of the bank, compared with one of another company

    def random_taste(self, game: R, action: Action) -> int:
        if isinstance(action, PayOut):
            return self.ways_to_pay.get(action.kind, 1)
        bought = isinstance(action, BuyTrain) and holder_of(game, action.train) not in self.companies
        return self.bank_trains if bought else 1

    # -- what the rule modules ask a title --------------------------------------------------------------------

    def stock_turn(self, game: R, player: int) -> Frame:
        """The first decision of a player's stock turn."""
        raise NotImplementedError

    def end_stock_round(self, game: R) -> None:
        """What happens after the last pass: sales of the round are forgotten."""
        game.state.sold.clear()

    def settle_opening(self, game: R) -> None:
        """What the first stock round would have settled, in a position that is set up after it."""

    def operating_order(self, game: R) -> Sequence[str]:
        """The companies that operate, in the current order: floated companies, by price."""
        return by_price(game, [company for company in self.started(game) if game.state.floated.get(company)])

    def operates(self, game: R, company: str) -> bool:
        """Whether a company operates at all; it may close in its own turn."""
        return company in self.operating_order(game)

    def operating_steps(self, game: R, company: str) -> Sequence[Frame]:
        """The steps of a company's turn."""
        raise NotImplementedError

    def end_operating_turn(self, game: R, company: str) -> None:
        """What happens after the last step."""

    def log_rulings(self, raw: Mapping[str, Any]) -> Mapping[str, str]:
        """Rulings that a public log needs beyond the preset, for example because of its date."""
        return {}

    def log_reader(self, game: R, player_ids: Sequence[Any]) -> Any:
        """The reader for this title's logs from the public site."""
        raise NotImplementedError(f"logs of {self.name} cannot be read")

    def controller(self, game: R, company: str) -> int | None:
        """The player who decides for a company: usually the holder of its president's certificate."""
        return owner_of(game, company)

    def presidency_margin(self, game: R) -> int:
        """How many shares more than the president somebody must hold to take over."""
        return 1

    def started(self, game: R) -> Sequence[str]:
        """The companies that have been started, floated or not."""
        return [company for company in self.companies if company in game.state.par]

    def share_sources(self, game: R, company: str) -> Sequence[str]:
        """Where a share can be bought: the company's own treasury, and the pool."""
        return (company, POOL)

    def starting_price(self, action: StartCompany) -> int:
        """What the president's certificate costs at a par price."""
        percent = self.percent.get(f"{action.company}_0", 2 * SHARE)
        return action.value * percent // SHARE

    def starts_of(self, player: int, company: str) -> Sequence[tuple[int, StartCompany]]:
        """Every way in which a player could start a company, with what it costs; they are the same in every game."""
        if (player, company) not in self._starts:
            starts = [StartCompany(player, company, value) for value in sorted(self.grid.par)]
            self._starts[player, company] = [(self.starting_price(start), start) for start in starts]
        return self._starts[player, company]

    @cached_property
    def _starts(self) -> dict[tuple[int, str], Sequence[tuple[int, StartCompany]]]:
        return {}

    def buying_price(self, game: R, company: str, source: str) -> int | None:
        """What a player pays for a share from that source; None if it has no price yet."""
        return self.grid.price(game.state.cell[company]) if company in game.state.cell else None

    def selling_price(self, game: R, company: str) -> int:
        """What a player gets for selling a share."""
        return self.grid.price(game.state.cell[company])

    def issue_price(self, game: R, company: str, count: int) -> int:
        """What a company gets for each share of a block that it sells: by default, the price before it falls."""
        return self.grid.price(game.state.cell[company])

    def turns_at_row_ends(self, game: R) -> bool:
        """Whether a marker at the end of a row goes up instead of right, and down instead of left, or stays."""
        return True

    def lay_policy(self, game: R) -> LayPolicy:
        """What a tile may replace: by default one of the colour before, all of whose track it keeps."""
        return USUAL

    def stops_moved(self, game: R, hex_: str, moves: Mapping[int, int]) -> None:
        """A tile was laid: old stops of the hex became new ones; tokens have gone with them."""

    def tile_cost(self, game: R, action: LayTile) -> int:
        """What a company pays to lay a tile: by default, the terrain cost."""
        return terrain_cost(game, action.hex, self.board.tiles[action.tile].color)

    def token_cost(self, game: R, company: str, place: CityAt) -> int:
        """What a company pays for its next token in a city: by default, the printed cost."""
        costs, left = self.companies[company].token_costs, len(spare_of(game, company))
        return costs[-left] if left else 0

    def line_costs(self, game: R) -> Mapping[tuple[str, int], int]:
        """What a line to a new station pays at each side (hex, edge) that it crosses, where there are lines."""
        return {}

    def kept_circles(self, game: R, company: str, place: CityAt) -> int:
        """How many empty circles of a city are kept for others when a company places a token; none by default."""
        return 0

    def most_tokens(self, game: R, place: CityAt, circles: int) -> int | None:
        """How many tokens may be in a city with so many circles, for the audit; None if there is no limit."""
        return circles

    def spent_tiles(self, game: R) -> Mapping[str, int]:
        """How many of which tiles are out of the game: by default a replaced tile can be used again."""
        return {}

    def train_limits(self, game: R) -> Mapping[str, int]:
        """The current train limits, by whatever the title counts (kinds of company, of train)."""
        limits: Mapping[str, int] = game.phase.train_limit
        return limits

    @property
    def printed_marks(self) -> Mapping[str, Sequence[str]]:
        """Letters and signs printed on the map, by hex: for display, see `draw.BoardView.printed`."""
        return {}

    def map_pieces(self, game: R) -> Mapping[str, Sequence[Piece]]:
        """What lies on hexes besides tiles and tokens, for display."""
        return {}

    def claimed_slots(self, game: R) -> Mapping[CityAt, Sequence[tuple[str, str]]]:
        """What takes slots besides tokens, for display: what it says, and its kind, see `draw.BoardView.claims`."""
        return {}

    def closed_sides(self, game: R) -> frozenset[tuple[str, int]]:
        """Sides (hex and edge) that no route crosses now, as both of their hexes call them."""
        return frozenset()

    def port_values(self, game: R) -> Mapping[str, int]:
        """What ports add to the cities of their hexes, for display."""
        return {}

    def sheets(self, game: R) -> Sequence[Sheet]:
        """What lies beside the board: lists that have a view of their own."""
        return ()

    def procedure(self, game: R) -> Procedure | None:
        """What goes on over several decisions, or would if somebody agreed: for display."""
        return None

    def hints(self, game: R) -> Sequence[Note]:
        """What helps whoever decides now: "hint kind=…" in words."""
        return ()

    def barred_hexes(self, game: R) -> Mapping[str, Note]:
        """Where for a while nothing may be laid, and why ("barred kind=…" in words): for display."""
        return {}

    def set_aside(self, game: R, player: int) -> int:
        """How much of a player's cash is bound, such as by bids that stand: for display."""
        return 0

    def counts(self, game: R, player: int) -> Mapping[str, int]:
        """What a player has besides cash and certificates, by its kind ("count id=…" in words)."""
        return {}

    def expected(self, game: R) -> Sequence[str]:
        """Companies that have not come yet to their homes, whose circles name them: for display."""
        shelves = game.state.shelves
        waiting = [c.id for c in self.companies.values() if c.homes and shelves.on(certs_at(BANK, c.id))]
        return [company for company in waiting if spare_of(game, company)]

    def on_offer(self, game: R) -> Sequence[str]:
        """What the bank offers besides trains, for display."""
        whole = [company for company in self.companies if game.state.shelves.on(("certs", BANK, company))]
        return [*whole, *(self.cards[card].name for card in cards_of(game, BANK))]

    def remarks(self, game: R, company: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Remarks on a company that only this title has: kinds with parameters, for `words`."""
        return ()

    def in_force(self, game: R) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Events whose effects last for now, for display: kinds with parameters, for `words`."""
        return ()

    def explained(self, game: R, company: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """What newcomers ask about a company of this title, each answered in a sentence: kinds for `words`."""
        return ()

    def floating(self, game: R, company: str) -> tuple[int, int] | None:
        """How many percent of a started company are sold, and how many make it float; None where nothing floats."""
        return None

    def train_notes(self, game: R, kind: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """How far trains of a kind run and what else is particular to them: kinds for `words`."""
        printed = self.train_types[kind]
        if printed.doubles:
            return [("doubles", {})]
        return [("stops", {"count": printed.stops})] if printed.stops else []

    def phase_notes(self, game: R, phase: str) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """What a phase brings besides tiles, limits and rounds: what its facts list and the phase before did not."""
        names = list(self.phases)
        before = self.phases[names[max(0, names.index(phase) - 1)]].status
        return [(id_, {}) for id_ in self.phases[phase].status if id_ not in before]

    def zone_notes(self, game: R, cell: Cell) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """What is particular to a cell of the market: kinds for `words`."""
        return [("par", {})] if cell in self.grid.par.values() else []

    def train_as(self, game: R, train: str, form: str) -> str:
        """What a train is called once it is bought as a form."""
        return self.train_name(game, train)

    def train_for(self, game: R, train: str, company: str) -> Sequence[str]:
        """What a train of the bank would be for a company, where that depends on the company."""
        return ()

    def train_name(self, game: R, train: str) -> str:
        """What players call a train: by default, its kind."""
        return train.rsplit("-", 1)[0]

    def train_price(self, game: R, train: str) -> int:
        """What a train from the bank costs now."""
        return self.type_by_train[train].price

    def train_forms(self, game: R) -> Sequence[str]:
        """The forms in which a train can be bought from the bank, where a card allows several."""
        return ("",)

    def forced_purchase(self, game: R) -> ForcedPurchase | None:
        """The forced purchase that is pending now, for display."""
        return None

    def amounts(self, game: R, action: Action) -> Mapping[str, int]:
        """Sums to show in an action's menu line besides its fields: its total cost or yield."""
        return {}

    def proposed_number(self, game: R, entry: ActionRange[Any]) -> int:
        """The number that a screen proposes for an action with a number to choose."""
        return entry.low

    def certificates(self, game: R, player: int) -> tuple[int, int]:
        """How many of a player's certificates count, and the limit."""
        held = sum(len(game.state.shelves.on(("certs", player, company))) for company in self.companies)
        return held, self.facts["players"][str(len(game.players))]["cert_limit"]

    def put_in_play(self, game: R, company: str, holder: Holder) -> None:
        """What else there is to a company that a position starts: nothing, unless a title says so."""

    def audit(self, game: R) -> list[str]:
        """Faults that any railway title can have; a title may add its own checks."""
        from stockrail.rules import audit

        shares = audit.share_faults(game, self.companies)
        faults = (audit.money_faults, audit.shelf_faults, audit.market_faults, audit.tile_faults)
        return [*shares, *(fault for find in faults for fault in find(game))]

    def run_setting(self, game: R, company: str) -> Setting | None:
        """What a company's runs depend on now: track, trains, and the rules of the phase.

        None for one that runs no trains: its `account` needs no search, so pages and terminal show it at any time.
        """
        return None

    def account(self, game: R, company: str, seconds: float | None = None) -> Account:
        """What a company would earn now, part by part: the most, proven unless a time limit is given and hit.

        Whoever wants to know what a company earns asks here. It is the best run of its trains; a title whose companies
        earn otherwise says how.
        """
        return account_of(best_run(game, company, seconds))

    def pieces(self, game: R) -> Mapping[str, str]:
        """Which tile of the supply each tile is: one with markers counts as the plain tile."""
        memo, tiles = self.board.memo, self.board.tiles
        if "pieces" not in memo:
            memo["pieces"] = {name: tile.base for name, tile in tiles.items()}
        found: Mapping[str, str] = memo["pieces"]
        return found

    def bank_is_out(self, game: R) -> bool:
        """Whether the bank has broken; asked after each payment by the bank."""
        return bool(game.state.cash[BANK] <= 0)

    # -- facts -------------------------------------------------------------------------------------------------

    def _text(self, name: str) -> str:
        return files(self.package).joinpath(name).read_text(encoding="utf-8")

    def _read(self, name: str) -> Mapping[str, Any]:
        """A file of facts, with this title's own values in it."""
        ways = ((path.split("."), value) for path, value in self.changes.items())
        return changed(self._parsed(name), ((way[1:], v) for way, v in ways if way[0] == name))

    def _parsed(self, name: str) -> Mapping[str, Any]:
        """A file of facts; tiles with their faces, so that a value on a standard tile can be another here."""
        facts = tomllib.loads(self._text(f"{name}.toml"))
        return with_faces(facts) if name == "tiles" else facts

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        return self._read("facts")

    @cached_property
    def map_facts(self) -> Mapping[str, Any]:
        return self._read("map")

    @cached_property
    def tile_facts(self) -> Mapping[str, Any]:
        return self._read("tiles")

    @cached_property
    def reconstructed(self) -> Sequence[Reconstruction]:
        """Values that no source gives, with the reasons."""
        return read_reconstructed(self.package)

    def reconstruction_of(self, path: str) -> str | None:
        """Why a value was chosen, in English; None if it comes from a source or was corrected by the players."""
        if path in self.overlay:
            return None
        return next((each.why for each in self.reconstructed if each.covers(path)), None)

    @cached_property
    def facts_hash(self) -> str:  # type: ignore[override]
        """A fingerprint, for save files, of all facts that rules read; names and colours do not count."""
        return fingerprint(self)

    @cached_property
    def earlier(self) -> Sequence[Earlier]:
        """The facts of earlier versions, as the folder lists them."""
        if not (files(self.package) / "earlier.toml").is_file():
            return ()
        return msgspec.convert(tomllib.loads(self._text("earlier.toml"))["facts"], list[Earlier])

    @cached_property
    def _earlier(self) -> Sequence[tuple[Earlier, Self]]:
        """Earlier facts, each with its title. A value that was mended is that of all versions before, too."""
        found: list[tuple[Earlier, Self]] = []
        changes: dict[str, Any] = {}
        for facts in sorted(self.earlier, key=lambda facts: facts.until, reverse=True):
            changes = {**changes, **facts.changes}
            found.append((facts, self.changed(changes) if changes else self))
        return found

    @cached_property
    def checklist(self) -> str:
        return self._text("checklist.md")

    def checklist_in(self, language: str) -> str:
        """The checklist in a language, or in English if there is no translation."""
        name = f"checklist.{language}.md"
        return self._text(name) if (files(self.package) / name).is_file() else self.checklist

    def precis_in(self, language: str) -> str:
        """The title on one page in plain words, in a language or in English; empty if nobody has written one."""
        names = (f"precis.{language}.md", "precis.md")
        return next((self._text(name) for name in names if (files(self.package) / name).is_file()), "")

    @cached_property
    def board(self) -> Board:
        return Board.from_facts(self.map_facts, self.tile_facts)

    def board_now(self, game: R) -> Board:
        """The board as routes see it now: the title's, or one on which some sides are `shut`."""
        return self.board

    @cached_property
    def grid(self) -> Grid:
        return grid_from(self.facts["market"])

    @cached_property
    def companies(self) -> Mapping[str, Company]:
        return {facts["id"]: company_from(facts) for facts in self.facts["companies"]}

    @cached_property
    def train_types(self) -> Mapping[str, TrainType]:
        return {facts["name"]: train_type_from(facts, facts["name"] in self.doubling) for facts in self.facts["trains"]}

    @cached_property
    def type_by_train(self) -> Mapping[str, TrainType]:
        """The kind of each single train, named "3-0", "3-1"; of endless kinds new ones come up during play."""
        return TypeByTrain(self.train_types)

    @cached_property
    def stacks(self) -> Sequence[str]:
        """The stacks of trains for sale."""
        return tuple(dict.fromkeys(kind.stack for kind in self.train_types.values()))

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        return {facts["id"]: msgspec.convert(facts, Card) for facts in self.facts.get("cards", ())}

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        return {facts["name"]: msgspec.convert(facts, Phase) for facts in self.facts["phases"]}

    @cached_property
    def phase_numbers(self) -> Mapping[str, int]:
        """The phases in order, from 0."""
        return {name: number for number, name in enumerate(self.phases)}

    @cached_property
    def percent(self) -> Mapping[str, int]:
        """The percentage of its company that each certificate represents."""
        return {
            cert: percent
            for company in self.companies.values()
            for cert, percent in zip(certificate_ids(company), company.certificates, strict=True)
        }

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[str, ...]]:
        kinds = {company.kind for company in self.companies.values()}
        return {kind: tuple(c.id for c in self.companies.values() if c.kind == kind) for kind in kinds}

    @cached_property
    def tokens(self) -> Sequence[tuple[str, str]]:
        """Every station token and its company."""
        return [(f"{c.id}.{n}", c.id) for c in self.companies.values() for n in range(c.tokens)]

    @cached_property
    def places_of_tokens(self) -> Callable[[Mapping[str, Any]], Sequence[Any]]:
        """Looks up where each of these tokens is; asked so often that it must be quick."""
        names = [token for token, _ in self.tokens]
        return itemgetter(*names) if len(names) > 1 else partial(_looked_up, names)

    def companies_of(self, kind: str) -> Sequence[str]:
        return self._by_kind.get(kind, ())

    @cached_property
    def with_shares(self) -> Sequence[str]:
        """The companies that have shares; all others have a single owner."""
        return [company.id for company in self.companies.values() if not company.one_owner]


def _looked_up(names: Sequence[str], places: Mapping[str, Any]) -> Sequence[Any]:
    return [places[name] for name in names]
