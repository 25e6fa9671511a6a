"""What has changed on a page: an element with an id that is as it was travels as an empty stub."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b

import msgspec

STUB = "data-same"  # in the page's script: leave this element as it is
_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*?)(/?)>")
_ID = re.compile(r'\sid="([^"]+)"')
_WITHOUT_END = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_UNSTAMPED = 'data-drawn=""'
_NO_TOKEN = 'name="_csrf_token" value=""'


class Element(msgspec.Struct):
    """An element with an id: where it stands in the text, and those inside it."""

    name: str
    id: str
    start: int
    end: int
    inside: list[Element] = []
    digest: int = 0


class Drawing(msgspec.Struct):
    """The page as all readers of one kind see it. Nobody's token is in it: each browser has its own."""

    number: int
    tab: str  # what the browser's tab says
    text: str
    stamp: str = ""  # tells drawings apart; empty if the reader has chosen something, as no other sees that
    page: Element | None = None
    script: str = "table"  # that makes the page live

    @property
    def digests(self) -> dict[str, int]:
        return {element.id: element.digest for element in _all(self.page)} if self.page else {}

    def with_token(self, token: str) -> str:
        """As it is sent to one reader, whose forms work without a script too."""
        return self.text.replace(_NO_TOKEN, f'name="_csrf_token" value="{token}"')

    def since(self, before: Mapping[str, int]) -> str:
        """The page, but stubs for all that was there before."""
        return "".join(_changed(self.text, self.page, before)) if self.page else self.text


def stamped(drawing: Drawing) -> Drawing:
    """A drawing that others can be compared with. Equal texts have equal stamps, in every process."""
    stamp = blake2b(drawing.text.encode(), digest_size=8).hexdigest()
    text = drawing.text.replace(_UNSTAMPED, f'data-drawn="{stamp}"', 1)
    return Drawing(drawing.number, drawing.tab, text, stamp, read(text), drawing.script)


def read(text: str) -> Element | None:
    """The first element with an id, and all others within it."""
    root = Element("", "", 0, len(text))
    stack: list[tuple[str, Element | None]] = [("", root)]
    around = [root]  # the elements with ids that are open
    for tag in _TAG.finditer(text):
        closing, name, attributes, closed = tag.groups()
        if closing:
            _close(stack, around, name, tag.end())
            continue
        found = _ID.search(attributes) if "id=" in attributes else None
        element = Element(name, found[1], tag.start(), tag.end()) if found else None
        if element:
            around[-1].inside.append(element)
        if closed or name in _WITHOUT_END:
            continue
        stack.append((name, element))
        if element:
            around.append(element)
    if not root.inside:
        return None
    _digest(text, root.inside[0])
    return root.inside[0]


def _close(stack: list[tuple[str, Element | None]], around: list[Element], name: str, end: int) -> None:
    """Close the innermost element of a name, and whatever was left open in it."""
    while len(stack) > 1:
        opened, element = stack.pop()
        if element:
            element.end = end
            around.pop()
        if opened == name:
            return


def _digest(text: str, element: Element) -> int:
    within = [_digest(text, each) for each in element.inside]
    element.digest = hash((*_own(text, element), *within))
    return element.digest


def _own(text: str, element: Element) -> Iterator[str]:
    """The text before, between and after the elements inside."""
    start = element.start
    for each in element.inside:
        yield text[start : each.start]
        start = each.end
    yield text[start : element.end]


def _changed(text: str, element: Element, before: Mapping[str, int]) -> Iterator[str]:
    if before.get(element.id) == element.digest:
        yield _stub(text, element)
        return
    *own, last = _own(text, element)
    for piece, each in zip(own, element.inside, strict=True):
        yield piece
        yield from _changed(text, each, before)
    yield last


def _stub(text: str, element: Element) -> str:
    """What stands for an element that has not changed, unless the element itself is shorter."""
    end = "" if element.name in _WITHOUT_END else f"</{element.name}>"
    stub = f'<{element.name} id="{element.id}" {STUB}>{end}'
    return min(text[element.start : element.end], stub, key=len)


def _all(element: Element) -> Iterator[Element]:
    yield element
    for each in element.inside:
        yield from _all(each)
