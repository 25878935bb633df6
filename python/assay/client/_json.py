"""JSON that carries a signature: read only where it has one meaning, written as RFC 8785 says.

Readers take the last of two equal keys and round numbers in silence, so that two of them can see two
documents under one signature. Such texts are refused here, with the reasons of
docs/formats/attestation.md.
"""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from typing import Any, Dict, List, NoReturn, Optional, Set, Tuple, Union, cast

SAFE_INTEGER_MAX = 2**53 - 1
DEPTH_MAX = 32

#: A value of JSON. What is in it is judged where it is read.
Json = Any


def members_of(value: Json) -> Optional[Dict[str, Json]]:
    """Of an object; None of anything else."""
    return cast(Dict[str, Json], value) if isinstance(value, dict) else None


def items_of(value: Json) -> Optional[List[Json]]:
    """Of a list; None of anything else."""
    if not isinstance(value, list):
        return None
    items: List[Json] = cast(Any, value)
    return items


class JsonFault(Exception):
    """Its text is the reason: not_json, duplicate_key, number_not_exact, too_deep, lone_surrogate."""

    @property
    def reason(self) -> str:
        return str(self.args[0])


# One token, with the white space before it. The grammar of JSON and no other: Python's own reader
# knows NaN, too.
_TOKEN = re.compile(
    r'[ \t\n\r]*(?:(?P<text>"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)"
    r"|(?P<mark>[\[\]{}:,])|(?P<word>true|false|null))"
)
_SPACE = re.compile(r"[ \t\n\r]*")
_LONE = re.compile("[\ud800-\udfff]")
_WORDS = {"true": True, "false": False, "null": None}


class _Open:
    """A container that is not closed yet. `key`: what the next value of an object belongs to."""

    __slots__ = ("value", "key", "keys")

    def __init__(self, value: Union[List[Json], Dict[str, Json]]) -> None:
        self.value = value
        self.key: Optional[str] = None
        self.keys: Set[str] = set()


def parse(text: str) -> Json:
    """The value of a text. Raises JsonFault: not_json before everything else, then the first fault."""
    value, fault = _read(text)
    if _LONE.search(text):
        raise JsonFault("lone_surrogate")
    if fault is not None:
        raise JsonFault(fault)
    return value


def _read(text: str) -> Tuple[Json, Optional[str]]:
    """The value and its first fault. It reads on after a fault: a text that is no JSON is that first.

    `wants` is what may come next: a value, a key, a colon, or what ends or goes on in a container.
    """
    fault: Optional[str] = None
    open_containers: List[_Open] = []
    root: Json = None
    wants = "value"
    at = 0
    while True:
        if wants == "end":
            space = _SPACE.match(text, at)
            if space is None or space.end() != len(text):
                _no_json()
            return root, fault
        match = _TOKEN.match(text, at)
        if match is None:
            _no_json()
        at = match.end()
        kind, written = match.lastgroup, match.group(match.lastgroup or 0)
        inner = open_containers[-1] if open_containers else None
        if kind == "mark" and written in ":,]}":
            if inner is None:
                _no_json()
            wants = _after_mark(written, inner, wants)
            if written not in "]}":
                continue
            value: Json = open_containers.pop().value
            inner = open_containers[-1] if open_containers else None
        elif wants in ("key", "first_key"):
            if kind != "text" or inner is None:
                _no_json()
            key = _string(written)
            fault = fault or _lone_fault(key)
            if key in inner.keys:
                fault = fault or "duplicate_key"
            inner.keys.add(key)
            inner.key = key
            wants = "colon"
            continue
        elif wants not in ("value", "first_value"):
            _no_json()
        elif kind == "mark":
            if len(open_containers) >= DEPTH_MAX:
                fault = fault or "too_deep"
            container: Union[List[Json], Dict[str, Json]] = {} if written == "{" else []
            open_containers.append(_Open(container))
            wants = "first_key" if written == "{" else "first_value"
            continue
        elif kind == "text":
            value = _string(written)
            fault = fault or _lone_fault(value)
        elif kind == "number":
            value, is_exact = _number(written)
            fault = fault or (None if is_exact else "number_not_exact")
        else:
            value = _WORDS[written]
        if inner is None:
            root, wants = value, "end"
            continue
        if isinstance(inner.value, list):
            inner.value.append(value)
        elif inner.key is not None:
            inner.value[inner.key] = value
        wants = "more"


def _after_mark(mark: str, inner: _Open, wants: str) -> str:
    is_list = isinstance(inner.value, list)
    if mark == ":":
        allowed, following = wants == "colon", "value"
    elif mark == ",":
        allowed, following = wants == "more", "value" if is_list else "key"
    else:
        empty = "first_value" if is_list else "first_key"
        allowed = wants in ("more", empty) and is_list == (mark == "]")
        following = "more"
    if not allowed:
        _no_json()
    return following


def _no_json() -> NoReturn:
    raise JsonFault("not_json")


def _string(written: str) -> str:
    inside = written[1:-1]
    return inside if "\\" not in inside else str(json.loads(written))


def _lone_fault(text: str) -> Optional[str]:
    return "lone_surrogate" if _LONE.search(text) else None


def _number(written: str) -> Tuple[Union[int, float], bool]:
    """The value, and whether canonical JSON would write the same decimal."""
    if len(written) <= 15 and "." not in written and "e" not in written and "E" not in written:
        return int(written), True
    value = float(written)
    if math.isinf(value) or abs(value) > SAFE_INTEGER_MAX:
        return value, False
    is_exact = _decimal(repr(value)) == _decimal(written)
    return (int(value) if value.is_integer() else value), is_exact


def _decimal(written: str) -> Tuple[bool, str, int]:
    """One spelling for each decimal value: its sign, its digits, the power of the last one."""
    mantissa, _, exponent = written.lower().partition("e")
    is_negative = mantissa.startswith("-")
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    digits = (whole + fraction).lstrip("0")
    if digits == "":
        return False, "0", 0
    kept = digits.rstrip("0")
    # The exponent of a stranger may have more digits than int() takes; no double has so many.
    size = exponent.lstrip("+-").lstrip("0") or "0"
    power = int(size) if len(size) <= 9 else 10**9
    shift = -power if exponent.startswith("-") else power
    return is_negative, kept, shift - len(fraction) + len(digits) - len(kept)


def canonical(value: Json) -> str:
    """RFC 8785. Raises JsonFault where the value has no canonical text."""
    return _write(value, 1)


def _write(value: Json, depth: int) -> str:
    if isinstance(value, str):
        return _write_text(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _write_number(value)
    if depth > DEPTH_MAX:
        raise JsonFault("too_deep")
    items = items_of(value)
    if items is not None:
        return "[" + ",".join([_write(item, depth + 1) for item in items]) + "]"
    members = members_of(value)
    if members is None or not all(isinstance(cast(object, key), str) for key in members):
        _no_json()
    # By UTF-16 code units, which is not the order of code points.
    keys = sorted(members, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
    written = [_write_text(key) + ":" + _write(members[key], depth + 1) for key in keys]
    return "{" + ",".join(written) + "}"


def _write_text(text: str) -> str:
    if _LONE.search(text):
        raise JsonFault("lone_surrogate")
    return json.dumps(text, ensure_ascii=False)


def _write_number(number: Union[int, float]) -> str:
    """As ECMAScript writes a double."""
    if isinstance(number, float) and not math.isfinite(number):
        _no_json()
    if abs(number) > SAFE_INTEGER_MAX:
        raise JsonFault("number_not_exact")
    if number == int(number):
        return str(int(number))
    # Not an integer, so below 2^53: the shortest digits, and where the point stands among them.
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    text = "".join(map(str, digits))
    point = len(text) + int(exponent)
    minus = "-" if sign else ""
    if point > 0:
        return f"{minus}{text[:point]}.{text[point:]}"
    if point > -6:
        return f"{minus}0.{'0' * -point}{text}"
    fraction = f".{text[1:]}" if len(text) > 1 else ""
    return f"{minus}{text[0]}{fraction}e{point - 1}"
