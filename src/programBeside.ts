// Where the programs lie that this one starts.

import { existsSync } from 'node:fs'

/** The program beside a file of ours: its source as we run from sources, else the bundle if there is one. */
export function programBeside(name: string, of: string): URL {
  const file = (extension: string) => new URL(`./${name}.${extension}`, of)
  if (of.endsWith('.ts')) return file('ts')
  return existsSync(file('cjs')) ? file('cjs') : file('js')
}
