import { BSON, type Collection } from 'mongodb'
import { createReader } from '../store/reader.ts'
import { type Loaded, loadedFrom } from './decided.ts'
import { fromDocument, type Stored } from './stored.ts'
import { createWeighedCache } from './weighed-cache.ts'

/**
 * A cache of one collection's aggregates as this replica last saw them. An entry is never trusted: it is used only if the
 * revision proves it current.
 */
export function createStateCache<T extends { id: string }>(
  collection: Collection<Stored<T>>,
  loadedAs = (record: T): T => record,
) {
  const whole = createReader(collection)
  const revisions = createReader(collection, { projection: { revision: 1 } })
  const cache = createWeighedCache<Loaded<T>>()

  function remember(id: string, loaded: Loaded<T>) {
    if ((cache.peek(id)?.revision ?? 0) <= loaded.revision) cache.set(id, loaded)
  }

  /** Caches a document that was just written, as if it had been read. */
  function adopt(document: Stored<T>): Loaded<T> {
    const bytes = BSON.calculateObjectSize(document, { ignoreUndefined: true })
    const loaded = loadedFrom(document, loadedAs(fromDocument<T>(document)), bytes)
    remember(document._id, loaded)
    return loaded
  }

  /** Reads the document. @returns undefined if there is no such aggregate */
  async function read(id: string, deadline: number): Promise<Loaded<T> | undefined> {
    const found = await whole.findSized({ id, deadline })
    if (!found) return void cache.delete(id)
    const loaded = loadedFrom(found.document, loadedAs(fromDocument<T>(found.document)), found.bytes)
    remember(id, loaded)
    return loaded
  }

  /** The present state, at least as new as this call. If one is cached, only its revision is read. */
  async function find(id: string, deadline: number): Promise<Loaded<T> | undefined> {
    if (!cache.has(id)) return read(id, deadline)
    const present = await revisions.find({ id, deadline })
    if (!present) return void cache.delete(id)
    const seen = cache.get(id)
    return seen?.revision === present.revision ? seen : read(id, deadline)
  }

  return {
    read,
    find,
    remember,
    adopt,
    /** The cached state, if there is one; it may be outdated. */
    last: (id: string) => cache.get(id),
    forget: cache.delete,
  }
}
