import { randomBytes } from 'node:crypto'
import { type Db, MongoClient } from 'mongodb'

/** Emptying more records takes longer than making the collections and their indexes once more. */
const MAX_EMPTIED = 2000
/** The collection of MongoDB's profiler. */
export const PROFILE = 'system.profile'

/** By prefix: the services that run on its databases. */
const taken = new Map<string, Set<symbol>>()
const free: string[] = []
let reuses = false

/**
 * The prefix of databases that nothing else in this run uses: of an earlier test file of this process, whose services have ended,
 * or a new one. Making the 300 indexes of `pricing` takes three times the processor time of all else that its start does.
 */
export function takePrefix(): string {
  const prefix = (reuses && free.pop()) || `t${randomBytes(6).toString('hex')}`
  taken.set(prefix, new Set())
  return prefix
}

/** Notes that a service runs on these databases. @returns what to call once it has ended */
export function beginUse(prefix: string): () => void {
  const service = Symbol(prefix)
  taken.get(prefix)?.add(service)
  return () => void taken.get(prefix)?.delete(service)
}

/**
 * To be called before each test file: the databases of the one before, if all of their services have ended, become available.
 * They are emptied once more: a service that was stopped after another one may have written since.
 * @param real whether this file's services are the real ones: others may have the same names and other collections
 */
export async function beginFile(mongodb_url: string, { real }: { real: boolean }): Promise<void> {
  const ended = reuses ? [...taken].flatMap(([prefix, running]) => (running.size === 0 ? [prefix] : [])) : []
  taken.clear()
  reuses = real
  if (ended.length > 0) await emptyDatabases(mongodb_url, ended)
  free.push(...ended)
}

/** Empties all databases with these prefixes, with a client of its own: a test may have stopped services already. */
export async function emptyDatabases(mongodb_url: string, prefixes: readonly string[]): Promise<void> {
  const client = await new MongoClient(mongodb_url).connect()
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  const own = databases.filter(({ name }) => prefixes.some((prefix) => name.startsWith(`${prefix}_`)))
  for (const { name } of own) await emptyDatabase(client.db(name))
  await client.close()
}

/**
 * Removes all records, but leaves collections and indexes for the next test file; drops the database instead if it will not be
 * used again, has too many records, or is not as services make it.
 */
export async function emptyDatabase(db: Db): Promise<void> {
  const [{ objects }, collections] = await Promise.all([db.stats(), db.listCollections({}, { nameOnly: false }).toArray()])
  const own = collections.filter(({ name }) => name !== PROFILE)
  const isChanged = own.some(({ type, options }) => type !== 'collection' || Object.keys(options ?? {}).length > 0)
  if (!reuses || objects > MAX_EMPTIED || isChanged) return void (await db.dropDatabase())
  await db.setProfilingLevel('off')
  await db.dropCollection(PROFILE)
  await Promise.all(own.map(({ name }) => db.collection(name).deleteMany({}, { writeConcern: { w: 1 } })))
}
