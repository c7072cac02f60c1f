import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { inspectExecutable, programName } from './executable.ts'
import { SERVERS, type ServerName } from './versions.ts'

const ABANDONED_AFTER_MS = 60 * 60 * 1000
const PLATFORM = `${process.platform}-${process.arch}`

/** The pinned packages of the Python package index, next to this file. */
export const SERVERS_TXT = join(import.meta.dirname, 'servers.txt')

/** The folder of downloaded servers, shared by all clones of the repository. */
export function cacheFolder(env: NodeJS.ProcessEnv) {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'souk')
}

/** Name of the cache entry of an official release. */
export function releaseEntry(name: ServerName) {
  return `${name}-${SERVERS[name].release}-${PLATFORM}`
}

/** Name of the cache entry of the Python packages; different pins mean a different entry. */
export function packagesEntry() {
  return `packages-${createHash('sha256').update(readFileSync(SERVERS_TXT)).digest('hex').slice(0, 12)}-${PLATFORM}`
}

/** The path of each program in the Python packages. */
export const PACKAGED_PROGRAMS: Record<ServerName, string> = {
  'nats-server': join('bin', programName('nats-server')),
  mongod: join('fiftyone', 'db', 'bin', programName('mongod')),
}

/** A server that an earlier start downloaded. */
export async function fromCache(name: ServerName, env: NodeJS.ProcessEnv) {
  const cache = cacheFolder(env)
  const candidates = [join(cache, releaseEntry(name), programName(name)), join(cache, packagesEntry(), PACKAGED_PROGRAMS[name])]
  for (const path of candidates) {
    const found = await inspectExecutable(name, path)
    if (found) return found
  }
  return undefined
}

/**
 * Fills a cache entry atomically: `fill` writes to a folder of its own, which is then renamed. If two callers fill the same
 * entry, the first rename wins and both use its result.
 */
export async function fillCacheEntry(entry: string, env: NodeJS.ProcessEnv, fill: (folder: string) => Promise<void>) {
  const cache = cacheFolder(env)
  const target = join(cache, entry)
  const folder = join(cache, `.filling-${randomBytes(6).toString('hex')}`)
  await mkdir(folder, { recursive: true })
  await removeAbandoned(cache)
  try {
    await fill(folder)
    await rename(folder, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'EPERM') throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return target
}

/** Removes folders that a killed start left partially filled. */
async function removeAbandoned(cache: string) {
  const names = (await readdir(cache)).filter((name) => name.startsWith('.filling-'))
  for (const name of names) {
    const entry = await stat(join(cache, name)).catch(() => undefined)
    if (entry && Date.now() - entry.mtimeMs > ABANDONED_AFTER_MS) await rm(join(cache, name), { recursive: true, force: true })
  }
}
