import { JsonText, type Selection, selectFields } from '@souk/contracts'
import { createReader, type Stored } from '@souk/runtime'
import { LRUCache } from 'lru-cache'
import type { Collection, Document } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

/** An order of a page, of which nothing else was read. */
export interface Head {
  id: string
  revision: number
}

/** How a list shows an order. */
export interface ListShape {
  /** The fields to read of it. */
  projection: Document
  /** The fields from which the selection is made. */
  show(order: Stored<OrderRecord>): object
}

/** An order as a list shows it, whose it is, and of which revision. */
export interface Entry extends Pick<OrderRecord, 'customer_id'> {
  json: JsonText
  revision: number
}

/** Characters of all entries. */
const MAX_LENGTH = 32 * 1024 * 1024
/** Memory for an entry besides its text. */
const ENTRY_LENGTH = 300
/** Orders with more bytes are not listed from the cache: a page of them is made as it is read. */
const LONG_BYTES = 256 * 1024
const MAX_LONG = 10_000
/** Unknown orders of a page that are read at once, since their lengths are not known either. */
const PART = 10
/** Fields that are read of each order, whatever the list shows of it. */
const READ = { customer_id: 1, deleted_at: 1, revision: 1 } as const

/**
 * The entries of orders in lists as JSON, made and cached separately for each selection of fields. An entry is cached until the
 * revision of its order changes.
 */
export function createListEntries(collection: Collection<Stored<OrderRecord>>) {
  /** One for each head, undefined for an order that is gone by then. Undefined if one of the orders is long. */
  type Entries = (heads: readonly Head[], deadline: number) => Promise<(Entry | undefined)[] | undefined>
  const made = new WeakMap<Selection, Entries>()
  let selections = 0
  const long = new LRUCache<string, true>({ max: MAX_LONG })
  const known = new LRUCache<string, Entry>({
    maxSize: MAX_LENGTH,
    sizeCalculation: ({ json }) => json.text.length + ENTRY_LENGTH,
  })

  function entriesOf(selection: Selection, { projection, show }: ListShape): Entries {
    const reader = createReader(collection, { projection: { ...projection, ...READ } })
    const prefix = `${selections++} `

    async function read(id: string, deadline: number): Promise<Entry | undefined> {
      const found = await reader.findSized({ id, deadline })
      if (!found || found.document.deleted_at != null) return undefined
      const { document, bytes } = found
      if (bytes > LONG_BYTES) return void long.set(prefix + id, true)
      const { revision, customer_id } = document
      const json = JsonText.of(selectFields(selection, show(document)) as object)
      const entry = { revision, customer_id, json }
      known.set(prefix + id, entry)
      return entry
    }

    return async (heads, deadline) => {
      const entries = new Map<string, Entry | undefined>()
      const unknown = heads.filter(({ id, revision }) => {
        const seen = known.get(prefix + id)
        if (seen?.revision === revision) entries.set(id, seen)
        return !entries.has(id)
      })
      const isLong = () => unknown.some(({ id }) => long.has(prefix + id))
      for (let at = 0; at < unknown.length && !isLong(); at += PART) {
        const part = unknown.slice(at, at + PART)
        await Promise.all(part.map(async ({ id }) => entries.set(id, await read(id, deadline))))
      }
      return isLong() ? undefined : heads.map(({ id }) => entries.get(id))
    }
  }

  /** @param shapeOf makes the shape, the same for all requests of a selection */
  return (selection: Selection, shapeOf: () => ListShape): Entries => {
    const entries = made.get(selection) ?? entriesOf(selection, shapeOf())
    made.set(selection, entries)
    return entries
  }
}
