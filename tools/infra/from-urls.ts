import { MongoClient } from 'mongodb'
import { natsInfo } from './nats.ts'
import { isRecent, SERVERS } from './versions.ts'

const TIMEOUT_MS = 3_000

/**
 * The server in `NATS_URL` (several addresses are separated by commas).
 * @throws Error naming the variable if none is reachable, it is too old or has no JetStream
 */
export async function checkNatsUrl(value: string) {
  const refuse = (reason: string) =>
    new Error(`NATS_URL=${redact(value)}: ${reason}. Correct it, or unset it to let Souk run its own server`)
  const addresses = value.split(',').map((part) => part.trim())
  const outcomes = await Promise.allSettled(addresses.map(greeting))
  const info = outcomes.find((outcome) => outcome.status === 'fulfilled')?.value
  const [first] = outcomes
  if (!info) throw refuse(`not reachable (${first?.status === 'rejected' ? reasonOf(first.reason) : 'no address'})`)
  if (!isRecent('nats-server', info.version))
    throw refuse(`version ${info.version} is older than ${SERVERS['nats-server'].oldest.join('.')}`)
  if (!info.jetstream) throw refuse('JetStream is not enabled there (start nats-server with -js)')
}

async function greeting(address: string) {
  const url = new URL(/^[a-z]+:\/\//i.test(address) ? address : `nats://${address}`)
  if (url.protocol !== 'nats:' && url.protocol !== 'tls:')
    throw new Error(`it must begin with nats:// or tls://, not ${url.protocol}//`)
  return natsInfo(url.hostname.replace(/^\[|\]$/g, ''), Number(url.port || 4222), TIMEOUT_MS)
}

/**
 * The server in `MONGODB_URL`: a standalone server or a replica set.
 * @throws Error naming the variable if it is not reachable, refuses us or is too old
 */
export async function checkMongodbUrl(value: string) {
  const refuse = (reason: string) =>
    new Error(`MONGODB_URL=${redact(value)}: ${reason}. Correct it, or unset it to let Souk run its own server`)
  let client: MongoClient
  try {
    client = new MongoClient(value, { serverSelectionTimeoutMS: TIMEOUT_MS, connectTimeoutMS: TIMEOUT_MS })
  } catch (error) {
    throw refuse(`not an address of MongoDB (${reasonOf(error)})`)
  }
  try {
    const { version } = await client.db('admin').command({ buildInfo: 1 })
    if (!isRecent('mongod', version)) throw new TooOld(version)
    await client.db('souk').command({ hello: 1 })
  } catch (error) {
    if (error instanceof TooOld) throw refuse(`version ${error.message} is older than ${SERVERS.mongod.oldest.join('.')}`)
    throw refuse(`not reachable (${reasonOf(error)})`)
  } finally {
    await client.close()
  }
}

class TooOld extends Error {}

function reasonOf(error: unknown) {
  return error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : String(error)
}

/** A password in an address must not appear in a terminal or log, whatever characters it holds. */
function redact(url: string) {
  return url.replace(/^([a-z+]+:\/\/)?.*@/is, '$1***@')
}
