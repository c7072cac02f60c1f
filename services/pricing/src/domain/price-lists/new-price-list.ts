import type { DecisionContext, NewPriceListInput, PriceInput } from '@souk/contracts'
import { newListPrice, type PriceRecord } from '../prices/price.ts'
import { listDate, listRulePairs, type PriceListRecord, withFittingDates } from './price-list.ts'

interface NewPriceList {
  id: string
  body: NewPriceListInput
  /** Null: an administrator creates it. */
  seller_id: string | null
  /** ISO 8601. */
  now: string
}

/** @throws invalid_data for invalid dates, or if it would end before it starts */
export function newPriceList({ id, body, seller_id, now }: NewPriceList): PriceListRecord {
  const { title, description = null, status, type, rules = {}, metadata = null } = body
  const starts_at = listDate('starts_at', body.starts_at ?? null)
  const ends_at = listDate('ends_at', body.ends_at ?? null)
  const dates = { starts_at, ends_at, created_at: now, updated_at: now, deleted_at: null }
  return withFittingDates({ id, title, description, status, type, rules: listRulePairs(rules), ...dates, metadata, seller_id })
}

interface NewPrices extends DecisionContext {
  list: Pick<PriceListRecord, 'id' | 'seller_id'>
  inputs: readonly PriceInput[]
  /** By variant id. */
  priceSets: ReadonlyMap<string, string>
}

/**
 * New prices of a list, with ids in the same order. Of two with the same key the last one counts, as if they were added one by
 * one.
 */
export function newPricesOfList({ list, inputs, priceSets, newId, now }: NewPrices): PriceRecord[] {
  const { id: price_list_id, seller_id } = list
  const ids = inputs.map(() => newId('price')).toSorted()
  const byKey = new Map<string, PriceRecord>()
  for (const [index, input] of inputs.entries()) {
    const price = newListPrice({
      id: ids[index]!,
      input,
      price_list_id,
      price_set_id: priceSets.get(input.variant_id)!,
      seller_id,
      now,
    })
    byKey.set(price.key, { ...price, id: byKey.get(price.key)?.id ?? price.id })
  }
  return [...byKey.values()]
}
