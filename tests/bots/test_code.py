"""Bots from a Python file of one's own."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stockrail.bots import BrokenBot, bot, levels, load_code
from stockrail.bots.code import PREFIX, Code, load

Write = Callable[..., Path]

TWO = '''
from stockrail.bots import RandomBot, register

class Helper:
    """No bot: it has no name."""
    def choose(self, game): ...

class First(RandomBot):
    """Takes the first."""
    name = "first"

@register("calm", "passes often")
def calm(seed: int, passes: "int" = 10):
    return RandomBot(seed, {"Pass": passes})
'''


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    def written(text: str, name: str = "my_bots.py") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    yield written
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


def test_classes_with_a_name_and_whatever_is_marked_are_bots(write: Write) -> None:
    found = load_code(write(TWO))
    assert {level.name: level.text for level in found} == {"first": "Takes the first", "calm": "passes often"}
    assert bot("calm:passes=3", seed=1).weights == {"Pass": 3}  # type: ignore[attr-defined]
    assert [level.name for level in levels()][-2:] == ["calm", "first"]


def test_what_a_file_imports_is_not_its_own(write: Write) -> None:
    with pytest.raises(BrokenBot, match=r"no class with a `name` and a `choose`"):
        load_code(write("from stockrail.bots import RandomBot\n"))


def test_the_version_of_a_bot_is_that_of_its_text(write: Write) -> None:
    before = load_code(write(TWO))
    again = load_code(write(TWO))
    after = load_code(write(TWO.replace("first.", "second.")))
    assert {level.version for level in before} == {level.version for level in again}
    assert {level.version for level in before}.isdisjoint(level.version for level in after)
    assert {level.name: level.text for level in levels()}["first"] == "Takes the second"


def test_a_file_may_import_what_is_beside_it(write: Write) -> None:
    write("NAME = 'from beside'\n", "beside_my_bots.py")
    text = "from stockrail.bots import RandomBot\nfrom beside_my_bots import NAME\nclass B(RandomBot):\n  name = NAME\n"
    assert [level.name for level in load_code(write(text))] == ["from beside"]


def test_the_text_counts_not_the_file_so_that_it_can_travel(write: Write) -> None:
    path = write(TWO)
    code = Code(str(path), TWO)
    path.unlink()
    assert len(load(code)) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import no_such_module", "my_bots.py: line 1: ModuleNotFoundError"),
        ("x = 1\ny = x / 0", "my_bots.py: line 2: ZeroDivisionError"),
        ("class A:\n  choose = 1 2", "my_bots.py: SyntaxError: .*line 2"),
        ("raise SystemExit('bye')", "my_bots.py: line 1: SystemExit: bye"),
        (
            "from stockrail.bots import RandomBot\nclass A(RandomBot):\n  name = 'a:b'",
            "my_bots.py: 'a:b' cannot name a bot",
        ),
        (
            "from stockrail.bots import RandomBot\nclass A(RandomBot):\n  pass",
            "'random' is the name of one of Stockrail's",
        ),
        ("", "no class with a `name`"),
    ],
)
def test_a_broken_file_says_where(write: Write, text: str, said: str) -> None:
    with pytest.raises(BrokenBot, match=said):
        load_code(write(text))


def test_a_file_that_breaks_half_way_leaves_no_bots_and_can_be_mended(write: Write) -> None:
    with pytest.raises(BrokenBot, match="ZeroDivisionError"):
        load_code(write(TWO + "1 / 0\n"))
    assert not {"calm", "first"} & {level.name for level in levels()}
    assert len(load_code(write(TWO))) == 2


def test_a_file_that_is_not_there_or_not_text(write: Write, tmp_path: Path) -> None:
    with pytest.raises(BrokenBot, match=re.escape(str(tmp_path / "nowhere.py")) + ": No such file"):
        load_code(tmp_path / "nowhere.py")
    (tmp_path / "picture.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BrokenBot, match="it is not a text file"):
        load_code(tmp_path / "picture.py")


def test_two_files_cannot_have_bots_of_one_name(write: Write) -> None:
    load_code(write(TWO))
    with pytest.raises(BrokenBot, match="already a bot called"):
        load_code(write(TWO, "other_bots.py"))
