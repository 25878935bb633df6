// Files that look like real ones and are broken in every way that a file can be. Everything follows
// from the seed and from the files of this repository.

import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SeededRandom, seededRandom } from '../fake/seededRandom.ts'

export type SourceFile = Readonly<{ path: string; content: string }>

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SAMPLE_MAX_CHARACTERS = 12_000

function samplesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8').slice(0, SAMPLE_MAX_CHARACTERS))
}

const PYTHON = [
  ...samplesIn('examples', /\.py$/),
  ...samplesIn('scripts/truth/python', /\.py$/),
  'import lamp, os\nfrom lamp import (glow as g, Bulb)\ntry:\n    import yaml\nexcept ImportError:\n    yaml = None\nclass A(Bulb):\n    x: "lamp.Bulb | None" = None\n    async def go(self, *a, k=lambda v: lamp.glow(v), **kw):\n        match a:\n            case lamp.Bulb(hours=h) | {"k": h, **rest}:\n                yield f"{h!r:>{a[0]}}"\n',
]
const TYPESCRIPT = [
  ...samplesIn('examples', /\.ts$/),
  ...samplesIn('src/client', /\.ts$/),
  ...samplesIn('src/http', /\.ts$/),
  "import t, { on, type Off as O } from 'torch'\nimport * as all from 'torch/fp'\nconst { a, b: c = 1, ...rest } = require('torch')\nexport const X = <T,>(p: { q: O }) => <t.Lamp {...rest} on={all.pipe(p.q!.r, `x`)}>{c ?? a?.[0]}</t.Lamp>\n",
]
const MANIFESTS: Readonly<Record<string, string>> = {
  'requirements.txt':
    'lamp==1.1 ; python_version > "3" # x\\\n-r a.txt\n-e .\nweb-kit[x]~=2\nz @ https://host.example/z\n',
  'pyproject.toml':
    '[project]\nname = "x"\ndependencies = ["lamp>=1"]\n[tool.poetry.dependencies]\nlamp = { version = "^1.2", optional = true }\n[[tool.poetry.source]]\nname = "a"\n',
  'setup.cfg': '[options]\ninstall_requires =\n    lamp>=1\n    b; python_version < "3"\n',
  'package.json': readFileSync(join(ROOT, 'package.json'), 'utf8'),
  'package-lock.json':
    '{"lockfileVersion":3,"packages":{"":{"dependencies":{"torch":"^3"}},"node_modules/torch":{"version":"3.0.0"}}}',
  'poetry.lock':
    '[[package]]\nname = "lamp"\nversion = "1.1"\n\n[metadata]\npython-versions = "^3"\n',
  'uv.lock':
    'version = 1\n[[package]]\nname = "lamp"\nversion = "1.1"\nsource = { registry = "x" }\n',
  'tsconfig.json': '{"compilerOptions":{"paths":{"@a/*":["b"],},"baseUrl":"."}} // x',
}

const OPENERS = ['(', '[', '{', '<', '`${', '"', "'", '"""', '/*', '{{', '<a>', 'if x:\n ', 'f(']
const CHARACTERS = [
  '\u0000',
  '\u0001',
  '\u001b',
  '\ufeff',
  '\u2028',
  '\u202e',
  '\u00a0',
  '\ufffd',
  '\u{1f600}',
  'ß',
  'é',
  '\r',
  '\r\n',
  '\f',
  '\t',
  '\\',
  '\\\n',
  '\\u{110000}',
  '\\x',
  '0x',
  '1e999',
  '0'.repeat(400),
]
const WORDS = [
  'import ',
  'from ',
  'class ',
  'def ',
  'async ',
  'await ',
  ' as ',
  'lambda ',
  'export ',
]

type Mutate = (text: string, random: SeededRandom) => string

/** Slices are short: long ones would make all files the same. */
function slice(text: string, random: SeededRandom): readonly [from: number, to: number] {
  const from = random.below(text.length + 1)
  return [from, Math.min(text.length, from + random.below(200))]
}

const MUTATIONS: readonly Mutate[] = [
  // Some bytes are others, read as whatever text they make.
  (text, random) => {
    const bytes = Buffer.from(text)
    for (let count = random.below(20); count >= 0 && bytes.length > 0; count -= 1) {
      bytes[random.below(bytes.length)] = random.below(256)
    }
    return bytes.toString(random.next() < 0.5 ? 'utf8' : 'latin1')
  },
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random) => {
    const [from, to] = slice(text, random)
    return text.slice(0, from) + text.slice(to)
  },
  (text, random) => {
    const [from, to] = slice(text, random)
    const times = random.next() < 0.1 ? 200 : 3
    return text.slice(0, to) + text.slice(from, to).repeat(times) + text.slice(to)
  },
  (text, random) => {
    const [at] = slice(text, random)
    const depth = random.next() < 0.1 ? 5_000 : 30
    return text.slice(0, at) + random.pick(OPENERS).repeat(depth) + text.slice(at)
  },
  (text, random) => {
    const [at] = slice(text, random)
    return text.slice(0, at) + random.pick(CHARACTERS).repeat(1 + random.below(3)) + text.slice(at)
  },
  (text, random) => {
    const [at] = slice(text, random)
    return text.slice(0, at) + random.pick(WORDS) + text.slice(at)
  },
  (text, random) => {
    const [from, to] = slice(text, random)
    const [at] = slice(text, random)
    return text.slice(0, at) + text.slice(from, to) + text.slice(at)
  },
  (text, random) => text.replaceAll('\n', random.pick(['\r', '\r\n', ' ', '\n\n', '\u2028'])),
  (text, random) => text.replaceAll(random.pick(['    ', '(', ')', "'", ':', '.']), ''),
]

function noise(random: SeededRandom): string {
  const pieces = [
    ...OPENERS,
    ...CHARACTERS,
    ...WORDS,
    'lamp',
    'torch',
    '.',
    ',',
    '=',
    ')',
    '}',
    ']',
  ]
  return Array.from({ length: random.below(400) }, () => random.pick(pieces)).join('')
}

/** The file of this number; its path does not repeat for other numbers, unless it is a manifest. */
export function mutatedSource(seed: number, number: number): SourceFile {
  const random = seededRandom(seed + number)
  const kind = random.next()
  const [path, sample] =
    kind < 0.4
      ? [`m${number}.${random.pick(['py', 'py', 'pyi'])}`, random.pick(PYTHON)]
      : kind < 0.85
        ? [
            `m${number}.${random.pick(['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'mts', 'cts'])}`,
            random.pick(TYPESCRIPT),
          ]
        : random.pick(Object.entries(MANIFESTS))
  let content = random.next() < 0.05 ? noise(random) : sample
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    content = random.pick(MUTATIONS)(content, random)
  }
  const folder = extname(path) === '.py' && random.next() < 0.3 ? 'app/' : ''
  // A lone surrogate is no text and would be refused before anything is read.
  return { path: `${folder}${path}`, content: content.toWellFormed().slice(0, 24_000) }
}
