// Watched services with their uptime, where the operator watches any.

import { uptimeDrawn, uptimeWords } from '../wire/uptimeWords.ts'
import type { WatchTargetsAnswer } from '../wire/watchAnswers.ts'
import { element } from './dom.ts'
import { renderTime } from './failure.ts'

const WINDOWS = ['24h', '7d', '30d', '90d'] as const

type Target = WatchTargetsAnswer['targets'][number]

export const NONE_WATCHED = 'No services are watched at the moment.'
export const NOT_TOLD =
  'Which services are watched cannot be told right now. Please try again later.'

export async function showWatched(path: string, place: HTMLElement): Promise<void> {
  place.replaceChildren(await fetchWatched(path))
}

async function fetchWatched(path: string): Promise<HTMLElement> {
  try {
    const reply = await fetch(path)
    if (reply.status === 404) return element('p', {}, NONE_WATCHED)
    if (reply.status !== 200) return element('p', {}, NOT_TOLD)
    // The service's own route; a wrong shape ends in the sentence below.
    const { targets } = (await reply.json()) as WatchTargetsAnswer
    if (targets.length === 0) return element('p', {}, NONE_WATCHED)
    return element('ul', { class: 'targets' }, ...targets.map(renderTarget))
  } catch {
    return element('p', {}, NOT_TOLD)
  }
}

function renderTarget(target: Target): HTMLElement {
  const { name, verdict, uptime, observed, p50_ms: p50, p95_ms: p95, last_probe_at: at } = target
  const speed = p50 === null ? '' : `median ${Math.round(p50)} ms`
  const slow = p95 === null ? '' : `95 % within ${Math.round(p95)} ms`
  const seen = at === null ? 'not looked at yet' : `looked at ${renderTime(at)}`
  return element(
    'li',
    {},
    element('h3', {}, name, ' ', element('span', { class: `tag ${verdict}` }, verdict)),
    element(
      'div',
      { class: 'windows' },
      ...WINDOWS.map((span) => bar(span, uptime[span], observed[span])),
    ),
    element('p', { class: 'dim' }, [speed, slow, seen].filter((text) => text !== '').join(', ')),
  )
}

function bar(span: string, percent: number | null, observed: number): HTMLElement {
  const drawn = uptimeDrawn(percent, observed)
  const full = element('span', { class: drawn !== null && drawn < 99 ? 'full low' : 'full' })
  // A style set from script is not a style attribute, which the content policy forbids.
  full.style.width = `${drawn ?? 0}%`
  return element(
    'div',
    { class: 'window' },
    element('span', { class: 'dim' }, span),
    ' ',
    element('span', { class: 'bar', 'aria-hidden': 'true' }, full),
    element('span', {}, uptimeWords(percent, observed)),
  )
}
