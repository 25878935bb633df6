// The hooks as an agent's shell runs them: a call as JSON on standard input, an exit status back.

import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { MAIN } from '../support/compiled.ts'
import { publishLamp } from '../support/mcpCases.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const HOOK = at('examples/hooks/assay-hook.mjs')

let registry: FakeRegistry
let folder: string
let project: string

beforeAll(async () => {
  registry = await fakeRegistry()
  publishLamp(registry)
  folder = await mkdtemp(join(tmpdir(), 'assay-hooks-'))
  project = join(folder, 'project')
  await mkdir(join(project, 'tools'), { recursive: true })
  execFileSync('git', ['init', '-q', project])
  await writeFile(join(project, 'requirements.txt'), 'lamp==1.1\n')
  await writeFile(join(project, 'settings.py'), 'COLOUR = 1\n')
  await writeFile(join(project, 'room.py'), 'import lamp\nlamp.shine()\n')
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

/** A folder for the PATH, with an `assay` that is this shell script. */
async function assayAs(name: string, script: string): Promise<string> {
  const bin = join(folder, name)
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'assay'), `#!/bin/sh\n${script}\n`)
  await chmod(join(bin, 'assay'), 0o755)
  return bin
}

type Outcome = Readonly<{ status: number | null; stdout: string; stderr: string }>

/** What is let through with words: on standard error, and as agents read it. */
const said = (...lines: string[]): Outcome => ({
  status: 0,
  stdout: lines.length === 0 ? '' : `${JSON.stringify({ systemMessage: lines.join('\n') })}\n`,
  stderr: lines.map((line) => `${line}\n`).join(''),
})

/** `words`: the program and what it is called with; the script by itself unless told. */
function runHook(
  call: unknown,
  bin: string,
  words = [HOOK],
  more: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const env = {
    // git and sh are where they always are; `assay` is the one of the test.
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_NAMES: 'off',
    ASSAY_RESIDENT: 'off',
    HOOK_TIMEOUT_MS: '300000',
    ...more,
  }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, words, { env, cwd: folder })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('close', (status) => resolve({ status, stdout, stderr }))
    child.stdin.end(typeof call === 'string' ? call : JSON.stringify(call))
  })
}

const shell = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, cwd: project })
const write = (path: string, content: string) => ({
  tool_name: 'Write',
  tool_input: { file_path: join(project, path), content },
  cwd: project,
})

test('what is let through and looks like another, or is marked by the registry, is said', async () => {
  const finding = (code: string, message: string) => ({
    ...{ path: 'requirements.txt', line: 1, severity: 'warning', code, message },
  })
  const findings = [
    finding('package_confusable', 'reqests looks like requests.'),
    finding('registry_notice', 'The registry marks the project reqests as archived.'),
    finding('symbol_deprecated', 'Not worth a word.'),
  ]
  const bin = await assayAs('warned', `echo '${JSON.stringify({ verdict: 'real', findings })}'`)
  const { status, stderr } = await runHook(shell('pip install reqests'), bin)
  expect(status).toBe(0)
  expect(stderr.split('\n')).toEqual([
    'Said by assay, and let through:',
    'reqests looks like requests.',
    'The registry marks the project reqests as archived.',
    '',
  ])
})

describe('assay hook', () => {
  const hook = (call: unknown, bin: string) => runHook(call, bin, [MAIN, 'hook'])

  test('asks the program that it is part of, whatever is on the path', async () => {
    const bin = await assayAs('wrong-one', 'exit 1')
    const stopped = await hook(shell('pip install lamp-that-is-not-there'), bin)
    expect(stopped.status).toBe(2)
    expect(stopped.stderr).toContain('There is no package lamp-that-is-not-there on')
    expect(await hook(shell('pip install lamp'), bin)).toMatchObject({ status: 0, stderr: '' })
  })

  test('is stopped by no settings of the project, and heeds none', async () => {
    const bin = await assayAs('unused', 'exit 1')
    await writeFile(join(project, 'assay.toml'), 'nonsense = 1\n')
    await writeFile(
      join(project, 'package.json'),
      '{"assay": {"check": {"baseline": "known.json"}}}',
    )
    expect(await hook(shell('pip install lamp'), bin)).toMatchObject({ status: 0, stderr: '' })
    const written = await hook(write('new.py', 'import lamp\nlamp.dim(1)\n'), bin)
    expect(written).toMatchObject({ status: 2, stderr: /lamp has no dim in 1\.1/ })
    await rm(join(project, 'assay.toml'))
    await rm(join(project, 'package.json'))
  })

  test('lets through what is no call, and says so', async () => {
    const why = 'Not checked by assay: standard input was no call of a tool in JSON.'
    expect(await hook('no JSON', folder)).toEqual(said(why))
  })

  test('says so where its own script dies', async () => {
    const env = { NODE_OPTIONS: `--require ${join(folder, 'dying.cjs')}` }
    await writeFile(
      join(folder, 'dying.cjs'),
      "if (/assay-hook/.test(process.argv[1] ?? '')) process.kill(process.pid, 'SIGKILL')\n",
    )
    const { status, stderr } = await runHook(shell('pip install x'), folder, [MAIN, 'hook'], env)
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'Not checked by assay: the hook ended before its time (SIGKILL).\n',
    })
  })
})

test('nothing that a repository names in its settings is run', async () => {
  const [ran, script] = [join(folder, 'ran'), join(folder, 'script')]
  await writeFile(script, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 })
  const settings = (...words: string[]) =>
    execFileSync('git', ['-C', project, 'config', ...words], { stdio: 'ignore' })
  settings('core.fsmonitor', script)
  try {
    const bin = await assayAs('quiet', 'echo "{\\"findings\\":[],\\"verdict\\":\\"real\\"}"')
    expect(await runHook(write('a.py', 'import lamp\n'), bin)).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(existsSync(ran)).toBe(false)
  } finally {
    settings('--unset', 'core.fsmonitor')
  }
})

test('a name that the registry holds back is said, although nothing in it can be read', async () => {
  const message = 'comander is a name that the registry holds back. Did you mean commander?'
  const finding = {
    ...{ path: 'package.json', line: 1, severity: 'warning', code: 'package_confusable' },
    package: 'comander',
  }
  const counts = { references: 0, requirements: 1, unread: 0 }
  const open = (name: string) => ({ package: name, state: 'undetermined' })
  const report = {
    ...{ verdict: 'undetermined', findings: [{ ...finding, message }], counts },
    packages: [open('comander')],
  }
  const bin = await assayAs('held', `echo '${JSON.stringify(report)}'`)
  expect(await runHook(shell('npm install comander'), bin)).toEqual(
    said('Said by assay, and let through:', message),
  )
  const both = { ...report, packages: [open('comander'), open('other')] }
  const second = await assayAs('held-two', `echo '${JSON.stringify(both)}'`)
  expect(await runHook(shell('npm install comander other'), second)).toEqual(
    said(
      'Said by assay, and let through:',
      message,
      'Not checked by assay: other could not be determined.',
    ),
  )
})

describe('what a command installs', () => {
  const NOTHING = { requirements: null, manifest: null, again: null }
  const CASES = [
    ['pip install requests', { ...NOTHING, requirements: 'requests\n' }],
    [
      'pip install a==1 b && npm i c@2 && pip install a==2',
      { requirements: 'a==1\nb\n', manifest: '{"dependencies":{"c":"2"}}', again: 'a==2\n' },
    ],
    ['echo pip install x', NOTHING],
  ] as const

  test('is handed to assay, and nothing else is', async () => {
    const seen = join(folder, 'seen')
    const kept = (file: string, ending: string) =>
      `cat ${file} > '${seen}.${ending}' 2> /dev/null || rm -f '${seen}.${ending}'`
    const bin = await assayAs(
      'recording',
      `${kept('requirements.txt', 'txt')}
${kept('package.json', 'json')}
${kept('1/requirements.txt', 'again')}
echo '{"findings":[]}'`,
    )
    const read = (ending: string) => readFile(`${seen}.${ending}`, 'utf8').catch(() => null)
    for (const [command, expected] of CASES) {
      const endings = ['txt', 'json', 'again']
      await Promise.all(endings.map((ending) => rm(`${seen}.${ending}`, { force: true })))
      const outcome = await runHook(shell(command), bin)
      const [requirements, manifest, again] = await Promise.all(endings.map(read))
      expect({ command, ...outcome, given: { requirements, manifest, again } }).toEqual({
        command,
        ...said(),
        given: expected,
      })
    }
  })

  test('what cannot be looked at is said, in the form that agents read', async () => {
    const bin = await assayAs('never-asked', 'exit 1')
    const call = {
      ...shell('pip install -i https://host.example/simple x'),
      hook_event_name: 'PreToolUse',
    }
    const text =
      'Not looked at by assay:\nx: it comes from another index (-i), of which nothing is known here'
    const { status, stdout, stderr } = await runHook(call, bin)
    expect({ status, stderr }).toEqual({ status: 0, stderr: `${text}\n` })
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: text,
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: text },
    })
  })

  const missing = 'There is no package x on PyPI.'
  const missingIn = (path: string) =>
    `echo '${JSON.stringify({ findings: [{ path, line: 1, severity: 'error', message: missing }] })}'`

  test('a miss is no error where another index is named besides', async () => {
    const bin = await assayAs('besides', missingIn('besides/requirements.txt'))
    expect(await runHook(shell('pip install --extra-index-url https://h.example x'), bin)).toEqual(
      said(
        'Said by assay, and let through:',
        `${missing} Another index or folder is named besides (in the command, or in a variable such as PIP_FIND_LINKS), and may have it.`,
      ),
    )
  })

  test('no program of the project or of the machine is taken for a package', async () => {
    const bin = await assayAs('missing', missingIn('package.json'))
    const local = join(project, 'app', 'node_modules', '.bin')
    await mkdir(local, { recursive: true })
    await writeFile(join(local, 'local-tool'), '')
    expect(await runHook(shell('cd app && npx local-tool'), bin)).toEqual(said())
    expect(await runHook(shell('npx assay'), bin)).toEqual(
      said('Not looked at by assay:', 'assay: a program of this name is on the path'),
    )
    expect(await runHook(shell('cd "$DIR" && npx local-tool'), bin)).toEqual(
      said('Not looked at by assay:', 'local-tool: it may be a program of the project'),
    )
    expect((await runHook(shell('npx local-tool'), bin)).status).toBe(2)
    expect((await runHook(shell('cd app && pnpm dlx local-tool'), bin)).status).toBe(2)
  })

  test('no package of the project itself is asked about', async () => {
    const bin = await assayAs('asked', missingIn('package.json'))
    await mkdir(join(project, 'part'), { recursive: true })
    await writeFile(join(project, 'part/package.json'), '{"name":"@ours/part"}')
    try {
      expect(await runHook(shell('pnpm add @ours/part'), bin)).toEqual(said())
      expect((await runHook(shell('npm i @others/x'), bin)).status).toBe(2)
    } finally {
      await rm(join(project, 'part/package.json'))
    }
  })

  test.each([
    ['.npmrc', '.npmrc', 'part'],
    ['.npmrc', 'part/.npmrc', 'part'],
  ])(
    'no package of a scope with its own registry: %s in %s, ignored by git',
    async (name, path, from) => {
      await mkdir(join(project, 'part'), { recursive: true })
      await writeFile(join(project, path), '@corp:registry=https://npm.corp.example/\n')
      await writeFile(join(project, '.gitignore'), `${name}\n`)
      const before = [...registry.requests.keys()]
      try {
        const call = { ...shell('npm i @corp/x flashlight'), cwd: join(project, from) }
        const why = `${name} names a registry of its own for its scope, which is not asked.`
        expect(await runHook(call, folder, [MAIN, 'hook'])).toEqual(
          said('Not determined by assay:', `@corp/x: ${why}`),
        )
        const file = 'part/package.json'
        const written = write(file, '{"dependencies":{"@corp/x":"1","flashlight":"*"}}')
        const { status, stderr } = await runHook(written, folder, [MAIN, 'hook'])
        expect({ status, stderr }).toEqual({
          status: 0,
          stderr: expect.stringMatching(
            /^Not determined by assay:\npart\/package.json:1: @corp\/x: /,
          ),
        })
        const asked = [...registry.requests.keys()].filter((one) => !before.includes(one))
        expect(asked.filter((one) => one.includes('corp'))).toEqual([])
      } finally {
        await Promise.all([path, '.gitignore'].map((one) => rm(join(project, one))))
      }
    },
  )

  test('a name that could not be determined is said beside one that is there', async () => {
    const env = { PIP_FIND_LINKS: 'wheels' }
    const call = shell('pip install lamp lamp-that-is-not-there')
    expect(await runHook(call, folder, [MAIN, 'hook'], env)).toEqual(
      said(
        'Not determined by assay:',
        'lamp-that-is-not-there: the registry does not have it, and PIP_FIND_LINKS names another index.',
      ),
    )
  })

  test('a name that is not there is stopped where the folder of wheels is empty', async () => {
    const env = { PIP_FIND_LINKS: join(folder, 'no-wheels') }
    await mkdir(env.PIP_FIND_LINKS)
    const call = shell('pip install lamp-that-is-not-there')
    expect((await runHook(call, folder, [MAIN, 'hook'], env)).status).toBe(2)
    await writeFile(join(env.PIP_FIND_LINKS, 'other-1.0-py3-none-any.whl'), '')
    expect((await runHook(call, folder, [MAIN, 'hook'], env)).status).toBe(0)
  })

  test('a tag of npm that there is not is stopped, and one that there is, is not', async () => {
    registry.npm.publish({ name: 'tagged', version: '2.0.0', tags: ['next', 'latest'] })
    const hook = (command: string) => runHook(shell(command), folder, [MAIN, 'hook'])
    const stopped = await hook('npm i tagged@nosuchtag')
    expect(stopped).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/nosuchtag of tagged/),
    })
    expect(await hook('npm i tagged@next tagged@latest')).toMatchObject({ status: 0, stderr: '' })
  })

  test('an agent may hand over the words of a command', async () => {
    const bin = await assayAs('words', missingIn('package.json'))
    const call = { tool_input: { command: ['bash', '-lc', "npm i 'x'"] }, cwd: project }
    expect((await runHook(call, bin)).status).toBe(2)
  })
})

describe('a file that a command writes', () => {
  const hook = (command: string) => runHook(shell(command), folder, [MAIN, 'hook'])

  test('is judged as one that an agent writes', async () => {
    const code = "cd tools && cat > made.py <<'EOF'\nimport lamp\nlamp.dim(1)\nEOF"
    const { status, stderr } = await hook(code)
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^tools\/made\.py:2: lamp has no dim/m),
    })
    expect((await hook(code.replace('dim(1)', 'shine()'))).stderr).toBe('')
    const more = await hook('echo lamp-that-is-not-there >> requirements.txt')
    expect(more.stderr).toMatch(/^requirements\.txt:2: There is no package/m)
  })

  test('is said where only the shell knows what it will be', async () => {
    const bin = await assayAs('unasked', 'exit 1')
    const why = 'the command writes it, and what it will be is not known'
    expect(await runHook(shell('python make.py > made.py'), bin)).toEqual(
      said('Not looked at by assay:', `made.py: ${why}`),
    )
  })
})

describe('a file with requirements that a command names', () => {
  const HERE = 'tools/listed.txt'
  beforeAll(async () => {
    await writeFile(join(project, HERE), 'lamp==1.1\n-r more.txt\n-c no-constraints.txt\n')
    await writeFile(join(project, 'tools/more.txt'), '# more\nlamp==9.9\n-r listed.txt\n')
  })
  afterAll(async () => {
    await rm(join(project, HERE))
    await rm(join(project, 'tools/more.txt'))
  })
  const hook = (command: string) => runHook(shell(command), folder, [MAIN, 'hook'])

  test('is read from where the command runs, with those that it names', async () => {
    const { status, stderr } = await hook('cd tools && pip install -r listed.txt')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^more\.txt:2: There is no release 9\.9 of lamp/m)
  })

  test('is said to be not there', async () => {
    expect(await hook('pip install -r listed.txt')).toEqual(
      said('Not looked at by assay:', 'listed.txt: there is no such file'),
    )
  })

  test('is said to be no file', async () => {
    expect(await hook('pip install -r tools -e .')).toEqual(
      said('Not looked at by assay:', 'tools: a file that cannot be read'),
    )
  })

  test('is let through where it names only what there is', async () => {
    await writeFile(join(project, 'tools/good.txt'), 'lamp==1.1\n')
    expect(await hook('pip install -r tools/good.txt')).toEqual(said())
    await rm(join(project, 'tools/good.txt'))
  })
})

test('the index that assay asks is the default one, by whatever name', async () => {
  const hook = (command: string) => runHook(shell(command), folder, [MAIN, 'hook'])
  const missing = `pip install -i ${registry.pypiIndexUrl} lamp-that-is-not-there`
  expect((await hook(missing)).status).toBe(2)
  expect(await hook(`npm i --registry=${registry.npmUrl} flashlight`)).toEqual(said())
})

describe('an edit', () => {
  test.each([
    [{ old_string: 'shine', new_string: '$&e' }, 'import lamp\nlamp.$&e()\n'],
    [{ old_string: 'lamp', new_string: 'x', replace_all: true }, 'import x\nx.shine()\n'],
    [
      {
        edits: [
          { old_string: 'import lamp', new_string: 'import lamp as l' },
          { old_string: 'lamp.', new_string: 'l.' },
        ],
      },
      'import lamp as l\nl.shine()\n',
    ],
  ])('%j is judged by what the file will be', async (edit, expected) => {
    const seen = join(folder, 'edited.py')
    const bin = await assayAs(
      'editing',
      `cat room.py > '${seen}'; cat settings.py >> '${seen}'; echo '{}'`,
    )
    const input = { file_path: join(project, 'room.py'), ...edit }
    const { status } = await runHook({ tool_name: 'Edit', tool_input: input, cwd: project }, bin)
    expect(status).toBe(0)
    // Of the other modules only the names are handed on.
    expect(await readFile(seen, 'utf8')).toBe(expected)
  })
})

describe('a file that has a shell run something', () => {
  const hook = (path: string, content: string) =>
    runHook(write(path, content), folder, [MAIN, 'hook'])
  const missing = 'There is no package lamp-that-is-not-there on'

  test.each([
    ['tools/set-up.sh', 'set -e\npip install lamp lamp-that-is-not-there\n'],
    ['Makefile', 'deps:\n\t@pip install lamp-that-is-not-there\n'],
    ['run', '#!/usr/bin/env bash\nnpm i flashlight && pip install lamp-that-is-not-there\n'],
  ])('is stopped: %s', async (path, content) => {
    const { status, stderr } = await hook(path, content)
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(missing) })
    expect(await hook(path, content.replaceAll('lamp-that-is-not-there', 'lamp==1.1'))).toEqual(
      said(),
    )
  })

  test('is told and let through where it runs in an image', async () => {
    const content =
      'FROM python\nRUN --mount=type=cache,target=/c pip install \\\n  lamp-that-is-not-there\n'
    const { status, stderr } = await hook('Dockerfile', content)
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(missing) })
    expect(stderr).toContain('The image that it is installed in may ask another index.')
    const other = content.replace('RUN', 'ENV PIP_INDEX_URL=https://h.example/simple\nRUN')
    expect((await hook('Dockerfile', other)).stderr).toMatch(/another index \(PIP_INDEX_URL\)/)
    expect(await hook('Dockerfile', 'FROM python\nRUN ["pip", "install", "lamp"]\n')).toEqual(
      said(),
    )
  })

  test('is not stopped for what it installed before', async () => {
    const path = 'tools/old.sh'
    await writeFile(join(project, path), 'pip install lamp-that-is-not-there "$X"\n')
    const edited = 'pip install lamp-that-is-not-there "$X"\necho done\n'
    expect(await hook(path, edited)).toEqual(said())
    await rm(join(project, path))
  })
})

describe('what was wrong before', () => {
  const hook = (input: object) =>
    runHook({ tool_name: 'Edit', tool_input: input, cwd: project }, folder, [MAIN, 'hook'])
  beforeAll(async () => {
    await writeFile(join(project, 'old.py'), 'import lamp\nlamp.dim(1)\nlamp.shine()\n')
    await writeFile(join(project, 'old-requirements.txt'), 'lamp-that-was-never-there\nlamp\n')
  })
  afterAll(async () => {
    await rm(join(project, 'old.py'))
    await rm(join(project, 'old-requirements.txt'))
  })
  const file_path = 'old.py'

  test.each([
    [{ file_path, old_string: 'lamp.shine()', new_string: '\n\nlamp.shine()' }],
    [{ file_path, content: '"""Better."""\nimport lamp\nlamp.dim(1)\n' }],
    [{ file_path, old_string: 'lamp.dim(1)\n', new_string: '' }],
    [{ file_path: 'old-requirements.txt', old_string: 'lamp\n', new_string: 'lamp==1.1\n' }],
  ])('does not stop %j', async (input) => {
    expect(await hook(input)).toEqual(said())
  })

  test.each([
    [{ file_path, old_string: 'shine', new_string: 'dim' }, /^old\.py:3: lamp has no dim/m],
    [
      { file_path, old_string: 'lamp.shine()', new_string: 'lamp.glow()' },
      /lamp\.glow is called without/,
    ],
    // The line is the old one, and what it means is new.
    [{ file_path, content: 'import lamp.nothere as lamp\nlamp.shine()\n' }, /nothere/],
  ])('does not hide what %j brings', async (input, expected) => {
    const { status, stderr } = await hook(input)
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(expected) })
    expect(stderr).not.toMatch(/^old\.py:2: lamp has no dim/m)
  })
})

describe('nothing but a finding stops a call', () => {
  const finding = (severity: string) =>
    `echo '{"findings":[{"path":"requirements.txt","line":1,"severity":"${severity}","message":"M"}]}'`
  const little = (references: number) =>
    `echo '{"verdict":"undetermined","findings":[],"counts":{"references":${references}}}'; exit 3`
  const UNTOLD = said('Not checked by assay: most of it could not be determined.')
  const STOPPED = { status: 2, stdout: '', stderr: 'Stopped by assay: this does not exist.\nM\n' }
  const UNCHECKED = said('Not checked by assay: assay check gave no report.')
  test.each([
    ['a finding', finding('error'), STOPPED],
    ['a warning', finding('warning'), said()],
    ['a note', finding('note'), said()],
    ['a check that told little', little(3), UNTOLD],
    ['a check of nothing', little(0), said()],
    [
      'an assay that fails',
      'echo broken >&2; exit 3',
      said('Not checked by assay: assay check gave no report (broken).'),
    ],
    ['an assay that says nothing', 'exit 0', UNCHECKED],
    ['an assay that says no JSON', 'echo "no luck"', UNCHECKED],
    ['an assay that says something else', 'echo "{}"', UNCHECKED],
    ['an assay that says null', 'echo null', UNCHECKED],
    ['an assay that dies', 'kill -9 $$', UNCHECKED],
  ])('%s', async (what, script, expected) => {
    const bin = await assayAs(what.replaceAll(' ', '-'), script)
    expect(await runHook(shell('pip install x'), bin)).toEqual(expected)
  })

  test('an assay that is not on the path', async () => {
    const env = { PATH: '/nowhere' }
    expect(await runHook(shell('npm i x'), folder, [HOOK], env)).toEqual(
      said(
        'Not checked by assay: assay check could not be started: there is no assay on the path.',
      ),
    )
  })

  const NO_CALL = 'standard input was no call of a tool in JSON'
  test.each([
    ['no JSON', () => 'hello', NO_CALL],
    ['nothing', () => '', NO_CALL],
    ['null', () => 'null', NO_CALL],
    ['no input', () => '{"tool_name":"Bash"}', null],
    ['a command of no text', () => ({ tool_input: { command: 5 } }), null],
    [
      'an edit that comes to too much',
      () => ({
        cwd: project,
        tool_input: {
          file_path: 'room.py',
          edits: Array.from({ length: 99 }, () => ({
            ...{ old_string: 'l', new_string: 'll', replace_all: true },
          })),
        },
      }),
      'room.py is too large',
    ],
    ['a file that is no code', () => write('a.bin', 'import x'), null],
    [
      'a file outside of the project',
      () => write('../a.py', 'import no_such_demo'),
      '<folder>/a.py is outside of the repository',
    ],
    [
      'a file of no repository',
      () => ({ ...write('a.py', 'import x'), cwd: folder }),
      '<folder> is in no git repository',
    ],
    [
      'a file that is too large',
      () => write('a.py', '#'.repeat(1024 ** 2 + 1)),
      'a.py is too large',
    ],
    [
      'an edit of nothing',
      () => ({
        cwd: project,
        tool_input: { file_path: 'no.py', old_string: 'a', new_string: 'b' },
      }),
      null,
    ],
  ])('%s is let through', async (_what, call, why) => {
    const bin = await assayAs('always', finding('error'))
    const expected =
      why === null ? said() : said(`Not checked by assay: ${why.replace('<folder>', folder)}.`)
    expect(await runHook(call(), bin)).toEqual(expected)
  })
})

describe('manifests are read where they are files of the repository', () => {
  const here = (path: string) => join(folder, 'odd', path)
  let bin: string
  beforeAll(async () => {
    execFileSync('git', ['init', '-q', here('.')])
    await mkdir(here('part'))
    await writeFile(here('requirements.txt'), 'lamp==1.0\n')
    await writeFile(join(folder, 'outside.txt'), 'secret\n')
    execFileSync('mkfifo', [here('pipe')])
    bin = await assayAs(
      'listing',
      `cat part/requirements-x.txt > '${folder}/odd-seen'; echo '{"findings":[]}'`,
    )
  })
  const seen = () => readFile(join(folder, 'odd-seen'), 'utf8').catch(() => null)

  test.each([
    ['a link within it', '../requirements.txt', '', 'lamp==1.0\n'],
    // Nobody writes to it: whoever waits for that waits for ever.
    ['a pipe', '../pipe', 'is no file', null],
    ['a device', '/dev/zero', 'leads out of the repository', null],
    ['a link out of it', '../../outside.txt', 'leads out of the repository', null],
  ])('%s', async (_what, target, why, expected) => {
    const link = here('part/requirements-x.txt')
    await rm(link, { force: true })
    await rm(join(folder, 'odd-seen'), { force: true })
    await symlink(target, link)
    const call = { tool_input: { file_path: 'a.py', content: 'import x\n' }, cwd: here('part') }
    const words = why === '' ? [] : [`Not checked by assay: ${link} ${why}.`]
    expect(await runHook(call, bin)).toEqual(said(...words))
    expect(await seen()).toBe(expected)
  })

  test('and so is the file that is edited', async () => {
    await symlink('../pipe', here('part/edited.py'))
    const edit = { file_path: 'edited.py', old_string: 'a', new_string: 'b' }
    const outcome = await runHook({ tool_input: edit, cwd: here('part') }, bin)
    expect(outcome.stderr).toMatch(/^Not checked by assay: .*edited\.py is no file\.\n$/)
    expect(outcome.status).toBe(0)
  })
})

describe('with assay itself', () => {
  let bin: string
  beforeAll(async () => {
    const program = [process.execPath, MAIN]
    bin = await assayAs('real', `exec ${program.map((word) => `'${word}'`).join(' ')} "$@"`)
  })

  test('packages and versions that are not there are stopped', async () => {
    const { status, stderr } = await runHook(shell('pip install lamp==9.9 reqeusts'), bin)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^There is no release 9\.9 of lamp/m)
    expect(stderr).toMatch(/^There is no package reqeusts .*requests/m)
  })

  test('those that are there are not', async () => {
    const both = shell('pip install lamp==1.0 && npm install flashlight')
    expect(await runHook(both, bin)).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('a file that names what is not there, by the pins of the project; its own modules are', async () => {
    const good = write('tools/x.py', 'import lamp, settings, room\nlamp.shine()\n')
    expect(await runHook(good, bin)).toEqual({ status: 0, stdout: '', stderr: '' })
    const { status, stderr } = await runHook(write('tools/x.py', 'import lamp\nlamp.dim(1)\n'), bin)
    expect(status).toBe(2)
    expect(stderr).toMatch(/tools\/x\.py:2: .*dim/)
  })
})
