// What an editor offers at a place of a file: the names that `completion.ts` finds, as the protocol has them.

import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
} from 'vscode-languageserver-protocol'
import type { CheckApp } from '../../app/checkApp.ts'
import { beginning, membersWished, SHOWN_MAX, wishAt } from './completion.ts'
import type { Workspace } from './workspace.ts'

type Place = Readonly<{ workspace: Workspace; path: string; before: string; after: string }>

const DETAIL_MAX = 300

/** Kinds of definitions as editors number them. */
const COMPLETION_KIND: Readonly<Record<string, CompletionItemKind>> = {
  function: 3,
  method: 2,
  class: 7,
  interface: 8,
  module: 9,
  namespace: 9,
  property: 10,
  enum: 13,
  constant: 21,
}

/** Null where nothing is offered. */
export async function completionsAt(
  app: Pick<CheckApp, 'importNames' | 'packageNames'>,
  { workspace, path, before, after }: Place,
): Promise<CompletionList | null> {
  const wish = wishAt(path, before)
  if (wish === null) return null
  if (wish.of !== 'members') {
    const names = wish.of === 'imports' ? app.importNames() : app.packageNames(wish.ecosystem)
    return listOf(
      beginning(names, wish.prefix).map((label) => ({ label, kind: CompletionItemKind.Module })),
    )
  }
  const seen = workspace.checked?.seen
  if (seen === undefined) return null
  const members = await membersWished(
    seen,
    path,
    { before, after },
    { prefix: wish.prefix, read: (changed) => workspace.read(path, changed) },
  )
  return listOf(
    members.slice(0, SHOWN_MAX).map(({ name, kind, signature }) => ({
      label: name,
      kind: COMPLETION_KIND[kind] ?? CompletionItemKind.Variable,
      ...(signature === null ? {} : { detail: signature.slice(0, DETAIL_MAX) }),
    })),
  )
}

function listOf(items: CompletionItem[]): CompletionList {
  return { isIncomplete: items.length >= SHOWN_MAX, items }
}
