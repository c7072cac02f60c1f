import type { Price, PriceList } from '@souk/contracts'
import { type ShownParts, shownPrice } from './price.ts'
import type { PriceListRule } from './price-rules.ts'

/** A price list as it is kept: without its prices. Rules are pairs, because an attribute may hold dots. */
export type PriceListRecord = Omit<PriceList, 'prices' | 'rules' | 'rules_count' | 'price_list_rules'> & {
  seller_id: string
  rules: PriceListRule[]
}

/** `{ region_id: ['reg_1'] }` as pairs. */
export const listRulePairs = (rules: Readonly<Record<string, readonly string[]>>): PriceListRule[] =>
  Object.entries(rules).map(([attribute, value]) => ({ attribute, value }))

/** What an answer shows only when asked for. */
export interface AskedOfPriceList {
  price_list_rules: boolean
  price_rules: boolean
  price_set: boolean
}

/** The list as answers show it, with these prices; of a partly read record, what was read. */
export function shownPriceList(
  { seller_id: _seller, rules, ...list }: PriceListRecord,
  prices: readonly Price[],
  asked: AskedOfPriceList,
): PriceList {
  const pairs = rules ?? []
  return {
    ...list,
    rules: Object.fromEntries(pairs.map(({ attribute, value }) => [attribute, [...value]])),
    rules_count: pairs.length,
    prices: prices as Price[],
    ...(asked.price_list_rules && { price_list_rules: pairs.map(({ attribute, value }) => ({ attribute, value: [...value] })) }),
  }
}

/** The prices of one list as they were read, and as answers show them: in the same order. */
export interface ListedPrices {
  kept: readonly ShownParts[]
  shown: readonly Price[]
}

/** A price inside of a list. */
export const shownListPrice = (price: ShownParts, asked: AskedOfPriceList): Price => ({
  ...shownPrice(price),
  ...(asked.price_rules && { price_rules: price.rules ?? [] }),
  ...(asked.price_set && {
    price_set: price.price_set_id && { id: price.price_set_id, variant: price.variant_id && { id: price.variant_id } },
  }),
})
