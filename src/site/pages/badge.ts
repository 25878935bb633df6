// A badge for a README: how many of the steps since a release break code. It says so only where every
// step was compared.

import { html } from '../markup/html.ts'
import { effectOf } from '../parts/effect.ts'
import type { Timeline } from '../parts/timeline.ts'
import { counted } from '../parts/words.ts'

type Badge = Readonly<{ text: string; tone: 'good' | 'bad' | 'unknown' }>

/**
 * `since`: a release that is indexed; empty for the oldest that is drawn. `latest`: of the registry, which
 * may be another one than the newest that is indexed.
 */
export function badgeOf({ versions }: Timeline, since: string, latest: string | null): Badge {
  const start = since === '' ? 0 : versions.findIndex(({ version }) => version === since)
  const from = versions[start]?.version
  const to = versions.at(-1)?.version
  if (from === undefined || to === undefined)
    return {
      text: since === '' ? 'no release is indexed' : `${since} is not indexed`,
      tone: 'unknown',
    }
  if (from === to && to !== latest)
    return { text: `nothing else than ${from} is indexed`, tone: 'unknown' }
  const span = to === latest ? `since ${from}` : `from ${from} to ${to}`
  const steps = versions.slice(start + 1).map(({ step }) => (step === null ? null : effectOf(step)))
  const breaking = steps.filter((effect) => effect === 'breaking').length
  const isOpen = steps.some((effect) => effect === null || effect === 'cannot be told')
  if (breaking > 0)
    return {
      text: `${isOpen ? 'at least ' : ''}${counted(breaking, 'breaking step')} ${span}`,
      tone: 'bad',
    }
  return isOpen
    ? { text: `cannot be told ${span}`, tone: 'unknown' }
    : { text: `0 breaking steps ${span}`, tone: 'good' }
}

const LETTER = 6.6
const COLOURS = { good: '#17663f', bad: '#a52020', unknown: '#55635c' } as const

export function drawnBadge({ text, tone }: Badge): string {
  const left = 34
  const width = left + Math.round(text.length * LETTER) + 14
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="API: ${text}">
<title>API: ${text}</title>
<rect width="${width}" height="20" rx="3" fill="#39413d"/>
<path d="M${left} 0h${width - left - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${width - left - 3}z" fill="${COLOURS[tone]}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><text x="7" y="14">API</text><text x="${left + 7}" y="14">${text}</text></g>
</svg>
`.text
}
