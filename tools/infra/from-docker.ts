import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServerName } from './versions.ts'

const run = promisify(execFile)
const ENGINE_TIMEOUT_MS = 5_000
const COMPOSE_FILE = join(import.meta.dirname, '..', '..', 'docker-compose.yml')
const REPOSITORIES: Record<ServerName, string> = { 'nats-server': 'nats', mongod: 'mongo' }

/** The server image named in `docker-compose.yml`, which is used everywhere. */
export function composeImage(name: ServerName) {
  const image = new RegExp(`image:\\s*["']?(${REPOSITORIES[name]}:[\\w.-]+)`).exec(readFileSync(COMPOSE_FILE, 'utf8'))?.[1]
  if (!image) throw new Error(`docker-compose.yml names no image ${REPOSITORIES[name]}:<tag>`)
  return image
}

/** The image of a server if a Docker engine answers; throws the reason if none does. */
export async function fromDocker(name: ServerName, env: NodeJS.ProcessEnv) {
  await run('docker', ['version', '--format', '{{.Server.Version}}'], { env, timeout: ENGINE_TIMEOUT_MS }).catch(() => {
    throw new Error('no Docker engine answers')
  })
  return composeImage(name)
}
