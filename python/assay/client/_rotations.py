"""What a proof says of the keys of its log, in the line for extra data."""

from __future__ import annotations

import base64
import json
from typing import List, Optional, Tuple

#: Each is a signature to check.
_ROTATIONS_MAX = 1_000
#: Index, leaf, and the path up to the root.
Rotation = Tuple[int, str, List[bytes]]


def read_rotations(extra: Optional[bytes]) -> Optional[Tuple[List[Rotation], List[Rotation]]]:
    """Of the key of the log, and of verifiers; None where they cannot be read.

    What has an attestation is a receipt.
    """
    try:
        value = json.loads((extra or b"").decode("utf-8", "replace"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return [], []
    if not isinstance(value, dict) or "rotations" not in value or "attestation" in value:
        return [], []
    rotations = _read_list(value["rotations"])
    verifiers = _read_list(value.get("verifiers", []))
    return None if rotations is None or verifiers is None else (rotations, verifiers)


def _read_list(told: object) -> Optional[List[Rotation]]:
    if not isinstance(told, list) or len(told) > _ROTATIONS_MAX:
        return None
    rotations: List[Rotation] = []
    for each in told:
        given = each if isinstance(each, dict) else {}
        index, leaf, path = given.get("index"), given.get("leaf"), given.get("path")
        if isinstance(index, float) and index.is_integer():
            index = int(index)
        if type(index) is not int or abs(index) >= 2**53:
            return None
        if not isinstance(leaf, str) or not isinstance(path, list):
            return None
        rotations.append((index, leaf, _hashes(path)))
    return rotations


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _hashes(path: List[object]) -> List[bytes]:
    """What is none leads to no root."""
    hashes = []
    for step in path:
        try:
            hashes.append(base64.b64decode(str(step), validate=True))
        except ValueError:
            hashes.append(b"")
    return hashes
