// assay upgrade: what moving from one release of a package to another means for code.

import { parseArgs } from 'node:util'
import { type App, readInput } from '../app.ts'
import type { UpgradeAnswer, UpgradeRow } from '../wire.ts'
import { readFiles } from './checkFiles.ts'
import { EXIT, type ExitStatus, type Output } from './output.ts'
import { printable } from './progress.ts'
import { parsePackageWords, parseTarget } from './target.ts'

export const upgradeUsage = `Usage: assay upgrade <pypi|npm> <package> <from> <to> [<path>…] [options]

Compares two releases and says which of the changes concern the code in the paths (the working
folder without any): what it uses that is removed, changed or newly deprecated, where it does, and
whether what stands there still holds.
  --all    print every place; without it 5 of each change
  --json   print the signed answer and nothing else

Exit status: 0 not affected as far as can be told, 1 affected, 2 usage, 3 nothing could be told.

  assay upgrade pypi flask 2.0.3 3.0.0
  assay upgrade npm commander 11.0.0 12.0.0 src --json`

const PLACES_SHOWN = 5

export async function runUpgrade(
  argv: readonly string[],
  parts: Readonly<{
    openApp: () => Promise<App>
    out: Output
    signal: AbortSignal
    workingDir: string
  }>,
): Promise<ExitStatus> {
  const { out, signal } = parts
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [ecosystem = '', name = '', from, to, ...paths] = positionals
  if (from === undefined || to === undefined) return out.usage(upgradeUsage)
  for (const version of [from, to]) {
    const target = parsePackageWords([ecosystem, `${name}@${version}`], upgradeUsage, parseTarget)
    if (typeof target === 'string') return out.usage(target)
  }
  const target = parsePackageWords([ecosystem, name], upgradeUsage, parseTarget)
  if (typeof target === 'string') return out.usage(target)
  const files = readFiles(parts.workingDir, paths)
  if (typeof files === 'string') return out.usage(files)
  const app = await parts.openApp()
  const startedMs = performance.now()
  const input = readInput(files)
  const { reply } = await app.upgrade({ key: target.key, from, to, files, input }, { signal })
  const text = app.renderReply(reply, performance.now() - startedMs)
  const answer: UpgradeAnswer = JSON.parse(text)
  out.print(values.json ? text : renderUpgrade(answer, values.all, out))
  if (answer.verdict === 'affected') return EXIT.no
  return answer.verdict === 'safe' ? EXIT.yes : EXIT.unavailable
}

function renderUpgrade(answer: UpgradeAnswer, all: boolean, out: Output): string {
  const { verdict, counts, release } = answer
  const colour = verdict === 'affected' ? out.bad : verdict === 'safe' ? out.good : out.dim
  const lines = [
    `${colour(verdict)}  ${answer.ecosystem} ${answer.package} ${answer.from_version} → ${answer.to_version}` +
      out.dim(`  (${release.published_bump} by its numbers, ${release.classification} as a whole)`),
    `${counts.references} uses of ${counts.symbols} symbols in ${counts.files} files: ` +
      `${counts.removed} removed, ${counts.changed} changed, ${counts.new_deprecations} newly deprecated`,
    ...answer.changes.flatMap((row) => ['', ...renderRow(row, all, out)]),
    ...besides(answer, out),
  ]
  if (counts.undetermined > 0) {
    const share = (100 * counts.undetermined) / counts.references
    lines.push('', `${counts.undetermined} uses (${share.toFixed(0)} %) could not be determined`)
  }
  if (counts.references === 0) lines.push('', 'Nothing in the files uses the package')
  return lines.join('\n')
}

function renderRow(row: UpgradeRow, all: boolean, out: Output): readonly string[] {
  const what = row.reasons.length > 0 ? `${row.change}: ${row.reasons.join(', ')}` : row.change
  const shown = all ? row.places : row.places.slice(0, PLACES_SHOWN)
  const hidden = row.places_total - shown.length
  const signatures = [row.from_sig, row.to_sig].map((text) => printable(text ?? ''))
  return [
    `${row.affects ? out.bad('!') : ' '} ${printable(row.symbol)}  ${out.dim(`${row.kind}, ${what}`)}`,
    ...(row.from_sig === row.to_sig ? [] : [`    ${signatures.join(' → ')}`]),
    ...(row.message === null ? [] : [`    ${printable(row.message)}`]),
    ...(row.caveat === null ? [] : [`    ${printable(row.caveat)} may make it at run time`]),
    ...shown.map(
      ({ path, line, column, state }) =>
        `    ${printable(path)}:${line}:${column}  ${state === 'breaks' ? out.bad(state) : out.dim(state)}`,
    ),
    ...(hidden > 0 ? [out.dim(`    … and ${hidden} more places`)] : []),
  ]
}

/** Findings at places that no row has. */
function besides({ changes, findings }: UpgradeAnswer, out: Output): readonly string[] {
  const told = new Set(
    changes.flatMap(({ places }) =>
      places.map(({ path, line, column }) => `${path}:${line}:${column}`),
    ),
  )
  return findings
    .filter(({ path, line, column }) => !told.has(`${path}:${line}:${column}`))
    .flatMap(({ path, line, column, severity, message }) => {
      const mark = severity === 'error' ? out.bad(severity) : severity
      return ['', `${printable(path)}:${line}:${column}  ${mark}`, printable(message)]
    })
}
