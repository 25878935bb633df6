// What of the input hides a package whose upgrade is asked about. A folder beside code of JavaScript
// that has the package's name hides nothing: only a workspace, an alias or a package's own name do.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Manifest } from '../../manifests/manifest.ts'
import type { ReadInput } from '../read/readInput.ts'

/** `own`: the input with what hides; `bare`: the same without any of it. */
export function hidingParts(
  input: ReadInput,
  { ecosystem, name }: PackageKey,
): Readonly<{ own: ReadInput; bare: ReadInput }> {
  const without = (list: readonly string[]) => list.filter((one) => one !== name)
  const bare: ReadInput = {
    ...input,
    paths: [],
    manifests: input.manifests.map((manifest) => ({
      ...manifest,
      ownNames: without(manifest.ownNames),
      elsewhere: without(manifest.elsewhere),
      remote: without(manifest.remote ?? []),
      aliases: [],
      roots: [],
      mentioned: [],
    })),
  }
  if (ecosystem !== 'npm' || input.manifests.some(({ isWorkspace }) => isWorkspace === true)) {
    return { own: input, bare }
  }
  const manifests = input.manifests.map((manifest) =>
    isAboutItself(manifest, name)
      ? manifest
      : { ...manifest, ownNames: without(manifest.ownNames) },
  )
  return { own: { ...input, manifests }, bare }
}

/** The package of that name itself, at the root of the input, as its own code may import it. */
function isAboutItself({ path, requirements }: Manifest, name: string): boolean {
  return !path.includes('/') && !requirements.some((one) => one.name === name)
}
