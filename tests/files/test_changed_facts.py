"""Facts that a table changes: saved with the game, read again, and refused in a sentence where they do not fit."""

from __future__ import annotations

import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stockrail
from stockrail.bots import RandomBot
from stockrail.core import UnknownChoice
from stockrail.core.saving import dump
from stockrail.files import FileError, load_bytes
from stockrail.files.changed_facts import read_changes
from stockrail.rules import running
from stockrail.rules.actions import RunTrains
from stockrail.rules.facts import Earlier
from stockrail.rules.overlay import MOST, SIZE, TITLES, _shared, differing, fact, overlaid, values
from stockrail.titles import all_titles
from stockrail.titles import title as find_title

PRICE = "facts.trains.3.price"
LONDON = "map.hexes.A6.stops.0.revenue.yellow"
CHANGES = {PRICE: 190, LONDON: 50}


def played(actions: int = 150) -> stockrail.RailGame:
    game, bot = stockrail.new("18EU", ["Ada", "Ben", "Cy"], seed=3, facts=CHANGES), RandomBot(3)
    for _ in range(actions):
        game.push(bot.choose(game))
    return game


def edited(**fields: Any) -> bytes:
    raw = msgspec.json.decode(dump(played(3)))
    return msgspec.json.encode({**raw, **fields})


def test_a_game_is_played_with_changed_facts() -> None:
    game = stockrail.new("18EU", ["Ada", "Ben"], facts=CHANGES)
    assert game.title.train_types["3"].price == 190
    assert game.title.facts_hash != find_title("18EU").facts_hash
    assert find_title("18EU").train_types["3"].price == 200


def test_a_save_carries_what_was_changed_and_leads_to_the_same_title() -> None:
    game = played()
    again = load_bytes(dump(game))
    assert msgspec.json.decode(dump(game))["changes"] == CHANGES
    assert again.state.picture() == game.state.picture()
    assert again.title is game.title
    assert dump(again) == dump(game)


def test_a_save_without_changed_facts_has_no_such_field() -> None:
    save = dump(stockrail.new("18EU", ["Ada", "Ben"]))
    assert b'"version":1,' in save
    assert b"changes" not in save and b"real_dice" not in save


def test_an_older_program_refuses_a_save_with_changed_facts() -> None:
    """It knows version 1 and would not see the changes."""
    assert msgspec.json.decode(dump(played(1)))["version"] == 2


def test_games_with_equal_changes_share_their_title_and_few_are_kept() -> None:
    base = find_title("18EU")
    one = overlaid(base, {PRICE: 190, LONDON: 50})
    assert overlaid(base, {LONDON: 50, PRICE: 190}) is one
    assert overlaid(one, {PRICE: 180}).overlay == {PRICE: 180}
    assert _shared.cache_info().maxsize == TITLES
    assert overlaid(base, {}) is base


def test_a_title_with_changed_facts_goes_to_other_processes() -> None:
    title = overlaid(find_title("18EU"), CHANGES)
    assert pickle.loads(pickle.dumps(title)) is title


# -- what does not fit ------------------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"facts.trains.99.price": 1}, "has no fact 'facts.trains.99.price'"),
    ({"facts": 1}, "has no fact"),
    ({"facts.bank.more": 1}, "has no fact"),
    ({"__class__.x": 1}, "has no fact"),
    ({"facts.trains.3.prize": 190}, "did you mean facts.trains.3.price"),
    ({"facts.bank": "12000"}, "cannot be changed to"),
    ({"facts.bank": True}, "cannot be changed to"),
    ({"facts.bank": None}, "cannot be changed to"),
    ({"facts.bank": 12000.5}, "cannot be changed to"),
    ({"facts.bank": -1}, "cannot be changed to"),
    ({"facts.bank": 10**12}, "cannot be changed to"),
    ({"facts.trains.3.count": 10**6}, "cannot be changed to"),
    ({"facts.trains.3": {"price": 1}}, "is a table"),
    ({"facts.trains.3.name": "9"}, "is a name or a colour"),
    ({"facts.currency": "{0.__class__}"}, "is a name or a colour"),
    ({"facts.companies.SNCF.color": "red;}"}, "is a name or a colour"),
    ({"map.hexes.A6.color": "<script>"}, "'<script>' is not a word that can be used"),
    ({"map.hexes.A6.track": []}, "cannot be changed to"),
    ({"facts.companies.SNCF.certificates": [20, 10]}, "no game can start"),
    ({"facts.market.rows": [[100]]}, "cannot be changed to|no game can start"),
    ({"map.hexes.A6.stops": [{"kind": "city"}]}, "cannot be changed to"),
    ({"map.hexes.A10.stops.0.kind": "rough"}, "'rough' is not a word"),  # ground, not a stop
    ({"map.hexes.A6.color": "#8ecae6"}, "'#8ecae6' is not a word"),  # a company's
    ({"map.hexes.A6.class": "minor"}, "'minor' is not a word"),
    ({"facts.companies.SNCF.kind": "minor"}, "is a kind of company"),
    ({"facts.companies.1.home.0.hex": "A12"}, "no game can start.*1: its home has no place for a station"),
    ({"facts.companies.1.home.0.hex": "B7"}, "no game can start.*1: its home has no place for a station"),  # a town
    ({"facts.companies.1.home.0.stop": 2}, "no game can start.*1: its home has no place for a station"),
    ({"map.hexes.K14.stops.1.kind": "town"}, "no game can start.*its home has no place for a station"),
    ({"map.hexes.E6.stops.0.slots": 0}, "no game can start.*E6: a city needs at least one circle"),
    ({"map.hexes.A6.stops.0.kind": "city"}, "no game can start.*A6: a city needs at least one circle"),
    ({"tiles.tiles.57.stops.0.slots": 0}, "no game can start.*tile 57: a city needs at least one circle"),
    ({"tiles.tiles.57.track": [["e0", "s0"], ["e3", "s0"]] * 800}, "no game can start.*appear only once"),
    ({"tiles.tiles.9.track": [["e0", "e3"], ["e3", "e0"]]}, "no game can start.*appear only once"),
    ({"tiles.tiles.9.for": ["city"]}, "no game can start.*tile 9: it may be laid on a city but shows none"),
    ({"tiles.tiles.202.stops.0.kind": "town"}, "no game can start.*tile 202: it may be laid on a city"),
    ({"tiles.tiles.9.track": [["e0", "e0"]]}, "no game can start.*two different ends"),
    ({"tiles.tiles.9.track": [["e0", "s0"]]}, "no game can start.*a stop that it does not have"),
    ({"tiles.tiles.9.track": [["e0", "e1"], ["e2", "e3"], ["e4", "e5"]]}, "no game can start.*3 pieces of track"),
    ({f"facts.{n}": 1 for n in range(MOST + 1)}, "at most 200"),
    ({"facts." + "x" * 200: 1}, "may have 20000 bytes|too long"),
    ({"facts.initial_sale.offer_prices": [10] * SIZE}, "may have 20000 bytes|too long"),
]


@pytest.mark.parametrize(("changes", "why"), WRONG, ids=[str(entry[0])[:40] for entry in WRONG])
def test_a_value_that_does_not_fit_is_refused_in_a_sentence(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(UnknownChoice, match=why):
        overlaid(find_title("18EU"), changes)
    with pytest.raises(FileError, match=f"header: .*({why})"):
        load_bytes(edited(changes=changes))


def test_a_hex_may_not_be_moved_away_from_a_line_that_is_printed_through_it() -> None:
    with pytest.raises(UnknownChoice, match=r"no game can start.*a line is printed from \w+ to \w+"):
        overlaid(find_title("1883"), {"map.hexes.56.at": [10, 5]})


@pytest.mark.parametrize("changes", [[], 1, "x", [["facts.bank", 1]]])
def test_changes_that_are_no_table_are_refused(changes: Any) -> None:
    with pytest.raises(FileError, match="header"):
        load_bytes(edited(changes=changes))


def test_where_changed_facts_lead_into_a_fault_the_action_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    save = dump(played(9))

    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr(stockrail.RailGame, "push", fails)
    with pytest.raises(FileError, match="action 1: cannot be played with the changed facts"):
        load_bytes(save)


@pytest.mark.parametrize("name", list(all_titles()))
def test_every_listed_value_is_found_by_its_path(name: str) -> None:
    title = find_title(name)
    listed = dict(values(title))
    assert len(listed) > 1000
    assert all(fact(title, path) == value for path, value in listed.items())


def test_what_differs_is_told_with_the_programs_value() -> None:
    assert differing(played(0).title) == [(PRICE, "200", "190"), (LONDON, "40", "50")]


def test_a_home_may_move_to_another_city() -> None:
    assert overlaid(find_title("18EU"), {"facts.companies.1.home.0.hex": "D7"}).companies["1"].home == ("D7", 0)


LOW = "stops.0.revenue.low"
LONDON_1862 = {f"map.hexes.{hex_}.{LOW}": 110 for hex_ in ("A12", "A14", "B15", "C14", "D15")}


def test_london_pays_the_same_wherever_a_train_comes_in() -> None:
    title = find_title("1862")
    assert overlaid(title, LONDON_1862).overlay == LONDON_1862
    with pytest.raises(UnknownChoice, match="London: all its stops must be alike and pay the same"):
        overlaid(title, {f"map.hexes.A14.{LOW}": 110})


def test_a_seventh_side_of_a_hex_is_refused() -> None:
    with pytest.raises(UnknownChoice, match="sides are numbered 0 to 5"):
        overlaid(find_title("1862"), {"map.hexes.F13.borders.0.edge": 6})


@pytest.mark.parametrize("name", list(all_titles()))
def test_a_title_with_its_own_values_written_over_them_can_be_played(name: str) -> None:
    """What the check asks of changed facts holds for those of the program."""
    title = find_title(name)
    own = dict(list(values(title))[:MOST])
    assert overlaid(title, {path: value for path, value in own.items() if not path.endswith(".kind")}).overlay


def test_no_proof_is_looked_for_where_trains_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a single upload could keep a server busy until it is switched off."""

    def endless(*_: Any) -> Any:
        raise AssertionError("a search without end")

    monkeypatch.setattr(running, "best_run", endless)
    far = {f"facts.trains.{kind}.distance.stops": 1000 for kind in "234568"}
    game, bot = stockrail.new("18EU", ["Ada", "Ben"], seed=2, facts=far), RandomBot(2)
    while not any(isinstance(action, RunTrains) for action in game.actions):
        game.push(bot.choose(game))


# -- facts of an earlier version --------------------------------------------------------------------------------------


def test_changed_facts_lie_over_those_of_the_version_that_saved_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version has found out that the bank has £11,000, and that trains cost what nobody had thought."""
    game, today = played(), find_title("18EU")
    save = dump(game)
    later = today.changed({"facts.bank": 11000, PRICE: 210})
    known = {"facts.bank": 12000, PRICE: 200}
    later.earlier = [Earlier(today.facts_hash, "2027-01-01", "misread", known), *today.earlier]
    monkeypatch.setitem(all_titles(), "18EU", later)
    again = load_bytes(save)
    assert again.title.facts["bank"] == 12000
    assert again.title.train_types["3"].price == 190
    assert again.state.picture() == game.state.picture()
    assert load_bytes(dump(again)).state.picture() == game.state.picture()
    assert differing(again.title)[0] == (PRICE, "200", "190")


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"{PRICE} = 190\n{LONDON} = 50\n",
        f'"{PRICE}" = 190\n"{LONDON}" = 50\n',
        "[facts.trains.3]\nprice = 190\n[map]\nhexes.A6.stops.0.revenue.yellow = 50",
        f'{{"{PRICE}": 190, "{LONDON}": 50}}',
        f'{{"facts": {{"trains": {{"3": {{"price": 190}}}}}}, "{LONDON}": 50}}',
    ],
)
def test_a_file_of_changes_is_toml_or_json(text: str) -> None:
    assert read_changes(text.encode()) == CHANGES


NESTED = b"[" + b"a." * 4000 + b"a]\nb = 1"
DIGITS = b"facts.bank = " + b"9" * 5000


@pytest.mark.parametrize("data", [b"x", b"{", b"\xff", b"a = 1\n" * SIZE, b'{"a":' * 5000, NESTED, DIGITS])
def test_a_file_that_is_none_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"neither TOML nor JSON|may have 20000 bytes|not a table"):
        read_changes(data)


def test_a_save_with_changes_is_read_from_disk(tmp_path: Path) -> None:
    played(5).save(tmp_path / "game.json")
    assert stockrail.load(tmp_path / "game.json").title.overlay == CHANGES


# -- anything at all --------------------------------------------------------------------------------------------------

PATHS = [path for path, _ in values(find_title("18EU"))]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=9) | st.just("city"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(PATHS) | st.text(max_size=30), ANYTHING, max_size=4))
@settings(max_examples=150)
def test_anything_at_all_is_a_title_or_a_refusal(changes: dict[str, Any]) -> None:
    with suppress(UnknownChoice):
        assert overlaid(find_title("18EU"), changes).facts_hash
