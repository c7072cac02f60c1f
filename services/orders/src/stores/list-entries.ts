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

/** The orders whose entries are wanted. */
export interface WantedEntries {
  heads: readonly Head[]
  /** Orders that were transferred to another customer meanwhile have no entry. */
  customer_id: string
  deadline: number
}

/** Bytes of the entries of one selection. */
const MAX_BYTES = 32 * 1024 * 1024
/** Orders with more bytes are not listed from the cache: a page of them is made as it is read. */
const LONG_BYTES = 256 * 1024
const MAX_LONG = 10_000
/** Unknown orders of a page that are read at once, since their lengths are not known either. */
const PART = 10

/**
 * The entries of orders in lists as JSON, made and cached separately for each selection of fields. An entry is cached until the
 * revision of its order changes. An order that is gone by then has no entry.
 */
export function createListEntries(collection: Collection<Stored<OrderRecord>>) {
  /** Undefined if one of the orders is long. */
  type Entries = (wanted: WantedEntries) => Promise<JsonText[] | undefined>
  const made = new WeakMap<Selection, Entries>()
  const long = new LRUCache<string, true>({ max: MAX_LONG })

  function entriesOf(selection: Selection, { projection, show }: ListShape): Entries {
    const owned = { customer_id: 1, deleted_at: 1, revision: 1 }
    const reader = createReader(collection, { projection: { ...projection, ...owned } })
    const known = new LRUCache<string, { revision: number; entry: JsonText }>({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ entry }) => entry.text.length,
    })

    async function read(id: string, { customer_id, deadline }: WantedEntries): Promise<JsonText | undefined> {
      const found = await reader.findSized({ id, deadline })
      if (!found || found.document.customer_id !== customer_id || found.document.deleted_at != null) return undefined
      const { document, bytes } = found
      if (bytes > LONG_BYTES) return void long.set(id, true)
      const entry = JsonText.of(selectFields(selection, show(document)) as object)
      known.set(id, { revision: document.revision, entry })
      return entry
    }

    return async (wanted) => {
      const { heads } = wanted
      const entries = new Map<string, JsonText | undefined>()
      const unknown = heads.filter(({ id, revision }) => {
        const seen = known.get(id)
        if (seen?.revision === revision) entries.set(id, seen.entry)
        return !entries.has(id)
      })
      const isLong = () => unknown.some(({ id }) => long.has(id))
      for (let at = 0; at < unknown.length && !isLong(); at += PART) {
        const part = unknown.slice(at, at + PART)
        await Promise.all(part.map(async ({ id }) => entries.set(id, await read(id, wanted))))
      }
      return isLong() ? undefined : heads.flatMap(({ id }) => entries.get(id) ?? [])
    }
  }

  /** @param shapeOf makes the shape, the same for all requests of a selection */
  return (selection: Selection, shapeOf: () => ListShape): Entries => {
    const entries = made.get(selection) ?? entriesOf(selection, shapeOf())
    made.set(selection, entries)
    return entries
  }
}
