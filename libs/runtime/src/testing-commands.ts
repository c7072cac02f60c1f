import { type Db, type Document, MongoServerError } from 'mongodb'
import { PROFILE } from './testing-databases.ts'

/** MongoDB's own holds 1 MiB, and drops the oldest entries. */
const PROFILE_BYTES = 64 * 1024 * 1024
const NAMESPACE_EXISTS = 48

/**
 * MongoDB's commands during `ask`, the first first, from its profiler; without those of the work on files and, unless they are
 * asked for, of the relay of events, which run beside every test.
 */
export async function commandsOf(db: Db, ask: () => Promise<unknown>, { with_outbox = false } = {}): Promise<Document[]> {
  await makeEmptyProfile(db)
  await db.setProfilingLevel('all')
  await ask().finally(() => db.setProfilingLevel('off'))
  const commands = await db.collection(PROFILE).find().sort({ $natural: 1 }).toArray()
  return commands.filter(({ ns, command }) => (with_outbox || !isOfOutbox(command ?? {})) && !isOfFiles(ns))
}

/**
 * A command that began while the profile was on, such as a change stream's wait, writes its entry when it ends: the collection
 * may be there again at any time after it was dropped.
 */
async function makeEmptyProfile(db: Db): Promise<void> {
  for (;;) {
    await db.dropCollection(PROFILE)
    try {
      await db.createCollection(PROFILE, { capped: true, size: PROFILE_BYTES })
      return
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error
    }
  }
}

/** Imports and exports are looked for every second. */
const isOfFiles = (namespace: string) => /\.\w+_(?:im|ex)ports$/.test(namespace)

/** Only the outbox asks for events alone, or for those that have waited since some time, and only it takes them away. */
const isOfOutbox = ({ filter, projection, q }: Document) =>
  filter?.outbox_since !== undefined || projection?.outbox === 1 || (q?.event_seq !== undefined && !('revision' in q))
