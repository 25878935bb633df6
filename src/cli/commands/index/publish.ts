// assay publish: an index of what the store holds, in a folder that a web server can serve.

import type { PacksApp } from '../../../app/packsApp.ts'
import { isEcosystem } from '../../../domain/names/packageName.ts'
import type { Run } from '../../terminal/command.ts'
import { counted } from '../../terminal/counted.ts'
import { EXIT } from '../../terminal/output.ts'
import { renderBytes } from '../../terminal/progress.ts'
import { readArgs } from '../../terminal/readArgs.ts'
import { runProgress } from '../../terminal/runProgress.ts'
import { noEcosystem } from '../../terminal/target.ts'
import { OPTIONS, optionLines } from '../../words/options.ts'

export const usage = `Usage: assay publish <folder> [--ecosystem <pypi|npm>] [--since <day>] [--private] [--json]

Writes the symbol tables of the store, and the sets of names that are there, as an index into a folder,
signed with the key of this node. Serve the folder by any web server, or hand it on as it is:
\`assay pull\` takes it. A folder that has an index of this node is brought up to date: what is in it
already is not written again.

Left out are tables that were pulled, that another version of the program has read, and that lack
something which may be had before long.

${optionLines('publish')}

Exit status
  0  the index is written
  2  the command line is wrong
  3  it could not be written

  assay publish ./index
  assay publish ./index --ecosystem pypi --since 2026-11-01`

type Published = Awaited<ReturnType<PacksApp['publish']>>

export const run: Run = async (argv, { openPacksApp, out, progress, interruption }) => {
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.publish)
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) return out.usage('assay: publish takes one folder')
  const { ecosystem } = values
  if (ecosystem !== undefined && !isEcosystem(ecosystem)) return out.usage(noEcosystem(ecosystem))
  const since = values.since === undefined ? null : dayOf(values.since)
  if (since === undefined) return out.usage('assay: --since takes a day such as 2026-11-01')
  const app = await openPacksApp()
  const line = runProgress(progress)
  const published = await app
    .publish(
      {
        folder,
        ecosystem: ecosystem ?? null,
        since,
        isPrivateTaken: values.private,
        onProgress: (releases) => line.show(`publish: ${counted(releases, 'release')}`),
      },
      signal,
    )
    .finally(line.end)
  out.print(values.json ? JSON.stringify(toWire(published)) : render(published))
  return EXIT.yes
}

/** Undefined for what is no day. */
function dayOf(written: string): string | undefined {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(written) && !Number.isNaN(Date.parse(written))
  return isDay ? `${written}T00:00:00.000Z` : undefined
}

function render(published: Published): string {
  const { releases, symbols, added, packs, packBytes, shards, shardBytes, names } = published
  return [
    `maker    ${published.maker}`,
    `index    ${counted(releases, 'release')}, ${counted(symbols, 'definition')}; ${added} new`,
    `packs    ${packs}, ${renderBytes(packBytes)}`,
    `shards   ${shards}, ${renderBytes(shardBytes)}`,
    `names    ${names.length === 0 ? 'none' : names.join(', ')}`,
    ...Object.entries(published.leftOut).map(
      ([reason, count]) => `left out ${count} ${LEFT_OUT[reason as keyof typeof LEFT_OUT]}`,
    ),
  ].join('\n')
}

const LEFT_OUT: Readonly<Record<keyof Published['leftOut'], string>> = {
  not_asked: 'that were read before the day',
  no_table: 'without a table',
  older_extractor: 'that another version of the program has read',
  passing_gap: 'that lack something which may be had before long',
  pulled: 'that were pulled',
  no_declared_digest: 'of which it is not known what digest the registry declares',
  too_large: 'that are too large for an index',
  damaged: 'whose table is damaged',
}

function toWire(published: Published) {
  return {
    maker: published.maker,
    made_at: published.madeAt,
    releases: published.releases,
    symbols: published.symbols,
    added: published.added,
    packs: published.packs,
    pack_bytes: published.packBytes,
    shards: published.shards,
    shard_bytes: published.shardBytes,
    names: published.names,
    left_out: published.leftOut,
  }
}
