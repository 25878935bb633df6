// Draws the pictures of the site from its mark, with a Chromium of the machine:
//
//   npx tsx scripts/pagePictures.ts
//
// They are kept in `assets/page`, so that neither the build nor the service needs a browser.

import { mkdirSync, writeFileSync } from 'node:fs'
import { ICON_SVG } from '../src/http/pages/html.ts'
import { SERVICE_NAME } from '../src/http/request/serviceFacts.ts'
import { openBrowser } from '../test/support/chromium.ts'

const FOLDER = new URL('../assets/page/', import.meta.url)
const FAVICON_PX = 32
const ICON_PX = 180

const browser = await openBrowser()

async function drawn(width: number, height: number, html: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>*{margin:0;box-sizing:border-box}svg{display:block}</style>${html}`)
  const bytes = await page.screenshot({ omitBackground: true })
  await page.close()
  return bytes
}

function mark(size: number): string {
  return ICON_SVG.replace('<svg ', `<svg width="${size}" height="${size}" `)
}

/** An icon file that holds one picture, as PNG. */
function icon(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // An icon,
  head.writeUInt16LE(1, 4) // of one picture:
  head.writeUInt8(FAVICON_PX, 6)
  head.writeUInt8(FAVICON_PX, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12) // Bits of a dot.
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const PREVIEW = `<div style="width:1200px;height:630px;padding:90px;background:#fbfcfb;color:#1c2420;font:44px/1.35 sans-serif">
<div style="display:flex;gap:36px;align-items:center;font-size:96px;font-weight:700">${mark(150)}${SERVICE_NAME}</div>
<p style="margin-top:56px">Is this package, this function, this code real?</p>
<p style="margin-top:24px;color:#55635c;font-size:34px">Answered from the published files of PyPI and npm, under a signature that anyone can check.</p>
</div>`

try {
  mkdirSync(FOLDER, { recursive: true })
  const save = (name: string, bytes: Buffer) => writeFileSync(new URL(name, FOLDER), bytes)
  save('favicon.ico', icon(await drawn(FAVICON_PX, FAVICON_PX, mark(FAVICON_PX))))
  save('icon.png', await drawn(ICON_PX, ICON_PX, mark(ICON_PX)))
  save('preview.png', await drawn(1_200, 630, PREVIEW))
} finally {
  await browser.close()
}
