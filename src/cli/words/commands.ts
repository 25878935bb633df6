// Every command and what holds for it, and the options that go with any of them. The help, the shell
// completions, the resident process, the data folder and the configuration file are made of this
// table; options.ts has the options of each command.

type CommandFacts = Readonly<{
  /** For the list of all commands. */
  about: string
  /** Whether a process that stays may run it: a question, which leaves nothing behind but what it learnt. */
  mayStay?: true
  /** `answers`: from what is kept, where nothing may be asked. `asks`: it is there to ask others. */
  offline?: 'answers' | 'asks'
  /**
   * `operator`: it is about a service that has been there; a store of its own would only hide a
   * mistake. `ahead`: it reads for later questions, so that it matters whose.
   */
  store?: 'operator' | 'ahead'
  /** `unread`: it needs none. `told`: it tells of them, whatever is wrong with them. */
  files?: 'unread' | 'told'
  /** What may stand behind the command, in that order, where there is a choice. */
  words?: readonly (readonly string[])[]
}>

export const ECOSYSTEM_WORDS: readonly string[] = ['pypi', 'npm']

export const SHELL_WORDS = ['bash', 'zsh', 'fish', 'powershell'] as const

const QUESTION = { mayStay: true, offline: 'answers', words: [ECOSYSTEM_WORDS] } as const

export const COMMAND_WORDS = {
  serve: { about: 'start the service', offline: 'asks' },
  package: { about: 'does this package exist?', ...QUESTION },
  symbol: { about: 'does this symbol exist in a package?', ...QUESTION },
  card: { about: 'what does a release say of symbols, before code is written?', ...QUESTION },
  diff: { about: 'what changed between two releases?', ...QUESTION },
  history: { about: 'when did a symbol come, change and go?', ...QUESTION },
  check: {
    about: 'is this code real? packages, names and calls of a repository',
    mayStay: true,
    offline: 'answers',
  },
  upgrade: { about: 'what does a newer release mean for this code?', ...QUESTION },
  lsp: {
    about: 'findings, fixes and names in an editor, over standard input and output',
    offline: 'answers',
  },
  mcp: { about: 'the tools for coding agents, over standard input and output', offline: 'answers' },
  import: { about: 'which distributions provide an import name?', ...QUESTION },
  research: {
    about: 'which symbol does that? a question in words',
    mayStay: true,
    offline: 'answers',
  },
  verify: { about: 'check a receipt offline' },
  receipt: { about: 'a receipt with its proof from the log, or as an in-toto statement' },
  ingest: {
    about: 'read releases into the index ahead of questions',
    offline: 'asks',
    store: 'ahead',
    words: [ECOSYSTEM_WORDS],
  },
  'index-history': {
    about: 'read a range of releases of one package',
    offline: 'asks',
    store: 'ahead',
    words: [ECOSYSTEM_WORDS],
  },
  files: { about: 'which files of a release were read', ...QUESTION },
  table: { about: 'every module and name of a release', ...QUESTION },
  audit: {
    about: 'derive the table of a release again and compare',
    mayStay: true,
    words: [ECOSYSTEM_WORDS],
  },
  names: {
    about: 'build, update and show the sets of all names',
    store: 'ahead',
    words: [['build', 'update', 'status'], ECOSYSTEM_WORDS],
  },
  publish: { about: 'make an index of what was read, for others to pull', store: 'ahead' },
  pull: {
    about: 'take tables and names from an index that somebody has published',
    store: 'ahead',
  },
  worker: {
    about: 'share the work of ingest --top, over PostgreSQL',
    offline: 'asks',
    store: 'ahead',
  },
  keys: {
    about: 'issue, list, top up and revoke prepaid keys',
    store: 'operator',
    words: [['issue', 'list', 'topup', 'revoke']],
  },
  watch: {
    about: 'watched services: add, remove, list, probe, report',
    store: 'operator',
    words: [['add', 'remove', 'list', 'probe', 'report']],
  },
  ledger: {
    about: 'check that the money adds up, or print every entry',
    store: 'operator',
    words: [['check', 'export']],
  },
  log: {
    about: 'look whether the log of signed answers is whole, give it another key, or begin another',
    store: 'operator',
    words: [['fsck', 'rotate', 'anew']],
  },
  monitor: { about: 'follow the log of a service: does it only grow, and say what is so?' },
  witness: { about: 'cosign the checkpoints of logs that only grow' },
  explain: { about: 'what a code of a finding, an error or a change means', files: 'unread' },
  doctor: {
    about: 'what is installed, set, reachable and kept, and what is wrong',
    offline: 'answers',
    files: 'told',
  },
  init: { about: 'set up agents, hooks and workflows of a repository', files: 'unread' },
  // Whatever is wrong with a file must not stop the calls of an agent.
  hook: {
    about: 'stop a call of a coding agent that names what is not there',
    files: 'unread',
  },
  completions: {
    about: 'completions for a shell',
    files: 'unread',
    words: [SHELL_WORDS],
  },
} as const satisfies Readonly<Record<string, CommandFacts>>

export type CommandName = keyof typeof COMMAND_WORDS

export const COMMAND_NAMES = Object.keys(COMMAND_WORDS) as readonly CommandName[]

export const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMAND_WORDS, word)

/** What holds for a command; nothing for what is none. */
export function factsOf(name: string): Partial<CommandFacts> {
  return isCommand(name) ? COMMAND_WORDS[name] : {}
}

type CommonOption = Readonly<{ about: string; values?: readonly string[]; takes?: string }>

export const COLOR_WORDS = ['auto', 'always', 'never'] as const

/** They stand before a command or among its options. */
export const COMMON_OPTIONS = {
  timings: { about: 'with any command: what it spent its time on, on standard error' },
  offline: {
    about: 'with any question: ask no network, answer from the data folder and say of which day',
  },
  'no-cache': {
    about: 'with any question: use a data folder that is empty, and gone at the end',
  },
  quiet: { about: 'answers and failures only: no notes, no progress, of a check findings alone' },
  color: {
    about: 'auto (default: on a terminal), always, never',
    takes: '<when>',
    values: COLOR_WORDS,
  },
  config: { about: 'settings from this file, and from no other', takes: '<file>' },
  'no-resident': { about: 'with a question: no process stays behind for the next one' },
} as const satisfies Readonly<Record<string, CommonOption>>

export type CommonName = keyof typeof COMMON_OPTIONS

export const commonOption = (name: CommonName): CommonOption => COMMON_OPTIONS[name]
