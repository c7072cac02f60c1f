import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cacheFolder, fillCacheEntry, PACKAGED_PROGRAMS, packagesEntry, releaseEntry } from './cache.ts'
import { findServers } from './find-servers.ts'
import { noServersMessage } from './no-servers.ts'

let folder: string
let env: NodeJS.ProcessEnv

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-find-'))
  env = { PATH: join(folder, 'bin'), XDG_CACHE_HOME: join(folder, 'cache') }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program that prints this as its version. */
async function install(path: string, says: string) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\necho '${says}'\n`)
  await chmod(path, 0o755)
  return path
}

describe('finding the servers', () => {
  it('uses a program on PATH', async () => {
    const path = await install(join(folder, 'bin', 'nats-server'), 'nats-server: v2.12.1')

    await expect(findServers(['nats-server'], { env })).resolves.toEqual({
      'nats-server': { kind: 'executable', source: 'PATH', path, version: '2.12.1' },
    })
  })

  it('skips a program on PATH that is too old, and uses the one that an earlier start installed', async () => {
    await install(join(folder, 'bin', 'mongod'), 'db version v5.0.31')
    const path = await install(join(cacheFolder(env), packagesEntry(), PACKAGED_PROGRAMS.mongod), 'db version v6.0.5')

    const { mongod } = await findServers(['mongod'], { env })

    expect(mongod).toEqual({ kind: 'executable', source: 'cache', path, version: '6.0.5' })
  })

  it('prefers an official release among those that earlier starts installed', async () => {
    await install(join(cacheFolder(env), packagesEntry(), PACKAGED_PROGRAMS.mongod), 'db version v6.0.5')
    await install(join(cacheFolder(env), releaseEntry('mongod'), 'mongod'), 'db version v8.0.13')

    const { mongod } = await findServers(['mongod'], { env })

    expect(mongod).toMatchObject({ version: '8.0.13' })
  })

  it('explains what is missing, why, and four solutions', () => {
    const message = noServersMessage(['mongod'], ['Docker: no Docker engine answers'])

    expect(message).toMatch(/mongod, and found no way/)
    expect(message).toContain('- Docker: no Docker engine answers')
    expect(message).toMatch(/1\. install.*\n.*2\. set NATS_URL.*\n.*3\. with Docker.*\n.*\n.*4\. let pip/)
  })
})

describe('filling the cache', () => {
  const fill = (content: string) =>
    fillCacheEntry('entry', env, async (target) => {
      await writeFile(join(target, 'one'), content)
      await writeFile(join(target, 'two'), content)
    })

  it('keeps one complete result when several processes fill the same entry concurrently', async () => {
    const folders = await Promise.all(['a', 'b', 'c', 'd'].map(fill))

    const [target = ''] = folders
    expect(new Set(folders)).toEqual(new Set([join(cacheFolder(env), 'entry')]))
    expect(await readFile(join(target, 'one'), 'utf8')).toBe(await readFile(join(target, 'two'), 'utf8'))
    expect(await readdir(cacheFolder(env))).toEqual(['entry'])
  })

  it('leaves nothing behind when filling fails', async () => {
    const failing = fillCacheEntry('entry', env, async (target) => {
      await writeFile(join(target, 'half'), '')
      throw new Error('connection lost')
    })

    await expect(failing).rejects.toThrow('connection lost')
    expect(await readdir(cacheFolder(env))).toEqual([])
  })
})
