// assay index-history: many releases of one package, so that histories and diffs have them at hand.

import type { Ecosystem } from '../../../domain/names/packageName.ts'
import { compareVersions } from '../../../domain/versionOrder.ts'
import { versionsIn } from '../../../ingest/versionRange.ts'
import type { Run } from '../../terminal/command.ts'
import { parseCount } from '../../terminal/jobs.ts'
import { EXIT } from '../../terminal/output.ts'
import { readArgs } from '../../terminal/readArgs.ts'
import { isVersion, parseName, parsePackageWords, quote } from '../../terminal/target.ts'
import { LAST_DEFAULT, LAST_MAX, OPTIONS, optionLines } from '../../words/options.ts'
import { ingestInTurn } from './ingest.ts'

export const usage = `Usage: assay index-history <pypi|npm> <package> [options]

Reads a range of releases of a package into the index, oldest first, so that
\`assay history\` and GET /v1/symbol/history can tell when a symbol came, changed and went. Releases that
are indexed cost no download; Ctrl-C finishes the one under way, and the same command goes on there.

${optionLines('index-history')}

The chain of latest releases does not move. Yanked releases and pre-releases are left out unless they
are named as an end of the range.

Exit status
  0  every release of the range is indexed
  1  there is no such package or release
  2  the command line is wrong
  3  some releases could not be read

  assay index-history pypi requests --from 2.25.0
  assay index-history npm vue --last 50`

export const run: Run = async (argv, { openIngestApp, out, twoStepInterruption }) => {
  const { values, positionals } = readArgs(argv, OPTIONS['index-history'])
  const key = parsePackageWords(positionals, usage, parseName)
  if (typeof key === 'string') return out.usage(key)
  for (const end of [values.from, values.to]) {
    if (end !== undefined && !isVersion(end)) {
      return out.usage(`assay: ${quote(end)} names no version`)
    }
  }
  const from = wholeVersion(key.ecosystem, values.from)
  const to = wholeVersion(key.ecosystem, values.to)
  if (from !== null && to !== null && (compareVersions(key.ecosystem, from, to) ?? 0) > 0) {
    return out.usage(`assay: ${from} comes after ${to}: --from is the older end`)
  }
  const last = values.last === undefined ? null : parseCount(values.last, LAST_MAX)
  if (values.last !== undefined && last === null) {
    return out.usage(`assay: --last takes 1 to ${LAST_MAX}`)
  }
  const app = await openIngestApp()
  const found = await app.versions(key, new AbortController().signal)
  if (!found.found) {
    out.note(`assay: there is no ${key.ecosystem} package ${key.name}`)
    return EXIT.no
  }
  const range = {
    from,
    to,
    last: last ?? (from === null ? LAST_DEFAULT : null),
    withPrereleases: values.pre,
  }
  const versions = versionsIn(key.ecosystem, found.versions, range)
  if (versions.length === 0) {
    out.note(`assay: ${key.name} has no release in this range`)
    return EXIT.no
  }
  const targets = versions.map((version) => ({ key, version }))
  return ingestInTurn(targets, { app, json: values.json, out, stop: twoStepInterruption() })
}

/** `7` and `7.0` are the beginnings of npm versions. */
function wholeVersion(ecosystem: Ecosystem, written: string | undefined): string | null {
  if (written === undefined) return null
  const missing = ecosystem === 'npm' ? (['.0.0', '.0'][written.split('.').length - 1] ?? '') : ''
  return /^v?\d+(?:\.\d+)?$/.test(written) ? `${written}${missing}` : written
}
