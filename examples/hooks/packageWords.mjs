// What a word of a command means as a package: its name and the versions that it allows.

const PYPI_SPEC =
  /^([a-z0-9][\w.-]*)(\[[\w,. -]*\])?((?:[=!~<>]=?=?)[\w.*+!-]+(?:,(?:[=!~<>]=?=?)[\w.*+!-]+)*)?$/i
const NPM_SPEC = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@([\w.^~<>=*| -]+))?$/i
const FILE = /\.(?:whl|zip|tar\.(?:gz|bz2|xz)|tgz|txt|toml|py)$/i
export const ADDRESS = /^(?:[a-z][a-z+]*:|\w+@[\w.-]+:)|:\/\//i

export const AN_ADDRESS = 'an address, and no package of a registry'

/** Null for what is on the machine, a text for what says nothing. */
export function pypiSpec(word) {
  const [before = ''] = word.split(';', 1)
  const bare = before.trim().replace(/\s*([<>=!~,@[\]])\s*/g, '$1')
  if (isHere(bare)) return null
  if (/@.*:/.test(bare) || ADDRESS.test(bare)) return AN_ADDRESS
  // Poetry and uv write name@version.
  const spec = bare.replace(/@(.*)$/, (_all, version) => {
    if (version === 'latest') return ''
    if (/^[\d]/.test(version)) return `==${version}`
    return version.replace(/^[\^~](?=\d)/, '>=')
  })
  const [, name, extras = '', range = ''] = PYPI_SPEC.exec(spec) ?? []
  return name === undefined ? 'no name of a package' : { name, spec: `${name}${extras}${range}` }
}

/** `x@workspace:*` */
export const OF_PROJECT = /^(?:@?[\w.~/-]+@)?(?:workspace|file|link|portal|catalog|patch):/

export function npmSpec(word) {
  // `other@npm:real@1` is real.
  const bare = word.replace(/^(?:@?[\w.~/-]+@)?npm:/, '')
  if (OF_PROJECT.test(bare)) return null
  if (isHere(bare)) return null
  if (ADDRESS.test(bare) || /^[\w.-]+\/[\w.-]+(?:#.*)?$/.test(bare)) return AN_ADDRESS
  const [, name, range = '*'] = NPM_SPEC.exec(bare) ?? []
  if (name === undefined) return 'no name of a package'
  return { name, spec: range === 'latest' ? '*' : range }
}

function isHere(text) {
  return (
    /^(?:\.{0,2}[/\\]|\.{1,2}(?:$|\[)|~|[a-z]:[/\\])/i.test(text) ||
    (FILE.test(text) && !ADDRESS.test(text))
  )
}

/** The package that `npm create vite` runs. */
export function created(text) {
  const ofScope = /^(@[\w.~-]+)(?:\/([\w.~-]+))?(@[^@/]+)?$/.exec(text)
  if (ofScope !== null) {
    const [, scope, name, version = ''] = ofScope
    return `${scope}/create${name === undefined ? '' : `-${name}`}${version}`
  }
  const [, name, version = ''] = /^([\w~][\w.~-]*)(@[^@/]+)?$/.exec(text) ?? []
  if (name === undefined) return ADDRESS.test(text) || text.includes('/') ? text : null
  return name.startsWith('create-') ? null : `create-${name}${version}`
}

/** `npm:@s/x@1/bin` of deno is what the package `npm:@s/x@1` has. */
export const withoutSubpath = (text) =>
  text.replace(/^(npm:\/?(?:@[^/]+\/)?[^/]+)\/.*$/s, '$1').replace(/^npm:\//, 'npm:')
