// The words and options that a command is called with. An option that is not known throws. What a
// file has turned on is turned off by `--no-…`.

import { type ParseArgsConfig, parseArgs } from 'node:util'

export function readArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true; allowNegative: true }>> {
  return parseArgs({ args: [...argv], options, allowPositionals: true, allowNegative: true })
}
