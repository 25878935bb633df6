// assay pull: tables and names from an index that somebody has published.

import type { PacksApp } from '../../../app/packsApp.ts'
import { EXTRACTOR_VERSIONS } from '../../../domain/extractorVersions.ts'
import type { Run } from '../../terminal/command.ts'
import { counted } from '../../terminal/counted.ts'
import { EXIT, type ExitStatus, type Output } from '../../terminal/output.ts'
import { printable, renderBytes } from '../../terminal/progress.ts'
import { readArgs } from '../../terminal/readArgs.ts'
import { runProgress } from '../../terminal/runProgress.ts'
import { wantedBy } from '../../terminal/wantedBy.ts'
import { OPTIONS, optionLines } from '../../words/options.ts'

export const usage = `Usage: assay pull <address|folder> [--maker <0x…>] [--for <file>]… [--names] [--older] [--json]
       assay pull --forget <address|folder>

Takes symbol tables and sets of names from an index that somebody has made with \`assay publish\`, so
that questions about its releases download nothing but the registry's word on them. Everything is held
against the signature of the index before it is kept; what this node has read itself stays. A pull that
was interrupted goes on where it stopped.

${optionLines('pull')}

Exit status
  0  everything that was asked for is here
  1  the index lacks some of what the files name
  2  the command line is wrong, or nobody has said whom to trust
  3  the index could not be had, or some of it was refused

  assay pull https://index.example/assay/ --maker 0x8ba1f109551bd432803012645ac136ddd64dba72
  assay pull ./index --for requirements.txt --for package-lock.json`

type Pulled = Awaited<ReturnType<PacksApp['pull']>>

const SHOWN_MAX = 10

export const run: Run = async (argv, tools) => {
  const { out, openPacksApp, progress, interruption, config } = tools
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.pull)
  const [address, ...more] = positionals
  if (address === undefined || more.length > 0) {
    return out.usage('assay: pull takes one address or folder')
  }
  if (config().isOffline && /^https?:/i.test(address) && !values.forget) {
    return out.usage('assay: ASSAY_OFFLINE is on, and that index is on the network')
  }
  if (values.forget) return forget(address, await openPacksApp(), out)
  const maker = values.maker?.toLowerCase() ?? null
  if (maker !== null && !/^0x[0-9a-f]{40}$/.test(maker)) {
    return out.usage('assay: --maker takes an address: 0x and 40 hexadecimal digits')
  }
  const wanted = values.for.length === 0 ? null : await wantedBy(values.for)
  if (typeof wanted === 'string') return out.usage(wanted)
  for (const problem of wanted?.problems ?? []) out.note(`assay: ${printable(problem)}`)
  const app = await openPacksApp()
  const line = runProgress(progress)
  const pulled = await app
    .pull(
      address,
      {
        maker,
        isOlderTaken: values.older,
        wanted: wanted?.packages ?? null,
        withNames: wanted === null || values.names,
        onProgress: ({ done, total, bytes }) =>
          line.show(`pull: ${done}/${total} releases, ${renderBytes(bytes)}`),
      },
      signal,
    )
    .finally(line.end)
  out.print(values.json ? JSON.stringify(toWire(pulled)) : render(pulled))
  if (pulled.refused.length > 0) {
    out.note('assay: what is refused was fetched twice; the same command tries it again')
    return EXIT.unavailable
  }
  return pulled.missing.length > 0 ? EXIT.no : EXIT.yes
}

async function forget(address: string, app: PacksApp, out: Output): Promise<ExitStatus> {
  const forgotten = await app.forget(address)
  if (forgotten === null) {
    out.print('nothing was pulled from there')
    return EXIT.no
  }
  const { maker, tables, names } = forgotten
  out.print(
    [
      `forgotten  ${maker}`,
      `tables     ${tables} went`,
      ...names.map((ecosystem) => `names      the pulled set of ${ecosystem} went`),
    ].join('\n'),
  )
  return EXIT.yes
}

function render(pulled: Pulled): string {
  const { leftOut, refused, missing, names } = pulled
  const others = leftOut.registry
  return [
    `index    of ${pulled.madeAt} by ${pulled.maker}`,
    `tables   ${pulled.taken} taken, ${pulled.there} there before`,
    ...(pulled.own === 0
      ? []
      : [`own      ${pulled.own} stay that were read here or come from another maker`]),
    ...(leftOut.extractor === 0 ? [] : [`left out ${leftOut.extractor} not read by ${READERS}`]),
    ...(others === 0 ? [] : [`left out ${others} of another registry than this node's`]),
    ...names.map(({ ecosystem, state }) => `names    ${ecosystem}: ${NAMES_WORDS[state]}`),
    ...shown(missing, (one) => `missing  ${one.key.name}${one.pin === null ? '' : ` ${one.pin}`}`),
    ...shown(refused, ({ release: { release }, reason }) => {
      return `refused  ${release.name} ${release.version}: ${reason}`
    }),
    `fetched  ${renderBytes(pulled.bytes)} in ${counted(pulled.requests, 'request')}`,
  ].join('\n')
}

const READERS = Object.values(EXTRACTOR_VERSIONS).join(' or ')

const NAMES_WORDS = {
  taken: 'taken',
  there: 'there before',
  own: 'the set of this node stays',
} as const

function shown<T>(items: readonly T[], line: (item: T) => string): readonly string[] {
  const lines = items.slice(0, SHOWN_MAX).map((item) => printable(line(item)))
  const left = items.length - lines.length
  return left === 0 ? lines : [...lines, `         and ${left} more`]
}

function toWire(pulled: Pulled) {
  return {
    address: pulled.address,
    maker: pulled.maker,
    made_at: pulled.madeAt,
    releases: pulled.releases,
    taken: pulled.taken,
    there: pulled.there,
    own: pulled.own,
    left_out: pulled.leftOut,
    missing: pulled.missing.map(({ key, pin, range }) => ({ ...key, pin, range })),
    refused: pulled.refused.map(({ release: { release }, reason }) => ({
      ecosystem: release.ecosystem,
      name: release.name,
      version: release.version,
      reason,
    })),
    names: pulled.names,
    requests: pulled.requests,
    bytes: pulled.bytes,
  }
}
