// A child whose extractors do what a parser can do to its process, and worse. Compiled and started
// by the tests only.

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelIn } from '../../src/extract/childFlags.ts'
import { EXTRACTORS } from '../../src/extract/extractors.ts'
import { encodeFrame } from '../../src/extract/frames.ts'
import { runChild } from '../../src/extract/runChild.ts'
import type { HostileExtractors } from './hostileNames.ts'

const COUNTS = { files: 1, directories: 0, links: 0, keptFiles: 1, keptBytes: 1, unpackedBytes: 1 }

const SAID = { said: { name: null, version: null }, remarks: [] }

const DONE = { counts: COUNTS, ...SAID, followed: [], unopened: [], spent: [] }

/** Past the honest sender, straight into the channel. */
function say(...parts: readonly Uint8Array[]): void {
  for (const part of parts) push(channelIn(process.argv), part)
}

/** Waits where the pipe is full. */
function push(fd: number, part: Uint8Array): void {
  for (let at = 0; at < part.length; ) {
    try {
      at += writeSync(fd, part, at)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

function spin(): never {
  for (;;);
}

function attempt(work: () => unknown): string {
  try {
    work()
    return 'done'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const text = (value: unknown) => Buffer.from(JSON.stringify(value))
const lengths = (header: number, body: number) => {
  const prefix = Buffer.alloc(8)
  prefix.writeUInt32LE(header, 0)
  prefix.writeUInt32LE(body, 4)
  return prefix
}

const HOSTILE: HostileExtractors = {
  segfault: () => {
    process.kill(process.pid, 'SIGSEGV')
    return spin()
  },
  abort: () => process.abort(),
  spin,
  'wait without end': () => new Promise(() => {}),
  'wait a little': async () => {
    await sleep(20)
    return text('waited')
  },
  'fill the heap': () => {
    const held: object[] = []
    for (;;) held.push({ more: held.length })
  },
  'fill memory outside the heap': () => {
    const held: Buffer[] = []
    for (;;) held.push(Buffer.alloc(4 * 1024 * 1024, 1))
  },
  'ask for too large a buffer': () => {
    const held: ArrayBuffer[] = []
    for (;;) held.push(new ArrayBuffer(2 ** 40))
  },
  'print to stdout': () => {
    for (let i = 0; i < 64; i++) writeSync(1, Buffer.alloc(1024 * 1024, 'x'))
    return text('printed')
  },
  'print to stderr': () => {
    for (;;) push(2, Buffer.alloc(64 * 1024, 'x'))
  },
  'send rubbish': () => {
    say(Buffer.from('this is no frame, it only looks like one from very far away'))
    return spin()
  },
  'send a header that is no JSON': () => {
    say(lengths(4, 0), Buffer.from('{"a:'))
    return spin()
  },
  'announce four gigabytes': () => {
    say(lengths(20, 0xffffffff))
    const zeros = Buffer.alloc(1024 * 1024)
    for (;;) say(zeros)
  },
  'send frames without end': () => {
    const [frame = Buffer.alloc(0)] = encodeFrame({ type: 'ready' })
    for (;;) say(frame)
  },
  'send reads without end': ({ sha256 }) => {
    for (let id = 1; ; id++) {
      say(...encodeFrame({ type: 'read', job: 1, id, file: 0, offset: 0, lengthBytes: 1, sha256 }))
    }
  },
  'want without end': () => {
    const wanted = Buffer.from(JSON.stringify([{ name: 'dep', ranges: [''] }]))
    for (let id = 1; ; id++) say(...encodeFrame({ type: 'want', job: 1, id }, wanted))
  },
  'want too much at once': () => {
    const wanted = Array.from({ length: 1_000 }, () => ({ name: 'dep', ranges: [''] }))
    say(...encodeFrame({ type: 'want', job: 1, id: 1 }, Buffer.from(JSON.stringify(wanted))))
    return spin()
  },
  'follow what it was not given': () => {
    say(...encodeFrame({ type: 'done', job: 1, ...DONE, followed: [7] }))
    return spin()
  },
  'list what it finds': async (_, dependencies) => {
    const found =
      dependencies.fixed ??
      (await dependencies.find([
        { name: 'one', ranges: [''] },
        { name: 'two', ranges: [''] },
      ]))
    for (const one of found) if (one !== null && one !== 'gap') dependencies.follow(one)
    return text(
      found.map((one) => {
        return one === null || one === 'gap'
          ? one
          : { name: one.name, files: one.tree.counts.files }
      }),
    )
  },
  'send output in crumbs': () => {
    for (;;) say(...encodeFrame({ type: 'output', job: 1 }, Buffer.from('x')))
  },
  'send output without end': () => {
    const part = Buffer.alloc(1024 * 1024)
    for (;;) say(...encodeFrame({ type: 'output', job: 1 }, part))
  },
  'give too long an output': () => Buffer.alloc(9 * 1024 * 1024),
  'answer for another job': () => {
    say(...encodeFrame({ type: 'done', job: 77, ...DONE }))
    return spin()
  },
  'answer twice': () => {
    say(...encodeFrame({ type: 'done', job: 1, ...DONE }))
    say(...encodeFrame({ type: 'done', job: 1, ...DONE }))
    return spin()
  },
  'claim an unknown refusal': () => {
    say(...encodeFrame({ type: 'refused', job: 1, reason: 'toString', member: null, detail: '' }))
    return spin()
  },
  'exit without an answer': () => process.exit(0),
  'throw an error': () => {
    throw new TypeError('cannot read \u001b[31mproperties\u001b[0m of\nundefined')
  },
  'throw nothing': () => {
    throw undefined
  },
  'throw where nobody catches': async () => {
    setImmediate(() => {
      throw new Error('far from the job')
    })
    await sleep(60_000)
    return text('unreachable')
  },
  'overflow the stack': () => {
    const deeper = (depth: number): number => deeper(depth + 1) + 1
    return text(deeper(0))
  },
  'show its environment': () => text(process.env),
  'try what it must not': ({ filename }) =>
    text({
      'read a file': attempt(() => readFileSync('/etc/passwd')),
      'write a file': attempt(() => writeFileSync(`${filename}.left`, 'x')),
      'start a process': attempt(() => spawn(process.execPath, ['--version'])),
      'make code of text': attempt(() => new Function('return 1')()),
      'change a prototype': attempt(() => Reflect.get({}, '__proto__')),
    }),
  'say its number': () => text(process.pid),
  'keep memory': () => {
    kept.push(Buffer.alloc(96 * 1024 * 1024, 1))
    return text(process.pid)
  },
}

const kept: Buffer[] = []

runChild({
  ...EXTRACTORS,
  ...Object.fromEntries(Object.entries(HOSTILE).map(([name, work]) => [name, async () => work])),
})
