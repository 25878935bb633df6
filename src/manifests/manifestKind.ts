// What is a manifest, by its name: told without the parsers that read it.

const NAMES = {
  requirements:
    /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$|^[\w.-]*requirements\.(?:txt|in)$/,
  pyproject: /^pyproject\.toml$/,
  setupCfg: /^setup\.cfg$/,
  setupPy: /^setup\.py$/,
  packageJson: /^package\.json$/,
  packageLock: /^(?:package-lock|npm-shrinkwrap)\.json$/,
  yarnLock: /^yarn\.lock$/,
  pnpmLock: /^pnpm-lock\.yaml$/,
  pnpmWorkspace: /^pnpm-workspace\.ya?ml$/,
  bunLock: /^bun\.lock$/,
  bunLockBinary: /^bun\.lockb$/,
  denoLock: /^deno\.lock$/,
  tomlLock: /^(?:poetry|uv|pdm)\.lock$|^pylock(?:\.[\w-]+)?\.toml$/,
  pipfile: /^Pipfile$/,
  environmentYaml: /^environment(?:[-_.][\w.-]+)?\.ya?ml$/,
  pipfileLock: /^Pipfile\.lock$/,
  uvToml: /^uv\.toml$/,
  npmrc: /^\.npmrc$/,
  yarnrc: /^\.yarnrc(?:\.yml)?$/,
  bunfig: /^bunfig\.toml$/,
  tsconfig: /^[tj]sconfig(?:\.[\w-]+)*\.json$/,
  importMap: /^(?:deno|jsr)\.jsonc?$|^import[-_]?map\.json$/,
  buildConfig:
    /^(?:astro|babel|craco|electron\.vite|esbuild|jest|metro|next|nuxt|playwright|quasar|razzle|rollup|rsbuild|rspack|svelte|vite|vitest|vue|webpack|wxt)\.config(?:\.[\w-]+)*\.(?:[cm]?[jt]s|json)$|^\.babelrc(?:\.json|\.[cm]?js)?$|^config-overrides\.js$/,
} as const

export type ManifestKind = keyof typeof NAMES

// Object.keys forgets which keys those are.
const KINDS = Object.keys(NAMES) as readonly ManifestKind[]

/** Null for what is no manifest. */
export function manifestKind(path: string): ManifestKind | null {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  // `requirements/dev.txt` is a habit of many projects.
  if (parts.at(-2) === 'requirements' && /\.(?:txt|in)$/.test(name)) return 'requirements'
  return KINDS.find((kind) => NAMES[kind].test(name)) ?? null
}

export function isManifest(path: string): boolean {
  return manifestKind(path) !== null
}

const OF_NPM: ReadonlySet<ManifestKind | null> = new Set([
  'packageJson',
  'packageLock',
  'yarnLock',
  'pnpmLock',
  'pnpmWorkspace',
  'bunLock',
  'bunLockBinary',
  'denoLock',
  'npmrc',
  'yarnrc',
  'bunfig',
  'tsconfig',
  'importMap',
  'buildConfig',
])

/** Whether it says something about how JavaScript is run or what it needs. */
export function isOfNpm(path: string): boolean {
  return OF_NPM.has(manifestKind(path))
}
