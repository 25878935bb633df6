// The wheel as pip would lay it out, and the program in it as a user starts it.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export const hasPython = spawnSync('python3', ['--version']).status === 0

/** Runs Python code with these arguments; what it prints. */
export function pythonSays(code: string, ...words: readonly string[]): string {
  return execFileSync('python3', ['-c', code, ...words], { stdio: 'pipe' }).toString()
}

/** The folder that Python imports from. */
export function unpackedWheel(folder: string, wheel: string): string {
  const site = join(folder, 'site')
  mkdirSync(site)
  execFileSync('python3', ['-m', 'zipfile', '-e', wheel, site], { stdio: 'pipe' })
  return site
}

/** Files of a wheel whose digest or size is not what its RECORD says, or that are only in one of both. */
export const WRONG_IN_RECORD = `
import base64, csv, hashlib, io, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    held = {name: wheel.read(name) for name in wheel.namelist()}
    (record,) = [name for name in held if name.endswith('.dist-info/RECORD')]
    rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(held[record].decode()))}
    digest = lambda data: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
    wrong = [name for name, data in held.items()
        if name != record and rows.get(name) != ['sha256=' + digest(data), str(len(data))]]
    print(json.dumps(wrong + sorted(set(rows) ^ set(held))))
`

type Ended = Readonly<{ status: unknown; stdout: string; stderr: string }>

/** The interpreter itself, to be found before the path is narrowed. */
export const python = () => pythonSays('import sys; print(sys.executable)').trim()

/** Starts a service, sends it the signal as soon as it listens, and tells how it ended. */
export function endedBy(
  [program = '', ...words]: readonly string[],
  signal: NodeJS.Signals,
  at: Readonly<{
    site: string
    cwd: string
    path: readonly string[]
    env: Readonly<Record<string, string>>
  }>,
): Promise<Readonly<{ status: number | null; signal: NodeJS.Signals | null }>> {
  const env = { ...at.env, PATH: at.path.join(':'), PYTHONPATH: at.site, HOME: at.cwd }
  const child = spawn(program, words, { cwd: at.cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let isSent = false
  child.stderr.on('data', (chunk: Buffer) => {
    if (!isSent && chunk.includes('listens on')) isSent = child.kill(signal)
  })
  return new Promise((settle) =>
    child.once('close', (status, by) => settle({ status, signal: by })),
  )
}

/** `python -m assay`, with these folders on the path and nothing else around. */
export function runModule(
  words: readonly string[],
  at: Readonly<{
    site: string
    cwd: string
    path: readonly string[]
    input?: string
    env?: Readonly<Record<string, string>>
  }>,
): Promise<Ended> {
  const { site, cwd, path, input = '' } = at
  const env = {
    PATH: path.join(':'),
    PYTHONPATH: site,
    PYTHONDONTWRITEBYTECODE: '1',
    HOME: cwd,
    ASSAY_RESIDENT: 'off',
    ...at.env,
  }
  return new Promise((settle) => {
    const child = execFile(
      python(),
      ['-m', 'assay', ...words],
      { cwd, env },
      (error, stdout, stderr) =>
        settle({ status: error === null ? 0 : error.code, stdout, stderr }),
    )
    child.stdin?.on('error', () => {}).end(input)
  })
}
