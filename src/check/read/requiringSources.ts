// Files whose imports a compiler may turn into `require`: what only `import` loads fails there as well.

import type { InputFile } from './readInput.ts'

const CONFIGURATION = /(?:^|\/)tsconfig(?:\.[\w-]+)*\.json$/
const MANIFEST = /(?:^|\/)package\.json$/
const OF_MODULES = /"module"\s*:\s*"(?:es\w*|preserve)"/i
const OTHERWISE = /"module"\s*:\s*"(?!es\w*"|preserve")/i

export function requiringSources(files: readonly InputFile[]): (path: string) => boolean {
  const settings = files.filter(({ path }) => CONFIGURATION.test(path))
  const keepsImports =
    settings.some(({ content }) => OF_MODULES.test(content)) &&
    !settings.some(({ content }) => OTHERWISE.test(content))
  const manifests = new Map(
    files
      .filter(({ path }) => MANIFEST.test(path))
      .map(({ path, content }) => [folderOf(path), /"type"\s*:\s*"module"/.test(content)]),
  )

  /** What the manifest next above says. */
  function isOfModules(path: string): boolean {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const says = manifests.get(folder)
      if (says !== undefined) return says
      if (folder === '') return false
    }
  }

  return (path) => {
    if (path.endsWith('.cts')) return true
    return /\.[jt]sx?$/.test(path) && !keepsImports && !isOfModules(path)
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
