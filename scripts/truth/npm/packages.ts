// Which packages the truth is taken from: DRAWN of the POPULAR most downloaded names, in an order
// fixed by SEED, and beside them the packages below, each for a difficulty that the draw may miss.
// `packages.txt` is what came of it, with versions and the reasons for skips.

import { createHash } from 'node:crypto'
import { popularNames } from './popularNames.ts'

const SEED = 20261115
const POPULAR = 2_000
export const DRAWN = 50
export const LIST = new URL('packages.txt', import.meta.url)

const NAMED: Readonly<Record<string, string>> = {
  'exports only through dependencies': 'vue firebase lit @angular/core @reduxjs/toolkit discord.js',
  'specifiers of sources': 'date-fns effect',
  '`export =`': 'typescript @types/bluebird @types/request @types/react express lodash fastify',
  'described by others': 'react ms semver js-yaml @babel/traverse jsdom ws',
  'without types': 'yargs left-pad object-assign function-bind',
  'dual, with conditions': 'redux zod yargs-parser graphql uuid axios',
  'many subpaths': 'rxjs openai typeorm zustand three @mui/material',
  'generic and mapped heritage': 'ioredis type-fest typebox prisma @tanstack/query-core mongoose',
  'much used': 'chalk commander next webpack eslint vite jest @types/node rollup esbuild prettier',
}

export function named(): string[] {
  return Object.values(NAMED).flatMap((names) => names.split(' '))
}

/** Popular names in the order in which they are tried. */
export function candidates(): string[] {
  const fixed = new Set(named())
  return popularNames(POPULAR)
    .filter((name) => !fixed.has(name))
    .map((name) => ({ name, rank: digest(`${SEED} ${name}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ name }) => name)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
