// Code in files of other kinds: what is read of it, at the places of the file.

import { describe, expect, test } from 'vitest'
import { referencesIn } from '../../src/references/findReferences.ts'

/** `3:8 requests.get`: each reference, by what stands at its place. */
function said(path: string, text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split('\n')
  return referencesIn(path, text).flatMap(({ report }) =>
    report.references
      .filter(({ isImport }) => !isImport)
      .map(({ module, steps, line, column, name }) => {
        const members = steps.flatMap((step) => (step.kind === 'member' ? [step.name] : []))
        // The place is right where the name itself stands there.
        const isThere = lines[line - 1]?.startsWith(name, column - 1) === true
        return `${line}:${column}${isThere ? '' : ' ELSEWHERE'} ${[module, ...members].join('.')}`
      }),
  )
}

function problemsOf(path: string, text: string): readonly string[] {
  return referencesIn(path, text).flatMap(({ report: { problem } }) =>
    problem === null ? [] : [`${problem.line}: ${problem.message}`],
  )
}

const notebook = (cells: readonly unknown[], more: object = {}) =>
  JSON.stringify({ cells, nbformat: 4, metadata: {}, ...more }, null, 1)
const code = (source: unknown, more: object = {}) => ({ cell_type: 'code', source, ...more })

describe('notebooks', () => {
  test('cells are one program, told by the lines of the file', () => {
    const text = notebook([
      code(['import requests\n', 'x = "a\\"b"; requests.get(x)\n', '\n']),
      { cell_type: 'markdown', source: ['import nothing'] },
      code('session = requests.Session()\nsession.gett("ü\\u00fc\\n")'),
    ])
    expect(said('a.ipynb', text)).toEqual([
      `${lineOf(text, 'requests.get(x)')} requests.get`,
      `${lineOf(text, 'requests.Session')} requests.Session`,
      `${lineOf(text, 'session.gett')} requests.Session.gett`,
    ])
  })

  test('a line of a cell that several strings hold', () => {
    const text = notebook([code(['import web\n', 'we', 'b.g', 'et()'])])
    expect(said('a.ipynb', text)).toEqual([expect.stringMatching(/^\d+:\d+.* web\.get$/)])
  })

  test('what is said to the notebook is no code, and what follows is read', () => {
    const text = notebook([
      code([
        '%matplotlib inline\n',
        '!pip install -q web \\\n',
        '  more\n',
        'import web\n',
        'web.get?',
      ]),
      code(['%%bash\n', 'echo web.nothing']),
      code(['%%time\n', 'if web:\n', '    !ls\n', 'files = !ls\n', 'web.get()']),
      code('x = (5\n  % web.size)'),
      code('await web.wait()'),
    ])
    expect(said('a.ipynb', text).map((one) => one.replace(/^\S+ /, ''))).toEqual([
      'web.get',
      'web.size',
      'web.wait',
    ])
    expect(problemsOf('a.ipynb', text)).toEqual([])
  })

  test('a cell that is no Python is told, and the others are read', () => {
    const text = notebook([code('import web'), code('def ('), code('web.get()')])
    expect(said('a.ipynb', text)).toHaveLength(1)
    expect(problemsOf('a.ipynb', text)).toEqual([
      `${lineOf(text, 'def (').split(':')[0]}: cell 2 of it is no Python`,
    ])
  })

  test('a notebook of old, a byte order mark, and one of TypeScript', () => {
    const old = JSON.stringify({
      worksheets: [
        { cells: [{ cell_type: 'code', language: 'python', input: ['import web\nweb.get()'] }] },
      ],
    })
    expect(said('a.ipynb', old)).toHaveLength(1)
    const typed = notebook([code('import { red } from "paint"\nred()')], {
      metadata: { kernelspec: { name: 'deno', language: 'typescript' } },
    })
    expect(said('a.ipynb', typed)).toEqual([`${lineOf(typed, 'red()')} paint.red`])
    expect(referencesIn('a.ipynb', typed)[0]).toMatchObject({
      language: 'javascript',
      isTyped: true,
    })
  })

  test.each([
    ['no JSON', '{"cells": [', 'it is no notebook: it is no JSON'],
    ['nothing', '', 'it is no notebook: it is no JSON'],
    ['a list', '[]', 'it is no notebook: it is no JSON'],
    ['no cells', '{}', 'it is no notebook: it has no list of cells'],
    ['cells that are none', '{"cells": [1]}', 'it has no list of cells'],
    [
      'a cell without a text',
      '{"cells": [{"cell_type": "code", "source": 5}]}',
      'the text of cell 1 cannot be read',
    ],
    [
      'a cell of numbers',
      '{"cells": [{"cell_type": "code", "source": ["a", 5]}]}',
      'the text of cell 1 cannot be read',
    ],
    ['deep brackets', '['.repeat(200_000), 'it is no JSON'],
    [
      'another language',
      notebook([code('1')], { metadata: { kernelspec: { language: 'R' } } }),
      'it is a notebook in r, which is not read',
    ],
    ['very much code', notebook([code('x = 1\n'.repeat(200_000))]), 'more than 1 MiB of code'],
  ])('%s is told', (_, text, problem) => {
    expect(problemsOf('a.ipynb', text)).toEqual([expect.stringContaining(problem)])
  })

  test('sources that are no text are passed over', () => {
    const text = notebook([
      code([1, null, { a: 'import web' }]),
      code({}),
      code('import web\nweb.get()'),
    ])
    expect(said('a.ipynb', text)).toHaveLength(1)
  })
})

/** The place of a text as the file has it. */
function lineOf(text: string, part: string): string {
  const name = /^[\w.]+?(?=[^\w.]|$)/.exec(part)?.[0] ?? part
  const at = text.indexOf(JSON.stringify(part).slice(1, -1)) + name.lastIndexOf('.') + 1
  const before = text.slice(0, at).split('\n')
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
}

describe('components', () => {
  test.each([
    [
      'Vue: both scripts are one module',
      'A.vue',
      '<!-- <script>import no from "no"</script> -->\n<script lang="ts">\nimport { red } from "paint"\nexport interface A { b: string }\n</script>\n<template>\n  <p v-if="a > b">{{ red(1) }}</p>\n</template>\n<script setup lang="ts" generic="T extends Record<string, unknown>">\nred<A>("x")\n</script>\n<style>a{}</style>\n',
      ['10:1 paint.red'],
    ],
    [
      'Vue: scripts that share names are read apart',
      'A.vue',
      '<script>\nimport { red } from "paint"\nred()\n</script>\n<script setup>\nimport { red } from "paint"\nred()\n</script>\n',
      ['3:1 paint.red', '7:1 paint.red'],
    ],
    [
      'Svelte, with ends of lines of Windows and a byte order mark',
      'A.svelte',
      '\ufeff<script context="module">\r\n  import { red } from "paint"\r\n</script>\r\n<script>\r\n  $: x = red()\r\n</script>\r\n<p>{x}</p>\r\n',
      ['5:10 paint.red'],
    ],
    [
      'Astro: what stands first, and scripts of the page by themselves',
      'A.astro',
      '---\nimport { red } from "paint"\nif (!red()) return Astro.redirect("/")\nconst { a } = Astro.props as { a: string }\n---\n<p>{a}</p>\n<script>\nimport { red } from "paint"\nred()\n</script>\n<script type="application/ld+json">{"a": 1}</script>\n',
      ['3:6 paint.red', '9:1 paint.red'],
    ],
    ['a component without code', 'A.vue', '<template><p /></template>', []],
    ['a script elsewhere', 'A.vue', '<script src="./a.ts" />\n<template><p /></template>', []],
  ])('%s', (_, path, text, expected) => {
    expect(said(path, text)).toEqual(expected)
    expect(problemsOf(path, text)).toEqual([])
  })

  test.each([
    [
      'a script without an end',
      'A.vue',
      '<template></template>\n<script>\nimport a from "b"',
      '2: its <script> does not end',
    ],
    ['a tag without an end', 'A.svelte', '<script lang="ts', '1: its <script> does not end'],
    [
      'a first block without an end',
      'A.astro',
      '---\nimport a from "b"\n',
      'between ---, does not end',
    ],
    [
      'another language',
      'A.vue',
      '<script lang="coffee">\na\n</script>',
      'a script in coffee, which is not read',
    ],
    ['code that is none', 'A.svelte', '<script>\nimport {\n</script>', '3: '],
  ])('%s is told', (_, path, text, problem) => {
    expect(problemsOf(path, text)).toEqual([expect.stringContaining(problem)])
  })

  test.each([
    [
      'A.vue',
      '<script setup>\nimport { red } from "paint"\n</script>\n<template lang="html"><p :a="red.deep" @b=\'c\'>{{ red.er }} word</p><X.Part /></template>',
      ['red', 'deep', 'c', 'er', 'X', 'Part'],
    ],
    [
      'A.svelte',
      '<p>{#each red.all as a}{a.b}{/each} word</p><Menu.Item />',
      ['each', 'red', 'all', 'as', 'a', 'b', 'Menu', 'Item'],
    ],
    [
      'A.astro',
      '<p>{red.all.map((a) => <b>{a.c}</b>)} word</p>',
      ['red', 'all', 'map', 'a', 'b', 'c'],
    ],
    ['A.vue', '<template lang="pug">\np= red.er\n</template>', ['template', 'p', 'red', 'er']],
  ])('names in templates are listed, and words are not: %s %s', (path, text, names) => {
    const passed = referencesIn(path, text).flatMap(({ report }) => report.passedOver)
    expect(passed.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    expect(passed.map(({ name }) => name)).not.toContain('word')
  })
})

describe('Markdown', () => {
  const TEXT = [
    '# Title',
    '',
    '```python title="a.py"',
    'import web',
    'web.get()',
    '```',
    '- item',
    '',
    '    ~~~ts',
    '    import { red } from "paint"',
    '    red()',
    '    ~~~',
    '',
    '> ```pycon',
    '> >>> import web',
    '> >>> web.put()',
    '> 3',
    '> ```',
    '',
    '```text',
    'import nothing',
    '```',
    '````{python}',
    'import web',
    '"```"; web.post()',
    '````',
    '```vue',
    '<script setup>',
    'import { blue } from "paint"',
    'blue()',
    '</script>',
    '```',
  ]

  test.each([['\n'], ['\r\n']])('each block is read for itself, at its lines: %j', (end) => {
    expect([...said('a.md', TEXT.join(end))].sort()).toEqual([
      '11:5 paint.red',
      '16:11 web.put',
      '25:12 web.post',
      '30:1 paint.blue',
      '5:5 web.get',
    ])
    expect(problemsOf('a.md', TEXT.join(end))).toEqual([])
  })

  test('MDX: imports and exports between its paragraphs', () => {
    const text =
      'import { red } from "paint"\nexport const a = red()\n\n# Title\n\nimported words\n\n<A />\n'
    expect(said('a.mdx', text)).toEqual(['2:18 paint.red'])
    expect(said('a.md', text)).toEqual([])
  })

  test('one block says nothing of another', () => {
    expect(said('a.md', '```py\nimport web\n```\n```py\nweb.get()\n```\n')).toEqual([])
  })

  test('a block without an end is read and told', () => {
    const text = '# A\n```py\nimport web\nweb.get()\n'
    expect(said('a.md', text)).toEqual(['4:5 web.get'])
    expect(problemsOf('a.md', text)).toEqual(['2: it has a block of code without an end'])
  })

  test('a block that is no Python is told', () => {
    expect(problemsOf('a.md', 'a\n```python\nimport (\n```\n')).toEqual([
      expect.stringMatching(/^3: /),
    ])
  })
})

describe('whatever is in it, a file is read in time that grows with its length', () => {
  const SIZE = 200_000
  test.each([
    ['A.vue', '<script '],
    ['A.vue', '{{ '],
    ['A.vue', ' v-aaaaaaaa'],
    ['A.vue', ' :a="'],
    ['A.vue', '<template>'],
    ['A.vue', '<!--'],
    ['A.vue', '<A.'],
    ['A.svelte', '{'],
    ['A.svelte', '{}'],
    ['A.svelte', '<script>'],
    ['A.astro', '---\n'],
    ['a.md', '```py\n'],
    ['a.md', '>'],
    ['a.md', '> - ```py\n'],
    ['a.mdx', 'import '],
    ['a.ipynb', '{"cells":['],
    ['a.ipynb', '"'],
    ['a.ipynb', '\\"'],
  ])('%s of %j', (path, part) => {
    const text = part.repeat(Math.ceil(SIZE / part.length))
    expect(() => referencesIn(path, text)).not.toThrow()
  })

  test('a cell of very many lines that go on', () => {
    const text = notebook([code(`${'!a \\\n'.repeat(50_000)}\nimport web\nweb.get()`)])
    expect(said('a.ipynb', text)).toHaveLength(1)
  })

  test('a cell of very many strings', () => {
    const text = notebook([
      code(['import web\n', ...Array.from({ length: 100_000 }, () => 'a'), '\nweb.get()']),
    ])
    expect(said('a.ipynb', text)).toHaveLength(1)
  })
})
