// What an answer says of itself where only the bundled popular names were searched.

/** Of a miss. */
export const NEAR_POPULAR_ONLY = ' Near names were looked for among popular ones only.'
/** Of a hit that looks like another name. */
export const ALIKE_POPULAR_ONLY = ' Names that look alike were looked for among popular ones only.'

/** `scope`: of a signed answer. */
export function isPopularOnly(scope: string): boolean {
  return scope.endsWith(NEAR_POPULAR_ONLY) || scope.endsWith(ALIKE_POPULAR_ONLY)
}
