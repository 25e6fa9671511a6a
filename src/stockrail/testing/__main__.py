"""Golden files: python -m stockrail.testing new TITLE FOLDER [SEED], python -m stockrail.testing renew FOLDER…

A folder holds play-throughs (*.txt) and perft positions (*.toml), each of which says for itself what it is made from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from stockrail.core import StockrailError
from stockrail.testing.golden import renew, some_golden_files

FAULT, USAGE = 1, 2


def main(words: list[str]) -> int:
    match words:
        case ["new", title, folder, *seed] if len(seed) < 2 and all(word.isdecimal() for word in seed):
            paths = some_golden_files(title, Path(folder), int(seed[0]) if seed else 0)
        case ["renew", *folders] if folders:
            paths = _renewed(folders)
        case _:
            print((__doc__ or "").partition("\n")[0].partition(": ")[2], file=sys.stderr)
            return USAGE
    try:
        for path in paths:
            print(path)
    except (StockrailError, OSError) as error:
        print(error, file=sys.stderr)
        return FAULT
    return 0


def _renewed(folders: list[str]) -> Iterator[Path]:
    for folder in folders:
        if not Path(folder).is_dir():
            raise NotADirectoryError(f"there is no folder {folder}")
        yield from renew(Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
