"""Requests that no browser makes: bodies, paths and queries, the same in every run."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from stockrail.web.pages.rendering import TEMPLATES

FORM = "application/x-www-form-urlencoded"
LONG = "x" * 5000
NAME = re.compile(r'name="([\w-]+)"')
PATHS = (
    "%00", "a%00b", "%ff%fe", "%ed%a0%80", LONG, "a" * 300, "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%5c..%5c",
    "%f0%9f%92%a5",
    "' OR 1=1 --", "%", "%zz", "%0d%0aset-cookie:a=b", "{}", "-1", "0" * 16, "%d9%a1", "1e9", "%E2%80%AE", " ", "con",
)  # fmt: skip
VALUES = (
    "", "%00", "-1", "9" * 400, "1e400", "NaN", "%ED%A0%80", "%FF", "true", "[]", "{}", LONG, "%D9%A1", "%zz", "%",
    "a.b.c", "x:y~z", "%F0%9F%92%A5", "0", "%27%22%3Cscript%3E",
)  # fmt: skip
CHARSETS = (
    "nope",
    "utf-16",
    "utf-32",
    "rot13",
    "zlib",
    "idna",
    "punycode",
    "unicode_escape",
    "",
    "x" * 300,
    "\x00",
    "utf-7",
)


class Body(NamedTuple):
    """What is sent, and as what."""

    kind: str
    data: bytes


def field_names() -> list[str]:
    """Of all forms on all pages."""
    pages = "".join(path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.glob("*.html")))
    return sorted({*NAME.findall(pages), "expected", "action", "field", "value", "to", "at", "seat", "kind0", "name0"})


def part(name: str, data: bytes, headers: str = "", more: str = "") -> bytes:
    head = f'--B\r\ncontent-disposition: form-data; name="{name}"{more}\r\n{headers}\r\n'
    return head.encode("utf-8", "surrogatepass") + data + b"\r\n"


def multipart(*parts: bytes, end: bytes = b"--B--\r\n") -> Body:
    return Body("multipart/form-data; boundary=B", b"".join(parts) + end)


def bodies(token: str) -> Iterator[Body]:
    names, dice = field_names(), random.Random(1862)
    yield from _encoded(names, dice)
    yield from _in_parts(names, dice)
    yield from _token_in_parts(token)
    yield from _of_other_kinds()


def _encoded(names: Sequence[str], dice: random.Random) -> Iterator[Body]:
    for value in VALUES:
        yield Body(FORM, "&".join(f"{name}={value}" for name in names).encode())
    for _ in range(5):
        yield Body(FORM, "&".join(f"{name}={dice.choice(VALUES)}" for name in names).encode())
        yield Body(FORM, dice.randbytes(500))
    for data in (b"", b"&&&&", b"=%=%&%zz=%&;", b"a=1&" * 4000, b"=" * 5000, LONG.encode() + b"=1", b"a[b][c]=1"):
        yield Body(FORM, data)
    yield Body(f"{FORM}; charset=nope", b"expected=0")


def _in_parts(names: Sequence[str], dice: random.Random) -> Iterator[Body]:
    for charset in CHARSETS:
        yield multipart(
            *(part(name, b"\xff\xfe1", f"content-type: text/plain; charset={charset}\r\n") for name in names)
        )
    for data in (b"\xff\xfe\x00", b"\xed\xa0\x80", b"", b"0", dice.randbytes(300)):
        yield multipart(*(part(name, data) for name in names))
        yield multipart(*(part(name, data, "content-type: a/b\r\n", '; filename="f.json"') for name in names))
    good = part("file", b"{}", "", '; filename="f.json"')
    for filename in ('"\x00"', '"../../etc/passwd"', f'"{LONG}"', '"a\\"b"', "*=nope''%ff", '"'):
        yield multipart(part("file", b"{}", "", f"; filename={filename}"))
    yield multipart(good, end=b"")
    yield multipart(good, end=b"--B\r\n")
    yield multipart(good[:-10], end=b"")
    yield multipart(part("file", b"{}", "content-length: 99999999\r\n", '; filename="f"'))
    yield multipart(part("file", b"{}", "content-transfer-encoding: base64\r\n", '; filename="f"'))
    yield multipart(part("file", b"--C\r\n\r\nx\r\n--C--", "content-type: multipart/mixed; boundary=C\r\n"))
    yield multipart(*(part(str(n), b"x") for n in range(1100)))
    yield multipart(part(LONG, b"x"), part("a", b"x", f"x: {LONG}\r\n"), part("\x00", b"x"), part("\ud800", b"x"))
    yield multipart(b"--B\r\n\r\nno headers\r\n", b"--B\r\ncontent-disposition: form-data\r\n\r\nno name\r\n")
    yield multipart(b"--B\r\nnonsense\r\n\r\n", b"--B\r\n\xff: \xff\r\n\r\nx\r\n")
    for boundary in ("", "; boundary=", '; boundary="', f"; boundary={'b' * 300}", "; boundary=\xff", "; boundary=C"):
        yield Body(f"multipart/form-data{boundary}", good + b"--B--\r\n")


def _token_in_parts(token: str) -> Iterator[Body]:
    """The proof that a form is ours, as what it cannot be."""
    yield multipart(part("_csrf_token", token.encode(), "", '; filename="f"'))
    yield multipart(part("_csrf_token", "é".encode()), part("_csrf_token", b"x"))
    yield multipart(part("_csrf_token", token.encode("utf-16"), "content-type: text/plain; charset=utf-16\r\n"))
    yield Body(FORM, ("_csrf_token=" + quote("ñ" * 128)).encode())


def _of_other_kinds() -> Iterator[Body]:
    for kind in (
        "application/json",
        "text/plain",
        "",
        "nonsense",
        "application/x-msgpack",
        "application/msgpack",
        "a/b; c",
    ):
        for data in (b"", b"{", b"\xff\xfe", b'{"expected":"\\ud800"}', b"[" * 5000, b'{"expected":1e400}', b"\x00"):
            yield Body(kind, data)


def queries(names: Sequence[str]) -> Iterator[str]:
    for value in VALUES:
        yield "&".join(f"{name}={value}" for name in names)
    yield "&".join(f"{name}=1&{name}=2" for name in names)
    yield "%=%&%zz&&&===;;"
    yield "a=1&" * 800


def query_names(route: Any) -> list[str]:
    """What the handlers of a route take from the query, and a name that they do not."""
    found = {name for handler in route.route_handlers for name in handler.parsed_fn_signature.parameters}
    return sorted(found - {"request", "services", "data"} | {"x"})
