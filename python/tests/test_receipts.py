"""Receipts of every type, valid and forged: test/corpus/README.md tells what is in the corpus."""

from __future__ import annotations

import base64
import json
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, Tuple, Union

from assay.client import verify_receipt
from assay.client._keccak import keccak256

CORPUS = Path(__file__).resolve().parents[2] / "test" / "corpus" / "receipts"
ADDRESS = "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f"


def forged() -> Iterator[Tuple[str, Dict[str, Any], Union[str, bytes]]]:
    for file in sorted((CORPUS / "forged").glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            received = row["text"] if "text" in row else base64.b64decode(row["base64"])
            yield file.name, row, received


class Receipts(unittest.TestCase):
    def test_every_receipt_that_was_issued_is_valid(self) -> None:
        files = sorted(CORPUS.glob("*.json"))
        self.assertGreater(len(files), 15)
        for file in files:
            with self.subTest(file.name):
                received = file.read_bytes()
                verdict = verify_receipt(received, ["0x" + "0" * 39 + "1", ADDRESS])
                self.assertTrue(verdict.valid)
                self.assertIsNone(verdict.reason)
                self.assertTrue(verdict.answer_matches)
                self.assertEqual(verdict.recovered_address, ADDRESS)
                self.assertEqual(verdict.verifier_address, ADDRESS)
                read = json.loads(received)
                self.assertEqual(verdict.attestation_hash, read["attestation_hash"])
                self.assertEqual(verdict.type, read["attestation"]["type"])
                # What was read of it is judged as its text is.
                self.assertEqual(
                    verify_receipt(read, [ADDRESS]), verify_receipt(received, [ADDRESS])
                )

    def test_every_forgery_has_its_verdict(self) -> None:
        count = 0
        for file, row, received in forged():
            with self.subTest(file=file, change=row["change"]):
                verdict = verify_receipt(received, [ADDRESS])
                self.assertEqual(verdict.reason, row["reason"])
                self.assertEqual(verdict.valid, row["reason"] is None)
                self.assertEqual(verdict.answer_matches, row["answer_matches"])
            count += 1
        self.assertGreater(count, 500)

    def test_nobody_is_believed_who_is_not_published(self) -> None:
        received = (CORPUS / "v0.3.0-npm-hit.json").read_text("utf-8")
        self.assertEqual(verify_receipt(received, []).reason, "signer_not_published")

    def test_what_is_no_json_is_refused(self) -> None:
        for value in ({"a": {1, 2}}, {1: 2}, {"a": float("nan")}, {"a": b""}):
            self.assertEqual(verify_receipt(value, [ADDRESS]).reason, "not_json")  # type: ignore[arg-type]
        deep: Any = []
        for _ in range(100_000):
            deep = [deep]
        self.assertEqual(verify_receipt({"a": deep}, [ADDRESS]).reason, "too_deep")
        self.assertEqual(verify_receipt("[" * 100_000, [ADDRESS]).reason, "not_json")
        self.assertEqual(verify_receipt("[" * 9999 + "]" * 9999, [ADDRESS]).reason, "too_deep")
        self.assertEqual(
            verify_receipt("[1e" + "9" * 9999 + "]", [ADDRESS]).reason, "number_not_exact"
        )


class Keccak(unittest.TestCase):
    def test_known_digests(self) -> None:
        # Around the 136 bytes of a block; the digests are those of two other libraries.
        known = {
            0: "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
            135: "34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446",
            136: "a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e",
            137: "d869f639c7046b4929fc92a4d988a8b22c55fbadb802c0c66ebcd484f1915f39",
        }
        for length, digest in known.items():
            self.assertEqual(keccak256(b"a" * length).hex(), digest)


if __name__ == "__main__":
    unittest.main()
