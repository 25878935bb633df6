import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { PackageName } from '../../src/domain/names/packageName.ts'
import {
  npmAddress,
  projectRegistry,
  publicBases,
  pypiAddress,
} from '../../src/registry/addresses.ts'
import { parseEndpoint } from '../../src/registry/fetch/endpoint.ts'
import { parseIni } from '../../src/registry/fetch/iniFile.ts'
import type { Machine } from '../../src/registry/fetch/userConfig.ts'
import { otherIndexes } from '../../src/registry/otherIndexes.ts'

const named = (text: string) => text as PackageName
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A machine with these files, in a folder of its own. `~` is the home of its user. */
function machine(
  files: Readonly<Record<string, string>> = {},
  env: Machine['env'] = {},
  platform: NodeJS.Platform = 'linux',
): Machine {
  const root = mkdtempSync(join(tmpdir(), 'assay-addresses-'))
  folders.push(root)
  const place = (path: string) => path.replace(/^~/, join(root, 'home'))
  for (const [path, text] of Object.entries(files)) {
    const target = path.startsWith('~') ? place(path) : join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  const placed = Object.entries(env).map(([key, value]) => [
    key,
    value?.replace(/^(?=[a-z]+\/)/, `${root}/`),
  ])
  return {
    env: Object.fromEntries(placed),
    homeDir: join(root, 'home'),
    projectDir: join(root, 'project'),
    execPath: join(root, 'prefix', 'bin', 'node'),
    platform,
    systemDir: root,
  }
}

describe('indexes besides those that are asked', () => {
  const asked = { pypi: 'https://pip.example/simple/', npm: 'https://npm.example/' }
  test.each([
    [{}, {}, {}],
    [{}, { PIP_EXTRA_INDEX_URL: 'https://h.example/' }, { pypi: 'PIP_EXTRA_INDEX_URL' }],
    [{}, { UV_INDEX_URL: 'https://h.example/' }, { pypi: 'UV_INDEX_URL' }],
    [{}, { UV_INDEX: 'corp=https://h.example/ x=https://i.example' }, { pypi: 'UV_INDEX' }],
    [{}, { PIP_FIND_LINKS: '/wheels' }, { pypi: 'PIP_FIND_LINKS' }],
    [
      {},
      { POETRY_REPOSITORIES_CORP_URL: 'https://h.example' },
      { pypi: 'POETRY_REPOSITORIES_CORP_URL' },
    ],
    [{}, { YARN_NPM_REGISTRY_SERVER: 'https://h.example' }, { npm: 'YARN_NPM_REGISTRY_SERVER' }],
    // These are asked.
    [{}, { UV_DEFAULT_INDEX: 'https://pip.example/simple' }, {}],
    [{}, { PIP_INDEX_URL: 'https://h.example/', npm_config_registry: 'https://h.example' }, {}],
    [{}, { PIP_EXTRA_INDEX_URL: ' ' }, {}],
    [
      { '~/.config/pip/pip.conf': '[global]\nextra-index-url = https://h.example\n' },
      {},
      { pypi: "the user's pip.conf" },
    ],
    [{ '~/.config/pip/pip.conf': '[global]\nindex-url = https://h.example\n' }, {}, {}],
    [
      { '~/.config/uv/uv.toml': '[[index]]\nurl = "https://h.example"\n' },
      {},
      { pypi: "the user's uv.toml" },
    ],
  ] as const)('%j %j: %j', (files, env, expected) => {
    expect(otherIndexes(machine(files, env), asked)).toEqual(expected)
  })

  describe('a folder of wheels', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-find-links-'))
    const [empty, full] = [join(folder, 'empty'), join(folder, 'full')]
    for (const one of [empty, full]) mkdirSync(one)
    writeFileSync(join(empty, 'README'), '')
    writeFileSync(join(full, 'lamp-1.0-py3-none-any.whl'), '')
    afterAll(() => rmSync(folder, { recursive: true }))

    test.each([
      ['that is empty is no other index', empty, {}],
      ['that is empty, by its address', pathToFileURL(empty).href, {}],
      ['with a wheel is one', full, { pypi: 'UV_FIND_LINKS' }],
      ['that is not there is one', join(folder, 'none'), { pypi: 'UV_FIND_LINKS' }],
      ['that depends on where the installer runs is one', 'wheels', { pypi: 'UV_FIND_LINKS' }],
      ['beside an address', `${empty},https://h.example/`, { pypi: 'UV_FIND_LINKS' }],
    ])('%s', (_, value, expected) => {
      expect(otherIndexes(machine({}, { UV_FIND_LINKS: value }), asked)).toEqual(expected)
    })

    test.each([
      ['that is empty', `find-links = ${empty}`, {}],
      ['on a line of its own', `find-links =\n    ${empty}`, {}],
      ['behind a colon', `find-links: ${full}`, { pypi: "the user's pip.conf" }],
      [
        'and an address below it',
        `find-links = ${empty}\n    # more\n\n    https://h.example/`,
        { pypi: "the user's pip.conf" },
      ],
    ])('of pip.conf %s', (_, line, expected) => {
      const files = { '~/.config/pip/pip.conf': `[install]\n${line}\n` }
      expect(otherIndexes(machine(files, {}), asked)).toEqual(expected)
    })
  })
})

describe('npm', () => {
  type Row = Readonly<{
    rule: string
    files?: Readonly<Record<string, string>>
    env?: Machine['env']
    explicit?: string
    name?: string
    url: string
    auth?: string | null
    identity?: string
  }>
  const MIRROR = 'registry=http://mirror.example/npm\n'
  const ROWS: readonly Row[] = [
    { rule: "the user's .npmrc", files: { '~/.npmrc': MIRROR }, url: 'http://mirror.example/npm/' },
    {
      rule: 'the global npmrc beside node',
      files: { 'prefix/etc/npmrc': MIRROR },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: "the project's .npmrc does not say what the user's registry is",
      files: { 'project/.npmrc': 'registry=http://other.example/', '~/.npmrc': MIRROR },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: "a token of the project's .npmrc is not sent to the user's registry",
      files: { 'project/.npmrc': '//mirror.example/:_authToken=theirs\n', '~/.npmrc': MIRROR },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: "what npm repeats of the project's .npmrc is not the user's own word",
      files: { 'project/.npmrc': 'registry=http://other.example', '~/.npmrc': MIRROR },
      env: { npm_config_registry: 'http://other.example/', npm_execpath: '/npm-cli.js' },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: "what npm has read otherwise than we do is not the user's own word either",
      files: { 'project/.npmrc': 'registry=http://other.example/ ;x', '~/.npmrc': MIRROR },
      env: { npm_config_registry: 'http://other.example/', npm_execpath: '/npm-cli.js' },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: "files that npm was led to are not the user's own",
      files: { 'evil/rc': 'registry=http://other.example/', '~/.npmrc': MIRROR },
      env: {
        npm_config_userconfig: 'evil/rc',
        npm_config_globalconfig: 'evil/rc',
        npm_config_prefix: 'evil/',
        npm_command: 'run-script',
      },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: "what stands in capitals is the user's own word under npm too",
      files: { 'project/.npmrc': 'registry=http://other.example/' },
      env: {
        NPM_CONFIG_REGISTRY: 'http://mirror.example/npm/',
        npm_config_registry: 'http://other.example/',
        npm_execpath: '/npm-cli.js',
      },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: "the user's over the global one",
      files: { '~/.npmrc': MIRROR, 'prefix/etc/npmrc': 'registry=http://other.example/' },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: 'the environment over all files',
      files: { 'project/.npmrc': MIRROR },
      env: { npm_config_registry: 'http://env.example/' },
      url: 'http://env.example/',
    },
    {
      rule: 'the environment in capitals',
      env: { NPM_CONFIG_REGISTRY: 'http://env.example' },
      url: 'http://env.example/',
    },
    {
      rule: 'another file for the user',
      files: { 'elsewhere/rc': MIRROR, '~/.npmrc': 'registry=http://other.example/' },
      env: { npm_config_userconfig: 'elsewhere/rc' },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: 'another global file',
      files: { 'elsewhere/rc': MIRROR },
      env: { NPM_CONFIG_GLOBALCONFIG: 'elsewhere/rc' },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: 'another prefix',
      files: { 'elsewhere/etc/npmrc': MIRROR },
      env: { npm_config_prefix: 'elsewhere/' },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: 'a registry of a scope is not asked: what it has is not public',
      files: { '~/.npmrc': `${MIRROR}@corp:registry=http://corp.example/\n` },
      url: 'http://mirror.example/npm/',
    },
    {
      rule: 'a variable in a file',
      files: { '~/.npmrc': `registry=http://\${HOST_PART}.example/\${NOTHING?}` },
      env: { HOST_PART: 'mirror' },
      url: 'http://mirror.example/',
    },
    {
      rule: 'a token for the registry',
      files: { '~/.npmrc': `${MIRROR}//mirror.example/npm/:_authToken=sesame\n` },
      url: 'http://mirror.example/npm/',
      auth: 'Bearer sesame',
      identity: 'http://mirror.example',
    },
    {
      rule: 'a token from the environment',
      files: { '~/.npmrc': `${MIRROR}//mirror.example/:_authToken="\${NPM_TOKEN}"\n` },
      env: { NPM_TOKEN: 'sesame' },
      url: 'http://mirror.example/npm/',
      auth: 'Bearer sesame',
      identity: 'http://mirror.example',
    },
    {
      rule: 'a token whose variable is not set is not sent',
      files: { '~/.npmrc': `${MIRROR}//mirror.example/:_authToken=\${NPM_TOKEN}\n` },
      url: 'http://mirror.example/npm/',
      auth: null,
    },
    {
      rule: 'a token of another host is not sent',
      files: { '~/.npmrc': `${MIRROR}//other.example/:_authToken=sesame\n` },
      url: 'http://mirror.example/npm/',
      auth: null,
    },
    {
      rule: 'basic credentials',
      files: { '~/.npmrc': `${MIRROR}//mirror.example/npm/:_auth=YTpi\n` },
      url: 'http://mirror.example/npm/',
      auth: basic('a:b'),
      identity: 'http://mirror.example',
    },
    {
      rule: 'a name and a password',
      files: {
        '~/.npmrc': `${MIRROR}//mirror.example/npm/:username=a\n//mirror.example/npm/:_password=${Buffer.from('b=c').toString('base64')}\n`,
      },
      url: 'http://mirror.example/npm/',
      auth: basic('a:b=c'),
      identity: 'http://mirror.example',
    },
    {
      rule: 'credentials in the address become a header',
      env: { npm_config_registry: 'http://al%69ce:p%40ss@mirror.example/' },
      url: 'http://mirror.example/',
      auth: basic('alice:p@ss'),
      identity: 'http://mirror.example',
    },
    {
      rule: 'an explicit address wins and is named',
      files: { '~/.npmrc': MIRROR },
      env: { npm_config_registry: 'http://env.example/' },
      explicit: 'http://127.0.0.1:4873/npm',
      url: 'http://127.0.0.1:4873/npm/',
      identity: 'http://127.0.0.1:4873',
    },
    {
      rule: 'an explicit address is named without its credentials',
      explicit: 'https://alice:hunter2@private.example/npm/',
      url: 'https://private.example/npm/',
      auth: basic('alice:hunter2'),
      identity: 'https://private.example',
    },
    {
      rule: 'an explicit address wins for scopes too',
      files: { '~/.npmrc': '@corp:registry=http://corp.example/\n' },
      explicit: 'http://private.example/',
      url: 'http://private.example/',
      identity: 'http://private.example',
    },
    {
      rule: 'an explicit address gets the token that npm has for it',
      files: { '~/.npmrc': '//private.example/:_authToken=sesame\n' },
      explicit: 'http://private.example/',
      url: 'http://private.example/',
      auth: 'Bearer sesame',
      identity: 'http://private.example',
    },
  ]
  test.each(ROWS)('$rule', (row) => {
    const { files, env, explicit = null, url, auth = null, identity = 'public' } = row
    const address = npmAddress(machine(files, env), explicit)
    expect(address.endpoint).toEqual({ baseUrl: url, authorization: auth })
    expect(address.identity).toBe(identity)
  })

  test('nothing configured: the public registry, by the word of the library', () => {
    const { endpoint, identity } = npmAddress(machine(), null)
    const { protocol, pathname } = new URL(endpoint.baseUrl)
    expect([protocol, pathname, identity]).toEqual(['https:', '/', 'public'])
  })

  test('the public address, given explicitly, is still the public one', () => {
    const { endpoint } = npmAddress(machine(), null)
    expect(npmAddress(machine(), endpoint.baseUrl).identity).toBe('public')
  })

  test('the public registry is never asked with credentials', () => {
    const { endpoint } = npmAddress(machine(), null)
    const { host } = new URL(endpoint.baseUrl)
    const files = { '~/.npmrc': `//${host}/:_authToken=sesame\n` }
    const address = npmAddress(machine(files), null)
    expect(address).toMatchObject({ identity: 'public', endpoint: { authorization: null } })
  })

  test('the page of a release is the public one, whatever mirror is asked', () => {
    const here = npmAddress(machine(), null)
    const mirrored = npmAddress(machine(), 'http://127.0.0.1:4873/')
    for (const [name, version, path] of [
      ['left-pad', '1.3.0', '/left-pad/v/1.3.0'],
      ['@types/node', '1.0.0', '/@types/node/v/1.0.0'],
      ['JSONStream', '1.3.5', '/JSONStream/v/1.3.5'],
      ['left-pad', null, '/left-pad'],
      ['p', '1.0.0+a', '/p/v/1.0.0%2Ba'],
    ] as const) {
      const url = here.pageUrl(named(name), version)
      expect(new URL(url).protocol).toBe('https:')
      expect(url.endsWith(path)).toBe(true)
      expect(mirrored.pageUrl(named(name), version)).toBe(url)
    }
  })
})

describe("the registry of a project's .npmrc", () => {
  type Row = Readonly<{
    rule: string
    project: string
    user?: string
    files?: Readonly<Record<string, string>>
    env?: Machine['env']
    /** Null: the user's own is asked. */
    url: string | null
    auth?: string | null
    unfilled?: readonly string[]
  }>
  const THEIRS = 'registry=https://theirs.example/npm\n'
  const FOUND = 'https://theirs.example/npm/'
  const ROWS: readonly Row[] = [
    { rule: 'is asked', project: THEIRS, url: FOUND },
    {
      rule: "is asked over the user's own",
      project: THEIRS,
      user: 'registry=http://mirror.example/',
      url: FOUND,
    },
    {
      rule: "is the user's own where both say the same",
      project: THEIRS,
      user: 'registry=https://theirs.example/npm/',
      url: null,
    },
    {
      rule: 'gives way to the environment of the user',
      project: THEIRS,
      env: { npm_config_registry: 'https://mine.example/' },
      url: null,
    },
    {
      rule: 'is the environment where npm repeats it there',
      project: THEIRS,
      env: { npm_config_registry: FOUND, npm_lifecycle_event: 'npx' },
      url: FOUND,
    },
    {
      rule: "is that of npm's own idea of the project's folder",
      project: '',
      files: { 'above/.npmrc': THEIRS },
      env: {
        npm_config_registry: FOUND,
        npm_execpath: '/npm-cli.js',
        npm_config_local_prefix: 'above/',
      },
      url: FOUND,
    },
    {
      rule: 'is that of a scope which it sets for all names',
      project: 'scope=@corp\n@corp:registry=https://theirs.example/npm\n',
      url: FOUND,
    },
    { rule: 'of a scope is not asked', project: `@corp:${THEIRS}`, url: null },
    {
      rule: 'gets the token that is written there',
      project: `${THEIRS}//theirs.example/npm/:_authToken=theirs\n`,
      url: FOUND,
      auth: 'Bearer theirs',
    },
    {
      rule: "gets the user's own token for its host",
      project: THEIRS,
      user: '//theirs.example/:_authToken=mine\n',
      url: FOUND,
      auth: 'Bearer mine',
    },
    {
      rule: "gets no token of the user's own without TLS",
      project: 'registry=http://theirs.example/npm\n',
      user: '//theirs.example/:_authToken=mine\n',
      url: 'http://theirs.example/npm/',
      auth: null,
    },
    {
      rule: "gets no token of the user's own that is for another host",
      project: `${THEIRS}@corp:registry=https://theirs.example/\n`,
      user: 'registry=https://mine.example/\n//mine.example/:_authToken=mine\n//theirs.example:8443/:_authToken=mine\n',
      url: FOUND,
      auth: null,
    },
    {
      rule: 'gets no variable as a token',
      project: `${THEIRS}//theirs.example/:_authToken=\${NPM_TOKEN}\n`,
      env: { NPM_TOKEN: 'sesame' },
      url: FOUND,
      auth: null,
      unfilled: ['//theirs.example/:_authToken'],
    },
    {
      rule: 'gets no variable in its address',
      project: `registry=https://theirs.example/\${NPM_TOKEN}/\n`,
      env: { NPM_TOKEN: 'sesame' },
      url: null,
      unfilled: ['registry'],
    },
    {
      rule: 'gets no variable in the name of a key',
      project: `${THEIRS}//\${HOST}/:_authToken=x\n`,
      env: { HOST: 'theirs.example' },
      url: FOUND,
      auth: null,
    },
    {
      rule: 'has no say in which files are read',
      project: `${THEIRS}userconfig=elsewhere/rc\n//theirs.example/:certfile=/dev/zero\n//theirs.example/:keyfile=/dev/zero\n`,
      url: FOUND,
      auth: null,
    },
  ]
  test.each(ROWS)(
    '$rule',
    ({ project, user = '', files = {}, env, url, auth = null, unfilled }) => {
      const here = machine({ 'project/.npmrc': project, '~/.npmrc': user, ...files }, env)
      const found = projectRegistry(here)
      expect(found.endpoint).toEqual(url === null ? null : { baseUrl: url, authorization: auth })
      expect(found.unfilled).toEqual(unfilled ?? [])
    },
  )

  test('is named by its origin, and the settings of this service are before it', () => {
    const { endpoint } = projectRegistry(machine({ 'project/.npmrc': THEIRS }))
    expect(npmAddress(machine(), null, endpoint)).toMatchObject({
      identity: 'https://theirs.example',
      endpoint,
    })
    expect(npmAddress(machine(), 'http://mine.example/', endpoint)).toMatchObject({
      identity: 'http://mine.example',
    })
  })

  test('is the public one by its whole address alone, and is then asked without credentials', () => {
    const { baseUrl } = npmAddress(machine(), null).endpoint
    const addressOf = (url: string) =>
      npmAddress(machine(), null, { baseUrl: url, authorization: 'Bearer theirs' })
    expect(addressOf(baseUrl)).toMatchObject({
      identity: 'public',
      endpoint: { authorization: null },
    })
    expect(addressOf(`${baseUrl}somebody/`).identity).toBe(new URL(baseUrl).origin)
    expect(addressOf(baseUrl.replace('https:', 'http:')).identity).toMatch(/^http:/)
  })

  test('that is none stops the question, and is not repeated', () => {
    const here = machine({ 'project/.npmrc': 'registry=nonsense\n' })
    expect(() => projectRegistry(here)).toThrow(
      new Error("the registry of this project's .npmrc is not an http(s) address"),
    )
  })

  test.skipIf(process.platform === 'win32')('is not waited for in a pipe', () => {
    const here = machine({ 'project/package.json': '{}' })
    execFileSync('mkfifo', [join(here.projectDir, '.npmrc')])
    expect(projectRegistry(here)).toMatchObject({ endpoint: null, unfilled: [] })
  })
})

describe('PyPI', () => {
  type Row = Readonly<{
    rule: string
    files?: Readonly<Record<string, string>>
    env?: Machine['env']
    platform?: NodeJS.Platform
    explicit?: string
    url: string
    auth?: string
    identity?: string
  }>
  const conf = (url: string) => `[global]\nindex-url = ${url}\n`
  const MIRROR = conf('http://mirror.example/simple')
  const OTHER = conf('http://other.example/simple')
  const FOUND = 'http://mirror.example/simple/'
  const ROWS: readonly Row[] = [
    { rule: "the user's pip.conf", files: { '~/.config/pip/pip.conf': MIRROR }, url: FOUND },
    { rule: "the user's older pip.conf", files: { '~/.pip/pip.conf': MIRROR }, url: FOUND },
    {
      rule: 'the newer place wins',
      files: { '~/.config/pip/pip.conf': MIRROR, '~/.pip/pip.conf': OTHER },
      url: FOUND,
    },
    {
      rule: 'another place for configuration',
      files: { 'cfg/pip/pip.conf': MIRROR },
      env: { XDG_CONFIG_HOME: 'cfg/' },
      url: FOUND,
    },
    { rule: 'the whole system', files: { 'etc/pip.conf': MIRROR }, url: FOUND },
    { rule: 'a shared folder', files: { 'etc/xdg/pip/pip.conf': MIRROR }, url: FOUND },
    {
      rule: 'a shared folder of another name',
      files: { 'shared/pip/pip.conf': MIRROR },
      env: { XDG_CONFIG_DIRS: 'shared/' },
      url: FOUND,
    },
    {
      rule: 'macOS, the whole system',
      files: { 'Library/Application Support/pip/pip.conf': MIRROR },
      platform: 'darwin',
      url: FOUND,
    },
    {
      rule: "the user's over the shared one",
      files: { 'etc/pip.conf': OTHER, '~/.config/pip/pip.conf': MIRROR },
      url: FOUND,
    },
    {
      rule: 'the virtual environment over the user',
      files: { 'venv/pip.conf': MIRROR, '~/.config/pip/pip.conf': OTHER },
      env: { VIRTUAL_ENV: 'venv/' },
      url: FOUND,
    },
    {
      rule: 'a file named by the environment over all others',
      files: { 'elsewhere/pip.conf': MIRROR, '~/.config/pip/pip.conf': OTHER },
      env: { PIP_CONFIG_FILE: 'elsewhere/pip.conf' },
      url: FOUND,
    },
    {
      rule: 'the environment over all files',
      files: { '~/.config/pip/pip.conf': OTHER },
      env: { PIP_INDEX_URL: 'http://mirror.example/simple' },
      url: FOUND,
    },
    {
      rule: 'the other spelling of the key',
      files: {
        '~/.config/pip/pip.conf': '[global]\nindex_url: x\nindex_url=http://mirror.example/simple/',
      },
      url: FOUND,
    },
    {
      rule: 'macOS',
      files: { '~/Library/Application Support/pip/pip.conf': MIRROR },
      platform: 'darwin',
      url: FOUND,
    },
    {
      rule: 'Windows',
      files: { 'roaming/pip/pip.ini': MIRROR },
      env: { APPDATA: 'roaming/', PROGRAMDATA: 'shared/' },
      platform: 'win32',
      url: FOUND,
    },
    {
      rule: 'credentials become a header',
      env: { PIP_INDEX_URL: 'https://__token__:p%3Aw@mirror.example/simple/' },
      url: 'https://mirror.example/simple/',
      auth: basic('__token__:p:w'),
      identity: 'https://mirror.example',
    },
    {
      rule: 'a stray percent sign is taken as it stands',
      env: { PIP_INDEX_URL: 'https://a:100%@mirror.example/simple/' },
      url: 'https://mirror.example/simple/',
      auth: basic('a:100%'),
      identity: 'https://mirror.example',
    },
    {
      rule: 'an explicit index wins and is named',
      env: { PIP_INDEX_URL: 'http://other.example/simple' },
      explicit: 'http://user:pw@127.0.0.1:3141/mirror/simple',
      url: 'http://127.0.0.1:3141/mirror/simple/',
      auth: basic('user:pw'),
      identity: 'http://127.0.0.1:3141',
    },
  ]
  test.each(ROWS)('$rule', (row) => {
    const { files, env, platform, explicit = null, url, auth = null, identity = 'public' } = row
    const address = pypiAddress(machine(files, env, platform), explicit)
    expect(address.index).toEqual({ baseUrl: url, authorization: auth })
    expect(address.identity).toBe(identity)
  })

  test('nothing configured: the public index, by the word of the library', () => {
    const none = { PIP_CONFIG_FILE: '/dev/null' }
    const { index, identity } = pypiAddress(machine({ '~/.pip/pip.conf': OTHER }, none), null)
    const { protocol, pathname } = new URL(index.baseUrl)
    expect([protocol, pathname, identity]).toEqual(['https:', '/simple/', 'public'])
    expect(pypiAddress(machine({}, none), index.baseUrl).identity).toBe('public')
  })

  test('the page of a release is the public one', () => {
    const { pageUrl } = pypiAddress(machine(), 'http://127.0.0.1:3141/simple/')
    const path = (version: string | null) => new URL(pageUrl(named('requests'), version)).pathname
    expect(path('2.31.0')).toBe('/project/requests/2.31.0/')
    expect(path('1!1.0')).toBe('/project/requests/1!1.0/')
    expect(path(null)).toBe('/project/requests/')
  })
})

describe('an address that is none', () => {
  test.each([
    '',
    'registry.example',
    'ftp://registry.example/',
    'http://user:hunter2@',
    'http://[',
  ])('stops the start, and is not repeated: %j', (explicit) => {
    expect(() => npmAddress(machine(), explicit)).toThrow(
      new Error('ASSAY_NPM_REGISTRY is not an http(s) address'),
    )
    expect(() => pypiAddress(machine(), explicit)).toThrow(
      new Error('ASSAY_PYPI_INDEX is not an http(s) address'),
    )
  })

  test('in the configuration of npm or pip too', () => {
    const npm = machine({}, { npm_config_registry: 'nonsense' })
    expect(() => npmAddress(npm, null)).toThrow('npm registry is not an http(s) address')
    const pip = machine({}, { PIP_INDEX_URL: 'nonsense' })
    expect(() => pypiAddress(pip, null)).toThrow('pip index-url is not an http(s) address')
  })
})

describe('parseEndpoint', () => {
  test.each([
    ['https://registry.example', 'https://registry.example/'],
    ['https://registry.example/a/b', 'https://registry.example/a/b/'],
    ['https://REGISTRY.example:443/a?x=1#y', 'https://registry.example/a/'],
  ])('%s: %s', (text, baseUrl) => {
    expect(parseEndpoint(text)).toEqual({ baseUrl, authorization: null })
  })
})

describe('parseIni', () => {
  test('reads keys, sections, comments and quotes', () => {
    const text =
      '\uFEFFa=1\r\n; no\n# no\n b = "two = 2" \nno value\n[s]\na=\'3\'\n[ t ]\na==\n[s]\nb=4'
    const read = [...parseIni(text)].map(([section, keys]) => [section, Object.fromEntries(keys)])
    expect(Object.fromEntries(read)).toEqual({
      '': { a: '1', b: 'two = 2' },
      s: { a: '3', b: '4' },
      t: { a: '=' },
    })
  })
})

test('scopes that npm asks elsewhere, by the user or by the project', () => {
  const scopes = (files: Readonly<Record<string, string>>, explicit: string | null = null) => [
    ...npmAddress(machine(files), explicit).scopesElsewhere,
  ]
  const user = { '~/.npmrc': '@corp:registry=https://npm.corp.example/\n' }
  expect(scopes({})).toEqual([])
  expect(scopes(user)).toEqual(['@corp'])
  expect(scopes({ ...user, 'project/.npmrc': '@team:registry=${TEAM}\n' })).toEqual(['@corp'])
  expect(scopes({ 'project/.npmrc': '@team:registry=https://t.example\n' })).toEqual(['@team'])
  const same = 'registry=https://m.example/\n@corp:registry=https://m.example\n'
  expect(scopes({ '~/.npmrc': same })).toEqual([])
  // Whoever sets an address for this program does not lead npm there.
  expect(scopes(user, 'https://other.example')).toEqual(['@corp'])
  expect(scopes(user, 'https://npm.corp.example')).toEqual([])
  // The public registry is nobody's own, where what is asked stands for it.
  const types = `registry=https://m.example/\n@types:registry=${publicBases().npm}\n`
  expect(scopes({ '~/.npmrc': types })).toEqual([])
  expect(scopes({ '~/.npmrc': types }, 'https://other.example')).toEqual(['@types'])
})
