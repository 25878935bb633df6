// A manifest, by its name. Never throws: a file that makes no sense says so.

import { shownRange, shownVersion } from '../domain/rangeText.ts'
import { buildConfig } from './buildConfig.ts'
import { bunLock } from './bunLock.ts'
import { denoLock } from './denoLock.ts'
import { environmentYaml } from './environmentYaml.ts'
import { importMap } from './importMap.ts'
import { bunfig, npmrc, uvToml } from './indexSettings.ts'
import { emptyManifest, type Manifest, type Requirement } from './manifest.ts'
import { type ManifestKind, manifestKind } from './manifestKind.ts'
import { packageJson, packageLock } from './packageJson.ts'
import { pipfile } from './pipfile.ts'
import { pipfileLock } from './pipfileLock.ts'
import { pnpmLock } from './pnpmLock.ts'
import { pnpmWorkspace, yarnSettings } from './pnpmWorkspace.ts'
import { pyproject } from './pyproject.ts'
import { requirementsFile } from './requirementsFile.ts'
import { setupCfg } from './setupCfg.ts'
import { setupPy } from './setupPy.ts'
import { tomlLock } from './tomlLock.ts'
import { tsconfig } from './tsconfig.ts'
import { yarnLock } from './yarnLock.ts'

const BINARY = 'is in the binary form of Bun, which is not read; bun.lock is'

type Read = (path: string, text: string) => Manifest

const READERS: Readonly<Record<ManifestKind, Read>> = {
  requirements: requirementsFile,
  pyproject,
  setupCfg,
  setupPy,
  packageJson,
  packageLock,
  yarnLock,
  pnpmLock,
  pnpmWorkspace,
  bunLock,
  bunLockBinary: (path) => emptyManifest(path, BINARY),
  denoLock,
  tomlLock,
  pipfile,
  environmentYaml,
  pipfileLock,
  uvToml,
  npmrc,
  yarnrc: yarnSettings,
  bunfig,
  tsconfig,
  importMap,
  buildConfig,
}

/** Null for what is no manifest. */
export function readManifest(
  path: string,
  text: string,
  kind: ManifestKind | null = manifestKind(path),
): Manifest | null {
  if (kind === null) return null
  const manifest = READERS[kind](path, text)
  const { requirements, locked } = manifest
  return {
    ...manifest,
    requirements: requirements.map(bounded),
    locked: locked.map(bounded),
    ...(OF_PYTHON.has(kind) && namesPython2(text, manifest) && { isForPython2: true }),
  }
}

const OF_PYTHON: ReadonlySet<ManifestKind> = new Set(['pyproject', 'setupCfg', 'setupPy'])

/** By its classifiers, or by a range that names a release of it (`>=2.7`). */
function namesPython2(text: string, { pythons }: Manifest): boolean {
  // `>=2.7`, and `<3`, which nothing else is below.
  const isAllowed = (range: string) =>
    /(?:^|[^.\d<!])\s*2(?:\.\d|\s*$|\s*,)|<\s*3(?:\.0)*\s*(?:,|$)/.test(range)
  return /Programming Language :: Python :: 2\b/.test(text) || pythons.some(isAllowed)
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
