// The package as it would be published: the sources of today, built and packed in a folder of their own.

import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packInto } from '../../scripts/pack.ts'
import type { FakeRegistry } from '../fake/registry.ts'
import { ROOT } from './compiled.ts'
import { installedRegistry } from './installedRegistry.ts'

/** What a build reads and what a package has, but for what is built. */
const PARTS = [
  'assets',
  'docs',
  'examples',
  'scripts',
  'src',
  'package.json',
  'tsconfig.json',
  'tsconfig.page.json',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'assay-packed-'))
}

/** The tarball of a build in `folder`. */
export function packedIn(folder: string): string {
  const source = join(folder, 'source')
  for (const part of PARTS) cpSync(join(ROOT, part), join(source, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'))
  const build = join(source, 'scripts', 'build.mjs')
  execFileSync(process.execPath, [build], { cwd: source, stdio: 'pipe' })
  return packInto(folder, source)
}

export type Installed = Readonly<{
  project: string
  modules: string
  /** What of the registry was asked for. */
  asked: ReadonlySet<string>
}>

/** `npm install` in an empty project: without scripts, without what is for development. */
export async function installedIn(folder: string, tarball: string): Promise<Installed> {
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  const registry = await installedRegistry(folder)
  const words = ['install', tarball, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  const places = [`--registry=${registry.url}`, `--cache=${join(folder, 'cache')}`]
  try {
    await promisify(execFile)('npm', [...words, ...places], { cwd: project })
  } finally {
    await registry.close()
  }
  return { project, modules: join(project, 'node_modules'), asked: registry.asked }
}

type Ended = Readonly<{ status: number; stdout: string; stderr: string }>

/** Runs a program of `node` as a user of the registry whose home is `home`, with nothing else around. */
export function runAlone(
  [node, ...words]: readonly [string, ...string[]],
  {
    home,
    registry,
    cwd = home,
    input = '',
  }: Readonly<{ home: string; registry: FakeRegistry; cwd?: string; input?: string }>,
): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ASSAY_DATA_DIR: join(home, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_RESIDENT: 'off',
  }
  return new Promise((settle) => {
    const child = execFile(node, words, { cwd, env }, (error, stdout, stderr) =>
      settle({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    // A program may end before it has taken its input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

export function removeFolder(folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
}
