import { expect, test } from 'vitest'
import { isClicked, isFromOtherSite, isOpened } from '../../../src/http/request/otherSite.ts'

const asked = (headers: Record<string, string>) => ({
  header: (name: string) => ({ host: 'assay.example', ...headers })[name],
})

const SAME_SITE = { 'sec-fetch-site': 'same-site' }

test.each([
  ['a program', {}, false],
  ['a page of the service', { 'sec-fetch-site': 'same-origin' }, false],
  ['what is typed', { 'sec-fetch-site': 'none' }, false],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, true],
  ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }, true],
  ['a form of a neighbour', { ...SAME_SITE, origin: 'https://shop.assay.example' }, true],
  ['a form of the other address', { ...SAME_SITE, origin: 'https://public.example' }, false],
  ['what no browser says', { 'sec-fetch-site': 'elsewhere' }, true],
  ['an old browser, from the service', { origin: 'https://assay.example' }, false],
  ['an old browser, from its public address', { origin: 'https://public.example' }, false],
  ['an old browser, from elsewhere', { origin: 'https://evil.example' }, true],
  ['an old browser, from another port', { origin: 'https://assay.example:8443' }, true],
  ['an old browser that does not say from where', { origin: 'null' }, true],
  ['a browser that knows better', { 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
])('%s: from another site %s', (_, headers, expected) => {
  expect(isFromOtherSite(asked(headers), 'https://public.example/x')).toBe(expected)
})

const NAVIGATE = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test.each([
  ['a link that is followed', { ...NAVIGATE, 'sec-fetch-user': '?1' }, [true, true]],
  ['a page that goes on by itself', NAVIGATE, [true, false]],
  ['a frame', { ...NAVIGATE, 'sec-fetch-dest': 'iframe', 'sec-fetch-user': '?1' }, [false, false]],
  ['what is fetched ahead', { ...NAVIGATE, 'sec-purpose': 'prefetch' }, [false, false]],
  ['a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, [false, false]],
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, [false, false]],
])('%s is opened, and clicked: %j', (_, headers, expected) => {
  expect([isOpened(asked(headers)), isClicked(asked(headers))]).toEqual(expected)
})
