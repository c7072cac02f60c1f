import { assertGiftCardsFit, enabledProviderIds, invalidData, type PaymentSession } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import { isShippedBy } from '../line-items/line-sellers.ts'
import type { CheckoutFacts } from './checkout-record.ts'

const PROCESSABLE: readonly PaymentSession['status'][] = [
  'pending',
  'requires_more',
  'authorized',
  'captured',
  'pending_authorization',
]

/** The sessions that may pay for the cart; empty if credit pays for all of it. @throws invalid_data if there is none */
function payingSessions({ total, credit_line_total, payment_collection }: CartRecord): PaymentSession[] {
  if (credit_line_total >= 0 && total <= 0) return []
  if (!payment_collection) throw invalidData('Payment collection has not been initiated for cart')
  const sessions = payment_collection.payment_sessions.filter(({ status }) => PROCESSABLE.includes(status))
  if (sessions.length === 0) throw invalidData('Payment sessions are required to complete cart')
  return sessions
}

/**
 * The session that pays for the cart; undefined if credit pays for all of it.
 * @param facts by default those of its checkout; without the region's providers, those in the cart's copy of it count
 * @throws invalid_data if there is none, or if its region does not have its provider
 */
export function payingSession(
  cart: CartRecord,
  facts: Partial<CheckoutFacts> | undefined = cart.checkout?.facts,
): PaymentSession | undefined {
  const sessions = payingSessions(cart)
  const enabled = facts?.payment_provider_ids ?? (cart.region && enabledProviderIds(cart.region))
  if (!enabled) return sessions[0]
  const disabled = [...new Set(sessions.map(({ provider_id }) => provider_id).filter((id) => !enabled.includes(id)))]
  if (disabled.length === 0) return sessions[0]
  const [s, are] = disabled.length > 1 ? ['s', 'are'] : ['', 'is']
  throw invalidData(`Payment provider${s} ${disabled.join(', ')} ${are} not enabled in the cart's region ${cart.region_id}.`)
}

/** @throws invalid_data for an empty cart, one that sells too many gift cards, and one without a payment */
export function assertCompletable(cart: CartRecord) {
  if (cart.items.length === 0) throw invalidData('Cannot complete a cart with no items')
  assertGiftCardsFit(cart.items)
  payingSessions(cart)
}

/**
 * Asserts that all goods can still be sold; otherwise the order would belong to no seller. Lines without a variant may stay.
 * @throws invalid_data naming them
 */
export function assertSold({ items }: CartRecord, { variants }: CheckoutFacts) {
  const ids = new Set(items.flatMap(({ variant_id }) => variant_id ?? []))
  const missing = [...ids].filter((id) => !variants.some((variant) => variant.id === id))
  if (missing.length > 0)
    throw invalidData(`Variants ${missing.join(', ')} do not exist or belong to a product that is not published`)
}

/** Asserts that no seller is closed, since it would not send the goods. @throws invalid_data */
export function assertOpenSellers({ closed_seller_ids = [] }: CheckoutFacts) {
  if (closed_seller_ids.length > 0) throw invalidData('Some products in the cart belong to inactive sellers')
}

/**
 * Asserts that each line to be sent has a shipping method for its shipping profile, of its own seller or of the marketplace, by
 * an option that still exists.
 * @throws invalid_data
 */
export function assertShipped({ items, shipping_methods }: CartRecord, { variants, shipping_options }: CheckoutFacts) {
  const sent = items.filter(({ requires_shipping }) => requires_shipping)
  if (sent.length > 0 && shipping_methods.length === 0)
    throw invalidData('No shipping method selected but the cart contains items that require shipping.')
  const offered = shipping_options.filter(({ id }) => shipping_methods.some((method) => method.shipping_option_id === id))
  const isShipped = ({ variant_id }: CartRecord['items'][number]) => {
    const variant = variants.find(({ id }) => id === variant_id)
    const { shipping_profile_id, seller_id } = variant ?? { shipping_profile_id: null, seller_id: null }
    return offered.some((one) => one.shipping_profile_id === shipping_profile_id && isShippedBy(one.seller_id, [seller_id]))
  }
  if (!sent.every(isShipped))
    throw invalidData('The cart items require shipping profiles that are not satisfied by the current shipping methods')
}
