import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from './process-state.ts'

const MEMORY = '/dev/shm'
const PLENTY_BYTES = 8 * 2 ** 30
const PREFIX = 'souk-test-'

/**
 * A new folder for servers of this run of tests or faults: in memory if there is plenty of it, since their files are not
 * needed after the run, else among the temporary files. Removes folders that killed runs have left in memory.
 *
 * @param memory a file system in memory; default Linux's
 */
export async function makeServerFolder(memory = MEMORY): Promise<string> {
  await removeLeftBehind(memory)
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  const isPlenty = Math.min(bavail * bsize, freemem()) > PLENTY_BYTES
  return mkdtemp(join(isPlenty ? memory : tmpdir(), `${PREFIX}${process.pid}-`))
}

async function removeLeftBehind(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const left = names.filter((name) => name.startsWith(PREFIX) && !isRunning(Number.parseInt(name.slice(PREFIX.length), 10)))
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
