import pytest

from skillctl.errors import Location, Position
from skillctl.fakes.ledger import Ledger, Miss
from skillctl.fakes.model import Expect, Moment
from skillctl.fakes.protocol import Message

PLACE = Location("fake.toml", Position(9, 1, 90))
CANCELLED = "notifications/cancelled"


def ledger(**wanted):
    return Ledger((Expect(location=PLACE, **wanted),), start=100.0)


def words(book):
    return [miss.message for miss in book.misses()]


def cancel(request_id):
    return Message(CANCELLED, None, {"requestId": request_id})


def test_at_least_once_unless_a_count_is_given():
    book = ledger(method="ping")
    assert list(book.misses()) == [Miss(PLACE, "expected ping; the client sent 0")]
    book.note(Message("ping", 1, {}), 1, 101.0)
    book.note(Message("ping", 2, {}), 2, 101.0)
    assert words(book) == []


@pytest.mark.parametrize(("count", "misses"), [(0, 1), (1, 1), (2, 0), (3, 1)])
def test_exactly_so_often(count, misses):
    book = ledger(method="ping", count=count)
    for number in (1, 2):
        book.note(Message("ping", number, {}), number, 101.0)
    assert words(book) == [f"expected {count} × ping; the client sent 2"] * misses


def test_other_methods_do_not_count():
    book = ledger(method="ping", count=0)
    book.note(Message("tools/list", 1, {}), 1, 101.0)
    assert words(book) == []


@pytest.mark.parametrize(
    ("request_id", "met"), [(7, True), ("7", False), (8, False), (None, False)]
)
def test_a_cancellation_of_one_request(request_id, met):
    book = ledger(method=CANCELLED, of=Moment("tools/call", 2))
    book.note(Message("tools/call", 8, {}), 1, 101.0)
    book.note(Message("tools/call", 7, {}), 2, 102.0)
    book.note(cancel(request_id), 1, 103.0)
    missed = f"expected {CANCELLED} of tools/call#2; the client sent 0"
    assert words(book) == ([] if met else [missed])


def test_a_cancellation_of_a_request_that_never_came():
    book = ledger(method=CANCELLED, of=Moment("tools/call", 1))
    book.note(cancel(None), 1, 101.0)
    assert len(words(book)) == 1


@pytest.mark.parametrize(("at", "met"), [(102.4, True), (102.6, False)])
def test_within_a_time_after_the_request(at, met):
    book = ledger(method=CANCELLED, of=Moment("tools/call", 1), within_ms=500)
    book.note(Message("tools/call", 1, {}), 1, 102.0)
    book.note(cancel(1), 1, at)
    missed = f"expected {CANCELLED} of tools/call#1 within 500 ms; the client sent 0"
    assert words(book) == ([] if met else [missed])


@pytest.mark.parametrize(("at", "met"), [(100.5, True), (100.6, False)])
def test_within_a_time_after_the_start(at, met):
    book = ledger(method="initialize", within_ms=500)
    book.note(Message("initialize", 1, {}), 1, at)
    assert (words(book) == []) == met
