// Which members an extractor can need. Everything else is checked by its headers and left packed.

import type { KeepRule } from './fileTree.ts'

/** Data files in JSON hold no symbols, and some packages are made of hundreds of megabytes of it. */
const JSON_KEPT_MAX_BYTES = 4 * 1024 * 1024

const PYTHON_METADATA: ReadonlySet<string> = new Set([
  'METADATA',
  'PKG-INFO',
  'RECORD',
  'WHEEL',
  'entry_points.txt',
  'namespace_packages.txt',
  'requires.txt',
  'top_level.txt',
])
const PYTHON_PROJECT: ReadonlySet<string> = new Set(['PKG-INFO', 'pyproject.toml', 'setup.cfg'])
const SCRIPT = /(?:\.js|\.mjs|\.cjs|\.d\.ts|\.d\.mts|\.d\.cts)$/

/** Wheels and sdists: `.py`, `.pyi`, Cython's sources, and the metadata that says what is installed under what name. */
export const keepPython: KeepRule = (path) => {
  if (path.endsWith('.py') || path.endsWith('.pyi') || /\.p(?:yx|xd|xi)$/.test(path)) return true
  const slash = path.lastIndexOf('/')
  const name = path.slice(slash + 1)
  if (slash < 0) return PYTHON_PROJECT.has(name)
  const folder = path.slice(0, slash)
  const isMetadata = folder.endsWith('.dist-info') || folder.endsWith('.egg-info')
  return isMetadata && PYTHON_METADATA.has(name)
}

/** npm tarballs: declarations, scripts, and JSON of a size that a manifest or a module can have. */
export const keepNpm: KeepRule = (path, sizeBytes) =>
  path.endsWith('.json') ? sizeBytes <= JSON_KEPT_MAX_BYTES : SCRIPT.test(path)
