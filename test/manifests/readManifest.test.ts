// Each row is a file and what it says: name, pin or range, line and column.

import { describe, expect, test } from 'vitest'
import { isManifest } from '../../src/manifests/manifestKind.ts'
import { readManifest } from '../../src/manifests/readManifest.ts'

function said(path: string, text: string): readonly string[] {
  const manifest = readManifest(path, text)
  return [...(manifest?.requirements ?? []), ...(manifest?.locked ?? [])].map(
    ({ name, pin, range, line, column }) =>
      `${name} ${pin === null ? (range ?? '*') : `=${pin}`} ${line}:${column}`,
  )
}

const CASES = [
  {
    rule: 'requirements: pins, ranges, extras, markers, comments, options, addresses',
    path: 'requirements.txt',
    text: [
      '# tools',
      '-r other.txt',
      '--index-url somewhere',
      'Requests[socks] == 2.31.0  # pinned',
      'flask>=2,<3 ; python_version > "3.8"',
      'a_b~=1.4',
      'six',
      'wild==1.*',
      'pkg @ file:///somewhere',
      '-e .',
      'hashed==1.0 \\',
      '    --hash=sha256:00',
      '  indented<2',
    ].join('\r\n'),
    expected: [
      'requests =2.31.0 4:1',
      'flask >=2,<3 5:1',
      'a-b ~=1.4 6:1',
      'six * 7:1',
      'wild ==1.* 8:1',
      'hashed =1.0 11:1',
      'indented <2 13:3',
    ],
  },
  {
    rule: 'requirements in a folder of that name',
    path: 'requirements/dev.txt',
    text: 'six==1.16',
    expected: ['six =1.16 1:1'],
  },
  {
    rule: 'PEP 621, extras and groups',
    path: 'pyproject.toml',
    text: '[project]\nname = "own"\ndependencies = [\n  "requests>=2",\n  "six==1.16.0",\n]\n[project.optional-dependencies]\nx = ["rich"]\n[dependency-groups]\ndev = ["pytest<9", {include-group = "x"}]',
    expected: ['requests >=2 4:4', 'six =1.16.0 5:4', 'rich * 8:7', 'pytest <9 10:9'],
  },
  {
    rule: 'Pipfile: its packages, its categories, what comes from elsewhere',
    path: 'Pipfile',
    text: '[[source]]\nurl = "u"\nname = "pypi"\n\n[packages]\nrequests = "*"\n"Flask-Cors" = "==4.0.0"\nsix = {version = ">=1.16,<2", extras = ["a"], markers = "x"}\nown = {path = ".", editable = true}\nfork = {git = "g"}\ncorp = {version = "*", index = "corp"}\n\n[dev-packages]\npytest = "~=8.0"\n\n[docs]\nsphinx = "7.2.6"\n\n[requires]\npython_version = "3.11"\n\n[scripts]\nserve = "flask run"\n',
    expected: [
      'requests * 6:1',
      'flask-cors =4.0.0 7:2',
      'six >=1.16,<2 8:1',
      'pytest ~=8.0 14:1',
      'sphinx =7.2.6 17:1',
    ],
  },
  {
    rule: 'environment.yml: the list for pip, and versions of what conda installs',
    path: 'environment.yml',
    text: 'name: lab # ours\nchannels:\n  - conda-forge\ndependencies:\n  - python=3.11\n  - numpy>=1.26\n  - pip\n  - pip:\n      # more\n      - requests==2.31.0  # pinned\n      - "flask>=2,<3"\n      - -e .\n      - --hash=sha256:0\n      - git+https://h.example/x#egg=forked\n  - scipy\nvariables:\n  - six\n',
    expected: [
      'numpy >=1.26 6:5',
      'pip * 7:5',
      'scipy * 15:5',
      'requests =2.31.0 10:9',
      'flask >=2,<3 11:10',
    ],
  },
  {
    rule: 'environment.yml with items that begin where the list does',
    path: 'environment-dev.yaml',
    text: 'dependencies:\n- pip:\n  - six\n- numpy\n',
    expected: ['numpy * 4:3', 'six * 3:5'],
  },
  {
    rule: 'environment.yml: how conda writes versions, channels and builds',
    path: 'environment.yml',
    text: "dependencies:\n  - python=3.11\n  - conda-forge::numpy=1.26\n  - scipy==1.11.4\n  - pandas=2.1.*=py311_0\n  - six 1.16.0 py_0\n  - flask >=2,<3\n  - rich[version='>=13,<14']\n  - attrs=21|22\n",
    expected: [
      'numpy ==1.26.* 3:18',
      'scipy =1.11.4 4:5',
      'pandas ==2.1.* 5:5',
      'six ==1.16.0.* 6:5',
      'flask >=2,<3 7:5',
      'rich >=13,<14 8:5',
      'attrs * 9:5',
    ],
  },
  {
    rule: 'pnpm-workspace.yaml: catalogs, in the ways that people write them',
    path: 'pnpm-workspace.yaml',
    text: 'packages:\n  - "packages/*" # ours\n\ncatalog:\n  lodash: 4.17.21 # pinned\n  "@babel/core": ^7.0.0\n  fork: npm:chalk@5.3.0\n  here: link:../here\n\ncatalogs:\n  react17:\n    react: \'^17.0.2\'\n  flow: { vue: 3.4.0, "@vue/shared": "^3" }\nonlyBuiltDependencies:\n  - esbuild\n',
    expected: [
      'lodash =4.17.21 5:3',
      '@babel/core ^7.0.0 6:3',
      'chalk =5.3.0 7:3',
      'react ^17.0.2 12:5',
      'vue =3.4.0 13:3',
      '@vue/shared ^3 13:3',
    ],
  },
  {
    rule: 'deno.json: what it takes from npm, and not from JSR',
    path: 'deno.jsonc',
    text: '{\n  // ours\n  "imports": {\n    "chalk": "npm:chalk@5.3.0",\n    "preact/": "npm:/preact@^10/",\n    "old": "npm:lodash@3",\n    "@std/path": "jsr:@std/path@1",\n    "~/": "./src/"\n  },\n}',
    expected: ['chalk =5.3.0 4:19', 'preact ^10 5:22', 'lodash 3 6:17'],
  },
  {
    rule: 'deno.lock: what was resolved of npm, in each of its forms',
    path: 'deno.lock',
    text: '{"version":"4","specifiers":{"npm:lodash@4":"4.17.21","npm:react-dom@18":"18.3.1_react@18.2.0","npm:@preact/signals@2":"2.9.0_preact@10.29.1","jsr:@std/path@1":"1.0.8"}}',
    expected: ['lodash =4.17.21 1:1', 'react-dom =18.3.1 1:1', '@preact/signals =2.9.0 1:1'],
  },
  {
    rule: 'deno.lock of old',
    path: 'deno.lock',
    text: '{"version":"3","packages":{"specifiers":{"npm:chalk@^5":"npm:chalk@5.3.0"}}}',
    expected: ['chalk =5.3.0 1:1'],
  },
  {
    rule: 'settings of somebody else',
    path: 'environment.yml',
    text: 'production:\n  host: a\n',
    expected: [],
  },
  {
    rule: 'Poetry',
    path: 'sub/pyproject.toml',
    text: '[tool.poetry.dependencies]\npython = "^3.9"\nrequests = "^2.31"\nzero = "^0.3.1"\nsix = {version = "~1.16", extras = ["a"]}\nexact = "1.2.3"\nhere = {path = "../here"}\n[tool.poetry.group.dev.dependencies]\npytest = ">=7,<9"',
    expected: [
      'requests >=2.31,<3.0 3:1',
      'zero >=0.3.1,<0.4.0 4:1',
      'six >=1.16,<1.17 5:1',
      'exact =1.2.3 6:1',
      'pytest >=7,<9 9:1',
    ],
  },
  {
    rule: 'setup.cfg',
    path: 'setup.cfg',
    text: '[metadata]\nname = own\n[options]\ninstall_requires =\n    requests>=2\n    # no\n    six==1.16\n[options.extras_require]\nx = rich\n[tool:pytest]\naddopts = -q',
    expected: ['requests >=2 5:5', 'six =1.16 7:5', 'rich * 9:5'],
  },
  {
    rule: 'setup.py: lists of texts, and those that names are given',
    path: 'setup.py',
    text: "needed = [\n    'requests>=2',  # 'no'\n    'six==1.16',\n]\nsetup(\n    name='own',\n    install_requires=needed,\n    extras_require={'x': ['rich'], 'y': (\"attrs<20\",)},\n    tests_require=['local @ file:///x'],\n)\n",
    expected: ['requests >=2 2:6', 'six =1.16 3:6', 'rich * 8:28', 'attrs <20 8:43'],
  },
  {
    rule: 'setup.py: what is computed says nothing',
    path: 'setup.py',
    text: "a = open('requirements.txt').read().split()\nb = ['six'] + a\nc = ['at''trs']\nsetup(install_requires=a, setup_requires=read('requirements.txt'), tests_require=c, extras_require=dict(x=['rich']))\nsetup(install_requires=b)\nsetup(install_requires=['six', *a])\n",
    expected: ['six * 2:7'],
  },
  {
    rule: 'package.json',
    path: 'package.json',
    text: '{\n "name": "own",\n "dependencies": {\n  "react": "^18.2.0",\n  "@a/b": "1.2.3",\n  "local": "workspace:*",\n  "git": "github:a/b",\n  "any": "*"\n },\n "devDependencies": { "tag": "next" }\n}',
    expected: ['react ^18.2.0 4:4', '@a/b =1.2.3 5:4', 'any * 8:4', 'tag next 10:24'],
  },
  {
    rule: 'a comment that ends in a backslash ends with its line',
    path: 'requirements.txt',
    text: '# a \\\nsix==1\nrich \\\n# b \\\nattrs\n',
    expected: ['six =1 2:1', 'rich * 3:1', 'attrs * 5:1'],
  },
  {
    rule: 'an exact version beside other clauses is a range, said twice it is one',
    path: 'requirements.txt',
    text: 'a==1.0,==2.0\nb==1.0,<1\nc==1.0, ==1.0\n',
    expected: ['a ==1.0,==2.0 1:1', 'b ==1.0,<1 2:1', 'c =1.0 3:1'],
  },
  {
    rule: 'pyproject.toml: what builds it, and groups of other tools',
    path: 'pyproject.toml',
    text: '[build-system]\nrequires = ["hatchling"]\n[tool.uv]\ndev-dependencies = ["ruff"]\n[tool.pdm.dev-dependencies]\ntest = ["pytest"]',
    expected: ['hatchling * 2:14', 'ruff * 4:22', 'pytest * 6:10'],
  },
  {
    rule: 'pyproject.toml: environments of hatch, flit, rye, and what uv is held to',
    path: 'pyproject.toml',
    text: '[tool.hatch.envs.test]\ndependencies = ["a"]\nextra-dependencies = ["b>1"]\n[tool.flit.metadata]\nrequires = ["c"]\ndev-requires = ["d"]\n[tool.flit.metadata.requires-extra]\nx = ["e"]\n[tool.rye]\ndev-dependencies = ["f"]\n[tool.uv]\nconstraint-dependencies = ["g<2"]\noverride-dependencies = ["h==1"]',
    expected: [
      ...['g <2 12:29', 'h =1 13:27', 'f * 10:22', 'c * 5:14', 'd * 6:18', 'e * 8:7'],
      ...['a * 2:18', 'b >1 3:24'],
    ],
  },
  {
    rule: 'package.json: which versions others bring along',
    path: 'package.json',
    text: '{"overrides":{"a":"1.0.0","b":{".":"^2","c":"$a"}},\n"resolutions":{"**/d":"3.0.0","@s/e@npm:^1":"npm:f@4.0.0"},\n"pnpm":{"overrides":{"g>@s/h":"next","i":"-"}}}',
    expected: ['a =1.0.0 1:16', 'b ^2 1:33', 'd =3.0.0 2:17', 'f =4.0.0 2:32', '@s/h next 3:23'],
  },
  {
    rule: 'Poetry: one version for each Python',
    path: 'pyproject.toml',
    text: '[tool.poetry.dependencies]\nsix = [{version = "1.0", python = "<3.9"}, {version = "2.0"}]\nhere = [{path = "a"}, {version = "1"}]',
    expected: ['six =1.0 2:1', 'six =2.0 2:1'],
  },
  {
    rule: 'setup.cfg with dashes and capitals',
    path: 'setup.cfg',
    text: '[options]\ninstall-requires =\n  six\nTests_Require = rich',
    expected: ['six * 3:3', 'rich * 4:17'],
  },
  {
    rule: 'package.json: another package under the name',
    path: 'package.json',
    text: '{"dependencies": {\n "a": "npm:react@17.0.2",\n "b": "npm:@s/c",\n "d": "npm:d@^1"}}',
    expected: ['react =17.0.2 2:12', '@s/c * 3:12', 'd ^1 4:3'],
  },
  {
    rule: 'package-lock.json: what is another package or comes from elsewhere',
    path: 'package-lock.json',
    text: '{"packages":{"node_modules/a":{"name":"b","version":"1.0.0"},"node_modules/c":{"version":"1.0.0","resolved":"git+ssh://git@host.example/c.git#0"},"node_modules/d":{"version":"1.0.0","resolved":"https://registry.example/d.tgz"}}}',
    expected: ['d =1.0.0 1:1'],
  },
  {
    rule: 'package-lock.json of today',
    path: 'package-lock.json',
    text: '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"},"node_modules/@s/b":{"version":"2.0.0"},"node_modules/a/node_modules/c":{"version":"9.0.0"},"node_modules/w":{"link":true}}}',
    expected: ['a =1.0.0 1:1', '@s/b =2.0.0 1:1'],
  },
  {
    rule: 'package-lock.json of old',
    path: 'package-lock.json',
    text: '{"dependencies":{"a":{"version":"1.0.0"}}}',
    expected: ['a =1.0.0 1:1'],
  },
  {
    rule: 'poetry.lock and uv.lock',
    path: 'uv.lock',
    text: '[[package]]\nname = "A_b"\nversion = "1.0"\n[[package]]\nname = "own"\nversion = "0"\nsource = { editable = "." }',
    expected: ['a-b =1.0 1:1'],
  },
  {
    rule: 'pdm.lock',
    path: 'pdm.lock',
    text: '[[package]]\nname = "A"\nversion = "1.0"\n[[package]]\nname = "own"\nversion = "0"\npath = "./x"',
    expected: ['a =1.0 1:1'],
  },
  {
    rule: 'pylock.toml',
    path: 'pylock.dev.toml',
    text: '[[packages]]\nname = "A"\nversion = "1.0"\n[[packages]]\nname = "own"\nvcs = { type = "git", url = "x" }',
    expected: ['a =1.0 1:1'],
  },
  {
    rule: 'Pipfile.lock',
    path: 'Pipfile.lock',
    text: '{"default":{"A_b":{"version":"==1.0"},"c":{"git":"x"}},"develop":{"d":{"version":"==2.0"}}}',
    expected: ['a-b =1.0 1:1', 'd =2.0 1:1'],
  },
  {
    rule: 'yarn.lock of old, where two versions count for their ranges',
    path: 'yarn.lock',
    text: [
      '# yarn lockfile v1',
      '',
      'a@^1.0.0, a@~1.2.0:',
      '  version "1.2.3"',
      '"@s/b@^2", "@s/b@>=2 <3":',
      '  version "2.5.0"',
      '  dependencies:',
      '    a "^1.0.0"',
      'c@^1:',
      '  version "1.9.0"',
      'c@^2:',
      '  version "2.1.0"',
      '"d@git+ssh://git@host.example/d.git":',
      '  version "3.0.0"',
      '"e@npm:f@^1":',
      '  version "1.0.0"',
    ].join('\n'),
    expected: [
      'a =1.2.3 1:1',
      'a =1.2.3 1:1',
      '@s/b =2.5.0 1:1',
      '@s/b =2.5.0 1:1',
      'c =1.9.0 1:1',
      'c =2.1.0 1:1',
    ],
  },
  {
    rule: 'yarn.lock of today',
    path: 'yarn.lock',
    text: [
      '__metadata:',
      '  version: 8',
      '',
      '"a@npm:^1.0.0, a@npm:~1.2.0":',
      '  version: 1.2.3',
      '  resolution: "a@npm:1.2.3"',
      '"own@workspace:packages/own":',
      '  version: 0.0.0-use.local',
      '"t@npm:^5, t@patch:t@npm%3A^5#x":',
      '  version: 5.1.0',
    ].join('\r\n'),
    expected: ['a =1.2.3 1:1', 'a =1.2.3 1:1', 't =5.1.0 1:1'],
  },
  {
    rule: 'yarn.lock of today with a key that is too long for its line',
    path: 'yarn.lock',
    text: '__metadata:\n  version: 8\n\n? "a@npm:^1.0.0, a@npm:~1.2.0"\n:\n  version: 1.2.3\n',
    expected: ['a =1.2.3 1:1', 'a =1.2.3 1:1'],
  },
  {
    rule: 'pnpm-lock.yaml of today',
    path: 'pnpm-lock.yaml',
    text: [
      "lockfileVersion: '9.0'",
      'importers:',
      '  .:',
      '    dependencies:',
      "      '@s/b':",
      '        specifier: ^2.0.0',
      '        version: 2.5.0(react@18.2.0)',
      '      a:',
      '        specifier: ^1.0.0',
      '        version: 1.2.3',
      '  packages/x:',
      '    devDependencies:',
      '      a:',
      '        specifier: ^2.0.0',
      '        version: 2.0.1',
      '      own:',
      '        specifier: workspace:*',
      '        version: link:../own',
      'packages:',
      '  a@1.2.3:',
      '    resolution: {integrity: sha512-00}',
    ].join('\n'),
    expected: ['@s/b =2.5.0 1:1', 'a =1.2.3 1:1', 'a =2.0.1 1:1'],
  },
  {
    rule: 'pnpm-lock.yaml of old',
    path: 'pnpm-lock.yaml',
    text: [
      'lockfileVersion: 5.4',
      'specifiers:',
      '  a: ^1.0.0',
      '  e: npm:f@1',
      'dependencies:',
      '  a: 1.2.3_react@18.2.0',
      '  e: /f/1.0.0',
      'packages:',
      '  /a/1.2.3:',
    ].join('\n'),
    expected: ['a =1.2.3 1:1'],
  },
  {
    rule: 'bun.lock',
    path: 'bun.lock',
    text: '{ "lockfileVersion": 1, "packages": { "a": ["a@1.2.3", "", {}, "sha512-0"], "@s/b": ["@s/b@2.0.0"], "c/a": ["a@9.0.0"], "own": ["own@workspace:packages/own"], "e": ["f@1.0.0"], } }',
    expected: ['a =1.2.3 1:1', '@s/b =2.0.0 1:1'],
  },
]

describe('manifests', () => {
  test.each(CASES)('$rule', ({ path, text, expected }) => {
    expect(said(path, text)).toEqual(expected)
    expect(isManifest(path)).toBe(true)
  })

  test('what comes from elsewhere, and what the input calls itself, are told', () => {
    const text = '{"name":"own","dependencies":{"a":"file:../a"}}'
    expect(readManifest('package.json', text)).toMatchObject({
      ownNames: ['own'],
      elsewhere: ['a'],
    })
    expect(
      readManifest(
        'pyproject.toml',
        '[project]\nname="p"\ndependencies=["a @ git+x"]\n[tool.uv.sources]\nb={workspace=true}',
      ),
    ).toMatchObject({ ownNames: ['p'], elsewhere: ['b', 'a'] })
  })

  test('a package under another name hides that name and not its own', () => {
    const text = '{"dependencies":{"a":"npm:b@1.0.0"}}'
    expect(readManifest('package.json', text)).toMatchObject({
      elsewhere: ['a'],
      requirements: [{ name: 'b', isAlias: true }],
    })
  })

  test.each([
    [
      'requirements.txt',
      '-r base.txt\n--requirement=../a/b.in\n-c c # d\n-e .',
      ['base.txt', '../a/b.in', 'c'],
    ],
    ['sub/requirements.txt', '-rbase.txt\n--constraint x/c.txt', ['sub/base.txt', 'sub/x/c.txt']],
    ['setup.cfg', '[options]\ninstall_requires = file: a.txt, b.txt', ['a.txt', 'b.txt']],
    [
      'p/pyproject.toml',
      '[tool.setuptools.dynamic]\ndependencies = {file = ["a.txt"]}\noptional-dependencies.x = {file = "b.txt"}',
      ['p/a.txt', 'p/b.txt'],
    ],
    ['requirements.txt', 'six', undefined],
  ])('files that %s goes on in: %s', (path, text, includes) => {
    expect(readManifest(path, text)?.includes).toEqual(includes)
  })

  test.each([
    [
      'requirements.txt',
      'a @ git+ssh://x/y\nb @ file:///c\n-e git+https://x.example/d#egg=d\n-e ./e',
      ['a', 'd'],
    ],
    [
      'package.json',
      '{"dependencies":{"a":"user/a","b":"file:b","c":"git+ssh://x/c","d":"workspace:*","e":"npm:f@1"}}',
      ['a', 'c', 'e'],
    ],
    [
      'pyproject.toml',
      '[tool.poetry.dependencies]\na = {git = "x"}\nb = {path = "y"}\n[tool.uv.sources]\nc = {url = "z"}',
      ['c', 'a'],
    ],
    [
      'uv.lock',
      '[[package]]\nname = "a"\nsource = { git = "x" }\n[[package]]\nname = "b"\nsource = { editable = "." }',
      ['a'],
    ],
    [
      'poetry.lock',
      '[[package]]\nname = "a"\nversion = "1"\n[package.source]\ntype = "legacy"\nurl = "x"',
      undefined,
    ],
  ])('what is at an address, and in no folder of the input: %s %s', (path, text, remote) => {
    expect(readManifest(path, text)?.remote).toEqual(remote)
  })

  test('aliases of tsconfig.json, comments and commas included', () => {
    const text =
      '{ // here\n "compilerOptions": { "paths": { "@app/*": ["./src/*"], /* "no/*" */ "x//y": [], } } }'
    expect(readManifest('tsconfig.base.json', text)?.aliases).toEqual(['@app/*', 'x//y'])
  })

  test.each([
    ['package.json', '{'],
    ['package-lock.json', '[1,'],
    ['pyproject.toml', '= ='],
    ['poetry.lock', '[['],
    ['tsconfig.json', '{"a":'],
    ['bun.lock', '{"a":'],
    ['deno.json', '{"a":'],
    ['Pipfile.lock', '{"a":'],
  ])('%s that cannot be read says so', (path, text) => {
    expect(readManifest(path, text)?.problem).toMatch(/^is no (?:JSON|TOML)$/)
  })

  test.each([
    ['package.json', '{"dependencies":{"constructor":"1.0.0"}}', false],
    ['package.json', '{"dependencies":{"__proto__":1,"a":null}}', true],
    ['package.json', '[]', true],
    ['package.json', 'null', true],
    ['pyproject.toml', 'project = 1', true],
    ['uv.lock', 'package = [1, {name = 2}]', true],
    ['setup.cfg', '[options]\ninstall_requires =', false],
  ])('odd shapes of %s are told as far as they go: %s', (path, text, isProblem) => {
    const problem = readManifest(path, text)?.problem
    expect(typeof problem === 'string').toBe(isProblem)
  })

  test.each([
    ['tsconfig.json', `"${'\\\\"'.repeat(200_000)}`],
    ['bun.lock', `{"a":"${'\\\\"'.repeat(200_000)}`],
    ['vite.config.ts', `'${"\\\\'".repeat(200_000)}`],
    ['requirements.txt', `-r a${' '.repeat(300_000)}x`],
  ])('%s may be long and never end', (path, text) => {
    expect(readManifest(path, text)).not.toBeNull()
  })

  test.each([
    ['Pipfile', '[[source]]\nname = "pypi"\nurl = "u"\n', undefined],
    ['Pipfile', '[[source]]\nname = "pypi"\nurl = "u"\n[[source]]\nname = "corp"\n', true],
    ['Pipfile', '[[source]]\nurl = "u"\n', true],
    ['uv.toml', '[[index]]\nurl = "u"\n', true],
    ['uv.toml', '[pip]\nextra-index-url = ["u"]\n', true],
    ['uv.toml', 'index-url = "u"\n', true],
    ['uv.toml', 'offline = true\nfind-links = []\n', undefined],
    ['uv.toml', 'index = [', true],
    ['bunfig.toml', '[install', true],
  ])('%s %j names another index: %s', (path, text, expected) => {
    expect(readManifest(path, text)?.isElsewhereToo).toBe(expected)
  })

  const CORP = '@corp u'
  test.each([
    ['.npmrc', '@corp:registry=u\n', [CORP]],
    ['.npmrc', '\ufeff; @a:registry=x\r\n  "@Corp:registry" = "u"\r\nsave-exact=true\r\n', [CORP]],
    ['.npmrc', 'registry = u\n//u/:_authToken=x\n@corp:registry=\n', ['* u']],
    ['.npmrc', '//u/:registry=x\nmy-registry=x\n', []],
    ['.yarnrc.yml', 'npmScopes:\n  corp:\n    npmRegistryServer: "u"\n', ['@corp ']],
    [
      '.yarnrc.yml',
      'npmScopes:\r\n  # why\r\n  "corp":\r\n    npmAuthToken: t\r\n\r\n  b-c:\r\n    npmRegistryServer: u\r\nnpmRegistryServer: v # w\r\n',
      ['* v', '@corp ', '@b-c '],
    ],
    [
      '.yarnrc.yml',
      'npmScopes: { corp: {npmRegistryServer: "u"},\n  "b": {} }\nx: {y: {}}\n',
      ['@corp ', '@b '],
    ],
    ['.yarnrc.yml', 'nodeLinker: node-modules\n# npmRegistryServer: u\n', []],
    ['.yarnrc', 'registry "u"\n', ['* u']],
    ['.yarnrc', '"@corp:registry" "u"\nlastUpdateCheck 1\n', [CORP]],
    ['bunfig.toml', '[install]\nregistry = "u"\n', ['* u']],
    ['bunfig.toml', '[install]\nregistry = { url = "u", token = "t" }\n', ['* u']],
    ['bunfig.toml', '[install.scopes]\ncorp = "u"\n"@b" = { url = "v" }\n', [CORP, '@b v']],
    ['bunfig.toml', '[test]\ncoverage = true\n', []],
  ])('%s %j names registries: %j', (path, text, expected) => {
    const { registries = [] } = readManifest(path, text) ?? {}
    expect(registries.map(({ scope, address }) => `${scope ?? '*'} ${address}`)).toEqual(expected)
  })

  test('other files are none', () => {
    expect(readManifest('notes.txt', 'six==1')).toBeNull()
  })
})

describe('versions and ranges that nobody writes', () => {
  const clauses = Array.from({ length: 2_000 }, (_, index) => `!=1.${index}`).join(',')
  const bars = Array.from({ length: 2_000 }, (_, index) => `1.${index}.0`).join(' || ')
  const zeros = '.0'.repeat(200)

  test.each([
    ['requirements.txt', `a>=1,>=1,<2,>=1`, /^a >=1,<2 1:1$/],
    ['requirements.txt', `a${clauses}`, /^a !=1\.0,!=1\.1,.{80,90}… 1:1$/],
    ['requirements.txt', `a==1${zeros}`, /^a =1\.0\.0.{90,100}… 1:1$/],
    ['poetry.lock', `[[package]]\nname = "a"\nversion = "1${zeros}"`, /^a =1\.0.{90,100}… 1:1$/],
    ['package.json', `{"dependencies": {"a": "${bars}"}}`, /^a 1\.0\.0 \|\| .{85,95}… 1:20$/],
    ['package.json', `{"dependencies": {"a": "file:${'b/'.repeat(2_000)}"}}`, /^$/],
  ])('%s %#', (path, text, expected) => {
    expect(said(path, text).join('\n')).toMatch(expected)
  })
})

// Minutes for whoever copies the line, or goes through the file, for each piece of it.
test.each([
  ['requirements.txt', `a \\\n${'\\\n'.repeat(250_000)}>=1`, ['a >=1 1:1']],
  [
    'package.json',
    `{"dependencies": {${Array.from({ length: 19_999 }, (_, index) => `"p${index}": "1.0.0"`).join(',\n')},"a": "^1"}}`,
    ['a ^1 19999:20'],
  ],
])(
  '%s that is long',
  (path, text, expected) => {
    expect(said(path, text).slice(-1)).toEqual(expected)
  },
  30_000,
)

const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index))

test.each([
  ['uv.lock', ''],
  ['pdm.lock', '[metadata]\nlock_version = "4.5.0"\ncontent_hash = "sha256:00"\n'],
  ['pylock.toml', 'lock-version = "1.0"\ncreated-by = "uv"\npackages = []\n'],
  ['poetry.lock', 'package = []\n\n[metadata]\nlock-version = "2.1"\n'],
])('a lock file that locks nothing is read: %s %j', (path, text) => {
  expect(readManifest(path, text)).toMatchObject({ problem: null })
})

describe('what is not all read says so', () => {
  test.each([
    ['a line that pip refuses', 'requirements.txt', 'six\nrequests=2.0\n', 'line 2'],
    ['words', 'requirements.txt', 'six\nand so on\n', 'line 2'],
    ['a list in brackets', 'environment.yml', 'dependencies: [pip]\n', 'a form that is not read'],
    ['a list of pip', 'environment.yml', 'dependencies:\n- pip: [six]\n', 'its list for pip'],
    ['no list', 'environment.yml', 'dependencies:\n  numpy: 1\n', 'line 2 no item of a list'],
    ['tabs', 'environment.yml', 'dependencies:\n\t- numpy\n', 'tabs'],
    ['words for conda', 'environment.yml', 'dependencies:\n- {a: b}\n', 'line 2'],
    ['tabs of a workspace', 'pnpm-workspace.yaml', 'catalog:\n\ta: 1\n', 'line 2 a tab'],
    ['anchors', 'pnpm-workspace.yaml', 'catalog: &a\n  a: 1\n', 'line 1'],
    ['no version', 'pnpm-workspace.yaml', 'catalog:\n  a: "!!"\n', 'line 2 no requirement'],
    ['what is no mapping', 'pnpm-workspace.yaml', 'catalog:\n  a b c\n', 'line 2'],
    ['a lock file of Bun in bytes', 'bun.lockb', '#!/usr/bin/env bun', 'binary form'],
    ['a list of Deno', 'deno.json', '[]', 'no object'],
    ['imports that are a list', 'deno.json', '{"imports":["a"]}', 'imports'],
    ['what is no package of npm', 'deno.json', '{"imports":{"a":"npm:"}}', 'no package: a'],
    ['a lock file of Deno', 'deno.lock', '{"specifiers":', 'no JSON'],
    ['words for pip', 'environment.yml', 'dependencies:\n- pip:\n  - and so on\n', 'line 3'],
    ['a Pipfile that is none', 'Pipfile', '[packages\n', 'is no TOML'],
    ['a Pipfile with a number', 'Pipfile', '[packages]\nsix = 1\n', 'what is no requirement'],
    ['a Pipfile with a bad range', 'Pipfile', '[packages]\nsix = "newest"\n', 'no requirement'],
    ['a Pipfile with a text', 'Pipfile', 'packages = "six"\n', 'has a table that is none'],
    ['a uv.toml that is none', 'uv.toml', '[[index]\n', 'is no TOML'],
    ['a bunfig.toml that is none', 'bunfig.toml', '[install\n', 'is no TOML'],
    ['a name with a colon', 'requirements.txt', 'six\nflask:2.0\n', 'line 2'],
    ['a second name behind a semicolon', 'requirements.txt', 'six; rich\n', 'line 1'],
    ['a form feed', 'requirements.txt', 'six # a\frich\n', 'line breaks'],
    ['another line break', 'requirements.txt', 'six # a\u0085rich\n', 'line breaks'],
    ['names in one line', 'setup.cfg', '[options]\ninstall_requires = six; rich\n', 'line 2'],
    ['a list in a list', 'pyproject.toml', '[project]\ndependencies = [["six"]]', 'requirement'],
    ['groups that are a list', 'pyproject.toml', 'dependency-groups = ["six"]', 'requirement'],
    ['a list of Poetry', 'pyproject.toml', 'tool.poetry.dependencies = ["six"]', 'requirement'],
    ['no version', 'package.json', '{"dependencies": {"a": "!!"}}', 'no requirement'],
    [
      'an alias of nothing',
      'package.json',
      '{"dependencies": {"a": "npm:b@!!"}}',
      'no requirement',
    ],
    ['a clause too many', 'requirements.txt', 'six>=1,\n', 'line 1'],
    ['too many lines', 'requirements.txt', many(20_001, (i) => `a${i}`).join('\n'), '20,000'],
    ['a line of setup.cfg', 'setup.cfg', '[options]\ninstall_requires =\n  six\n  a=b\n', 'line 4'],
    ['a list entry', 'pyproject.toml', '[project]\ndependencies = ["six", "a=b"]', 'requirement'],
    ['a list that is none', 'pyproject.toml', '[project]\ndependencies = "six"', 'requirement'],
    ['a key twice', 'pyproject.toml', '[project]\nname = "a"\nname = "b"', 'no TOML'],
    ['a table that is cut', 'pyproject.toml', '[project]\ndependencies = ["six",', 'no TOML'],
    ['JSON that is cut', 'package.json', '{"dependencies": {"a": "1"', 'no JSON'],
    ['no object', 'package.json', '[]', 'no object'],
    ['null', 'package.json', 'null', 'no object'],
    ['a section that is a list', 'package.json', '{"dependencies": ["a"]}', 'no object'],
    ['a version that is a number', 'package.json', '{"dependencies": {"a": 1}}', 'no requirement'],
    ['a name that is none', 'package.json', '{"dependencies": {"a b": "1"}}', 'no requirement'],
    [
      'a section twice',
      'package.json',
      '{"dependencies": {"a": "1"}, "dependencies": {}}',
      'two values',
    ],
    [
      'a package twice',
      'package.json',
      '{"dependencies": {"a": "1", "\\u0061": "2"}}',
      'two values',
    ],
    [
      'too many packages',
      'package.json',
      JSON.stringify({
        dependencies: Object.fromEntries(many(20_001, (i) => `a${i}`).map((a) => [a, '1'])),
      }),
      '20,000',
    ],
    ['a lock file that is cut', 'package-lock.json', '{"packages": {', 'no JSON'],
    ['a lock file of another shape', 'package-lock.json', '{"packages": []}', 'no object'],
    [
      'a lock file with a package twice',
      'package-lock.json',
      '{"packages": {"a": {"version": "1"}, "a": {}}}',
      'two values',
    ],
    [
      'too many locked',
      'poetry.lock',
      many(20_001, (i) => `[[package]]\nname = "a${i}"\nversion = "1"\n`).join(''),
      '20,000',
    ],
    [
      'a pylock that is cut before its packages',
      'pylock.toml',
      'lock-version = "1.0"\nrequires-python = ">=3.10"\ncreated-by = "pdm"\n',
      'has no list of packages',
    ],
    [
      'a pylock that is cut within one',
      'pylock.minimal.toml',
      'lock-version = "1.0"\n\n[[packages]]\nname = "attrs"\nversion = "25.1.0"\nwheels = [\n  {name = "attrs-25.1',
      'is no TOML',
    ],
    ['a uv.lock without packages', 'uv.lock', 'version = 1\nrevision = 2\n', 'no list'],
    [
      'a pdm.lock that is cut',
      'pdm.lock',
      '[metadata]\nlock_version = "4.5.0"\n\n[[package]]\nname = "six"\nversion = "1.1',
      'is no TOML',
    ],
    ['a lock file without a list', 'uv.lock', 'package = 1', 'no list'],
    ['what Yarn did not write', 'yarn.lock', 'a: 1', 'no lock file of Yarn'],
    [
      'a line of Yarn that is cut',
      'yarn.lock',
      '# yarn lockfile v1\n\n"a@^1\n  version "1.0.0"',
      'line',
    ],
    [
      'a version of Yarn that is cut',
      'yarn.lock',
      '# yarn lockfile v1\n\na@^1:\n  version "1',
      'line',
    ],
    [
      'a version of Yarn that is a list',
      'yarn.lock',
      '__metadata:\n  version: 8\n"a@npm:^1":\n  version: [\n',
      'line',
    ],
    [
      'a merge in the lock of Yarn',
      'yarn.lock',
      '# yarn lockfile v1\n<<<<<<< HEAD\na@^1:\n  version "1.0.0"\n=======\n>>>>>>> x\n',
      'line',
    ],
    [
      'importers of pnpm that are none',
      'pnpm-lock.yaml',
      'lockfileVersion: 9\nimporters: 5\n',
      'line',
    ],
    [
      'a merge in the lock of pnpm',
      'pnpm-lock.yaml',
      'lockfileVersion: 9\n<<<<<<< HEAD\n=======\n>>>>>>> x\n',
      'line',
    ],
    [
      'a lock of pnpm that is cut',
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: ^1\n        version: 1.2.3\n",
      'ends before',
    ],
    [
      'packages of Bun that are none',
      'bun.lock',
      '{"lockfileVersion":1,"packages":[]}',
      'list of packages',
    ],
    ['a lock of Bun that is a list', 'bun.lock', '[]', 'no object'],
    ['packages of Pipenv that are none', 'Pipfile.lock', '{"default": ["a"]}', 'list of packages'],
    [
      'packages of Deno that are none',
      'deno.lock',
      '{"version":"4","specifiers":7}',
      'list of packages',
    ],
    ['what pnpm did not write', 'pnpm-lock.yaml', 'a: 1', 'no lock file of pnpm'],
    ['another index', 'requirements.txt', '--extra-index-url x\nsix\n', 'line 1 an option'],
    ['another index by a letter', 'requirements.txt', 'six\n-i x\n', 'line 2 an option'],
    ['code that computes', 'setup.cfg', '[options]\ninstall_requires = attr: a.b\n', 'computes'],
    ['a tool that computes', 'pyproject.toml', 'project.dynamic = ["dependencies"]', 'computes'],
    [
      'a table of a tool that nobody reads',
      'pyproject.toml',
      '[tool.pixi.pypi-dependencies]\nsix = "*"',
      'not read: tool.pixi.pypi-dependencies',
    ],
    [
      'a hook that requires something',
      'pyproject.toml',
      '[tool.hatch.build.hooks.x]\ndependencies = ["six"]',
      'not read: tool.hatch.build.hooks.x.dependencies',
    ],
    [
      'a group that is not there',
      'pyproject.toml',
      'dependency-groups.a = [{include-group = "b"}]',
      'a group that it does not have',
    ],
    ['overrides that are a list', 'package.json', '{"overrides":["a"]}', 'overrides'],
    ['an override of nothing', 'package.json', '{"resolutions":{"a":"!!"}}', 'resolutions'],
  ])('%s', (_, path, text, problem) => {
    expect(readManifest(path, text)?.problem).toContain(problem)
  })

  test.each([
    [
      'addresses and paths',
      'requirements.txt',
      './a\n../b[c]\nfile:///d\ngit+ssh://e/f\ng/h.whl\ni.whl ; python_version > "3"\n~/j\nC:\\k\n',
    ],
    [
      'options and comments',
      'requirements.txt',
      '# a\n-r b.txt\n-e .\n--pre\n\n  # c\nsix --hash=sha256:00\n',
    ],
    ['files of setup.cfg', 'setup.cfg', '[options]\ninstall_requires = file: requirements.txt\n'],
    [
      'keys that are told elsewhere',
      'package.json',
      '{"a": {"b": 1, "b": 2}, "scripts": {"t": "", "t": ""}, "name": "x"}',
    ],
    [
      'strings with brackets',
      'package.json',
      '{"dependencies": {"a": "1"}, "description": "{\\"dependencies\\": {"}',
    ],
    ['an empty lock file', 'poetry.lock', ''],
    ['an empty lock file of Yarn', 'yarn.lock', ''],
  ])('and what is read does not: %s', (_, path, text) => {
    expect(readManifest(path, text)?.problem).toBeNull()
  })
})
