"""Which packages the truth is taken from: packages.py draws; packages.txt is what came of it.

DRAWN of the POPULAR most downloaded names, in an order fixed by SEED; a name that cannot be truth
on this machine gives its place to the next, and packages.txt says why. Beside them the packages
below, each for a difficulty that the draw may miss.
"""

import random
import re
from pathlib import Path

SEED = 20261115
DRAWN = 40
NAMES = Path(__file__).parents[3] / "test" / "facts" / "top_pypi_names_2000.txt"
LIST = Path(__file__).with_name("packages.txt")

NAMED = {
    "compiled code with stubs or without": (
        "numpy pandas lxml orjson pydantic-core cryptography scipy scikit-learn pillow grpcio "
        "pyyaml msgpack psycopg2-binary ujson"
    ),
    "lazy modules": "transformers huggingface-hub scikit-image google-cloud-storage sphinx httpx",
    "namespace packages": (
        "azure-core zope-interface sphinxcontrib-jsmath google-cloud-pubsub jaraco-functools"
    ),
    "several roots": "setuptools attrs pytest python-dateutil",
    "published as source only": "docopt wget odfpy",
    "old": "six simplejson beautifulsoup4 mock future ply",
    "much used": (
        "fastapi openai flask django sqlalchemy requests click pydantic rich typer boto3 botocore "
        "celery networkx sympy aiohttp starlette jinja2 werkzeug tqdm matplotlib"
    ),
}


def named():
    return [name for names in NAMED.values() for name in names.split()]


def candidates():
    """Every popular name in the order of the draw, without those that are named above."""
    names = NAMES.read_text().split()
    random.Random(SEED).shuffle(names)
    taken = set(named())
    return [name for name in names if name not in taken]


def read_list():
    """[(how, name, version or None, reason or None)] of packages.txt."""
    rows = []
    if LIST.exists():
        for line in LIST.read_text().splitlines():
            match = re.fullmatch(r"(drawn|named|skipped) (\S+?)(?:==(\S+))?(?:: (.*))?", line)
            if match:
                rows.append(match.groups())
    return rows


if __name__ == "__main__":
    for name in candidates()[: DRAWN + 20]:
        print(name)
