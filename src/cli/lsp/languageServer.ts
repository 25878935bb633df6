// The language server: what editors say and hear. It writes nothing of its own to standard output, asks
// nobody about what is being typed, and takes no address from an editor or a workspace.

import { basename, dirname, isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CodeActionRequest,
  CompletionRequest,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  type DidChangeWorkspaceFoldersParams,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ErrorCodes,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  MessageType,
  PositionEncodingKind,
  type ProtocolNotificationType,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ResponseError,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
} from 'vscode-languageserver-protocol/node.js'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { CheckApp } from '../../app/checkApp.ts'
import { isIgnoredHere } from '../check/baseline.ts'
import type { CheckScope } from '../check/checkFiles.ts'
import { type FilesReader, filesReader } from '../check/filesReader.ts'
import { completionsAt } from './completions.ts'
import { fixesFor, type Told } from './fixes.ts'
import { hoverOf, requirementHoverAt } from './hover.ts'
import { diagnosticOf, linesIn } from './places.ts'
import { LOOKING_UP } from './restingTables.ts'
import { pointedAt } from './symbolAt.ts'
import { type Checked, openWorkspace, type Workspace } from './workspace.ts'

/** Files beside the editor change in heaps. */
const RESCAN_MS = 300

const CAPABILITIES: InitializeResult['capabilities'] = {
  positionEncoding: PositionEncodingKind.UTF16,
  textDocumentSync: {
    openClose: true,
    change: TextDocumentSyncKind.Incremental,
    save: { includeText: false },
  },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  completionProvider: { triggerCharacters: ['.', '"', "'", '@', '/'] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
}

type Parts = Readonly<{
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  version: string
  /** `lookups`: whether registries may be asked. */
  openApp: (lookups: boolean) => Promise<CheckApp>
  readScope: (root: string) => CheckScope | string
  note: (text: string) => void
  signal: AbortSignal
  restMs?: number
}>

type OpenFile = {
  document: TextDocument
  workspace: Workspace | null
  path: string
  told: readonly Told[]
}

/** Ends when the editor says so or goes away: with 0 where it said so in order, else with 1. */
export async function serveLanguage(parts: Parts): Promise<0 | 1> {
  const { input, output, version, note, signal, readScope } = parts
  const connection = createProtocolConnection(
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
    { error: note, warn: note, info: () => {}, log: () => {} },
  )
  const files = new Map<string, OpenFile>()
  const workspaces: Workspace[] = []
  let app: CheckApp | null = null
  let state: 'new' | 'opening' | 'open' | 'shut' = 'new'
  let canRegister = false
  let isGone = false
  let rescan: NodeJS.Timeout | null = null
  const down = new Set<Workspace>()
  let reader: FilesReader | null = null
  /** What files that lie in no folder are checked with; null where folders are open. */
  let alone: Readonly<{ app: CheckApp; reader: FilesReader }> | null = null

  const log = (type: MessageType, message: string) => {
    note(`assay: ${message}`)
    if (state === 'open') tell(LogMessageNotification.type, { type, message })
  }

  /** An editor that went away is told nothing more. */
  function tell<T>(type: ProtocolNotificationType<T, unknown>, params: T): void {
    if (isGone) return
    connection.sendNotification(type, params).catch(() => {
      isGone = true
    })
  }

  function addWorkspace(
    place: Readonly<{ root: string } | { root: null; beside: string }>,
    { app: theApp, reader: theReader }: Readonly<{ app: CheckApp; reader: FilesReader }>,
  ): Workspace {
    const workspace: Workspace = openWorkspace({
      app: theApp,
      reader: theReader,
      ...place,
      readScope,
      onChecked: (checked) => publish(workspace, checked),
      onProblem: (problem) => log(MessageType.Error, problem),
      ...(parts.restMs === undefined ? {} : { restMs: parts.restMs }),
    })
    workspaces.push(workspace)
    return workspace
  }

  /** Where no folder is open: one place for the files of each folder. */
  function placeAlone(beside: string): Workspace | null {
    if (alone === null) return null
    return (
      workspaces.find((one) => one.root === null && one.beside === beside) ??
      addWorkspace({ root: null, beside }, alone)
    )
  }

  /** The innermost folder that a file lies in. */
  function placeOf(uri: string): Pick<OpenFile, 'workspace' | 'path'> {
    const full = pathOf(uri)
    if (full === null) return { workspace: null, path: uri }
    const holding = workspaces
      .filter(({ root }) => root !== null && isBelow(root, full))
      .sort((a, b) => (b.root?.length ?? 0) - (a.root?.length ?? 0))
    const workspace = holding[0] ?? placeAlone(dirname(full))
    const from = workspace?.root ?? dirname(full)
    return { workspace, path: relative(from, full).split(sep).join('/') }
  }

  /** The same, where the folder takes the file. */
  function takenPlaceOf(uri: string): Pick<OpenFile, 'workspace' | 'path'> {
    const place = placeOf(uri)
    return place.workspace?.takes(place.path) === true ? place : { ...place, workspace: null }
  }

  function publish(workspace: Workspace, { report, seen, texts }: Checked): void {
    tellDown(workspace, seen)
    for (const file of files.values()) {
      if (file.workspace !== workspace) continue
      const text = file.document.getText()
      // Another check is on its way.
      if (texts.get(file.path) !== text) continue
      const lines = linesIn(text)
      file.told = report.findings
        .filter(({ path, code, message }) => path === file.path && isSaid(code, message))
        .filter((finding) => !isIgnoredHere(finding, lines[finding.line - 1] ?? ''))
        .map((finding) => ({ finding, diagnostic: diagnosticOf(finding, lines, docsAt) }))
      send(
        file.document,
        file.told.map(({ diagnostic }) => diagnostic),
      )
    }
  }

  function send({ uri, version: of }: TextDocument, diagnostics: readonly Diagnostic[]): void {
    tell(PublishDiagnosticsNotification.type, {
      uri,
      version: of,
      diagnostics: [...diagnostics],
    })
  }

  const docsAt = (page: string) => app?.docsAt(page) ?? page

  /** Said once, and once more when it is over. */
  function tellDown(workspace: Workspace, { outcomes }: Checked['seen']): void {
    const reasons = [...outcomes.values()].flatMap((one) =>
      one.state === 'undetermined' && one.isPassing === true && one !== LOOKING_UP
        ? [one.reason]
        : [],
    )
    const [reason] = reasons
    if (reason !== undefined && !down.has(workspace)) {
      down.add(workspace)
      log(MessageType.Warning, `Packages that could not be had are not judged for now: ${reason}`)
    } else if (reason === undefined && down.delete(workspace)) {
      log(MessageType.Info, 'All packages could be had again.')
    }
  }

  connection.onRequest(InitializeRequest.type, async (params): Promise<InitializeResult> => {
    if (state !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, 'initialized already')
    // Opening takes its time, and a second one may come meanwhile.
    state = 'opening'
    const options: unknown = params.initializationOptions
    app = await parts.openApp(mayLookUp(options))
    state = 'open'
    canRegister = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true
    reader = filesReader(await app.openReader())
    const served = { app, reader }
    for (const root of rootsOf(params)) addWorkspace({ root }, served)
    if (workspaces.length === 0) alone = served
    return { serverInfo: { name: 'assay', version }, capabilities: CAPABILITIES }
  })

  connection.onNotification(InitializedNotification.type, async () => {
    for (const workspace of workspaces) workspace.rescan()
    if (!canRegister) return
    const watchers = [{ globPattern: '**/*' }]
    const { method } = DidChangeWatchedFilesNotification.type
    const registrations = [{ id: 'files', method, registerOptions: { watchers } }]
    await connection.sendRequest(RegistrationRequest.type, { registrations }).catch(() => {})
  })

  connection.onNotification(DidOpenTextDocumentNotification.type, ({ textDocument }) => {
    const { uri, languageId, version: of, text } = textDocument
    const document = TextDocument.create(uri, languageId, of, text)
    const file = { ...takenPlaceOf(uri), document, told: [] }
    files.set(uri, file)
    file.workspace?.set(file.path, text, false)
  })

  connection.onNotification(DidChangeTextDocumentNotification.type, (params) => {
    const file = files.get(params.textDocument.uri)
    if (file === undefined) return
    file.document = TextDocument.update(
      file.document,
      params.contentChanges,
      params.textDocument.version,
    )
    file.workspace?.set(file.path, file.document.getText(), true)
  })

  connection.onNotification(DidSaveTextDocumentNotification.type, ({ textDocument }) => {
    placeOf(textDocument.uri).workspace?.saved()
  })

  connection.onNotification(DidCloseTextDocumentNotification.type, ({ textDocument }) => {
    const file = files.get(textDocument.uri)
    if (file === undefined) return
    files.delete(textDocument.uri)
    file.workspace?.closeFile(file.path)
    send(file.document, [])
  })

  connection.onNotification(DidChangeWatchedFilesNotification.type, ({ changes }) => {
    const isOfFiles = changes.some(({ uri }) => !uri.includes('/.git/'))
    if (!isOfFiles || rescan !== null) return
    rescan = setTimeout(() => {
      rescan = null
      for (const workspace of workspaces) workspace.rescan()
    }, RESCAN_MS)
  })

  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, (params) => {
    void changeFolders(params).catch((error: unknown) => note(`assay: ${String(error)}`))
  })

  async function changeFolders({ event }: DidChangeWorkspaceFoldersParams): Promise<void> {
    if (app === null || reader === null || state !== 'open') return
    for (const { uri } of event.removed) {
      const at = workspaces.findIndex(({ root }) => root !== null && root === pathOf(uri))
      const [gone] = at < 0 ? [] : workspaces.splice(at, 1)
      await gone?.close()
    }
    for (const { uri } of event.added) {
      const root = pathOf(uri)
      if (root !== null) addWorkspace({ root }, { app, reader }).rescan()
    }
    for (const [uri, file] of files) {
      const place = takenPlaceOf(uri)
      if (place.workspace === file.workspace) continue
      files.set(uri, { ...file, ...place, told: [] })
      if (place.workspace === null) send(file.document, [])
      else place.workspace.set(place.path, file.document.getText(), false)
    }
  }

  /** The last check of a file as it is now: what is under way is waited for. */
  async function checkedNow(uri: string) {
    const file = files.get(uri)
    if (file?.workspace == null) return null
    const isNow = () => file.workspace?.checked?.texts.get(file.path) === file.document.getText()
    if (!isNow()) await file.workspace.settled()
    const checked = file.workspace.checked
    return checked === null || !isNow() ? null : { file, checked }
  }

  connection.onRequest(HoverRequest.type, async ({ textDocument, position }, token) => {
    const now = await checkedNow(textDocument.uri)
    if (now === null || token.isCancellationRequested) return null
    const { file, checked } = now
    const pointed = pointedAt(checked.seen, file.path, position)
    const value =
      pointed === null ? requirementHoverAt(checked.seen, file.path, position) : hoverOf(pointed)
    return value === null ? null : { contents: { kind: 'markdown' as const, value } }
  })

  connection.onRequest(CodeActionRequest.type, async ({ textDocument, range }, token) => {
    const now = await checkedNow(textDocument.uri)
    if (now === null || token.isCancellationRequested) return []
    const { file } = now
    const lines = linesIn(file.document.getText())
    return [...fixesFor(file.told, range, { uri: textDocument.uri, lines })]
  })

  connection.onRequest(CompletionRequest.type, async ({ textDocument, position }, token) => {
    const file = files.get(textDocument.uri)
    if (file?.workspace == null || app === null || token.isCancellationRequested) return null
    const { workspace, path, document } = file
    const text = document.getText()
    const offset = document.offsetAt(position)
    const around = { before: text.slice(0, offset), after: text.slice(offset) }
    return completionsAt(app, { workspace, path, ...around })
  })

  connection.onRequest(ShutdownRequest.type, async () => {
    state = 'shut'
    await closeAll()
    return undefined
  })

  async function closeAll(): Promise<void> {
    if (rescan !== null) clearTimeout(rescan)
    for (const workspace of workspaces.splice(0)) await workspace.close()
    reader?.close()
  }

  const ended = new Promise<0 | 1>((resolve) => {
    connection.onNotification(ExitNotification.type, () => resolve(state === 'shut' ? 0 : 1))
    connection.onClose(() => {
      isGone = true
      resolve(state === 'shut' ? 0 : 1)
    })
    connection.onError(([error]) => {
      note(`assay: ${error.message}`)
      // Of a message that is no JSON the end is known; else nobody can tell where the next one begins.
      if (error instanceof SyntaxError) return
      isGone = true
      resolve(1)
    })
    input.on('end', () => resolve(state === 'shut' ? 0 : 1))
    signal.addEventListener('abort', () => resolve(0))
  })
  connection.listen()
  const status = await ended
  await closeAll()
  connection.dispose()
  return status
}

/** What is being looked up is no news. */
function isSaid(code: string, message: string): boolean {
  const reason = LOOKING_UP.state === 'undetermined' ? LOOKING_UP.reason : ''
  return code !== 'undetermined' || !message.endsWith(`${reason}.`)
}

/** An editor, and a workspace through it, may switch look-ups off and nothing else. */
function mayLookUp(options: unknown): boolean {
  const isSet = typeof options === 'object' && options !== null && 'lookups' in options
  return !(isSet && options.lookups === false)
}

function rootsOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri == null ? [] : [rootUri])
  const roots = uris.flatMap((uri) => pathOf(uri) ?? [])
  return [...new Set(roots)]
}

/** Null for what is no file. */
function pathOf(uri: string): string | null {
  try {
    const path = fileURLToPath(uri)
    return basename(path) === '' ? dirname(path) : path.replace(/(?<=.)[\\/]$/, '')
  } catch {
    return null
  }
}

function isBelow(root: string, full: string): boolean {
  const path = relative(root, full)
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}
