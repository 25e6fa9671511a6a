"""Save files: what is written is what is read, and a broken file says where it is broken."""

from pathlib import Path

import msgspec
import pytest

import stockrail
from stockrail.bots import RandomBot
from stockrail.core.saving import dump
from stockrail.files import FileError, load_bytes


def some_game(actions: int = 120) -> stockrail.RailGame:
    game = stockrail.new("18EU", players=["Ada", "Ben", "Cy"], seed=18, options=["extra_four_train"])
    bot = RandomBot(5)
    for _ in range(actions):
        game.push(bot.choose(game))
    return game


def edited(game: stockrail.RailGame, **changes: object) -> bytes:
    raw = msgspec.json.decode(dump(game))
    return msgspec.json.encode({**raw, **changes})


def test_a_save_is_read_back_as_the_same_game(tmp_path: Path) -> None:
    game = some_game()
    game.save(tmp_path / "game.json")
    again = stockrail.load(tmp_path / "game.json")
    assert again.state == game.state
    assert again.actions == game.actions
    assert (again.players, again.options, again.rulings, again.seed) == (
        game.players,
        game.options,
        game.rulings,
        game.seed,
    )


def test_a_save_records_rulings_and_the_facts_it_was_made_with() -> None:
    raw = msgspec.json.decode(dump(some_game(3)))
    assert raw["rulings"]["runs"] == "maximum"
    assert raw["facts"] == some_game(0).title.facts_hash


def test_writing_leaves_no_other_files_behind(tmp_path: Path) -> None:
    some_game(5).save(tmp_path / "game.json")
    some_game(9).save(tmp_path / "game.json")
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert len(stockrail.load(tmp_path / "game.json").actions) == 9


def test_a_save_can_be_read_by_whom_its_folder_allows_and_a_link_stays_a_link(tmp_path: Path) -> None:
    plain, game = tmp_path / "plain.txt", tmp_path / "game.json"
    plain.write_text("x")
    link = tmp_path / "link.json"
    link.symlink_to(game)
    some_game(3).save(link)
    assert game.stat().st_mode == plain.stat().st_mode
    game.chmod(0o640)
    some_game(4).save(link)
    assert link.is_symlink()
    assert game.stat().st_mode & 0o777 == 0o640


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some_game(5).save(tmp_path / "game.json")

    def broken(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("stockrail.core.saving.os.fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        some_game(9).save(tmp_path / "game.json")
    assert len(stockrail.load(tmp_path / "game.json").actions) == 5
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_an_edited_action_is_refused_with_its_number_and_rule() -> None:
    game = some_game()
    raw = msgspec.json.decode(dump(game))
    number = next(n for n, action in enumerate(raw["actions"]) if action["type"] == "Bid" and action["price"] >= 100)
    raw["actions"][number]["price"] = 99
    with pytest.raises(FileError) as error:
        load_bytes(msgspec.json.encode(raw))
    assert error.value.place == f"action {number + 1}"
    assert error.value.cause is not None
    assert error.value.cause.rule in ("4.2.1-c", "4.2.1-e")


def test_a_torn_file_names_the_place_and_its_good_part_can_be_recovered() -> None:
    game = some_game()
    data = dump(game)
    torn = data[: len(data) * 2 // 3]
    with pytest.raises(FileError) as error:
        load_bytes(torn)
    good = load_bytes(torn, recover=True)
    assert 0 < len(good.actions) < 120
    assert error.value.place == f"action {len(good.actions) + 1}"
    assert good.actions == game.actions[: len(good.actions)]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"title": "1999"}, "header"),
        ({"facts": "0123456789abcdef"}, "header"),
        ({"version": 99}, "header"),
        ({"rules": 99}, "header"),
        ({"rulings": {"runs": "sometimes"}}, "header"),
        ({"options": ["free_trains"]}, "header"),
        ({"players": ["Ada"]}, "header"),
        ({"players": "Ada"}, "header"),
        ({"actions": {"type": "Pass"}}, "actions"),
        ({"actions": [{"type": "Fly", "player": 0}]}, "action 1"),
        ({"actions": [{"type": "Bid", "player": "x"}]}, "action 1"),
        ({"actions": [{"type": "Pass", "player": 0}]}, "action 1"),
    ],
)
def test_a_foreign_or_edited_header_says_what_is_wrong(changes: dict[str, object], place: str) -> None:
    with pytest.raises(FileError) as error:
        load_bytes(edited(some_game(4), **changes))
    assert error.value.place == place


def test_a_ruling_that_came_later_does_not_break_an_older_save() -> None:
    game = some_game(30)
    raw = msgspec.json.decode(dump(game))
    del raw["rulings"]["grey_hexes"]
    assert load_bytes(msgspec.json.encode(raw)).rulings["grey_hexes"] == "consent"


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileError, match=r"nowhere\.json"):
        stockrail.load("nowhere.json")
