// A registry that knows nothing must not make us sign absences. A wrong address, an empty mirror or
// a bad deployment answers 404 to every name, in perfectly good JSON. So before an absence is
// reported, the registry must have said yes to something since the question was put: a yes of
// minutes ago says nothing about a registry that lost its data since.

import type { PackageName } from '../../domain/names/packageName.ts'
import { malformed } from '../fetch/documents.ts'

/** Names that the registry had lately, to ask it for again. */
const REMEMBERED_MAX = 4

export function absenceGuard({
  now,
  wellKnown,
}: Readonly<{
  now: () => Date
  /** A name that the registry has in any case; null for a private one, of which nothing is known. */
  wellKnown: PackageName | null
}>) {
  let positiveAtMs = Number.NEGATIVE_INFINITY
  let remembered: readonly PackageName[] = []

  /** The registry gave a well-formed positive answer for this name just now. */
  function sawPositive(name: PackageName): void {
    positiveAtMs = now().getTime()
    if (remembered[0] === name) return
    remembered = [name, ...remembered.filter((known) => known !== name)].slice(0, REMEMBERED_MAX)
  }

  return {
    sawPositive,
    /**
     * To be awaited before the absence of `name` is reported, which was asked at `askedMs`. `probe`
     * asks whether the registry has a name. Throws `MalformedDocument` when it has none that it is
     * known to have; returns at once when none is known.
     */
    async beforeAbsence(
      name: PackageName,
      askedMs: number,
      probe: (name: PackageName) => Promise<boolean>,
    ): Promise<void> {
      if (name === wellKnown) malformed('the best-known name is missing')
      if (positiveAtMs > askedMs) return
      const known = wellKnown === null ? remembered.filter((other) => other !== name) : [wellKnown]
      for (const candidate of known) {
        if (await probe(candidate)) {
          sawPositive(candidate)
          return
        }
      }
      if (known.length > 0) malformed('a registry that does not know the best-known name')
    },
  }
}
