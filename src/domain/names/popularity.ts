// Downloads a month, where rules about names ask how popular one is.

/** What somebody can be taken to have meant has at least so many. */
export const POPULAR_DOWNLOADS_MIN = 100_000

/** What a package outside a list of the most popular is taken to have; few have more than that. */
export const UNLISTED_DOWNLOADS = 500
