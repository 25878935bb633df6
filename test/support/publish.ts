// Packages that a test writes down as text, on the registries that it serves.

import { type PythonWheel, pythonWheel } from '../fake/archives/pythonWheel.ts'
import { parseTxtar } from '../fake/archives/txtar.ts'
import type { FakeRegistry } from '../fake/registry.ts'

export function publishPython(registry: FakeRegistry, wheel: PythonWheel): string {
  const { name, version = '1.0' } = wheel
  const [file] = registry.pypi.publish({ name, version, files: [pythonWheel(wheel)] })
  return file?.sha256 ?? ''
}

/** `files`: text of the files, each after a line `-- path --`. */
export function publishNpm(
  registry: FakeRegistry,
  {
    name,
    version,
    files,
    ...manifest
  }: Readonly<{ name: string; version: string; files: string }> & Readonly<Record<string, unknown>>,
): string {
  const texts = parseTxtar(files).map(({ path, content }) => [path, content.toString()] as const)
  const own = { 'package.json': JSON.stringify({ name, version, ...manifest }) }
  return registry.npm.publish({ name, version, files: { ...own, ...Object.fromEntries(texts) } })
    .sha256
}
