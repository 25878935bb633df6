"""Of which Python the standard library is told, and which of its modules are left out."""

# Of nobody's interest, with effects, or shared with what others install (`distutils`).
SKIPPED = {
    "antigravity", "this", "idlelib", "lib2to3", "turtledemo", "test", "ensurepip", "distutils",
    "pydoc_data", "encodings", "__main__", "__phello__", "xxsubtype", "xxlimited", "nt",
}  # fmt: skip
FIRST, LAST = 8, 13
VERSIONS = ["3.%d" % minor for minor in range(FIRST, LAST + 1)]
