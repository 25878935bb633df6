// The indexed releases of a package as an Atom feed: what each changed, and whether that breaks code.

import {
  compareAddress,
  extraAddress,
  type OfPackage,
  packageAddress,
  releaseAddress,
} from '../markup/addresses.ts'
import { html, type Markup } from '../markup/html.ts'
import { effectOf } from '../parts/effect.ts'
import type { DrawnRelease, Timeline } from '../parts/timeline.ts'
import { counted, registryName } from '../parts/words.ts'

export function releasesFeed(of: OfPackage, { versions }: Timeline, baseUrl: string): string {
  const newest = versions.toReversed()
  const self = `${baseUrl}${extraAddress(of, 'releases.atom')}`
  const updated =
    versions
      .map(({ readAt }) => readAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString()
  const text = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${of.name} on ${registryName(of.ecosystem)}: indexed releases</title>
<id>${self}</id>
<link rel="self" href="${self}"/>
<link href="${baseUrl}${packageAddress(of)}"/>
<updated>${updated}</updated>
<author><name>${baseUrl}</name></author>
${newest.map((one) => entry(of, one, baseUrl))}
</feed>
`
  return text.text
}

function entry(of: OfPackage, one: DrawnRelease, baseUrl: string): Markup {
  const { version, step, readAt } = one
  const address =
    step === null ? releaseAddress(of, version) : compareAddress(of, step.from, version)
  const effect = step === null ? 'not compared' : effectOf(step)
  return html`<entry>
<title>${of.name} ${step === null ? version : `${step.from} → ${version}`}: ${effect}</title>
<id>${baseUrl}${releaseAddress(of, version)}</id>
<link href="${baseUrl}${address}"/>
<updated>${readAt}</updated>
<summary>${summaryOf(one)}</summary>
</entry>
`
}

function summaryOf({ step, isYanked, isDeprecated }: DrawnRelease): string {
  const marks = `${isYanked ? ' It is yanked.' : ''}${isDeprecated ? ' It is deprecated.' : ''}`
  if (step === null) return `It was not compared with the release before it.${marks}`
  const { added, removed, changed, new_deprecations: deprecated } = step.counts
  return `Since ${step.from}: ${counted(added, 'name')} added, ${removed} removed, ${changed} changed, ${deprecated} newly deprecated.${marks}`
}
