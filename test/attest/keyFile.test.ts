import { execFile } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KEY_FILE_NAME, loadVerifierKey, VerifierKeyError } from '../../src/attest/keyFile.ts'
import { CURVE_ORDER } from '../../src/attest/secp256k1.ts'
import { TEST_KEY_HEX } from './samples.ts'

const run = promisify(execFile)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-key-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

async function keyFile(text: string, mode = 0o600): Promise<string> {
  const path = join(dataDir, 'given.key')
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

async function errorOf(loading: Promise<unknown>): Promise<VerifierKeyError> {
  const error = await loading.then(
    () => 'it was taken',
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(VerifierKeyError)
  return error as VerifierKeyError // Checked just above.
}

const WRITTEN = [
  ['bare', TEST_KEY_HEX],
  ['with 0x', `0x${TEST_KEY_HEX}`],
  ['with a line end', `${TEST_KEY_HEX}\n`],
  ['with a Windows line end', `0x${TEST_KEY_HEX}\r\n`],
] as const

const capitals = 'AB'.repeat(32)

describe('a key that is given', () => {
  test.each(WRITTEN)('as text, %s', async (_rule, text) => {
    const key = await loadVerifierKey({ hex: text, dataDir })
    expect(toHex(key.privateKey)).toBe(TEST_KEY_HEX)
    expect(key).toMatchObject({ path: null, made: false })
  })

  test.each(WRITTEN)('in a file, %s', async (_rule, text) => {
    const file = await keyFile(text)
    const key = await loadVerifierKey({ file, dataDir })
    expect(toHex(key.privateKey)).toBe(TEST_KEY_HEX)
    expect(key).toMatchObject({ path: file, made: false })
  })

  test('in capitals', async () => {
    const key = await loadVerifierKey({ hex: capitals, dataDir })
    expect(toHex(key.privateKey)).toBe(capitals.toLowerCase())
  })

  test('as text wins over the file, and nothing is made', async () => {
    const file = await keyFile('11'.repeat(32))
    const key = await loadVerifierKey({ hex: TEST_KEY_HEX, file, dataDir })
    expect(toHex(key.privateKey)).toBe(TEST_KEY_HEX)
    expect(await readdir(dataDir)).toEqual(['given.key'])
  })

  test('through a link, as secrets are mounted', async () => {
    const link = join(dataDir, 'linked.key')
    await symlink(await keyFile(TEST_KEY_HEX), link)
    expect(toHex((await loadVerifierKey({ file: link, dataDir })).privateKey)).toBe(TEST_KEY_HEX)
  })

  test('in a file that only its owner can read', async () => {
    const file = await keyFile(TEST_KEY_HEX, 0o400)
    expect(toHex((await loadVerifierKey({ file, dataDir })).privateKey)).toBe(TEST_KEY_HEX)
  })
})

const UNUSABLE = [
  { rule: 'an empty text', text: '', says: /64 hexadecimal/ },
  { rule: '63 digits', text: TEST_KEY_HEX.slice(1), says: /64 hexadecimal/ },
  { rule: '65 digits', text: `${TEST_KEY_HEX}4`, says: /64 hexadecimal/ },
  { rule: 'a letter that is no digit', text: `${TEST_KEY_HEX.slice(1)}g`, says: /64 hexadecimal/ },
  { rule: '0x twice', text: `0x0x${TEST_KEY_HEX}`, says: /64 hexadecimal/ },
  { rule: 'zero', text: '00'.repeat(32), says: /order of secp256k1/ },
  { rule: 'the order of the curve', text: CURVE_ORDER.toString(16), says: /order of secp256k1/ },
  { rule: 'a scalar past the order', text: 'ff'.repeat(32), says: /order of secp256k1/ },
]

describe('a key that cannot be used is refused without being shown', () => {
  test.each(UNUSABLE)('as text: $rule', async ({ text, says }) => {
    const error = await errorOf(loadVerifierKey({ hex: text, dataDir }))
    expect(error.message).toMatch(says)
    if (text !== '') expect(inspected(error)).not.toContain(text)
  })

  test.each(UNUSABLE)('in a file: $rule', async ({ text, says }) => {
    const file = await keyFile(text)
    const error = await errorOf(loadVerifierKey({ file, dataDir }))
    expect(error.message).toMatch(says)
    expect(error.message).toContain(file)
    if (text !== '') expect(inspected(error)).not.toContain(text)
  })

  test.each([0o640, 0o604, 0o660, 0o644, 0o610, 0o601, 0o777])('mode %o', async (mode) => {
    const error = await errorOf(
      loadVerifierKey({ file: await keyFile(TEST_KEY_HEX, mode), dataDir }),
    )
    expect(error.message).toContain(`mode ${mode.toString(8)}`)
    expect(error.message).toContain('chmod 600')
    expect(inspected(error)).not.toContain(TEST_KEY_HEX)
  })

  test('a missing file is not made', async () => {
    const file = join(dataDir, 'absent.key')
    expect((await errorOf(loadVerifierKey({ file, dataDir }))).message).toContain('does not exist')
    expect(await readdir(dataDir)).toEqual([])
  })

  test('a folder', async () => {
    const file = join(dataDir, 'folder')
    await mkdir(file, { mode: 0o700 })
    expect((await errorOf(loadVerifierKey({ file, dataDir }))).message).toContain('not a regular')
  })

  test('a named pipe, without waiting for a writer', async () => {
    const file = join(dataDir, 'pipe')
    await run('mkfifo', ['-m', '600', file])
    expect((await errorOf(loadVerifierKey({ file, dataDir }))).message).toContain('not a regular')
  })

  test('a large file', async () => {
    const file = await keyFile(TEST_KEY_HEX.repeat(100))
    expect((await errorOf(loadVerifierKey({ file, dataDir }))).message).toContain('too large')
  })

  test('a damaged key in the data folder is reported, not replaced', async () => {
    const path = join(dataDir, KEY_FILE_NAME)
    await writeFile(path, 'damaged', { mode: 0o600 })
    expect((await errorOf(loadVerifierKey({ dataDir }))).message).toContain('64 hexadecimal')
    expect(await readFile(path, 'utf8')).toBe('damaged')
  })
})

describe('a key that is made at the first start', () => {
  test('is owner-only, is found again, and leaves nothing else behind', async () => {
    const folder = join(dataDir, 'new', 'folder')
    const first = await loadVerifierKey({ dataDir: folder })
    const path = join(folder, KEY_FILE_NAME)
    expect(first).toMatchObject({ path, made: true })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toBe(`0x${toHex(first.privateKey)}\n`)
    expect(await readdir(folder)).toEqual([KEY_FILE_NAME])
    const second = await loadVerifierKey({ dataDir: folder })
    expect(second).toEqual({ ...first, made: false })
  })

  test('differs from one folder to the next', async () => {
    const one = await loadVerifierKey({ dataDir: join(dataDir, '1') })
    const two = await loadVerifierKey({ dataDir: join(dataDir, '2') })
    expect(toHex(one.privateKey)).not.toBe(toHex(two.privateKey))
  })

  test('is drawn again while it is no scalar of the curve', async () => {
    const draws = [Buffer.alloc(32, 0), Buffer.alloc(32, 0xff), Buffer.from(TEST_KEY_HEX, 'hex')]
    const randomBytes = () => draws.shift() ?? Buffer.alloc(32, 1)
    const { privateKey } = await loadVerifierKey({ dataDir, randomBytes })
    expect(toHex(privateKey)).toBe(TEST_KEY_HEX)
  })

  test('is one key when many start at once', async () => {
    const starts = Array.from({ length: 20 }, () => loadVerifierKey({ dataDir }))
    const keys = await Promise.all(starts)
    expect(new Set(keys.map(({ privateKey }) => toHex(privateKey))).size).toBe(1)
    expect(keys.filter(({ made }) => made)).toHaveLength(1)
    expect(await readdir(dataDir)).toEqual([KEY_FILE_NAME])
  })

  test('is one key when several processes start at once', async () => {
    const module = new URL('../../src/attest/keyFile.ts', import.meta.url).href
    const script = `
      const { loadVerifierKey } = await import('${module}')
      const { privateKey } = await loadVerifierKey({ dataDir: process.argv[1] })
      console.log(Buffer.from(privateKey).toString('hex'))`
    const start = () =>
      run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, dataDir])
    const outputs = await Promise.all([start(), start(), start()])
    expect(new Set(outputs.map(({ stdout }) => stdout.trim())).size).toBe(1)
    expect(await readdir(dataDir)).toEqual([KEY_FILE_NAME])
  })

  test('a folder that cannot hold it is an error that names the file', async () => {
    const blocked = join(dataDir, 'blocked')
    await writeFile(blocked, '')
    const error = await errorOf(loadVerifierKey({ dataDir: blocked }))
    expect(error.message).toContain(join(blocked, KEY_FILE_NAME))
  })
})

/** Everything that a log could show of an error, its cause included. */
function inspected(error: Error): string {
  return `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
}
