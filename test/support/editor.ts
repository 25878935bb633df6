// An editor that speaks to `assay lsp` over its standard input and output, by the library that editors use.

import { type ChildProcess, spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node.js'
import { MAIN } from './compiled.ts'

export type Editor = Readonly<{
  connection: ProtocolConnection
  process: ChildProcess
  result: InitializeResult
  logged: readonly string[]
  uri(path: string): string
  open(path: string, text: string): void
  /** The whole text in the place of what was there. */
  change(path: string, text: string): void
  /** What is told of a file next, after all that was told before, where it fits. */
  told(
    path: string,
    fits?: (all: readonly Diagnostic[]) => boolean,
  ): Promise<PublishDiagnosticsParams>
  /** The status that the server ends with. */
  quit(): Promise<number | null>
}>

export async function startEditor(parts: {
  root: string | null
  env: Readonly<Record<string, string>>
  args?: readonly string[]
  /** The program; that of the tests unless told. */
  main?: string
  options?: unknown
  folders?: readonly string[]
}): Promise<Editor> {
  const { root, env, args = [], main = MAIN, options, folders } = parts
  const cwd = root ?? '/'
  const server = spawn(process.execPath, [main, ...args, 'lsp'], { cwd, env: { ...env } })
  const stderr: string[] = []
  server.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()))
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  )
  const logged: string[] = []
  const last = new Map<string, PublishDiagnosticsParams>()
  let listeners: ((params: PublishDiagnosticsParams) => void)[] = []
  connection.onNotification(LogMessageNotification.type, ({ message }) => void logged.push(message))
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    last.set(params.uri, params)
    for (const listener of listeners) listener(params)
  })
  connection.listen()
  const uri = (path: string) =>
    path.startsWith('/') ? pathToFileURL(path).href : pathToFileURL(`${root}/${path}`).href
  const all = folders ?? (root === null ? [] : [root])
  const result = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders: all.map((folder) => ({ uri: pathToFileURL(folder).href, name: folder })),
    ...(options === undefined ? {} : { initializationOptions: options }),
  })
  await connection.sendNotification(InitializedNotification.type, {})
  const versions = new Map<string, number>()
  return {
    connection,
    process: server,
    result,
    logged,
    uri,
    open(path, text) {
      versions.set(path, 1)
      const textDocument = { uri: uri(path), languageId: 'any', version: 1, text }
      void connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument })
    },
    change(path, text) {
      const version = (versions.get(path) ?? 1) + 1
      versions.set(path, version)
      void connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: uri(path), version },
        contentChanges: [{ text }],
      })
    },
    told(path, fits = () => true) {
      const of = uri(path)
      const isNow = (params: PublishDiagnosticsParams) =>
        params.uri === of && params.version === versions.get(path) && fits(params.diagnostics)
      const known = last.get(of)
      if (known !== undefined && isNow(known)) return Promise.resolve(known)
      return new Promise((resolve) => {
        const listener = (params: PublishDiagnosticsParams) => {
          if (!isNow(params)) return
          listeners = listeners.filter((one) => one !== listener)
          resolve(params)
        }
        listeners.push(listener)
      })
    },
    async quit() {
      const ended = new Promise<number | null>((resolve) => {
        if (server.exitCode !== null) resolve(server.exitCode)
        else server.once('exit', (status) => resolve(status))
      })
      await connection.sendRequest(ShutdownRequest.type)
      await connection.sendNotification(ExitNotification.type)
      const status = await ended
      connection.dispose()
      return status
    },
  }
}
