"""Raw connections: long and endless headers, silence, crowds. Both parsers refuse alike, and others are served."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest
from tests.web.conftest import Server

from stockrail.web.connections import AHEAD, HEADERS, LINE, MOST_HERE, Crowd
from stockrail.web.rates import place_of

PIECE = 64 * 1024
ENOUGH = 128  # pieces: 8 MB
WAIT = 60  # seconds after which a test gives up
H11 = "sys.modules['httptools'] = None"
IMPATIENT = "import stockrail.web.connections as c; c.PATIENCE = 0.5"
GET = b"GET /api/titles HTTP/1.1\r\nhost: here\r\n"


@pytest.fixture(scope="module", params=["httptools", "h11"])
def parser(request: pytest.FixtureRequest) -> str:
    """What a server does before it starts, so that it uses this parser."""
    if request.param == "httptools":
        pytest.importorskip("httptools")
        return ""
    return H11


@pytest.fixture(scope="module")
def server(parser: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("raw"), first=parser)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def impatient(parser: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("impatient"), first=f"{parser}\n{IMPATIENT}")
    yield made
    made.stop()


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    place = urlsplit(server.address)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=WAIT) as line:
        yield line


def everything(line: socket.socket) -> bytes:
    """All that the server says until it closes."""
    said = b""
    try:
        while piece := line.recv(PIECE):
            said += piece
    except ConnectionError:
        pass
    return said


def status(server: Server, *pieces: bytes) -> int:
    """The answer to what is sent, in one connection of its own."""
    with connected(server) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
        except ConnectionError:
            pass  # it has closed before we were finished
        said = everything(line)
    return int(said.split()[1]) if said else 0


def test_what_browsers_send_is_answered(server: Server) -> None:
    long = b"cookie: " + b"c" * (LINE - 100) + b"\r\n"
    many = b"".join(b"x-%d: y\r\n" % n for n in range(HEADERS - 10))
    address = b"GET /api/titles?x=" + b"a" * (LINE - 100) + b" HTTP/1.1\r\nhost: here\r\n"
    for head in (GET, GET + long, GET + many, address):
        assert status(server, head + b"connection: close\r\n\r\n") == 200


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        (GET + b"x: " + b"y" * (LINE + 1) + b"\r\n\r\n", 431),
        (GET + (b"x: " + b"y" * (LINE - 100) + b"\r\n") * 5 + b"\r\n", 431),
        (GET + b"x: y\r\n" * (HEADERS + 1) + b"\r\n", 431),
        (b"GET /" + b"a" * (LINE + 1) + b" HTTP/1.1\r\nhost: here\r\n\r\n", 414),
        (b"GET /\xff\xfe HTTP/1.1\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00" * 100 + b"\r\n\r\n", 400),
    ],
    ids=["long header", "long headers", "many headers", "long address", "no letters", "no http"],
)
def test_a_head_beyond_any_browser_is_refused(server: Server, head: bytes, answer: int) -> None:
    assert status(server, head) == answer


@pytest.mark.parametrize("start", [b"GET /", GET + b"x: ", GET + b"x"], ids=["address", "value", "name"])
def test_a_head_without_an_end_is_cut_off(server: Server, start: bytes) -> None:
    """The sender has eight megabytes to say and is stopped long before."""
    sent = 0
    with connected(server) as line:
        try:
            line.sendall(start)
            for _ in range(ENOUGH):
                line.sendall(b"a" * PIECE)
                sent += PIECE
        except ConnectionError:
            pass
        said = everything(line)
    assert sent < ENOUGH * PIECE or said.startswith((b"HTTP/1.1 431", b"HTTP/1.1 414"))
    with server.client() as http:
        assert http.get("/api/titles").status_code == 200


def test_trailers_without_an_end_are_cut_off(server: Server) -> None:
    """What may follow a body in chunks counts as headers do."""
    head = b"POST /api/games HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n"
    start = head + b"transfer-encoding: chunked\r\n\r\n"
    sent = 0
    with connected(server) as line, pytest.raises(ConnectionError):
        line.sendall(start + b"1\r\n{\r\n0\r\nx: ")
        for _ in range(10 * ENOUGH):
            line.sendall(b"a" * PIECE)
            sent += PIECE
    assert sent < 10 * ENOUGH * PIECE


def test_a_few_requests_ahead_of_their_answers_are_answered(server: Server) -> None:
    with connected(server) as line:
        line.sendall((GET + b"\r\n") * (AHEAD // 2) + GET + b"connection: close\r\n\r\n")
        assert everything(line).count(b"HTTP/1.1 200") == AHEAD // 2 + 1


def test_a_flood_of_requests_is_not_kept_in_memory(server: Server, parser: str) -> None:
    if parser == H11:
        pytest.skip("h11 reads the next request when the last is answered")
    with connected(server) as line:
        line.sendall((GET + b"\r\n") * 100 * AHEAD)
        assert everything(line).count(b"HTTP/1.1 200") < 10 * AHEAD


def test_headers_that_never_end_are_given_up(impatient: Server) -> None:
    assert status(impatient, GET) == 408


def test_a_connection_that_says_nothing_is_closed(impatient: Server) -> None:
    with connected(impatient) as line:
        assert everything(line) == b""


def test_a_body_that_trickles_after_its_answer_holds_nothing(impatient: Server) -> None:
    """The answer is there before the body, of which a byte comes now and then."""
    with connected(impatient) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\n")
        said = line.recv(PIECE)
        line.sendall(b"x")
        assert said.startswith(b"HTTP/1.1 40")
        everything(line)


def test_a_second_request_gets_its_own_time(impatient: Server) -> None:
    """Nobody may stretch the first by beginning another in the same connection."""
    with connected(impatient) as line:
        line.sendall(GET + b"\r\n")
        while b"]" not in line.recv(PIECE):
            pass
        line.sendall(GET)
        assert b"408" in everything(line)


def test_so_many_connections_from_one_address_and_no_more(server: Server) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(connected(server)) for _ in range(MOST_HERE + 1)]
        assert everything(lines[-1]).startswith(b"HTTP/1.1 503")
    for _ in range(500):  # until the server has noticed that they have gone
        if status(server, GET + b"connection: close\r\n\r\n") == 200:
            break
    else:
        pytest.fail("whoever goes makes room for others")


def test_a_crowd_is_counted_by_address_and_in_all() -> None:
    crowd = Crowd("10.0.0.0/8, ::1", most=4, most_here=1)
    assert crowd.enter("192.0.2.1")
    assert not crowd.enter("192.0.2.1")
    assert crowd.enter("10.1.2.3") and crowd.enter("10.1.2.3"), "a proxy brings many"
    assert crowd.enter("::1")
    assert not crowd.enter("10.1.2.3"), "but not more than there is room for"
    crowd.leave("192.0.2.1")
    assert len(crowd) == 3
    assert crowd.enter("192.0.2.1")


def test_a_network_of_one_visitor_is_one_address() -> None:
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::2") != place_of("2001:db8:1:3::1")
    assert place_of("::ffff:192.0.2.1") == place_of("192.0.2.1") != place_of("192.0.2.2")
