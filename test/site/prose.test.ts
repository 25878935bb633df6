import { describe, expect, test } from 'vitest'
import { prose } from '../../src/site/markup/prose.ts'

describe('a line of documentation', () => {
  test.each([
    ['Use ``app.json`` instead.', 'Use <code>app.json</code> instead.'],
    ['Returns :class:`Response` object.', 'Returns <code>Response</code> object.'],
    ['See :py:meth:`~kit.Client.get`', 'See <code>kit.Client.get</code>'],
    ['A `name` and `other`', 'A <code>name</code> and <code>other</code>'],
    ['``a``', '<code>a</code>'],
  ])('%s shows its code as code', (text, expected) => {
    expect(prose(text).text).toBe(expected)
  })

  test.each([
    ['Is true when `!ready`', 'Is true when <code>!ready</code>'],
    ['Returns `~mask`', 'Returns <code>~mask</code>'],
    ['See :pep:`484`', 'See :pep:<code>484</code>'],
    ['Works :never: and :never:`ever`', 'Works :never: and :never:<code>ever</code>'],
  ])('%s loses nothing but its marks', (text, expected) => {
    expect(prose(text).text).toBe(expected)
  })

  test.each([
    ['The :class:`Request <Request>` object', 'The <code>Request</code> object'],
    ['See :ref:`the guide <guide>`', 'See <code>the guide &lt;guide&gt;</code>'],
  ])('%s says nothing twice', (text, expected) => {
    expect(prose(text).text).toBe(expected)
  })

  test.each([
    ['Handles extra types compared to the', 'Handles extra types compared to the …'],
    ['The `Request` object,', 'The <code>Request</code> object, …'],
    ['Waits until it is over', 'Waits until it is over'],
    ['Sends a request.', 'Sends a request.'],
    ['Adds two numbers', 'Adds two numbers'],
  ])('%s: where it breaks off is seen', (text, expected) => {
    expect(prose(text).text).toBe(expected)
  })

  test('is cut where all other text is', () => {
    expect(prose('`a` '.repeat(100_000)).text.length).toBeLessThan(30_000)
  })

  test.each(['plain', 'one ` alone', '``` three', 'a:b', '``'])('%s stays as it is', (text) => {
    expect(prose(text).text).toBe(text)
  })

  test('what is marked is text, and never markup', () => {
    expect(prose('`<b>` & :func:`"x"`').text).toBe(
      '<code>&lt;b&gt;</code> &amp; <code>&quot;x&quot;</code>',
    )
  })

  test('ten thousand marks take one pass', () => {
    expect(prose(':func:`'.repeat(10_000)).text).toMatch(/…$/)
  })
})
