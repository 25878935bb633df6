// What a server takes of whoever connects, before anything is known of the request.

import * as limits from '../../limits.ts'

export const RECEIVE_LIMITS = {
  maxHeaderSize: limits.HEADERS_MAX_BYTES,
  headersTimeout: limits.HEADERS_TIMEOUT_MS,
  requestTimeout: limits.REQUEST_RECEIVE_TIMEOUT_MS,
  keepAliveTimeout: limits.KEEP_ALIVE_TIMEOUT_MS,
  // How often the timeouts above are looked at; Node's own 30 s would double them.
  connectionsCheckingInterval: limits.TIMEOUT_CHECK_MS,
} as const
