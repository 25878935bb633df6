"""What this package says, for a test that compares it with the TypeScript of the service.

Standard input: {"verifiers": […], "texts": […], "values": […], "versions": [[ecosystem, one, other]],
"files": [{path: content}], "logged": [[receipt, proof, key of the log, keys of witnesses, quorum, verifiers]]}. Standard output: the verdicts, canonical texts and so on, in their order.
"""

import json
import sys

from assay.client._json import JsonFault, canonical, parse
from assay.client._questions import files_digest, is_same_version
from assay.client.log import verify_logged
from assay.client.receipts import verify_receipt


def canonical_of(text):  # type: ignore[no-untyped-def]
    try:
        return canonical(parse(text))
    except JsonFault as fault:
        return {"fault": fault.reason}


def main() -> None:
    asked = json.load(sys.stdin)
    verdicts = [vars(verify_receipt(text, asked["verifiers"])) for text in asked["texts"]]
    told = {
        "verdicts": verdicts,
        "canonical": [canonical_of(text) for text in asked["values"]],
        "same": [is_same_version(*row) for row in asked["versions"]],
        "logged": [vars(verify_logged(*row)) for row in asked["logged"]],
        "digests": [files_digest(files) for files in asked["files"]],
    }
    json.dump(told, sys.stdout)


main()
