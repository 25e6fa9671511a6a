"""The fingerprint of a title's facts: what it reads, and how games go on that were saved before a fact was mended."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.files import load_bytes
from stockrail.rules.facts import LOOKS, WORDS, Earlier
from stockrail.rules.title import RailTitle
from stockrail.titles import all_titles
from stockrail.titles import title as find_title

TITLES = list(all_titles())

# A changed fact changes the fingerprint. Then the old fingerprint goes into the title's earlier.toml, with the old
# values as `changes`, so that earlier saves go on with them; and the new one comes here.
TODAY = {
    "18EU": "691879ba74180d15",
    "1862": "6ef3246c193cbf7e",
    "1883": "c0f5d194963d8b74",
    "18FB": "8e5445b2f6521c45",
}


@pytest.mark.parametrize("name", TITLES)
def test_no_fact_changes_unnoticed(name: str) -> None:
    assert find_title(name).facts_hash == TODAY[name]


def turned_round(name: str) -> RailTitle:
    """The same facts, written down in another way: tables and track in the opposite order."""
    title = find_title(name)

    class Turned(type(title)):  # type: ignore[misc]
        def _read(self, name: str) -> Mapping[str, Any]:
            found: Mapping[str, Any] = _turn(super()._read(name), "")
            return found

    made: RailTitle = Turned()
    return made


def _turn(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return {name: _turn(value[name], name) for name in reversed(list(value))} | ({"note": []} if not key else {})
    if key == "track":
        return [piece[::-1] for piece in reversed(value)]
    return value


@pytest.mark.parametrize("name", TITLES)
def test_the_layout_of_the_files_does_not_count(name: str) -> None:
    assert turned_round(name).facts_hash == find_title(name).facts_hash


def numbers(facts: Any, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The ways to all numbers that rules could read."""
    if isinstance(facts, Mapping):
        for key, value in facts.items():
            if "." not in key and key not in (*LOOKS, *WORDS):
                yield from numbers(value, (*way, key))
    elif isinstance(facts, list):
        for number, value in enumerate(facts):
            called = value.get("name", value.get("id")) if isinstance(value, dict) else None
            yield from numbers(value, (*way, str(number) if called is None else str(called)))
    elif isinstance(facts, int) and not isinstance(facts, bool):
        yield way


def all_numbers(title: RailTitle) -> list[tuple[str, ...]]:
    """But for barriers: each is written down for both of its hexes, and one of the two would do."""
    files = {"facts": title.facts, "map": title.map_facts, "tiles": title.tile_facts}
    return [way for name, facts in files.items() for way in numbers(facts, (name,)) if "borders" not in way]


@given(st.data())
@pytest.mark.parametrize("name", TITLES)
def test_every_number_counts(name: str, data: st.DataObject) -> None:
    title = find_title(name)
    way = data.draw(st.sampled_from(all_numbers(title)))
    assert title.changed({".".join(way): 4711}).facts_hash != title.facts_hash


def test_names_and_colours_may_be_mended() -> None:
    title = find_title("18EU")
    mended = title.changed({"facts.companies.SNCF.name": "Other", "facts.companies.SNCF.color": "#123456"})
    assert mended.companies["SNCF"].name == "Other"
    assert mended.facts_hash == title.facts_hash


@pytest.mark.parametrize(
    "path", ["facts.trains.nothing.price", "facts.nothing", "facts.trains.99", "map.hexes.ZZ9.name"]
)
def test_a_fact_that_does_not_exist_cannot_be_changed(path: str) -> None:
    with pytest.raises(KeyError):
        _ = find_title("18EU").changed({path: 1}).facts_hash


def test_a_title_with_other_facts_is_copied_whole() -> None:
    changed = find_title("18EU").changed({"facts.bank": 9000})
    assert pickle.loads(pickle.dumps(changed)).facts["bank"] == 9000


# -- a fact that is mended ------------------------------------------------------------------------------------------


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> RailTitle:
    """1862 in a later version, which has found out that the first trains cost £110."""
    today = find_title("1862")
    later = today.changed({"facts.trains.A.price": 110})
    later.earlier = [Earlier(today.facts_hash, "2027-01-01", "misread", {"facts.trains.A.price": 100}), *today.earlier]
    monkeypatch.setitem(all_titles(), "1862", later)
    return later


def played() -> stockrail.RailGame:
    game, bot = stockrail.new("1862", ["Ada", "Ben", "Cy"], seed=7), RandomBot(7)
    while not any(event.kind == "buys_train" for event in game.log):
        game.push(bot.choose(game))
    return game


def test_a_game_saved_before_a_fact_was_mended_keeps_the_earlier_value(request: pytest.FixtureRequest) -> None:
    save = dump(played())
    request.getfixturevalue("mended")
    game = load_bytes(save)
    assert game.title.train_types["A"].price == 100
    again = load_bytes(dump(game))
    assert again.state.picture() == game.state.picture()
    assert stockrail.new("1862", ["Ada", "Ben"]).title.train_types["A"].price == 110


@pytest.mark.parametrize("fingerprint", [entry.fingerprint for entry in find_title("1862").earlier])
def test_all_earlier_games_keep_the_value_of_a_fact_that_is_mended_later(
    fingerprint: str, request: pytest.FixtureRequest
) -> None:
    """Their own entries were written before anybody knew that this fact would change."""
    save = dump(played()).replace(find_title("1862").facts_hash.encode(), fingerprint.encode())
    request.getfixturevalue("mended")
    assert load_bytes(save).title.train_types["A"].price == 100


def test_a_game_with_earlier_facts_is_saved_anew_under_another_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was taken in another way is not what the facts of that time have today."""
    today, save = find_title("1862"), dump(played())
    later = today.changed({"facts.trains.A.price": 110})
    later.earlier = [Earlier("0123456789abcdef", "2027-01-01", "misread", {"facts.trains.A.price": 100})]
    monkeypatch.setitem(all_titles(), "1862", later)
    game = load_bytes(save.replace(today.facts_hash.encode(), b"0123456789abcdef"))
    again = load_bytes(dump(game))
    assert again.title.train_types["A"].price == game.title.train_types["A"].price == 100


def test_a_game_with_the_mended_fact_keeps_it(mended: RailTitle) -> None:
    save = dump(played())
    game = load_bytes(save)
    assert game.title is mended
    assert game.title.train_types["A"].price == 110


def test_facts_that_no_version_had_are_refused(tmp_path: Path) -> None:
    save = dump(played()).replace(find_title("1862").facts_hash.encode(), b"0123456789abcdef")
    with pytest.raises(stockrail.FileError, match="header: made with facts that this program does not know"):
        load_bytes(save)
