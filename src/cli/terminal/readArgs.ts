// The words and options that a command is called with. An option that is not known throws.

import { type ParseArgsConfig, parseArgs } from 'node:util'

export const FLAG = { type: 'boolean', default: false } as const

export const TEXT = { type: 'string' } as const

export function readArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>> {
  return parseArgs({ args: [...argv], options, allowPositionals: true })
}
