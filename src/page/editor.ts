// The editor: what is found stands under the very letters, and what may be put in their place is offered.
// It lives in a shadow tree, because there its styles need no leave from the content policy.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { python } from '@codemirror/lang-python'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { CheckFinding } from '../wire/checkAnswers.ts'
import { findingEdits, writtenAt } from '../wire/findingEdits.ts'

export type Editor = Readonly<{
  text(): string
  write(text: string): void
  speak(path: string): void
  mark(findings: readonly CheckFinding[]): void
  /** Goes to a place, from 1. */
  show(line: number, column: number): void
  /** Puts a text in the place of what a line has there. */
  replace(line: number, from: number, to: number, text: string): void
}>

type Wired = Readonly<{ text: string; label: string; onChange(): void; onSubmit(): void }>

export function openEditor(host: HTMLElement, { text, label, onChange, onSubmit }: Wired): Editor {
  const root = host.attachShadow({ mode: 'open' })
  const language = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        syntaxHighlighting(COLOURS),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        // Tab leaves the editor, as it leaves every field.
        keymap.of([
          {
            key: 'Mod-Enter',
            run() {
              onSubmit()
              return true
            },
          },
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        language.of([]),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) onChange()
        }),
        STYLE,
      ],
    }),
  })
  const lineAt = (number: number) =>
    view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines))

  function replace(line: number, from: number, to: number, put: string): void {
    const { from: start } = lineAt(line)
    view.dispatch({ changes: { from: start + from, to: start + to, insert: put } })
  }

  function diagnosticOf(finding: CheckFinding): Diagnostic {
    const line = lineAt(finding.line)
    const span = writtenAt(line.text, finding.column, finding.suggestion?.replace?.from ?? null)
    return {
      from: line.from + span.from,
      to: line.from + span.to,
      severity: finding.severity === 'note' ? 'info' : finding.severity,
      source: finding.code.replaceAll('_', ' '),
      message: finding.message,
      actions: findingEdits(finding, line.text).map(({ title, text: put }) => ({
        name: title,
        // By then the letters may have moved: the mark moves with them.
        apply: (_view, from, to) => view.dispatch({ changes: { from, to, insert: put } }),
      })),
    }
  }

  return {
    text: () => view.state.doc.toString(),
    write(put) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: put } })
    },
    speak(path) {
      view.dispatch({ effects: language.reconfigure(languageOf(path)) })
    },
    mark(findings) {
      view.dispatch(setDiagnostics(view.state, findings.map(diagnosticOf)))
    },
    show(number, column) {
      const line = lineAt(number)
      const at = Math.min(line.to, line.from + column - 1)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at) })
      view.focus()
    },
    replace,
  }
}

function languageOf(path: string): Extension {
  if (/\.pyi?$/.test(path)) return python()
  if (/\.[cm]?tsx?$/.test(path)) return javascript({ typescript: true, jsx: path.endsWith('x') })
  if (/\.([cm]?jsx?|json)$/.test(path)) return javascript({ jsx: true })
  return []
}

/** The colours of the page, which fit light and dark. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
])

const STYLE = EditorView.theme({
  '&': {
    border: '1px solid var(--dim)',
    borderRadius: '0.4rem',
    background: 'var(--paper)',
    color: 'var(--ink)',
    fontSize: '0.9rem',
  },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', minHeight: '14rem', maxHeight: '60vh' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    background: 'var(--soft)',
    color: 'var(--dim)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { background: 'transparent' },
  '.cm-lintRange': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '0.25em',
  },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--accent)' },
  '.cm-lint-marker': { content: 'none', width: '0.6em', height: '0.6em', borderRadius: '50%' },
  '.cm-lint-marker-error': { background: 'var(--bad)' },
  '.cm-lint-marker-warning': { background: 'var(--warn)' },
  '.cm-lint-marker-info': { background: 'var(--accent)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    background: 'var(--soft)',
    color: 'var(--ink)',
    maxWidth: 'min(36rem, 90vw)',
    fontFamily: 'system-ui, sans-serif',
  },
  '.cm-diagnostic': { borderLeftColor: 'var(--bad)', padding: '0.4rem 0.6rem' },
  '.cm-diagnosticAction': { background: 'var(--accent)', color: 'var(--on-accent)' },
})
