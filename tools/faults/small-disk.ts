import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const CHUNKS = [1024 * 1024, 64 * 1024, 4096]
const REFILL_MS = 100

/**
 * A file system of its own, in memory, of this many MB, which can be filled. Undefined where this process may not mount any.
 * @param onStop takes the function that unmounts it
 */
export function mountSmallDisk(megabytes: number, onStop: (work: () => void) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'souk-disk-'))
  const mounted = process.platform === 'linux' && mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'souk-disk', folder])
  onStop(() => {
    if (mounted) spawnSync('umount', [folder], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  })
  if (!mounted) return undefined

  const filler = join(folder, 'filler')
  let filling: AbortController | undefined
  let filled = Promise.resolve()

  async function fillAgainAndAgain(signal: AbortSignal) {
    while (!signal.aborted) {
      await fillUp(filler, signal)
      await sleep(REFILL_MS, undefined, { signal }).catch(() => {})
    }
  }

  return {
    folder,
    /** Takes all space that is left, and all that is freed from now on. Resolves when none is left. */
    async fill() {
      filling = new AbortController()
      await fillUp(filler, filling.signal)
      filled = fillAgainAndAgain(filling.signal)
    },
    async free() {
      filling?.abort()
      await filled
      rmSync(filler, { force: true })
    },
  }
}

const mount = (args: readonly string[]) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0

async function fillUp(file: string, signal: AbortSignal) {
  for (const size of CHUNKS) {
    try {
      for (const chunk = Buffer.alloc(size); !signal.aborted; ) await appendFile(file, chunk)
    } catch {
      // no room for as much as that
    }
  }
}
