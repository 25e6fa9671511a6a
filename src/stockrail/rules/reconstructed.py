"""Values that no source gives: a title's folder lists them with the reason for each, so that owners can correct them.

`reconstructed.toml` has entries with `paths` and `why`. A path is one of a fact ("facts.trains.2.price"); `*` stands
for any name, and a path that ends early covers all that is below it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files

import msgspec

FILE = "reconstructed.toml"


class Reconstruction(msgspec.Struct, frozen=True):
    """Some values that were chosen, and why they are as they are."""

    why: str
    paths: tuple[str, ...]

    def covers(self, path: str) -> bool:
        return any(_covers(pattern.split("."), path.split(".")) for pattern in self.paths)


def _covers(pattern: Sequence[str], path: Sequence[str]) -> bool:
    if len(pattern) > len(path):
        return False
    return all(step in ("*", name) for step, name in zip(pattern, path, strict=False))


def read_reconstructed(package: str) -> tuple[Reconstruction, ...]:
    """What a package lists; nothing for a title whose facts are all from sources."""
    file = files(package) / FILE
    if not file.is_file():
        return ()
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8"))["reconstructed"], tuple[Reconstruction, ...])
