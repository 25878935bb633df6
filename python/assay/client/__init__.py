"""Asks a service of Assay, and verifies every answer offline before it is returned.

from assay.client import AssayClient

client = AssayClient("http://127.0.0.1:8402")
client.package_exists("pypi", "reqeusts")["exists"]
"""

from ._async_client import AsyncAssayClient
from ._client import AssayClient, CreditKey, Ecosystem, new_credit_key
from ._wallet import PaymentToken, Wallet
from .answers import (
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
from .log import Logged, verify_logged
from .receipts import Verdict, verify_receipt

__all__ = [
    "AssayClient",
    "AssayError",
    "AsyncAssayClient",
    "CheckAnswer",
    "CreditKey",
    "CreditPackAnswer",
    "DiffAnswer",
    "Ecosystem",
    "ImportResolveAnswer",
    "Logged",
    "PackageExistsAnswer",
    "PaymentToken",
    "ReceiptInvalid",
    "ReceiptVerdictAnswer",
    "RetractionsPage",
    "SymbolExistsAnswer",
    "SymbolHistoryAnswer",
    "UpgradeAnswer",
    "Verdict",
    "Wallet",
    "new_credit_key",
    "verify_logged",
    "verify_receipt",
]
