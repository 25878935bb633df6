"""The answers as types. Made by scripts/pythonTypes.ts from the schemas of the service."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

# Keys that are words of Python (`import`, `from`) can only be written as texts.

__all__ = [
    "CardAnswer",
    "CheckAnswer",
    "CreditPackAnswer",
    "DiffAnswer",
    "ImportResolveAnswer",
    "PackageExistsAnswer",
    "ReceiptVerdictAnswer",
    "RetractionsPage",
    "SymbolExistsAnswer",
    "SymbolHistoryAnswer",
    "UpgradeAnswer",
]

AdjacentName = TypedDict(
    "AdjacentName",
    {
        "name": str,
        "distance": int,
        "monthly_downloads": Optional[int],
        "cost": int,
    },
)

MeantName = TypedDict(
    "MeantName",
    {
        "name": str,
        "reason": Literal["same_letters", "affix", "word_order", "scope", "import_name"],
        "monthly_downloads": Optional[int],
    },
)

Deprecation = TypedDict(
    "Deprecation",
    {
        "message": str,
        "points_to": Optional[str],
    },
)

Notice = TypedDict(
    "Notice",
    {
        "of": Literal["name", "project", "release"],
        "word": Literal["placeholder", "lookalike", "quarantined", "archived", "deprecated", "yanked"],
        "version": Optional[str],
        "message": Optional[str],
        "points_to": Optional[str],
    },
)

_Proof = TypedDict(
    "_Proof",
    {
        "source_url": Optional[str],
        "artifact_sha256": Optional[str],
        "filename": Optional[str],
        "digest": Optional[Literal["computed", "declared"]],
        "extracted_at": str,
    },
)
_ProofOptional = TypedDict(
    "_ProofOptional",
    {
        "remarks": List[Literal["name_differs", "read_elsewhere", "record_absent", "record_hash", "record_missing", "record_unlisted", "version_differs"]],
    },
    total=False,
)


class Proof(_Proof, _ProofOptional):
    pass


Attestation = TypedDict(
    "Attestation",
    {
        "type": str,
        "verifier": str,
        "question": Dict[str, Any],
        "verdict": str,
        "evidence": Dict[str, Any],
        "answer_sha256": str,
    },
)

_PackageExistsAnswer = TypedDict(
    "_PackageExistsAnswer",
    {
        "exists": bool,
        "ecosystem": Literal["pypi", "npm"],
        "name": str,
        "latest_version": Optional[str],
        "typosquat_adjacent": bool,
        "adjacent_to": List[str],
        "adjacent_total": int,
        "adjacent": List[AdjacentName],
        "adjacent_source": Optional[Literal["popular", "registry"]],
        "lookalike_of": Optional[str],
        "meant": List[MeantName],
        "elsewhere": Optional[Literal["pypi", "npm"]],
        "registry_status": Optional[Literal["unpublished", "quarantined", "security_placeholder", "archived", "deprecated"]],
        "scope": str,
        "source": Literal["ingested", "lazy", "registry"],
        "proof": Optional[Proof],
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)
_PackageExistsAnswerOptional = TypedDict(
    "_PackageExistsAnswerOptional",
    {
        "deprecation": Deprecation,
        "notices": List[Notice],
        "standard_library": bool,
    },
    total=False,
)


class PackageExistsAnswer(_PackageExistsAnswer, _PackageExistsAnswerOptional):
    pass


AtRequestedVersion = TypedDict(
    "AtRequestedVersion",
    {
        "version": str,
        "exists": bool,
        "kind": Optional[Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"]],
        "deprecated": bool,
        "since_version": Optional[str],
        "qualified_name": Optional[str],
        "doc": Optional[str],
        "public": Optional[bool],
        "also_at": List[str],
        "caveat": Optional[str],
        "signature": Optional[str],
        "filename": str,
        "artifact_sha256": str,
    },
)

_SymbolExistsAnswer = TypedDict(
    "_SymbolExistsAnswer",
    {
        "exists": bool,
        "reason": Optional[Literal["symbol_not_found", "package_not_found"]],
        "ecosystem": Literal["pypi", "npm"],
        "package": str,
        "symbol": str,
        "kind": Optional[Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"]],
        "deprecated": bool,
        "since_version": Optional[str],
        "qualified_name": Optional[str],
        "doc": Optional[str],
        "public": Optional[bool],
        "also_at": List[str],
        "caveat": Optional[str],
        "closest_match": Optional[List[str]],
        "version_resolved": Optional[str],
        "symbol_signature": Optional[str],
        "note": Optional[str],
        "at_requested_version": Optional[AtRequestedVersion],
        "scope": str,
        "source": Literal["ingested", "lazy", "registry"],
        "proof": Optional[Proof],
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)
_SymbolExistsAnswerOptional = TypedDict(
    "_SymbolExistsAnswerOptional",
    {
        "notices": List[Notice],
    },
    total=False,
)


class SymbolExistsAnswer(_SymbolExistsAnswer, _SymbolExistsAnswerOptional):
    pass


SymbolRun = TypedDict(
    "SymbolRun",
    {
        "from_version": str,
        "to_version": str,
        "releases": int,
        "exists": Optional[bool],
        "qualified_name": Optional[str],
        "kind": Optional[Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"]],
        "symbol_signature": Optional[str],
        "deprecated": bool,
        "public": Optional[bool],
    },
)

SymbolHistoryAnswerReleases = TypedDict(
    "SymbolHistoryAnswerReleases",
    {
        "version": str,
        "artifact_sha256": str,
    },
)

_SymbolHistoryAnswer = TypedDict(
    "_SymbolHistoryAnswer",
    {
        "ecosystem": Literal["pypi", "npm"],
        "package": str,
        "symbol": str,
        "exists": Optional[bool],
        "first_seen": Optional[str],
        "last_seen": Optional[str],
        "added_in": Optional[str],
        "removed_in": Optional[str],
        "deprecated_in": Optional[str],
        "history": List[SymbolRun],
        "releases": List[SymbolHistoryAnswerReleases],
        "unread": List[str],
        "cut": bool,
        "scope": str,
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)
_SymbolHistoryAnswerOptional = TypedDict(
    "_SymbolHistoryAnswerOptional",
    {
        "notices": List[Notice],
    },
    total=False,
)


class SymbolHistoryAnswer(_SymbolHistoryAnswer, _SymbolHistoryAnswerOptional):
    pass


_ImportProviderEvidence = TypedDict(
    "_ImportProviderEvidence",
    {
        "source": Literal["index", "popular", "names"],
    },
)
_ImportProviderEvidenceOptional = TypedDict(
    "_ImportProviderEvidenceOptional",
    {
        "version": str,
        "artifact_sha256": str,
    },
    total=False,
)


class ImportProviderEvidence(_ImportProviderEvidence, _ImportProviderEvidenceOptional):
    pass


_ImportProvider = TypedDict(
    "_ImportProvider",
    {
        "package": str,
        "provides": str,
        "monthly_downloads": Optional[int],
        "evidence": ImportProviderEvidence,
    },
)
_ImportProviderOptional = TypedDict(
    "_ImportProviderOptional",
    {
        "notices": List[Notice],
    },
    total=False,
)


class ImportProvider(_ImportProvider, _ImportProviderOptional):
    pass


ImportResolveAnswer = TypedDict(
    "ImportResolveAnswer",
    {
        "ecosystem": Literal["pypi", "npm"],
        "import": str,
        "standard_library": bool,
        "distributions": List[ImportProvider],
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)

CardDeprecated = TypedDict(
    "CardDeprecated",
    {
        "since": Optional[str],
        "text": Optional[str],
        "replaced_by": Optional[str],
    },
)

CardSource = TypedDict(
    "CardSource",
    {
        "path": str,
        "line": int,
    },
)

CardClosestDeprecated = TypedDict(
    "CardClosestDeprecated",
    {
        "since": Optional[str],
        "text": Optional[str],
        "replaced_by": Optional[str],
    },
)

CardClosest = TypedDict(
    "CardClosest",
    {
        "qualified_name": str,
        "kind": Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"],
        "signature": Optional[str],
        "signature_cut": bool,
        "doc": Optional[str],
        "deprecated": Optional[CardClosestDeprecated],
    },
)

_Card = TypedDict(
    "_Card",
    {
        "symbol": str,
        "exists": Optional[bool],
        "caveat": Optional[str],
    },
)
_CardOptional = TypedDict(
    "_CardOptional",
    {
        "qualified_name": str,
        "kind": Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"],
        "signature": Optional[str],
        "signature_cut": bool,
        "doc": Optional[str],
        "deprecated": Optional[CardDeprecated],
        "public": bool,
        "since": Optional[str],
        "until": Optional[str],
        "also_at": List[str],
        "source": Optional[CardSource],
        "members": List[str],
        "members_total": int,
        "members_complete": bool,
        "seen_in": Optional[str],
        "closest": List[CardClosest],
    },
    total=False,
)


class Card(_Card, _CardOptional):
    pass


_CardAnswer = TypedDict(
    "_CardAnswer",
    {
        "verdict": Literal["exists", "symbol_not_found", "partly_determined", "undetermined", "found", "nothing_found"],
        "ecosystem": Literal["pypi", "npm"],
        "package": str,
        "version_resolved": str,
        "version_from": Literal["version", "files", "latest"],
        "cards": List[Card],
        "found": List[Card],
        "releases": List[str],
        "scope": str,
        "source": Literal["ingested", "lazy", "registry"],
        "proof": Proof,
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)
_CardAnswerOptional = TypedDict(
    "_CardAnswerOptional",
    {
        "notices": List[Notice],
    },
    total=False,
)


class CardAnswer(_CardAnswer, _CardAnswerOptional):
    pass


DiffAnswerCompatibility = TypedDict(
    "DiffAnswerCompatibility",
    {
        "classification": Literal["breaking", "additive", "neutral"],
        "undecided": int,
    },
)

_DiffAnswerAdded = TypedDict(
    "_DiffAnswerAdded",
    {
        "symbol": str,
        "kind": Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"],
    },
)
_DiffAnswerAddedOptional = TypedDict(
    "_DiffAnswerAddedOptional",
    {
        "reason": Literal["required_member_added"],
        "severity": Literal["breaking"],
    },
    total=False,
)


class DiffAnswerAdded(_DiffAnswerAdded, _DiffAnswerAddedOptional):
    pass


DiffAnswerRemoved = TypedDict(
    "DiffAnswerRemoved",
    {
        "symbol": str,
        "kind": Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"],
        "caveat": Optional[str],
    },
)

DiffAnswerChanged = TypedDict(
    "DiffAnswerChanged",
    {
        "symbol": str,
        "kind": Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"],
        "from_sig": Optional[str],
        "to_sig": Optional[str],
        "reason": str,
        "reasons": List[str],
        "severity": Literal["breaking", "undecided", "compatible"],
    },
)

DiffAnswerNewDeprecations = TypedDict(
    "DiffAnswerNewDeprecations",
    {
        "symbol": str,
        "kind": Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"],
        "since_version": str,
        "message": Optional[str],
    },
)

DiffAnswerUndetermined = TypedDict(
    "DiffAnswerUndetermined",
    {
        "symbol": str,
        "reason": Optional[str],
    },
)

DiffAnswerCounts = TypedDict(
    "DiffAnswerCounts",
    {
        "added": int,
        "removed": int,
        "changed": int,
        "new_deprecations": int,
    },
)

DiffAnswerSource = TypedDict(
    "DiffAnswerSource",
    {
        "from": Literal["ingested", "lazy"],
        "to": Literal["ingested", "lazy"],
    },
)

DiffAnswerProof = TypedDict(
    "DiffAnswerProof",
    {
        "from": Proof,
        "to": Proof,
    },
)

_DiffAnswer = TypedDict(
    "_DiffAnswer",
    {
        "ok": bool,
        "ecosystem": Literal["pypi", "npm"],
        "package": str,
        "from_version": str,
        "to_version": str,
        "classification": Literal["breaking", "additive", "neutral"],
        "compatibility": DiffAnswerCompatibility,
        "published_bump": Literal["none", "patch", "minor", "major", "prerelease", "unknown"],
        "added": List[DiffAnswerAdded],
        "removed": List[DiffAnswerRemoved],
        "changed": List[DiffAnswerChanged],
        "new_deprecations": List[DiffAnswerNewDeprecations],
        "undetermined": List[DiffAnswerUndetermined],
        "cut": bool,
        "counts": DiffAnswerCounts,
        "source": DiffAnswerSource,
        "proof": DiffAnswerProof,
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)
_DiffAnswerOptional = TypedDict(
    "_DiffAnswerOptional",
    {
        "notices": List[Notice],
    },
    total=False,
)


class DiffAnswer(_DiffAnswer, _DiffAnswerOptional):
    pass


UpgradeAnswerChangesPlaces = TypedDict(
    "UpgradeAnswerChangesPlaces",
    {
        "path": str,
        "line": int,
        "column": int,
        "state": Literal["breaks", "holds", "open"],
    },
)

_UpgradeAnswerChanges = TypedDict(
    "_UpgradeAnswerChanges",
    {
        "symbol": str,
        "kind": Literal["module", "class", "function", "method", "property", "attribute", "constant", "interface", "type", "enum", "namespace"],
        "change": Literal["removed", "changed", "deprecated"],
        "severity": Literal["breaking", "undecided", "compatible"],
        "affects": bool,
        "places": List[UpgradeAnswerChangesPlaces],
        "places_total": int,
    },
)
_UpgradeAnswerChangesOptional = TypedDict(
    "_UpgradeAnswerChangesOptional",
    {
        "reason": Optional[str],
        "reasons": List[str],
        "from_sig": Optional[str],
        "to_sig": Optional[str],
        "message": Optional[str],
        "caveat": Optional[str],
    },
    total=False,
)


class UpgradeAnswerChanges(_UpgradeAnswerChanges, _UpgradeAnswerChangesOptional):
    pass


_UpgradeAnswerFindings = TypedDict(
    "_UpgradeAnswerFindings",
    {
        "path": str,
        "line": int,
        "column": int,
        "ecosystem": Literal["pypi", "npm"],
        "code": str,
        "severity": Literal["error", "warning", "note"],
        "message": str,
        "docs": str,
    },
)
_UpgradeAnswerFindingsOptional = TypedDict(
    "_UpgradeAnswerFindingsOptional",
    {
        "package": Optional[str],
        "symbol": Optional[str],
        "suggestion": Optional[Dict[str, Any]],
        "evidence": Optional[Dict[str, Any]],
    },
    total=False,
)


class UpgradeAnswerFindings(_UpgradeAnswerFindings, _UpgradeAnswerFindingsOptional):
    pass


UpgradeAnswerReleaseCompatibility = TypedDict(
    "UpgradeAnswerReleaseCompatibility",
    {
        "classification": Literal["breaking", "additive", "neutral"],
        "undecided": int,
    },
)

UpgradeAnswerRelease = TypedDict(
    "UpgradeAnswerRelease",
    {
        "classification": Literal["breaking", "additive", "neutral"],
        "compatibility": UpgradeAnswerReleaseCompatibility,
        "published_bump": Literal["none", "patch", "minor", "major", "prerelease", "unknown"],
        "counts": Dict[str, Any],
    },
)

_UpgradeAnswer = TypedDict(
    "_UpgradeAnswer",
    {
        "verdict": Literal["safe", "affected", "undetermined"],
        "caveat": Optional[str],
        "ecosystem": Literal["pypi", "npm"],
        "package": str,
        "from_version": str,
        "to_version": str,
        "changes": List[UpgradeAnswerChanges],
        "findings": List[UpgradeAnswerFindings],
        "undetermined": List[Dict[str, Any]],
        "counts": Dict[str, Any],
        "release": UpgradeAnswerRelease,
        "source": Dict[str, Any],
        "proof": Dict[str, Any],
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)
_UpgradeAnswerOptional = TypedDict(
    "_UpgradeAnswerOptional",
    {
        "notices": List[Notice],
    },
    total=False,
)


class UpgradeAnswer(_UpgradeAnswer, _UpgradeAnswerOptional):
    pass


_CheckAnswerFindings = TypedDict(
    "_CheckAnswerFindings",
    {
        "path": str,
        "line": int,
        "column": int,
        "ecosystem": Literal["pypi", "npm"],
        "code": str,
        "severity": Literal["error", "warning", "note"],
        "message": str,
        "docs": str,
    },
)
_CheckAnswerFindingsOptional = TypedDict(
    "_CheckAnswerFindingsOptional",
    {
        "package": Optional[str],
        "symbol": Optional[str],
        "suggestion": Optional[Dict[str, Any]],
        "evidence": Optional[Dict[str, Any]],
    },
    total=False,
)


class CheckAnswerFindings(_CheckAnswerFindings, _CheckAnswerFindingsOptional):
    pass


CheckAnswer = TypedDict(
    "CheckAnswer",
    {
        "verdict": Literal["real", "problems", "undetermined"],
        "findings": List[CheckAnswerFindings],
        "packages": List[Dict[str, Any]],
        "undetermined": List[Dict[str, Any]],
        "counts": Dict[str, Any],
        "attestation": Attestation,
        "attestation_hash": str,
        "signature": str,
        "served_in_ms": int,
    },
)

Retraction = TypedDict(
    "Retraction",
    {
        "seq": int,
        "attestation_hash": str,
        "type": str,
        "reason": str,
        "found_by": str,
        "retracted_at": str,
    },
)

ReceiptVerdictAnswer = TypedDict(
    "ReceiptVerdictAnswer",
    {
        "valid": bool,
        "reason": Optional[str],
        "recovered_address": Optional[str],
        "verifier_address": Optional[str],
        "attestation_hash": Optional[str],
        "type": Optional[str],
        "answer_matches": Optional[bool],
        "retracted": bool,
        "retraction": Optional[Retraction],
    },
)

RetractionsPage = TypedDict(
    "RetractionsPage",
    {
        "retractions": List[Retraction],
        "next": Optional[int],
    },
)

CreditPackAnswer = TypedDict(
    "CreditPackAnswer",
    {
        "pack": str,
        "key_sha256": str,
        "paid_usd": str,
        "credit_usd": str,
    },
)
