import { invalidData } from '@souk/contracts'
import { matchesPriceListRule, matchesPriceRule, type PriceListRule, type PriceRule } from './price-rules.ts'
import { type Attributes, attributesOf } from './pricing-context.ts'

/** ISO 8601. */
type Timestamp = string

/** A price of one price set. Without `price_list_id` it is a default price; bounds are inclusive, null means unbounded. */
export interface Price {
  id: string
  amount: number
  currency_code: string
  min_quantity?: number | null
  max_quantity?: number | null
  price_list_id?: string | null
  rules?: readonly PriceRule[]
  deleted_at?: Timestamp | null
}

/**
 * The list of a price: it only applies while active, within its dates (inclusive, null means open) and if all its rules match.
 */
export interface PriceList {
  id: string
  status: 'draft' | 'active'
  type: 'sale' | 'override'
  starts_at?: Timestamp | null
  ends_at?: Timestamp | null
  rules?: readonly PriceListRule[]
  deleted_at?: Timestamp | null
}

/**
 * The facts that a price is chosen by: besides `currency_code` and `quantity` anything that rules may name; nested records are
 * flattened.
 */
export interface PricingContext {
  currency_code?: string
  /** Null or absent: a price is shown, not bought, so tiers that start above one unit are left out. */
  quantity?: number | null
  region_id?: string | null
  [attribute: string]: unknown
}

export interface PriceChoice {
  /** Prices of one price set. */
  prices: readonly Price[]
  /** At least those that the prices refer to. */
  price_lists?: readonly PriceList[]
  context: PricingContext
  now: Timestamp
}

export interface Candidate {
  price: Price
  /** Null for a default price. */
  list: PriceList | null
}

/**
 * The prices that fit a context, best first: list prices before default prices, more rules before fewer, then the smaller amount.
 * The width of a tier does not matter.
 * @throws invalid_data if the context has no currency
 */
export function candidatesOf({ prices, price_lists = [], context, now }: PriceChoice): Candidate[] {
  const currencyCode = context.currency_code?.toLowerCase()
  if (!currencyCode) throw invalidData('Method calculatePrices requires currency_code in the pricing context')
  const attributes = attributesOf(context)
  const lists = new Map(price_lists.filter((list) => applies(list, attributes, now)).map((list) => [list.id, list]))

  return prices
    .filter((price) => price.currency_code.toLowerCase() === currencyCode && fits(price, attributes, context.quantity))
    .flatMap((price): Candidate[] => {
      const list = price.price_list_id ? lists.get(price.price_list_id) : null
      return list === undefined ? [] : [{ price, list }]
    })
    .sort(byRank)
}

function fits({ rules = [], deleted_at, ...price }: Price, attributes: Attributes, quantity: number | null | undefined): boolean {
  const min = price.min_quantity ?? Number.NEGATIVE_INFINITY
  const max = quantity == null ? Number.POSITIVE_INFINITY : (price.max_quantity ?? Number.POSITIVE_INFINITY)
  const units = quantity ?? 1
  return !deleted_at && min <= units && units <= max && rules.every((rule) => matchesPriceRule(rule, attributes))
}

function applies({ status, rules = [], ...list }: PriceList, attributes: Attributes, now: Timestamp): boolean {
  const started = list.starts_at == null || Date.parse(list.starts_at) <= Date.parse(now)
  const ended = list.ends_at != null && Date.parse(list.ends_at) < Date.parse(now)
  const current = status === 'active' && !list.deleted_at && started && !ended
  return current && rules.every((rule) => matchesPriceListRule(rule, attributes))
}

function byRank(a: Candidate, b: Candidate): number {
  const listFirst = Number(b.list !== null) - Number(a.list !== null)
  // Finally sorted by id, so that the result does not depend on the order in the store.
  return listFirst || rules(b) - rules(a) || a.price.amount - b.price.amount || (a.price.id < b.price.id ? -1 : 1)
}

const rules = ({ price, list }: Candidate): number => (price.rules?.length ?? 0) + (list?.rules?.length ?? 0)
