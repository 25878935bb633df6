import { describe, expect, test } from 'vitest'
import { undeterminedPage } from '../../src/site/pages/statePages.ts'
import { type ReceiptOf, receiptBlock } from '../../src/site/parts/receipt.ts'

const RECEIPT: ReceiptOf = {
  says: 'It says so.',
  answer: {
    attestation: { type: 'assay.symbol_exists/1', verifier: '0x1', verdict: 'symbol_not_found' },
    attestation_hash: '0x2',
    signature: '0x3',
  } as unknown as ReceiptOf['answer'],
  json: '/pypi/lamp?format=json',
  commandLine: 'assay symbol pypi lamp@1.0 lamp.glow',
  post: null,
  place: null,
  isOpen: false,
}

describe('the receipt on a page', () => {
  test('names the release that its verdict is on, where the page is about another one', () => {
    const { text } = receiptBlock({ ...RECEIPT, verdictOn: '1.1' }, '')
    expect(text).toContain('<dt>Verdict on 1.1</dt><dd><code>symbol_not_found</code></dd>')
    expect(receiptBlock(RECEIPT, '').text).toContain('<dt>Verdict</dt>')
  })
})

test('what cannot be told leads on to its package', () => {
  const page = undeterminedPage('lamp.glow in lamp 1.0', 'It has no file.', {
    ecosystem: 'pypi',
    name: 'lamp',
  })
  expect(page.body.text).toContain('<a href="/pypi/lamp">The page of lamp</a>')
  expect(undeterminedPage('This', 'It has no file.').body.text).not.toContain('<a')
})
