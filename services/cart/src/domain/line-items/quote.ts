import { isDeepStrictEqual } from 'node:util'
import {
  type Address,
  type BodyOf,
  type CartShippingMethod,
  type Customer,
  type QuotedLine,
  type quote,
  type ResponseOf,
  regionCopyOf,
} from '@souk/contracts'
import type { CartRecord } from '../carts/cart.ts'
import type { PlannedLine } from './plan-lines.ts'

export type QuoteRequest = BodyOf<typeof quote>
export type Quote = ResponseOf<typeof quote>

/** A quote of `pricing`, with its request. */
export interface Quoted {
  request: QuoteRequest
  quote: Quote
}

/** The part of a quote's request that depends on the cart: the quote is valid only as long as that stays the same. */
export type QuoteContext = Omit<QuoteRequest, 'items' | 'shipping_option_ids' | 'item_total' | 'with_taxes'>

type Priced = Pick<CartRecord, 'region_id' | 'region' | 'currency_code' | 'sales_channel_id' | 'customer' | 'shipping_address'>
type Shipped = Priced & { shipping_methods: readonly CartShippingMethod[] }

export const quoteContextOf = ({
  region_id,
  region,
  currency_code,
  sales_channel_id,
  customer,
  shipping_address,
}: Priced): QuoteContext => ({
  region_id,
  ...(region?.id === region_id && regionCopyOf(region)),
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

/** Group prices are for customers with an account: see `unprovenGuest`. */
const buyerOf = (customer: Customer | null) =>
  customer?.has_account ? { id: customer.id, group_ids: customer.groups.map(({ id }) => id) } : null

/** Whether region, channel, customer and address are still those that prices were requested for. */
export function isQuotedFor(
  { items: _items, shipping_option_ids: _options, item_total: _total, with_taxes: _taxes, ...context }: QuoteRequest,
  cart: Priced,
): boolean {
  return isDeepStrictEqual(context, quoteContextOf(cart))
}

/** Whether prices were requested for all of the cart's shipping methods, including concurrently added ones. */
export const isShippingQuoted = ({ shipping_option_ids }: QuoteRequest, cart: Pick<Shipped, 'shipping_methods'>): boolean =>
  optionIds(cart).every((id) => shipping_option_ids.includes(id))

/** The request for prices of these lines in this cart, and of its shipping methods. */
export const quoteRequestOf = (cart: Shipped, lines: readonly PlannedLine[]): QuoteRequest => ({
  ...quoteContextOf(cart),
  items: quoteItems(lines),
  shipping_option_ids: optionIds(cart),
})

/** The request for prices of the cart's shipping methods and of further options; lines keep their prices. */
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

/** The address that determines taxes: without a country nothing is taxed. */
export const taxAddressOf = (address: Partial<Pick<Address, 'country_code' | 'province'>> | null | undefined) => ({
  country_code: address?.country_code ?? null,
  province: address?.province ?? null,
})

/** Finds the quoted line for a variant in a quantity, which determine the price. */
export function indexQuote(
  lines: readonly QuotedLine[],
): (variant_id: string | null, quantity: number) => QuotedLine | undefined {
  const byKey = new Map(lines.map((line) => [`${line.quantity} ${line.variant_id}`, line]))
  return (variant_id, quantity) => byKey.get(`${quantity} ${variant_id}`)
}

/** Whether equal lines have the same price in both carts. */
export const isPricedAlike = (one: Priced, other: Priced): boolean =>
  isDeepStrictEqual(quoteContextOf(one), quoteContextOf(other))
