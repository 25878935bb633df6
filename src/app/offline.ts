// What takes the place of registries and of ingestion for whoever works offline; loaded for nobody else.

import { askedOffline, datedBy } from '../answer/evidence/askedOffline.ts'
import { FOR_REFERENCE_PYTHON } from '../domain/referencePython.ts'
import { heldPackages, type ReleasesElsewhere } from '../ingest/heldPackages.ts'
import { heldReleases } from '../ingest/heldReleases.ts'
import type { Registry } from '../ports/registry.ts'
import type { Store } from '../ports/store.ts'
import { closedFetch } from '../registry/fetch/closedFetch.ts'
import { heldRegistry } from '../registry/heldRegistry.ts'
import { heldTables } from '../table/heldTables.ts'

export type Offline = ReturnType<typeof openOffline>

/** `elsewhere`: releases that others have read, where the store keeps such. */
export function openOffline(opened: Store, now: () => Date, elsewhere?: ReleasesElsewhere) {
  const held = heldPackages(opened.packages, now, elsewhere)
  const { packages, days } = held
  const store: Store = { ...opened, packages }
  const isForReference = async (sha256: string) =>
    held.isForReference(sha256) || opened.provenance.isDeclared(sha256, FOR_REFERENCE_PYTHON)
  return {
    store,
    openFetch: closedFetch,
    registry: (registry: Registry) => heldRegistry(registry, { packages, isForReference }),
    releases: (registryOf: Parameters<typeof heldReleases>[0]['registryOf']) =>
      heldReleases({ registryOf, ...store }),
    tables: heldTables,
    /** What is told of releases, and a statement, with the days that they rest on. */
    dated: datedBy(days),
    datedStatement: askedOffline(days),
  }
}
