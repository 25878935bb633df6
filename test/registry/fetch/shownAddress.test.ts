import { expect, test } from 'vitest'
import { parseEndpoint } from '../../../src/registry/fetch/endpoint.ts'
import { shownAddress } from '../../../src/registry/fetch/shownAddress.ts'

const FILE = 'https://registry.example/packages/ab/0123456789abcdef0123/a-1.0.tar.gz'

test.each([
  ['a file of the source', 'https://registry.example/simple', FILE, FILE],
  ['without credentials', 'https://u:p@registry.example/', FILE.replace('//', '//u:p@'), FILE],
  ['a file that lies elsewhere', 'https://registry.example/', FILE.replace('.e', '.f.e'), null],
  ['an address with a signature', 'https://registry.example/', `${FILE}?signature=1`, null],
  ['without the fragment', 'https://registry.example/', `${FILE}#sha256=00`, FILE],
  ['an index with a token', 'https://registry.example/9f8e7d6c5b4a39281706/simple/', FILE, null],
  ['no address', 'https://registry.example/', 'javascript:alert(1)', null],
])('%s', (_, base, file, shown) => {
  const endpoint = parseEndpoint(base)
  expect(endpoint && shownAddress(file, [endpoint])).toBe(shown)
})
