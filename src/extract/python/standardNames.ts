// Modules of the standard library that no Python of our time lacks.

import type { Statement } from './syntax/syntax.ts'

/** Nothing in it can fail for want of a module: then its handlers do not run. */
export function importsOnlyWhatIsThere(body: readonly Statement[]): boolean {
  return (
    body.length > 0 &&
    body.every(
      (one) =>
        (one.kind === 'from' && one.level === 0 && isStandardName(one.module)) ||
        (one.kind === 'import' && one.names.every(({ path }) => isStandardName(path))),
    )
  )
}

/** Modules that every Python of our time has. */
const STANDARD: ReadonlySet<string> = new Set(
  (
    'abc argparse array ast asyncio base64 binascii bisect builtins bz2 calendar cmath codecs ' +
    'collections colorsys concurrent configparser contextlib contextvars copy copyreg csv ctypes ' +
    'dataclasses datetime decimal difflib dis email encodings enum errno fcntl fnmatch fractions ' +
    'ftplib functools gc getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib ' +
    'importlib inspect io ipaddress itertools json keyword linecache locale logging lzma marshal ' +
    'math mimetypes mmap multiprocessing numbers operator os pathlib pickle pkgutil platform ' +
    'posixpath pprint pwd queue random re resource runpy secrets select selectors shelve shlex ' +
    'shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct ' +
    'subprocess sys sysconfig tarfile tempfile termios textwrap threading time timeit token tokenize ' +
    'tomllib traceback tracemalloc types typing unicodedata unittest urllib uuid venv warnings wave ' +
    'weakref webbrowser xml zipfile zipimport zlib zoneinfo'
  ).split(' '),
)

export function isStandardName(path: string): boolean {
  const [head = ''] = path.split('.')
  return (
    STANDARD.has(head) &&
    !/^(?:collections\.(?!abc)|urllib\.(?!parse|request|error|response|robotparser))/.test(path)
  )
}
