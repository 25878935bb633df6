// In which folders a source distribution says that its modules lie: `package_dir` of setup.py and
// setup.cfg, `package-dir` and `where` of pyproject.toml. setup.py is a program and is not run: a branch
// that the reference interpreter would not take is left out, and what is computed is not told.

import { parse as parseToml } from 'smol-toml'
import { decodePython } from '../../../syntax/python/decodePython.ts'
import { parseExpression } from '../../../syntax/python/parseExpression.ts'
import { parsePython } from '../../../syntax/python/parsePython.ts'
import type { PythonFile, Statement } from '../../../syntax/python/syntax.ts'
import type { Tree } from '../../../syntax/python/tree.ts'
import { parseTree } from '../../../syntax/python/treeParser.ts'
import { decideTest } from '../standard/referenceInterpreter.ts'

const FOLDERS_MAX = 10
const FILE_MAX_BYTES = 200_000
const HEIGHT_MAX = 100

type Archive = Readonly<{ read(path: string): Uint8Array | null }>

/** With a slash at the end of each; empty where none is told, or the folder of the archive itself. */
export function declaredFolders(artifact: Archive): readonly string[] {
  const found = [
    ...ofSetupPy(textOf(artifact, 'setup.py')),
    ...ofSetupCfg(textOf(artifact, 'setup.cfg')),
    ...ofPyproject(textOf(artifact, 'pyproject.toml')),
  ]
  const folders = found.map((one) => one.replace(/^(?:\.\/)+/, '').replace(/\/*$/, '/'))
  return [...new Set(folders)]
    .filter((one) => /^[\w.-]/.test(one) && one !== './')
    .slice(0, FOLDERS_MAX)
}

function textOf(artifact: Archive, path: string): string {
  const bytes = artifact.read(path)
  return bytes === null ? '' : decodePython(bytes.subarray(0, FILE_MAX_BYTES))
}

/** `package_dir={"": "lib"}`, `package_dir={"pkg": "lib/pkg"}`, on the spot or under a name. */
function ofSetupPy(text: string): readonly string[] {
  if (!text.includes('package_dir')) return []
  const file = parsePython(text)
  const tables = new Map<string, Tree>()
  let given: Tree | null = null
  for (const statement of taken(file, file.body)) {
    if (statement.kind === 'assign' && statement.value !== null && statement.operator === null) {
      const tree = parseTree(file.text, statement.value, { maxHeight: HEIGHT_MAX })
      for (const { start, end } of statement.targets) {
        if (tree !== null) tables.set(file.text.slice(start, end).trim(), tree)
      }
    }
    if (statement.kind !== 'expression') continue
    const call = parseTree(file.text, statement.value, { maxHeight: HEIGHT_MAX })
    if (call?.kind !== 'call') continue
    given = call.arguments.find(({ name }) => name === 'package_dir')?.value ?? given
  }
  const table = given?.kind === 'name' ? tables.get(given.name) : given
  return table?.kind === 'dict' ? table.items.flatMap(folderOf) : []
}

function folderOf({ key, value }: Readonly<{ key: Tree | null; value: Tree }>): readonly string[] {
  if (key?.kind !== 'string' || value.kind !== 'string') return []
  const path = key.value.replaceAll('.', '/')
  if (path === '') return [value.value]
  // A package in a folder of another name is not followed.
  return value.value.endsWith(`/${path}`) ? [value.value.slice(0, -path.length)] : []
}

/** The statements of the top, and of the branches that the reference interpreter may take. */
function* taken(file: PythonFile, body: readonly Statement[], depth = 0): Generator<Statement> {
  for (const statement of body) {
    yield statement
    if (statement.kind === 'try' && depth < HEIGHT_MAX)
      yield* taken(file, statement.body, depth + 1)
    if (statement.kind !== 'if' || depth >= HEIGHT_MAX) continue
    for (const { test, body: branch } of statement.branches) {
      const isTaken =
        test === null || decideTest(parseExpression(file.text, test), file.text, () => null)
      if (isTaken !== false) yield* taken(file, branch, depth + 1)
      if (isTaken === true) break
    }
  }
}

function ofSetupCfg(text: string): readonly string[] {
  const table = /^package_dir[ \t]*=(.*(?:\r?\n[ \t]+.*)*)/m.exec(text)?.[1] ?? ''
  const [, folder] = /(?:^|\n)[ \t]*=[ \t]*([\w./-]+)/.exec(table) ?? []
  const [, where] = /^\[options\.packages\.find\][^[]*?^where[ \t]*=\s*([\w./-]+)/m.exec(text) ?? []
  return [folder, where].filter((one) => one !== undefined)
}

function ofPyproject(text: string): readonly string[] {
  if (!/package-dir|packages/.test(text)) return []
  let setuptools: unknown
  try {
    setuptools = inside(parseToml(text), 'tool', 'setuptools')
  } catch {
    return []
  }
  const where = inside(setuptools, 'packages', 'find', 'where')
  const [first] = Array.isArray(where) ? where : [where]
  return [inside(setuptools, 'package-dir', ''), first].filter((one) => typeof one === 'string')
}

function inside(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  )
}
