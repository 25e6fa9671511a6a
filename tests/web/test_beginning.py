"""`stockrail serve` where something was lost: it names the file and asks, and begins nothing anew in silence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.conftest import TITLE, Server
from tests.web.test_store import own_postgres

from stockrail.web.settings import Settings

pty = pytest.importorskip("pty", reason="no terminals on this system")

WAIT = 60  # seconds after which a test gives up
COMMAND = [sys.executable, "-c", "import sys; from stockrail.cli import main; sys.exit(main())", "serve", "--port", "0"]


def command(data: Path, *flags: str) -> list[str]:
    return [*COMMAND, "--no-browser", "--data", str(data), *flags]


def refusal(data: Path, *flags: str) -> str:
    """What the command says without a terminal, when it does not start."""
    done = subprocess.run(
        command(data, *flags), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WAIT, check=False
    )
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    assert "Stockrail is open" not in done.stdout
    return " ".join(done.stderr.split())


def asked(data: Path, answer: str) -> tuple[str, bool]:
    """What the command says at a terminal, and whether it starts after the answer."""
    keyboard, terminal = pty.openpty()
    with subprocess.Popen(command(data), stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        os.write(keyboard, f"{answer}\n".encode())
        assert process.stdout is not None
        said = b""
        while b"Stockrail is open" not in said and (piece := process.stdout.readline()):
            said += piece
        process.terminate()
        process.stdout.read()
    os.close(keyboard)
    os.close(terminal)
    return " ".join(said.decode().split()), b"Stockrail is open" in said


def played(data: Path, database: str = "") -> str:
    """A server that has been used, and its game."""
    server = Server(data, database)
    with server.client() as http:
        seats = [{"kind": "link", "name": "Ada"}, {"kind": "link", "name": "Ben"}]
        made = http.post("/api/games", json={"title": TITLE, "seats": seats}).json()
    server.stop()
    return str(made["id"])


def has_game(game: str, data: Path, *flags: str, database: str = "") -> bool:
    server = Server(data, database, flags=flags)
    with server.client() as http:
        status = http.get(f"/api/games/{game}").status_code
    server.stop()
    return bool(status == 200)


@pytest.mark.parametrize("how", ["empty", "gone"])
def test_a_lost_database_is_named_and_not_begun_anew(tmp_path: Path, how: str) -> None:
    game = played(tmp_path)
    file = tmp_path / "stockrail.db"
    kept = file.read_bytes()
    for wal in tmp_path.glob("stockrail.db-*"):
        wal.unlink()
    file.unlink()
    if how == "empty":
        file.touch()
    said = refusal(tmp_path)
    assert str(file) in said and "--new-database" in said
    assert not file.exists() or not file.stat().st_size, "nothing was written"
    question, started = asked(tmp_path, "n")
    assert str(file) in question and not started
    file.write_bytes(kept)
    assert has_game(game, tmp_path)


def test_an_empty_file_is_enough_to_ask(tmp_path: Path) -> None:
    (tmp_path / "stockrail.db").touch()
    assert "is empty" in refusal(tmp_path)


def test_whoever_says_so_begins_with_an_empty_database(tmp_path: Path) -> None:
    game = played(tmp_path)
    (tmp_path / "stockrail.db").write_bytes(b"")
    assert asked(tmp_path, "y")[1]
    assert not has_game(game, tmp_path), "from then on there is nothing to ask"
    (tmp_path / "stockrail.db").write_bytes(b"")
    assert not has_game(game, tmp_path, "--new-database")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "sqlite":
        yield ""
    else:
        yield from own_postgres()


@pytest.mark.parametrize("left", [None, b"half of it"])
def test_a_lost_secret_is_named_and_not_made_anew(tmp_path: Path, database: str, left: bytes | None) -> None:
    game = played(tmp_path, database)
    file = tmp_path / "secret"
    kept = file.read_bytes()
    file.unlink()
    if left is not None:
        file.write_bytes(left)
    said = refusal(tmp_path, *(["--database", database] if database else []))
    assert str(file) in said and "--new-secret" in said
    assert (file.read_bytes() if file.exists() else None) == left, "nothing was written"
    assert has_game(game, tmp_path, "--new-secret", database=database)
    assert len(file.read_bytes()) == len(kept) and file.read_bytes() != kept


@pytest.mark.parametrize("left", [None, b"", b"\xff" * 64, b"half of it", b"a" * 63])
def test_a_secret_is_whole_or_lost(tmp_path: Path, left: bytes | None) -> None:
    settings = Settings(data=tmp_path)
    if left is not None:
        settings.secret_file.write_bytes(left)
    assert not settings.has_secret()
    made = settings.secret()
    assert settings.has_secret()
    settings.secret_file.write_text(f"{made}\n")
    assert settings.secret() == made


def test_at_a_terminal_one_is_asked_for_the_secret_too(tmp_path: Path) -> None:
    played(tmp_path)
    (tmp_path / "secret").unlink()
    question, started = asked(tmp_path, "")
    assert "secret is missing" in question and not started, "Enter is no"
    assert asked(tmp_path, "yes")[1]


def test_a_flag_does_not_replace_what_is_there(tmp_path: Path) -> None:
    game = played(tmp_path)
    kept = (tmp_path / "secret").read_bytes()
    assert has_game(game, tmp_path, "--new-secret", "--new-database")
    assert (tmp_path / "secret").read_bytes() == kept


def test_a_first_start_asks_nothing(tmp_path: Path) -> None:
    said, started = asked(tmp_path / "new", "")
    assert started and "[y/N]" not in said
    (tmp_path / "new" / "secret").unlink()
    said, started = asked(tmp_path / "new", "")
    assert started and "[y/N]" not in said, "a secret of no games is no loss"
