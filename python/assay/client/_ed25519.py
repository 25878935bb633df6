"""Whether a signature is one of a key: Ed25519, after RFC 8032, section 5.1.7.

Only what is public goes through here, so that nothing is lost where it takes a different time for
different numbers. Nothing in this package signs.
"""

from __future__ import annotations

import hashlib
from typing import Optional, Tuple

_FIELD = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _FIELD) % _FIELD
_ROOT_OF_MINUS_ONE = pow(2, (_FIELD - 1) // 4, _FIELD)

#: X / Z, Y / Z, and X·Y / Z, which saves a division.
_Point = Tuple[int, int, int, int]
_NEUTRAL: _Point = (0, 1, 1, 0)


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the 64 bytes are a signature of the key, which has 32, over the message."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key = _read(public_key)
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or scalar >= _ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    factor = int.from_bytes(digest, "little") % _ORDER
    x, y, z, t = key
    minus = (-x % _FIELD, y, z, -t % _FIELD)
    return _write(_add(_times(_BASE, scalar), _times(minus, factor))) == signature[:32]


def _read(encoded: bytes) -> Optional[_Point]:
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, (number & (2**255 - 1)) % _FIELD
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _FIELD) % _FIELD
    x = pow(square, (_FIELD + 3) // 8, _FIELD)
    if (x * x - square) % _FIELD != 0:
        x = x * _ROOT_OF_MINUS_ONE % _FIELD
    if (x * x - square) % _FIELD != 0 or (x == 0 and sign == 1):
        return None
    if x % 2 != sign:
        x = _FIELD - x
    return (x, y, 1, x * y % _FIELD)


def _write(point: _Point) -> bytes:
    x, y, z, _ = point
    shrink = pow(z, -1, _FIELD)
    x, y = x * shrink % _FIELD, y * shrink % _FIELD
    return (y | ((x % 2) << 255)).to_bytes(32, "little")


def _add(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _FIELD
    b = (one[1] + one[0]) * (other[1] + other[0]) % _FIELD
    c = 2 * one[3] * other[3] * _D % _FIELD
    d = 2 * one[2] * other[2] % _FIELD
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _FIELD, g * h % _FIELD, f * g % _FIELD, e * h % _FIELD)


def _times(point: _Point, times: int) -> _Point:
    total = _NEUTRAL
    while times > 0:
        if times % 2 == 1:
            total = _add(total, point)
        point = _add(point, point)
        times //= 2
    return total


def _base() -> _Point:
    y = 4 * pow(5, -1, _FIELD) % _FIELD
    point = _read(y.to_bytes(32, "little"))
    assert point is not None
    return point


_BASE = _base()
