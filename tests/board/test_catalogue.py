"""The catalogue of standard tiles: every face is sound, and upgrades that every player knows keep their track."""

from collections import Counter

import pytest

from stockrail.board import Board, Face, catalogue, with_faces
from stockrail.board.faces import EDGE, JUNCTION, STOP
from stockrail.board.laying import keeps_track

BOARD = Board.from_facts({"hexes": {}}, {"tiles": catalogue()})

# Numbers that stand for the same tile: some box printed it under a number of its own.
TWINS = [{"144", "203"}]

# What fits on what, as upgrade charts of well-known boxes have it: of the first list exactly the second.
GREEN = ["16", "18", "19", "20", "23", "24", "25", "26", "27", "28", "29"]
BROWN = ["39", "40", "41", "42", "43", "44", "45", "46", "47", "70"]
CITIES = ["12", "13", "14", "15", "205", "206", "619"]
CHARTS = {
    "7": (GREEN, ["18", "26", "27", "28", "29"]),
    "8": (GREEN, ["16", "19", "23", "24", "25", "28", "29"]),
    "9": (GREEN, ["18", "19", "20", "23", "24", "26", "27"]),
    "16": (BROWN, ["43", "70"]),
    "18": (BROWN, ["43"]),
    "19": (BROWN, ["45", "46"]),
    "20": (BROWN, ["44", "47"]),
    "23": (BROWN, ["41", "43", "45", "47"]),
    "24": (BROWN, ["42", "43", "46", "47"]),
    "25": (BROWN, ["40", "45", "46"]),
    "26": (BROWN, ["42", "44", "45"]),
    "27": (BROWN, ["41", "44", "46"]),
    "28": (BROWN, ["39", "43", "46", "70"]),
    "29": (BROWN, ["39", "43", "45", "70"]),
    "5": (CITIES, ["12", "14", "15", "205", "206", "619"]),
    "6": (CITIES, CITIES),
    "57": (CITIES, ["14", "15", "205", "206", "619"]),
    "14": (["63", "448", "611"], ["63", "611"]),
    "15": (["63", "448", "611"], ["63", "448", "611"]),
    "619": (["63", "448", "611"], ["63", "611"]),
    "1": (["87", "88", "204"], ["88"]),
    "2": (["87", "88", "204"], ["87"]),
    "55": (["87", "88", "204"], ["88"]),
    "56": (["87", "88", "204"], ["87"]),
    "69": (["87", "88", "204"], ["204"]),
    "58": (["141", "142", "143", "144"], ["141", "142", "143", "144"]),
    "4": (["141", "142", "143", "144"], ["141", "142"]),
    "143": (["145", "146", "147"], ["146", "147"]),
    "144": (["145", "146", "147"], ["147"]),
    "81": (["544", "545", "546"], ["546"]),
    "53": (["61", "62"], ["61"]),
    "54": (["61", "62"], ["62"]),
    "59": (["64", "65", "66", "67", "68"], ["64", "65", "66", "67", "68"]),
    "621": (["207", "208", "622", "576", "577", "578", "579"], ["207", "208", "622", "576", "577"]),
    "63": (["51", "455", "513"], ["455", "513"]),
    "611": (["51", "455", "513"], ["51", "455", "513"]),
}


def face(name: str, rotation: int = 0) -> Face:
    return BOARD.face(name, rotation)


@pytest.mark.parametrize("name", catalogue())
def test_a_standard_tile_is_sound(name: str) -> None:
    tile = face(name)
    assert tile.color in ("yellow", "green", "brown", "grey")
    assert tile.exits <= set(range(6))
    assert len({frozenset(piece) for piece in tile.pieces}) == len(tile.pieces), "no piece is there twice"
    assert all(len(set(piece)) == 2 for piece in tile.pieces)
    ends = Counter(end for piece in tile.pieces for end in piece)
    for number, stop in enumerate(tile.stops):
        assert stop.kind in ("city", "town")
        assert stop.slots >= 1 if stop.kind == "city" else stop.slots == 0
        assert stop.best_value() > 0
        assert ends[STOP, number] >= 1, "no stop lies beside the track"
    assert {n for kind, n in ends if kind == STOP} <= set(range(len(tile.stops)))
    assert all(count >= 3 for (kind, _), count in ends.items() if kind == JUNCTION)
    at_stops = {edge for number in range(len(tile.stops)) for edge in tile.edges_of((STOP, number))}
    assert all(ends[EDGE, edge] == 1 for edge in at_stops), "an edge that leads to a stop leads nowhere else"


def test_no_two_numbers_are_the_same_tile() -> None:
    by_look: dict[object, set[str]] = {}
    for name in catalogue():
        tile = face(name)
        look = min(str(face(name, turn).layout()) for turn in range(6))
        by_look.setdefault((tile.color, tile.label, look), set()).add(name)
    assert [names for names in by_look.values() if len(names) > 1] == TWINS


@pytest.mark.parametrize("old", CHARTS)
def test_what_fits_on_a_tile_is_what_upgrade_charts_say(old: str) -> None:
    among, wanted = CHARTS[old]
    fits = [new for new in among if any(keeps_track(face(old), face(new, turn)) for turn in range(6))]
    assert fits == wanted


def test_a_title_takes_a_face_by_number_and_adds_what_is_its_own() -> None:
    tiles = with_faces({"tiles": {"57": {"count": 8, "for": ["city"]}}})["tiles"]
    assert tiles["57"] == {**catalogue()["57"], "count": 8, "for": ["city"]}


def test_a_title_may_print_another_value_or_label_on_a_standard_tile() -> None:
    lines = {"55": {"count": 1, "revenue": 20}, "57": {"count": 1, "label": "X"}}
    tiles = with_faces({"tiles": lines})["tiles"]
    assert [stop["revenue"] for stop in tiles["55"]["stops"]] == [20, 20]
    assert tiles["57"]["label"] == "X"
    assert "label" not in catalogue()["57"]
    assert catalogue()["55"]["stops"][0]["revenue"] == 10


def test_a_title_keeps_its_own_tile_under_a_standard_number() -> None:
    own = {"color": "green", "count": 2, "track": [["e0", "e1"]]}
    assert with_faces({"tiles": {"57": own}})["tiles"] == {"57": own}


def test_a_number_that_nobody_knows_needs_a_face() -> None:
    with pytest.raises(ValueError, match="tile 4711 is not in the catalogue"):
        with_faces({"tiles": {"4711": {"count": 1}}})
