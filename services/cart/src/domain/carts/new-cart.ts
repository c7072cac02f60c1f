import type { AddressInput, BodyOf, Customer, createCart, DecisionContext } from '@souk/contracts'
import { invalidData, onlyCountryOf, quotedRegion } from '@souk/contracts'
import { cartTotals } from '@souk/totals'
import type { PlannedLine } from '../line-items/plan-lines.ts'
import type { Quote } from '../line-items/quote.ts'
import { reprice } from '../line-items/reprice.ts'
import { type KnownPromotions, NO_PROMOTIONS, onlyCodes } from '../promotions/promo-codes.ts'
import { newAddress } from './address.ts'
import type { CartRecord } from './cart.ts'
import { assertLinesFit, assertRestFits } from './cart-size.ts'
import { keptCustomer } from './kept-customer.ts'
import { withPromotions } from './planned-cart.ts'
import { settle } from './settle.ts'

export type NewCartBody = BodyOf<typeof createCart>

export interface NewCartFacts {
  customer: Customer | null
  quote: Quote
  lines: readonly PlannedLine[]
  /** The promotions that it may take; default: none. */
  promotions?: KnownPromotions
}

/** A newly created cart, with prices and all totals. @throws invalid_data if it is too large, or a given code has no promotion */
export function newCart(
  body: NewCartBody,
  { customer, quote, lines, promotions = NO_PROMOTIONS }: NewCartFacts,
  context: DecisionContext,
): CartRecord {
  const { newId, now } = context
  const { sales_channel_id } = quote
  const region = quotedRegion(quote)
  const billing_address = body.billing_address ? newAddress(body.billing_address, context) : null
  const shippingAddress = shippingAddressOf(body, quote)
  const shipping_address = shippingAddress ? newAddress(shippingAddress, context) : null
  const empty: CartRecord = {
    id: newId('cart'),
    currency_code: region.currency_code,
    region_id: region.id,
    customer_id: customer?.id ?? null,
    sales_channel_id,
    email: body.email ?? customer?.email ?? null,
    locale: body.locale ?? null,
    promotions: [],
    region,
    customer: customer && keptCustomer(customer),
    shipping_address_id: shipping_address?.id ?? null,
    shipping_address,
    billing_address_id: billing_address?.id ?? null,
    billing_address,
    items: [],
    shipping_methods: [],
    payment_collection: null,
    credit_lines: [],
    gift_cards: [],
    metadata: body.metadata ?? null,
    completed_at: null,
    ...cartTotals({ items: [], shipping_methods: [] }).totals,
    created_at: now,
    updated_at: now,
    card_balances: [],
  }
  const priced = reprice(empty, { lines, quote, shipping_option_ids: [] }, context)
  const promoted = withPromotions(priced, empty, onlyCodes(body.promo_codes ?? []), promotions, context)
  assertLinesFit(promoted, empty)
  const settled = settle(promoted, [], context)
  assertRestFits(settled)
  return settled
}

/** The given address; if there is none and the region has only one country, an address with that country. */
export function shippingAddressOf(
  { shipping_address }: Pick<NewCartBody, 'shipping_address'>,
  quote: Pick<Quote, 'region'>,
): AddressInput | null {
  if (shipping_address) return shipping_address
  const country = onlyCountryOf(quotedRegion(quote))
  return country ? { country_code: country.iso_2 } : null
}

/** @throws invalid_data if the client names another currency than the region's */
export function assertCurrencyOf(quote: Pick<Quote, 'region'>, currency_code: string | null | undefined) {
  const region = quotedRegion(quote)
  if (!currency_code || currency_code === region.currency_code) return
  throw invalidData(`Currency code ${currency_code} does not match the region's currency code ${region.currency_code}`)
}
