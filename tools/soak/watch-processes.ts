import type { Instance } from '../faults/instance.ts'
import { openFiles, residentMb } from '../faults/process-memory.ts'
import type { Sample } from './growth.ts'

const EVERY_MS = 10_000

export interface Watched {
  name: string
  /** Ours, and so promised not to grow; the servers are only told. */
  is_ours: boolean
  samples: Sample[]
  /** Process ids that it had: more than one when it was restarted. */
  pids: Set<number>
}

/**
 * Takes a sample of every process of the instance each ten seconds until it is stopped; `startedAt` on this process' monotonic
 * clock.
 */
export function watchProcesses(instance: Instance, startedAt: number) {
  const watched = new Map<string, Watched>()
  let looking: Promise<void> = Promise.resolve()

  async function look() {
    const minute = (performance.now() - startedAt) / 60_000
    const services = (await instance.processes()).map(({ name, replica, pid }) => ({
      name: replica ? `${name} ${replica}` : name,
      pid,
    }))
    const ours = [
      ...services.filter(({ name }) => name !== 'nats' && name !== 'mongodb'),
      { name: 'supervisor', pid: instance.dev.pid },
    ]
    for (const { name, pid } of ours) note(name, pid, true, minute)
    for (const name of ['nats', 'mongodb'] as const) note(name, instance[name].pid(), false, minute)
  }

  function note(name: string, pid: number | undefined, is_ours: boolean, minute: number) {
    const rss_mb = pid && residentMb(pid)
    if (!pid || !rss_mb) return
    const one = watched.get(name) ?? { name, is_ours, samples: [], pids: new Set() }
    watched.set(name, one)
    one.pids.add(pid)
    one.samples.push({ minute, rss_mb, files: openFiles(pid) ?? null })
  }

  const timer = setInterval(() => {
    looking = look().catch((error: unknown) => console.error(String(error)))
  }, EVERY_MS)
  looking = look()
  return {
    /** So far. */
    current: () => [...watched.values()],
    async stop(): Promise<Watched[]> {
      clearInterval(timer)
      await looking
      await look()
      return [...watched.values()]
    },
  }
}
