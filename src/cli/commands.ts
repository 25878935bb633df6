// Every command and where its code is: it is loaded when the command is asked for, and the service
// behind it when the command opens it, because most commands need little of either.

import type { Command } from './terminal/command.ts'
import type { CommandName } from './words/commands.ts'

export const COMMANDS: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: () => import('./commands/serve.ts'),
  package: () => import('./commands/package.ts'),
  symbol: () => import('./commands/symbol.ts'),
  card: () => import('./commands/card.ts'),
  diff: () => import('./commands/diff.ts'),
  history: () => import('./commands/history.ts'),
  check: () => import('./commands/check.ts'),
  upgrade: () => import('./commands/upgrade.ts'),
  lsp: () => import('./commands/lsp.ts'),
  mcp: () => import('./commands/mcp.ts'),
  import: () => import('./commands/import.ts'),
  research: () => import('./commands/research.ts'),
  verify: () => import('./commands/verify.ts'),
  receipt: () => import('./commands/receipt.ts'),
  ingest: () => import('./commands/index/ingest.ts'),
  'index-history': () => import('./commands/index/indexHistory.ts'),
  files: () => import('./commands/files.ts'),
  table: () => import('./commands/table.ts'),
  audit: () => import('./commands/audit.ts'),
  names: () => import('./commands/names.ts'),
  publish: () => import('./commands/index/publish.ts'),
  pull: () => import('./commands/index/pull.ts'),
  worker: () => import('./commands/index/worker.ts'),
  keys: () => import('./commands/keys.ts'),
  watch: () => import('./commands/watch.ts'),
  ledger: () => import('./commands/ledger.ts'),
  log: () => import('./commands/log.ts'),
  monitor: () => import('./commands/log/monitor.ts'),
  witness: () => import('./commands/log/witness.ts'),
  explain: () => import('./commands/explain.ts'),
  doctor: () => import('./commands/doctor.ts'),
  init: () => import('./commands/init.ts'),
  hook: () => import('./commands/hook.ts'),
  completions: () => import('./commands/completions.ts'),
}
