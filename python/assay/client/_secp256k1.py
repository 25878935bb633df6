"""Whose signature is this: recovers the public key of an ECDSA signature over secp256k1.

Only what is public goes through here, so that nothing is lost where it takes a different time for
different numbers. Nothing in this package signs.
"""

from __future__ import annotations

from typing import Optional, Tuple

FIELD = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_BASE_X = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
_BASE_Y = 0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8

#: X / Z², Y / Z³; Z is 0 for the point at infinity.
_Point = Tuple[int, int, int]
_INFINITY: _Point = (1, 1, 0)
_BASE: _Point = (_BASE_X, _BASE_Y, 1)


def recover(digest: bytes, r: int, s: int, parity: int) -> Optional[bytes]:
    """The two coordinates of the public key, 64 bytes; None when no key fits the signature."""
    square = (pow(r, 3, FIELD) + 7) % FIELD
    root = pow(square, (FIELD + 1) // 4, FIELD)
    if root * root % FIELD != square:
        return None
    nonce: _Point = (r, root if root % 2 == parity else FIELD - root, 1)
    inverse = pow(r, -1, ORDER)
    hashed = int.from_bytes(digest, "big")
    key = _sum_of(_BASE, -hashed * inverse % ORDER, nonce, s * inverse % ORDER)
    if key[2] == 0:
        return None
    shrink = pow(key[2], -1, FIELD)
    x = key[0] * shrink * shrink % FIELD
    y = key[1] * pow(shrink, 3, FIELD) % FIELD
    return x.to_bytes(32, "big") + y.to_bytes(32, "big")


def _sum_of(one: _Point, times: int, other: _Point, other_times: int) -> _Point:
    """one * times + other * other_times, bit by bit."""
    both = _add(one, other)
    total = _INFINITY
    for bit in range(max(times.bit_length(), other_times.bit_length()) - 1, -1, -1):
        total = _double(total)
        if times >> bit & 1:
            total = _add(total, both if other_times >> bit & 1 else one)
        elif other_times >> bit & 1:
            total = _add(total, other)
    return total


def _double(point: _Point) -> _Point:
    x, y, z = point
    if z == 0 or y == 0:
        return _INFINITY
    squared = y * y % FIELD
    s = 4 * x * squared % FIELD
    m = 3 * x * x % FIELD
    new_x = (m * m - 2 * s) % FIELD
    return new_x, (m * (s - new_x) - 8 * squared * squared) % FIELD, 2 * y * z % FIELD


def _add(one: _Point, other: _Point) -> _Point:
    if one[2] == 0:
        return other
    if other[2] == 0:
        return one
    one_z2, other_z2 = one[2] * one[2] % FIELD, other[2] * other[2] % FIELD
    u, other_u = one[0] * other_z2 % FIELD, other[0] * one_z2 % FIELD
    v, other_v = one[1] * other_z2 * other[2] % FIELD, other[1] * one_z2 * one[2] % FIELD
    if u == other_u:
        return _double(one) if v == other_v else _INFINITY
    h, r = (other_u - u) % FIELD, (other_v - v) % FIELD
    h2 = h * h % FIELD
    h3 = h * h2 % FIELD
    x = (r * r - h3 - 2 * u * h2) % FIELD
    return x, (r * (u * h2 - x) - v * h3) % FIELD, h * one[2] * other[2] % FIELD
