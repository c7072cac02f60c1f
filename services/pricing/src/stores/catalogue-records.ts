import { type Event, invalidData, type Operation, searchOf } from '@souk/contracts'
import { createRecords, type EventRelay, indexesOf, NEWEST_OF_SELLER, type Stored, timeLeft, withRecall } from '@souk/runtime'
import type { Db, IndexDescription } from 'mongodb'

/** A record that products refer to by id: a type, a tag, a collection. */
interface CatalogueRecord {
  id: string
  metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

interface CatalogueRecordsOptions<T> {
  /** The record's name in refusals of a taken value: `Product type with value: …, already exists.` */
  noun: string
  /** The record's name in refusals of an unknown id: `ShippingProfile with id: … was not found`. Default: the noun. */
  entity?: string
  /** Whether a change of an unknown id is refused with the same words as a read. */
  missingAlike?: true
  idPrefix: string
  /** The administrators' list of them. */
  list: Pick<Operation, 'name' | 'query'>
  /** The field that is unique among living records. */
  unique: keyof T & string
  /** Limits the uniqueness to records with these values. Default: all. */
  uniqueAmong?: Readonly<Record<string, unknown>>
  /** Whether sellers have such records as well (`seller_id`): the field is then unique among the records of each owner. */
  ofSellers?: true
  /** Further fields with an index for lookups. */
  foundBy?: readonly string[]
  events?: { created: Event; updated: Event; deleted: Event }
  outbox: EventRelay | undefined
}

const REMEMBERED = { ttl_ms: 1000, max: 10_000 }

/** Records that products refer to, each an aggregate of its own. */
export function createCatalogueRecords<T extends CatalogueRecord>(
  db: Db,
  name: string,
  {
    noun,
    entity = noun,
    missingAlike,
    idPrefix,
    list,
    unique,
    uniqueAmong,
    ofSellers,
    foundBy = [],
    events,
    outbox,
  }: CatalogueRecordsOptions<T>,
) {
  const collection = db.collection<Stored<T>>(name)
  const amongAll = `one_per_${unique}`
  const indexes: IndexDescription[] = [
    {
      key: { ...(ofSellers && { seller_id: 1 }), [unique]: 1 },
      name: ofSellers ? `${amongAll}_of_owner` : amongAll,
      unique: true,
      partialFilterExpression: { deleted_at: null, ...uniqueAmong },
    },
    ...(ofSellers ? [NEWEST_OF_SELLER] : []),
    { key: { external_id: 1 }, name: 'by_external_id' },
    ...foundBy.map((field) => ({ key: { [field]: 1 }, name: `by_${field}` })),
    ...indexesOf(list, { except: ['external_id', 'seller_id'] }),
  ]
  const records = createRecords<T>(collection, {
    noun,
    missing: (id, change) =>
      change && !missingAlike ? `${entity} with id "${id}" not found` : `${entity} with id: ${id} was not found`,
    idPrefix,
    searched: searchOf(list),
    indexes,
    formerIndexes: ofSellers ? [amongAll] : [],
    taken: (values) => (unique in values ? taken(values[unique]) : undefined),
    ...(events && { events }),
    outbox,
  })
  const taken = (value: unknown) => `${noun} with ${unique}: ${value}, already exists.`

  return {
    ...withRecall<T>(records, REMEMBERED),

    /**
     * Looks at the records of all owners.
     * @throws invalid_data if another living record has the unique value, with the text of a refused write
     */
    async assertFree(value: string, id: string, deadline: number): Promise<void> {
      const other = { [unique]: value, deleted_at: null, ...uniqueAmong, _id: { $ne: id } } as object
      const found = await collection.findOne(other, { projection: { _id: 1 }, ...timeLeft(deadline) })
      if (found) throw invalidData(taken(value))
    },
  }
}
