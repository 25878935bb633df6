// The modules that Node itself has, by name: a list of our own, so that an answer does not depend on
// the release that the service runs on. Those of Node 20 and of the releases since.

const BARE = `
  assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram
  diagnostics_channel dns dns/promises domain events fs fs/promises http http2 https inspector
  inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring
  readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder
  sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib
  _http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _stream_duplex
  _stream_passthrough _stream_readable _stream_transform _stream_wrap _stream_writable _tls_common
  _tls_wrap
`

const BARE_MODULES: ReadonlySet<string> = new Set(BARE.trim().split(/\s+/))
/** Without `node:` these are packages, or nothing. */
const PREFIXED_MODULES: ReadonlySet<string> = new Set(['sea', 'sqlite', 'test', 'test/reporters'])

const PREFIX = 'node:'

export function isNodeModule(specifier: string): boolean {
  if (!specifier.startsWith(PREFIX)) return BARE_MODULES.has(specifier)
  const name = specifier.slice(PREFIX.length)
  return BARE_MODULES.has(name) || PREFIXED_MODULES.has(name)
}
