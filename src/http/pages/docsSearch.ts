// Which page was meant by an address below /docs/.

import { slipCost } from '../../domain/names/slipCost.ts'
import type { DocsPage } from './docsFiles.ts'

type DocsHit =
  | Readonly<{ page: DocsPage }>
  /** The page has another address, or had this one before. */
  | Readonly<{ moved: DocsPage }>
  | Readonly<{ near: readonly DocsPage[] }>

const NEAR_MAX = 5
/** In hundredths of a slip for each letter. */
const COST_PER_LETTER_MAX = 40
/** Longer ones name no page, and would only take time. */
const WRITTEN_MAX = 200

/** `written`: what follows `/docs/`. */
export function findDocs(pages: readonly DocsPage[], written: string): DocsHit {
  const page = pages.find(({ path }) => path === written)
  if (page !== undefined) return { page }
  const plain = written
    .replace(/\/+$/, '')
    .replace(/\.(?:md|html)$/i, '')
    .replace(/(?:^|\/)(?:README|index)$/i, '')
  const same = pages.find(({ path }) => path === plain.toLowerCase())
  if (same !== undefined) return { moved: same }
  // Pages that lay in no folder before are found by their name alone.
  const called = pages.filter(({ path }) => nameOf(path) === plain.toLowerCase())
  const [only, ...more] = called
  if (only !== undefined && more.length === 0) return { moved: only }
  return { near: plain.length > WRITTEN_MAX ? [] : nearPages(pages, plain) }
}

function nearPages(pages: readonly DocsPage[], written: string): readonly DocsPage[] {
  const wanted = nameOf(written.toLowerCase())
  return pages
    .map((page) => ({ page, cost: costOf(wanted, page) }))
    .filter(({ cost }) => cost <= COST_PER_LETTER_MAX * Math.max(wanted.length, 1))
    .sort((a, b) => a.cost - b.cost || (a.page.path < b.page.path ? -1 : 1))
    .slice(0, NEAR_MAX)
    .map(({ page }) => page)
}

/** Next to nothing where one name has the other as a word. */
function costOf(wanted: string, { path, title }: DocsPage): number {
  const name = nameOf(path)
  const words = new Set([...name.split('-'), ...title.toLowerCase().split(/\W+/)])
  const isShared = wanted.split(/[-_ ]/).some((word) => word.length > 2 && words.has(word))
  return isShared ? 1 : slipCost(wanted, name)
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? ''
}
