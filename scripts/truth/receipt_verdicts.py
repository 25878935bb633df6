"""Runs examples/verify_receipt.py over many texts in one process.

Standard input: {"verifiers": [...], "texts": [...], "values": [...]}, where values are JSON texts.
Standard output: {"verdicts": [...], "canonical": [...]}.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

import rfc8785
import verify_receipt


def verdict(text, verifiers):
    try:
        verify_receipt.verify(text.encode("utf-8"), verifiers)
    except verify_receipt.Refused as refused:
        return str(refused)
    return None


asked = json.load(sys.stdin)
json.dump(
    {
        "verdicts": [verdict(text, asked["verifiers"]) for text in asked["texts"]],
        # Every number as a double, because that is what RFC 8785 writes.
        "canonical": [
            rfc8785.dumps(json.loads(text, parse_int=float)).decode("utf-8")
            for text in asked["values"]
        ],
    },
    sys.stdout,
)
