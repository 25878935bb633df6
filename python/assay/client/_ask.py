"""How a question gets its answer: for nothing, or paid for with a prepaid key."""

from __future__ import annotations

import re
import threading
import time
import uuid
from typing import Callable, Generic, List, Optional, Protocol, Tuple, TypeVar

from ._http import Exchange, Repeat, Reply, Request, is_undecided, retry_after_of, text_of
from ._json import Json, items_of, members_of
from ._spending import Reservation, Spending, parse_usd
from .errors import AssayError

T = TypeVar("T")

#: What takes no longer is answered at once; less than the time that one try has.
PREFER = "respond-async, wait=15"
PAUSE_MIN_S = 0.2
PAUSE_MAX_S = 10.0
#: Questions whose work was lost are asked again.
ROUNDS_MAX = 3
#: Beyond this many open calls the oldest is forgotten.
OPEN_CALLS_MAX = 1_000
#: Only this part of an address counts: before it stands where the service is, which we know.
_ADDRESS = re.compile(r"/v1/pending/[\w-]{1,100}\Z", re.ASCII)

#: Any reply to a request; AssayError where there was none.
Send = Callable[[Request, Repeat], Reply]


class Ask(Protocol):
    """The text of the answer, paid for."""

    def __call__(self, request: Request) -> str: ...


def free_ask(send: Send) -> Ask:
    return lambda request: text_of(send(request, "once"))


def patient(exchange: Exchange, patience_s: Optional[float]) -> Send:
    """For answers that take long: the service is asked to answer later, and the answer is fetched.

    Raises `pending` when so much time was waited; the work goes on, and the next call may find it done.
    """
    if patience_s is None:
        return exchange.send

    def send(request: Request, repeat: Repeat) -> Reply:
        left_s = patience_s
        asking = request.with_headers(prefer=PREFER)
        headers = {name: value for name, value in request.headers.items() if name != "content-type"}
        for last in (False,) * (ROUNDS_MAX - 1) + (True,):
            reply = exchange.send(asking, repeat)
            found = _ADDRESS.search(reply.headers.get("location", ""))
            if reply.status != 202 or found is None:
                return reply
            while reply.status == 202:
                asked = retry_after_of(reply)
                pause_s = 1.0 if asked is None else min(max(asked, PAUSE_MIN_S), PAUSE_MAX_S)
                if pause_s > left_s:
                    raise _still_pending(pause_s)
                left_s -= pause_s
                time.sleep(pause_s)
                reply = exchange.send(Request("GET", found[0], None, headers), repeat)
            if reply.status not in (404, 410) or last:
                return reply
        raise AssertionError("unreachable")

    return send


def _still_pending(retry_after_s: float) -> AssayError:
    message = "The question is still worked on; ask it again later"
    return AssayError(message, code="pending", status=202, retry_after_s=retry_after_s)


class OpenCalls(Generic[T]):
    """Calls that may have been paid for and were not answered. What they were sent with is sent again
    with the next call that asks the same, so that nobody pays twice for one answer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # In the order in which they were kept.
        self._open: List[Tuple[Request, T]] = []

    def take(self, request: Request) -> Optional[T]:
        """What an open call of this request was sent with; it is the caller's from now on."""
        with self._lock:
            for place, (asked, sent_with) in enumerate(self._open):
                if asked == request:
                    del self._open[place]
                    return sent_with
        return None

    def keep(self, request: Request, sent_with: T) -> None:
        with self._lock:
            self._open.append((request, sent_with))
            del self._open[:-OPEN_CALLS_MAX]


def key_ask(send: Send, api_key: str, policy: Callable[[], Json], spending: Spending) -> Ask:
    """Pays with a prepaid key. Each call has a name of its own, so that one that broke off can be made
    again and is charged once."""
    calls: OpenCalls[Tuple[str, Reservation]] = OpenCalls()

    def ask(request: Request) -> str:
        named = calls.take(request)
        if named is None:
            price = _price_in(policy(), request)
            named = str(uuid.uuid4()), spending.reserve(price, None)
        name, reservation = named
        is_open = True
        try:
            headers = {"x_api_key": api_key, "idempotency_key": name}
            reply = send(request.with_headers(**headers), "named")
            # A 429 and a 503 are the service's own word that nothing was charged. Without any reply,
            # or with one of somebody in between, it may have happened.
            is_open = is_undecided(reply) and reply.status not in (429, 503)
            charged = ("x-credit-balance-usd", "idempotent-replayed")
            if reply.status == 200 and any(header in reply.headers for header in charged):
                reservation.settle()
            elif not is_open:
                reservation.release()
            return text_of(reply)
        finally:
            if is_open:
                calls.keep(request, named)

    return ask


def _price_in(policy: Json, request: Request) -> int:
    route = request.path.split("?")[0]
    for listed in items_of((members_of(policy) or {}).get("prices")) or []:
        row = members_of(listed) or {}
        if row.get("method") == request.method and row.get("path") == route:
            price = parse_usd(str(row.get("usd")))
            if price is not None:
                return price
    raise AssayError(f"The service does not say what {route} costs", code="price_unknown")
