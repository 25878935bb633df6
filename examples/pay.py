"""Asks a question and pays for the answer with a wallet, over x402 version 2 (docs/guides/take-payments.md).

    pip install eth-account
    ASSAY_WALLET_KEY=0x... python examples/pay.py http://127.0.0.1:8402 npm lodash debounce > answer.json
    python examples/verify_receipt.py answer.json 0x<published address>

Spends up to CAP_MICRO_USD. Prints the answer as it was served; what was paid goes to stderr.
Exit status: 0 an answer came, 1 none, 2 usage.
"""

import base64
import json
import os
import re
import secrets
import sys
import time
import urllib.error
import urllib.request

from eth_account import Account

CAP_MICRO_USD = 10_000
VALID_MAX_S = 600
TRIES = 3
TIMEOUT_S = 60

# Tokens that are worth a dollar and have six decimals: no other amount says what it costs.
DOLLARS = {
    ("eip155:8453", "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"),
    ("eip155:84532", "0x036cbd53842c5426634e7929541ec2318f3dcf7e"),
}

TRANSFER = {
    "TransferWithAuthorization": [
        {"name": "from", "type": "address"},
        {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"},
        {"name": "nonce", "type": "bytes32"},
    ]
}


class Refused(Exception):
    """There is no answer, and this is why."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could carry the payment elsewhere."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


def post(url, body, headers):
    """Status, headers and text of the reply; OSError when there is none."""
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json", **headers},
    )
    try:
        with OPENER.open(request, timeout=TIMEOUT_S) as reply:
            return reply.status, reply.headers, reply.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


def payable(offer):
    return (
        offer.get("scheme") == "exact"
        and (offer.get("network"), str(offer.get("asset")).lower()) in DOLLARS
        and re.fullmatch(r"[0-9]{1,20}", str(offer.get("amount"))) is not None
        and re.fullmatch(r"0x[0-9a-fA-F]{40}", str(offer.get("payTo"))) is not None
        and 0 < offer.get("maxTimeoutSeconds", 0) <= VALID_MAX_S
        and offer.get("extra", {}).get("assetTransferMethod", "eip3009") == "eip3009"
    )


def choose(challenge):
    """The cheapest offer that we can pay, if it is within the cap."""
    offers = sorted(filter(payable, challenge.get("accepts", [])), key=lambda o: int(o["amount"]))
    if not offers:
        raise Refused("the service offers no way to pay that we have")
    if int(offers[0]["amount"]) > CAP_MICRO_USD:
        raise Refused(f"the answer costs {offers[0]['amount']} millionths of a dollar")
    return offers[0]


def sign(account, offer):
    """The value of PAYMENT-SIGNATURE. Whoever has it can collect the amount, once."""
    now = int(time.time())
    authorization = {
        "from": account.address,
        "to": offer["payTo"],
        "value": offer["amount"],
        "validAfter": str(now - 600),
        "validBefore": str(now + offer["maxTimeoutSeconds"]),
        "nonce": "0x" + secrets.token_hex(32),
    }
    domain = {
        "name": offer["extra"]["name"],
        "version": offer["extra"]["version"],
        "chainId": int(offer["network"].split(":")[1]),
        "verifyingContract": offer["asset"],
    }
    numbers = {name: int(authorization[name]) for name in ("value", "validAfter", "validBefore")}
    nonce = bytes.fromhex(authorization["nonce"][2:])
    message = {**authorization, **numbers, "nonce": nonce}
    signed = account.sign_typed_data(domain, TRANSFER, message)
    payload = {
        "x402Version": 2,
        "accepted": offer,
        "payload": {
            "authorization": authorization,
            "signature": "0x" + signed.signature.hex().removeprefix("0x"),
        },
    }
    return base64.b64encode(json.dumps(payload).encode()).decode()


def pay(url, question, payment):
    """Sends the same payment again while its outcome is open, and never another: it costs once."""
    for left in reversed(range(TRIES)):
        try:
            status, headers, text = post(url, question, {"payment-signature": payment})
            if status < 500 or left == 0:
                return status, headers, text
        except OSError:
            if left == 0:
                raise
        time.sleep(1)


def ask(service, question, account):
    url = service.rstrip("/") + "/v1/symbol/exists"
    status, headers, text = post(url, question, {})
    if status == 402:
        payment = sign(account, choose(json.loads(text)))
        status, headers, text = pay(url, question, payment)
    if status != 200:
        raise Refused(f"status {status}: {text}")
    settled = headers.get("payment-response")
    if settled is not None:
        paid = json.loads(base64.b64decode(settled))
        print(f"paid {paid['amount']} in {paid['transaction']}", file=sys.stderr)
    return text


def main():
    key = os.environ.get("ASSAY_WALLET_KEY")
    if len(sys.argv) != 5 or key is None:
        print("usage: pay.py <service> <pypi|npm> <package> <symbol>", file=sys.stderr)
        print("with ASSAY_WALLET_KEY in the environment", file=sys.stderr)
        return 2
    service, ecosystem, package, symbol = sys.argv[1:]
    question = {"ecosystem": ecosystem, "package": package, "symbol": symbol}
    try:
        print(ask(service, question, Account.from_key(key)))
        return 0
    except (Refused, OSError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
