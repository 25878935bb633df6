// A registry that has the packages which are installed here, as npm asks for them: an installation from
// it touches no other.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ROOT } from './compiled.ts'

export type InstalledRegistry = Readonly<{
  url: string
  /** Names of the packages that were asked for. */
  asked: ReadonlySet<string>
  close(): Promise<void>
}>

/** `folder`: where it packs what it is asked for. */
export async function installedRegistry(folder: string): Promise<InstalledRegistry> {
  const asked = new Set<string>()
  const packed = new Map<string, Buffer>()
  let url = ''

  function packageDocument(name: string): string | null {
    const from = join(ROOT, 'node_modules', name)
    let manifest: Record<string, string>
    try {
      manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
    } catch {
      return null
    }
    const words = ['pack', from, '--json', '--ignore-scripts', '--pack-destination', folder]
    const [{ filename }] = JSON.parse(execFileSync('npm', words, { stdio: 'pipe' }).toString())
    const bytes = readFileSync(join(folder, filename))
    packed.set(`/-/${filename}`, bytes)
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const { version = '' } = manifest
    const dist = { tarball: `${url}-/${filename}`, integrity }
    return JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist } },
    })
  }

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    const tarball = packed.get(path)
    if (tarball !== undefined) return void response.end(tarball)
    asked.add(path.slice(1))
    const text = packageDocument(path.slice(1))
    if (text === null) response.statusCode = 404
    response.end(text ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
