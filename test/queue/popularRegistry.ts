// A registry on loopback that has the most popular names, each with a small valid archive, and that
// takes its time over files, so that an interruption finds downloads under way.

import { loadBundledNames } from '../../src/names/set/bundledNames.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'

export type PopularRegistry = Readonly<{
  registry: FakeRegistry
  names: readonly string[]
  /** Requests for the files of each package, in all. */
  downloads(): readonly number[]
  /** All requests so far. */
  requestCount(): number
  /** Settles once so many downloads have begun. */
  reached(downloads: number): Promise<void>
}>

export async function popularRegistry(count: number, delayMs: number): Promise<PopularRegistry> {
  const names = loadBundledNames().npm.names.slice(0, count)
  const waiting = new Set<{ downloads: number; resolve: () => void }>()
  let begun = 0
  const registry = await fakeRegistry({
    intercept(request, response, answer) {
      if (!request.url?.endsWith('.tgz')) return false
      begun += 1
      for (const waiter of waiting) if (begun >= waiter.downloads) waiter.resolve()
      setTimeout(() => {
        const { status, body } = answer()
        response.writeHead(status, { 'content-length': body.length })
        response.end(body)
      }, delayMs)
      return true
    },
  })
  const paths = names.map((name) => {
    const files = { 'package.json': JSON.stringify({ name }), 'index.js': `// ${name}\n` }
    return registry.npm.publish({ name, version: '1.0.0', files }).path
  })
  return {
    registry,
    names,
    downloads: () => paths.map((path) => registry.requests.get(path) ?? 0),
    requestCount: () => [...registry.requests.values()].reduce((sum, n) => sum + n, 0),
    reached: (downloads) =>
      new Promise((resolve) => {
        if (begun >= downloads) resolve()
        else waiting.add({ downloads, resolve })
      }),
  }
}
