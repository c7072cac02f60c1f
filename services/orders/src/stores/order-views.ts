import { forbidden } from '@souk/contracts'
import { createReader, fromDocument, type Stored, WITHOUT_INTERNALS } from '@souk/runtime'
import type { Collection } from 'mongodb'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import type { KeptBeside } from '../domain/orders/kept-beside.ts'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import { orderNotFound } from './order-commands.ts'
import type { OrderHistory } from './order-history.ts'
import { WITHOUT_HISTORY } from './order-pages.ts'

const { returns: _, ...WITHOUT_HISTORY_BUT_RETURNS } = WITHOUT_HISTORY
const ACTIVE = { $elemMatch: { status: { $in: ['pending', 'requested'] } } }

/** An order with its returns, which a seller may request. */
export type SellersOrder = Omit<OrderRecord, 'changes' | 'exchanges' | 'claims' | keyof KeptBeside>
export type ShownOrder = Omit<OrderRecord, 'changes' | 'returns' | 'exchanges' | 'claims' | keyof KeptBeside>

interface OrderWithChanges {
  state: OrderRecord
  changes: OrderChange[]
  revision: number
}

/** One order at a time, read as far as an answer shows it. Deleted orders count as unknown. */
export function createOrderViews(collection: Collection<Stored<OrderRecord>>, history: OrderHistory) {
  const shown = createReader(collection, { projection: { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY } })
  const withActiveChange = createReader(collection, { projection: { ...WITHOUT_INTERNALS, changes: ACTIVE } })
  const whole = createReader(collection, { projection: WITHOUT_INTERNALS })
  const shownToSeller = createReader(collection, {
    tenant: 'seller_id',
    projection: { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY_BUT_RETURNS },
  })
  const wholeToSeller = createReader(collection, { tenant: 'seller_id', projection: WITHOUT_INTERNALS })

  async function allChanges(document: Stored<OrderRecord>, deadline: number): Promise<OrderWithChanges> {
    const state = withLines({ ...fromDocument<OrderRecord>(document), changes: document.changes ?? [] })
    return { state, changes: await history.list(state, deadline), revision: document.revision }
  }

  return {
    ofAnybody: {
      /** The order without its history. @throws not_found */
      async get(id: string, deadline: number): Promise<{ state: ShownOrder; revision: number }> {
        const document = living(id, await shown.find({ id, deadline }))
        return { state: withLines(fromDocument<OrderRecord>(document)), revision: document.revision }
      },

      /** A draft, without its history. @throws not_found; also for a converted one */
      async getDraft(id: string, deadline: number): Promise<{ state: ShownOrder; revision: number }> {
        const document = await shown.find({ id, deadline })
        const draft = living(id, document?.is_draft_order ? document : undefined)
        return { state: withLines(fromDocument<OrderRecord>(draft)), revision: draft.revision }
      },

      /** The order with only its active change, if any. @throws not_found */
      async getWithActiveChange(id: string, deadline: number): Promise<{ state: OrderRecord; revision: number }> {
        const document = living(id, await withActiveChange.find({ id, deadline }))
        const state = withLines({ ...fromDocument<OrderRecord>(document), changes: document.changes ?? [] })
        return { state, revision: document.revision }
      },

      /** The order with all of its changes, including those in the history. @throws not_found */
      async getWithChanges(id: string, deadline: number): Promise<OrderWithChanges> {
        return allChanges(living(id, await whole.find({ id, deadline })), deadline)
      },
    },

    /** The same for a seller. @throws forbidden for orders of others, drafts and unknown ones */
    ofSeller: (tenant: string) => ({
      async get(id: string, deadline: number): Promise<{ state: SellersOrder; revision: number }> {
        const document = sold(await shownToSeller.find({ id, tenant, deadline }))
        return { state: withLines(fromDocument<OrderRecord>(document)), revision: document.revision }
      },
      getWithChanges: async (id: string, deadline: number): Promise<OrderWithChanges> =>
        allChanges(sold(await wholeToSeller.find({ id, tenant, deadline })), deadline),
    }),
  }
}

/** @throws not_found for a deleted order, or none */
function living<T extends Pick<OrderRecord, 'deleted_at'>>(id: string, document: T | undefined): T {
  if (!document || document.deleted_at !== null) throw orderNotFound(id)
  return document
}

/** @throws forbidden if nothing was found */
export function granted<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw forbidden()
  return found
}

/** @throws forbidden for a draft, or a deleted order */
export function sold<T extends Pick<OrderRecord, 'deleted_at' | 'is_draft_order'>>(document: T | undefined): T {
  return granted(document?.deleted_at === null && !document.is_draft_order ? document : undefined)
}

export type OrderViews = ReturnType<typeof createOrderViews>
