import { isDeepStrictEqual } from 'node:util'
import type { Address, BodyOf, CartShippingMethod, Customer, QuotedLine, quote, ResponseOf } from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import type { PlannedLine } from './plan-lines.ts'

export type QuoteRequest = BodyOf<typeof quote>
export type Quote = ResponseOf<typeof quote>

/** The quote of `pricing`, with its request. */
export interface Quoted {
  request: QuoteRequest
  quote: Quote
}

/** The cart's part of a quote's request: the quote holds only while the cart has the same. */
export type QuoteContext = Omit<QuoteRequest, 'items' | 'shipping_option_ids' | 'item_total' | 'with_taxes'>

type Priced = Pick<CartRecord, 'region_id' | 'currency_code' | 'sales_channel_id' | 'customer' | 'shipping_address'>
type Shipped = Priced & { shipping_methods: readonly CartShippingMethod[] }

export const quoteContextOf = ({
  region_id,
  currency_code,
  sales_channel_id,
  customer,
  shipping_address,
}: Priced): QuoteContext => ({
  region_id,
  currency_code,
  sales_channel_id,
  customer: buyerOf(customer),
  tax_address: taxAddressOf(shipping_address),
  ship_to: shipTo(shipping_address),
})

const shipTo = (address: Address | null) => ({
  ...taxAddressOf(address),
  city: address?.city ?? null,
  postal_code: address?.postal_code ?? null,
})

/** Prices of groups are for customers who are logged in: see `unprovenGuest`. */
const buyerOf = (customer: Customer | null) =>
  customer?.has_account ? { id: customer.id, group_ids: customer.groups.map(({ id }) => id) } : null

/** Whether region, channel, customer and address are still those that prices were asked for. */
export function isQuotedFor(
  { items: _items, shipping_option_ids: _options, item_total: _total, with_taxes: _taxes, ...context }: QuoteRequest,
  cart: Priced,
): boolean {
  return isDeepStrictEqual(context, quoteContextOf(cart))
}

/** Whether the prices of all its shipping methods were asked for: one that has come in since has those of before. */
export const isShippingQuoted = ({ shipping_option_ids }: QuoteRequest, cart: Pick<Shipped, 'shipping_methods'>): boolean =>
  optionIds(cart).every((id) => shipping_option_ids.includes(id))

/** The request for the prices of these lines in this cart, and of its shipping methods with them. */
export const quoteRequestOf = (cart: Shipped, lines: readonly PlannedLine[]): QuoteRequest => ({
  ...quoteContextOf(cart),
  items: quoteItems(lines),
  shipping_option_ids: optionIds(cart),
})

/** The request for the prices of the cart's shipping methods and of other options: lines keep the prices that they have. */
export const shippingQuoteRequestOf = (cart: Shipped & { item_total: number }, ids: readonly string[]): QuoteRequest => ({
  ...quoteContextOf(cart),
  items: [],
  item_total: cart.item_total,
  shipping_option_ids: [...new Set([...optionIds(cart), ...ids])],
})

const optionIds = ({ shipping_methods }: Pick<Shipped, 'shipping_methods'>) => [
  ...new Set(shipping_methods.flatMap(({ shipping_option_id }) => shipping_option_id ?? [])),
]

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
