// The Python that symbol tables speak of: what it cannot run is not what it would be given.

export const REFERENCE_PYTHON = '3.11.0'

/** As it is kept beside the digests that a registry declares for a file: this Python takes it. */
export const FOR_REFERENCE_PYTHON = `python:${REFERENCE_PYTHON}`
