"""A receipt that verifies may still belong to another question, and an answer may say something else
than its signed verdict. Both are looked at, by the rules of the TypeScript client."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Iterable, List, Mapping, Optional, Set, Tuple, Union

from ._json import Json, items_of, members_of

#: A question as it is signed; what was not given is None.
Question = Mapping[str, Union[str, List[str], None]]

_NAMES = frozenset(["name", "package"])
_VERSIONS = frozenset(["version", "from_version", "to_version"])


def answer_fault(answer: Mapping[str, Json], kind: str, question: Question) -> Optional[str]:
    """None when the answer is one to the question that was put."""
    attestation = members_of(answer.get("attestation"))
    if attestation is None or attestation.get("type") != kind:
        return "other_type"
    signed = members_of(attestation.get("question"))
    if signed is None or not _is_same_question(question, signed):
        return "other_question"
    return None if _is_consistent(answer, attestation.get("verdict")) else "other_answer"


def _is_same_question(asked: Question, signed: Mapping[str, Json]) -> bool:
    """Names in their normal form and versions as the registry spells them are the same question."""
    ecosystem = asked.get("ecosystem")
    return all(
        _is_same_field(field, ecosystem, asked.get(field), signed.get(field))
        for field in {*asked, *signed}
    )


def _is_same_field(
    field: str, ecosystem: object, wanted: Union[str, List[str], None], given: Json
) -> bool:
    if isinstance(wanted, list):
        return bool(wanted == given)
    if wanted is None or not isinstance(given, str):
        return wanted is given
    if not isinstance(ecosystem, str) or ecosystem not in ("pypi", "npm"):
        return wanted == given
    if field in _NAMES:
        return normal_name(ecosystem, wanted) == given
    if field in _VERSIONS and is_same_version(ecosystem, wanted, given):
        return True
    return wanted == given


def _is_consistent(answer: Mapping[str, Json], verdict: Json) -> bool:
    """What programs read of an answer is the signed verdict in other words."""
    for member in ("classification", "verdict"):
        if member in answer:
            return bool(answer[member] == verdict)
    exists = answer.get("exists")
    return exists is (verdict == "exists") if isinstance(exists, bool) else True


def normal_name(ecosystem: str, written: str) -> str:
    """As the registry knows it: PEP 503 on PyPI, as written on npm."""
    return re.sub(r"[-_.]+", "-", written.lower()) if ecosystem == "pypi" else written


_PEP440 = re.compile(
    r"v?(?:(?P<epoch>\d+)!)?(?P<release>\d+(?:\.\d+)*)"
    r"(?:[-_.]?(?P<pre>alpha|beta|preview|pre|a|b|c|rc)[-_.]?(?P<pre_n>\d+)?)?"
    r"(?P<post>-(?P<post_short>\d+)|[-_.]?(?:post|rev|r)[-_.]?(?P<post_n>\d+)?)?"
    r"(?P<dev>[-_.]?dev[-_.]?(?P<dev_n>\d+)?)?"
    r"(?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?",
    re.IGNORECASE | re.ASCII,
)
_PRE = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}

_SEMVER = re.compile(
    r"[v=\s]*(\d+)\.(\d+)\.(\d+)(?:-?((?:\d+|\d*[a-z-][a-z0-9-]*)(?:\.(?:\d+|\d*[a-z-][a-z0-9-]*))*))?"
    r"(?:\+([a-z0-9-]+(?:\.[a-z0-9-]+)*))?",
    re.IGNORECASE | re.ASCII,
)


def is_same_version(ecosystem: str, one: str, other: str) -> bool:
    """Whether two spellings are one version by the rules of their ecosystem."""
    if one == other:
        return True
    read = _pypi_version if ecosystem == "pypi" else _npm_version
    first, second = read(one), read(other)
    return first is not None and first == second


def _number(digits: str) -> str:
    """Without leading zeros, and a text still: a version may have more digits than int() takes."""
    return digits.lstrip("0") or "0"


def _parts(written: str) -> Tuple[str, ...]:
    return tuple(_number(part) if part.isdigit() else part for part in re.split(r"[-_.]", written))


def _pypi_version(written: str) -> Optional[Tuple[object, ...]]:
    match = _PEP440.fullmatch(written)
    if match is None:
        return None
    release = [_number(part) for part in match["release"].split(".")]
    while len(release) > 1 and release[-1] == "0":
        release.pop()
    pre = match["pre"]
    return (
        _number(match["epoch"] or "0"),
        tuple(release),
        pre and (_PRE.get(pre.lower(), pre.lower()), _number(match["pre_n"] or "0")),
        match["post"] and _number(match["post_short"] or match["post_n"] or "0"),
        match["dev"] and _number(match["dev_n"] or "0"),
        match["local"] and _parts(match["local"].lower()),
    )


def _npm_version(written: str) -> Optional[Tuple[object, ...]]:
    match = _SEMVER.fullmatch(written.strip())
    if match is None:
        return None
    major, minor, patch, pre, build = match.groups()
    before = pre and tuple(_number(part) if part.isdigit() else part for part in pre.split("."))
    return _number(major), _number(minor), _number(patch), before, build


def files_digest(files: Mapping[str, str]) -> str:
    """What stands for submitted files in a signed question, by path; docs/formats/attestation.md."""
    return _digest_of([path, _sha256(content)] for path, content in files.items())


def pins_digest(pins: Mapping[str, str]) -> str:
    return _digest_of([name, version] for name, version in pins.items())


def _digest_of(rows: Iterable[Iterable[str]]) -> str:
    lines = [json.dumps(list(row), ensure_ascii=False, separators=(",", ":")) for row in rows]
    # By UTF-16 code units, as ECMAScript sorts.
    lines.sort(key=lambda line: line.encode("utf-16-be", "surrogatepass"))
    return _sha256("\n".join(lines))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def unused_pins(pins: Mapping[str, str], answer: Mapping[str, Any]) -> List[str]:
    """The pins that stand for none of the packages of a check."""
    used = set()
    for row in items_of(answer.get("packages")) or []:
        package = members_of(row) or {}
        ecosystem, name = str(package.get("ecosystem")), str(package.get("package"))
        same = _same_name(ecosystem, name)
        used |= {same, f"{ecosystem}:{same}"}
    return [written for written in pins if not _spellings(written) & used]


def _spellings(written: str) -> Set[str]:
    ecosystem, colon, bare = written.partition(":")
    if colon and ecosystem in ("pypi", "npm"):
        return {f"{ecosystem}:{_same_name(ecosystem, bare)}"}
    return {_same_name("pypi", written), _same_name("npm", written)}


def _same_name(ecosystem: str, name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower() if ecosystem == "pypi" else name
