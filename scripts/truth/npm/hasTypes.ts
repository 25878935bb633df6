// Whether a package describes its main module itself.

import { entryPoints } from '../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../src/extract/npm/manifest/packageResolver.ts'
import type { NpmPackage } from '../../../src/extract/npm/package.ts'

export function hasTypes(from: NpmPackage): boolean {
  const { points } = entryPoints(new PackageResolver(from))
  return points.some(({ types, via }) => types !== null && via === 'main')
}
