// Renders the pages below docs/ for the service: `tsx scripts/buildDocs.ts [folder]`, dist/docs unless
// told. The build runs it, so that whoever runs the service needs no renderer.

import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocs } from './docs/buildDocs.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
buildDocs(root, resolve(process.argv[2] ?? join(root, 'dist', 'docs')))
