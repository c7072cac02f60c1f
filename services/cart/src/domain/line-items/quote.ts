import { isDeepStrictEqual } from 'node:util'
import type { Address, BodyOf, Cart, CartShippingMethod, Customer, QuotedLine, quote, ResponseOf } from '@souk/contracts'
import type { PlannedLine } from './plan-lines.ts'

export type QuoteRequest = BodyOf<typeof quote>
export type Quote = ResponseOf<typeof quote>

/** The quote of `pricing`, with its request. */
export interface Quoted {
  request: QuoteRequest
  quote: Quote
}

/** The cart's part of a quote's request: the quote holds only while the cart has the same. */
export type QuoteContext = Omit<QuoteRequest, 'items' | 'shipping_option_ids'>

type Priced = Pick<Cart, 'region_id' | 'currency_code' | 'sales_channel_id' | 'customer' | 'shipping_address'>

const quoteContextOf = ({ region_id, currency_code, sales_channel_id, customer, shipping_address }: Priced): QuoteContext => ({
  region_id,
  currency_code,
  sales_channel_id,
  customer: buyerOf(customer),
  tax_address: taxAddressOf(shipping_address),
})

/** Prices of groups are for customers who are logged in: see `unprovenGuest`. */
const buyerOf = (customer: Customer | null) =>
  customer?.has_account ? { id: customer.id, group_ids: customer.groups.map(({ id }) => id) } : null

/** Whether region, channel, customer and address are still those that prices were asked for. */
export function isQuotedFor({ items: _items, shipping_option_ids: _options, ...context }: QuoteRequest, cart: Priced): boolean {
  return isDeepStrictEqual(context, quoteContextOf(cart))
}

/** The request for the prices of these lines in this cart, and of its shipping methods with them. */
export const quoteRequestOf = (
  cart: Priced & { shipping_methods: readonly CartShippingMethod[] },
  lines: readonly PlannedLine[],
): QuoteRequest => ({
  ...quoteContextOf(cart),
  items: quoteItems(lines),
  shipping_option_ids: [...new Set(cart.shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? []))],
})

export const quoteItems = (lines: readonly PlannedLine[]): QuoteRequest['items'] =>
  lines.flatMap(({ variant_id, quantity }) => (variant_id === null ? [] : { variant_id, quantity }))

/** The address that taxes are for: without a country nothing is taxed. */
export const taxAddressOf = (address: Partial<Pick<Address, 'country_code' | 'province'>> | null | undefined) => ({
  country_code: address?.country_code ?? null,
  province: address?.province ?? null,
})

/** Finds the quoted line for a variant in a quantity: lines that differ in nothing else cost the same. */
export function indexQuote(
  lines: readonly QuotedLine[],
): (variant_id: string | null, quantity: number) => QuotedLine | undefined {
  const byKey = new Map(lines.map((line) => [`${line.quantity} ${line.variant_id}`, line]))
  return (variant_id, quantity) => byKey.get(`${quantity} ${variant_id}`)
}

/** Whether equal lines cost the same in both carts. */
export const isPricedAlike = (one: Priced, other: Priced): boolean =>
  isDeepStrictEqual(quoteContextOf(one), quoteContextOf(other))
