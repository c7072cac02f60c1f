import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../infra/server-process.ts'

const EVERY_MS = 2000

export interface StuckServersOptions {
  servers: readonly ServerProcess[]
  signal: AbortSignal
  onLine: (part: string, line: string) => void
  /** Starts one that has ended. */
  start: (server: ServerProcess) => Promise<void>
}

/** Restarts servers that run but need a restart to work again. Ends when the signal aborts, and never rejects. */
export async function restartStuckServers({ servers, signal, onLine, start }: StuckServersOptions) {
  while (!signal.aborted) {
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    for (const server of servers) {
      const reason = signal.aborted ? undefined : await server.needsRestart()
      if (reason === undefined) continue
      onLine(server.name, reason)
      await server.stop()
      await start(server)
    }
  }
}
