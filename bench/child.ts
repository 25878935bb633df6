// A server under measurement, in a process of its own.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type MeasuredServer = Readonly<{
  url: string
  cpuMicros(): Promise<number>
  stop(): void
}>

export async function startServer(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { url } = await message<{ url: string }>(child)
  return {
    url,
    async cpuMicros() {
      child.send('cpu')
      return (await message<{ cpuMicros: number }>(child)).cpuMicros
    },
    stop: () => void child.kill(),
  }
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onExit = (code: number | null) => {
      reject(new Error(`the server under measurement ended with ${code}`))
    }
    child.once('exit', onExit)
    child.once('message', (value) => {
      child.off('exit', onExit)
      // Both ends of the channel are in this folder.
      resolve(value as T)
    })
  })
}
