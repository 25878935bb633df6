// When a symbol came, changed and went, over the releases that are indexed.

import { betweenReleases } from '../../wire/betweenReleases.ts'
import type { SymbolHistoryAnswer, SymbolRun } from '../../wire/symbolAnswers.ts'
import { type OfPackage, symbolAddress } from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { shortSignature } from './signature.ts'
import { counted, facts, tag } from './words.ts'

export function historyOf(
  of: OfPackage,
  path: string,
  history: SymbolHistoryAnswer,
): Markup | null {
  const { history: runs } = history
  if (runs.length === 0) return null
  const read = history.releases.map(({ version }) => version)
  const between = (version: string | null) => version && betweenReleases(read, version)
  const told = facts([
    ['Oldest read release with it', history.added_in === null ? history.first_seen : null],
    ['Added', between(history.added_in)],
    ['Deprecated', between(history.deprecated_in)],
    ['Removed', between(history.removed_in)],
    ['Newest read release with it', history.exists === true ? null : history.last_seen],
  ])
  const rows = runs.toReversed().map((run) => runRow(of, path, run))
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>
${told}
<ol class="runs">${rows}</ol>
<p class="dim">${basisWords(history)}</p></section>`
}

/** By which releases that is so. */
function basisWords({ releases, unread, cut }: SymbolHistoryAnswer): string {
  const [only] = releases
  const read =
    releases.length === 1 && only !== undefined
      ? `Of its releases only ${only.version} was read here: nothing is said of the others.`
      : `By the ${counted(releases.length, 'release')} that were read here, and no others: what lies between two of them may be otherwise.`
  const open =
    unread.length === 0 ? '' : ` ${counted(unread.length, 'release')} could not be looked into.`
  return `${read}${open}${cut ? ' Older ones were left out.' : ''}`
}

function runRow(of: OfPackage, path: string, run: SymbolRun): Markup {
  const { from_version: from, to_version: to, exists } = run
  const when = from === to ? from : `${from} to ${to}`
  const link = html`<a href="${symbolAddress(of, to, run.qualified_name ?? path)}">${when}</a>`
  if (exists === null) return html`<li class="unsure">${when} ${tag('cannot be told', 'warn')}</li>`
  if (!exists) return html`<li class="gone">${when} ${tag('not there', 'bad')}</li>`
  return html`<li>${link} ${run.deprecated && tag('deprecated', 'warn')} ${shortSignature(run.symbol_signature)}</li>`
}
