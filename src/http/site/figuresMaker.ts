// The page of figures, from the watchtower, the index and the page of the measurements.

import { type FiguresPageView, figuresPage, type Measured } from '../../site/pages/figuresPage.ts'
import { registryName } from '../../site/parts/words.ts'
import type { DocsFiles } from '../pages/docsFiles.ts'
import type { ServiceFacts } from '../request/serviceFacts.ts'
import type { Made } from './made.ts'

type Parts = Readonly<{
  facts: Pick<ServiceFacts, 'indexSize' | 'moduleCounts' | 'names'>
  board: () => Promise<
    readonly (Omit<FiguresPageView['watched'][number], 'name'> &
      Readonly<{ target: Readonly<{ name: string }> }>)[]
  >
  docs: DocsFiles
}>

/** The folder of the measurements is this page of the docs. */
const MEASUREMENTS = 'measurements'

export function figuresMaker({ facts, board, docs }: Parts) {
  let measured: readonly Measured[] | null = null
  return async (): Promise<Made> => {
    measured ??= measuredIn(docs)
    const [index, modules, rows] = await Promise.all([
      facts.indexSize(),
      facts.moduleCounts(),
      board(),
    ])
    const names = (['pypi', 'npm'] as const).map((ecosystem) => {
      const { source, snapshot } = facts.names(ecosystem)
      const of = source === 'popular' ? 'the popular ones' : 'all of them'
      return { registry: registryName(ecosystem), size: snapshot.size, of }
    })
    const watched = rows.map(({ target, ...row }) => ({ ...row, name: target.name }))
    return { page: figuresPage({ index, modules, names, watched, measured }) }
  }
}

const ROW = /<tr><td>(?:<a href="(\/docs\/[\w/#-]+)">([^<]+)<\/a>)?<\/td><td>([^<]*)<\/td>/g

/** The lines that say how often something is right: those with a share of a hundred. */
function measuredIn({ folders, textOf }: DocsFiles): readonly Measured[] {
  const page = folders.flatMap(({ pages }) => pages).find(({ path }) => path === MEASUREMENTS)
  if (page === undefined) return []
  return [...textOf(page).matchAll(ROW)].flatMap(([, address = null, subject = '', says = '']) =>
    subject !== '' && /\d %/.test(says) ? [{ subject, address, says: plain(says) }] : [],
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

function plain(text: string): string {
  return text.replace(/&(?:#39|quot|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
}
