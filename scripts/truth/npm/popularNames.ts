// The most popular names of npm, the first of them first, as they are bundled.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const LIST = new URL('../../../assets/names/npm.txt.gz', import.meta.url)

export function popularNames(count: number): string[] {
  const lines = gunzipSync(readFileSync(LIST)).toString('utf8').trimEnd().split('\n')
  return lines.slice(0, count).map((line) => line.split(' ', 1)[0] ?? '')
}
