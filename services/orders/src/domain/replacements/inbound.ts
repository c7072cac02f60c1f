import { type DecisionContext, invalidData, notFound } from '@souk/contracts'
import { type Acting, replaceChange } from '../order-changes/active-change.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { newReturn, replaceReturn } from '../returns/begin-return.ts'
import type { Inbound } from '../returns/inbound-items.ts'
import { NOUNS, PART_LISTS, type ReplacementKind, requirePart } from '../returns/order-parts.ts'
import { requirePartChange } from '../returns/part-change.ts'

interface Along {
  /** The return's, if it has yet to be made. */
  display_id: number
  /** The location to which the items come back; absent: unchanged, or not known yet. */
  location_id?: string | undefined
}

/**
 * The order with the return for the inbound items of a claim or an exchange, which is made for the first items and then reused.
 * @throws as `requirePartChange`
 */
export function withReturn(
  order: OrderRecord,
  kind: ReplacementKind,
  id: string,
  { display_id, location_id }: Along,
  context: DecisionContext & Acting,
): OrderRecord {
  const { part, change } = requirePartChange(order, kind, id)
  const { now } = context
  if (part.return_id !== null) {
    const present = requirePart(order, 'return', part.return_id)
    if (location_id === undefined || location_id === present.location_id) return order
    return replaceReturn(order, { ...present, location_id, updated_at: now })
  }
  const along = newReturn(order, { display_id, location_id, [`${kind}_id`]: id }, context)
  const list = PART_LISTS[kind]
  return {
    ...replaceChange(order, { ...change, return_id: along.id, updated_at: now }),
    returns: [...order.returns, along],
    [list]: order[list].map((one) => (one.id === id ? { ...one, return_id: along.id, updated_at: now } : one)),
  }
}

/** The return of a claim or an exchange; undefined if nothing is requested back yet. @throws as `requirePartChange` */
export function inboundOf(order: OrderRecord, kind: ReplacementKind, id: string): Inbound | undefined {
  const { return_id } = requirePartChange(order, kind, id).part
  return return_id === null ? undefined : { return_id, [`${kind}_id`]: id }
}

/** The same for one of the return's steps. @throws as `inboundOf`; not_found if there is no return, and so no step */
export function inboundStepOf(order: OrderRecord, kind: ReplacementKind, id: string, action_id: string): Inbound {
  const inbound = inboundOf(order, kind, id)
  if (!inbound) throw notFound(`Action ${action_id} of inbound items was not found: nothing comes back with ${kind} ${id}`)
  return inbound
}

/** The same for a shipping method. @throws as `inboundOf`; invalid_data unless there are inbound items for the method to ship */
export function inboundMethodOf(order: OrderRecord, kind: ReplacementKind, id: string): Inbound {
  const { change } = requirePartChange(order, kind, id)
  const inbound = inboundOf(order, kind, id)
  const isAsked = change.actions.some(({ action, return_id }) => action === 'RETURN_ITEM' && return_id === inbound?.return_id)
  if (!inbound || !isAsked) throw invalidData(`${NOUNS[kind]} with id ${id} has no inbound items to ship`)
  return inbound
}
