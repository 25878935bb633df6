// Every extractor there is. A new one is one line here, its version in its name.

import type { ExtractorTable } from './extractor.ts'

export const EXTRACTORS: ExtractorTable = {
  'python/13': async () => (await import('./python/pythonTable.ts')).pythonTable,
  'npm/11': async () => (await import('./npm/npmTable.ts')).npmTable,
  'npm-loading/1': async () => (await import('./npm/npmLoading.ts')).npmLoading,
  'inventory/2': async () => (await import('./inventory.ts')).inventory,
}
