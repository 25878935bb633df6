// Regular expressions of packages, as far as they can be run without taking for ever: names are often
// made of texts by replacing something in them.

const SOURCE_LENGTH_MAX = 200
const FLAGS = /^[gimsuy]*$/
/** Repetitions in one pattern: the time grows with the length of the text to this power. */
const REPEATS_MAX = 2
/** Classes and escapes stand for one character, groups without a sign for what is in them. */
const ATOM = /\[\^?(?:\\.|[^\]\\])*\]|\\[dDwWsSbB.*+?^$(){}|[\]/\\-]|\(\?:/g

/** The expression, or null where it is not a plain one: groups that repeat, look around, refer back. */
export function safePattern(source: string, flags: string): RegExp | null {
  if (source.length > SOURCE_LENGTH_MAX || !FLAGS.test(flags)) return null
  const bare = source.replace(ATOM, (atom) => (atom === '(?:' ? '(' : 'x'))
  if (/[\\[\]]|\(\?|\)[*+?{]|\{/.test(bare)) return null
  if ((bare.match(/[*+]/g)?.length ?? 0) > REPEATS_MAX) return null
  try {
    return new RegExp(source, flags)
  } catch {
    return null
  }
}
