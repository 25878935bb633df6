"""What a client may spend: for one call, and in all. Amounts are whole millionths of a dollar."""

from __future__ import annotations

import re
import threading
from typing import Optional, Union

from .errors import AssayError

_AMOUNT = re.compile(r"(\d{1,9})(?:\.(\d{1,6}))?", re.ASCII)


def parse_usd(written: str) -> Optional[int]:
    """The amount that somebody wrote (`5`, `0.25`), or None when it is not one."""
    match = _AMOUNT.fullmatch(written)
    if match is None:
        return None
    return int(match[1]) * 1_000_000 + int((match[2] or "").ljust(6, "0"))


def render_usd(amount: int) -> str:
    """`2000` → `0.002`: plain decimal, no trailing zeros, at least one digit after the point."""
    digits = str(abs(amount)).rjust(7, "0")
    return f"{'-' if amount < 0 else ''}{digits[:-6]}.{digits[-6:].rstrip('0') or '0'}"


def amount_of(written: Union[str, int, float]) -> int:
    amount = parse_usd(str(written))
    if amount is None:
        raise ValueError(f"{written} is not an amount in USD with up to six decimals")
    return amount


class Reservation:
    """Counts against the total until it is released; one that is neither released nor settled stays."""

    def __init__(self, spending: Spending, price: int) -> None:
        self._spending = spending
        self._price = price
        self._is_open = True

    def settle(self) -> None:
        self._close(self._price)

    def release(self) -> None:
        self._close(0)

    def _close(self, settled: int) -> None:
        with self._spending.lock:
            if self._is_open:
                self._spending.reserved -= self._price
                self._spending.settled += settled
            self._is_open = False


class Spending:
    def __init__(
        self, per_call_usd: Union[str, int, float], total_usd: Union[str, int, float, None]
    ) -> None:
        self._per_call = amount_of(per_call_usd)
        self._total = None if total_usd is None else amount_of(total_usd)
        self.lock = threading.Lock()
        self.reserved = 0
        self.settled = 0

    def reserve(self, price: int, status: Optional[int]) -> Reservation:
        """Raises `spending_cap`. Calls at the same time cannot both have the rest."""
        with self.lock:
            if price > self._per_call:
                _refuse(price, f"and a call may cost {render_usd(self._per_call)}", status)
            left = None if self._total is None else self._total - self.settled - self.reserved
            if left is not None and price > left:
                _refuse(price, f"and {render_usd(left)} are left to spend", status)
            self.reserved += price
        return Reservation(self, price)


def _refuse(price: int, cap: str, status: Optional[int]) -> None:
    message = f"The answer costs {render_usd(price)} USD, {cap}"
    raise AssayError(message, code="spending_cap", status=status)
