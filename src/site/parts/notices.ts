// What has to be known of a package before anything else, and what else its registry says of it.

import { noticeLines } from '../../wire/noticeLines.ts'
import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import { builtInSentence, packageCaution } from '../../wire/packageCaution.ts'
import type { Noticed } from '../../wire/signed.ts'
import { packageAddress } from '../markup/addresses.ts'
import { html, type Markup, NOTHING } from '../markup/html.ts'
import { box } from './words.ts'

/** `notices`: of the very release, where it is not the latest. */
export function packageNotices(answer: PackageExistsAnswer, ofRelease: Noticed = {}): Markup {
  const caution = packageCaution(answer)
  const { cautions, said } = noticeLines(answer.name, answer)
  const release = noticeLines(answer.name, ofRelease)
  const first = [
    ...new Set([...(caution === null ? [] : [caution.sentence]), ...cautions, ...release.cautions]),
  ]
  const more = [...new Set([...said, ...release.said, ...marked(answer)])]
  const tone = caution?.kind === 'lookalike' ? 'warn' : 'bad'
  const [head = '', ...others] = first
  return html`${first.length > 0 && box(tone, html`<strong>${head}</strong>`, ...others, heldWords(answer), ADVICE[caution?.kind ?? 'none'], meantLink(answer))}
${more.length > 0 && box('warn', ...more)}
${builtIn(answer)}`
}

/** Why a name is held back, as far as anybody can know. */
function heldWords(answer: PackageExistsAnswer): string | null {
  if (packageCaution(answer)?.kind !== 'placeholder') return null
  const { latest_version: version } = answer
  return `Its release ${version} is the empty one (“security holding package”) that npm itself publishes where a package was taken down, so that nobody else takes the name. What the package had done npm does not say there.`
}

/** What is to be done about it. */
const ADVICE: Readonly<
  Record<NonNullable<ReturnType<typeof packageCaution>>['kind'] | 'none', string | null>
> = {
  placeholder: 'Do not install it.',
  quarantined: 'Do not install it.',
  lookalike: 'Be sure that this is the one you mean before you install it.',
  empty: null,
  none: null,
}

/** What the registry marks the project as, where no notice says so. */
function marked({ registry_status: status, notices = [] }: PackageExistsAnswer): string[] {
  if (status === null || status === 'security_placeholder' || status === 'quarantined') return []
  if (notices.some(({ word }) => word === status)) return []
  return [`The registry marks the project: ${status.replaceAll('_', ' ')}.`]
}

function meantLink({ ecosystem, lookalike_of: other }: PackageExistsAnswer): Markup | null {
  if (other === null) return null
  return html`<a href="${packageAddress({ ecosystem, name: other })}">Go to ${other}</a>`
}

function builtIn(answer: PackageExistsAnswer): Markup {
  const sentence = builtInSentence(answer)
  return sentence === null ? NOTHING : box('plain', sentence)
}

/** The same below answers about something in the package. */
export function noticesOf(name: string, answer: Noticed): Markup {
  const { cautions, said } = noticeLines(name, answer)
  return html`${cautions.length > 0 && box('bad', ...cautions)}${said.length > 0 && box('warn', ...said)}`
}
