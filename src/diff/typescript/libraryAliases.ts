// Aliases that every program has, as they stand for other types.

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  BinaryType: ['arraybuffer', 'blob'],
  BufferEncoding: [
    ...['ascii', 'base64', 'base64url', 'binary', 'hex', 'latin1'],
    ...['ucs-2', 'ucs2', 'utf-16le', 'utf-8', 'utf16le', 'utf8'],
  ],
  DocumentReadyState: ['complete', 'interactive', 'loading'],
  InsertPosition: ['afterbegin', 'afterend', 'beforebegin', 'beforeend'],
  KeyFormat: ['jwk', 'pkcs8', 'raw', 'spki'],
  KeyType: ['private', 'public', 'secret'],
  ReferrerPolicy: [
    ...['', 'no-referrer', 'no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin'],
    ...['same-origin', 'strict-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
  ],
  RequestCache: ['default', 'force-cache', 'no-cache', 'no-store', 'only-if-cached', 'reload'],
  RequestCredentials: ['include', 'omit', 'same-origin'],
  RequestMode: ['cors', 'navigate', 'no-cors', 'same-origin'],
  RequestPriority: ['auto', 'high', 'low'],
  RequestRedirect: ['error', 'follow', 'manual'],
  ResponseType: ['basic', 'cors', 'default', 'error', 'opaque', 'opaqueredirect'],
  ScrollBehavior: ['auto', 'instant', 'smooth'],
  ScrollLogicalPosition: ['center', 'end', 'nearest', 'start'],
  ShadowRootMode: ['closed', 'open'],
  XMLHttpRequestResponseType: ['', 'arraybuffer', 'blob', 'document', 'json', 'text'],
}

const OTHERS: Readonly<Record<string, string>> = {
  AlgorithmIdentifier: 'Algorithm | string',
  ArrayBufferLike: 'ArrayBuffer | SharedArrayBuffer',
  BlobPart: 'Blob | BufferSource | string',
  BodyInit: 'ReadableStream | XMLHttpRequestBodyInit',
  BufferSource: 'ArrayBuffer | ArrayBufferView<ArrayBuffer>',
  DOMHighResTimeStamp: 'number',
  EpochTimeStamp: 'number',
  EventListenerOrEventListenerObject: 'EventListener | EventListenerObject',
  FormDataEntryValue: 'File | string',
  HeadersInit: 'Array<[string, string]> | Headers | Record<string, string>',
  PropertyKey: 'number | string | symbol',
  RequestInfo: 'Request | string',
  TimerHandler: 'Function | string',
  VibratePattern: 'Array<number> | number',
  XMLHttpRequestBodyInit: 'Blob | BufferSource | FormData | URLSearchParams | string',
}

/** By their names. */
export const LIBRARY_ALIASES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TEXTS).map(
    ([name, texts]) => [name, texts.map((text) => JSON.stringify(text)).join(' | ')] as const,
  ),
  ...Object.entries(OTHERS),
])
