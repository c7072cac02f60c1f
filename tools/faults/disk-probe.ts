import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentiles } from '../bench/percentiles.ts'
import { round } from './summary.ts'

const BLOCK = Buffer.alloc(4096, 1)
const EVERY_MS = 100

/**
 * How long the disk of temporary folders takes to make 4 KB durable, ten times a second until it is stopped. MongoDB waits for the
 * same before it acknowledges a write, so a disk that stalls is seen in every latency.
 */
export async function watchDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'souk-disk-probe-'))
  const file = await open(join(folder, 'block'), 'w')
  const took: number[] = []
  const stopped = new AbortController()

  async function look() {
    while (!stopped.signal.aborted) {
      const began = performance.now()
      await file.write(BLOCK, 0, BLOCK.length, 0)
      await file.datasync()
      took.push(performance.now() - began)
      await sleep(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const ended = look().finally(async () => {
    await file.close()
    await rm(folder, { recursive: true, force: true })
  })
  ended.catch(() => {})

  return {
    /** In ms. @throws Error when it could not be written */
    async stop() {
      stopped.abort()
      await ended
      const { p99, max } = percentiles(took)
      return { p99: round(p99), worst: round(max) }
    },
  }
}
