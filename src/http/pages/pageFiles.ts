// Script and style of the page, as the build left them. An address carries the digest of what it
// leads to, so that browsers may keep it for ever.

import { readFileSync } from 'node:fs'
import { codeOf } from '../../domain/fileFault.ts'
import { sha256 } from '../../domain/texts/sha256.ts'

export type PageFile = Readonly<{
  path: string
  contentType: string
  text: string
  /** The first digits of the sha256 of the text. */
  version: string
}>

/** Null where the build has not made it: the page can be read without. */
export type PageFiles = Readonly<{
  script: PageFile | null
  style: PageFile | null
  /** Of the pages about packages. */
  siteScript: PageFile | null
  /** The editor of the page that code is checked on. */
  checkScript: PageFile | null
}>

/** Seen from the sources and from what is compiled of them, the build is in one place. */
const PAGE_FOLDER = new URL('../../../dist/page/', import.meta.url)

export const SCRIPT_PATH = '/page/assay.js'
export const STYLE_PATH = '/page/assay.css'
export const SITE_SCRIPT_PATH = '/page/site.js'
export const CHECK_SCRIPT_PATH = '/page/check.js'

export function loadPageFiles(folder: URL = PAGE_FOLDER): PageFiles {
  return {
    script: loadFile(folder, SCRIPT_PATH, 'text/javascript; charset=utf-8'),
    style: loadFile(folder, STYLE_PATH, 'text/css; charset=utf-8'),
    siteScript: loadFile(folder, SITE_SCRIPT_PATH, 'text/javascript; charset=utf-8'),
    checkScript: loadFile(folder, CHECK_SCRIPT_PATH, 'text/javascript; charset=utf-8'),
  }
}

function loadFile(folder: URL, path: string, contentType: string): PageFile | null {
  const text = builtText(new URL(path.slice('/page/'.length), folder))
  return text === null ? null : { path, contentType, text, version: sha256(text).slice(0, 16) }
}

/** Null where the build has not made it. */
export function builtText(file: URL): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Anything but "not there" must be seen by the operator.
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

export function addressOf({ path, version }: PageFile): string {
  return `${path}?v=${version}`
}
