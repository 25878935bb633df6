"""Does an answer stand in the log of the service? Offline, from its receipt, a proof and the key of the log.

It does what docs/formats/log.md says; the codes are those of `assay verify --proof`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence, Tuple, Union

from ._ed25519 import is_signed
from ._json import JsonFault, canonical, members_of, parse
from ._rotations import Rotation, read_rotations
from .receipts import recover_address

_KINDS = {1: "log", 4: "witness"}
_KEY = re.compile(r"([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})")
# White space as Unicode has it, which no name of a key has.
_SPACE = re.compile("[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_CONTROL = re.compile("[\x00-\x1f]")
_CONTROL_BUT_LINES = re.compile("[\x00-\x09\x0b-\x1f]")
# No line ends among them but the line feed: names may have others.
_LINE = re.compile(
    "— ([^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+) "
    "([A-Za-z0-9+/]+={0,2})"
)
# No key that is written so has a quote or a backslash in its name here: such a log is not followed.
_ROTATION = re.compile(
    r'\{"rotation":\{"from":"([^"\\]+)","to":"([^"\\]+)"\},"signature":"([A-Za-z0-9+/]+={0,2})"\}'
)
# Nor is one whose name has them here.
_SUCCESSION = re.compile(
    r'\{"signature":"(0x[0-9a-f]{130})","verifier_rotation":'
    r'\{"from":"(0x[0-9a-f]{40})","log":"([^"\\]+)","to":"(0x[0-9a-f]{40})"\}\}'
)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
_LARGEST = 2**53 - 1
_NOTE_MAX_BYTES = 1_000_000
_SIGNATURES_MAX = 100
_PATH_MAX = 63
_ENTRY_MAX_BYTES = 0xFFFF
_EMPTY_ROOT = hashlib.sha256(b"").digest()


@dataclass(frozen=True)
class Logged:
    """What is to be said of a receipt and its proof."""

    logged: bool
    #: None exactly when it stands in the log; else the first check that failed.
    reason: Optional[str]
    origin: Optional[str] = None
    index: Optional[int] = None
    size: Optional[int] = None
    #: `open` or `sealed`.
    form: Optional[str] = None
    #: Whose cosignatures hold, each with the second since 1970 that it is from.
    witnesses: Tuple[Tuple[str, int], ...] = ()
    #: The key that the log has by now, where it is another one than the one given.
    rotated_to: Optional[str] = None
    #: Addresses that follow those of `verifiers` that were given.
    followed_by: Tuple[str, ...] = ()


def verify_logged(
    receipt: Union[str, bytes],
    proof: Union[str, bytes],
    log_key: str,
    witnesses: Sequence[str] = (),
    quorum: int = 0,
    verifiers: Sequence[str] = (),
) -> Logged:
    """Checks where an answer stands. Check the receipt itself with `verify_receipt` first.

    `proof`: as `GET /log/proof/<attestation_hash>?signature=…` of the service gives it. `log_key`: as its
    `/policy` has it. `witnesses`: keys of those who may have cosigned, of whom `quorum` must have.
    `verifiers`: addresses that are trusted; those that follow them by leaves of the log are told. Check the
    receipt again with these where one of them has signed it.
    """
    log = _Key.read(log_key, "log")
    others = [_Key.read(written, "witness") for written in witnesses]
    leaves = _leaves_of(receipt)
    read = _read_proof(_text_of(proof))
    told = None if read is None else read_rotations(read[3])
    if read is None or told is None:
        return Logged(logged=False, reason="proof_malformed")
    index, path, note, _ = read
    rotations, successions = told
    try:
        newest = _follow(log, rotations)
        size, root, seen = _open_checkpoint(note, newest, others)
        for place, leaf, up in [*rotations, *successions]:
            if not _stands(leaf.encode("utf-8", "surrogatepass"), place, up, size, root):
                raise _Fault("rotation_false")
        followed, gone = _succeed(verifiers, successions, log.name)
    except _Fault as fault:
        return Logged(logged=False, reason=fault.reason)
    for form, leaf in leaves:
        if _stands(leaf, index, path, size, root):
            break
    else:
        return Logged(logged=False, reason="not_included")
    if gone.get(_verifier_of(receipt), size) < index:
        return Logged(logged=False, reason="verifier_gone")
    if len(seen) < quorum:
        return Logged(logged=False, reason="witnesses_missing")
    rotated_to = None if newest == log else newest.written
    return Logged(True, None, log.name, index, size, form, tuple(seen), rotated_to, followed)


class _Fault(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class _Key:
    name: str
    id: str
    kind: str
    public_key: bytes
    written: str

    @classmethod
    def read(cls, written: str, kind: str) -> _Key:
        match = _KEY.fullmatch(written)
        key = _from_base64(match[3]) if match else None
        if match is None or key is None or len(key) != 33 or not _is_name(match[1]):
            raise ValueError("a key is written name+0123abcd+A…")
        if _KINDS.get(key[0]) != kind:
            raise ValueError(f"this is not the key of a {kind}")
        digest = hashlib.sha256(match[1].encode("utf-8") + b"\n" + key).hexdigest()
        if digest[:8] != match[2]:
            raise ValueError("the id of the key is not its own")
        return cls(match[1], match[2], kind, key[1:], written)


def _is_name(name: str) -> bool:
    return bool(name) and "+" not in name and not _SPACE.search(name) and not _CONTROL.search(name)


def _from_base64(text: str) -> Optional[bytes]:
    """None for whatever is not written as it would be written back."""
    try:
        value = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return value if base64.b64encode(value).decode("ascii") == text else None


def _text_of(given: Union[str, bytes]) -> str:
    if isinstance(given, str):
        return given
    try:
        return given.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _leaves_of(receipt: Union[str, bytes]) -> List[Tuple[str, bytes]]:
    try:
        value = members_of(parse(_text_of(receipt)))
        attestation = canonical((value or {}).get("attestation"))
    except JsonFault:
        raise ValueError("this is not a receipt") from None
    signature = (value or {}).get("signature")
    if not isinstance(signature, str) or not re.fullmatch("0x[0-9a-f]{130}", signature):
        raise ValueError("this is not a receipt")
    shown = ('{"attestation":%s,"signature":"%s"}' % (attestation, signature)).encode("utf-8")
    digest = hashlib.sha256(b"assay.log.sealed/1\n" + shown).hexdigest()
    sealed = ("sealed", ('{"sealed":"%s"}' % digest).encode("ascii"))
    return [("open", shown), sealed] if len(shown) <= _ENTRY_MAX_BYTES else [sealed]


def _number(text: str) -> Optional[int]:
    if not _NUMBER.fullmatch(text) or int(text) > _LARGEST:
        return None
    return int(text)


def _read_proof(text: str) -> Optional[Tuple[int, List[bytes], str, Optional[bytes]]]:
    head, found, note = text.partition("\n\n")
    lines = head.split("\n")
    if not found or lines.pop(0) != "c2sp.org/tlog-proof@v1":
        return None
    extra = None
    if lines and re.fullmatch("extra [A-Za-z0-9+/]*={0,2}", lines[0]):
        extra = _from_base64(lines.pop(0)[len("extra ") :])
        if extra is None:
            return None
    first = lines.pop(0) if lines else ""
    index = _number(first[len("index ") :]) if first.startswith("index ") else None
    if index is None or len(lines) > _PATH_MAX:
        return None
    path = [_from_base64(line) for line in lines]
    if any(step is None or len(step) != 32 for step in path):
        return None
    return index, [step for step in path if step is not None], note, extra


def _follow(log: _Key, rotations: Sequence[Rotation]) -> _Key:
    """The key that the log has by now. Each leaf is signed with the key that goes, and none goes twice."""
    keys = [log]
    left = set()
    for _, leaf, _ in sorted(rotations, key=lambda rotation: rotation[0]):
        first, second = _read_rotation(leaf)
        if first.name != log.name or first.written in left:
            raise _Fault("rotation_false")
        left.add(first.written)
        if first == keys[-1]:
            keys.append(second)
        elif len(keys) > 1:
            raise _Fault("rotation_false")
    if len({key.written for key in keys}) != len(keys):
        raise _Fault("rotation_false")
    return keys[-1]


def _read_rotation(leaf: str) -> Tuple[_Key, _Key]:
    match = _ROTATION.fullmatch(leaf)
    try:
        first = _Key.read(match[1] if match else "", "log")
        second = _Key.read(match[2] if match else "", "log")
    except ValueError:
        raise _Fault("rotation_false") from None
    signature = _from_base64(match[3]) if match else None
    text = f"assay.log.rotation/1\n{first.written}\n{second.written}\n".encode("utf-8")
    if first.name != second.name or first == second or signature is None:
        raise _Fault("rotation_false")
    if not is_signed(first.public_key, text, signature):
        raise _Fault("rotation_false")
    return first, second


def _succeed(
    verifiers: Sequence[str], successions: Sequence[Rotation], origin: str
) -> Tuple[Tuple[str, ...], Dict[str, int]]:
    """Those that follow the trusted verifiers, and where each of those stands that was followed."""
    known = {address.lower() for address in verifiers}
    followed: List[str] = []
    gone: Dict[str, int] = {}
    for index, leaf, _ in sorted(successions, key=lambda each: each[0]):
        first, second = _read_succession(leaf, origin)
        if first in gone or second in gone:
            raise _Fault("rotation_false")
        gone[first] = index
        if first in known and second not in known:
            known.add(second)
            followed.append(second)
    return tuple(followed), gone


def _read_succession(leaf: str, origin: str) -> Tuple[str, str]:
    match = _SUCCESSION.fullmatch(leaf)
    if match is None or match[3] != origin or match[2] == match[4]:
        raise _Fault("rotation_false")
    text = f"assay.verifier_rotation/1\n{match[3]}\n{match[2]}\n{match[4]}\n".encode("utf-8")
    if recover_address(text, match[1])[0] != match[2]:
        raise _Fault("rotation_false")
    return match[2], match[4]


def _verifier_of(receipt: Union[str, bytes]) -> str:
    attestation = members_of((members_of(parse(_text_of(receipt))) or {}).get("attestation")) or {}
    verifier = attestation.get("verifier")
    return verifier if isinstance(verifier, str) else ""


def _stands(leaf: bytes, index: int, path: Sequence[bytes], size: int, root: bytes) -> bool:
    return _root_from(hashlib.sha256(b"\x00" + leaf).digest(), index, size, path) == root


def _open_checkpoint(
    note: str, log: _Key, witnesses: Sequence[_Key]
) -> Tuple[int, bytes, List[Tuple[str, int]]]:
    text, signatures = _read_note(note)
    known: List[_Key] = []
    seen: List[Tuple[str, int]] = []
    for name, key_id, value in signatures:
        fitting = [key for key in [log, *witnesses] if key.name == name and key.id == key_id]
        if not fitting:
            continue
        key = fitting[0]
        time = _time_if_signed(key, text, value)
        if time is None:
            raise _Fault("signature_false")
        if key not in known:
            known.append(key)
            if key.kind == "witness":
                seen.append((key.name, time))
    if not known:
        raise _Fault("signer_unknown")
    lines = text[:-1].split("\n")
    size = _number(lines[1]) if len(lines) > 2 else None
    root = _from_base64(lines[2]) if len(lines) > 2 else None
    if "" in lines or size is None or root is None or len(root) != 32:
        raise _Fault("checkpoint_malformed")
    if size == 0 and root != _EMPTY_ROOT:
        raise _Fault("checkpoint_malformed")
    if lines[0] != log.name:
        raise _Fault("origin_other")
    if log not in known:
        raise _Fault("log_signature_missing")
    return size, root, seen


def _read_note(note: str) -> Tuple[str, List[Tuple[str, str, bytes]]]:
    split = note.rfind("\n\n")
    is_long = len(note.encode("utf-8", "surrogatepass")) > _NOTE_MAX_BYTES
    if is_long or _CONTROL_BUT_LINES.search(note) or split < 0 or not note.endswith("\n"):
        raise _Fault("note_malformed")
    signatures = []
    lines = note[split + 2 : -1].split("\n")
    if len(lines) > _SIGNATURES_MAX:
        raise _Fault("note_malformed")
    for line in lines:
        match = _LINE.fullmatch(line)
        value = _from_base64(match[2]) if match else None
        if match is None or value is None or len(value) <= 4 or not _is_name(match[1]):
            raise _Fault("note_malformed")
        signatures.append((match[1], value[:4].hex(), value[4:]))
    return note[: split + 1], signatures


def _time_if_signed(key: _Key, text: str, value: bytes) -> Optional[int]:
    """0 for the log itself, whose signatures have no time; None where it is not a signature."""
    if key.kind == "log":
        return 0 if is_signed(key.public_key, text.encode("utf-8"), value) else None
    time = int.from_bytes(value[:8], "big")
    if len(value) != 72 or not 0 < time <= _LARGEST:
        return None
    message = f"cosignature/v1\ntime {time}\n{text}".encode("utf-8")
    return time if is_signed(key.public_key, message, value[8:]) else None


def _root_from(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> Optional[bytes]:
    """The root that the path leads to, after RFC 9162, section 2.1.3.2; None where it leads nowhere."""
    if not 0 <= index < size:
        return None
    at, last, root = index, size - 1, leaf
    for step in path:
        if last == 0:
            return None
        if at % 2 == 1 or at == last:
            root = hashlib.sha256(b"\x01" + step + root).digest()
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            root = hashlib.sha256(b"\x01" + root + step).digest()
        at, last = at // 2, last // 2
    return root if last == 0 else None
