// The tools as agents see them. Every word here stands in the context of every agent that has the
// server, so each must earn its place. Schemas name the same fields as the routes', which judge the
// input; a test compares the two.

import type { ToolRoute } from '../ports/askRoute.ts'
import { DIFF_ROWS_DEFAULT, DIFF_ROWS_LIMIT } from './bounds.ts'

const ecosystem = { type: 'string', enum: ['pypi', 'npm'] } as const
const text = { type: 'string' } as const
const receipt = {
  type: 'boolean',
  description: 'Also return the signed answer.',
} as const

type Schema = Readonly<{
  type: 'object'
  properties: Readonly<Record<string, object>>
  required: readonly string[]
}>

function object(properties: Schema['properties'], required: readonly string[]): Schema {
  return { type: 'object', properties, required }
}

export type Tool = Readonly<{
  name: string
  route: ToolRoute
  title: string
  description: string
  inputSchema: Schema
}>

export const TOOLS: readonly Tool[] = [
  {
    name: 'check_package',
    route: '/package/exists',
    title: 'Does this package exist?',
    description:
      'Whether a package exists on PyPI or npm, with its latest version; else the real names that were ' +
      'probably meant. Use before installing, importing or recommending a package whose name you have ' +
      'not just read in a manifest.',
    inputSchema: object({ ecosystem, name: text, receipt }, ['ecosystem', 'name']),
  },
  {
    name: 'check_symbol',
    route: '/symbol/exists',
    title: 'Does this symbol exist in a package?',
    description:
      'Whether a function, class, method or constant exists in the latest release of a package and in ' +
      'the release named by `version`, with its signature; else the closest real names. Use when you ' +
      'are not sure of an API.',
    inputSchema: object(
      {
        ecosystem,
        package: text,
        symbol: { type: 'string', description: 'Such as Session.get, requests.api.get, ref' },
        version: text,
        receipt,
      },
      ['ecosystem', 'package', 'symbol'],
    ),
  },
  {
    name: 'symbol_cards',
    route: '/card',
    title: 'What does this release say of these symbols?',
    description:
      'Signatures, members and deprecations of up to 20 symbols in one release: `version`, else what the ' +
      'manifests in `files` pin, else the latest. What is not there comes with the closest real names. ' +
      'Use before you write code against a package.',
    inputSchema: object(
      {
        ecosystem,
        package: text,
        version: text,
        files: {
          type: 'array',
          items: object({ path: text, content: text }, ['path', 'content']),
        },
        symbols: { type: 'array', items: text },
        question: { type: 'string', description: 'In words: which symbols do this?' },
        receipt,
      },
      ['ecosystem', 'package'],
    ),
  },
  {
    name: 'diff_releases',
    route: '/diff',
    title: 'What changed between two releases?',
    description:
      'What was removed, changed, deprecated and added in the public API between two releases, and ' +
      'whether that breaks callers. Use before raising a version.',
    inputSchema: object(
      {
        ecosystem,
        package: text,
        from_version: text,
        to_version: text,
        contains: { type: 'string', description: 'Only symbols with this text in their name.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: DIFF_ROWS_LIMIT,
          description: `Rows to list; ${DIFF_ROWS_DEFAULT} unless told.`,
        },
        receipt,
      },
      ['ecosystem', 'package', 'from_version', 'to_version'],
    ),
  },
  {
    name: 'check_code',
    route: '/check',
    title: 'Is this code real?',
    description:
      'Finds packages, versions, names and arguments that do not exist, in Python, JavaScript and ' +
      'TypeScript files. Add the manifests (requirements.txt, pyproject.toml, package.json, lock ' +
      'files), so that the releases they name count, and modules of your own that are imported (empty ' +
      'content will do). Use after writing code against packages, before running it.',
    inputSchema: object(
      {
        files: {
          type: 'array',
          items: object({ path: text, content: text }, ['path', 'content']),
        },
        pins: { type: 'object', description: 'Versions by package name, over the manifests.' },
        receipt,
      },
      ['files'],
    ),
  },
  {
    name: 'verify_receipt',
    route: '/receipts/verify',
    title: 'Is this receipt genuine?',
    description: 'Whether a signed answer is genuine, unchanged and not retracted since.',
    inputSchema: object(
      {
        // Its text is taken, too; a list of types is more than some agents can read.
        receipt: { type: 'object', description: 'The signed answer, as it was given.' },
      },
      ['receipt'],
    ),
  },
]

/** Where files without content are read from the folder that the server runs in. */
const LOCAL_FILES = {
  type: 'array',
  items: object(
    {
      path: text,
      content: { type: 'string', description: 'Else read from disk.' },
    },
    ['path'],
  ),
} as const

/** As `tools/list` sends them. */
export function listedTools({ readsFiles }: Readonly<{ readsFiles: boolean }>) {
  return TOOLS.map(({ route, inputSchema, ...tool }) => {
    const isLocal = readsFiles && 'files' in inputSchema.properties
    const properties = isLocal
      ? { ...inputSchema.properties, files: LOCAL_FILES }
      : inputSchema.properties
    return {
      ...tool,
      inputSchema: { ...inputSchema, properties, required: [...inputSchema.required] },
      annotations: {
        readOnlyHint: true,
        idempotentHint: true,
        // Answers come from the registries; a receipt is checked by itself.
        openWorldHint: route !== '/receipts/verify',
      },
    }
  })
}
