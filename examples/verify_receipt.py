"""Checks a receipt offline, from docs/formats/attestation.md alone.

    pip install eth-account rfc8785
    python examples/verify_receipt.py receipt.json 0x<published address> [0x<older address> ...]

The file is the whole answer as it was served, or {"attestation": ..., "signature": ...}.
Prints the reason, or "valid". Exit status: 0 valid, 1 not valid, 2 usage.
"""

import hashlib
import json
import re
import sys
from decimal import Decimal

try:
    import rfc8785
    from eth_account import Account
    from eth_account.messages import encode_defunct
    from eth_utils import keccak
except ImportError as missing:
    print(f"{missing.name} is missing: pip install eth-account rfc8785", file=sys.stderr)
    sys.exit(2)

SAFE_INTEGER_MAX = 2**53 - 1
DEPTH_MAX = 32
GROUP_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
UNSIGNED = {"source", "served_in_ms", "attestation", "attestation_hash", "signature"}


class Refused(Exception):
    """Carries a reason of the table in section 7."""


def parse(encoded):
    """Section 1: only a text with a single meaning is read."""
    try:
        value = json.loads(
            encoded.decode("utf-8"),
            object_pairs_hook=unique_members,
            parse_int=exact_number,
            parse_float=exact_number,
            parse_constant=refuse_constant,
        )
    except RecursionError:
        raise Refused("too_deep") from None
    except ValueError:
        raise Refused("not_json") from None
    check_value(value, 0)
    return value


def unique_members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Refused("duplicate_key")
    return members


def exact_number(written):
    value = float(written)
    if abs(value) > SAFE_INTEGER_MAX:
        raise Refused("number_not_exact")
    try:
        # repr gives the shortest digits that read back to the double, as canonical JSON does.
        exact = Decimal(repr(value)) == Decimal(written)
    except ArithmeticError:
        exact = False
    if not exact:
        raise Refused("number_not_exact")
    return int(value) if value.is_integer() else value


def refuse_constant(_name):
    raise Refused("not_json")


def check_value(value, depth):
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise Refused("lone_surrogate")
    elif isinstance(value, (dict, list)):
        if depth >= DEPTH_MAX:
            raise Refused("too_deep")
        items = value if isinstance(value, list) else [*value.keys(), *value.values()]
        for item in items:
            check_value(item, depth + 1)


def check_signature(signature):
    """Section 6: one encoding, although eth-account would take several."""
    if not isinstance(signature, str) or signature == "":
        raise Refused("signature_missing")
    if re.search(r"\s", signature):
        raise Refused("signature_whitespace")
    if not signature.startswith("0x"):
        raise Refused("signature_prefix")
    digits = signature[2:]
    if not re.fullmatch(r"[0-9a-f]*", digits):
        is_hex = re.fullmatch(r"[0-9a-fA-F]*", digits)
        raise Refused("signature_case" if is_hex else "signature_malformed")
    if len(digits) == 128:
        raise Refused("signature_compact")
    if len(digits) != 130:
        raise Refused("signature_malformed")
    r, s, v = int(digits[:64], 16), int(digits[64:128], 16), int(digits[128:], 16)
    if not (0 < r < GROUP_ORDER and 0 < s < GROUP_ORDER):
        raise Refused("signature_range")
    if s > GROUP_ORDER // 2:
        raise Refused("signature_high_s")
    if v not in (27, 28):
        raise Refused("signature_v")


def recover(message, signature):
    try:
        return Account.recover_message(encode_defunct(primitive=message), signature=signature).lower()
    except Exception as error:
        raise Refused("signature_unrecoverable") from error


def signable_answer(receipt):
    """Section 5: the answer without what tells how it was served."""
    answer = {key: value for key, value in receipt.items() if key not in UNSIGNED}
    if "proof" in answer:
        answer["proof"] = without_extracted_at(answer["proof"])
    return answer


def without_extracted_at(value):
    if isinstance(value, list):
        return [without_extracted_at(item) for item in value]
    if isinstance(value, dict):
        return {
            key: without_extracted_at(member)
            for key, member in value.items()
            if key != "extracted_at"
        }
    return value


def verify(encoded, verifiers):
    """Section 7, step by step. Raises Refused with the reason of the first step that fails."""
    receipt = parse(encoded)
    if not isinstance(receipt, dict):
        raise Refused("receipt_malformed")
    attestation = receipt.get("attestation")
    if not isinstance(attestation, dict):
        raise Refused("attestation_malformed")
    if not all(isinstance(attestation.get(key), str) for key in ("type", "verifier")):
        raise Refused("attestation_malformed")
    message = rfc8785.dumps(attestation)
    check_signature(receipt.get("signature"))
    recovered = recover(message, receipt["signature"])
    if recovered not in [address.lower() for address in verifiers]:
        raise Refused("signer_not_published")
    if recovered != attestation["verifier"]:
        raise Refused("verifier_mismatch")
    attestation_hash = "0x" + keccak(message).hex()
    if receipt.get("attestation_hash", attestation_hash) != attestation_hash:
        raise Refused("attestation_hash_mismatch")
    answer = signable_answer(receipt)
    digest = hashlib.sha256(rfc8785.dumps(answer)).hexdigest()
    if answer and digest != attestation.get("answer_sha256"):
        raise Refused("answer_mismatch")


def main(arguments):
    if len(arguments) < 2:
        print("usage: verify_receipt.py <receipt.json> <published address>...", file=sys.stderr)
        return 2
    file, *verifiers = arguments
    with open(file, "rb") as opened:
        encoded = opened.read()
    try:
        verify(encoded, verifiers)
    except Refused as refused:
        print(refused)
        return 1
    print("valid")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
