import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance } from './instance.ts'
import { pick } from './random.ts'

/** Something bad that goes on until it is stopped; `stop` resolves when nothing more will happen. */
export interface Nemesis {
  stop(): Promise<void>
}

/** Acts again and again, `everyMs` from one beginning to the next. */
export function every(everyMs: number, act: () => Promise<void>, signal: AbortSignal): Nemesis {
  const stopping = new AbortController()
  const ended = AbortSignal.any([signal, stopping.signal])
  async function go() {
    for (let next = performance.now() + everyMs; !ended.aborted; next += everyMs) {
      await sleep(Math.max(0, next - performance.now()), undefined, { signal: ended }).catch(() => {})
      if (!ended.aborted) await act()
    }
  }
  const going = go()
  going.catch(() => {}) // shown by stop
  return {
    async stop() {
      stopping.abort()
      await going
    },
  }
}

/**
 * Kills one service replica of those that are ready, whichever chance takes.
 * @param options.spareLast leaves a service its last ready replica: none is ever without any
 */
export function replicaKiller(instance: Instance, random: () => number, { spareLast = false } = {}) {
  const killed = new Set<number>()
  return {
    get kills() {
      return killed.size
    },
    async kill() {
      const living = (await instance.services()).filter(({ pid }) => !killed.has(pid))
      const count = (service: string) => living.filter(({ name }) => name === service).length
      const victim = pick(random, spareLast ? living.filter(({ name }) => count(name) > 1) : living)
      if (!victim) return
      killed.add(victim.pid)
      try {
        process.kill(victim.pid, 'SIGKILL')
      } catch {
        // ended by itself in this moment
      }
    },
  }
}

/** Ends a server as a crash would and starts it again. @returns when it answered again, on this process' monotonic clock */
export async function killAndRestart(server: Instance['nats'], awayMs: number): Promise<number> {
  const killedAt = performance.now()
  await server.kill()
  await sleep(Math.max(0, awayMs - (performance.now() - killedAt)))
  await server.start()
  return performance.now()
}
