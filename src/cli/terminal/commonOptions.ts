// The options that go with any command: they are taken out of its words, wherever they stand.

import { COMMON_OPTIONS, type CommonName, commonOption } from '../words/commands.ts'

export type Common = Readonly<{
  /** The words without them. */
  argv: readonly string[]
  /** What was given, with what stands behind it. */
  given: ReadonlyMap<CommonName, string>
}>

/** What stands before `--`: the words behind it are never options. */
export function beforeDashes(argv: readonly string[]): readonly string[] {
  return argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
}

/** A sentence when one of them lacks what belongs behind it. */
export function readCommon(words: readonly string[]): Common | string {
  const options = beforeDashes(words)
  const argv: string[] = []
  const given = new Map<CommonName, string>()
  for (let at = 0; at < options.length; at += 1) {
    const word = options[at] ?? ''
    const [called = '', ...rest] = word.split('=')
    const name = called.slice(2)
    if (!called.startsWith('--') || !isCommon(name)) {
      argv.push(word)
      continue
    }
    const option = commonOption(name)
    if (option.takes === undefined) {
      // The command's own reader says that it takes no value.
      if (rest.length > 0) argv.push(word)
      else given.set(name, '')
      continue
    }
    if (rest.length === 0) at += 1
    const value = rest.length > 0 ? rest.join('=') : (options[at] ?? '')
    if (value === '' || option.values?.includes(value) === false) {
      return `assay: --${name} takes ${option.values?.join(', ') ?? option.takes}`
    }
    given.set(name, value)
  }
  return { argv: [...argv, ...words.slice(options.length)], given }
}

const isCommon = (name: string): name is CommonName => Object.hasOwn(COMMON_OPTIONS, name)
