// Which packages the hook finds in a shell command, and what it says that it does not look at.

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isManifest } from '../../src/manifests/manifestKind.ts'

type Found = Readonly<{ registry: string; name: string; spec: string; isRun: boolean }>
type Installs = Readonly<{
  installsIn(
    command: string,
    env?: Readonly<Record<string, string>>,
    defaults?: Readonly<{ pypi: readonly string[]; npm: readonly string[] }>,
  ): Readonly<{
    packages: readonly Found[]
    files: readonly Readonly<{ path: string; folders: readonly string[] }>[]
    writes: readonly Readonly<{
      path: string
      folders: readonly string[]
      isMore: boolean
      text: string
    }>[]
    unseen: readonly string[]
  }>
}>

const hookFile = (name: string) =>
  fileURLToPath(new URL(`../../examples/hooks/${name}`, import.meta.url))
const { installsIn }: Installs = await import(hookFile('installs.mjs'))
const repository: Readonly<{ isManifest(path: string): boolean }> = await import(
  hookFile('repository.mjs')
)

/** `pypi requests>=2`, `npm lodash 4`. */
function told(...asked: Parameters<Installs['installsIn']>): readonly string[] {
  const { packages, files, unseen } = installsIn(...asked)
  const named = packages.map(({ registry, name, spec }) =>
    registry === 'pypi' ? `pypi ${spec}` : `npm ${name}${spec === '*' ? '' : ` ${spec}`}`,
  )
  const listed = files.map(({ path, folders }) => `in ${[...folders, path].join(' ')}`)
  return [...named, ...listed, ...unseen.map((one) => `- ${one}`)]
}

const OTHER = (option: string) =>
  `it comes from another index (${option}), of which nothing is known here`
const SHELL = 'only the shell knows what it is'
const ADDRESS = 'an address, and no package of a registry'
const NOT_FETCHED = 'a file at an address, which is not fetched'
const ABCD = ['npm a', 'npm b', 'npm c', 'npm d']
const UNREAD = (command: string, why: string) => [
  `- ${command}: it could not be read whole: ${why}`,
]

test.each([
  // What installs.
  ['pip install requests', ['pypi requests']],
  ['sudo pip3 install -U "flask[async]>=2,<3"', ['pypi flask[async]>=2,<3']],
  ['python3 -m pip install numpy==1.26 -q', ['pypi numpy==1.26']],
  ['py -3 -m pip --quiet install x', ['pypi x']],
  ['"$VENV/bin/pip" install x', ['pypi x']],
  ['pip install "requests >= 2 ; python_version < \'3\'"', ['pypi requests>=2']],
  ['pip install "a [b, c] >= 1, < 2"', ['pypi a[b,c]>=1,<2']],
  ['pip install "a b"', ['- a b: no name of a package']],
  ['pip download -d out a', ['pypi a']],
  ['pip wheel -w out a', ['pypi a']],
  ['cd app && uv add httpx', ['pypi httpx']],
  ['uv add --script job.py httpx', ['pypi httpx']],
  ['uv pip install --python 3.12 httpx', ['pypi httpx']],
  ['uv tool install ruff --with a,b', ['pypi a', 'pypi b', 'pypi ruff']],
  ['uvx ruff@0.4.1 check a b', ['pypi ruff==0.4.1']],
  ['uvx --from "ruff>=0.2,<1" ruff check', ['pypi ruff>=0.2,<1']],
  ['uv tool run black x', ['pypi black']],
  ['uv run --with rich==13,attrs python job.py', ['pypi rich==13', 'pypi attrs']],
  ['uv run -w rich -- pip install x', ['pypi x', 'pypi rich']],
  ['pipx run pycowsay hello', ['pypi pycowsay']],
  ['pipx run --spec x tool y', ['pypi x']],
  ['pipx install -f black', ['pypi black']],
  ['pipx inject black x y', ['pypi x', 'pypi y']],
  ['pipenv install x', ['pypi x']],
  ['poetry add pendulum@^2.0 "x[y]@1.2"', ['pypi pendulum>=2.0', 'pypi x[y]==1.2']],
  ['npm i -D @types/node@20 left-pad@latest', ['npm @types/node 20', 'npm left-pad']],
  ['npm --prefix app install -w part x', ['npm x']],
  ['npm i -f x', ['npm x']],
  ['pnpm add "lodash@>=4 <5"', ['npm lodash >=4 <5']],
  ['yarn add x > log 2>&1', ['npm x']],
  ['yarn global add x', ['npm x']],
  ['npm i other@npm:real@1', ['npm real 1']],
  ['npx -y cowsay hello', ['npm cowsay']],
  ['npx -p typescript tsc', ['npm typescript']],
  ['npm exec --package=foo -- bar', ['npm foo']],
  ['npm exec -- foo --bar', ['npm foo']],
  ['pnpm dlx degit a b', ['npm degit']],
  ['yarn dlx foo', ['npm foo']],
  ['bunx foo && bun x bar', ['npm foo', 'npm bar']],
  ['npm create vite@latest app -- --template vue', ['npm create-vite']],
  ['npm init @scope/x', ['npm @scope/create-x']],
  ['pnpm create @scope', ['npm @scope/create']],
  [
    'deno add npm:chalk@5 jsr:@std/fs',
    ['npm chalk 5', '- jsr:@std/fs: it comes from another index'],
  ],
  // Where a shell runs it.
  ['pip install a#b', ['- a#b: no name of a package']],
  ['pip install a # pip install b', ['pypi a']],
  ['pip install a \\\n  b', ['pypi a', 'pypi b']],
  ["pip install 're'qu\\ests", ['pypi requests']],
  ['x=1; (cd a; npm i b) & pip install c | tee log', ['npm b', 'pypi c']],
  ['if true; then npm i a; else npm i b; fi', ['npm a', 'npm b']],
  ['f() { npm i a; }; f', ['npm a']],
  ['echo "$(pip install a)" `npm i b` <(npm i c)', ['pypi a', 'npm b', 'npm c']],
  ['bash -lc "pip install a && npm i b"', ['pypi a', 'npm b']],
  ["eval 'pip install a'", ['pypi a']],
  ['sudo -u me timeout 60 env A=b pip install c', ['pypi c']],
  ['docker run --rm python:3 pip install c', ['pypi c']],
  ['conda run -n e pip install c', ['pypi c']],
  ['cat > a.md <<EOF\npip install x\nEOF\npip install y', ['pypi y']],
  ['cat <<-"EOF"\n\t$(pip install x)\n\tEOF\npip install y', ['pypi y']],
  ['cat <<EOF\n$(pip install x)\nEOF', ['pypi x']],
  ['bash <<EOF\npip install x\nEOF', ['pypi x']],
  ["sh <<< 'pip install x'", ['pypi x']],
  // What is said and not looked at.
  ['pip install --index-url https://h.example/simple x', [`- x: ${OTHER('--index-url')}`]],
  ['pip install x -i https://h.example/simple', [`- x: ${OTHER('-i')}`]],
  ['pip install -ihttps://h.example/simple x', [`- x: ${OTHER('-i')}`]],
  ['PIP_INDEX_URL=https://h.example pip install x', [`- x: ${OTHER('PIP_INDEX_URL')}`]],
  [
    'export UV_DEFAULT_INDEX=u; uv add x; pip install y',
    [`pypi y`, `- x: ${OTHER('UV_DEFAULT_INDEX')}`],
  ],
  ['npm config set registry https://h.example && npm i x', [`- x: ${OTHER('npm config')}`]],
  ['npm install --registry=https://h.example x', [`- x: ${OTHER('--registry')}`]],
  ['conda install numpy', [`- numpy: ${OTHER('conda')}`]],
  [
    'pip install $PACKAGE "a$(cat x)" `x`',
    [`- $PACKAGE: ${SHELL}`, `- a$(cat x): ${SHELL}`, `- \`x\`: ${SHELL}`],
  ],
  ['for p in a $B; do pip install $p; done', [`- $p: ${SHELL}`]],
  ['npm i {a,b}', [`- {a,b}: ${SHELL}`]],
  ['cat list | xargs pip install', ['- xargs pip install: what xargs hands to it']],
  ['uv pip install --what httpx', ['- httpx: it may be the value of --what']],
  ['pip install -r "$FILE"', ['- $FILE: a file; only the shell knows where it lies']],
  ['pip install -r https://h.example/r.txt', [`- https://h.example/r.txt: ${NOT_FETCHED}`]],
  ['pip install git+https://h.example/x', [`- git+https://h.example/x: ${ADDRESS}`]],
  ['pip install "x @ https://h.example/x.whl"', [`- x @ https://h.example/x.whl: ${ADDRESS}`]],
  ['npm install user/repo', [`- user/repo: ${ADDRESS}`]],
  ['npm create create-x', ['- create-x: which package it means could not be read']],
  // What installs nothing that a registry would know.
  ['npm install && npm ci', []],
  ['npm init -y', []],
  ['npm run install x', []],
  ['echo pip install x', []],
  ['grep -r "pip install x" .', []],
  ['git commit -m "pip install x"', []],
  ['pip install ./x.whl x.tar.gz . .[dev] -e .', []],
  ['npm install ./x file:x x@workspace:*', []],
  ['pip uninstall x && npm uninstall y', []],
])('%s', (command, expected) => {
  expect(told(command)).toEqual(expected)
})

/** So many ways there are to begin an installation that are no `install`. */
test.each([
  ['uv pip sync r.txt; uv pip compile r.in -o r.lock', ['in r.txt', 'in r.in']],
  ['pip-sync r.txt', ['in r.txt']],
  ['pip install -Ur r.txt', ['in r.txt']],
  ['pipx runpip black install x', ['pypi x']],
  ['pipx run --pypackages x', ['pypi x']],
  ['pipx run poetry==1.8 add x', ['pypi x', 'pypi poetry==1.8']],
  ['uvx poetry add x', ['pypi x', 'pypi poetry']],
  ['uv tool install --from x ruff', ['pypi x']],
  ['pixi add x', [`- x: ${OTHER('pixi')}`]],
  ['mamba create -n e -c conda-forge x', [`- x: ${OTHER('mamba')}`]],
  ['pip install --config-file f x', [`- x: ${OTHER('--config-file')}`]],
  ['.venv\\Scripts\\pip.exe install x', ['pypi x']],
  ['npx pnpm@9 add x', ['npm x', 'npm pnpm 9']],
  ['npx @angular/cli@17 add x', ['npm x', 'npm @angular/cli 17']],
  ['yarn dlx expo install x', ['npm x', 'npm expo']],
  ['npm pkg set dependencies.x=1 "devDependencies[@s/y]=^2" name=z', ['npm x 1', 'npm @s/y ^2']],
  ['yarn workspaces foreach -A add x', ['npm x']],
  // What is updated need be of no registry, unless a version of it is named.
  ['npm up x y@2; yarn up z@^3; pnpm update a; bun update b', ['npm y 2', 'npm z ^3']],
  ['deno run -A npm:@s/x@1/bin a', ['npm @s/x 1']],
  ['deno x npm:x/bin; dx npm:y', ['npm x', 'npm y']],
  // Of these nothing is known: another program is called dx, and Volta has its own releases.
  ['dx serve; volta install node@lts yarn@4', []],
  ['ni -D x; nlx y; volta install z; mise use npm:w', ['npm x', 'npm y', 'npm z', 'npm w']],
  ['nx add x; ng add y; lerna add z; nypm add w', ['npm x', 'npm y', 'npm z', 'npm w']],
  ['cnpm i x', [`- x: ${OTHER('cnpm')}`]],
  ['npm i --userconfig=f x', [`- x: ${OTHER('--userconfig')}`]],
  ['pnpm add x --config.registry=https://h.example', [`- x: ${OTHER('--config.registry')}`]],
  ['npm i x@next y@latest', ['npm x next', 'npm y']],
  ["nix-shell -p nodejs --run 'npm i x'", ['npm x']],
  ['find . -exec npm i x \\;', ['npm x']],
  [
    "apply_patch '*** Begin Patch'",
    ['- apply_patch: a patch, which is not read; write the files, or run assay check'],
  ],
  ["echo 'npm i x' | at now", UNREAD('at now', 'it runs later')],
  [
    `deno eval "import 'npm:x'"`,
    UNREAD("deno eval import 'npm:x'", 'only deno knows what it runs'),
  ],
])('%s', (command, expected) => {
  expect(told(command)).toEqual(expected)
})

const WRITTEN = 'the command writes it, and what it will be is not known'
test.each([
  ["cat > a.py <<'EOF'\nimport $x\nEOF", ['a.py = import $x']],
  ['cd app && cat <<EOF > a.ts\nimport x\nEOF', ['app a.ts = import x']],
  ["echo 'import x' >> a.py 2>&1", ['a.py + import x\n']],
  ["printf 'a\\nb\\n' | tee requirements.txt", ['requirements.txt = a\nb\n']],
  ['cat > a.py <<EOF\n$X\nEOF', [`- a.py: ${WRITTEN}`]],
  ['python gen.py > a.py', [`- a.py: ${WRITTEN}`]],
  ['echo a > x.py; echo b > x.py', [`- x.py: ${WRITTEN}`]],
  ['(cd a; echo x > b.py)', [`- b.py: ${WRITTEN}`]],
  ['sed -i s/a/b/ package.json a.py', [`- package.json: ${WRITTEN}`]],
  ['jq . package.json > p && mv p package.json', [`- package.json: ${WRITTEN}`]],
  ['npm ls 2> package.json; ls > out.txt; cat < a.py', []],
])('%s writes', (command, expected) => {
  const { writes, unseen } = installsIn(command)
  const shown = writes.map(({ path, folders, isMore, text }) =>
    [...folders, path, isMore ? '+' : '=', text].join(' '),
  )
  expect([...shown, ...unseen.map((one) => `- ${one}`)]).toEqual(expected)
})

test.each([
  // Python is told to run a module.
  ['python -mpip install x', ['pypi x']],
  ['python -Im pip install x', ['pypi x']],
  ['python -ImpIp install x', []],
  ['python -W ignore -X dev -Werror -m pip install x', ['pypi x']],
  ['python3.12 -m pip.__main__ install x', ['pypi x']],
  ['python $OPTIONS -m pip install x', ['pypi x']],
  ['python /usr/bin/pip install x', ['pypi x']],
  ['python -m http.server', []],
  ['node /usr/lib/node_modules/npm/bin/npm-cli.js i x', ['npm x']],
  // Variables, aliases and functions of the script.
  ['N=npm; $N i x', ['npm x']],
  ['N="npm i"; $N x', ['npm x']],
  ['export N=npm; M=$N; "$' + '{M}" i x', ['npm x']],
  ['V=1.2; pip install x==$V', ['pypi x==1.2']],
  ['for p in a b; do pip install $p; done', ['pypi a', 'pypi b']],
  ['N=npm; N=cat; $N i x', UNREAD('$N i x', 'only the shell knows which program this is')],
  ['read N; $N i x', UNREAD('$N i x', 'only the shell knows which program this is')],
  ['$PIP install x', UNREAD('$PIP install x', 'only the shell knows which program this is')],
  ["$'npm' i x", UNREAD("$'npm' i x", 'only the shell knows which program this is')],
  ['{npm,i,x}', UNREAD('{npm,i,x}', 'only the shell knows which program this is')],
  ['npm $DO x', UNREAD('npm $DO x', 'only the shell knows what npm is told to do')],
  ['p() { npm "$@"; }; p i x', UNREAD('npm $@', 'only the shell knows what npm is told to do')],
  ['alias p=npm; p i x', ['npm x']],
  ["alias p='sudo npm i'; p x", ['npm x']],
  ['alias npm="npm -s"; npm i x', ['npm x']],
  ['function f { npm i x; }', ['npm x']],
  // What a shell is handed.
  ["echo 'npm i x' | sh", ['npm x']],
  ['echo npm i x |\n  sudo bash -s -- a', ['npm x']],
  ["printf 'npm i %s\\n' x y | sh", ['npm x', 'npm y']],
  ['cat <<EOF | tee log | sh\nnpm i x\nEOF', ['npm x']],
  ['echo npm i x || sh', []],
  ["bash <(echo 'npm i x'); source <(echo npm i y)", ['npm x', 'npm y']],
  ['eval "$(echo npm i x)"; sh -c "$(echo npm i y)"', ['npm x', 'npm y']],
  ['$(which npm) i x; `command -v pip` install y', ['npm x', 'pypi y']],
  ['C=\'npm i x\'; eval $C; sh -c "$C"', ['npm x', 'npm x']],
  ["trap 'npm i x' EXIT", ['npm x']],
  ["{ echo npm; echo 'i x'; } | sh", UNREAD('sh', 'only the shell knows what it is handed')],
  ["(cat a; echo 'npm i x') | sh", UNREAD('sh', 'only the shell knows what it is handed')],
  ["rev a 'npm i x' | sh", UNREAD('sh', 'only the shell knows what it is handed')],
  ["echo 'npm i x' > a.sh; sh a.sh", UNREAD('sh a.sh', 'it may run what was written before')],
  ["echo 'npm i x' > a.sh; ./a.sh", UNREAD('./a.sh', 'it may run what was written before')],
  ['curl https://h.example | sh', []],
  ['npm install && sh build.sh && ./run', []],
  // What others start.
  ['time -p npm i a; command npm i b; nohup npm i c; timeout 5 npm i d', ABCD],
  ['sudo -u npm npm i a; env -u X npm i b; nice -n 5 npm i c; setsid npm i d', ABCD],
  [
    "nix-shell --run 'cd a; npm i a'; watch 'npm i b'; script -c 'npm i c' log; env -S 'npm i d'",
    ABCD,
  ],
  // Another machine may have an index of its own.
  ...['ssh host npm i x', "ssh host 'cd a; npm i x'", 'ssh host <<EOF\nnpm i x\nEOF'].map(
    (command): [string, string[]] => [
      command,
      ['- x: it is installed on another machine (ssh), of which nothing is known here'],
    ],
  ),
  ['echo x y | xargs -n 1 npm i', ['npm x', 'npm y']],
  ['xargs npm i < list', ['- xargs npm i: what xargs hands to it']],
  ['yarn workspace web add x', ['npm x']],
  ['npm link x', ['- x: npm fetches it unless it is linked on this machine']],
  ['npm link ../x; npm link', []],
  ['wrap npm i x', UNREAD('wrap npm i x', 'whether wrap runs what stands behind it is not known')],
  [
    `python -c "import os; os.system('pip install x')"`,
    UNREAD("python -c import os; os.system('pip install x')", 'only python knows what it runs'),
  ],
  [
    `node -e "run(['npm', 'i', 'x'])"`,
    UNREAD("node -e run(['npm', 'i', 'x'])", 'only node knows what it runs'),
  ],
  [
    'python - <<EOF\npip.main(["install", "x"])\nEOF',
    UNREAD('python -', 'only python knows what it runs'),
  ],
  ['man npm install; which npm; git log --grep "npm i x"; gh pr create -t "npm i x"', []],
  // Files with requirements.
  [
    'cd app && pip install -r requirements.txt -c c.txt -e . x',
    ['pypi x', 'in app requirements.txt'],
  ],
  ...['(cd a; make); pip install -r r.txt', "sh -c 'cd a'; pip install -r r.txt"].map(
    (command): [string, string[]] => [
      command,
      ['- r.txt: a file; only the shell knows where it lies'],
    ],
  ),
  // What the command mends before is not what stands in the file now.
  ...[
    'sed -i s/reqeusts/requests/ r.txt && pip install -r r.txt',
    'echo requests > r.txt; pip install -r r.txt',
    'git pull && pip install -r r.txt',
  ].map((command): [string, string[]] => [
    command,
    ['- r.txt: a file; the command may change it before'],
  ]),
  ['pip install --requirement=a.txt -rb.txt', ['in a.txt', 'in b.txt']],
  ['pip install -i https://h.example -r a.txt', [`- a.txt: a file; ${OTHER('-i')}`]],
  // What is handed over in a substitution may hold any sign.
  [`git commit -m "$(cat <<'EOF'\nfix: it doesn't work\nEOF\n)" && pip install x`, ['pypi x']],
  [`git commit -m "$(cat <<EOF\nfix: say 5" (inches\nEOF\n)"\nnpm i a`, ['npm a']],
  [`git commit -m "$(cat <<-'EOF'\n\tit's\n\tEOF\n)"; npm i a`, ['npm a']],
  [`x=$(cat <<'E'\na ) b\nnpm i never\nE\n)\nnpm i a`, ['npm a']],
  [`echo "$(# it's\necho)"; npm i a`, ['npm a']],
  [`x=$(cat <<< "it's"); npm i a`, ['npm a']],
  [`cat <<'E'\nnpm i never\nE\nnpm i a`, ['npm a']],
  // Programs that hand on.
  ["npx -c 'npm i a'", ['npm a']],
  ['npm exec --call="npm i a"', ['npm a']],
  ['npx cross-env A=b npm i a', ['npm a', 'npm cross-env']],
  ['corepack pnpm@9 add a', ['npm a']],
  ['yarnpkg add a', ['npm a']],
  ['pip-3.12 install x', ['pypi x']],
  ['pip3.13t install x', ['pypi x']],
  ['sudo $PIP install x', UNREAD('$PIP install x', 'only the shell knows which program this is')],
  // Interpreters of uv, which are no packages.
  ['uvx python@3.12 -c 1', []],
  ['uv tool run python3.12', []],
  ['uvx --with x python', ['pypi x']],
  // To read a setting changes nothing.
  ['npm config get registry && npm i a', ['npm a']],
  ['npm config set registry https://h.example && npm i a', [`- a: ${OTHER('npm config')}`]],
])('%s, wherever it stands', (command, expected) => {
  expect(told(command)).toEqual(expected)
})

test('an index that assay asks is no other one', () => {
  const defaults = { pypi: ['https://pip.example/simple/'], npm: ['https://npm.example'] }
  const of = (command: string, env = {}) => told(command, env, defaults)
  expect(of('pip install -i https://PIP.example/simple x')).toEqual(['pypi x'])
  expect(of('pip install --extra-index-url=https://pip.example/simple x')).toEqual(['pypi x'])
  expect(of('npm i --registry=https://npm.example/ x')).toEqual(['npm x'])
  expect(of('npm config set registry https://npm.example && npm i x')).toEqual(['npm x'])
  expect(of('UV_INDEX_URL=https://pip.example/simple uv add x')).toEqual(['pypi x'])
  expect(of('uv add x', { UV_INDEX_URL: 'https://pip.example/simple' })).toEqual(['pypi x'])
  // The option counts before the variable.
  const both = 'UV_INDEX_URL=https://h.example uv pip install -i https://pip.example/simple x'
  expect(of(both)).toEqual(['pypi x'])
  for (const other of ['https://me:x@pip.example/simple', 'http://pip.example/simple', 'no']) {
    expect(of(`pip install -i ${other} x`)).toEqual([`- x: ${OTHER('-i')}`])
  }
})

test('a variable of the agent leads elsewhere only where assay does not follow it', () => {
  expect(told('pip install x', { PIP_INDEX_URL: 'u' })).toEqual(['pypi x'])
  expect(told('uv add x', { UV_INDEX_URL: 'u' })).toEqual([`- x: ${OTHER('UV_INDEX_URL')}`])
  expect(told('pip install x', { UV_INDEX_URL: 'u' })).toEqual(['pypi x'])
  expect(told('uv add x', { UV_INDEX_URL: '' })).toEqual(['pypi x'])
})

test('a program that a project has is run in its place, unless it is always fetched', () => {
  const runs = (command: string) => installsIn(command).packages.map(({ isRun }) => isRun)
  expect(runs('npx a; npm exec b; bunx c')).toEqual([true, true, true])
  expect(runs('npx a@1; pnpm dlx b; npx -p c d; uvx e; npm i f')).toEqual(Array(5).fill(false))
})

test('no text takes long, ends the hook or leaves it silent about what was cut', () => {
  const MIB = 1024 ** 2
  const repeated = (text: string, length = MIB) =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length)
  for (const part of [
    ...['"', "'", '`', '$(', '${', '"$(', '<(', '((', '\\', '<<', '<<a\n', 'a;', '& ', '{', '#'],
    ...[
      'pip install a ',
      'pip install $(',
      'npm i -x ',
      'sh -c "',
      'uv run --with a,',
      'echo npm i x|sh;',
      'A=$A$A a;',
      'A=npm;$A i x;',
      'alias a="a a";a;',
      'echo a|tee|',
      'python -m ',
      'env npm ',
      'echo > a.py ',
      '> a.py ',
      'tee a.py b.py ',
      'npx pnpm dlx ',
      'pipx runpip x ',
      "cat > a.py <<'E'\nx\nE\n",
      '\u{10ffff}\0',
    ],
  ]) {
    const { unseen } = installsIn(`${repeated(part)}\npip install reqeusts`)
    expect(unseen).toContain('what stands behind the first 256 KiB of the command')
  }
  expect(told(`${'$('.repeat(40)}pip install x`)).toContain(
    '- commands that stand too deep in others',
  )
  const many = installsIn(`pip install ${Array.from({ length: 300 }, (_, n) => `a${n}`).join(' ')}`)
  expect(many.packages).toHaveLength(200)
  expect(many.unseen).toEqual(['100 packages after the first 200'])
})

test('manifests are those of a check', () => {
  const paths = [
    ...['requirements.txt', 'requirements-dev.in', 'requirements/dev.txt', 'constraints.txt'],
    ...['dev-requirements.txt', 'pyproject.toml', 'setup.py', 'setup.cfg', 'package.json'],
    ...['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
    ...['poetry.lock', 'uv.lock', 'pdm.lock', 'pylock.toml', 'pylock.dev.toml', 'Pipfile.lock'],
    ...[
      'environment.yml',
      'environment-dev.yaml',
      'Pipfile',
      'uv.toml',
      '.npmrc',
      '.yarnrc',
      '.yarnrc.yml',
      'bunfig.toml',
    ],
    ...['tsconfig.json', 'tsconfig.app.json', 'jsconfig.json', 'deno.json', 'deno.jsonc'],
    ...[
      'import_map.json',
      'vite.config.ts',
      'webpack.config.dev.js',
      '.babelrc',
      'config-overrides.js',
    ],
    ...['README.md', 'a.py', 'notes.txt', 'data.json', 'my.lock'],
  ].flatMap((path) => [path, `part/${path}`])
  for (const path of paths) {
    expect([path, repository.isManifest(path)]).toEqual([path, isManifest(path)])
  }
})

test.each(['\f', '\v', '\u00a0', '\u3000', '\u2028', '\ufeff', '\u0085'])(
  'white space that is none for a shell is a letter like others: %j',
  (space) => {
    expect(told(`echo a${space}b; npm i crossenv`)).toEqual(['npm crossenv'])
    expect(told(`${space}npm i crossenv`)).toEqual([])
  },
)
