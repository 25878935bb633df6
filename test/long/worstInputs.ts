// The worst that each route takes, at its limits. A route without one fails the test: whoever adds a
// route says here what its worst question is.

export type WorstRequest = Readonly<{
  /** What is bad about it. */
  what: string
  path?: string
  /** `n`: a number that no other request of the run has, for questions that must not be known yet. */
  body?: (n: number) => unknown
}>

const KIB = 1024
const repeat = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')
const python = (content: string) => ({ files: [{ path: 'a.py', content }] })

/** A body at its limit that no schema wants anything of. */
const MANY_MEMBERS = `{${repeat(45_000, (n) => `"m${n}":[${n}],`)}"last":0}`
const MEMBERS: WorstRequest = { what: 'a body of many members', body: () => MANY_MEMBERS }

/** As many values as a question about one name may have, and as many bytes. */
const FULL_LOOKUP: WorstRequest = {
  what: 'as many values and bytes as are taken',
  body: () => `{"x":"${'\\u0000'.repeat(20_000)}",${'"m":[],'.repeat(80)}"last":0}`,
}
/** The same of a job. */
const FULL_JOB: WorstRequest = {
  what: 'as many values as are taken',
  body: () => `{${Array.from({ length: 4_900 }, (_, n) => `"m${n}":[${n}],`).join('')}"last":0}`,
}

const NAME: WorstRequest = {
  what: 'a long name that is not there',
  body: (n) => ({ ecosystem: 'npm', name: `${'reqeusts-'.repeat(20)}${n}` }),
}
const SHORT_NAME: WorstRequest = {
  what: 'a name with many near ones',
  body: (n) => ({ ecosystem: 'pypi', name: `reqests${n}` }),
}
const SYMBOL: WorstRequest = {
  what: 'a long symbol that is not there, in a wide package',
  body: (n) => ({ ecosystem: 'pypi', package: 'wide', symbol: `wide.${'nope_'.repeat(90)}${n}` }),
}
const DIFF: WorstRequest = {
  what: 'all of two wide releases',
  body: (n) => ({
    ecosystem: 'pypi',
    package: 'wide',
    from_version: `1.${n % 3}`,
    to_version: `1.${3 + (n % 3)}`,
  }),
}

const CHECKS: readonly WorstRequest[] = [
  {
    what: 'too many packages',
    body: (n) => python(repeat(15_000, (line) => `import no_${n}_${line}`)),
  },
  {
    what: 'as many packages as are looked up',
    body: (n) => python(repeat(500, (line) => `import no_${n}_${line}`)),
  },
  {
    what: 'one package that is not there, often',
    body: (n) => python(repeat(19_000, () => `import no_${n}`)),
  },
  {
    what: 'names that are not there, often',
    body: (n) => python(`import wide\n${repeat(19_000, (line) => `wide.fn_${n}_${line}(1)`)}`),
  },
  {
    what: 'lines of a manifest',
    body: () => ({
      files: [{ path: 'requirements.txt', content: repeat(19_000, () => 'no-one') }],
    }),
  },
  { what: 'depth', body: () => python(`x = ${'['.repeat(200_000)}`) },
  {
    what: 'one call of many keywords',
    body: (n) => python(`import wide\nwide.fn_${n % 5_000}(${'k=1,'.repeat(100_000)})`),
  },
  {
    what: 'a text of control characters',
    body: () => python(`x = """${'\u0001'.repeat(150_000)}"""`),
  },
  {
    what: 'fifty files of one import each',
    body: (n) => ({
      files: Array.from({ length: 50 }, (_, at) => ({
        path: `${'d/'.repeat(200)}f${at}.py`,
        content: `import no_${n}_${at}\n`,
      })),
    }),
  },
]

const UPGRADE: WorstRequest = {
  what: 'many uses of what changed',
  body: (n) => ({
    ecosystem: 'pypi',
    package: 'wide',
    from_version: `1.${n % 3}`,
    to_version: `1.${3 + (n % 3)}`,
    ...python(`import wide\n${repeat(15_000, (line) => `wide.fn_${line % 5_000}(1)`)}`),
  }),
}

const CARDS: readonly WorstRequest[] = [
  {
    what: 'twenty symbols that are not there, in a wide package',
    body: (n) => ({
      ecosystem: 'pypi',
      package: 'wide',
      symbols: Array.from({ length: 20 }, (_, i) => `wide.${'nope_'.repeat(80)}${n}_${i}`),
    }),
  },
  {
    what: 'a question of many words, in a wide package',
    body: (n) => ({
      ecosystem: 'pypi',
      package: 'wide',
      question: `fn ${n} ${'read the text of a file '.repeat(18)}`,
    }),
  },
]

const TEXT = `${'a'.repeat(200 * KIB)}b${'a'.repeat(200 * KIB)}`
const VERIFY: readonly WorstRequest[] = [
  {
    what: 'many requirements',
    body: (n) => ({
      job: {
        kind: 'dependencies',
        language: 'python',
        output: repeat(15_000, (line) => `no-${n}-${line}`),
      },
    }),
  },
  {
    what: 'patterns over a long text',
    body: () => ({
      job: { kind: 'text', output: TEXT },
      spec: {
        checks: Array.from({ length: 50 }, (_, n) => ({
          id: `p${n}`,
          type: 'regex',
          pattern: `(a|aa|a*b?)*c${n}`,
        })),
      },
    }),
  },
  {
    what: 'patterns of as much work as they may',
    body: () => ({
      job: { kind: 'text', output: 'a'.repeat(8_000) },
      spec: {
        checks: Array.from({ length: 50 }, (_, n) => ({
          id: `w${n}`,
          type: 'regex',
          pattern: `(?:a?){300}b${n}`,
        })),
      },
    }),
  },
  {
    what: 'searches without regard to case',
    body: () => ({
      job: { kind: 'text', output: 'Ä'.repeat(250 * KIB) },
      spec: {
        checks: Array.from({ length: 20 }, (_, n) => ({
          id: `i${n}`,
          type: 'contains',
          text: `ä${n}`,
          ignore_case: true,
        })),
      },
    }),
  },
  {
    what: 'searches in a long text',
    body: () => ({
      job: { kind: 'text', output: TEXT },
      spec: {
        checks: Array.from({ length: 50 }, (_, n) => ({
          id: `s${n}`,
          type: 'contains',
          text: `${'a'.repeat(5_000)}b${'a'.repeat(5_000)}c${n}`,
        })),
      },
    }),
  },
  {
    what: 'paths and schemas over many values',
    body: () => ({
      job: { kind: 'json', output: `[${'[0,1],'.repeat(60_000)}0]` },
      spec: {
        checks: Array.from({ length: 50 }, (_, n) =>
          n % 2 === 0
            ? { id: `j${n}`, type: 'json_path', path: `$..[?@ > ${n}]` }
            : {
                id: `j${n}`,
                type: 'json_schema',
                schema: { type: 'array', items: { anyOf: [{ type: 'string' }, { minItems: n }] } },
              },
        ),
      },
    }),
  },
]

const CRITERIA = [
  'contains no TODO',
  'all imports exist',
  'code parses as Python',
  'is at most 5 words',
  'mentions every package of the context',
]
const JUDGE: WorstRequest = {
  what: 'a long output and twenty criteria',
  body: (n) => ({
    output: `\`\`\`python\n${repeat(2_000, (line) => `import no_${n}_${line}`)}\n\`\`\``,
    rubric: Array.from({ length: 20 }, (_, at) => ({
      criterion: `${CRITERIA[at % CRITERIA.length]}${' '.repeat(at)}`,
    })),
    context: repeat(900, (line) => `no-${line}`),
  }),
}

const RESEARCH: WorstRequest = {
  what: 'a question of many words',
  body: (n) => ({
    query: `${repeat(280, (at) => `fn_${(n * 280 + at) % 5_000}`)}`.slice(0, 2_000),
  }),
}

const PLAIN: readonly WorstRequest[] = [{ what: 'one after the other' }]
const long = (path: string): readonly WorstRequest[] => [
  { what: 'a long query', path: `${path}?x=${'%F0%9F%92%A9'.repeat(1_000)}` },
]

/** By method and path, as the OpenAPI document has them. */
export const WORST: Readonly<Record<string, readonly WorstRequest[]>> = {
  'POST /v1/import/resolve': [
    {
      what: 'a long import that is not there',
      body: (n) => ({ ecosystem: 'pypi', import: `${'nope.'.repeat(100)}x${n}` }),
    },
    MEMBERS,
  ],
  'POST /v1/package/exists': [NAME, SHORT_NAME, FULL_LOOKUP, MEMBERS],
  'POST /demo/v1/package/exists': [NAME, SHORT_NAME],
  'POST /v1/symbol/exists': [SYMBOL, MEMBERS],
  'POST /demo/v1/symbol/exists': [SYMBOL],
  'POST /v1/diff': [DIFF, MEMBERS],
  'POST /demo/v1/diff': [DIFF],
  'POST /v1/check': CHECKS,
  'POST /demo/v1/check': CHECKS.slice(1, 4),
  'POST /receipts/verify': [
    {
      what: 'a receipt of many members',
      body: () => ({
        attestation: {
          type: 'x',
          verifier: '0x',
          more: Array.from({ length: 20_000 }, (_, n) => `m${n}`),
        },
        signature: `0x${'1b'.repeat(65)}`,
      }),
    },
    MEMBERS,
  ],
  'GET /v1/symbol/history': [
    {
      what: 'a symbol that is in no release of a wide package',
      path: `/v1/symbol/history?ecosystem=pypi&package=wide&symbol=wide.${'nope_'.repeat(90)}`,
    },
  ],
  'POST /v1/card': [...CARDS, MEMBERS],
  'POST /demo/v1/card': CARDS,
  'GET /api/mc/availability': PLAIN,
  'GET /api/mc/json/{datasource}/{package}/{from}/{to}': [
    { what: 'a long name', path: `/api/mc/json/npm/${'x'.repeat(4_000)}/1.0.0/2.0.0` },
  ],
  'POST /verify': [...VERIFY, FULL_JOB, MEMBERS],
  'GET /demo/verify': PLAIN,
  'POST /judge': [JUDGE, FULL_JOB, MEMBERS],
  'POST /code-research': [RESEARCH, MEMBERS],
  'GET /demo/code-research': PLAIN,
  'POST /spend-check': [
    { what: 'a long payee', body: (n) => ({ payTo: `https://${'a.'.repeat(100)}example/${n}` }) },
    MEMBERS,
  ],
  'POST /mcp': [
    FULL_JOB,
    {
      what: 'a tool with as much code as it takes',
      body: (n) => ({
        jsonrpc: '2.0',
        id: n,
        method: 'tools/call',
        params: {
          name: 'check_code',
          arguments: python(repeat(500, (line) => `import no_${n}_${line}`)),
        },
      }),
    },
    MEMBERS,
  ],
  'POST /v1/upgrade': [UPGRADE, MEMBERS],
  'POST /demo/v1/upgrade': [UPGRADE],
  'GET /v1/proofs/{ecosystem}/{package}': [
    { what: 'a page of the chain', path: '/v1/proofs/pypi/wide?after=0' },
  ],
  'POST /credits/buy': [MEMBERS],
  'GET /credits': PLAIN,
  'GET /v1/pending/{id}': [
    { what: 'an address that was guessed', path: `/v1/pending/${'a'.repeat(32)}` },
    { what: 'a long one', path: `/v1/pending/${'a'.repeat(4_000)}` },
  ],
  'GET /log/checkpoint': PLAIN,
  'GET /log/tile/{path}': [{ what: 'a bundle', path: '/log/tile/entries/000.p/1' }],
  'GET /log/by-hash/{attestation_hash}': [
    { what: 'a hash that was guessed', path: `/log/by-hash/0x${'a'.repeat(64)}` },
  ],
  'GET /log/rotations': PLAIN,
  'GET /log/proof/{attestation_hash}': [
    { what: 'a hash that was guessed', path: `/log/proof/0x${'a'.repeat(64)}` },
  ],
  'GET /v1/retractions': [{ what: 'the last page', path: '/v1/retractions?after=999999999' }],
  'GET /watchtower/targets': PLAIN,
  'POST /watchtower/report': [
    { what: 'a long name', body: (n) => ({ service: `${'x'.repeat(190)}${n}` }) },
    MEMBERS,
  ],
  'GET /watchtower/probes': [
    { what: 'a long name', path: `/watchtower/probes?service=${'x'.repeat(200)}` },
  ],
  'GET /health': long('/health'),
  'GET /health/ready': PLAIN,
  'GET /metrics': PLAIN,
  'GET /': long('/'),
  'GET /page/assay.js': PLAIN,
  'GET /page/assay.css': PLAIN,
  'GET /favicon.ico': PLAIN,
  'GET /icon.png': PLAIN,
  'GET /icon.svg': PLAIN,
  'GET /preview.png': PLAIN,
  'GET /robots.txt': PLAIN,
  'GET /sitemap.xml': PLAIN,
  'GET /opensearch.xml': PLAIN,
  'GET /page/site.js': PLAIN,
  'GET /page/check.js': PLAIN,
  'GET /figures': PLAIN,
  'GET /check': long('/check'),
  'POST /check': [
    { what: 'a form of a megabyte', body: () => ({ content: 'x.y\n'.repeat(200_000) }) },
  ],
  'POST /upgrade': [{ what: 'a form that is none', body: () => ({ content: 'x' }) }],
  'GET /search': [
    { what: 'a long word', path: `/search?q=${'a'.repeat(400)}` },
    { what: 'many words', path: `/search?q=${'a-'.repeat(200)}` },
    { what: 'a long path', path: `/search?q=${'a.'.repeat(200)}` },
  ],
  'GET /pypi/{path}': [
    { what: 'a release with many names', path: '/pypi/wide' },
    { what: 'a search in them', path: '/pypi/wide?q=a' },
    { what: 'a long symbol', path: `/pypi/wide/latest/${'a.'.repeat(200)}b` },
    { what: 'a long address', path: `/pypi/${'a/'.repeat(2_000)}` },
  ],
  'GET /npm/{path}': [
    { what: 'a long name', path: `/npm/${'a'.repeat(214)}` },
    { what: 'a comparison of what is not there', path: '/npm/not-there/1.0.0...2.0.0' },
  ],
  'GET /receipt/{attestation_hash}': [
    { what: 'a hash that was guessed', path: `/receipt/0x${'a'.repeat(64)}` },
  ],
  'GET /docs': PLAIN,
  'GET /docs/': PLAIN,
  'GET /docs/{page}': [
    { what: 'the page of all routes', path: '/docs/reference/api' },
    { what: 'a long name that no page has', path: `/docs/${'-a'.repeat(3_000)}` },
    { what: 'a name that lies near many', path: `/docs/${'a-'.repeat(90)}` },
  ],
  'GET /openapi.json': PLAIN,
  'GET /llms.txt': PLAIN,
  'GET /policy': PLAIN,
  'GET /.well-known/x402': PLAIN,
  'GET /.well-known/agent.json': PLAIN,
  'GET /.well-known/agent-registration.json': PLAIN,
}
