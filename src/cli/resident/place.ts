// Where the resident process is found. Whoever could write there could answer in its place, and is
// told the whole environment: so the folder must be the user's own, and closed to everybody else.
// The name says for whom it works: another program, another machine or another view of the files
// and the network finds another process, or none.

import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { getPriority, hostname, userInfo } from 'node:os'
import { join } from 'node:path'

const OWNER_ONLY = 0o700
const OTHERS = 0o077
/** What an address of this kind may be long, everywhere. */
const PATH_MAX_BYTES = 100

/** Variables that differ from one command to the next and that nothing reads as a process begins. */
const CHANGING =
  /^(?:ASSAY_|PWD$|OLDPWD$|SHLVL$|_$|COLUMNS$|LINES$|TERM|NO_COLOR$|FORCE_COLOR$|npm_)/

/** Null where there is no safe place. */
export function residentPlace(
  program: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  try {
    const { homedir, uid } = userInfo()
    const runtime = environment['XDG_RUNTIME_DIR']
    const home = environment['HOME'] || homedir
    const folder = runtime ? join(runtime, 'assay') : join(home, '.cache', 'assay', 'run')
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    const found = lstatSync(folder)
    if (!found.isDirectory() || found.uid !== uid || (found.mode & OTHERS) !== 0) return null
    const path = join(folder, `${worldOf(program, environment)}.sock`)
    return Buffer.byteLength(path) <= PATH_MAX_BYTES ? path : null
  } catch {
    return null
  }
}

/** A digest of what a process is made of and sees, and cannot be told later. */
function worldOf(
  program: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const code = statSync(program.replace(/\.cjs$/, '.bundle.cjs'), { bigint: true })
  const root = statSync('/', { bigint: true })
  const variables = Object.entries(environment)
    .filter(([name]) => !CHANGING.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const world = [
    ...[program, String(code.ino), String(code.size), String(code.mtimeNs)],
    ...[process.execPath, process.version, process.execArgv],
    ...[hostname(), String(root.dev), String(root.ino), process.umask()],
    ...[['mnt', 'net', 'user', 'pid'].map(namespace), rights(), getPriority(), variables],
  ]
  return createHash('sha256').update(JSON.stringify(world)).digest('hex').slice(0, 24)
}

/** What this process may do and use: groups, capabilities, filters, limits, its share of the machine. */
function rights(): readonly string[] {
  const told = (file: string) => {
    try {
      return readFileSync(`/proc/self/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  const status = told('status').match(/^(?:Uid|Gid|Groups|Cap\w+|NoNewPrivs|Seccomp):.*$/gm)
  const ids = [...(process.getgroups?.() ?? []), process.geteuid?.(), process.getegid?.()]
  return [...(status ?? []), ...ids.map(String), ...['limits', 'cgroup', 'attr/current'].map(told)]
}

/** Containers may share a folder, and see other files and other hosts. */
function namespace(kind: string): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`)
  } catch {
    return ''
  }
}
