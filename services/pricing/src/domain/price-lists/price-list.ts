import { invalidData, type ListedPrice, type PriceList, TimestampInput } from '@souk/contracts'
import { type ShownParts, shownPrice } from '../prices/price.ts'
import type { PriceListRule } from '../prices/price-rules.ts'

/** A price list as stored: without its prices. Rules are pairs, because an attribute may contain dots. */
export type PriceListRecord = Omit<PriceList, 'prices' | 'rules' | 'rules_count' | 'price_list_rules'> & {
  /** Null for a list of the administrators. */
  seller_id: string | null
  rules: PriceListRule[]
  /** Set by the deletion until its prices have been removed. */
  prices_left?: true
}

/** `{ region_id: ['reg_1'] }` as pairs. */
export const listRulePairs = (rules: Readonly<Record<string, readonly string[]>>): PriceListRule[] =>
  Object.entries(rules).map(([attribute, value]) => ({ attribute, value }))

type DateName = 'starts_at' | 'ends_at'

/**
 * A date of a list in the form of stored timestamps; null and undefined stay so.
 * @throws invalid_data for a text that is not an ISO 8601 date or date-time
 */
export function listDate<T extends string | null | undefined>(name: DateName, text: T): T {
  if (typeof text !== 'string') return text
  const parsed = TimestampInput.safeParse(text)
  if (!parsed.success) throw invalidData(`Cannot set price list ${name.replace('_', ' ')} with with invalid date string: ${text}`)
  return parsed.data as T
}

/** Returns the list unchanged. @throws invalid_data if it would end before it starts */
export function withFittingDates(list: PriceListRecord): PriceListRecord {
  const { starts_at, ends_at } = list
  if (starts_at !== null && ends_at !== null && starts_at > ends_at) throw invalidData('starts_at must not be after ends_at')
  return list
}

/** The list as answers show it, with these prices; of a partial record, only the fields that were read. */
export function shownPriceList(
  { seller_id: _seller, prices_left: _left, rules, ...list }: PriceListRecord,
  prices: readonly ListedPrice[],
): PriceList {
  const pairs = rules ?? []
  return {
    ...list,
    rules: Object.fromEntries(pairs.map(({ attribute, value }) => [attribute, [...value]])),
    rules_count: pairs.length,
    prices: prices as ListedPrice[],
    price_list_rules: pairs.map(({ attribute, value }) => ({ attribute, value: [...value] })),
  }
}

/** The prices of one list as read and as shown in answers, in the same order. */
export interface ListedPrices {
  kept: readonly ShownParts[]
  shown: readonly ListedPrice[]
}

/** A price within a list. Assigned, not spread: V8 serializes objects of the same shape to JSON three times faster. */
export const shownListPrice = (price: ShownParts): ListedPrice =>
  Object.assign(shownPrice(price), { price_rules: price.rules ?? [], price_set: priceSetOf(price) })

const priceSetOf = ({ price_set_id, variant_id }: ShownParts): ListedPrice['price_set'] =>
  price_set_id ? { id: price_set_id, variant: variant_id ? { id: variant_id } : null } : null
