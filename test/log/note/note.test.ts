import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkpointText,
  openCheckpoint,
  parseCheckpoint,
} from '../../../src/log/note/checkpoint.ts'
import { cosign, cosignedAt } from '../../../src/log/note/cosignature.ts'
import {
  openNote,
  parseNote,
  parseSignatureLine,
  signatureLine,
  signNote,
} from '../../../src/log/note/signedNote.ts'
import { noteSigner, parseKey, writeKey } from '../../../src/log/note/verifierKey.ts'
import { EMPTY_ROOT } from '../../../src/log/tree/hashes.ts'

const bytes = (text: string) => Buffer.from(text, 'utf8')
const seed = (text: string) => createHash('sha256').update(text).digest()
const log = noteSigner('log.example/one', 'note', seed('log'))
const witness = noteSigner('witness.example/w', 'cosignature', seed('witness'))
const root = createHash('sha256').update('root').digest()
const text = checkpointText({ origin: 'log.example/one', size: 20_852_163, root })
const note = signNote(text, log)

// The example of the specification, with its key.
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

describe('a note', () => {
  test('of the specification opens with the key of the specification', () => {
    const key = parseKey(EXAMPLE_KEY)
    expect(key && writeKey(key)).toBe(EXAMPLE_KEY)
    expect(openNote(bytes(EXAMPLE), key === null ? [] : [key])).toMatchObject({
      ok: true,
      text: 'This is an example message.\n',
    })
  })

  test('with any bit turned does not open', () => {
    const whole = bytes(note)
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const turned = Buffer.from(whole)
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(openNote(turned, [log.key]).ok).toBe(false)
    }
  })

  test('that is cut off anywhere does not open', () => {
    const whole = bytes(note)
    for (let end = 0; end < whole.length; end += 1) {
      expect(openNote(whole.subarray(0, end), [log.key]).ok).toBe(false)
    }
  })

  test('may have signatures of strangers beside a known one', () => {
    const other = noteSigner('log.example/one', 'note', seed('other'))
    const both = `${note}${signatureLine(other.key, other.sign(bytes(text)))}`
    expect(openNote(bytes(both), [log.key])).toMatchObject({ ok: true, known: [{ key: log.key }] })
    expect(openNote(bytes(both), [other.key])).toMatchObject({ ok: true })
    expect(openNote(bytes(note), [other.key])).toEqual({ ok: false, reason: 'signer_unknown' })
  })

  test('with a false signature of a known key does not open, even beside a true one', () => {
    const line = signatureLine(log.key, log.sign(bytes('something else')))
    const reason = { ok: false, reason: 'signature_false' }
    expect(openNote(bytes(`${text}\n${line}`), [log.key])).toEqual(reason)
    expect(openNote(bytes(`${note}${line}`), [log.key])).toEqual(reason)
  })

  test('counts a key once, however often it has signed', () => {
    const line = note.slice(text.length + 1)
    const opened = openNote(bytes(`${note}${line}${line}`), [log.key])
    expect(opened.ok && opened.known.length).toBe(1)
  })

  const [line = ''] = note.split('\n').slice(-2)
  test.each([
    ['no empty line', text + line],
    ['no signature', `${text}\n`],
    ['no line end', note.slice(0, -1)],
    ['an empty line at the end', `${note}\n`],
    ['a hyphen for the dash', note.replace('—', '-')],
    ['two spaces', note.replace('— ', '—  ')],
    ['a carriage return', note.replaceAll('\n', '\r\n')],
    ['a control character', note.replace('20852163', '20852163\t')],
    ['base 64 without its padding', note.replace(/=+\n$/, '\n')],
    ['base 64 with a loose bit', note.replace(/[A-Za-z0-9+/](=+)\n$/, '9$1\n')],
    ['a plus in the name', note.replace('— log.', '— log+')],
    ['a space of another kind in the name', note.replace('— log.example', '— log\u2003example')],
    ['a key id alone', `${text}\n— log.example/one ${Buffer.alloc(4).toString('base64')}\n`],
    ['more signatures than anybody needs', `${text}\n${`${line}\n`.repeat(101)}`],
  ])('with %s is none', (_, broken) => {
    expect(parseNote(bytes(broken))).toBeNull()
  })

  test('is not read from bytes that are no text', () => {
    expect(parseNote(Buffer.concat([Buffer.of(0xc3), bytes(note)]))).toBeNull()
    expect(parseNote(Buffer.concat([Buffer.alloc(1_000_000, 'a'), bytes(note)]))).toBeNull()
  })

  test('may have empty lines in its text', () => {
    const signed = signNote('one\n\ntwo\n', log)
    expect(openNote(bytes(signed), [log.key])).toMatchObject({ ok: true, text: 'one\n\ntwo\n' })
  })
})

describe('a key', () => {
  test('reads back as it was written', () => {
    for (const { key } of [log, witness]) expect(parseKey(writeKey(key))).toEqual(key)
  })

  test('has another id as a witness than as a log', () => {
    const same = noteSigner('log.example/one', 'cosignature', seed('log'))
    expect(same.key.publicKey).toEqual(log.key.publicKey)
    expect(same.key.id).not.toBe(log.key.id)
  })

  const written = writeKey(log.key)
  test.each([
    ['another name', written.replace('one', 'two')],
    ['another id', written.replace(log.key.id, '00000000')],
    ['an id in capitals', written.replace(log.key.id, 'ABCDEF00')],
    ['a byte less', `${written.slice(0, -4)}`],
    ['nothing', ''],
    ['a name alone', 'log.example/one'],
  ])('with %s is none', (_, text) => {
    expect(parseKey(text)).toBeNull()
  })

  test('of a type that is not known is none', () => {
    const key = Buffer.concat([Buffer.of(2), log.key.publicKey]).toString('base64')
    expect(parseKey(`log.example/one+${log.key.id}+${key}`)).toBeNull()
  })
})

describe('a checkpoint', () => {
  test('of the specification is read', () => {
    const example =
      'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
    const checkpoint = parseCheckpoint(example)
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
    expect(checkpoint && checkpointText(checkpoint)).toBe(example)
  })

  test('reads back as it was written', () => {
    const heads = fc.record({
      size: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      root: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    })
    fc.assert(
      fc.property(heads, (head) => {
        const of = { origin: 'log.example/one', ...head }
        expect(parseCheckpoint(checkpointText(of))).toEqual(of)
      }),
    )
  })

  test.each([
    ['two lines', 'a\n1\n'],
    ['an empty origin', `\n1\n${root.toString('base64')}\n`],
    ['a size with a zero before it', `a\n01\n${root.toString('base64')}\n`],
    ['a negative size', `a\n-1\n${root.toString('base64')}\n`],
    ['a size that is not exact', `a\n9007199254740993\n${root.toString('base64')}\n`],
    ['a root that is too short', `a\n1\n${root.subarray(1).toString('base64')}\n`],
    ['an empty line', `a\n1\n${root.toString('base64')}\n\nb\n`],
    ['no line end', `a\n1\n${root.toString('base64')}`],
    ['leaves of nothing', `a\n0\n${root.toString('base64')}\n`],
  ])('with %s is none', (_, broken) => {
    expect(parseCheckpoint(broken)).toBeNull()
  })

  test('of no leaves has the root of nothing', () => {
    const empty = { origin: 'a', size: 0, root: EMPTY_ROOT }
    expect(parseCheckpoint(checkpointText(empty))).toEqual({ ...empty, root: empty.root })
  })

  test('may have lines of which nothing is known', () => {
    expect(parseCheckpoint(`${text}something\n`)).toMatchObject({ size: 20_852_163 })
  })

  const origin = { origin: 'log.example/one', keys: [log.key] }

  test('opens under the signature of its log', () => {
    expect(openCheckpoint(bytes(note), origin)).toMatchObject({
      ok: true,
      checkpoint: { size: 20_852_163 },
    })
  })

  test('of another log does not open, whoever signed it', () => {
    const other = signNote(checkpointText({ origin: 'log.example/two', size: 1, root }), log)
    expect(openCheckpoint(bytes(other), origin)).toEqual({ ok: false, reason: 'origin_other' })
  })

  test('does not open by a witness alone', () => {
    const line = signatureLine(witness.key, cosign(text, 1_679_315_147, witness))
    expect(openCheckpoint(bytes(`${text}\n${line}`), origin, [witness.key])).toEqual({
      ok: false,
      reason: 'log_signature_missing',
    })
  })

  test('tells which witnesses have cosigned it, and when', () => {
    const line = signatureLine(witness.key, cosign(text, 1_679_315_147, witness))
    const opened = openCheckpoint(bytes(`${note}${line}`), origin, [witness.key])
    expect(opened).toMatchObject({ ok: true, known: [{ key: log.key }, { key: witness.key }] })
    const times = opened.ok ? opened.known.map(({ signature }) => cosignedAt(signature.bytes)) : []
    expect(times).toEqual([null, 1_679_315_147])
  })

  test('is not cosigned by the cosignature of another checkpoint, or of another time', () => {
    const elsewhere = checkpointText({ origin: 'log.example/two', size: 20_852_163, root })
    const other = signatureLine(witness.key, cosign(elsewhere, 1_679_315_147, witness))
    const moved = Buffer.from(cosign(text, 1_679_315_147, witness))
    moved.writeBigUInt64BE(1_679_315_148n)
    for (const line of [other, signatureLine(witness.key, moved)]) {
      expect(openCheckpoint(bytes(`${note}${line}`), origin, [witness.key])).toEqual({
        ok: false,
        reason: 'signature_false',
      })
    }
  })

  test('takes no cosignature without a time', () => {
    expect(cosignedAt(cosign(text, 0, witness))).toBeNull()
    expect(cosignedAt(Buffer.alloc(71))).toBeNull()
    expect(cosignedAt(Buffer.alloc(72, 0xff))).toBeNull()
  })

  test('has lines of signatures that are read one by one', () => {
    const line = signatureLine(witness.key, cosign(text, 1_679_315_147, witness))
    expect(parseSignatureLine(line.slice(0, -1))).toMatchObject({ name: 'witness.example/w' })
    expect(parseSignatureLine(line)).toBeNull()
  })
})
