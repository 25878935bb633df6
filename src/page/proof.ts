// What an answer rests on: the release's page, its file and digest.

import type { Ecosystem, Proof } from '../wire/signed.ts'
import { type Child, code, linkTo } from './dom.ts'

export function registryName(ecosystem: Ecosystem): string {
  return ecosystem === 'pypi' ? 'PyPI' : 'npm'
}

export function proofFacts(proof: Proof | null, label = 'File'): (readonly [string, Child])[] {
  if (proof === null) return []
  const { filename, artifact_sha256: sha256, source_url: source } = proof
  return [
    [label, filename === null ? null : source === null ? filename : linkTo(source, filename)],
    [`${label}: SHA-256`, sha256 === null ? null : code(sha256)],
  ]
}
