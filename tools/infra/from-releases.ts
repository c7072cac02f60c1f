import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fillCacheEntry, releaseEntry } from './cache.ts'
import { programName } from './executable.ts'
import { SERVERS, type ServerName } from './versions.ts'

const run = promisify(execFile)
const CONNECT_TIMEOUT_MS = 5_000
const DOWNLOAD_TIMEOUT_MS = 180_000
const NATS_RELEASES = 'https://github.com/nats-io/nats-server/releases/download'
const MONGODB_RELEASES = 'https://fastdl.mongodb.org/'
const NATS_ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64', arm: 'arm7' }
const NATS_PLATFORMS: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** Fills the cache from the vendor's release; throws quickly if the network does not reach it. */
export async function bringRelease(name: ServerName, env: NodeJS.ProcessEnv) {
  await (name === 'mongod' ? bringMongod(env) : bringNatsServer(env))
}

async function bringNatsServer(env: NodeJS.ProcessEnv) {
  const version = `v${SERVERS['nats-server'].release}`
  const platform = NATS_PLATFORMS[process.platform]
  const architecture = NATS_ARCHITECTURES[process.arch]
  if (!platform || !architecture) throw new Error(`no release for ${process.platform} ${process.arch}`)
  const archive = `nats-server-${version}-${platform}-${architecture}.${platform === 'windows' ? 'zip' : 'tar.gz'}`

  const sums = Buffer.from(await download(`${NATS_RELEASES}/${version}/SHA256SUMS`, CONNECT_TIMEOUT_MS)).toString()
  const expected = sums
    .split('\n')
    .find((line) => line.trim().endsWith(archive))
    ?.split(/\s+/)[0]
  if (!expected) throw new Error(`SHA256SUMS does not list ${archive}`)
  const content = await download(`${NATS_RELEASES}/${version}/${archive}`, DOWNLOAD_TIMEOUT_MS)
  const actual = createHash('sha256').update(content).digest('hex')
  if (actual !== expected) throw new Error(`${archive} has the checksum ${actual}, not ${expected}`)

  await fillCacheEntry(releaseEntry('nats-server'), env, async (folder) => {
    await writeFile(join(folder, archive), content)
    await run('tar', ['-xf', archive, '--strip-components=1'], { cwd: folder })
    await rm(join(folder, archive))
  })
}

async function bringMongod(env: NodeJS.ProcessEnv) {
  await reach(MONGODB_RELEASES)
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js')
  await fillCacheEntry(releaseEntry('mongod'), env, async (folder) => {
    const downloadDir = join(folder, 'download')
    await mkdir(downloadDir)
    const path = await MongoBinary.getPath({ version: SERVERS.mongod.release, downloadDir, checkMD5: true })
    await copyFile(path, join(folder, programName('mongod')))
    await rm(downloadDir, { recursive: true, force: true })
  })
}

/** Throws within 5 s if nothing answers: a closed network must not delay the start. */
async function reach(url: string) {
  await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
}

async function download(url: string, timeoutMs: number) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
