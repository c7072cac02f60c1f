import { type Stored, timeLeft } from '@souk/runtime'
import type { Collection } from 'mongodb'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import { PART_LISTS, type PartKind, type Parts } from '../domain/returns/order-parts.ts'

const PAYMENT_COLLECTION = 'payment_collections.id'
const PAYMENT = 'payment_collections.payments.id'
const FULFILLMENT = 'fulfillments.id'
const LINE = 'items.id'
const OF_LINE = 'of_line'
const RETURN_FULFILLMENT = 'returns.fulfillments.id'
export const CONTENT_INDEXES = Object.entries({
  of_payment_collection: PAYMENT_COLLECTION,
  of_payment: PAYMENT,
  of_fulfillment: FULFILLMENT,
  of_return_fulfillment: RETURN_FULFILLMENT,
  [OF_LINE]: LINE,
}).map(([name, path]) => ({ key: { [path]: 1 } as Record<string, 1>, name, sparse: true }))

/** Limits the orders that are searched; empty: all. */
type Within = { seller_id?: string; customer_id?: string; is_draft_order?: false; sales_channel_id?: { $in: (string | null)[] } }

/** Orders found by something that they contain: changes, payments, parcels, returns, exchanges and claims. */
export function createOrdersByContent(collection: Collection<Stored<OrderRecord>>) {
  async function findIdBy(path: string, id: string, deadline: number, within: Within = {}, by: { hint?: string } = {}) {
    const of = { [path]: id, deleted_at: null, ...within } as object
    return (await collection.findOne(of, { projection: { _id: 1 }, ...by, ...timeLeft(deadline) }))?._id
  }

  return {
    /** The order that a change belongs to, even if its actions are in the history. */
    findIdOfChange: (id: string, deadline: number) => findIdBy('changes.id', id, deadline),

    /** The order that a payment belongs to. */
    findIdOfPayment: (id: string, deadline: number) => findIdBy(PAYMENT, id, deadline),

    /** The order that a payment collection belongs to. */
    findIdOfPaymentCollection: (id: string, deadline: number) => findIdBy(PAYMENT_COLLECTION, id, deadline),

    /** The same among placed orders of these sales channels or of none; among all placed orders if no channels are given. */
    findSoldIdOfPaymentCollection: (id: string, sales_channel_ids: readonly string[], deadline: number) =>
      findIdBy(PAYMENT_COLLECTION, id, deadline, {
        is_draft_order: false,
        ...(sales_channel_ids.length > 0 && { sales_channel_id: { $in: [null, ...sales_channel_ids] } }),
      }),

    /** The order that a parcel belongs to. */
    findIdOfFulfillment: (id: string, deadline: number) => findIdBy(FULFILLMENT, id, deadline),

    /** The order whose return has this fulfillment. */
    findIdOfReturnFulfillment: (id: string, deadline: number) => findIdBy(RETURN_FULFILLMENT, id, deadline),

    /** The order that has this line. The hint keeps MongoDB from choosing the index of the seller's orders instead. */
    findIdOfLine: (id: string, deadline: number, within: Within) => findIdBy(LINE, id, deadline, within, { hint: OF_LINE }),

    /** A return, an exchange or a claim, with the returns and the revision of its order. */
    async findPart<Kind extends PartKind>(kind: Kind, id: string, deadline: number, within: Within = {}) {
      const list = PART_LISTS[kind]
      const projection = { revision: 1, returns: 1, [list]: 1 }
      const document = await collection.findOne({ [`${list}.id`]: id, deleted_at: null, ...within } as object, {
        projection,
        ...timeLeft(deadline),
      })
      const { [list]: parts, returns } = withLines({ returns: [], ...(document as Partial<OrderRecord>) })
      const record = (parts as Parts[Kind][] | undefined)?.find((one) => one.id === id)
      return document && record && { record, returns, revision: document.revision }
    },

    /** The order that holds a return, an exchange or a claim. */
    findIdOfPart: (kind: PartKind, id: string, deadline: number, within: Within = {}) =>
      findIdBy(`${PART_LISTS[kind]}.id`, id, deadline, within),

    /** The order on which a return, an exchange or a claim was begun, even if it no longer exists. */
    findIdOfBegun: (kind: PartKind, id: string, deadline: number) => findIdBy(`changes.${kind}_id`, id, deadline),
  }
}

export type OrdersByContent = ReturnType<typeof createOrdersByContent>
