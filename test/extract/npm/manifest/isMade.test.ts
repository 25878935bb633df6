import { expect, test } from 'vitest'
import { isMade } from '../../../../src/extract/npm/manifest/isMade.ts'

const none = { types: null, typesRequired: null, import: null, require: null, asset: null }
const point = (subpath: string, via: 'pattern' | 'exports') => ({ subpath, via, ...none })

const MADE = ['./dist/mocker.d-B3zjcR_8.d.ts', './index.d.mts', './chunk-6A7WQXKD.js']
const OFFERED = ['./dist/index.js', './Button-Group.js', './icons-20231101.js', './parse-base64ur']

test.each(MADE)('%s is nothing that anybody asks for', (subpath) => {
  expect(isMade(point(subpath, 'pattern'))).toBe(true)
  // Who names it offers it.
  expect(isMade(point(subpath, 'exports'))).toBe(false)
})

test.each(OFFERED)('%s is offered', (subpath) => {
  expect(isMade(point(subpath, 'pattern'))).toBe(false)
})
