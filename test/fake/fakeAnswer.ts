// What both halves of the fake registry answer with, and the knobs that shape it.

/** What a registry answers, before it is put on the wire. */
export type FakeAnswer = Readonly<{
  status: number
  contentType: string | null
  body: Buffer
}>

export type Knobs = {
  /** Documents are compressed for clients that accept it. */
  gzip: boolean
  /** The Python index has a JSON document per project. */
  pypiJson: boolean
  /** How the simple index answers, whatever the client accepts. */
  simple: 'json' | 'html'
  /** How file URLs are written: with the host, or relative to the document. */
  fileUrls: 'absolute' | 'relative'
  /** Host under which file URLs are written when they are absolute; null for this server's own. */
  fileOrigin: string | null
  /** The index says how large a file is. HTML never does. */
  fileSizes: boolean
  /** The index declares sha256 digests. */
  fileDigests: boolean
  /** `GET /name/latest` is served. */
  npmLatestRoute: boolean
  /** Files are served in parts to those who ask for parts. */
  ranges: boolean
  /** How the Python index says that there is no such page. */
  pypiMissing: 'text' | 'html'
  /** What stands at the root of the simple index; `listing`: folders, as web servers list them. */
  simpleRoot: 'json' | 'html' | 'listing' | 'none'
}

/** As nginx says it. */
export function htmlNotFound(): FakeAnswer {
  const html =
    '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n' +
    '<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n'
  return { status: 404, contentType: 'text/html', body: Buffer.from(html) }
}

export function notFound(): FakeAnswer {
  return json({ error: 'Not found' }, 404)
}

export function json(value: unknown, status = 200, contentType = 'application/json'): FakeAnswer {
  return { status, contentType, body: Buffer.from(JSON.stringify(value)) }
}
