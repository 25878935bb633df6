"""What can go wrong between a question and a believable answer."""

from __future__ import annotations

from typing import Optional

from ._json import Json


class AssayError(Exception):
    """The service refused the question, or could not be asked.

    Nothing was charged; only where a paid call got no reply, or a payment a 5xx, even after further
    tries, that is not known.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: Optional[int] = None,
        retry_after_s: Optional[float] = None,
        body: Json = None,
    ) -> None:
        super().__init__(message)
        #: One of docs/reference/errors.md, or `unreachable`, `timeout`, `no_verifier`, `not_json`,
        #: `reply_too_large`, `pending`, `spending_cap`, `price_unknown`, `no_payable_offer`,
        #: `wallet_failed`.
        self.code = code
        #: None when there was no reply at all.
        self.status = status
        #: Seconds after which another try is welcome.
        self.retry_after_s = retry_after_s
        #: The reply's body, where it was JSON.
        self.body = body


class ReceiptInvalid(Exception):
    """An answer came, and it is not what it claims to be."""

    def __init__(self, reason: str, received: str) -> None:
        super().__init__(f"The answer's receipt does not hold: {reason}")
        #: A reason of docs/formats/attestation.md, or `other_type`, `other_question`, `other_answer`.
        self.reason = reason
        #: As it came, for whoever wants to complain.
        self.received = received
