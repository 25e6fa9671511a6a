"""What the server is told when it starts."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass, field
from pathlib import Path

from stockrail.core.saving import write

BODY_LIMIT = 64 * 1024
SECRET_LENGTH = 64  # letters
IMPORT_LIMIT = 4 * 1024 * 1024


def data_folder() -> Path:
    """Where a person's games are kept unless they say otherwise: the system's folder for the data of programs."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "stockrail"


@dataclass(frozen=True)
class Settings:
    """Where games are kept, and how much a visitor may ask for."""

    data: Path = field(default_factory=data_folder)
    database: str = ""  # a URL; without one, a file in `data`
    requests_a_minute: int = 1200
    tables_a_minute: int = 60  # opened, imported or branched from one address
    secure: bool = False  # whether cookies are for https only
    proxy: str = ""  # the address of a proxy whose word on the visitor's address is taken
    games_in_memory: int = 64
    bot_pause: float = 0.02  # seconds between two actions of bots; others want to be served too
    bot_processes: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) - 1)))  # 0: in threads
    warm: bool = True  # draw each title's board once before anybody asks
    new_database: bool = False  # whether one that was lost is begun anew without asking
    new_secret: bool = False

    @property
    def url(self) -> str:
        """The database's URL for SQLAlchemy; a plain postgresql:// gets its driver."""
        if not self.database:
            return f"sqlite:///{self.data / 'stockrail.db'}"
        for plain in ("postgresql://", "postgres://"):
            if self.database.startswith(plain):
                return "postgresql+psycopg://" + self.database.removeprefix(plain)
        return self.database

    def open_folder(self) -> None:
        """A new one is for its owner's eyes only: it holds seeds of games and hashes of passwords."""
        self.data.mkdir(0o700, parents=True, exist_ok=True)

    @property
    def secret_file(self) -> Path:
        return self.data / "secret"

    def has_secret(self) -> bool:
        """Whether it is there and whole: a crash may have left it empty."""
        if not self.secret_file.exists():
            return False
        known = self.secret_file.read_bytes().strip()
        return known.isascii() and len(known) >= SECRET_LENGTH

    def secret(self) -> str:
        """The key of seat links and of tokens against forged requests; made once, for its owner's eyes only."""
        self.open_folder()
        if not self.has_secret():
            write(secrets.token_hex(SECRET_LENGTH // 2).encode(), self.secret_file, private=True)
        return self.secret_file.read_text(encoding="ascii").strip()
