# Written when the package is built; a checkout has no version of its own.
VERSION = "0"
