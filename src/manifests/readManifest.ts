// A manifest, by its name. Never throws: a file that makes no sense says so.

import { shownRange, shownVersion } from '../domain/rangeText.ts'
import type { Manifest, Requirement } from './manifest.ts'
import { packageJson, packageLock } from './packageJson.ts'
import { pyproject } from './pyproject.ts'
import { requirementsFile } from './requirementsFile.ts'
import { setupCfg } from './setupCfg.ts'
import { tomlLock } from './tomlLock.ts'
import { tsconfig } from './tsconfig.ts'

type Read = (path: string, text: string) => Manifest

const READERS: readonly (readonly [RegExp, Read])[] = [
  [
    /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$|^[\w.-]*requirements\.(?:txt|in)$/,
    requirementsFile,
  ],
  [/^pyproject\.toml$/, pyproject],
  [/^setup\.cfg$/, setupCfg],
  [/^package\.json$/, packageJson],
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, packageLock],
  [/^(?:poetry|uv)\.lock$/, tomlLock],
  [/^[tj]sconfig(?:\.[\w-]+)*\.json$/, tsconfig],
]

/** Null for what is no manifest. */
export function readManifest(path: string, text: string): Manifest | null {
  const manifest = readWhole(path, text)
  if (manifest === null) return null
  const { requirements, locked } = manifest
  return { ...manifest, requirements: requirements.map(bounded), locked: locked.map(bounded) }
}

/** Versions and ranges are put to releases and said again in answers. */
function bounded(requirement: Requirement): Requirement {
  const { pin, range } = requirement
  return {
    ...requirement,
    pin: pin === null ? null : shownVersion(pin),
    range: range === null ? null : shownRange(range),
  }
}

function readWhole(path: string, text: string): Manifest | null {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  // `requirements/dev.txt` is a habit of many projects.
  if (parts.at(-2) === 'requirements' && /\.(?:txt|in)$/.test(name)) {
    return requirementsFile(path, text)
  }
  for (const [pattern, read] of READERS) if (pattern.test(name)) return read(path, text)
  return null
}

export function isManifest(path: string): boolean {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  if (parts.at(-2) === 'requirements' && /\.(?:txt|in)$/.test(name)) return true
  return READERS.some(([pattern]) => pattern.test(name))
}
