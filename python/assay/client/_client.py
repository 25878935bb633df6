"""A client of the service that believes nothing: every answer is checked against the signature, the
digest and the question before it is returned."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import threading
import warnings
from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, Sequence, Union, cast
from urllib.parse import urlencode

from ._ask import Ask, free_ask, key_ask, patient
from ._http import Exchange, Request, get, post
from ._json import Json, items_of, members_of, parse
from ._questions import Question, answer_fault, files_digest, pins_digest, unused_pins
from ._spending import Spending
from ._wallet import PaymentToken, Wallet, wallet_ask
from .answers import (
    CardAnswer,
    CheckAnswer,
    CreditPackAnswer,
    DiffAnswer,
    ImportResolveAnswer,
    PackageExistsAnswer,
    ReceiptVerdictAnswer,
    RetractionsPage,
    SymbolExistsAnswer,
    SymbolHistoryAnswer,
    UpgradeAnswer,
)
from .errors import AssayError, ReceiptInvalid
from .receipts import verify_receipt

Ecosystem = Literal["pypi", "npm"]

TIMEOUT_S = 30.0
RETRIES = 2
PER_CALL_USD = "0.05"


class CreditKey(NamedTuple):
    #: The secret that pays. Keep it before you buy.
    key: str
    #: What `buy_credit` is told.
    key_sha256: str


def new_credit_key() -> CreditKey:
    """A key for prepaid credit."""
    key = "assay_" + base64.urlsafe_b64encode(secrets.token_bytes(32)).decode("ascii").rstrip("=")
    return CreditKey(key, hashlib.sha256(key.encode("ascii")).hexdigest())


@dataclass(frozen=True)
class _Expected:
    kind: str
    question: Question


class AssayClient:
    """Asks a service. Without a key and a wallet the free routes are asked.

    Functions of questions raise AssayError when the service refuses or cannot be reached, and
    ReceiptInvalid when an answer does not hold what it claims. One client serves any number of threads.

    base_url
        Where the service is, such as `https://assay.example`.
    verifiers
        Signing addresses that are believed. Without them the addresses that the service publishes are
        asked for once and believed from then on: enough against a broken cache, not against whoever
        stands in the service's place.
    api_key, wallet
        What pays: a prepaid key, or an account that signs for each answer over x402 (`assay[x402]`).
    per_call_usd, total_usd
        The most that one answer, and all calls of this client, may cost.
    tokens
        Dollars that the wallet may pay with, beside those of Circle on Base.
    timeout_s
        For each wait of each try.
    patience_s
        How long to wait in all for an answer for which packages have to be read first. Not with a
        wallet, whose payments live for minutes.
    retries
        Further tries: of free calls after a 503, of paid ones whenever the outcome is open. They carry
        the same payment or the same name, and cost once.
    """

    def __init__(
        self,
        base_url: str,
        *,
        verifiers: Optional[Sequence[str]] = None,
        api_key: Optional[str] = None,
        wallet: Optional[Wallet] = None,
        per_call_usd: Union[str, int, float] = PER_CALL_USD,
        total_usd: Union[str, int, float, None] = None,
        tokens: Sequence[PaymentToken] = (),
        timeout_s: float = TIMEOUT_S,
        patience_s: Optional[float] = None,
        retries: int = RETRIES,
    ) -> None:
        _check_options(base_url, api_key, verifiers)
        if api_key is not None and wallet is not None:
            raise TypeError("A client pays with a key or with a wallet, not with both")
        if patience_s is not None and wallet is not None:
            raise TypeError("A client with a wallet cannot wait for answers that are fetched later")
        self._verifiers = None if verifiers is None else list(verifiers)
        self._prefix = "/demo/v1" if api_key is None and wallet is None else "/v1"
        self._spending = Spending(per_call_usd, total_usd)
        self._policy_lock = threading.Lock()
        self._published: Json = None
        self._has_wallet = wallet is not None
        exchange = Exchange(base_url, timeout_s=timeout_s, retries=retries)
        send = patient(exchange, patience_s)
        self._free = free_ask(exchange.send)
        self._ask: Ask
        if wallet is not None:
            self._ask = wallet_ask(exchange.send, wallet, tokens, self._spending)
        elif api_key is not None:
            self._ask = key_ask(send, api_key, self._policy, self._spending)
        else:
            self._ask = free_ask(send)

    def package_exists(self, ecosystem: Ecosystem, name: str) -> PackageExistsAnswer:
        question = {"ecosystem": ecosystem, "name": name}
        return cast(PackageExistsAnswer, self._posted("package/exists", "package_exists", question))

    def symbol_exists(
        self, ecosystem: Ecosystem, package: str, symbol: str, *, version: Optional[str] = None
    ) -> SymbolExistsAnswer:
        question = {"ecosystem": ecosystem, "package": package, "symbol": symbol}
        asked = question if version is None else {**question, "version": version}
        return cast(SymbolExistsAnswer, self._posted("symbol/exists", "symbol_exists", asked))

    def card(
        self,
        ecosystem: Ecosystem,
        package: str,
        symbols: Sequence[str] = (),
        *,
        version: Optional[str] = None,
        files: Optional[Mapping[str, str]] = None,
        question: Optional[str] = None,
    ) -> CardAnswer:
        """What one release says of symbols, before code is written against it: the release that
        `version` names, else the one that the manifests in `files` (contents by path) mean, else the
        latest. `question` asks in words. An answer that tells nothing is not charged."""
        named: Dict[str, Union[str, List[str], None]] = {"ecosystem": ecosystem, "package": package}
        if version is not None:
            named["version"] = version
        if symbols:
            named["symbols"] = list(dict.fromkeys(symbols))
        if question is not None:
            named["question"] = question
        sent: Dict[str, Json] = {**named}
        if files:
            sent["files"] = _rows(files)
            named["files_sha256"] = files_digest(files)
        request = post(f"{self._prefix}/card", sent)
        return cast(CardAnswer, self._asked(request, _Expected("symbol_card", named)))

    def diff(
        self, ecosystem: Ecosystem, package: str, from_version: str, to_version: str
    ) -> DiffAnswer:
        question = _diff_question(ecosystem, package, from_version, to_version)
        return cast(DiffAnswer, self._posted("diff", "release_diff", question))

    def upgrade(
        self,
        ecosystem: Ecosystem,
        package: str,
        from_version: str,
        to_version: str,
        files: Mapping[str, str],
    ) -> UpgradeAnswer:
        """What of a diff concerns these files, contents by path."""
        question = _diff_question(ecosystem, package, from_version, to_version)
        request = post(f"{self._prefix}/upgrade", {**question, "files": _rows(files)})
        expected = _Expected("upgrade", {**question, "files_sha256": files_digest(files)})
        return cast(UpgradeAnswer, self._asked(request, expected))

    def check(
        self, files: Mapping[str, str], pins: Optional[Mapping[str, str]] = None
    ) -> CheckAnswer:
        """Is this code real? Contents by path; versions by name, with `pypi:` or `npm:` before it where
        the two have to be told apart. An answer that determines nothing is not charged. A pin of a
        package that the files do not name counts for nothing, and is warned of."""
        fixed = dict(pins or {})
        request = post(f"{self._prefix}/check", {"files": _rows(files), "pins": fixed})
        question = {"files_sha256": files_digest(files), "pins_sha256": pins_digest(fixed)}
        answer = cast(CheckAnswer, self._asked(request, _Expected("code_check", question)))
        unused = unused_pins(fixed, answer)
        if unused:
            named = ", ".join(unused)
            warnings.warn(f"assay: the files name no package of these pins: {named}", stacklevel=2)
        return answer

    def symbol_history(
        self, ecosystem: Ecosystem, package: str, symbol: str
    ) -> SymbolHistoryAnswer:
        """Needs a key or a wallet."""
        question = {"ecosystem": ecosystem, "package": package, "symbol": symbol}
        request = get(f"/v1/symbol/history?{urlencode(question)}")
        return cast(
            SymbolHistoryAnswer, self._asked(request, _Expected("symbol_history", question))
        )

    def import_resolve(self, ecosystem: Ecosystem, import_name: str) -> ImportResolveAnswer:
        """Which distributions an import belongs to. Needs a key or a wallet."""
        question = {"ecosystem": ecosystem, "import": import_name}
        expected = _Expected("import_resolve", question)
        return cast(
            ImportResolveAnswer, self._asked(post("/v1/import/resolve", question), expected)
        )

    def buy_credit(self, pack: Literal["5", "20", "100"], key_sha256: str) -> CreditPackAnswer:
        """Prepaid credit for a key of `new_credit_key`. Needs a wallet, and a `per_call_usd` that allows
        for the pack. The reply is not signed."""
        ask = self._ask if self._has_wallet else self._free
        request = post("/credits/buy", {"pack": pack, "key_sha256": key_sha256})
        return cast(CreditPackAnswer, _unsigned(ask(request)))

    def verify(self, receipt: Union[str, Mapping[str, Any]]) -> ReceiptVerdictAnswer:
        """The service's own word on a receipt, and whether the answer was retracted."""
        return cast(ReceiptVerdictAnswer, _unsigned(self._free(post("/receipts/verify", receipt))))

    def retractions(self, after: int = 0) -> RetractionsPage:
        request = get(f"/v1/retractions?{urlencode({'after': after})}")
        return cast(RetractionsPage, _unsigned(self._free(request)))

    def verifiers(self) -> List[str]:
        """The signing addresses that answers are checked against."""
        return _signers_in(self._policy()) if self._verifiers is None else list(self._verifiers)

    def spent(self) -> int:
        """What the answers have cost, as far as the service has confirmed it: millionths of a dollar."""
        return self._spending.settled

    def _policy(self) -> Json:
        with self._policy_lock:
            if self._published is None:
                self._published = _unsigned(self._free(get("/policy")))
            return self._published

    def _posted(self, route: str, kind: str, question: Mapping[str, str]) -> Json:
        """A question that is sent as it is signed."""
        return self._asked(post(f"{self._prefix}/{route}", question), _Expected(kind, question))

    def _asked(self, request: Request, expected: _Expected) -> Json:
        # Before the answer: one that cannot be checked must not be paid for.
        believed = self.verifiers()
        received = self._ask(request)
        verdict = verify_receipt(received, believed)
        if verdict.reason is not None:
            raise ReceiptInvalid(verdict.reason, received)
        if verdict.answer_matches is not True:
            raise ReceiptInvalid("answer_mismatch", received)
        answer = parse(received)
        fault = answer_fault(answer, f"assay.{expected.kind}/1", expected.question)
        if fault is not None:
            raise ReceiptInvalid(fault, received)
        return answer


def _diff_question(
    ecosystem: str, package: str, from_version: str, to_version: str
) -> Mapping[str, str]:
    return {
        "ecosystem": ecosystem,
        "package": package,
        "from_version": from_version,
        "to_version": to_version,
    }


def _rows(files: Mapping[str, str]) -> List[Mapping[str, str]]:
    return [{"path": path, "content": content} for path, content in files.items()]


def _signers_in(policy: Json) -> List[str]:
    verifier = members_of((members_of(policy) or {}).get("verifier")) or {}
    keys = [members_of(key) or {} for key in items_of(verifier.get("keys")) or []]
    addresses = [key["address"] for key in keys if isinstance(key.get("address"), str)]
    if not addresses:
        raise AssayError("The service names no key", code="no_verifier")
    return addresses


def _unsigned(text: str) -> Json:
    """Of a reply without a signature; what it says is the service's word."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        message = "The service sent something that is not JSON"
        raise AssayError(message, code="not_json", status=200) from fault


def _check_options(
    base_url: str, api_key: Optional[str], verifiers: Optional[Sequence[str]]
) -> None:
    """Mistakes that would else show up as a service that cannot be reached, or with the key in an error."""
    if re.fullmatch(r"https?://\S+", base_url) is None:
        raise TypeError("base_url begins with http:// or https://")
    if api_key is not None and re.fullmatch(r"[\x21-\x7e]+", api_key) is None:
        raise TypeError("api_key holds something that no key holds, such as a line break")
    for address in verifiers or ():
        if re.fullmatch(r"0x[0-9a-fA-F]{40}", address) is None:
            raise TypeError("verifiers are addresses: 0x and 40 hex digits")
