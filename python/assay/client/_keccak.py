"""Keccak-256 as Ethereum uses it, which hashlib's SHA3-256 is not: the padding differs."""

from __future__ import annotations

from typing import List

_WORD = (1 << 64) - 1
_RATE = 136


def _round_constants() -> List[int]:
    """Bits of a shift register, at the places 2^j - 1 of each constant."""
    constants: List[int] = []
    register = 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant |= 1 << ((1 << j) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


_CONSTANTS = _round_constants()


def _rotations() -> List[int]:
    """How far each of the 25 words turns, by its place x + 5 y."""
    turns = [0] * 25
    x, y = 1, 0
    for t in range(24):
        turns[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return turns


_TURNS = _rotations()
#: Where the word at each place goes to.
_GOES_TO = [y + 5 * ((2 * x + 3 * y) % 5) for y in range(5) for x in range(5)]
_NEXT = [(i // 5 * 5 + (i + 1) % 5, i // 5 * 5 + (i + 2) % 5) for i in range(25)]


def _turn(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & _WORD


def _permute(state: List[int]) -> List[int]:
    for constant in _CONSTANTS:
        column = [
            state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]
            for x in range(5)
        ]
        mixed = [column[x - 1] ^ _turn(column[(x + 1) % 5], 1) for x in range(5)]
        moved = [0] * 25
        for place, word in enumerate(state):
            moved[_GOES_TO[place]] = _turn(word ^ mixed[place % 5], _TURNS[place])
        state = [word ^ (~moved[one] & moved[two]) for word, (one, two) in zip(moved, _NEXT)]
        state[0] ^= constant
    return state


def keccak256(data: bytes) -> bytes:
    padding = bytearray(_RATE - len(data) % _RATE)
    padding[0] = 0x01
    padding[-1] |= 0x80
    padded = data + bytes(padding)
    state = [0] * 25
    for start in range(0, len(padded), _RATE):
        for i in range(_RATE // 8):
            at = start + 8 * i
            state[i] ^= int.from_bytes(padded[at : at + 8], "little")
        state = _permute(state)
    return b"".join(word.to_bytes(8, "little") for word in state[:4])
