import { isDeepStrictEqual } from 'node:util'
import {
  type AddressInput,
  type DecisionContext,
  invalidData,
  type Metadata,
  mergeMetadata,
  type OrderAddress,
} from '@souk/contracts'
import { EMPTY_ADDRESS } from '../customers/empty-address.ts'
import { type Acting, assertNotCanceled, wholeAction } from '../order-changes/active-change.ts'
import { newChange, withChanges } from '../order-changes/new-change.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import type { Order } from './order.ts'

export interface OrderUpdate {
  email?: string | undefined
  shipping_address?: AddressInput | undefined
  billing_address?: AddressInput | undefined
  locale?: string | null | undefined
  metadata?: Metadata | undefined
}

type Part = 'shipping_address' | 'billing_address' | 'email' | 'metadata' | 'locale'
type Updated = Pick<Order, Part | 'shipping_address_id' | 'billing_address_id'>

/** Only its form: a mail alone can tell whether somebody reads it. */
const EMAIL = /^[^\s@]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}$/u

const PARTS: readonly Part[] = ['shipping_address', 'billing_address', 'email', 'metadata', 'locale']

/**
 * Changes the order's facts about its customer; version and totals stay. Each part that differs is recorded as a confirmed
 * change. The very same order when none does.
 * @throws invalid_data when the order is canceled, an address would be in another country, the e-mail is none, or the order would
 * have more than 100 changes
 */
export function updateOrder<T extends Order>(order: T, input: OrderUpdate, context: DecisionContext & Acting): T {
  assertNotCanceled(order)
  const updated = updatedParts(order, input, context)
  if (input.email !== undefined && !EMAIL.test(input.email)) throw invalidData('The email is not valid')
  const different = PARTS.filter((part) => part in updated && !isDeepStrictEqual(said(updated[part]), said(order[part])))
  if (different.length === 0) return order
  const changes = different.map((part) => noted(order, part, updated[part], context))
  return { ...withChanges(order, changes), ...updated, updated_at: context.now }
}

function updatedParts(order: Order, input: OrderUpdate, context: DecisionContext): Partial<Updated> {
  const { email, locale, metadata } = input
  return {
    ...(email !== undefined && { email }),
    ...(locale !== undefined && { locale }),
    ...(metadata !== undefined && { metadata: mergeMetadata(order.metadata, metadata) }),
    ...addressed(order, 'shipping_address', input.shipping_address, context),
    ...addressed(order, 'billing_address', input.billing_address, context),
  }
}

/** A new address in the place of the present one: orders that were sent keep theirs. */
function addressed(
  order: Order,
  part: 'shipping_address' | 'billing_address',
  input: AddressInput | undefined,
  { newId, now }: DecisionContext,
): Partial<Updated> {
  if (!input) return {}
  const present = order[part]
  if (input.country_code && input.country_code !== present?.country_code) throw invalidData('Country code cannot be changed')
  const { metadata, country_code: _, ...given } = input
  const merged = { ...EMPTY, ...present, ...defined(given) }
  const own = { metadata: metadata === undefined ? merged.metadata : mergeMetadata(merged.metadata, metadata) }
  const address = { ...merged, ...own } as OrderAddress
  if (present && isDeepStrictEqual(address, { ...EMPTY, ...present })) return {}
  const id = newId('ordaddr')
  const dates = { created_at: now, updated_at: now, deleted_at: null }
  return { [part]: { ...address, id, ...dates }, [`${part}_id`]: id }
}

const EMPTY = { customer_id: null, ...EMPTY_ADDRESS, country: null }

const defined = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** No metadata and empty metadata are the same. */
const said = (value: unknown) => (typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? null : value)

function noted(order: Order, type: Part, value: unknown, context: DecisionContext & Acting): OrderChange {
  const { now, actor_id } = context
  const confirmed = { status: 'confirmed', confirmed_by: actor_id, confirmed_at: now } as const
  const change = newChange(order, { change_type: 'update_order', version: order.version, ...confirmed }, context)
  const details = { type, old: order[type], new: value }
  const action = wholeAction({ action: 'UPDATE_ORDER_PROPERTIES', details }, { order, change, ordering: 1, context })
  return { ...change, actions: [{ ...action, applied: true }] }
}
