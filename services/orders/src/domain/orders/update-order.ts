import { isDeepStrictEqual } from 'node:util'
import {
  type AddressInput,
  type DecisionContext,
  invalidData,
  type Metadata,
  mergeMetadata,
  type SalesChannel,
} from '@souk/contracts'
import { type Acting, assertNotCanceled, wholeAction } from '../order-changes/active-change.ts'
import { newChange, withChanges } from '../order-changes/new-change.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { Order } from './order.ts'
import { type AddressPart, assertSameCountry, updatedAddress } from './updated-address.ts'

export interface OrderUpdate {
  email?: string | undefined
  shipping_address?: AddressInput | undefined
  billing_address?: AddressInput | undefined
  locale?: string | null | undefined
  metadata?: Metadata | undefined
}

/** A draft is not placed yet, so the facts that determine its price may change, too. */
export interface DraftUpdate extends OrderUpdate {
  customer_id?: string | undefined
  sales_channel?: SalesChannel | undefined
}

type Part = AddressPart | 'email' | 'metadata' | 'locale' | 'customer_id' | 'sales_channel_id'
type Updated = Pick<Order, Part | `${AddressPart}_id` | 'sales_channel'>

/** Checks only the form: whether an address works can only be found out by sending to it. */
const EMAIL = /^[^\s@]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u

const ADDRESSES = ['shipping_address', 'billing_address'] as const
const PARTS: readonly Part[] = [...ADDRESSES, 'customer_id', 'email', 'sales_channel_id', 'metadata', 'locale']

/**
 * Changes the order's facts about its customer; version and totals stay. Each changed part is recorded as a confirmed change.
 * Returns the same order if nothing changes.
 * @throws invalid_data if the order is canceled, an address would be in another country, the e-mail address is malformed, or the
 * order would have more than 100 changes
 */
export function updateOrder<T extends Order>(order: T, input: OrderUpdate, context: DecisionContext & Acting): T {
  for (const part of ADDRESSES) assertSameCountry(order[part], input[part])
  return updateDraft(order, input, context)
}

/** The same for an order that is not placed yet: country and customer may change, too. @throws as `updateOrder` */
export function updateDraft<T extends Order>(order: T, input: DraftUpdate, context: DecisionContext & Acting): T {
  assertNotCanceled(order)
  if (input.email !== undefined) assertEmail(input.email)
  const updated = updatedParts(order, input, context)
  const different = PARTS.filter(
    (part) => part in updated && !isDeepStrictEqual(emptyAsNull(updated[part]), emptyAsNull(order[part])),
  )
  if (different.length === 0) return order
  const changes = different.map((part) => noted(order, part, updated[part], context))
  return { ...withChanges(order, changes), ...updated, updated_at: context.now }
}

/** @throws invalid_data */
export function assertEmail(email: string): void {
  if (!EMAIL.test(email)) throw invalidData('The email is not valid')
}

function updatedParts(order: Order, input: DraftUpdate, context: DecisionContext): Partial<Updated> {
  const { email, locale, metadata, customer_id, sales_channel } = input
  return {
    ...(email !== undefined && { email }),
    ...(locale !== undefined && { locale }),
    ...(metadata !== undefined && { metadata: mergeMetadata(order.metadata, metadata) }),
    ...(customer_id !== undefined && { customer_id }),
    ...(sales_channel && { sales_channel, sales_channel_id: sales_channel.id }),
    ...updatedAddress(order, 'shipping_address', input.shipping_address, context),
    ...updatedAddress(order, 'billing_address', input.billing_address, context),
  }
}

/** Absent and empty metadata are equal. */
const emptyAsNull = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? null : value

function noted(order: Order, type: Part, value: unknown, context: DecisionContext & Acting): OrderChange {
  const { now, actor_id } = context
  const confirmed = { status: 'confirmed', confirmed_by: actor_id, confirmed_at: now } as const
  const change = newChange(order, { change_type: 'update_order', version: order.version, ...confirmed }, context)
  const details = { type, old: order[type], new: value }
  const action = wholeAction({ action: 'UPDATE_ORDER_PROPERTIES', details }, { order, change, ordering: 1, context })
  return { ...change, actions: [{ ...action, applied: true }] }
}
