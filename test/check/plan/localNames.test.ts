// Names of modules that the input brings itself are never looked up: a registry must not learn them, and
// a package of that name is not what the code means.

import { describe, expect, test } from 'vitest'
import { check } from '../smallWorld.ts'

type Files = Readonly<Record<string, string>>

async function lookedUp(files: Files): Promise<readonly string[]> {
  const { packages } = await check(files)
  return packages.map(({ name }) => name).sort()
}

const code = (...modules: readonly string[]) =>
  modules.map((module, at) => `import { a as a${at} } from '${module}'`).join('\n')

const LOCAL: readonly (readonly [string, Files])[] = [
  ['a path', { 'a.ts': code('./own', '../own', '/own') }],
  ['a name of Node for paths of a package', { 'a.ts': code('#own', '#own/thing') }],
  ['what bundlers have for the root', { 'a.ts': code('@/own', '~/own', '~own', '$/own') }],
  [
    'an alias of tsconfig.json',
    {
      'a.ts': code('@own/thing', 'own', 'own-lib/deep/file'),
      'tsconfig.json':
        '{"compilerOptions":{"paths":{"@own/*":["./x/*"],"own":["./y"],"own-lib/*":["z/*"],}}} // loose',
    },
  ],
  [
    'baseUrl of tsconfig.json',
    {
      'app/a.ts': code('types', 'components/button', 'lib', 'theme.js', 'data'),
      'types/index.d.ts': '',
      'components/button.tsx': '',
      'lib/index.ts': '',
      'theme.ts': '',
      'data.json': '{}',
      'tsconfig.json': '{"compilerOptions":{"baseUrl":"."}}',
    },
  ],
  [
    'baseUrl of jsconfig.json that names another folder',
    {
      'src/a.js': code('views/home', 'api'),
      'src/views/home.jsx': '',
      'src/api.js': '',
      'jsconfig.json': '{"compilerOptions":{"baseUrl":"./src/"}}',
    },
  ],
  [
    'baseUrl of a configuration in another folder',
    {
      'web/src/a.ts': code('shapes/round'),
      'web/src/shapes/round.ts': '',
      'config/tsconfig.base.json': '{"compilerOptions":{"baseUrl":"../web/src"}}',
    },
  ],
  [
    'baseUrl of a configuration of a package of a workspace',
    {
      'packages/one/src/a.ts': code('inner/thing'),
      'packages/one/src/inner/thing.vue': '',
      'packages/one/tsconfig.json': `{"compilerOptions":{"baseUrl":"\${configDir}/src"}}`,
    },
  ],
  [
    'the alias that stands for every name',
    {
      'a.ts': code('shapes', 'stubs/thing'),
      'src/shapes.ts': '',
      'typings/stubs/thing.d.ts': '',
      'tsconfig.json': '{"compilerOptions":{"paths":{"*":["./src/*","typings/*"]}}}',
    },
  ],
  [
    'a folder of which only other files are known',
    {
      'src/a.js': code('assets/logo.svg'),
      'src/assets/logo.svg': '',
      'jsconfig.json': '{"compilerOptions":{"baseUrl":"src"}}',
    },
  ],
  [
    'a folder beside the code, where no manifest names such a package',
    {
      'src/pages/a.js': code('widgets/table', 'store', 'styles/main.css'),
      'src/widgets/table.js': '',
      'src/store/index.js': '',
      'src/styles/main.css': '',
      'package.json': '{}',
    },
  ],
  [
    'a folder below src, for code outside of it',
    {
      'test/a.js': code('widgets/table'),
      'src/widgets/table.js': '',
      'package.json': '{}',
    },
  ],
  [
    'a folder under a name that looks like that of an organisation',
    {
      'src/a.tsx': code('@components/Button', '@lib/api'),
      'src/components/Button.tsx': '',
      'src/lib/api.ts': '',
      'package.json': '{}',
    },
  ],
  [
    'an alias of a bundler',
    {
      'src/a.ts': code('@ui/button', 'ours', 'core/thing', 'modelled/x'),
      'vite.config.ts':
        "export default { resolve: { alias: [{ find: '@ui', replacement: '/x' }, { find: /^modelled\\/(.*)/, replacement: `modelled` }] , other: { 'ours': x, core : y } } }",
    },
  ],
  [
    'an alias of a bundler that stands in a pattern alone',
    {
      'src/a.ts': code('@server/lib/events', '@own-parts/x', 'parts/x', 'plain/x'),
      'vite.config.mjs': [
        'export default { resolve: { alias: [',
        '{ find: /^@server\\/(.+)/, replacement: `${here}/$1` },',
        '{ find:/^@own\\-parts/, replacement: there }, // a comment',
        'new Alias(/^(?:parts)\\/.*$/, there), [/plain\\//, there] ] } }',
      ].join('\n'),
    },
  ],
  [
    'names of a test runner',
    {
      'src/a.ts': code('@own/button', 'mocked', 'lib/x', 'api'),
      'package.json':
        '{"jest":{"moduleNameMapper":{"^@own/(.*)$":"<rootDir>/x/$1","^mocked$":"x","^(api|lib)(.*)$":"x"}}}',
    },
  ],
  [
    'names that a program gives to folders as it starts',
    { 'a.js': code('deep', 'deep/x'), 'package.json': '{"_moduleAliases":{"deep":"src/d"}}' },
  ],
  [
    'an import map',
    {
      'a.ts': code('utils/x', 'std', 'other'),
      'deno.json':
        '{"imports":{"utils/":"./u/","std":"jsr:@std/fs","other":"https://x.example/y"}}',
    },
  ],
  [
    'packages of the workspace, and those from elsewhere',
    {
      'apps/web/a.ts': code('@mine/ui', 'tool', 'linked', 'fromgit'),
      'packages/ui/package.json': '{"name":"@mine/ui"}',
      'package.json':
        '{"workspaces":["packages/*"],"dependencies":{"tool":"workspace:*","linked":"link:../x","fromgit":"git+ssh://git@host.example/x"}}',
    },
  ],
  [
    'packages of the workspace that are required by their version',
    {
      'package.json': '{"private":true,"workspaces":["packages/*"]}',
      'packages/core/package.json': '{"name":"@own/core","version":"0.18.0"}',
      'packages/core/a.ts': code('@own/math'),
      'packages/math/package.json':
        '{"name":"@own/math","dependencies":{"@own/core":"0.18.0"},"peerDependencies":{"@own/ui":"^1"}}',
      'packages/ui/package.json': '{"name":"@own/ui"}',
      'py/pyproject.toml':
        '[project]\nname = "Own.Tool"\n[project.optional-dependencies]\nall = ["own-tool[dev]>=1"]\n',
    },
  ],
  [
    'what another package of the repository takes from a folder',
    {
      'packages/b/a.ts': code('linked'),
      'packages/b/package.json': '{"name":"b"}',
      'packages/a/package.json': '{"name":"a","dependencies":{"linked":"file:../../../linked"}}',
    },
  ],
  [
    'modules of Python beside the code',
    { 'a.py': 'import own\nfrom own.deep import x', 'own.py': '' },
  ],
  ['modules of Python below src', { 'tests/a.py': 'import own', 'src/own/__init__.py': '' }],
  [
    'modules of Python in a folder that the code may put on the path',
    { 'tools/a.py': 'import helper', 'services/api/helper.py': '' },
  ],
  [
    'what is compiled beside the code of Python, and the project by its own name',
    {
      'a.py': 'import fastpath\nimport native_x\nimport our_own',
      'fastpath.pyx': '',
      'native_x.cpython-311-x86_64-linux-gnu.so': '',
      'pyproject.toml': '[project]\nname = "Our-Own"\n',
    },
  ],
  [
    'a member of a workspace of uv that is not among the files',
    {
      'a.py': 'import acme_core',
      'pyproject.toml':
        '[project]\ndependencies = ["acme-core"]\n[tool.uv.sources]\nacme-core = { workspace = true }\n',
    },
  ],
  [
    'the package that a manifest of Python describes, and what it takes from paths',
    {
      'a.py': 'import neighbour',
      'requirements.txt': '-e ./neighbour\nother @ file:///x/other\n',
      'neighbour/neighbour/__init__.py': '',
    },
  ],
]

describe('what is not looked up', () => {
  test.each(LOCAL)('%s', async (_, files) => {
    expect(await lookedUp(files)).toEqual([])
  })
})

test('a file that baseUrl leads to goes before a package that a manifest names', async () => {
  const { packages } = await check({
    'src/a.ts': code('paint'),
    'src/paint/index.ts': '',
    'package.json': '{"dependencies":{"paint":"1.0.0"}}',
    'tsconfig.json': '{"compilerOptions":{"baseUrl":"src"}}',
  })
  expect(packages).toMatchObject([{ name: 'paint', references: 0 }])
})

const SAID_BELOW: readonly (readonly [string, string])[] = [
  ['sub/tsconfig.json', '{"compilerOptions":{"paths":{"paint":["./stub"]}}}'],
  ['tsconfig.json', '{"compilerOptions":{"paths":{"paint":["./node_modules/paint"]}}}'],
  ['sub/deno.json', '{"imports":{"paint":"./x.ts"}}'],
  ['sub/yarn.lock', '# yarn lockfile v1\n"paint@file:../x":\n  version "0.0.0"\n'],
  [
    'sub/pnpm-lock.yaml',
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      paint:\n        specifier: x\n        version: link:../x\n",
  ],
  ['sub/Pipfile.lock', '{"default":{"paint":{"path":"../x"}}}'],
  ['Pipfile.lock', '{"default":{"paint":{"path":"../x"}}}'],
  ['pylock.toml', '[[packages]]\nname = "paint"\n'],
  ['pyproject.toml', '[project]\nname = "paint"\n'],
]

describe('a file that speaks of other code, or of another language, hides no package', () => {
  test.each(SAID_BELOW)('%s', async (path, text) => {
    const { findings } = await check({
      'a.ts': "import { nope } from 'paint'",
      'package.json': '{"dependencies":{"paint":"1.0.0"}}',
      [path]: text,
    })
    expect(findings).toMatchObject([{ path: 'a.ts', code: 'symbol_not_found' }])
  })
})

test('a lock file below counts for the ranges that it was made for', async () => {
  const { packages } = await check({
    'a.ts': "import { Client } from 'paint'",
    'package.json': '{"dependencies":{"paint":"^1.0.0"}}',
    'package-lock.json': '{"packages":{"node_modules/paint":{"version":"1.2.3"}}}',
    'sub/yarn.lock': '# yarn lockfile v1\npaint@^0.9.0:\n  version "0.9.0"\n',
  })
  expect(packages).toMatchObject([{ name: 'paint', wanted: { pin: '1.2.3' } }])
})

const OUTSIDE: readonly (readonly [string, Files, readonly string[]])[] = [
  [
    'a package that a manifest names, though a folder is called the same',
    {
      'src/a.js': code('paint'),
      'src/paint/index.js': '',
      'package.json': '{"dependencies":{"paint":"1.0.0"}}',
    },
    ['paint'],
  ],
  [
    'a package that a manifest names, though baseUrl has a folder that cannot be imported',
    {
      'a.js': code('paint'),
      'paint/readme.md': '',
      'package.json': '{"dependencies":{"paint":"1.0.0"}}',
      'tsconfig.json': '{"compilerOptions":{"baseUrl":"."}}',
    },
    ['paint'],
  ],
  [
    'a package that a manifest names, though baseUrl of others has it',
    {
      'one/a.ts': code('paint'),
      'two/paint.ts': '',
      'package.json': '{"dependencies":{"paint":"1.0.0"}}',
      'two/tsconfig.json': '{"compilerOptions":{"baseUrl":"."}}',
    },
    ['paint'],
  ],
  [
    'a name that the file itself has',
    { 'paint.js': code('paint'), 'package.json': '{}' },
    ['paint'],
  ],
  [
    'a name that a file beside has, where nothing sets up another way to run it',
    { 'a.js': code('paint'), 'paint.js': '' },
    ['paint'],
  ],
  [
    'a name that no file has, beside baseUrl',
    { 'src/a.ts': code('paint'), 'tsconfig.json': '{"compilerOptions":{"baseUrl":"src"}}' },
    ['paint'],
  ],
  [
    'what baseUrl leads out of the input for',
    { 'a.ts': code('paint'), 'tsconfig.json': '{"compilerOptions":{"baseUrl":"../.."}}' },
    ['paint'],
  ],
  [
    'what an import map leads to a package',
    { 'a.ts': code('paint'), 'deno.json': '{"imports":{"paint":"npm:paint@1"}}' },
    ['paint'],
  ],
]

describe('what is looked up all the same', () => {
  test.each(OUTSIDE)('%s', async (_, files, expected) => {
    expect(await lookedUp(files)).toEqual(expected)
  })
})
