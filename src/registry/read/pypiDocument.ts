// The Python index's JSON: the project document and the simple index of PEP 691.

import { type PackageName, pythonForm } from '../../domain/names/packageName.ts'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import {
  FILENAME_LENGTH_MAX,
  isVersionText,
  type JsonObject,
  malformed,
  readHex,
  readObject,
  readText,
} from '../fetch/documents.ts'
import { parseHttpUrl, URL_LENGTH_MAX } from '../fetch/httpUrl.ts'
import { fileKind } from './artifactChoice.ts'
import { groupByVersion } from './groupByVersion.ts'
import type { PypiFile, PypiProject } from './pypiProject.ts'
import { readStanding, readWords, type Standing } from './registryWords.ts'

const NAME_LENGTH_MAX = 512
const REQUIRES_LENGTH_MAX = 200

/** Null for a document without the list of releases, which says too little; else throws. */
export function readProjectJson(value: unknown, name: PackageName, url: URL): PypiProject | null {
  const project = readObject(value, 'document')
  const info = readObject(project['info'], 'info')
  requireName(info['name'], name)
  if (project['releases'] === undefined) return null
  const listed = readObject(project['releases'], 'releases')
  const releases = new Map<string, readonly PypiFile[]>()
  for (const [written, files] of Object.entries(listed)) {
    const version = written.trim()
    if (!isVersionText(version)) continue
    releases.set(version, readFiles(files, 'digests', url))
  }
  // It has no word on the project itself.
  return { releases, standing: null }
}

/** PEP 691; throws `MalformedDocument`. */
export function readSimpleJson(value: unknown, name: PackageName, url: URL): PypiProject {
  const page = readPage(value, name)
  const files = readFiles(page['files'], 'hashes', url)
  const { versions } = page
  const spelled = Array.isArray(versions) ? versions.filter((v) => typeof v === 'string') : []
  return { releases: groupByVersion(name, files, spelled), standing: standingOf(page) }
}

/** What the same page says of the project alone; throws `MalformedDocument`. */
export function readJsonStanding(value: unknown, name: PackageName): Standing {
  return standingOf(readPage(value, name))
}

function readPage(value: unknown, name: PackageName): JsonObject {
  const page = readObject(value, 'document')
  const meta = readObject(page['meta'], 'meta')
  const apiVersion = readText(meta['api-version'], 'api-version', 16)
  // The next major version may mean other things by the same fields.
  if (!/^1\.\d+$/.test(apiVersion)) malformed('unknown api-version')
  requireName(page['name'], name)
  return page
}

/** A quarantined project is withheld; archived and deprecated ones are there. */
function standingOf(page: JsonObject): Standing {
  const said = isMembers(page['project-status']) ? page['project-status'] : {}
  return readStanding(said['status'], said['reason'])
}

function requireName(value: unknown, name: PackageName): void {
  if (pythonForm(readText(value, 'name', NAME_LENGTH_MAX)) !== name)
    malformed('document of another project')
}

function readFiles(value: unknown, digestsKey: 'digests' | 'hashes', url: URL): PypiFile[] {
  if (!Array.isArray(value)) malformed('files are no list')
  return value.map((file: unknown) => readFile(readObject(file, 'file'), digestsKey, url))
}

function readFile(file: JsonObject, digestsKey: 'digests' | 'hashes', url: URL): PypiFile {
  const digests = isMembers(file[digestsKey]) ? file[digestsKey] : {}
  return pypiFile({
    filename: readText(file['filename'], 'filename', FILENAME_LENGTH_MAX),
    href: () => readText(file['url'], 'url', URL_LENGTH_MAX),
    base: url,
    size: file['size'],
    digest: (algorithm) => digests[algorithm],
    // The project document says true or false; PEP 691 may give the reason instead.
    yanked:
      file['yanked'] === true
        ? yankReason(file['yanked_reason'])
        : typeof file['yanked'] === 'string'
          ? yankReason(file['yanked'])
          : null,
    requiresPython: file['requires_python'] ?? file['requires-python'],
  })
}

function yankReason(reason: unknown): string {
  return typeof reason === 'string' ? readWords(reason) : ''
}

/** One file of an index, however it was listed; throws `MalformedDocument`. */
export function pypiFile(
  listed: Readonly<{
    filename: string
    href: () => string
    base: URL
    size: unknown
    digest: (algorithm: 'sha256' | 'sha512' | 'sha1') => unknown
    yanked: string | null
    requiresPython: unknown
  }>,
): PypiFile {
  const { filename, href, base, size, digest, yanked, requiresPython } = listed
  // What cannot be a file at all spoils the list; what only no tool would name so spoils itself.
  if (!/^[^\p{Cc}\p{Cs}/\\]+$/u.test(filename)) malformed('filename is no file name')
  return {
    filename,
    yanked,
    requiresPython: isShortText(requiresPython) ? requiresPython : null,
    read() {
      if (!isPlainName(filename)) malformed('filename is none of a distribution')
      const url = parseHttpUrl(href(), base)
      if (url === null) malformed('url is no http(s) address')
      const sha256 = readHex(digest('sha256'), 'sha256', 64)
      const sha512 = readHex(digest('sha512'), 'sha512', 128)
      const sha1 = readHex(digest('sha1'), 'sha1', 40)
      return {
        kind: fileKind(filename),
        filename,
        url: url.href,
        sizeBytes: readSize(size),
        digests: {
          ...(sha256 === null ? {} : { sha256 }),
          ...(sha512 === null ? {} : { sha512 }),
          ...(sha1 === null ? {} : { sha1 }),
        },
      }
    },
  }
}

/** Letters, digits and what versions are written with: such names can be signed and shown anywhere. */
function isPlainName(filename: string): boolean {
  return /^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N} ._+!~@,()=-]*$/u.test(filename)
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= REQUIRES_LENGTH_MAX
}

function readSize(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    malformed('size is no size')
  return value
}
