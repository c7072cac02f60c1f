import type { PriceList } from '@souk/contracts'
import { type PriceRecord, shownPrice } from './price.ts'
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

/** The list as answers show it, with these prices; of partly read records, what was read. */
export function shownPriceList(
  { seller_id: _seller, rules, ...list }: PriceListRecord,
  prices: readonly PriceRecord[],
  asked: AskedOfPriceList,
): PriceList {
  return {
    ...list,
    rules: Object.fromEntries((rules ?? []).map(({ attribute, value }) => [attribute, [...value]])),
    rules_count: rules?.length ?? 0,
    prices: prices.map((price) => ({
      ...shownPrice(price),
      ...(asked.price_rules && { price_rules: price.rules ?? [] }),
      ...(asked.price_set && {
        price_set: price.price_set_id === null ? null : { id: price.price_set_id, variant: variantOf(price) },
      }),
    })),
    ...(asked.price_list_rules && {
      price_list_rules: (rules ?? []).map(({ attribute, value }) => ({ attribute, value: [...value] })),
    }),
  }
}

const variantOf = ({ variant_id }: PriceRecord) => (variant_id ? { id: variant_id } : null)
