"""Pays for an answer over x402, version 2: one answer, one payment, however often it has to be sent.

The wallet signs; this package never sees its key. A 402 comes from whoever answers, so that nothing in
it is taken on trust.
"""

from __future__ import annotations

import base64
import json
import re
import secrets
import time
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Protocol, Sequence, Tuple

from ._ask import Ask, OpenCalls, Send
from ._http import Reply, Request, is_undecided, json_in, refusal_of, text_of
from ._json import Json, items_of, members_of
from ._spending import Reservation, Spending
from .errors import AssayError

#: A signature is good for this long at most, whatever is asked for.
VALID_MAX_S = 600
#: How far clocks may be apart.
_BEFORE_S = 600

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}")
_NETWORK = re.compile(r"eip155:([1-9][0-9]{0,15})")
_AMOUNT = re.compile(r"[0-9]{1,78}")

_TRANSFER = {
    "TransferWithAuthorization": [
        {"name": "from", "type": "address"},
        {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"},
        {"name": "nonce", "type": "bytes32"},
    ]
}


class SignedData(Protocol):
    @property
    def signature(self) -> bytes: ...


class Wallet(Protocol):
    """A local account of eth-account's is one: `eth_account.Account.from_key(…)`."""

    @property
    def address(self) -> str: ...

    def sign_typed_data(
        self,
        domain_data: Dict[str, Any],
        message_types: Dict[str, Any],
        message_data: Dict[str, Any],
    ) -> SignedData: ...


@dataclass(frozen=True)
class PaymentToken:
    """A token that is worth a dollar, and moves by signature (EIP-3009)."""

    #: Such as `eip155:8453`.
    network: str
    address: str
    decimals: int = 6


#: The dollars of Circle on Base, and on its network for tests.
DOLLARS = (
    PaymentToken("eip155:8453", "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"),
    PaymentToken("eip155:84532", "0x036cbd53842c5426634e7929541ec2318f3dcf7e"),
)

_Offer = Mapping[str, Json]
_Payment = Tuple[str, Reservation]


def wallet_ask(
    send: Send, wallet: Wallet, tokens: Sequence[PaymentToken], spending: Spending
) -> Ask:
    calls: OpenCalls[_Payment] = OpenCalls()

    def payment_for(challenge: Reply) -> _Payment:
        body = refusal_of(challenge).body
        found = payable_offer(body, [*tokens, *DOLLARS])
        if found is None:
            message = "The service offers no way to pay that this wallet has"
            raise AssayError(message, code="no_payable_offer", status=402, body=body)
        offer, price = found
        reservation = spending.reserve(price, 402)
        try:
            return signed_payment(offer, wallet), reservation
        except Exception as failed:
            reservation.release()
            message = "The wallet did not sign the payment"
            raise AssayError(message, code="wallet_failed", status=402) from failed

    def pay(request: Request, payment: _Payment) -> Reply:
        header, reservation = payment
        is_open = True
        try:
            # From here on the service can collect, whatever it says. What it does not own up to stays
            # reserved: a signature cannot be taken back.
            reply = send(request.with_headers(payment_signature=header), "named")
            is_open = is_undecided(reply)
            if _is_settled(reply):
                reservation.settle()
            return reply
        finally:
            if is_open:
                calls.keep(request, payment)

    def ask(request: Request) -> str:
        before = calls.take(request)
        first = send(request, "once") if before is None else pay(request, before)
        # A 402 to a payment that was open: it can no longer pay, and has not.
        if first.status != 402:
            return text_of(first)
        return text_of(pay(request, payment_for(first)))

    return ask


def payable_offer(challenge: Json, tokens: Sequence[PaymentToken]) -> Optional[Tuple[_Offer, int]]:
    """The cheapest offer of a token whose worth is known, and its price; None without one."""
    members = members_of(challenge) or {}
    if members.get("x402Version") != 2:
        return None
    payable: List[Tuple[_Offer, int]] = []
    for offered in items_of(members.get("accepts")) or []:
        offer = members_of(offered)
        if offer is None or not _is_understood(offer):
            continue
        for token in tokens:
            if (
                token.network == offer["network"]
                and token.address.lower() == offer["asset"].lower()
            ):
                unit = 10**token.decimals
                # Rounded up.
                payable.append((offer, -(-int(offer["amount"]) * 1_000_000 // unit)))
                break
    return min(payable, key=lambda found: found[1], default=None)


def _is_understood(offer: _Offer) -> bool:
    """Transfers that the token itself carries out by signature: no other kind is signed."""
    forms = {"network": _NETWORK, "asset": _ADDRESS, "payTo": _ADDRESS, "amount": _AMOUNT}
    for member, form in forms.items():
        value = offer.get(member)
        if not isinstance(value, str) or form.fullmatch(value) is None:
            return False
    seconds, extra = offer.get("maxTimeoutSeconds"), members_of(offer.get("extra"))
    if isinstance(seconds, bool) or not isinstance(seconds, int) or extra is None:
        return False
    texts = (extra.get("name"), extra.get("version"))
    return bool(
        offer.get("scheme") == "exact"
        and 0 < seconds <= VALID_MAX_S
        and extra.get("assetTransferMethod", "eip3009") == "eip3009"
        and all(isinstance(text, str) for text in texts)
    )


def signed_payment(offer: _Offer, wallet: Wallet) -> str:
    """The value of PAYMENT-SIGNATURE. Whoever has it can collect the amount, once."""
    now = int(time.time())
    nonce = secrets.token_bytes(32)
    numbers = {
        "value": int(offer["amount"]),
        "validAfter": now - _BEFORE_S,
        "validBefore": now + int(offer["maxTimeoutSeconds"]),
    }
    parties = {"from": wallet.address, "to": offer["payTo"]}
    domain = {
        "name": offer["extra"]["name"],
        "version": offer["extra"]["version"],
        "chainId": int(offer["network"].split(":")[1]),
        "verifyingContract": offer["asset"],
    }
    signed = wallet.sign_typed_data(domain, _TRANSFER, {**parties, **numbers, "nonce": nonce})
    texts = {name: str(number) for name, number in numbers.items()}
    authorization = {**parties, **texts, "nonce": "0x" + nonce.hex()}
    payload = {"authorization": authorization, "signature": "0x" + bytes(signed.signature).hex()}
    whole = {"x402Version": 2, "accepted": offer, "payload": payload}
    return base64.b64encode(json.dumps(whole).encode("utf-8")).decode("ascii")


def _is_settled(reply: Reply) -> bool:
    try:
        said = json_in(base64.b64decode(reply.headers.get("payment-response", "")).decode("utf-8"))
    except ValueError:
        return False
    return (members_of(said) or {}).get("success") is True
