// The parts of a symbol as somebody wrote it, whatever they put between them.

import type { OfPackage } from './findSymbol.ts'

/** What a question may have at most; of a longer path the end says what is meant. */
const PARTS_MAX = 8

/**
 * `requests.Session.get()` → `requests`, `Session`, `get`; `rxjs/operators.map` → `rxjs`,
 * `operators`, `map`. The name of an npm package is one part even where it has a slash or a dot.
 */
export function writtenParts(
  { ecosystem, packageName }: OfPackage,
  written: string,
): readonly string[] {
  const bare = written.trim().replace(/\(.*\)$/s, '')
  const hasRoot = ecosystem === 'npm' && /^(?:$|[./#:])/.test(afterRoot(packageName, bare))
  const rest = hasRoot ? bare.slice(packageName.length) : bare
  const parts = rest.split(/[./#]|::|->/).filter((part) => part !== '' && part !== 'prototype')
  return [...(hasRoot ? [packageName] : []), ...parts].slice(-PARTS_MAX)
}

function afterRoot(packageName: string, text: string): string {
  return text.startsWith(packageName) ? text.slice(packageName.length) : 'x'
}
