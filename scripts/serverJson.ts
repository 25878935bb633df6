// server.json, as the registry of MCP servers takes it, on standard output:
// `tsx scripts/serverJson.ts io.github.<owner>/assay`. The name is one in a namespace of whoever
// publishes; the package that is published has the same under `mcpName` in its package.json.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json'
const NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/assay$/

export type Manifest = Readonly<{ name: string; version: string; mcpName?: string }>

/** Throws where the package does not say the same name: the registry would refuse it. */
export function serverJson(name: string, { name: identifier, version, mcpName }: Manifest) {
  if (!NAME.test(name)) throw new Error('the name is such as io.github.<owner>/assay')
  if (mcpName !== name) throw new Error(`package.json must have "mcpName": "${name}"`)
  return {
    $schema: SCHEMA,
    name,
    description: 'Do packages, symbols and arguments of PyPI and npm exist? Signed answers.',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL('../package.json', import.meta.url)
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'))
  process.stdout.write(`${JSON.stringify(serverJson(process.argv[2] ?? '', manifest), null, 2)}\n`)
}
