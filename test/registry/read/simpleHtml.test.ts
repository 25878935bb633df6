import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import { MalformedDocument } from '../../../src/registry/fetch/documents.ts'
import { htmlTags } from '../../../src/registry/read/htmlTags.ts'
import {
  readHtmlStanding,
  readSimpleHtml,
  TAGS_MAX,
} from '../../../src/registry/read/simpleHtml.ts'

const URL_OF_PAGE = new URL('http://registry.example/simple/proj/')
const SHA256 = 'ab'.repeat(32)

function read(html: string) {
  const { releases, standing } = readSimpleHtml(html, 'proj' as PackageName, URL_OF_PAGE)
  const files = [...releases].flatMap(([version, listed]) =>
    listed.map((file) => ({ version, isYanked: file.yanked !== null, ...file.read() })),
  )
  return { files, status: standing?.status ?? null }
}

const page = (body: string, head = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`

describe('one anchor', () => {
  const PLAIN = {
    version: '1.0',
    isYanked: false,
    kind: 'sdist',
    filename: 'proj-1.0.tar.gz',
    url: 'http://registry.example/simple/proj/proj-1.0.tar.gz',
    sizeBytes: null,
    digests: {},
  }
  const ROWS = [
    { rule: 'relative', anchor: '<a href="proj-1.0.tar.gz">proj-1.0.tar.gz</a>', expected: PLAIN },
    {
      rule: 'in capitals',
      anchor: '<A HREF="proj-1.0.tar.gz">proj-1.0.tar.gz</A>',
      expected: PLAIN,
    },
    {
      rule: 'without quotes',
      anchor: '<a href=proj-1.0.tar.gz>proj-1.0.tar.gz</a>',
      expected: PLAIN,
    },
    {
      rule: 'in single quotes',
      anchor: "<a href='proj-1.0.tar.gz'>proj-1.0.tar.gz</a>",
      expected: PLAIN,
    },
    {
      rule: 'over lines',
      anchor: '<a\n  href = "proj-1.0.tar.gz"\n>\n proj-1.0.tar.gz\n</a>',
      expected: PLAIN,
    },
    {
      rule: 'named by its address only',
      anchor: '<a href="proj%2D1.0.tar.gz"></a>',
      expected: { ...PLAIN, url: 'http://registry.example/simple/proj/proj%2D1.0.tar.gz' },
    },
    {
      rule: 'named inside another tag',
      anchor: '<a href="proj-1.0.tar.gz"><b>proj</b></a>',
      expected: PLAIN,
    },
    {
      rule: 'from the root of the host',
      anchor: '<a href="/files/proj-1.0.tar.gz">proj-1.0.tar.gz</a>',
      expected: { ...PLAIN, url: 'http://registry.example/files/proj-1.0.tar.gz' },
    },
    {
      rule: 'on another host, without its credentials',
      anchor: '<a href="https://eve:pw@files.example/proj-1.0.tar.gz">proj-1.0.tar.gz</a>',
      expected: { ...PLAIN, url: 'https://files.example/proj-1.0.tar.gz' },
    },
    {
      rule: 'with a digest',
      anchor: `<a href="proj-1.0.tar.gz#sha256=${SHA256.toUpperCase()}">proj-1.0.tar.gz</a>`,
      expected: { ...PLAIN, digests: { sha256: SHA256 } },
    },
    {
      rule: 'with a digest and more',
      anchor: `<a href="proj-1.0.tar.gz#egg=proj-1.0&amp;sha256=${SHA256}">proj-1.0.tar.gz</a>`,
      expected: { ...PLAIN, digests: { sha256: SHA256 } },
    },
    {
      rule: 'with a digest that nobody should use any more',
      anchor: '<a href="proj-1.0.tar.gz#md5=d41d8cd98f00b204e9800998ecf8427e">proj-1.0.tar.gz</a>',
      expected: PLAIN,
    },
    {
      rule: 'with entities in the address',
      anchor: '<a href="get?f=proj&amp;v=1&#46;0&#x2e;tar.gz">proj-1.0.tar.gz</a>',
      expected: { ...PLAIN, url: 'http://registry.example/simple/proj/get?f=proj&v=1.0.tar.gz' },
    },
    {
      rule: 'yanked without a reason',
      anchor: '<a href="proj-1.0.tar.gz" data-yanked>proj-1.0.tar.gz</a>',
      expected: { ...PLAIN, isYanked: true },
    },
    {
      rule: 'yanked for a reason with a bracket',
      anchor: '<a data-yanked="a > b" href="proj-1.0.tar.gz">proj-1.0.tar.gz</a>',
      expected: { ...PLAIN, isYanked: true },
    },
    {
      rule: 'with a Python requirement',
      anchor: '<a href="proj-1.0.tar.gz" data-requires-python="&gt;=3.8">proj-1.0.tar.gz</a>',
      expected: PLAIN,
    },
  ]
  test.each(ROWS)('$rule', ({ anchor, expected }) => {
    expect(read(page(anchor)).files).toEqual([expected])
  })

  test.each([
    ['a comment', '<!-- <a href="proj-1.0.tar.gz">proj-1.0.tar.gz</a> -->'],
    ['a script', '<script>"<a href=\'proj-1.0.tar.gz\'>proj-1.0.tar.gz</a>"</script>'],
    ['the parent folder', '<a href="../">../</a>'],
    ['a signature', '<a href="proj-1.0.tar.gz.asc">proj-1.0.tar.gz.asc</a>'],
    ['a home page', '<a href="http://proj.example/">1.0 home_page</a>'],
    ['a file of another project', '<a href="other-1.0.tar.gz">other-1.0.tar.gz</a>'],
    ['no address', '<a name="proj-1.0.tar.gz">proj-1.0.tar.gz</a>'],
  ])('%s is no file', (_rule, anchor) => {
    expect(read(page(`<h1>Links for proj</h1>${anchor}`)).files).toEqual([])
  })
})

describe('the page', () => {
  const ANCHOR = '<a href="proj-1.0.tar.gz">proj-1.0.tar.gz</a>'
  const VERSIONED = '<meta name="pypi:repository-version" content="1.3">'

  test.each([
    ['a title', page('', '<title>Links for proj</title>')],
    ['a title in the spelling of its owner', page('', '<title>Links for Proj</title>')],
    ['a heading', page('<h1>Links for proj</h1>')],
    ['a version of the protocol', page('', VERSIONED)],
    ['a file of the project', page(ANCHOR)],
    ['no html tag, but an end', `${ANCHOR}</body>`],
  ])('%s makes it an index', (_rule, html) => {
    expect(() => read(html)).not.toThrow()
  })

  test.each([
    ['nothing', ''],
    ['text', 'not a page'],
    ['an empty page', page('')],
    ['a login form', page('<form><input name="user"></form>')],
    ['a title of another project', page(ANCHOR, '<title>Links for other</title>')],
    ['a heading of another project', page('<h1>Links for other</h1>')],
    ['the list of all projects', page('<a href="/simple/proj/">proj</a>', VERSIONED)],
    ['no end', `<html><body>${ANCHOR}`],
    ['an end in the middle', `${page(ANCHOR)}<a href="proj-2.0.tar.gz`],
    ['a digest that is none', page('<a href="proj-1.0.tar.gz#sha256=zz">proj-1.0.tar.gz</a>')],
  ])('%s does not', (_rule, html) => {
    expect(() => read(html)).toThrow(MalformedDocument)
  })

  test('may say where its links begin', () => {
    const html = page(ANCHOR, '<base href="https://files.example/a/">')
    expect(read(html).files[0]?.url).toBe('https://files.example/a/proj-1.0.tar.gz')
  })

  test('may put the project in quarantine, or say that it is over', () => {
    const meta = (status: string) => `<meta name="pypi:project-status" content="${status}">`
    expect(read(page('', VERSIONED + meta('quarantined'))).status).toBe('quarantined')
    expect(read(page('', VERSIONED + meta('archived'))).status).toBe('archived')
    expect(read(page('', VERSIONED + meta('active'))).status).toBeNull()
  })

  describe('its head alone', () => {
    const NAMED = '<title>Links for proj</title>'
    const MARK = '<meta name="pypi:project-status" content="deprecated">'
    const REASON =
      '<meta name="pypi:project-status-reason" content="use &quot;other&quot;\u0007\n">'
    const standing = (html: string) => readHtmlStanding(html, 'proj' as PackageName)

    test('says what the project is, and why, on one line', () => {
      const said = { status: 'deprecated', statusReason: 'use "other"' }
      expect(standing(page(ANCHOR.repeat(3), NAMED + MARK + REASON))).toEqual(said)
      // A page that was cut short behind its head has said it all the same.
      expect(standing(page(ANCHOR, NAMED + MARK + REASON).slice(0, -20))).toEqual(said)
    })

    test('of another project, and of what is no index, says nothing', () => {
      expect(() => standing(page('', `<title>Links for other</title>${MARK}`))).toThrow()
      expect(() => standing(page('<p>Sign in</p>', `<title>Portal</title>${MARK}`))).toThrow()
    })

    test('a mark behind a link is no mark of the page', () => {
      const none = { status: null, statusReason: null }
      expect(standing(page(`${ANCHOR}${MARK}`, NAMED))).toEqual(none)
    })
  })

  test('one release under two spellings is one release', () => {
    const html = page(
      '<a href="proj-1.0-1.tar.gz">proj-1.0-1.tar.gz</a><a href="proj-1.0.post1-py3-none-any.whl">proj-1.0.post1-py3-none-any.whl</a>',
    )
    expect(read(html).files.map(({ version }) => version)).toEqual(['1.0.post1', '1.0.post1'])
  })
})

describe('hostile pages', () => {
  const bits = fc.constantFrom(
    '<a href="',
    '"',
    "'",
    '>',
    '</a>',
    '<',
    '&#',
    '&#x110000;',
    '&amp;',
    '<!--',
    '-->',
    '=',
    ' ',
    'proj-1.0.tar.gz',
    '<title>Links for proj',
    '<script>',
    '</script',
    '\u0000',
    '</html>',
    '/',
  )
  test('give files or a MalformedDocument, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60 }), (parts) => {
        try {
          read(`${parts.join('')}</html>`)
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedDocument)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    { what: 'open tags', unit: '<a ', tags: 'none' },
    { what: 'open quotes', unit: '<a href="', tags: 'none' },
    { what: 'open quotes of both kinds', unit: '<a b="\' c=\'"', tags: 'none' },
    { what: 'attributes', unit: '<a b=c ', tags: 'none' },
    { what: 'equals signs', unit: '<a =', tags: 'none' },
    { what: 'brackets', unit: '<', tags: 'none' },
    { what: 'blanks', unit: '<a          ', tags: 'none' },
    { what: 'comments that do not end', unit: '<!--', tags: 'none' },
    { what: 'scripts that do not end', unit: '<script>', tags: 'one' },
    { what: 'ampersands', unit: '<a>&#', tags: 'each' },
    { what: 'whole tags', unit: '<a href="x">', tags: 'each' },
  ])('ten megabytes of $what take one pass', ({ unit, tags }) => {
    const repeated = 10_000_000 / unit.length
    let count = 0
    // A second pass for every tag would take hours: the test would run into its time limit.
    for (const _tag of htmlTags(unit.repeat(repeated))) count += 1
    expect(count).toBe({ none: 0, one: 1, each: Math.floor(repeated) }[tags])
  })

  test('more tags than an index can have are not kept', () => {
    const html = page(`<a href="proj-1.0.tar.gz">proj-1.0.tar.gz</a>${'<br>'.repeat(TAGS_MAX)}`)
    expect(() => read(html)).toThrow(MalformedDocument)
  })

  test('neither are more attributes than a tag can have', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `x${i}=1`).join(' ')
    const [tag] = [...htmlTags(`<a href="y" ${many}>`)]
    expect(tag?.attributes.get('href')).toBe('y')
    expect(tag?.attributes.size).toBe(64)
  })
})
