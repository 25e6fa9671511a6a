"""Print every figure: `python -m benchmarks`."""

from __future__ import annotations

from benchmarks import engine, runs, torture, web


def main() -> None:
    for section in (engine, runs, torture, web):
        print(f"\n{section.TITLE}")
        for name, figure in section.figures():
            print(f"  {name:<58} {figure}", flush=True)


if __name__ == "__main__":
    main()
