"""The client for programs with an event loop: the same one, on threads of the loop's own.

A question waits for the network nearly all of its time, so that a thread costs little, and both clients
are one piece of code. A call that is cancelled is not waited for any more; what was sent goes on, and a
payment that was sent is kept for the next call that asks the same.
"""

from __future__ import annotations

import asyncio
import functools
from typing import Any, List, Literal, Mapping, Optional, Sequence, Union

from ._client import PER_CALL_USD, RETRIES, TIMEOUT_S, AssayClient, Ecosystem
from ._wallet import PaymentToken, Wallet
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


class AsyncAssayClient:
    """AssayClient with functions to await; its arguments are the same."""

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
        self._client = AssayClient(
            base_url,
            verifiers=verifiers,
            api_key=api_key,
            wallet=wallet,
            per_call_usd=per_call_usd,
            total_usd=total_usd,
            tokens=tokens,
            timeout_s=timeout_s,
            patience_s=patience_s,
            retries=retries,
        )

    async def package_exists(self, ecosystem: Ecosystem, name: str) -> PackageExistsAnswer:
        return await asyncio.to_thread(self._client.package_exists, ecosystem, name)

    async def symbol_exists(
        self, ecosystem: Ecosystem, package: str, symbol: str, *, version: Optional[str] = None
    ) -> SymbolExistsAnswer:
        ask = self._client.symbol_exists
        return await asyncio.to_thread(ask, ecosystem, package, symbol, version=version)

    async def card(
        self,
        ecosystem: Ecosystem,
        package: str,
        symbols: Sequence[str] = (),
        *,
        version: Optional[str] = None,
        files: Optional[Mapping[str, str]] = None,
        question: Optional[str] = None,
    ) -> CardAnswer:
        ask = functools.partial(self._client.card, version=version, files=files, question=question)
        return await asyncio.to_thread(ask, ecosystem, package, symbols)

    async def diff(
        self, ecosystem: Ecosystem, package: str, from_version: str, to_version: str
    ) -> DiffAnswer:
        ask = self._client.diff
        return await asyncio.to_thread(ask, ecosystem, package, from_version, to_version)

    async def upgrade(
        self,
        ecosystem: Ecosystem,
        package: str,
        from_version: str,
        to_version: str,
        files: Mapping[str, str],
    ) -> UpgradeAnswer:
        ask = self._client.upgrade
        return await asyncio.to_thread(ask, ecosystem, package, from_version, to_version, files)

    async def check(
        self, files: Mapping[str, str], pins: Optional[Mapping[str, str]] = None
    ) -> CheckAnswer:
        return await asyncio.to_thread(self._client.check, files, pins)

    async def symbol_history(
        self, ecosystem: Ecosystem, package: str, symbol: str
    ) -> SymbolHistoryAnswer:
        return await asyncio.to_thread(self._client.symbol_history, ecosystem, package, symbol)

    async def import_resolve(self, ecosystem: Ecosystem, import_name: str) -> ImportResolveAnswer:
        return await asyncio.to_thread(self._client.import_resolve, ecosystem, import_name)

    async def buy_credit(
        self, pack: Literal["5", "20", "100"], key_sha256: str
    ) -> CreditPackAnswer:
        return await asyncio.to_thread(self._client.buy_credit, pack, key_sha256)

    async def verify(self, receipt: Union[str, Mapping[str, Any]]) -> ReceiptVerdictAnswer:
        return await asyncio.to_thread(self._client.verify, receipt)

    async def retractions(self, after: int = 0) -> RetractionsPage:
        return await asyncio.to_thread(self._client.retractions, after)

    async def verifiers(self) -> List[str]:
        return await asyncio.to_thread(self._client.verifiers)

    def spent(self) -> int:
        return self._client.spent()
