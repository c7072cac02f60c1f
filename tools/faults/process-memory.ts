import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory in MB; undefined when the process is gone. */
export function residentMb(pid: number): number | undefined {
  try {
    if (process.platform === 'linux') {
      const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      return kb === undefined ? undefined : Number(kb) / 1024
    }
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  } catch {
    return undefined
  }
}

/** How many file descriptors a process has open; undefined when it is gone, or where that is not told. */
export function openFiles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}

const LOOK_EVERY_MS = 200

/** Watches the memory of processes until it is stopped. */
export function watchMemory(pids: ReadonlyMap<string, number>) {
  const peaks = new Map<string, number>()
  const look = () => {
    for (const [name, pid] of pids) peaks.set(name, Math.max(peaks.get(name) ?? 0, residentMb(pid) ?? 0))
  }
  look()
  const first = new Map(peaks)
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    /** By name: MB at the start, the highest seen, and now. */
    stop() {
      clearInterval(timer)
      look()
      return new Map(
        [...pids].map(([name, pid]) => [
          name,
          { first: first.get(name) ?? 0, peak: peaks.get(name) ?? 0, last: residentMb(pid) ?? 0 },
        ]),
      )
    },
  }
}
