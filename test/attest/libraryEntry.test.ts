// src/index.ts is what strangers install. It must stay small: no server, no store, no network.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as library from '../../src/index.ts'

const src = new URL('../../src/', import.meta.url)
const SPECIFIER = /(?:from|import|import\()\s*'([^']+)'/g

/** Every file and package that loading the file pulls in; imports of types count as well. */
function graphOf(entry: URL): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const name = fileURLToPath(file).slice(fileURLToPath(src).length)
    if (files.has(name)) continue
    files.add(name)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
      if (specifier.startsWith('.')) waiting.push(new URL(specifier, file))
      else packages.add(specifier)
    }
  }
  return { files, packages }
}

describe('the library entry', () => {
  const { files, packages } = graphOf(new URL('index.ts', src))

  test('exports verifyReceipt and types, nothing else', () => {
    expect(Object.keys(library)).toEqual(['verifyReceipt'])
  })

  test('reaches the verification and nothing of the service', () => {
    expect(files).toContain('attest/verifyReceipt.ts')
    const allowed =
      /^(index|wire|wire\/\w+|limits|errors|attest\/\w+|domain\/[\w/]+|ports\/\w+)\.ts$/
    expect([...files].filter((name) => !allowed.test(name))).toEqual([])
    expect([...files].filter((name) => /keyFile|store\.ts|registry\.ts/.test(name))).toEqual([])
  })

  test('needs few packages, and no input or output but hashing', () => {
    expect([...packages].sort()).toEqual([
      '@noble/curves/secp256k1.js',
      '@noble/hashes/sha3.js',
      'hash-wasm',
      'node:crypto',
      'node:module',
    ])
  })

  test('can be loaded without waiting, so that require() takes it as well', () => {
    const waiting = [...files].filter((name) =>
      /^(?:export )?(?:const .*= )?await /m.test(readFileSync(new URL(name, src), 'utf8')),
    )
    expect(waiting).toEqual([])
  })
})
