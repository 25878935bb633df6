// Which distribution is looked into for an import.

import { describe, expect, test } from 'vitest'
import { importCandidates } from '../../../../src/extract/python/files/importCandidates.ts'

describe('which distribution is looked into for an import', () => {
  const REQUIRED = ['grpcio', 'pyyaml', 'google-api-core', 'requests', 'odd']
  const order = (path: string, imported: readonly string[] = []) =>
    importCandidates(path, REQUIRED, new Set(imported)).map(
      ({ name, isGuess }) => `${name}${isGuess ? '?' : ''}`,
    )

  test.each([
    ['requests.models', 'requests'],
    ['google.api_core.client', 'google-api-core'],
    ['yaml', 'pyyaml'],
    ['grpc', 'grpcio?'],
  ])('%s: first %s', (path, first) => {
    expect(order(path)[0]).toBe(first)
  })

  test('one that is imported under its own name holds that, and is not guessed', () => {
    expect(order('strange', ['requests', 'grpcio'])).toEqual([
      'pyyaml?',
      'google-api-core?',
      'odd?',
    ])
  })
})
