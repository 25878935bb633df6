// assay names: every name of the registries, for the names next to one that does not exist.

import type { IngestApp } from '../../app/ingestApp.ts'
import { ECOSYSTEMS, type Ecosystem, isEcosystem } from '../../domain/names/packageName.ts'
import type { Run } from '../terminal/command.ts'
import { actionMistake } from '../terminal/meant.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import type { ProgressStream } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { noEcosystem } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay names <build|update|status> [pypi|npm] [--json]

Keeps the set of all names of a registry. Near names of a package that does not exist come from it;
without it they come from popular packages alone.
  build     fetches the lists and builds the sets anew
  update    fetches what changed since; builds a set that is not there
  status    shows which sets are there and what they were made of
${optionLines('names')}

Without an ecosystem the command is about both. A service that runs on the same data folder takes a
new set over within a minute. A build of npm's names takes a minute or two of processor time and 0.8 GB of memory.

Exit status
  0  the sets were built, or are all there
  1  a set is missing or damaged
  2  the command line is wrong
  3  a list could not be fetched

  assay names build pypi
  assay names status`

const ECOSYSTEM = ['the ecosystem']
const ACTIONS = { build: ECOSYSTEM, update: ECOSYSTEM, status: ECOSYSTEM }

export const run: Run = async (argv, { openIngestApp, out, progress, interruption }) => {
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.names)
  // The ecosystem may be left out.
  const words = positionals.length === 1 ? [...positionals, ''] : positionals
  const mistake = actionMistake('names', words, ACTIONS, usage)
  if (mistake !== null) return out.usage(mistake)
  const [action, only] = positionals
  if (only !== undefined && !isEcosystem(only)) return out.usage(noEcosystem(only))
  const ecosystems: readonly Ecosystem[] = only === undefined ? ECOSYSTEMS : [only]
  const app = await openIngestApp()
  if (action === 'status') return showStatus(app, ecosystems, values.json, out)
  for (const ecosystem of ecosystems) {
    const show = progressLine(progress, ecosystem)
    const done = await app.names
      .update(ecosystem, { whole: action === 'build', onProgress: show.update }, signal)
      .finally(show.end)
    out.print(values.json ? JSON.stringify({ ecosystem, ...done }) : renderUpdate(ecosystem, done))
  }
  return EXIT.yes
}

type Update = Awaited<ReturnType<IngestApp['names']['update']>>
type Progress = Parameters<Parameters<IngestApp['names']['update']>[1]['onProgress']>[0]

function renderUpdate(ecosystem: string, { state, added, removed }: Update): string {
  if (state === 'changed') return `${ecosystem.padEnd(9)}${added} added, ${removed} removed`
  return `${ecosystem.padEnd(9)}${state === 'built' ? 'built' : 'is current'}`
}

async function showStatus(
  app: IngestApp,
  ecosystems: readonly Ecosystem[],
  json: boolean,
  out: Output,
): Promise<ExitStatus> {
  let isWhole = true
  for (const ecosystem of ecosystems) {
    const { set, problem } = await app.names.status(ecosystem)
    if (set === null || problem !== null) isWhole = false
    if (json) {
      out.print(JSON.stringify({ ecosystem, set, ...(problem === null ? {} : { problem }) }))
      continue
    }
    if (problem !== null) {
      out.print(
        `${ecosystem.padEnd(9)}${problem}; \`assay names build ${ecosystem}\` makes it anew`,
      )
    }
    if (set === null)
      out.print(`${ecosystem.padEnd(9)}no set: near names come from popular packages alone`)
    else {
      const { snapshot, size, sha256, bytes, sources } = set
      out.print(`${ecosystem.padEnd(9)}${size} names of ${snapshot}, ${Math.round(bytes / 1e6)} MB`)
      out.print(`sha256   ${sha256}`)
      for (const { name, version } of sources)
        out.print(`from     ${name} ${version ?? ''}`.trimEnd())
    }
  }
  return isWhole ? EXIT.yes : EXIT.no
}

/** One line that is redrawn on a terminal, a line for each stage elsewhere. */
function progressLine(stream: ProgressStream, ecosystem: string) {
  let stage = ''
  const isTerminal = stream.isTTY === true
  return {
    update(progress: Progress): void {
      const isNew = progress.stage !== stage
      stage = progress.stage
      if (isTerminal) {
        const share = Math.round((100 * progress.done) / Math.max(1, progress.total))
        stream.write(`\r\u001b[2K${ecosystem} names: ${stage} ${share} %`)
      } else if (isNew) stream.write(`${ecosystem} names: ${stage}\n`)
    },
    end(): void {
      if (isTerminal && stage !== '') stream.write('\r\u001b[2K')
    },
  }
}
