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

/** Bytes of the entries of one selection. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * The entries of orders in lists as JSON, made and cached separately for each selection of fields. An entry is cached until the
 * revision of its order changes. An order that is gone by then has no entry.
 */
export function createListEntries(collection: Collection<Stored<OrderRecord>>) {
  type Entries = (heads: readonly Head[], deadline: number) => Promise<JsonText[]>
  const made = new WeakMap<Selection, Entries>()

  function entriesOf(selection: Selection, { projection, show }: ListShape): Entries {
    const reader = createReader(collection, { projection: { ...projection, revision: 1 } })
    const known = new LRUCache<string, { revision: number; entry: JsonText }>({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ entry }) => entry.text.length,
    })

    async function read(id: string, deadline: number): Promise<JsonText | undefined> {
      const document = await reader.find({ id, deadline })
      if (!document) return undefined
      const entry = JsonText.of(selectFields(selection, show(document)) as object)
      known.set(id, { revision: document.revision, entry })
      return entry
    }

    return async (heads, deadline) => {
      const entries = heads.map(({ id, revision }) => {
        const seen = known.get(id)
        return seen?.revision === revision ? seen.entry : read(id, deadline)
      })
      return (await Promise.all(entries)).filter((entry) => entry !== undefined)
    }
  }

  /** @param shapeOf makes the shape, the same for all requests of a selection */
  return (selection: Selection, shapeOf: () => ListShape): Entries => {
    const entries = made.get(selection) ?? entriesOf(selection, shapeOf())
    made.set(selection, entries)
    return entries
  }
}
