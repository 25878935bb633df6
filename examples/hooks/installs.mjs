// Which packages of the public registries a shell command installs, as far as its words tell. What is
// not plain (variables, files, other indexes, options that are not known) is left out.

/** First words of a command, and where what they install comes from. */
const INSTALLERS = [
  ['pypi', /^pip install$/],
  ['pypi', /^pipx install$/],
  ['pypi', /^uv add$/],
  ['pypi', /^uv pip install$/],
  ['pypi', /^(?:poetry|pdm) add$/],
  ['npm', /^npm (?:install|i|add)$/],
  ['npm', /^pnpm (?:add|install|i)$/],
  ['npm', /^yarn add$/],
  ['npm', /^bun (?:add|install|i)$/],
]

/** Options without a value; the word after any other one may be its value and is not looked at. */
const PLAIN_OPTIONS = new Set(
  (
    '-U --upgrade -q --quiet -v --verbose --user --pre --no-deps --no-cache-dir --dev -D --save-dev ' +
    '-S --save -P --save-prod -O --save-optional -E --save-exact --save-peer --exact -g --global ' +
    '--no-save --force -y --yes --break-system-packages -w -W --no-audit --no-fund --frozen --no-sync ' +
    '--force-reinstall --ignore-installed --legacy-peer-deps --ignore-scripts'
  ).split(' '),
)
/** Packages of another index are not ours to judge. */
const ELSEWHERE =
  /^(?:-i|-f|--(?:default-|extra-)?index(?:-url)?|--find-links|--registry|--source)(?:=|$)/
const ELSEWHERE_SET = /^\w*(?:registry|index)\w*=/i

const PYPI_SPEC =
  /^[a-z0-9][\w.-]*(?:\[[\w,. -]*\])?(?:(?:[=!~<>]=?=?)[\w.*+!-]+(?:,[=!~<>]=?=?[\w.*+!-]+)*)?$/i
const NPM_SPEC = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@([\w.^~<>=*| -]+))?$/i
const PYPI_FILE = /\.(?:whl|zip|tar\.gz|tgz|txt|toml)$/

export function installsIn(command) {
  const found = { pypi: [], npm: [] }
  for (const words of commandsIn(command)) {
    const install = installOf(words)
    if (install === null) continue
    const [ecosystem, given] = install
    for (const word of packagesIn(given)) {
      if (ecosystem === 'pypi') found.pypi.push(...pypiSpec(word))
      else found.npm.push(...npmSpec(word))
    }
  }
  return found
}

function installOf(words) {
  const rest = [...words]
  while (rest.length > 0 && /^(?:sudo|env|command|time|\w+=.*)$/.test(rest[0])) {
    if (ELSEWHERE_SET.test(rest[0])) return null
    rest.shift()
  }
  const [first = '', ...others] = rest
  const name = first.replace(/^.*\//, '')
  const isPython = /^(?:python|py)[\d.]*$/.test(name) && others[0] === '-m'
  const plain = isPython ? others.slice(1) : [name.replace(/^pip[\d.]+$/, 'pip'), ...others]
  for (const length of [2, 3]) {
    const head = plain.slice(0, length).join(' ')
    const found = INSTALLERS.find(([, pattern]) => pattern.test(head))
    if (found !== undefined) return [found[0], plain.slice(length)]
  }
  return null
}

function packagesIn(words) {
  if (words.some((word) => ELSEWHERE.test(word))) return []
  return words.filter((word, index) => {
    const before = words[index - 1] ?? ''
    const mayBeValue = before.startsWith('-') && !before.includes('=') && !PLAIN_OPTIONS.has(before)
    return !word.startsWith('-') && !mayBeValue
  })
}

function pypiSpec(word) {
  // Poetry writes name@version; a direct reference has a blank or an address there.
  const spec = word.replace(/@[\w.^~*<>=]+$/, '')
  return PYPI_SPEC.test(spec) && !PYPI_FILE.test(spec) ? [spec] : []
}

function npmSpec(word) {
  const [, name, range = '*'] = NPM_SPEC.exec(word) ?? []
  if (name === undefined || /\.(?:tgz|tar\.gz)$/.test(name)) return []
  // A tag may point anywhere.
  return [[name, /^[\d^~<>=*]/.test(range) ? range : '*']]
}

/** The commands of a line as lists of words; one with words that a shell would replace ends there. */
function commandsIn(line) {
  const commands = [[]]
  // What follows is a text for a program, not a command.
  const [script = ''] = line.split('<<')
  const tokens =
    /\\\n|(\n|;|&&?|\|\|?|\(|\))|#.*|\d*[<>]+&?\s*\S*|((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;&|()<>"'\\])+)/g
  for (const [, end, written] of script.matchAll(tokens)) {
    if (end !== undefined) commands.push([])
    else if (written !== undefined) commands.at(-1)?.push(plainWord(written))
  }
  return commands
}

/** Without its quotes; a word that the shell would fill in stands for none that is installed. */
function plainWord(written) {
  if (/[$`*?{}]/.test(written.replace(/'[^']*'/g, ''))) return '-'
  return written.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_all, double, single, one) => {
    return double?.replace(/\\(.)/g, '$1') ?? single ?? one
  })
}
