import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROCESSES, type ProcessName } from './processes.ts'
import { mongodbUrlFor, natsUrlFor, type ServerCredentials } from './server-credentials.ts'

export interface Addresses {
  /** Without user and password; undefined: the processes get it from elsewhere. */
  nats_url: string | undefined
  mongodb_url: string | undefined
}

/** The file with a process's address: the value of `NATS_URL_FILE` or `MONGODB_URL_FILE`. */
export const addressFile = (folder: string, name: ProcessName, what: 'nats_url' | 'mongodb_url') => join(folder, name, what)

/**
 * Writes `<folder>/<process>/nats_url` and `mongodb_url` with the newest user and password; the gateway gets no `mongodb_url`.
 *
 * @param owner user id of the readers; default: the user who runs this
 */
export function writeAddresses(
  folder: string,
  { nats_url, mongodb_url }: Addresses,
  credentials: ServerCredentials,
  owner?: number,
) {
  for (const name of PROCESSES) {
    const write = (what: 'nats_url' | 'mongodb_url', url: string) => writeSecret(addressFile(folder, name, what), url, owner)
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    if (owner !== undefined) chownSync(join(folder, name), owner, owner)
    if (nats_url) write('nats_url', natsUrlFor(nats_url, credentials.nats[name][0]))
    if (mongodb_url && name !== 'gateway') write('mongodb_url', mongodbUrlFor(mongodb_url, credentials.mongodb[name][0]))
  }
}

/** Atomically writes a file that only its owner can read at any time. */
export function writeSecret(file: string, content: string, owner?: number) {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(unfinished, content, { mode: 0o600 })
  chmodSync(unfinished, 0o600)
  if (owner !== undefined) chownSync(unfinished, owner, owner)
  renameSync(unfinished, file)
}
