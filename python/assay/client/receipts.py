"""Is this receipt genuine, and does the answer that comes with it match? Offline, from the text alone.

It does what docs/formats/attestation.md says and nothing else; the codes are those of its section 7.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Sequence, Tuple, Union

from ._json import Json, JsonFault, canonical, items_of, members_of, parse
from ._keccak import keccak256
from ._secp256k1 import ORDER, recover

#: Members of an answer that the signature leaves out: how it was served, and the receipt.
UNSIGNED = frozenset(["source", "served_in_ms", "attestation", "attestation_hash", "signature"])

_HEX = re.compile(r"[0-9a-f]*")
_ANY_HEX = re.compile(r"[0-9a-fA-F]*")
# White space as ECMAScript has it, whose `\s` the service uses.
_SPACE = re.compile("[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]")


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a receipt."""

    valid: bool
    #: None exactly when the receipt is valid; else the first check that failed.
    reason: Optional[str]
    #: Who signed, lower case; None when no address can be recovered.
    recovered_address: Optional[str] = None
    #: The published address that the attestation names, else the current one.
    verifier_address: Optional[str] = None
    #: keccak256 of the attestation's canonical bytes, computed here.
    attestation_hash: Optional[str] = None
    type: Optional[str] = None
    #: Whether the answer that came along is the signed one; None when it was not compared.
    answer_matches: Optional[bool] = None


def verify_receipt(
    receipt: Union[str, bytes, Mapping[str, Json]], verifiers: Sequence[str]
) -> Verdict:
    """Checks a receipt: its text (preferred: only text can show equal keys and inexact numbers), or
    what was read of it. Either `{"attestation": …, "signature": …}` or a whole answer.

    `verifiers`: every address that was ever published, the current one first.
    """
    published = [address.lower() for address in verifiers]
    current = published[0] if published else None
    try:
        value = members_of(_value_of(receipt))
        if value is None:
            raise JsonFault("receipt_malformed")
        attestation = members_of(value.get("attestation"))
        if attestation is None:
            raise JsonFault("attestation_malformed")
        kind, verifier = attestation.get("type"), attestation.get("verifier")
        if not isinstance(kind, str) or not isinstance(verifier, str):
            raise JsonFault("attestation_malformed")
        message = canonical(attestation).encode("utf-8")
    except JsonFault as fault:
        return Verdict(valid=False, reason=fault.reason, verifier_address=current)
    computed = "0x" + keccak256(message).hex()
    address, reason = recover_address(message, value.get("signature"))
    if reason is None:
        if address not in published:
            reason = "signer_not_published"
        elif address != verifier:
            reason = "verifier_mismatch"
        elif value.get("attestation_hash", computed) != computed:
            reason = "attestation_hash_mismatch"
    # The digest in an attestation that is not proven proves nothing.
    matches = None if reason is not None else _match(value, attestation)
    if matches is False:
        reason = "answer_mismatch"
    return Verdict(
        valid=reason is None,
        reason=reason,
        recovered_address=address,
        verifier_address=verifier if verifier in published else current,
        attestation_hash=computed,
        type=kind,
        answer_matches=matches,
    )


def recover_address(message: bytes, signature: Json) -> Tuple[Optional[str], Optional[str]]:
    """The address that signed the message (EIP-191), or None and why the signature names none."""
    numbers, fault = _numbers_in(signature)
    if numbers is None:
        return None, fault
    prefix = b"\x19Ethereum Signed Message:\n%d" % len(message)
    r, s, parity = numbers
    key = recover(keccak256(prefix + message), r, s, parity)
    if key is None:
        return None, "signature_unrecoverable"
    return "0x" + keccak256(key)[12:].hex(), None


def _value_of(receipt: Union[str, bytes, Mapping[str, Json]]) -> Json:
    if isinstance(receipt, bytes):
        try:
            return parse(receipt.decode("utf-8"))
        except UnicodeDecodeError:
            raise JsonFault("not_json") from None
    # What was read already takes the road of text: one set of rules, and nobody can change it meanwhile.
    return parse(receipt if isinstance(receipt, str) else canonical(receipt))


def _numbers_in(signature: Json) -> Tuple[Optional[Tuple[int, int, int]], Optional[str]]:
    """r, s and the parity of the one encoding that is accepted."""
    if not isinstance(signature, str) or signature == "":
        return None, "signature_missing"
    if _SPACE.search(signature):
        return None, "signature_whitespace"
    if not signature.startswith("0x"):
        return None, "signature_prefix"
    digits = signature[2:]
    if not _HEX.fullmatch(digits):
        return None, "signature_case" if _ANY_HEX.fullmatch(digits) else "signature_malformed"
    if len(digits) == 128:
        return None, "signature_compact"
    if len(digits) != 130:
        return None, "signature_malformed"
    r, s, v = int(digits[:64], 16), int(digits[64:128], 16), int(digits[128:], 16)
    if not (0 < r < ORDER and 0 < s < ORDER):
        return None, "signature_range"
    if s > ORDER // 2:
        return None, "signature_high_s"
    if v not in (27, 28):
        return None, "signature_v"
    return (r, s, v - 27), None


def _match(receipt: Dict[str, Json], attestation: Dict[str, Json]) -> Optional[bool]:
    """None when nothing of an answer comes with the attestation."""
    answer = {key: value for key, value in receipt.items() if key not in UNSIGNED}
    if not answer:
        return None
    if "proof" in answer:
        answer["proof"] = _without_extracted_at(answer["proof"])
    digest = hashlib.sha256(canonical(answer).encode("utf-8")).hexdigest()
    return bool(attestation.get("answer_sha256") == digest)


def _without_extracted_at(value: Json) -> Json:
    items, members = items_of(value), members_of(value)
    if items is not None:
        return [_without_extracted_at(item) for item in items]
    if members is None:
        return value
    kept = {key: member for key, member in members.items() if key != "extracted_at"}
    return {key: _without_extracted_at(member) for key, member in kept.items()}
