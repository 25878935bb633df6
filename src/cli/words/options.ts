// The options of every command: how each is called, what it does, what it may be, and whether a file may
// say it. The parser of the command line, the help, the completions and the configuration file
// are made of this table. COMMON_OPTIONS in commands.ts are those of all commands.

import { INGESTS_AT_ONCE_MAX } from '../../limits.ts'
import { type CommandName, ECOSYSTEM_WORDS } from './commands.ts'

/**
 * Who may say it in a file: `project` a file of the folder that is asked about, which may be
 * anybody's; `user` only a file of the user. Without one it is said at each call: what is done, and
 * in which form it is printed, is not for a file to decide.
 */
type MayFile = 'project' | 'user'

type Told = Readonly<{ about: string; inFile?: MayFile }>

export type CommandOption = Told &
  Readonly<{
    type: 'boolean' | 'string'
    multiple?: boolean
    default?: boolean | string | string[]
    /** What stands behind it, in the help. */
    takes?: string
    /** All that it can be; `isList`: several of them with commas. */
    values?: readonly string[]
    isList?: true
    /** It names a file, and a project's file may name only one of the project. */
    isPath?: true
  }>

const flag = <const T extends Omit<Told, 'about'> = object>(about: string, more?: T) =>
  ({ type: 'boolean', default: false, about, ...more }) as const

type Text = Readonly<{ type: 'string'; takes: string; about: string }>

function text(takes: string, about: string): Text
function text<const T extends Partial<CommandOption>>(
  takes: string,
  about: string,
  more: T,
): Text & T
function text(takes: string, about: string, more?: Partial<CommandOption>) {
  return { type: 'string', takes, about, ...more }
}

const NONE = {} as const
const SIGNED = { json: flag('print the signed answer and nothing else') } as const
const VALUE = flag('one JSON value')

export const JOBS_DEFAULT = 4
const JOBS = text(
  '<n>',
  `packages at once, 1 to ${INGESTS_AT_ONCE_MAX} (${JOBS_DEFAULT} unless told)`,
  { inFile: 'user' },
)

/** How many releases `index-history` reads. */
export const LAST_DEFAULT = 20
export const LAST_MAX = 1_000

export const CHECK_FORMATS = ['github', 'gitlab', 'rdjson', 'junit'] as const
export const CHECK_FAILS_ON = ['error', 'warning', 'undetermined', 'never'] as const
export const DIFF_FAILS_ON = ['breaking', 'changed', 'added', 'deprecated', 'never'] as const

/** What `init` sets up. */
export const INIT_PARTS = ['mcp', 'hooks', 'pre-commit', 'action'] as const

export const OPTIONS = {
  serve: NONE,
  package: SIGNED,
  symbol: SIGNED,
  card: {
    question: text('<words>', 'also ask in words which symbols do something'),
    manifest: text('<file>', 'the release that this manifest or lock file means; may be repeated', {
      multiple: true,
    }),
    ...SIGNED,
  },
  diff: {
    'fail-on': text(
      '<what>',
      'when to end with status 1: breaking (default: code that was right can be wrong now), changed (any changed signature as well), added, deprecated, never',
      { default: 'breaking', values: DIFF_FAILS_ON, inFile: 'project' },
    ),
    all: flag('print every row; without it 20 of each kind', { inFile: 'project' }),
    ...SIGNED,
  },
  history: SIGNED,
  check: {
    staged: flag('what git has staged, as it is staged'),
    'fail-on': text(
      '<what>',
      'when to end with status 1: error (default), warning (also deprecations and lookalikes), undetermined (also packages that could not be looked up and files that could not be read), never; several with commas',
      { default: 'error', values: CHECK_FAILS_ON, isList: true, inFile: 'project' },
    ),
    watch: flag('go on, and print what has changed whenever files have, until Ctrl-C'),
    fresh: flag(
      'judge everything anew: nothing that runs before have kept counts, and nothing is kept',
    ),
    against: text('<commit>', 'only what was not found in the code as it is in this commit'),
    comment: flag(
      'with --against, in a workflow of GitHub: keep one comment on the pull request, with the new findings and what updates mean for the code',
    ),
    receipts: text(
      '<folder>',
      'with --against: write the signed answers that the summary and the comment rest on, each into a file that is called by its hash',
      { isPath: true },
    ),
    format: text(
      '<name>',
      'print the findings as github, gitlab, rdjson or junit and nothing else',
      {
        values: CHECK_FORMATS,
      },
    ),
    markdown: flag('also read the blocks of code in Markdown and MDX', { inFile: 'project' }),
    fix: flag('make the edits that are proven, and say why the others are not made'),
    diff: flag('print those edits as a unified diff and write nothing'),
    baseline: text('<file>', 'leave out the findings that this file lists', {
      inFile: 'project',
      isPath: true,
    }),
    'write-baseline': flag("write today's findings into that file"),
    notes: flag('also print what could not be looked up or read', { inFile: 'project' }),
    undetermined: flag('also list the references of which nothing is said, each with its reason', {
      inFile: 'project',
    }),
    json: flag(
      'print the report as JSON and nothing else; it has the fields of POST /v1/check, without a signature',
    ),
    sarif: flag('print it as SARIF 2.1.0 and nothing else'),
    'sarif-file': text('<f>', 'write that into a file, besides what is printed', {
      inFile: 'user',
      isPath: true,
    }),
  },
  upgrade: {
    all: flag(
      'print every place and reason; without it 5 of each change and 3 reasons. Without a package: every update that the manifests can have',
      { inFile: 'project' },
    ),
    latest: flag('with --all: the newest release of each, whatever ranges allow', {
      inFile: 'project',
    }),
    fix: flag(
      'make the edits that are proven by both releases, and say why the others are not made',
    ),
    diff: flag('print those edits as a unified diff and write nothing'),
    ...SIGNED,
  },
  lsp: NONE,
  mcp: {
    url: text(
      '<service>',
      'ask a running service instead: its free calls of the day, or with the prepaid key in ASSAY_API_KEY the paid ones; answers are checked by their signatures',
      { inFile: 'user' },
    ),
  },
  import: SIGNED,
  research: {
    ...SIGNED,
    rebuild: flag('make the search index anew from the tables'),
  },
  verify: {
    verifier: text(
      '<0x…>',
      "an address to trust, as the service's /policy lists it; may be given several times",
      { multiple: true, default: [] as string[], inFile: 'user' },
    ),
    local: flag(
      'trust the addresses that the store of this machine (ASSAY_DATA_DIR, by default ./data, else ~/.cache/assay, or ASSAY_DATABASE_URL) has published: for receipts you made yourself. What that store has retracted is told.',
    ),
    proof: text('<file>', 'a proof that the answer stands in the log, as GET /log/proof gives it', {
      isPath: true,
    }),
    'log-key': text('<key>', "with a proof: the key of the log, as the service's /policy has it"),
    policy: text(
      '<file>',
      'with a proof: a file after C2SP tlog-policy, which names the log and which witnesses must have cosigned',
      { isPath: true },
    ),
    json: flag('print the verdict as JSON and nothing else'),
  },
  receipt: {
    'with-proof': flag(
      'the receipt and the proof that it stands in the log of the service, in one file',
    ),
    'in-toto': flag('the answer as an in-toto statement about its artifacts, in a DSSE envelope'),
    url: text('<service>', 'with --with-proof: the service that gave the answer', {
      inFile: 'user',
    }),
    'log-key': text(
      '<key>',
      "with --with-proof: the key of the log. Without it the one that the service's /policy names is believed",
    ),
  },
  ingest: {
    top: text('<n>', 'the n most popular packages, most popular first'),
    ecosystem: text('<e>', 'whose packages: pypi or npm', { values: ECOSYSTEM_WORDS }),
    jobs: JOBS,
    'max-age': text(
      '<time>',
      'skip what was confirmed this recently: 90s, 30m, 24h, 7d (24h unless told)',
      { default: '24h', inFile: 'user' },
    ),
    json: flag('one JSON line for each package; with --top one JSON summary'),
  },
  'index-history': {
    from: text(
      '<version>',
      `the oldest release; without it and without --last, the newest ${LAST_DEFAULT} are read`,
    ),
    to: text('<version>', 'the newest release'),
    last: text('<n>', `the newest n of the range, 1 to ${LAST_MAX}`),
    pre: flag('pre-releases too'),
    json: flag('one JSON line for each release'),
  },
  files: {
    json: flag(
      'one JSON value: the release, the counts and the files; those that were not read have "kept": false and no sha256 (null)',
    ),
  },
  table: {
    json: flag('one JSON object a line for each path; docs/formats/table.md has the fields'),
    file: text(
      '<path>',
      'a wheel, an sdist or an npm tarball (.tgz) on this machine; asks no registry, follows no other package and keeps nothing',
      { isPath: true },
    ),
  },
  audit: {
    json: flag('one JSON value; one a line with --answers and --chains'),
    answers: flag('look at every signed symbol answer and diff instead'),
    all: flag("with --answers: also answers that today's extractor signed"),
    retract: flag('with --answers: put those that are wrong on the list of GET /v1/retractions'),
    chains: flag('look at every proof chain instead'),
  },
  names: { json: flag('prints one JSON object a line') },
  publish: {
    ecosystem: text('<e>', 'only packages of pypi or of npm', { values: ECOSYSTEM_WORDS }),
    since: text('<day>', 'only releases that were read since: 2026-11-01'),
    private: flag(
      "also what was read of registries of one's own: everybody who can read the folder sees the names and definitions of these packages",
    ),
    json: VALUE,
  },
  pull: {
    maker: text(
      '<0x…>',
      'whose index is taken. Needed once for each address: whoever signed it decides what answers say. Later pulls refuse any other maker',
    ),
    for: text(
      '<file>',
      'only what a manifest or lock file names, and what that leads to: requirements.txt, pyproject.toml, package.json, package-lock.json, yarn.lock, pnpm-lock.yaml, bun.lock, poetry.lock, uv.lock, pdm.lock, pylock.toml, Pipfile.lock; may be repeated',
      { multiple: true, default: [] as string[], isPath: true },
    ),
    names: flag('with --for: sets of names as well, which else come with a whole pull only'),
    older: flag('takes an index that is older than the one that was pulled before'),
    forget: flag('forgets the maker of an address, and all that was pulled from that maker goes'),
    json: VALUE,
  },
  worker: { jobs: JOBS },
  keys: {
    usd: text('<amount>', 'whole or with up to 6 decimals'),
    label: text('<text>', 'for whom it is; shown in the list', { default: '' }),
    json: flag('one JSON value and nothing else'),
  },
  watch: {
    name: text('<text>', 'how it is shown (its id unless told)'),
    interval: text('<seconds>', 'between two probes, 30 to 3600 (60 unless told)'),
    status: text('<code>', 'expected status, may be given several times (200 to 299 unless told)', {
      multiple: true,
    }),
    'max-latency': text('<ms>', 'slower is degraded'),
    contains: text('<text>', 'the body has this text'),
    'json-path': text('<path>', 'the body has something there, with --equals exactly that'),
    equals: text('<text>', 'with --json-path: what the body has there'),
    x402: flag('the answer is a payment challenge'),
    file: text('<path>', 'the file of targets (ASSAY_WATCH_FILE unless told)', { isPath: true }),
    json: flag('with list, probe and report: one JSON value'),
  },
  ledger: { json: flag('check: one JSON value with the violations and what was counted') },
  log: {
    verifier: flag('with rotate: the key of the verifier, which signs answers'),
    json: flag('one JSON value with the faults and what was counted'),
  },
  monitor: {
    'log-key': text(
      '<key>',
      "the key of the log. Without it the one that the service's /policy names at the first look is believed, and those that its leaves lead to from then on",
      { inFile: 'user' },
    ),
    policy: text(
      '<file>',
      'a file after C2SP tlog-policy: the key of the log, and which witnesses must have cosigned',
      { isPath: true },
    ),
    verifier: text(
      '<0x…>',
      'an address that may sign answers; may be given several times. Without it those that the service publishes at the first look, and those that its leaves lead to',
      { multiple: true, default: [] as string[], inFile: 'user' },
    ),
    package: text(
      '<registry:name>',
      'tell of new open answers about it; may be given several times',
      {
        multiple: true,
        default: [] as string[],
      },
    ),
    sample: text('<n>', 'derive so many of the new open answers again from their artifacts'),
    once: flag('look once and end'),
    every: text('<seconds>', 'between two looks, 1 to 86400 (60 unless told)', { default: '60' }),
    folder: text(
      '<path>',
      'where it remembers what was seen (a folder of the data folder unless told)',
      {
        isPath: true,
      },
    ),
    json: flag('one JSON value a line: looks, answers, and the evidence'),
  },
  witness: {
    'log-key': text('<key>', 'the key of a log that is witnessed; may be given several times', {
      multiple: true,
      default: [] as string[],
    }),
    name: text(
      '<name>',
      'what its key is called, such as witness.example/w1 (made of the key unless told)',
    ),
    listen: text('<host:port>', 'where it listens (127.0.0.1:8403 unless told)', {
      default: '127.0.0.1:8403',
    }),
    forks: flag('print the forks that were kept as evidence, one JSON value a line, and end'),
  },
  explain: { json: VALUE },
  doctor: { json: VALUE },
  init: {
    yes: flag('write without asking'),
    only: text('<what>', `only some of it, with commas: ${INIT_PARTS.join(', ')}`, {
      values: INIT_PARTS,
      isList: true,
    }),
    action: text('<where>', 'a workflow that runs this action: <owner>/<repository>@<tag>'),
  },
  hook: NONE,
  completions: NONE,
} as const satisfies Readonly<Record<CommandName, Readonly<Record<string, CommandOption>>>>

/** The options of a command, by their names. */
export function optionsOf(command: CommandName): Readonly<Record<string, CommandOption>> {
  return OPTIONS[command]
}

const COLUMNS = 100

/** The lines of a help text about the options of a command. */
export function optionLines(command: CommandName): string {
  const options = Object.entries(optionsOf(command)).map(([name, { takes, about }]) => {
    return { called: takes === undefined ? `--${name}` : `--${name} ${takes}`, about }
  })
  const wide = Math.max(...options.map(({ called }) => called.length)) + 5
  return options
    .flatMap(({ called, about }) =>
      wrapped(about, COLUMNS - wide).map((line, index) =>
        `${(index === 0 ? `  ${called}` : '').padEnd(wide)}${line}`.trimEnd(),
      ),
    )
    .join('\n')
}

/** The words of a text in lines of at most so many letters. */
export function wrapped(words: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > columns) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
