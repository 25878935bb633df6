// The Python half of the fake registry: project documents, simple pages in both forms, files.

import { createHash } from 'node:crypto'
import { defaultFile } from './defaultFile.ts'
import { type FakeAnswer, htmlNotFound, json, type Knobs } from './fakeAnswer.ts'

export type PypiFilePublish = Readonly<{
  filename: string
  /** By default a small file of its form that no other file equals. */
  bytes?: Buffer
  yanked?: boolean | string
  /** Laid over the file's entry in the JSON forms, to make it wrong in any way. */
  entry?: Readonly<Record<string, unknown>>
}>

export type PypiPublish = Readonly<{
  name: string
  version: string
  /** By default one wheel that runs everywhere. `[]` for a release without a file. */
  files?: readonly PypiFilePublish[]
  /** Yanks every file that does not say otherwise. */
  yanked?: boolean | string
}>

type File = Readonly<{
  filename: string
  version: string
  bytes: Buffer
  sha256: string
  path: string
  yanked: boolean | string
  entry: Readonly<Record<string, unknown>>
}>

type Project = {
  /** As its owner writes it; the index knows it by its normal form. */
  written: string
  releases: Map<string, File[]>
  status: string | null
  statusReason: string | null
}

export function fakePypi(knobs: Knobs, origin: () => string) {
  const projects = new Map<string, Project>()
  const normal = (name: string) => name.toLowerCase().replace(/[-_.]+/g, '-')

  function project(name: string): Project {
    const known = projects.get(normal(name)) ?? {
      written: name,
      releases: new Map(),
      status: null,
      statusReason: null,
    }
    projects.set(normal(name), known)
    return known
  }

  function url({ path }: File): string {
    // Every document is two folders deep.
    return knobs.fileUrls === 'relative' ? `../..${path}` : `${knobs.fileOrigin ?? origin()}${path}`
  }

  function entry(file: File, digestsKey: 'digests' | 'hashes'): Record<string, unknown> {
    return {
      filename: file.filename,
      url: url(file),
      [digestsKey]: knobs.fileDigests ? { sha256: file.sha256 } : {},
      ...(knobs.fileSizes ? { size: file.bytes.length } : {}),
      ...file.entry,
    }
  }

  function projectJson({ written, releases }: Project): FakeAnswer {
    const listed = [...releases].map(([version, files]) => {
      const entries = files.map((file) => ({
        ...entry(file, 'digests'),
        packagetype: file.filename.endsWith('.whl') ? 'bdist_wheel' : 'sdist',
        yanked: file.yanked !== false,
        yanked_reason: typeof file.yanked === 'string' ? file.yanked : null,
        ...file.entry,
      }))
      return [version, entries]
    })
    const [latest] = [...releases.keys()].slice(-1)
    const info = { name: written, version: latest ?? null }
    return json({ info, releases: Object.fromEntries(listed), urls: [], last_serial: 1 })
  }

  function simpleJson(
    name: string,
    { releases, status, statusReason: reason }: Project,
  ): FakeAnswer {
    const files = [...releases.values()].flat().map((file) => ({
      ...entry(file, 'hashes'),
      yanked: file.yanked,
      ...file.entry,
    }))
    return json(
      {
        meta: { 'api-version': '1.4' },
        name,
        versions: [...releases.keys()],
        files,
        ...(status === null
          ? {}
          : { 'project-status': { status, ...(reason !== null && { reason }) } }),
      },
      200,
      'application/vnd.pypi.simple.v1+json',
    )
  }

  function simpleHtml(name: string, { releases, status, statusReason }: Project): FakeAnswer {
    const anchors = [...releases.values()].flat().map((file) => {
      const fragment = knobs.fileDigests ? `#sha256=${file.sha256}` : ''
      const yanked =
        file.yanked === false
          ? ''
          : ` data-yanked="${escapeHtml(file.yanked === true ? '' : file.yanked)}"`
      const href = escapeHtml(`${url(file)}${fragment}`)
      return `    <a href="${href}" data-requires-python="&gt;=3.8"${yanked}>${file.filename}</a><br />`
    })
    const meta = [
      '<meta name="pypi:repository-version" content="1.4">',
      ...(status === null ? [] : [`<meta name="pypi:project-status" content="${status}">`]),
      ...(statusReason === null
        ? []
        : [`<meta name="pypi:project-status-reason" content="${escapeHtml(statusReason)}">`]),
    ]
    const html = [
      '<!DOCTYPE html>',
      '<html>',
      `  <head>${meta.join('')}<title>Links for ${name}</title></head>`,
      `  <body><h1>Links for ${name}</h1>`,
      ...anchors,
      '  </body>',
      '</html>',
      '',
    ]
    return { status: 200, contentType: 'text/html', body: Buffer.from(html.join('\n')) }
  }

  /** Null: there is nothing at the root. */
  function root(): FakeAnswer | null {
    const names = [...projects].map(([name, { written }]) => ({ name, written }))
    if (knobs.simpleRoot === 'none') return null
    if (knobs.simpleRoot === 'json') {
      const listed = names.map(({ written }) => ({ name: written }))
      const type = 'application/vnd.pypi.simple.v1+json'
      return json({ meta: { 'api-version': '1.4' }, projects: listed }, 200, type)
    }
    const isListing = knobs.simpleRoot === 'listing'
    const title = isListing ? 'Index of /simple/' : 'Simple index'
    const anchors = names.map(({ name, written }) =>
      isListing
        ? `<a href="${name}/">${name}/</a>      01-Jan-2026 00:00      -`
        : `<a href="/simple/${name}/">${escapeHtml(written)}</a><br/>`,
    )
    const up = isListing ? ['<hr><pre><a href="../">../</a>'] : []
    const html = [`<html><head><title>${title}</title></head><body>`, ...up, ...anchors]
    const body = Buffer.from([...html, '</body>', '</html>', ''].join('\n'))
    return { status: 200, contentType: 'text/html', body }
  }

  function simple(name: string): FakeAnswer {
    const known = projects.get(name)
    if (known === undefined) {
      if (knobs.pypiMissing === 'html') return htmlNotFound()
      return { status: 404, contentType: 'text/plain', body: Buffer.from('404 Not Found') }
    }
    return knobs.simple === 'json' ? simpleJson(name, known) : simpleHtml(name, known)
  }

  return {
    publish(given: PypiPublish): readonly Readonly<{ filename: string; sha256: string }>[] {
      const { name, version, yanked = false } = given
      const wheel = `${normal(name).replaceAll('-', '_')}-${version}-py3-none-any.whl`
      const files = (given.files ?? [{ filename: wheel }]).map((file): File => {
        const bytes = file.bytes ?? defaultFile(file.filename)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        return {
          filename: file.filename,
          version,
          bytes,
          sha256,
          path: `/packages/${sha256.slice(0, 2)}/${sha256.slice(2, 12)}/${file.filename}`,
          yanked: file.yanked ?? yanked,
          entry: file.entry ?? {},
        }
      })
      project(name).releases.set(version, files)
      return files
    },
    /** PEP 792: quarantined, archived, deprecated, active. */
    setStatus(name: string, status: string | null, reason: string | null = null): void {
      project(name).status = status
      project(name).statusReason = reason
    },
    /** Withheld by the index: no JSON document, no files, and a status that says so. */
    quarantine(name: string): void {
      const known = project(name)
      known.status = 'quarantined'
      known.releases.clear()
    },
    /** A project that never had a release. */
    empty(name: string): void {
      project(name)
    },
    remove(name: string): void {
      projects.delete(normal(name))
    },
    /** Null when the path is none of the index's. */
    answer(path: string): FakeAnswer | null {
      if (path === '/simple/') return root()
      const page = /^\/simple\/([^/]+)\/$/.exec(path)?.[1]
      if (page !== undefined) return simple(decodeURIComponent(page))
      const document = /^\/pypi\/([^/]+)\/json$/.exec(path)?.[1]
      if (document !== undefined) {
        const known = projects.get(decodeURIComponent(document))
        const isServed = knobs.pypiJson && known !== undefined && known.status !== 'quarantined'
        if (isServed) return projectJson(known)
        return knobs.pypiMissing === 'html' ? htmlNotFound() : json({ message: 'Not Found' }, 404)
      }
      const file = [...projects.values()]
        .flatMap(({ releases }) => [...releases.values()].flat())
        .find((candidate) => candidate.path === decodeURIComponent(path))
      if (file === undefined) return null
      return { status: 200, contentType: 'application/octet-stream', body: file.bytes }
    },
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
