// assay files: which files a release holds, and which of them were read.

import type { IngestApp } from '../../app/ingestApp.ts'
import { asOfLines } from '../../wire/asOf.ts'
import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable, renderBytes } from '../terminal/progress.ts'
import { parsePackageCommand, parseTarget } from '../terminal/target.ts'
import { optionLines } from '../words/options.ts'

export const usage = `Usage: assay files <pypi|npm> <package>[@version] [--json]

Lists the files of a release: sha256, size and path of each. Files that no answer rests on are
checked by their headers and marked "not read". The release is ingested first when it is not indexed.
${optionLines('files')}

Exit status
  0  the files were listed
  1  there is no such package or version
  2  the command line is wrong
  3  the release could not be read

  assay files npm express
  assay files pypi requests@2.32.3 --json`

export const run: Run = async (argv, { openIngestApp, out, interruption }) => {
  const signal = interruption()
  const command = parsePackageCommand(argv, usage, parseTarget)
  if (typeof command === 'string') return out.usage(command)
  const { json, target } = command
  const app = await openIngestApp()
  const asked = app.files(target.key, target.version, signal)
  const what = `reading ${target.key.ecosystem} ${target.key.name}`
  const listing = await out.during(json ? null : what, asked)
  const { ecosystem, name } = target.key
  const version = 'version' in listing ? listing.version : target.version
  const dated = app.dated([{ ecosystem, package: name, version }])
  if (json) out.print(JSON.stringify({ ...listingJson(target.key, listing), ...dated }))
  else out.print([render(listing, out), ...asOfLines(dated)].join('\n'))
  if (listing.state === 'listed') return EXIT.yes
  const isNo = listing.state === 'absent' || listing.state === 'version_not_found'
  return isNo ? EXIT.no : EXIT.unavailable
}

// As wide as the digest in whose place it stands.
const NOT_READ = 'not read'.padEnd(64)

type Listing = Awaited<ReturnType<IngestApp['files']>>

function listingJson(
  { ecosystem, name }: { ecosystem: string; name: string },
  listing: Listing,
): Record<string, unknown> {
  const head = { ecosystem, name, state: listing.state }
  if (!('artifact' in listing)) return { ...head, registry_status: listing.status }
  const { artifact } = listing
  const release = {
    ...head,
    version: listing.version,
    filename: artifact?.filename ?? null,
    sha256: artifact?.sha256 ?? null,
    digest: artifact?.digest ?? null,
    size_bytes: artifact?.sizeBytes ?? null,
  }
  if (listing.state === 'unreadable') return { ...release, reason: listing.reason }
  const { counts } = listing
  return {
    ...release,
    counts: {
      files: counts.files,
      read: counts.keptFiles,
      read_bytes: counts.keptBytes,
      unpacked_bytes: counts.unpackedBytes,
      directories: counts.directories,
      links: counts.links,
    },
    files: listing.files.map(({ path, sizeBytes, sha256 }) => ({
      path,
      size_bytes: sizeBytes,
      sha256,
      kept: sha256 !== null,
    })),
  }
}

function render(listing: Listing, out: Output): string {
  if (!('artifact' in listing)) {
    const status = listing.status === null ? '' : ` (${listing.status})`
    return `${out.bad(listing.state.replaceAll('_', ' '))}${status}`
  }
  const file = listing.artifact === null ? 'no file' : printable(listing.artifact.filename)
  if (listing.state === 'unreadable') {
    return `${out.bad('not read')}  ${file}  ${printable(listing.reason)}`
  }
  const { counts } = listing
  const width = Math.max(1, ...listing.files.map(({ sizeBytes }) => String(sizeBytes).length))
  const lines = listing.files.map(({ path, sizeBytes, sha256 }) => {
    const rest = `${String(sizeBytes).padStart(width)}  ${printable(path)}`
    return sha256 === null ? out.dim(`${NOT_READ}  ${rest}`) : `${sha256}  ${rest}`
  })
  const unread = counts.files - counts.keptFiles
  const total = [
    `${file}: ${counted(counts.keptFiles, 'file')} read (${renderBytes(counts.keptBytes)})`,
    ...(unread === 0 ? [] : [`${unread} not read`]),
    ...(counts.links === 0 ? [] : [`${counted(counts.links, 'link')} not followed`]),
  ].join(', ')
  return [...lines, out.dim(total)].join('\n')
}
