import { describe, expect, test } from 'vitest'
import { describeFailure } from '../../src/page/failure.ts'

const issue = (msg: string, ...loc: string[]) => ({ detail: [{ loc: ['body', ...loc], msg }] })

describe('a reply that is no answer, in words', () => {
  test.each([
    ['one field', 422, issue('Field required', 'name'), null, 'name: Field required.'],
    ['no field', 422, issue('No such version.'), null, 'No such version.'],
    [
      'a field with two words',
      422,
      issue('Too long', 'from_version'),
      null,
      'from version: Too long.',
    ],
    ['no shape at all', 422, 'what?', null, 'The question could not be understood.'],
    ['too fast', 429, {}, '30', 'Too many questions at once. Please try again in 30 seconds.'],
    ['too much', 413, {}, null, 'That is more text than one question may have.'],
    [
      'a long wait',
      503,
      { detail: 'It changed' },
      '3600',
      'It changed. Nothing is said rather than guessed. Please try again in 60 minutes.',
    ],
    [
      'no word at all',
      503,
      null,
      null,
      'Nothing is said rather than guessed. Please try again shortly.',
    ],
    ['another status', 418, { detail: 'A teapot' }, null, 'A teapot. (status 418)'],
  ])('%s', (_what, status, body, retryAfter, sentence) => {
    expect(describeFailure({ status, body, retryAfter })).toBe(sentence)
  })
})
