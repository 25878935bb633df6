// Modules of the standard library that no Python of our time lacks, and those that the reference
// interpreter has not: what a `try` may import, and what it cannot.

import type { Statement } from '../../../syntax/python/syntax.ts'
import { isStandardModule, standardKind } from '../../../table/pythonLibrary.ts'

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

/** Modules of Python 2, of Windows and of later releases: none of them can be imported. */
const NOT_THERE: ReadonlySet<string> = new Set(
  (
    'BaseHTTPServer CGIHTTPServer ConfigParser Cookie DocXMLRPCServer HTMLParser Queue ' +
    'SimpleHTTPServer SimpleXMLRPCServer SocketServer StringIO Tkinter UserDict UserList UserString ' +
    '__builtin__ _overlapped _winapi _winreg anydbm annotationlib cPickle cStringIO commands ' +
    'cookielib copy_reg dbhash dumbdbm dummy_thread exceptions htmlentitydefs httplib ' +
    'md5 msilib msvcrt nt robotparser sets sha thread urllib2 urlparse whichdb winreg winsound xmlrpclib'
  ).split(' '),
)

/** An import that the reference interpreter cannot do, whatever else is installed. */
export function cannotImport(statement: Statement): boolean {
  if (statement.kind === 'import') return statement.names.some(({ path }) => isNotThere(path))
  if (statement.kind !== 'from' || statement.level > 0) return false
  const { module, names } = statement
  if (isNotThere(module)) return true
  if (!isStandardModule(module) || names === null) return false
  // Names with an underscore are not among those that are known.
  return names.some(({ name }) => !name.startsWith('_') && standardKind(module, name) === null)
}

function isNotThere(path: string): boolean {
  return NOT_THERE.has(path.split('.', 1)[0] ?? '')
}

export function isStandardName(path: string): boolean {
  const [head = ''] = path.split('.')
  return (
    STANDARD.has(head) &&
    !/^(?:collections\.(?!abc)|urllib\.(?!parse|request|error|response|robotparser))/.test(path)
  )
}
