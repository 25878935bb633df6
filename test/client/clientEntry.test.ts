// src/client.ts is for whoever asks over HTTP. What pays is loaded when there is something to pay.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const src = new URL('../../src/', import.meta.url)
const FIXED = /(?:from|import)\s*'([^']+)'/g
const LATER = /import\(\s*'([^']+)'/g

/** What loading the file pulls in, imports of types included, and what it may load later. */
function graphOf(entry: URL) {
  const files = new Set<string>()
  const packages = new Set<string>()
  const later = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = fileURLToPath(file).slice(fileURLToPath(src).length)
    if (files.has(name)) continue
    files.add(name)
    const text = readFileSync(file, 'utf8')
    for (const [, specifier = ''] of text.matchAll(FIXED)) {
      if (specifier.startsWith('.')) waiting.push(new URL(specifier, file))
      else packages.add(specifier)
    }
    for (const [, specifier = ''] of text.matchAll(LATER)) later.add(specifier)
  }
  return { files, packages, later }
}

describe('the client entry', () => {
  const { files, packages, later } = graphOf(new URL('client.ts', src))

  test('reaches the verification and nothing of the service', () => {
    expect(files).toContain('attest/verifyReceipt.ts')
    const allowed =
      /^(client|wire|limits|errors|client\/\w+|wire\/\w+|attest\/\w+|domain\/[\w/]+|log\/[\w/]+|ports\/\w+)\.ts$/
    expect([...files].filter((name) => !allowed.test(name))).toEqual([])
  })

  test('loads nothing that pays, and only that later', () => {
    expect([...packages].filter((name) => /x402|viem/.test(name))).toEqual([])
    expect(files).not.toContain('client/x402.ts')
    // Types that are named in place look the same.
    expect([...later].filter((name) => name.startsWith('.'))).toEqual(['./x402.ts'])
    const { packages: paying } = graphOf(new URL('client/x402.ts', src))
    expect([...paying].filter((name) => name.startsWith('@x402/'))).not.toEqual([])
  })
})
