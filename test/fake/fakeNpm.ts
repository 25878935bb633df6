// The npm half of the fake registry: packuments, manifests and tarballs of what was published.

import { createHash } from 'node:crypto'
import { defaultFile } from './defaultFile.ts'
import { type FakeAnswer, json, type Knobs, notFound } from './fakeAnswer.ts'
import { tarGz } from './tarGz.ts'

export type NpmPublish = Readonly<{
  name: string
  version: string
  /** The tarball itself; by default a small one that no other release has. */
  bytes?: Buffer
  /** Or: the files of the package, packed the way npm does. */
  files?: Readonly<Record<string, string>>
  /** Tags that move to this release; `['latest']` by default, `[]` for none. */
  tags?: readonly string[]
  /** Laid over the manifest as the last thing, to make it wrong in any way. */
  manifest?: Readonly<Record<string, unknown>>
  /** Laid over `dist`. */
  dist?: Readonly<Record<string, unknown>>
}>

type Release = Readonly<{ manifest: Record<string, unknown>; path: string; bytes: Buffer }>

type Project = {
  releases: Map<string, Release>
  tags: Map<string, string>
  state: 'published' | 'unpublished' | 'gone'
}

export function fakeNpm(knobs: Knobs, origin: () => string) {
  const projects = new Map<string, Project>()

  function project(name: string): Project {
    const known = projects.get(name) ?? {
      releases: new Map(),
      tags: new Map(),
      state: 'published',
    }
    projects.set(name, known)
    return known
  }

  function manifestOf({ manifest, path }: Release): Record<string, unknown> {
    const tarball = knobs.fileUrls === 'relative' ? path : `${knobs.fileOrigin ?? origin()}${path}`
    // Published manifests always have a `dist` object, unless a test took it away.
    const dist = manifest['dist'] as Record<string, unknown> | undefined
    return dist === undefined ? manifest : { ...manifest, dist: { tarball, ...dist } }
  }

  function packument(name: string, { releases, tags, state }: Project): FakeAnswer {
    if (state === 'gone') return json({ error: 'gone' }, 410)
    const time = { created: '2020-01-01T00:00:00.000Z', modified: '2020-01-02T00:00:00.000Z' }
    if (state === 'unpublished') {
      const unpublished = { time: time.modified, versions: [...releases.keys()] }
      return json({ _id: name, name, time: { ...time, unpublished } })
    }
    const versions = Object.fromEntries(
      [...releases].map(([version, release]) => [version, manifestOf(release)]),
    )
    return json({ _id: name, name, 'dist-tags': Object.fromEntries(tags), versions, time })
  }

  function manifest(name: string, wanted: string): FakeAnswer {
    const known = projects.get(name)
    if (known?.state === 'gone') return json({ error: 'gone' }, 410)
    if (known?.state !== 'published') return json('Not Found', 404)
    if (wanted === 'latest' && !knobs.npmLatestRoute) return notFound()
    const release = known.releases.get(known.tags.get(wanted) ?? wanted)
    return release === undefined
      ? json(`version not found: ${wanted}`, 404)
      : json(manifestOf(release))
  }

  function publish(given: NpmPublish): Readonly<{ sha256: string; bytes: Buffer; path: string }> {
    const { name, version, tags = ['latest'] } = given
    const bytes = given.files
      ? tarGz(given.files)
      : (given.bytes ?? defaultFile(`${name}@${version}.tgz`))
    const path = `/npm/${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`
    const known = project(name)
    known.state = 'published'
    const dist = {
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      shasum: createHash('sha1').update(bytes).digest('hex'),
      ...given.dist,
    }
    const described = { name, version, _id: `${name}@${version}`, dist, ...given.manifest }
    known.releases.set(version, { manifest: described, path, bytes })
    for (const tag of tags) known.tags.set(tag, version)
    return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes, path }
  }

  return {
    publish,
    /** The whole project was taken down by its owner; the registry remembers that it was there. */
    unpublish(name: string): void {
      project(name).state = 'unpublished'
    },
    /** 410 to everything about it. */
    gone(name: string): void {
      project(name).state = 'gone'
    },
    /** The registry's own stand-in for a name that was taken down. */
    placeholder(name: string): void {
      const manifest = {
        description: 'security holding package',
        repository: 'npm/security-holder',
      }
      publish({ name, version: '0.0.1-security', manifest })
    },
    /** A project document without any release. */
    empty(name: string): void {
      project(name)
    },
    untag(name: string, tag: string): void {
      project(name).tags.delete(tag)
    },
    remove(name: string): void {
      projects.delete(name)
    },
    /** `path` is relative to the registry's base and begins with a slash. */
    answer(path: string): FakeAnswer {
      const tarball = [...projects.values()]
        .flatMap(({ releases }) => [...releases.values()])
        .find((release) => release.path === `/npm${decodeURIComponent(path)}`)
      if (tarball !== undefined) {
        return { status: 200, contentType: 'application/octet-stream', body: tarball.bytes }
      }
      const [first = '', version, ...rest] = path.slice(1).split('/')
      const name = decodeURIComponent(first)
      if (rest.length > 0) return notFound()
      if (version !== undefined) return manifest(name, decodeURIComponent(version))
      const known = projects.get(name)
      return known === undefined ? notFound() : packument(name, known)
    },
  }
}
