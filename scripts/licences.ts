// Which packages of others are in a bundle, and under which licences: whoever passes their code on has
// to pass these on too.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of files that a bundle is made of: the folders of the packages that they are from. */
export function packagesIn(files: readonly string[]): readonly string[] {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0])
  return [...new Set(folders.flatMap((folder) => folder ?? []))]
}

type Licensed = Readonly<{ name: string; version: string; license?: string }>

/** One text for all of them. Throws where a package says nothing about its licence. */
export function licencesOf(root: string, folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const manifest: Licensed = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return { ...manifest, texts: licenceTexts(join(root, folder)) }
  })
  const byName = new Map(parts.map((part) => [`${part.name} ${part.version}`, part]))
  const all = [...byName].sort(([a], [b]) => (a < b ? -1 : 1))
  const chapters = all.map(([title, { license, texts }]) => {
    if (license === undefined && texts.length === 0) throw new Error(`${title} has no licence`)
    return [`${title}${license === undefined ? '' : ` (${license})`}`, ...texts].join('\n\n')
  })
  const rule = `\n\n${'-'.repeat(100)}\n\n`
  return `${['Parts of this package are made of the following packages.', ...chapters].join(rule)}\n`
}

const LICENCE_FILE = /(?:^|\/)(?:licen[cs]e|copying|notice)(?:[.-](?:md|txt|mit|original))?$/i

function licenceTexts(folder: string): readonly string[] {
  // Also below it: a package may hold the code of others.
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => LICENCE_FILE.test(name) && !name.startsWith('node_modules/'))
    .sort()
  return names.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim())
}
