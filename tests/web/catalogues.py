"""What is to be translated, and a catalogue brought up to date: python -m tests.web.catalogues it

It reads the sources and templates, asks the titles for their options and rulings, adds what is missing to the
catalogue with an empty translation, drops what is gone, and compiles it.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from stockrail.rules.sentences import to_translate
from stockrail.titles import all_titles, faults
from stockrail.words.naming import DOMAIN, LOCALE

SOURCE = LOCALE.parents[1]
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)  # a date that changes by itself is in the way when branches meet
METHODS = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "NN_": (1, 2), "pgettext": ((1, "c"), 2),
}  # fmt: skip
PARTS = ("words", "titles", "web")
Message = str | tuple[str, ...]


def wanted() -> dict[tuple[str | None, str], Message]:
    """Every message by its context and its first form."""
    found: dict[tuple[str | None, str], Message] = {}
    for part in PARTS:
        for _, _, message, _, context in extract_from_dir(str(SOURCE / part), METHODS, keywords=KEYWORDS):
            text: Message = tuple(message) if isinstance(message, list | tuple) else message
            found[context, text if isinstance(text, str) else text[0]] = text
    for text in title_texts():
        found[None, text if isinstance(text, str) else text[0]] = text
    return found


def title_texts() -> set[Message]:
    """What titles say of themselves, their options, their rulings and what they have reconstructed."""
    texts: set[Message] = set()
    for title in all_titles().values():
        texts.add((import_module(title.package).__doc__ or "").partition(": ")[2])
        texts.add(title.region)
        texts |= {option.text for option in title.options} | {each.why for each in title.reconstructed}
        texts |= set(to_translate(title.package))
        for ruling in title.rulings:
            texts |= {ruling.question, *ruling.answers.values()}
    return texts - {""}


def path_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    path = path_of(language)
    if not path.exists():
        return Catalog(language, DOMAIN)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def brought_up_to_date(language: str) -> Catalog:
    old = read(language)
    new = Catalog(
        language, DOMAIN, project="Stockrail", version="1", charset="utf-8", fuzzy=False, creation_date=UNDATED
    )
    for (context, first), text in sorted(wanted().items(), key=lambda item: (item[0][0] or "", item[0][1])):
        known = old.get(first, context)
        new.add(text, known.string if known else "", context=context)
    return new


def save(catalog: Catalog, language: str) -> None:
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=118, sort_output=False, omit_header=False)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def main() -> None:
    if broken := faults():  # else all its sentences would be dropped
        sys.exit("\n".join(broken))
    for language in sys.argv[1:]:
        catalog = brought_up_to_date(language)
        save(catalog, language)
        missing = [message.id for message in catalog if message.id and not all(_strings(message.string))]
        print(f"{language}: {len(catalog)} messages, {len(missing)} without a translation")
        for message in missing:
            print(f"  {message!r}")


def _strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string or "",) if isinstance(string, str | None) else tuple(string)


if __name__ == "__main__":
    main()
