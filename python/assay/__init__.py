"""Whether code is real: the command line of Assay, and a client of its service.

`python -m assay` and `assay` are the program; `assay.client` asks a service and verifies receipts.
"""

from ._version import VERSION as __version__

__all__ = ["__version__"]
