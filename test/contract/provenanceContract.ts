import { describe, expect, test } from 'vitest'
import { keyOf } from './packageData.ts'
import type { Nodes } from './storeContract.ts'

export function describeProvenance({ node }: Nodes): void {
  describe('provenance', () => {
    test('the first registry that is bound stays', async () => {
      expect(await node(0).provenance.bindRegistry('npm', 'public')).toBe('public')
      expect(await node(1).provenance.bindRegistry('npm', 'https://registry.example/')).toBe(
        'public',
      )
      expect(await node(1).provenance.bindRegistry('pypi', 'https://registry.example/')).toBe(
        'https://registry.example/',
      )
    })

    test('of many that bind at once, all see the same', async () => {
      const bound = await Promise.all(
        Array.from({ length: 10 }, (_, n) => node(n).provenance.bindRegistry('npm', `r${n}`)),
      )
      expect(new Set(bound).size).toBe(1)
    })

    test('a declared digest belongs to the bytes it was declared for', async () => {
      const sha256 = 'a'.repeat(64)
      await node(0).provenance.saveDeclared(sha256, 'sha512:1')
      await node(1).provenance.saveDeclared(sha256, 'sha512:1')
      expect(await node(1).provenance.isDeclared(sha256, 'sha512:1')).toBe(true)
      expect(await node(1).provenance.isDeclared(sha256, 'sha512:2')).toBe(false)
      expect(await node(1).provenance.isDeclared('b'.repeat(64), 'sha512:1')).toBe(false)
    })

    test('a file that was fetched is of one package, one name and one digest', async () => {
      const file = { ...keyOf('@a/core'), filename: 'core-1.0.0.tgz', sha256: 'a'.repeat(64) }
      await node(0).provenance.saveFetched(file)
      await node(1).provenance.saveFetched(file)
      expect(await node(1).provenance.isFetched(file)).toBe(true)
      for (const other of [
        { ...file, ...keyOf('@b/core') },
        { ...file, ecosystem: 'pypi' as const },
        { ...file, filename: 'core-1.0.1.tgz' },
        { ...file, sha256: 'b'.repeat(64) },
      ]) {
        expect(await node(1).provenance.isFetched(other)).toBe(false)
      }
    })
  })
}
