// Every extractor there is, under the name that domain/extractorVersions.ts gives it.

import {
  INVENTORY_EXTRACTOR,
  LOADING_EXTRACTOR,
  NPM_EXTRACTOR,
  PYTHON_EXTRACTOR,
  RANGES_EXTRACTOR,
  SERVICES_EXTRACTOR,
} from '../domain/extractorVersions.ts'
import type { ExtractorTable } from './extractor.ts'

export const EXTRACTORS: ExtractorTable = {
  [PYTHON_EXTRACTOR]: async () => (await import('./python/pythonTable.ts')).pythonTable,
  [NPM_EXTRACTOR]: async () => (await import('./npm/npmTable.ts')).npmTable,
  [LOADING_EXTRACTOR]: async () => (await import('./npm/npmLoading.ts')).npmLoading,
  [RANGES_EXTRACTOR]: async () => (await import('./npm/npmRanges.ts')).npmRanges,
  [SERVICES_EXTRACTOR]: async () =>
    (await import('./python/services/serviceTable.ts')).serviceTable,
  [INVENTORY_EXTRACTOR]: async () => (await import('./inventory.ts')).inventory,
}
