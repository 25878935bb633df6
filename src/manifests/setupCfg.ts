// setup.cfg of setuptools: `install_requires` and the extras.

import { shownRange } from '../domain/rangeText.ts'
import { includedPath } from './includes.ts'
import {
  emptyManifest,
  type Manifest,
  type NamedTool,
  REQUIREMENTS_MAX,
  type Requirement,
  TOO_MANY,
} from './manifest.ts'
import { parseRequirement } from './pep508.ts'
import { groupHead, toolOfSection } from './tools/namedTools.ts'

/** What describes the package itself. */
const OF_SETUPTOOLS = /^(?:metadata|options(?:\..*)?|bdist_wheel|sdist|egg_info|install|build_ext)$/

export function setupCfg(path: string, text: string): Manifest {
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  const remote: string[] = []
  const includes: string[] = []
  const ownNames: string[] = []
  const pythons: string[] = []
  const tools: NamedTool[] = []
  let problem: string | null = null
  let section = ''
  let key = ''
  text.split(/\r\n?|\n/).forEach((raw, index) => {
    const header = /^\[([^\]]+)\]/.exec(raw)
    const field = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(raw)
    if (header?.[1] !== undefined) {
      section = header[1].trim()
      key = ''
      const name = toolOfSection(section)
      if (name !== null && !OF_SETUPTOOLS.test(section))
        tools.push({ name, line: index + 1, column: 2 })
      return
    }
    // Setuptools takes capitals and dashes too.
    if (field?.[1] !== undefined) key = field[1].toLowerCase().replaceAll('-', '_')
    if (section === 'options.entry_points' && field?.[1] !== undefined) {
      tools.push({ name: groupHead(field[1]), line: index + 1, column: 1 })
    }
    if (section === 'metadata' && field?.[1] === 'name') ownNames.push(field[2]?.trim() ?? '')
    if (section === 'options' && field !== null && key === 'python_requires') {
      pythons.push(shownRange((field[2] ?? '').trim()))
    }
    const isList =
      (section === 'options' && /^(?:(?:install|setup)_requires|tests_require)$/.test(key)) ||
      section === 'options.extras_require'
    if (!isList || /^\s*[#;]/.test(raw)) return
    const written = field === null ? raw : (field[2] ?? '')
    const bare = written.replace(/\s#.*$/, '')
    const parsed = parseRequirement(bare)
    if (parsed === null) {
      const files = /^\s*file\s*:(.*)$/.exec(bare)?.[1]
      for (const file of files?.split(',') ?? []) includes.push(includedPath(path, file))
      if (/^\s*attr\s*:/.test(bare)) problem ??= 'has requirements that code computes'
      if (bare.trim() !== '' && files === undefined)
        problem ??= `has in line ${index + 1} no requirement`
      return
    }
    if (requirements.length >= REQUIREMENTS_MAX) {
      problem = TOO_MANY
      return
    }
    if (parsed.isElsewhere) {
      elsewhere.push(parsed.name)
      if (parsed.isRemote === true) remote.push(parsed.name)
      return
    }
    const spelled = /^\s*([\w.-]+)/.exec(written)?.[1] ?? ''
    const column = Math.max(0, raw.indexOf(spelled, field?.[1]?.length ?? 0)) + 1
    const { name, pin, range } = parsed
    const line = index + 1
    requirements.push({ ecosystem: 'pypi', name, written: spelled, line, column, pin, range })
  })
  const more = {
    ...(tools.length === 0 ? {} : { tools }),
    ...(includes.length === 0 ? {} : { includes }),
    ...(remote.length === 0 ? {} : { remote }),
  }
  return { ...emptyManifest(path, problem), requirements, elsewhere, ownNames, pythons, ...more }
}
