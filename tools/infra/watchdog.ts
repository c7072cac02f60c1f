import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Starts a process that ends the watched processes as soon as this one has ended, even by `kill -9`. `close` ends it without
 * affecting those that are no longer watched.
 */
export function startWatchdog() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'watchdog.mjs')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  const tell = (line: string) => child.stdin.writable && child.stdin.write(`${line}\n`)

  return {
    pid: child.pid,
    watch: (pid: number) => tell(`+pid ${pid}`),
    unwatch: (pid: number) => tell(`-pid ${pid}`),
    watchContainer: (name: string) => tell(`+container ${name}`),
    unwatchContainer: (name: string) => tell(`-container ${name}`),
    close: () => child.stdin.end(),
  }
}

export type Watchdog = ReturnType<typeof startWatchdog>
