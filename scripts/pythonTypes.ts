// The answers as types for Python, made from the schemas that the OpenAPI document publishes:
//
//   npx tsx scripts/pythonTypes.ts
//
// writes python/assay/client/answers.py; a test holds the two against each other.

import { writeFileSync } from 'node:fs'
import { SCHEMAS, type SchemaName } from '../src/http/schemas/schemas.ts'

export const ANSWERS_FILE = new URL('../python/assay/client/answers.py', import.meta.url)

/** The answers of the client, by the names that TypeScript has for them. */
const NAMES: Readonly<Partial<Record<SchemaName, string>>> = {
  PackageExistsResponse: 'PackageExistsAnswer',
  SymbolExistsResponse: 'SymbolExistsAnswer',
  SymbolHistoryResponse: 'SymbolHistoryAnswer',
  ImportResolveResponse: 'ImportResolveAnswer',
  CardResponse: 'CardAnswer',
  DiffResponse: 'DiffAnswer',
  UpgradeResponse: 'UpgradeAnswer',
  CheckResponse: 'CheckAnswer',
  ReceiptResponse: 'ReceiptVerdictAnswer',
  Retractions: 'RetractionsPage',
  CreditPack: 'CreditPackAnswer',
}

const HEAD = `"""The answers as types. Made by scripts/pythonTypes.ts from the schemas of the service."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

# Keys that are words of Python (\`import\`, \`from\`) can only be written as texts.
`

/** Longer lists grow from release to release. */
const LITERALS_MAX = 12

type Schema = Readonly<{
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  $ref?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}>

export function pythonTypes(): string {
  const written = new Map<string, string>()

  function named(schemaName: SchemaName): string {
    const name = NAMES[schemaName] ?? schemaName
    if (!written.has(name)) objectType(name, SCHEMAS[schemaName] as Schema)
    return name
  }

  /** Its own types are written before it. */
  function objectType(name: string, { properties = {}, required = [] }: Schema): string {
    const fields = Object.entries(properties).map(([key, schema]) => ({
      line: `    ${JSON.stringify(key)}: ${typeOf(`${name}${titled(key)}`, schema)},\n`,
      key,
    }))
    const lines = (isRequired: boolean) =>
      fields.filter(({ key }) => required.includes(key) === isRequired).map(({ line }) => line)
    const always = lines(true).join('')
    const sometimes = lines(false).join('')
    // Before Python 3.11 a key that may be missing needs a class of its own.
    const base = sometimes === '' ? name : `_${name}`
    let text = `${base} = TypedDict(\n    "${base}",\n    {\n${indented(always)}    },\n)\n`
    if (sometimes !== '') {
      const optional = `_${name}Optional`
      text += `${optional} = TypedDict(\n    "${optional}",\n    {\n${indented(sometimes)}    },\n    total=False,\n)\n`
      text += `\n\nclass ${name}(${base}, ${optional}):\n    pass\n\n`
    }
    written.set(name, text)
    return name
  }

  function typeOf(name: string, schema: Schema): string {
    if (schema.$ref !== undefined) return named(schema.$ref.split('/').at(-1) as SchemaName)
    if (schema.anyOf !== undefined) {
      const kinds = schema.anyOf.filter(({ type }) => type !== 'null')
      const [only] = kinds
      const inner = kinds.length === 1 && only !== undefined ? typeOf(name, only) : 'Any'
      return kinds.length < schema.anyOf.length ? `Optional[${inner}]` : inner
    }
    const { type, items, properties } = schema
    if (schema.enum !== undefined && schema.enum.length <= LITERALS_MAX) {
      return `Literal[${schema.enum.map((one) => JSON.stringify(one)).join(', ')}]`
    }
    if (type === 'array') return items === undefined ? 'List[Any]' : `List[${typeOf(name, items)}]`
    if (type === 'object')
      return properties === undefined ? 'Dict[str, Any]' : objectType(name, schema)
    return SIMPLE[type ?? ''] ?? 'Any'
  }

  const answers = Object.keys(NAMES).map((name) => named(name as SchemaName))
  const all = answers
    .map((name) => `    ${JSON.stringify(name)},\n`)
    .sort()
    .join('')
  return `${HEAD}\n__all__ = [\n${all}]\n\n${[...written.values()].join('\n')}`
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
}

function indented(lines: string): string {
  return lines.replace(/^ {4}/gm, '        ')
}

/** `at_requested_version` → `AtRequestedVersion`. */
function titled(key: string): string {
  return key.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

if (process.argv[1]?.endsWith('pythonTypes.ts')) writeFileSync(ANSWERS_FILE, pythonTypes())
