// Downloads a month, where rules about names ask how popular one is.

/** What somebody can be taken to have meant has at least so many. */
export const POPULAR_DOWNLOADS_MIN = 100_000

/** What a project outside the list of the 15,000 most popular is taken to have, on PyPI. */
export const UNLISTED_PYPI_DOWNLOADS = 500
