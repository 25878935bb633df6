// Where a link of a page leads when the page is served.

import { posix } from 'node:path'
import { docsPathOf } from './docsSources.ts'

/** An address, or the path of a file that is not served and has no address. */
export type LinkTarget = Readonly<{ href: string }> | Readonly<{ unserved: string }>

export type DocsLinks = (file: string, written: string) => LinkTarget

/**
 * `paths`: of all pages, below `/docs/`. `repository`: the address of the sources; null where nobody
 * has published them.
 */
export function docsLinks(paths: ReadonlySet<string>, repository: string | null): DocsLinks {
  return (file, written) => {
    if (/^[a-z][a-z+.-]*:/i.test(written) || written.startsWith('#')) return { href: written }
    const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(written) ?? []
    // A page may name an address of the service itself.
    if (path.startsWith('/')) return { href: written }
    const target = posix.normalize(posix.join(posix.dirname(file), decodeURI(path)))
    const page = docsPathOf(`${target.replace(/\/$/, '')}`)
    const isInside = target === 'docs' || target.startsWith('docs/')
    if (isInside) {
      const served = page === 'docs' ? '' : page
      const isPage = paths.has(served) && (target.endsWith('.md') || !/\.\w+$/.test(target))
      if (isPage || target.endsWith('.md')) {
        return { href: `/docs${served === '' ? '' : `/${served}`}${anchor}` }
      }
    }
    if (repository === null) return { unserved: target }
    return { href: `${repository}/blob/HEAD/${target}${anchor}` }
  }
}

/** The address of the sources, from the `repository` of package.json. */
export function repositoryOf(manifest: unknown): string | null {
  const { repository } = manifest as { repository?: string | { url?: string } }
  const written = typeof repository === 'string' ? repository : repository?.url
  const found = /^(?:git\+)?(https:\/\/[^\s]+?)(?:\.git)?\/?$/.exec(written ?? '')
  return found?.[1] ?? null
}
