"""Reading the public log format: which actions count, names, and clear errors."""

from typing import Any

import pytest

from stockrail.files import FileError, load_bytes
from stockrail.files.public_log import LogReplay, effective, steps_of
from stockrail.rules.site import route_hexes


def entry(id_: int, kind: str = "pass", **fields: Any) -> dict[str, Any]:
    return {"id": id_, "type": kind, **fields}


def test_an_undo_without_a_target_takes_back_the_last_action() -> None:
    assert effective([entry(1), entry(2), entry(3, "undo"), entry(4)]) == [0, 3]


def test_an_undo_with_a_target_takes_back_all_after_it() -> None:
    actions = [entry(1), entry(2), entry(5), entry(6, "undo", action_id=1), entry(7)]
    assert effective(actions) == [0, 4]


def test_an_undo_to_nothing_takes_back_everything() -> None:
    assert effective([entry(1), entry(2), entry(3, "undo", action_id=0), entry(4)]) == [3]


def test_a_redo_brings_back_what_the_last_undo_took() -> None:
    actions = [entry(1), entry(2), entry(3), entry(4, "undo", action_id=1), entry(5, "redo")]
    assert effective(actions) == [0, 1, 2]


def test_two_undos_need_two_redos() -> None:
    actions = [entry(1), entry(2), entry(3, "undo"), entry(4, "undo"), entry(5, "redo")]
    assert effective(actions) == [0]
    assert effective([*actions, entry(6, "redo")]) == [0, 1]


def test_an_ordinary_action_forgets_what_could_be_redone() -> None:
    actions = [entry(1), entry(2), entry(3, "undo"), entry(4), entry(5, "redo")]
    assert effective(actions) == [0, 3]


def test_chat_is_never_undone_and_forgets_nothing() -> None:
    actions = [entry(1), entry(2, "message"), entry(3, "undo"), entry(4, "message"), entry(5, "redo")]
    assert effective(actions) == [0, 1, 3]


def test_an_undo_to_an_unknown_action_says_so() -> None:
    with pytest.raises(FileError, match=r"entry 2, id 2, undo: undo to action id 99: there is no such action"):
        effective([entry(1), entry(2, "undo", action_id=99)])


def test_automatic_actions_follow_the_action_that_carries_them_and_die_with_it() -> None:
    actions = [entry(1, auto_actions=[entry(0), entry(0)]), entry(2), entry(3, "undo")]
    assert [(step.number, step.sub) for step in steps_of(actions)] == [(0, 0), (0, 1), (0, 2)]
    assert list(steps_of([*actions, entry(4, "undo")])) == []


def test_stretches_of_a_route_may_be_written_either_way() -> None:
    route = {"hexes": ["A6", "B7", "A10"], "connections": [["B7", "A6"], ["A10", "B9", "B7"]]}
    assert route_hexes(route) == ("A6", "B7", "B9", "A10")
    assert route_hexes({"hexes": ["J5"], "connections": [["local", "J5"]]}) == ("J5",)


def test_a_route_without_its_list_of_stops_is_put_together_from_its_stretches() -> None:
    assert route_hexes({"connections": [["B7", "A6"], ["A10", "B9", "B7"]]}) == ("A6", "B7", "B9", "A10")
    assert route_hexes({"connections": [["C8", "C6"]]}) == ("C8", "C6")


def log(*actions: dict[str, Any], **fields: Any) -> dict[str, Any]:
    players = [{"id": 7, "name": "Ada"}, {"id": 9, "name": "Ada"}, {"id": 8, "name": "Cy"}]
    return {"title": "18EU", "players": players, "settings": {"seed": 3}, "actions": list(actions), **fields}


def bid(id_: int, player: int, minor: str, price: int) -> dict[str, Any]:
    return entry(id_, "bid", entity=player, entity_type="player", minor=minor, price=price)


def test_players_with_the_same_name_are_told_apart() -> None:
    assert LogReplay(log()).game.players == ("Ada", "Ada (2)", "Cy")


def test_old_files_without_player_ids_use_the_names() -> None:
    raw = log(bid(1, "Ben", "1", 100), players=[{"name": "Ben"}, {"name": "Cy"}])  # type: ignore[arg-type]
    replay = LogReplay(raw)
    assert [type(a).__name__ for played in replay.play() for a in played.actions] == ["Select", "Bid"]


@pytest.mark.rule("18EU:4.2.1-a")
def test_a_bid_of_nothing_selects_and_declines() -> None:
    replay = LogReplay(log(bid(1, 7, "14", 0)))
    (played,) = replay.play()
    assert [type(action).__name__ for action in played.actions] == ["Select", "Pass"]
    assert replay.game.actor == 1


def test_standing_orders_do_nothing() -> None:
    replay = LogReplay(log(entry(1, "program_share_pass", entity=7, entity_type="player")))
    assert [played.actions for played in replay.play()] == [()]


def test_an_illegal_action_names_its_place_and_the_rule() -> None:
    replay = LogReplay(log(bid(1, 7, "14", 100), bid(2, 9, "14", 100)))
    with pytest.raises(FileError) as error:
        list(replay.play())
    assert error.value.place == "action 3 (entry 2, id 2, bid)", "the first entry is two actions"
    assert error.value.cause is not None
    assert error.value.cause.rule == "4.2.1-e"
    assert len(replay.game.actions) == 2


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"[1, 2", "file"),
        (b"[]", "file"),
        (b'{"title": "18EU"}', "file"),
        (b'{"title": "18XX", "players": [{"name": "A"}, {"name": "B"}], "actions": []}', "header"),
        (b'{"title": "18EU", "players": 3, "actions": []}', "players"),
        (b'{"title": "18EU", "players": [{"name": "A"}, {"name": "B"}], "actions": 5}', "actions"),
        (b'{"title": "18EU", "players": [{"name": "A"}, {"name": "B"}], "actions": [5]}', "entry 1"),
        (b'{"title": "18EU", "players": [{"name": "A"}], "actions": []}', "header"),
        (b'{"title": "18EU", "players": [{"name": "A"}, {"name": "B"}], "settings": 5, "actions": []}', "settings"),
        (b"[" * 100_000, "file"),
        (
            b'{"title": "18EU", "players": [{"name": "A"}, {"name": "B"}], "actions": [{"type": "fly"}]}',
            "action 1 (entry 1",
        ),
        (
            b'{"title": "18EU", "players": [{"name": "A"}, {"name": "B"}], "actions": [{"type": "bid"}]}',
            "action 1 (entry 1",
        ),
    ],
)
def test_foreign_and_broken_files_say_where(raw: bytes, place: str) -> None:
    with pytest.raises(FileError) as error:
        load_bytes(raw)
    assert error.value.place.startswith(place)


@pytest.mark.parametrize("price", ["100", [100], {"a": 1}, 1.5, True])
def test_a_field_of_the_wrong_type_names_its_action(price: object) -> None:
    replay = LogReplay(log(bid(1, 7, "14", price)))  # type: ignore[arg-type]
    with pytest.raises(FileError, match="entry 1"):
        list(replay.play())


def test_recovering_takes_the_good_part() -> None:
    raw = log(bid(1, 7, "14", 100), bid(2, 9, "14", 100))
    import msgspec

    game = load_bytes(msgspec.json.encode(raw), recover=True)
    assert len(game.actions) == 2


@pytest.mark.rule("18EU:4.2.1-f")
def test_a_poor_auctioneer_who_selects_is_asked_again_at_ninety() -> None:
    """Nobody can open at 100 any more: the bid of nothing has declined that, not the offer at 90."""

    def leaves(id_: int, player: int) -> dict[str, Any]:
        return entry(id_, entity=player, entity_type="player")

    sale = [bid(1, 7, "1", 360), leaves(2, 9), leaves(3, 8), bid(4, 9, "2", 370), leaves(5, 8), bid(6, 8, "3", 380)]
    replay = LogReplay(log(*sale, bid(7, 7, "4", 0), bid(8, 7, "4", 90)))
    for _ in replay.play():
        pass
    assert replay.game.state.cash[0] == 450 - 360 - 90


def test_an_entry_that_does_not_fit_is_named_at_once() -> None:
    foreign = {"id": 2, "type": "dividend", "entity": "DR", "entity_type": "corporation", "kind": "withhold"}
    replay = LogReplay(log(bid(1, 7, "14", 100), foreign))
    with pytest.raises(FileError, match=r"action 3 \(entry 2, id 2, dividend\): cannot be read: ") as error:
        list(replay.play())
    assert error.value.message.endswith("dividend does not fit here: the game is waiting for Ada (2) (Raise)")
    assert len(replay.game.actions) == 2


def test_an_empty_run_of_a_skipped_step_is_tolerated() -> None:
    replay = LogReplay(log(entry(1, "run_routes", entity="1", entity_type="minor", routes=[])))
    assert [played.actions for played in replay.play()] == [()]


def test_old_files_that_lost_their_ids_mark_what_was_undone() -> None:
    undone: dict[str, Any] = {"type": "bid", "skip": True}
    assert effective([{"type": "bid"}, undone, {"type": "undo", "action_id": 1, "skip": True}]) == [0]


def test_a_player_whose_id_is_null_goes_by_his_name() -> None:
    raw = log(players=[{"id": None, "name": "Ben"}, {"id": 3, "name": "Cy"}])
    assert LogReplay(raw).player_ids == ["Ben", 3]
