// Names, paths and specifiers of the code on their way into a report, which is signed and handed on.

/** Longer ones are not written by people; the place says which one is meant. */
export const SHOWN_NAME_MAX = 300

/**
 * What comes before the host of an address: `//user:token@`. Anchored or bounded by slashes, so that
 * the time it takes grows with the text alone.
 */
const USERINFO = /([/\\]{2})[^/\\?#]*@/g
/** Browsers take an address of the web with fewer slashes, too. */
const USERINFO_OF_THE_WEB = /^([^a-z]*https?:[/\\]?)[^/\\?#]*@/i

/** Without credentials, and not longer than what a reader needs. */
export function shownName(written: string): string {
  const bare = written.replace(USERINFO_OF_THE_WEB, '$1').replace(USERINFO, '$1')
  const short = bare.length > SHOWN_NAME_MAX ? `${bare.slice(0, SHOWN_NAME_MAX - 1)}…` : bare
  // Half of a character, as it is written or as it is cut, is not text that others can read.
  return short.toWellFormed()
}
