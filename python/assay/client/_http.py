"""One request and its reply, with a bound on time and size and a few tries where another is harmless.

The standard library does: a client that verifies needs no pool of connections, and whoever installs a
verifier should not have to trust more packages than needed.
"""

from __future__ import annotations

import json
import math
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field, replace
from http.client import HTTPException, HTTPResponse
from typing import List, Literal, Mapping, NoReturn, Optional, Tuple, Union

from ._json import Json, items_of, members_of
from .errors import AssayError

#: A service that asks for more patience than this is reported instead.
RETRY_AFTER_MAX_S = 10.0
#: Where the service asks for none that can be understood.
RETRY_AFTER_MIN_S = 0.2
#: After a reply that does not say when, or none.
PAUSE_S = 1.0
#: The largest diffs have some megabytes.
REPLY_MAX_BYTES = 64 * 1024 * 1024

#: `once`: only a 503 is tried again, for which nothing is ever charged. `named`: the service knows the
#: request again when it comes a second time, so that whatever left its outcome open is repeated.
Repeat = Literal["once", "named"]


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    body: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=lambda: {})

    def with_headers(self, **headers: str) -> Request:
        added = {name.replace("_", "-"): value for name, value in headers.items()}
        return replace(self, headers={**self.headers, **added})


@dataclass(frozen=True)
class Reply:
    status: int
    #: By name in lower case.
    headers: Mapping[str, str]
    text: str


class _AsItCame(urllib.request.HTTPErrorProcessor):
    """Every reply is returned. No redirect is followed: it could carry the key elsewhere."""

    def http_response(
        self, request: urllib.request.Request, response: HTTPResponse
    ) -> HTTPResponse:
        return response

    https_response = http_response


class Exchange:
    """Any reply is returned; AssayError is raised when none came."""

    def __init__(self, base_url: str, *, timeout_s: float, retries: int) -> None:
        self._base = base_url.rstrip("/")
        self._timeout_s = timeout_s
        self._retries = retries
        self._opener = urllib.request.build_opener(_AsItCame)

    def send(self, request: Request, repeat: Repeat) -> Reply:
        for left in range(self._retries, -1, -1):
            try:
                reply = self._once(request)
            except AssayError:
                if left == 0 or repeat == "once":
                    raise
                time.sleep(PAUSE_S)
                continue
            asked = retry_after_of(reply)
            wait_s = max(PAUSE_S if asked is None else asked, RETRY_AFTER_MIN_S)
            if left == 0 or not _is_open(reply, repeat) or wait_s > RETRY_AFTER_MAX_S:
                return reply
            time.sleep(wait_s)
        raise AssertionError("unreachable")

    def _once(self, request: Request) -> Reply:
        deadline = time.monotonic() + self._timeout_s
        asked = urllib.request.Request(
            self._base + request.path,
            data=None if request.body is None else request.body.encode("utf-8"),
            headers={"user-agent": "assay-python", **request.headers},
            method=request.method,
        )
        try:
            response = self._opened(asked)
            with response:
                data = _bounded(response, deadline, self._timeout_s)
                headers = {name.lower(): value for name, value in response.headers.items()}
                return Reply(response.status, headers, data.decode("utf-8", "replace"))
        except TimeoutError as late:
            self._late(late)
        except urllib.error.URLError as failed:
            # Before Python 3.10 the timeout of a socket is another class of that name.
            if isinstance(failed.reason, OSError) and "timed out" in str(failed.reason):
                self._late(failed)
            raise AssayError("The service cannot be reached", code="unreachable") from failed
        except (OSError, HTTPException, ValueError) as failed:
            if "timed out" in str(failed):
                self._late(failed)
            raise AssayError("The service cannot be reached", code="unreachable") from failed

    def _opened(self, asked: urllib.request.Request) -> HTTPResponse:
        response = self._opener.open(asked, timeout=self._timeout_s)
        if not isinstance(response, HTTPResponse):
            raise OSError("this is no reply over HTTP")
        if 300 <= response.status < 400:
            response.close()
            raise OSError("the service answers with a redirect, which is not followed")
        return response

    def _late(self, cause: BaseException) -> NoReturn:
        raise AssayError(f"No answer within {self._timeout_s:g} s", code="timeout") from cause


def _bounded(response: HTTPResponse, deadline: float, timeout_s: float) -> bytes:
    parts: List[bytes] = []
    length = 0
    while True:
        part = response.read1(65_536)
        if part == b"":
            return b"".join(parts)
        length += len(part)
        if length > REPLY_MAX_BYTES:
            message = f"The reply has more than {REPLY_MAX_BYTES} bytes"
            raise AssayError(message, code="reply_too_large", status=response.status)
        if time.monotonic() > deadline:
            raise TimeoutError("timed out")
        parts.append(part)


def is_undecided(reply: Reply) -> bool:
    """Whether a call that was paid for may yet be charged, or answered when it is made again."""
    return reply.status == 429 or _is_open(reply, "named")


def _is_open(reply: Reply, repeat: Repeat) -> bool:
    if reply.status == 503:
        return True
    if repeat == "once":
        return False
    return reply.status >= 500 or refusal_of(reply).code == "request_in_progress"


def text_of(reply: Reply) -> str:
    """The text of a 200; everything else is raised."""
    if reply.status == 200:
        return reply.text
    raise refusal_of(reply)


def refusal_of(reply: Reply) -> AssayError:
    body = json_in(reply.text)
    code, message = _words_of(body)
    return AssayError(
        message or f"The service answered {reply.status}",
        code=code or f"http_{reply.status}",
        status=reply.status,
        retry_after_s=retry_after_of(reply),
        body=body,
    )


def retry_after_of(reply: Reply) -> Optional[float]:
    try:
        after = float(reply.headers.get("retry-after") or "nan")
    except ValueError:
        return None
    return after if math.isfinite(after) else None


def json_in(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _words_of(body: Json) -> Tuple[Optional[str], Optional[str]]:
    """A problem has `code` and `detail`; a 422 has a list whose first entry says the same."""
    members = members_of(body) or {}
    if "detail" not in members:
        return None, None
    detail = members["detail"]
    first = members_of((items_of(detail) or [None])[0]) or {}
    if "type" in first and "msg" in first:
        return str(first["type"]), str(first["msg"])
    code = str(members["code"]) if "code" in members else None
    return code, detail if isinstance(detail, str) else None


def get(path: str) -> Request:
    return Request("GET", path)


def post(path: str, body: Union[Mapping[str, Json], str]) -> Request:
    """A text goes as it is: it is JSON already."""
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
    return Request("POST", path, text, {"content-type": "application/json"})
