#: builtins, texts
name = "Ada Lovelace"
name.strip().lower().split(" ")[0].title()
", ".join(sorted(name)).encode("utf-8").decode("ascii", errors="ignore")
"%s" % name, "{a}".format(a=1), "a".format_map({"a": 1}), f"{name!r:>10}".rjust(3, "x")
"a".removeprefix("a").casefold().translate(str.maketrans("a", "b")).zfill(3)
b"abc".hex(), bytes.fromhex("00"), bytearray(b"a").extend(b"b"), int.from_bytes(b"a", "big")
(5).bit_length(), 1.5.is_integer(), (1.5).as_integer_ratio(), 3j.conjugate(), True.real
#: builtins, lists, tuples, sets, dicts
items = [3, 1, 2]
items.append(4); items.sort(key=str, reverse=True); items.insert(0, 1); items.extend([1]); items.copy()
(1, 2).index(1), {1}.union({2}), {1}.isdisjoint([]), frozenset([1]).difference([2])
ages = {"a": 1}
ages.setdefault("b", []).append(2)
ages.items(), ages.get("a", 0), ages.pop("a", None), dict.fromkeys("ab", 0), ages.update(c=1), ages | {}
for key, value in ages.items():
    key.trim(), value.anything()
#: builtins, functions
print("a", "b", sep=",", end="", file=None, flush=True)
sorted(items, key=len, reverse=True), max(1, 2, key=str), max([], default=0), min(items), sum(items, start=1)
enumerate(items, start=1), zip([1], [2]), map(str, items), reversed(items), round(1.5, ndigits=1), pow(2, exp=3)
open("a", "rb").read1(), open("a", mode="wb").raw, open("a", newline="", encoding="utf-8").readlines()
int("a", 16), int("a", base=16), str(b"a", "utf-8"), str(object=1), dict(a=1), dict([(1, 2)], b=1), list(), float()
getattr(items, "a", None), isinstance(items, (list, tuple)), vars(), dir(items), iter(items, None), next(iter(items), 0)
type(items).anything(), super().anything(), property(None).getter(None), object().__class__
#: builtins, names that change
data = ""
data = load()
data.anything()
found = []
def look():
    global found
    found = search()
look()
found.first()
def outer():
    result = {}
    def inner():
        nonlocal result
        result = fetch()
    inner()
    result.status_code
rows = []
for page in pages():
    rows = page.rows
    rows.next_page()
response = None
while response is None:
    response = [] if retry() else get()
    response.anything()
value = "" if missing() else compute()
value.anything()
#: builtins, classes
class Config:
    items = []
    name: str = ""
    def __init__(self):
        self.rows = {}
    def run(self):
        self.rows.anything(), self.items.anything(), self.name.anything()
class Text(str):
    def trim(self):
        return Text(self.strip())
def use(text: str):
    text.trim()
def narrow(value: str):
    if isinstance(value, Text):
        value.anything()
    if hasattr(value, "anything"):
        value.anything()
def numbers(a: int, b: float):
    a.item(), b.item()
#: builtins, what the file calls its own
from pkg import *
len(1, 2, 3)
#: builtins, a function of the same name
def print(*values, color=None): ...
print("a", color="red")
#: builtins, expected errors
import pytest
with pytest.raises(AttributeError):
    "a".trim()
try:
    "a".decode("utf-8")
except AttributeError:
    pass
"a".decode("utf-8")  # type: ignore
