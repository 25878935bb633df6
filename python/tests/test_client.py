"""The client on a real service (test/client/python.test.ts starts it), and on ones that lie."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import threading
import time
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional, Tuple

from assay.client import (
    AssayClient,
    AssayError,
    AsyncAssayClient,
    ReceiptInvalid,
    _http,
    new_credit_key,
)
from assay.client._wallet import DOLLARS, payable_offer, signed_payment

URL = os.environ.get("ASSAY_TEST_URL", "")
KEY = os.environ.get("ASSAY_TEST_KEY", "")
FILES = {
    "a.py": "import parcel_kit\nparcel_kit.a()\n",
    "ü/b.py": "import parcel_kit\nparcel_kit.fold()\n",
}

#: Status, headers, body.
Said = Tuple[int, Dict[str, str], bytes]


class Stranger:
    """A server that says what a test tells it to."""

    def __init__(self, say: Callable[[BaseHTTPRequestHandler, int], Said]) -> None:
        self.heard: List[BaseHTTPRequestHandler] = []
        stranger = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", "0")))
                stranger.heard.append(self)
                status, headers, body = say(self, len(stranger.heard))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                with contextlib.suppress(OSError):
                    # Whoever gave up does not listen any more.
                    self.wfile.write(body)

            do_GET = do_POST = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> Stranger:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def problem(status: int, code: str, **headers: str) -> Said:
    return status, headers, json.dumps({"detail": "Words.", "code": code}).encode()


class Questions(unittest.TestCase):
    client: AssayClient

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = AssayClient(URL, timeout_s=300)
        # From here on both releases are in the index.
        cls.client.diff("pypi", "parcel-kit", "1.0", "2.0")

    def test_packages(self) -> None:
        found = self.client.package_exists("pypi", "Parcel_Kit")
        self.assertEqual((found["exists"], found["name"]), (True, "parcel-kit"))
        self.assertFalse(self.client.package_exists("pypi", "unheard-of")["exists"])

    def test_symbols_also_at_a_version_that_is_spelled_otherwise(self) -> None:
        there = self.client.symbol_exists("pypi", "parcel-kit", "fold", version="1.0.0")
        self.assertTrue(there["exists"])
        gone = self.client.symbol_exists("pypi", "parcel-kit", "a")
        self.assertEqual(gone["reason"], "symbol_not_found")

    def test_cards(self) -> None:
        files = {"requirements.txt": "parcel-kit==1.0\n"}
        answer = self.client.card("pypi", "Parcel_Kit", ["a", "nothere"], files=files)
        self.assertEqual(answer["version_from"], "files")
        self.assertEqual([card["exists"] for card in answer["cards"]], [True, False])
        pinned = self.client.card("pypi", "parcel-kit", ["a"], version="1.0.0")
        self.assertEqual(pinned["version_resolved"], "1.0")

    def test_what_changed(self) -> None:
        answer = self.client.diff("pypi", "parcel-kit", "1.0.0", "2.0")
        self.assertEqual(answer["classification"], "breaking")
        self.assertEqual([row["symbol"] for row in answer["removed"]], ["parcel_kit.a"])

    def test_files(self) -> None:
        checked = self.client.check(FILES, {"parcel-kit": "2.0"})
        self.assertEqual([row["code"] for row in checked["findings"]], ["symbol_not_found"])
        upgraded = self.client.upgrade("pypi", "parcel-kit", "1.0", "2.0", FILES)
        self.assertEqual(upgraded["verdict"], "affected")

    def test_pins_that_count_for_nothing_are_told(self) -> None:
        pins = {"Parcel_Kit": "2.0", "npm:parcel-kit": "2.0", "parcel-kid": "2.0"}
        with self.assertWarnsRegex(UserWarning, r": npm:parcel-kit, parcel-kid$"):
            self.client.check(FILES, pins)
        with self.assertRaises(AssayError) as refused:
            self.client.check(FILES, {"parcel-kit==2.0": "2.0"})
        self.assertEqual(refused.exception.status, 422)

    def test_a_key_pays_within_its_bounds(self) -> None:
        paying = AssayClient(URL, api_key=KEY, timeout_s=300, patience_s=300, total_usd="0.01")
        resolved = paying.import_resolve("pypi", "yaml")
        self.assertEqual(resolved["distributions"][0]["package"], "pyyaml")
        self.assertGreater(paying.spent(), 0)
        history = paying.symbol_history("pypi", "parcel-kit", "a")
        self.assertEqual(history["removed_in"], "2.0")
        with self.assertRaises(AssayError) as refused:
            for _ in range(10):
                paying.symbol_history("pypi", "parcel-kit", "fold")
        self.assertEqual(refused.exception.code, "spending_cap")
        self.assertLessEqual(paying.spent(), 10_000)

    def test_refusals_have_the_codes_of_the_service(self) -> None:
        for ask, code, status in (
            (lambda: self.client.import_resolve("pypi", "yaml"), "payment_required", 402),
            (
                lambda: self.client.diff("pypi", "parcel-kit", "1.0", "9.9"),
                "version_not_found",
                422,
            ),
            (lambda: self.client.symbol_exists("pypi", "parcel-kit", ""), "string_too_short", 422),
            (
                lambda: AssayClient(URL, api_key="no").package_exists("pypi", "x"),
                "key_unknown",
                401,
            ),
        ):
            with self.assertRaises(AssayError) as refused:
                ask()
            self.assertEqual((refused.exception.code, refused.exception.status), (code, status))

    def test_receipts(self) -> None:
        answer = self.client.package_exists("pypi", "parcel-kit")
        self.assertTrue(self.client.verify(answer)["valid"])
        self.assertFalse(self.client.verify({**answer, "exists": False})["valid"])
        self.assertEqual(self.client.retractions()["retractions"], [])

    def test_the_loop_goes_on_meanwhile(self) -> None:
        async def ask() -> List[bool]:
            client = AsyncAssayClient(URL, timeout_s=300)
            answers = await asyncio.gather(
                *(client.package_exists("pypi", name) for name in ("parcel-kit", "unheard-of"))
            )
            return [answer["exists"] for answer in answers]

        self.assertEqual(asyncio.run(ask()), [True, False])

    def test_only_pinned_signers_are_believed(self) -> None:
        client = AssayClient(URL, verifiers=["0x" + "1" * 40], timeout_s=300)
        with self.assertRaises(ReceiptInvalid) as refused:
            client.package_exists("pypi", "parcel-kit")
        self.assertEqual(refused.exception.reason, "signer_not_published")
        self.assertIn("parcel-kit", refused.exception.received)


class Lies(unittest.TestCase):
    """Genuine answers of the service, handed to whoever asked something else, or changed."""

    def reason(self, change: Callable[[str], str], ask: Callable[[AssayClient], Any]) -> str:
        def say(handler: BaseHTTPRequestHandler, _: int) -> Said:
            if handler.path == "/policy":
                with urllib.request.urlopen(URL + handler.path) as reply:
                    return 200, {}, reply.read()
            real = AssayClient(URL, timeout_s=300)
            return 200, {}, change(json.dumps(real.package_exists("pypi", "parcel-kit"))).encode()

        with Stranger(say) as stranger, self.assertRaises(ReceiptInvalid) as refused:
            ask(AssayClient(stranger.url, timeout_s=300))
        return refused.exception.reason

    def test_answers_to_other_questions(self) -> None:
        same = str
        self.assertEqual(
            self.reason(same, lambda c: c.package_exists("pypi", "lamp")), "other_question"
        )
        self.assertEqual(
            self.reason(same, lambda c: c.package_exists("npm", "parcel-kit")), "other_question"
        )
        self.assertEqual(
            self.reason(same, lambda c: c.diff("pypi", "parcel-kit", "1", "2")), "other_type"
        )

    def test_changed_answers(self) -> None:
        def ask(client: AssayClient) -> Any:
            return client.package_exists("pypi", "parcel-kit")

        def bare(text: str) -> str:
            answer = json.loads(text)
            return json.dumps({key: answer[key] for key in ("attestation", "signature")})

        denied = lambda text: text.replace('"exists": true', '"exists": false')  # noqa: E731
        self.assertEqual(self.reason(denied, ask), "answer_mismatch")
        self.assertEqual(self.reason(bare, ask), "answer_mismatch")
        self.assertEqual(self.reason(lambda text: text[:-1], ask), "not_json")


class Exchanges(unittest.TestCase):
    def code(self, say: Callable[[BaseHTTPRequestHandler, int], Said], **options: Any) -> str:
        with Stranger(say) as stranger, self.assertRaises(AssayError) as refused:
            AssayClient(stranger.url, **options).retractions()
        return refused.exception.code

    def test_a_503_is_tried_again_and_nothing_else_is(self) -> None:
        def late(_: BaseHTTPRequestHandler, times: int) -> Said:
            busy = problem(503, "overloaded", **{"retry-after": "0"})
            return busy if times < 3 else (200, {}, b'{"retractions": [], "next": null}')

        with Stranger(late) as stranger:
            self.assertIsNone(AssayClient(stranger.url).retractions()["next"])
        with Stranger(lambda *_: problem(500, "internal")) as stranger:
            with self.assertRaises(AssayError):
                AssayClient(stranger.url).retractions()
            self.assertEqual(len(stranger.heard), 1)

    def test_no_redirect_is_followed(self) -> None:
        with Stranger(lambda *_: (200, {}, b"{}")) as other:
            away = (307, {"location": other.url}, b"")
            self.assertEqual(self.code(lambda *_: away), "unreachable")
            self.assertEqual(other.heard, [])

    def test_what_is_no_reply(self) -> None:
        self.assertEqual(self.code(lambda *_: (200, {}, b"<html>")), "not_json")
        self.assertEqual(self.code(lambda *_: (418, {}, b"<html>")), "http_418")
        with self.assertRaises(AssayError) as refused:
            AssayClient("http://127.0.0.1:1").retractions()
        self.assertEqual((refused.exception.code, refused.exception.status), ("unreachable", None))

    def test_time_is_bounded(self) -> None:
        def sleepy(*_: Any) -> Said:
            time.sleep(1)
            return 200, {}, b"{}"

        self.assertEqual(self.code(sleepy, timeout_s=0.2), "timeout")

    def test_size_is_bounded(self) -> None:
        bound = _http.REPLY_MAX_BYTES
        _http.REPLY_MAX_BYTES = 1_000
        try:
            self.assertEqual(self.code(lambda *_: (200, {}, b" " * 1_001)), "reply_too_large")
        finally:
            _http.REPLY_MAX_BYTES = bound

    def test_a_call_whose_outcome_is_open_keeps_its_name(self) -> None:
        prices = [{"method": "POST", "path": "/v1/package/exists", "usd": "0.002"}]
        keys = [{"address": "0x" + "1" * 40}]
        policy = json.dumps({"verifier": {"keys": keys}, "prices": prices}).encode()
        names: List[Optional[str]] = []

        def broken(handler: BaseHTTPRequestHandler, _: int) -> Said:
            if handler.path == "/policy":
                return 200, {}, policy
            names.append(handler.headers.get("idempotency-key"))
            return 502, {}, b""

        with Stranger(broken) as stranger:
            client = AssayClient(stranger.url, api_key="key", retries=0)
            for name in ("lamp", "lamp", "other"):
                with self.assertRaises(AssayError):
                    client.package_exists("pypi", name)
        self.assertEqual(names[0], names[1])
        self.assertNotEqual(names[1], names[2])
        self.assertEqual(client.spent(), 0)


class Payments(unittest.TestCase):
    OFFER = {
        "scheme": "exact",
        "network": "eip155:8453",
        "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        "payTo": "0x" + "2" * 40,
        "amount": "2000",
        "maxTimeoutSeconds": 120,
        "extra": {"name": "USD Coin", "version": "2"},
    }

    def test_only_what_is_understood_is_signed(self) -> None:
        dear = {**self.OFFER, "amount": "3000"}
        found = payable_offer({"x402Version": 2, "accepts": [dear, self.OFFER]}, DOLLARS)
        self.assertEqual(found, (self.OFFER, 2_000))
        for change in (
            {"scheme": "upto"},
            {"network": "eip155:1"},
            {"asset": "0x" + "3" * 40},
            {"payTo": "somebody"},
            {"amount": "-1"},
            {"maxTimeoutSeconds": 601},
            {"maxTimeoutSeconds": True},
            {"extra": None},
            {"extra": {**self.OFFER["extra"], "assetTransferMethod": "permit2"}},  # type: ignore[dict-item]
        ):
            changed = {**self.OFFER, **change}
            self.assertIsNone(payable_offer({"x402Version": 2, "accepts": [changed]}, DOLLARS))
        self.assertIsNone(payable_offer({"x402Version": 1, "accepts": [self.OFFER]}, DOLLARS))

    def test_the_wallet_is_told_what_it_signs(self) -> None:
        class Signed:
            signature = b"\x01" * 65

        class Wallet:
            address = "0x" + "4" * 40
            told: List[Dict[str, Any]] = []

            def sign_typed_data(
                self,
                domain_data: Dict[str, Any],
                message_types: Dict[str, Any],
                message_data: Dict[str, Any],
            ) -> Signed:
                self.told += [domain_data, message_data]
                return Signed()

        signed_payment(self.OFFER, Wallet())
        domain, message = Wallet.told
        self.assertEqual(domain["chainId"], 8453)
        self.assertEqual((message["to"], message["value"]), (self.OFFER["payTo"], 2_000))
        self.assertLessEqual(message["validBefore"], time.time() + 120)


class Options(unittest.TestCase):
    def test_mistakes_are_told_at_once(self) -> None:
        wallet: Any = object()
        for options in (
            {"base_url": "assay.example"},
            {"base_url": URL, "api_key": "two\nlines"},
            {"base_url": URL, "verifiers": ["0x12"]},
            {"base_url": URL, "api_key": "key", "wallet": wallet},
            {"base_url": URL, "patience_s": 1, "wallet": wallet},
        ):
            with self.assertRaises(TypeError):
                AssayClient(**options)  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            AssayClient(URL, per_call_usd="much")

    def test_new_keys(self) -> None:
        one, other = new_credit_key(), new_credit_key()
        self.assertRegex(one.key, r"^assay_[\w-]{43}$")
        self.assertNotEqual(one.key, other.key)
        self.assertRegex(one.key_sha256, r"^[0-9a-f]{64}$")


if __name__ == "__main__":
    unittest.main()
