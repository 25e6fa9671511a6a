"""Bots of one's own from a Python file.

Every class of the file that has a `name` and a `choose` is a bot of that name, and so is every class or function marked
with `@register("name")`. The text travels with the tournament, so that all its processes play by the same code.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from stockrail.bots.registry import BrokenBot, Level, add_level, forget, registered

PREFIX = "stockrail_code_"


class Code(msgspec.Struct, frozen=True):
    """A file as it was read."""

    path: str
    text: str

    @property
    def version(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    @property
    def module(self) -> str:
        """The name under which it is imported: no other file has it."""
        return f"{PREFIX}{self.version}_{Path(self.path).stem}"


def load_code(path: str | Path) -> list[Level]:
    """Register the bots of a Python file; returns them."""
    return load(read_code(path))


def read_code(path: str | Path) -> Code:
    try:
        return Code(str(Path(path).resolve()), Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise BrokenBot(f"{path}: {why}") from error


def load(code: Code) -> list[Level]:
    """Run the code, once in each process, and register its bots in place of those of an earlier text."""
    if code.module not in sys.modules:
        _drop_earlier(code)
        _run(code)
    found = registered(code.module)
    if not found:
        raise BrokenBot(f"{code.path}: there is no class with a `name` and a `choose`, and nothing is marked @register")
    return found


def _drop_earlier(code: Code) -> None:
    earlier = [name for name, module in sys.modules.items() if _is_file(module, code.path) and name.startswith(PREFIX)]
    for name in earlier:
        forget(name)
        del sys.modules[name]


def _is_file(module: ModuleType, path: str) -> bool:
    return getattr(module, "__file__", None) == path


def _run(code: Code) -> None:
    module = ModuleType(code.module)
    module.__file__ = code.path
    sys.modules[code.module] = module  # dataclasses and pickle look there
    folder = str(Path(code.path).parent)
    if folder not in sys.path:
        sys.path.append(folder)  # for what it imports from beside it
    try:
        exec(compile(code.text, code.path, "exec", dont_inherit=True), module.__dict__)
        _add_classes(module, code)
    except (Exception, SystemExit) as error:  # whatever somebody's code raises
        forget(code.module)
        del sys.modules[code.module]
        raise BrokenBot(f"{code.path}: {_told(error, code)}") from error


def _told(error: BaseException, code: Code) -> str:
    """What went wrong, with the line of the file at which it failed, if it got that far."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == code.path]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{error}" if isinstance(error, BrokenBot) else f"{where}{type(error).__name__}: {error}"


def _add_classes(module: ModuleType, code: Code) -> None:
    """Register the classes that look like bots, and give all bots of the file its version."""
    for level in registered(code.module):
        add_level(level.name, level.load(), level.text, code.version)
    marked = [level.load() for level in registered(code.module)]
    for found in list(vars(module).values()):
        if _is_class_of(found, code) and found not in marked and _looks_like_bot(found):
            add_level(found.name, found, version=code.version)


def _looks_like_bot(found: Any) -> bool:
    return isinstance(getattr(found, "name", None), str) and callable(getattr(found, "choose", None))


def _is_class_of(found: Any, code: Code) -> bool:
    return isinstance(found, type) and found.__module__ == code.module
