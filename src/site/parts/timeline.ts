// The indexed releases of a package, drawn: what each added stands above the line, what it removed or
// changed below it, all on one scale. Nothing is drawn of what was not compared.

import {
  compareAddress,
  extraAddress,
  type OfPackage,
  releaseAddress,
} from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { effectOf } from './effect.ts'
import { counted, tag } from './words.ts'

type Verdict = 'breaking' | 'additive' | 'neutral'

export type DrawnRelease = Readonly<{
  version: string
  isYanked: boolean
  isDeprecated: boolean
  /** When this service read it; nobody tells when it was published. */
  readAt: string
  step: Readonly<{
    from: string
    classification: Verdict
    compatibility: Readonly<{ classification: Verdict; undecided: number }>
    counts: Readonly<{ added: number; removed: number; changed: number; new_deprecations: number }>
    undetermined: number
  }> | null
}>

export type Timeline = Readonly<{
  versions: readonly DrawnRelease[]
  total: number
  waiting: number
}>

const COLUMN = 22
const BAR = 12
const HALF = 46
const MARK = 14
const FOOT = 14
const LABEL = 16
const MIN_WIDTH = 160

/** `shown`: the release that the page is about. */
export function timeline(of: OfPackage, all: Timeline, shown: string | null): Markup {
  const { versions, total, waiting } = all
  const others = html`<a href="${extraAddress(of, 'releases')}">All releases of the registry</a>`
  if (versions.length === 0) return html`<p>No release of it was read here yet. ${others}</p>`
  const rest = total - versions.length
  const [only] = versions
  const which = total === 1 && only !== undefined ? `, ${only.version}` : ''
  const isCompared = versions.some(({ step }) => step !== null)
  const said = [
    `${counted(total, 'release')} of it ${total === 1 ? 'was' : 'were'} read here${which}`,
    rest > 0 ? `, the newest ${versions.length} are drawn` : '',
    '. Any other is read when its page is opened.',
  ].join('')
  return html`<p>${said} ${others}</p>
${isCompared && drawing(of, versions, shown)}
${waiting > 0 && html`<p class="dim">${counted(waiting, 'step')} between releases ${waiting === 1 ? 'is' : 'are'} being compared. Look again in a while.</p>`}
${versions.length > 1 && listed(of, versions, shown)}`
}

function listed(of: OfPackage, versions: readonly DrawnRelease[], shown: string | null): Markup {
  return html`<details${versions.length <= 4 ? html` open` : ''}><summary>All of them as a list</summary>
<div class="scroll" tabindex="0" role="region" aria-label="List of the releases"><table>
<thead><tr><th scope="col">Release</th><th scope="col">Effect</th><th scope="col">Compared with</th><th scope="col" class="number">Added</th><th scope="col" class="number">Removed</th><th scope="col" class="number">Changed</th><th scope="col" class="number">Deprecated</th></tr></thead>
<tbody>${versions.toReversed().map((one) => row(of, one, shown, one === versions[0]))}</tbody>
</table></div></details>`
}

function row(
  of: OfPackage,
  { version, isYanked, isDeprecated, step }: DrawnRelease,
  shown: string | null,
  isOldest: boolean,
): Markup {
  const current = version === shown ? html` aria-current="page"` : ''
  const marks = html`${isYanked && tag('yanked', 'warn')}${isDeprecated && tag('deprecated', 'warn')}`
  const name = html`<th scope="row"><a href="${releaseAddress(of, version)}"${current}>${version}</a> ${marks}</th>`
  if (step === null)
    return html`<tr>${name}<td colspan="6" class="dim">${isOldest ? 'the oldest that was read here' : 'not compared'}</td></tr>`
  const { counts } = step
  const number = (count: number) => html`<td class="number">${count.toLocaleString('en')}</td>`
  return html`<tr>${name}<td>${tag(effectOf(step), TONES[effectOf(step)])}</td><td><a href="${compareAddress(of, step.from, version)}">${step.from}</a></td>${[counts.added, counts.removed, counts.changed, counts.new_deprecations].map(number)}</tr>`
}

const TONES = {
  breaking: 'bad',
  'cannot be told': 'warn',
  additive: 'good',
  'no change': null,
} as const

function drawing(of: OfPackage, versions: readonly DrawnRelease[], shown: string | null): Markup {
  const most = Math.max(
    1,
    ...versions.flatMap(({ step }) =>
      step === null ? [] : [step.counts.added, step.counts.removed + step.counts.changed],
    ),
  )
  const scale = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * HALF))
  const width = Math.max(MIN_WIDTH, versions.length * COLUMN + 2)
  const height = MARK + 2 * HALF + FOOT + LABEL
  const middle = MARK + HALF
  const columns = versions.map((one, i) =>
    column(of, one, { x: i * COLUMN + 4, middle, scale, shown }),
  )
  return html`<div class="scroll timeline" tabindex="0" role="region" aria-label="Drawing of the releases">
<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-label="Releases from ${versions[0]?.version} to ${versions.at(-1)?.version}: what was added above the line, what was removed or changed below">
<line class="axis" x1="0" x2="${width}" y1="${middle}" y2="${middle}"/>
${columns}
<text x="0" y="${height - 3}">${versions[0]?.version}</text><text x="${width}" y="${height - 3}" text-anchor="end">${versions.at(-1)?.version}</text>
</svg></div>
<ul class="legend"><li class="added">added</li><li class="changed">changed</li><li class="removed">removed</li><li class="breaking">code that was right can break</li><li class="open">not compared</li></ul>
<p class="dim">The tallest bar stands for ${counted(most, 'name')}. Oldest left, newest right.</p>`
}

type Place = Readonly<{
  x: number
  middle: number
  scale: (count: number) => number
  shown: string | null
}>

function column(of: OfPackage, one: DrawnRelease, { x, middle, scale, shown }: Place): Markup {
  const { version, step } = one
  const link = step === null ? releaseAddress(of, version) : compareAddress(of, step.from, version)
  const state = [
    version === shown ? 'shown' : '',
    one.isYanked || one.isDeprecated ? 'withdrawn' : '',
  ].join(' ')
  const foot = html`<circle class="dot ${state}" cx="${x + BAR / 2}" cy="${middle + HALF + 7}" r="3.5"/>`
  const target = html`<rect class="target" x="${x - 4}" y="0" width="${COLUMN}" height="${middle + HALF + 14}"/>`
  if (step === null) {
    const hollow = html`<rect class="open" x="${x}" y="${middle - 5}" width="${BAR}" height="10"/>`
    return html`<a href="${link}"><title>${titleOf(one)}</title>${target}${hollow}${foot}</a>`
  }
  const { added, removed, changed } = step.counts
  const [up, down, further] = [scale(added), scale(changed), scale(removed)]
  const isBreaking = step.compatibility.classification === 'breaking'
  const mark = isBreaking && html`<path class="breaking" d="M${x + BAR / 2 - 5} 1h10l-5 8z"/>`
  return html`<a href="${link}"><title>${titleOf(one)}</title>${target}${mark}
${up > 0 && html`<rect class="added" x="${x}" y="${middle - up}" width="${BAR}" height="${up}"/>`}${down > 0 && html`<rect class="changed" x="${x}" y="${middle}" width="${BAR}" height="${down}"/>`}${further > 0 && html`<rect class="removed" x="${x}" y="${middle + down}" width="${BAR}" height="${further}"/>`}
${foot}</a>`
}

function titleOf({ version, isYanked, isDeprecated, step }: DrawnRelease): string {
  const marks = `${isYanked ? ', yanked' : ''}${isDeprecated ? ', deprecated' : ''}`
  if (step === null) return `${version}${marks}: not compared`
  const { added, removed, changed, new_deprecations: deprecated } = step.counts
  const breaks = step.compatibility.classification === 'breaking' ? ', breaking' : ''
  return `${step.from} → ${version}${marks}: ${added} added, ${removed} removed, ${changed} changed, ${deprecated} newly deprecated${breaks}`
}
