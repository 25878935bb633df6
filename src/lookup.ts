// The questions as functions, without a server: the same code over the same store. Import it as
// `assay/lookup`.

import { resolve } from 'node:path'
import { isDataFolder } from './app/hasStore.ts'
import { inProject } from './app/inProject.ts'
import { type App, createApp } from './app.ts'
import { forQuestions, loadConfig } from './config.ts'
import { type PackageKey, parsePackageName } from './domain/names/packageName.ts'
import { ServiceError } from './errors.ts'
import { compileValidator, type Validated } from './http/request/validate.ts'
import { CardRequest } from './http/schemas/cardSchemas.ts'
import { DiffRequest } from './http/schemas/diffSchemas.ts'
import { ImportResolveRequest, PackageExistsRequest } from './http/schemas/packageSchemas.ts'
import { SymbolExistsRequest, SymbolHistoryRequest } from './http/schemas/symbolSchemas.ts'
import type { CardAnswer } from './wire/cardAnswers.ts'
import type { DiffAnswer } from './wire/diffAnswers.ts'
import type { ImportResolveAnswer, PackageExistsAnswer } from './wire/packageAnswers.ts'
import type {
  CardQuestion,
  DiffQuestion,
  HistoryQuestion,
  ImportQuestion,
  PackageQuestion,
  SymbolQuestion,
} from './wire/questions.ts'
import type { Ecosystem } from './wire/signed.ts'
import type { SymbolExistsAnswer, SymbolHistoryAnswer } from './wire/symbolAnswers.ts'

export { ServiceError } from './errors.ts'
export type * from './wire.ts'

export type LookupOptions = Readonly<{
  /**
   * Where the index and the key are kept. Unless told: `ASSAY_DATA_DIR`, else `./data` where a service
   * keeps its own there, else the user's cache folder.
   */
  dataDir?: string
  /** Settings of docs/reference/settings.md; the process's environment unless told. */
  environment?: Readonly<Record<string, string | undefined>>
}>

/** Ends the waiting, not what is being read for the next one who asks. */
export type AskOptions = Readonly<{ signal?: AbortSignal }>

/** Every function throws `ServiceError`, whose `code` docs/reference/errors.md explains. */
export type Lookup = Readonly<{
  packageExists(question: PackageQuestion, options?: AskOptions): Promise<PackageExistsAnswer>
  symbolExists(question: SymbolQuestion, options?: AskOptions): Promise<SymbolExistsAnswer>
  /** What one release says of symbols, before code is written against it. */
  card(question: CardQuestion, options?: AskOptions): Promise<CardAnswer>
  diff(question: DiffQuestion, options?: AskOptions): Promise<DiffAnswer>
  symbolHistory(question: HistoryQuestion, options?: AskOptions): Promise<SymbolHistoryAnswer>
  /** Null when nothing is known to provide the import. */
  importResolve(question: ImportQuestion): Promise<ImportResolveAnswer | null>
  /** Ends what is under way and closes the store. */
  close(): Promise<void>
}>

/** The same rules as on the wire: what a route refuses is not signed here either. */
const RULES = {
  package: compileValidator(PackageExistsRequest),
  symbol: compileValidator(SymbolExistsRequest),
  card: compileValidator(CardRequest),
  diff: compileValidator(DiffRequest),
  history: compileValidator(SymbolHistoryRequest),
  import: compileValidator(ImportResolveRequest),
} as const

function checked<T>(judge: (value: unknown) => Validated<T>, question: unknown): T {
  const judged = judge(question)
  if (judged.ok) return judged.value
  const [issue] = judged.errors
  const field = issue?.loc.slice(1).join('.') ?? ''
  throw new ServiceError('validation_failed', `${field}: ${issue?.msg ?? 'not valid'}`)
}

export async function openLookup(options: LookupOptions = {}): Promise<Lookup> {
  const { dataDir, environment } = options
  const config = loadConfig(forQuestions(isDataFolder, environment))
  // Resolved, because children that read a file run in a folder of their own.
  const settings = dataDir === undefined ? config : { ...config, dataDir: resolve(dataDir) }
  const app = await createApp(inProject(settings).config)
  return {
    async packageExists(question, asked) {
      const { ecosystem, name } = checked(RULES.package, question)
      const key = keyOf(ecosystem, name, 'name')
      return rendered(app, (caller) => app.packageExists(key, () => caller), asked)
    },
    async symbolExists(question, asked) {
      const { ecosystem, package: name, symbol, version = null } = checked(RULES.symbol, question)
      const key = keyOf(ecosystem, name, 'package')
      return rendered(
        app,
        (caller) => app.symbolExists({ key, symbol, version }, () => caller),
        asked,
      )
    },
    async card(question, asked) {
      const valid = checked(RULES.card, question)
      const { ecosystem, package: name, version = null, question: words = null } = valid
      const [files, symbols] = [valid.files ?? [], valid.symbols ?? []]
      if (symbols.length === 0 && words === null) {
        throw new ServiceError('validation_failed', 'Either symbols or a question is needed')
      }
      if (version !== null && files.length > 0) {
        throw new ServiceError(
          'validation_failed',
          'Either a version or files is needed, and not both',
        )
      }
      const key = keyOf(ecosystem, name, 'package')
      const put = { key, version, files, symbols, question: words }
      const ask = async (caller: Caller) => (await app.symbolCards(put, caller)).reply
      return rendered(app, ask, asked)
    },
    async diff(question, asked) {
      const valid = checked(RULES.diff, question)
      const { ecosystem, package: name, from_version: from, to_version: to } = valid
      const key = keyOf(ecosystem, name, 'package')
      return rendered(app, (caller) => app.releaseDiff({ key, from, to }, caller), asked)
    },
    async symbolHistory(question, asked) {
      const { ecosystem, package: name, symbol } = checked(RULES.history, question)
      const key = keyOf(ecosystem, name, 'package')
      return rendered(app, (caller) => app.symbolHistory({ key, symbol }, caller), asked)
    },
    async importResolve(question) {
      const { ecosystem, import: written } = checked(RULES.import, question)
      const startedMs = performance.now()
      const reply = await app.importResolve(ecosystem, written)
      return reply && JSON.parse(app.renderReply(reply, performance.now() - startedMs))
    },
    close: () => app.close(),
  }
}

type Caller = Readonly<{ signal: AbortSignal }>

type Reply = Parameters<App['renderReply']>[0]

/** The reply as the wire has it: what a server sends and what a function returns are one text. */
async function rendered<Answer>(
  app: App,
  ask: (caller: Caller) => Reply | Promise<Reply>,
  { signal = new AbortController().signal }: AskOptions = {},
): Promise<Answer> {
  const startedMs = performance.now()
  const reply = await ask({ signal })
  return JSON.parse(app.renderReply(reply, performance.now() - startedMs))
}

function keyOf(ecosystem: Ecosystem, written: string, field: string): PackageKey {
  const name = parsePackageName(ecosystem, written)
  if (name !== null) return { ecosystem, name }
  throw new ServiceError('package_name_invalid', `No ${ecosystem} package can have this name`, {
    wrong: { field, input: written },
  })
}
