// The forms of the page. They are hidden until the page's script is there to answer them; whoever
// reads without one finds the same questions as commands.

import type { ListedVerifier } from '../request/serviceFacts.ts'
import { escapeHtml } from './html.ts'

type Form = Readonly<{ id: string; title: string; hint: string; fields: string; actions: string }>

/** `logKey`: of the log; null where none is kept. */
export function renderForms(verifiers: readonly ListedVerifier[], logKey: string | null): string {
  const forms = formsOf(verifiers, logKey)
  return `<div id="tabs" role="tablist" aria-label="Questions">
${forms.map(({ id, title }) => `<button type="button" role="tab" id="tab-${id}" aria-controls="panel-${id}" aria-selected="false">${title}</button>`).join('\n')}
</div>
${forms.map(renderForm).join('\n')}`
}

function renderForm({ id, hint, fields, actions }: Form): string {
  return `<div role="tabpanel" id="panel-${id}" aria-labelledby="tab-${id}">
<p>${hint}</p>
<form id="form-${id}">
${fields}
<p class="wide actions">${actions}</p>
</form>
<p id="status-${id}" class="status" role="status"></p>
<div id="result-${id}"></div>
</div>`
}

function formsOf(verifiers: readonly ListedVerifier[], logKey: string | null): readonly Form[] {
  return [
    {
      id: 'package',
      title: 'Package',
      hint: 'Does this package exist, and is it what it seems?',
      fields: ecosystem('package') + input('package', 'name', 'Name of the package'),
      actions:
        submit('Ask') +
        example('express on npm', { ecosystem: 'npm', name: 'express' }) +
        example('a typo', { ecosystem: 'pypi', name: 'reqeusts' }),
    },
    {
      id: 'symbol',
      title: 'Symbol',
      hint: 'Does this function, class or constant exist in the published files? Write <code>get</code>, <code>Session.get</code> or <code>requests.Session.get</code>.',
      fields:
        ecosystem('symbol') +
        input('symbol', 'package', 'Package') +
        input('symbol', 'symbol', 'Symbol') +
        input('symbol', 'version', 'Version (optional)', false),
      actions:
        submit('Ask') +
        example('requests.Session.get', {
          ecosystem: 'pypi',
          package: 'requests',
          symbol: 'requests.Session.get',
          version: '',
        }),
    },
    {
      id: 'diff',
      title: 'Diff',
      hint: 'What changed between two releases, and does it break code?',
      fields:
        ecosystem('diff') +
        input('diff', 'package', 'Package') +
        input('diff', 'from_version', 'From version') +
        input('diff', 'to_version', 'To version'),
      actions:
        submit('Compare') +
        example('click 8.0.0 → 8.1.0', {
          ecosystem: 'pypi',
          package: 'click',
          from_version: '8.0.0',
          to_version: '8.1.0',
        }),
    },
    {
      id: 'check',
      title: 'Check code',
      hint: 'Are the packages, names and arguments in this code real? The code is neither stored nor logged.',
      fields: `<div class="wide"><label for="check-path">File name (it tells the language)</label>
<input id="check-path" name="path" list="check-paths" value="main.py" required autocomplete="off" spellcheck="false">
<datalist id="check-paths">${['main.py', 'main.ts', 'main.js', 'requirements.txt', 'package.json'].map((path) => `<option value="${path}"></option>`).join('')}</datalist></div>
${textarea('check-content', 'content', 'Code', 'code')}
${textarea('check-manifest', 'manifest', 'Its requirements.txt or package.json (optional)', 'code short', '', false)}`,
      actions:
        submit('Check') +
        example('invented names', {
          path: 'main.py',
          manifest: '',
          content: 'import requests\n\nrequests.fetch_json("https://example.org")\n',
        }),
    },
    {
      id: 'receipt',
      title: 'Verify a receipt',
      hint: 'Paste an answer, its receipt, or a receipt with its proof that it stands in the log. It is checked in this browser and sent nowhere.',
      fields: `${textarea('receipt', 'receipt', 'Receipt (JSON), or what assay receipt --with-proof writes', 'code')}
${textarea('verifiers', 'verifiers', 'Verifiers whose signature counts, one on each line', 'code short', verifiers.map(({ address }) => address).join('\n'))}
${textarea('log-key', 'log-key', 'Key of the log that counts', 'code short', logKey ?? '', false)}`,
      actions: submit('Verify'),
    },
  ]
}

function ecosystem(form: string): string {
  return `<div><label for="${form}-ecosystem">Registry</label>
<select id="${form}-ecosystem" name="ecosystem"><option value="pypi">PyPI</option><option value="npm">npm</option></select></div>
`
}

function input(form: string, name: string, label: string, isRequired = true): string {
  return `<div><label for="${form}-${name}">${label}</label>
<input id="${form}-${name}" name="${name}"${isRequired ? ' required' : ''} autocomplete="off" autocapitalize="none" spellcheck="false"></div>
`
}

function textarea(
  id: string,
  name: string,
  label: string,
  style: string,
  value = '',
  isRequired = true,
): string {
  return `<div class="wide"><label for="${id}">${label}</label>
<textarea id="${id}" name="${name}" class="${style}"${isRequired ? ' required' : ''} spellcheck="false">${escapeHtml(value)}</textarea></div>`
}

function submit(label: string): string {
  return `<button type="submit">${label}</button> `
}

function example(label: string, values: Readonly<Record<string, string>>): string {
  const written = escapeHtml(JSON.stringify(values))
  return `<button type="button" class="quiet" data-example="${written}">Try: ${escapeHtml(label)}</button> `
}
