import { type Collection, type Document, MongoError } from 'mongodb'

/** MongoDB's code for an index that does not exist (any more). */
const NOT_FOUND = 27

/** Drops those of these indexes that exist; other replicas may do the same concurrently. */
export async function dropIndexes<D extends Document>(collection: Collection<D>, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const known = new Set((await collection.indexes()).map(({ name }) => name))
  for (const name of names.filter((one) => known.has(one))) await collection.dropIndex(name).catch(unlessGone)
}

function unlessGone(error: unknown) {
  if (!(error instanceof MongoError && error.code === NOT_FOUND)) throw error
}
