// The least that can answer: node:http, which reads the body and sends the same bytes every time.

import { createServer } from 'node:http'
import { reportCpu } from './reportCpu.mjs'

const body = Buffer.from(process.env['BENCH_BODY'] ?? '{}')
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  reportCpu(`http://127.0.0.1:${port}`)
})
