import type { PriceRecord } from '../prices/price.ts'
import type { WantedPrice } from './base-prices.ts'

/** How the base prices of variants become others, in this order: displaced ones go, then changes and puts, then left ones go. */
export interface BasePricesPlan {
  /**
   * Prices that the request does not name, but whose key one that it names is to get. They go first: if the named one gave way
   * instead, a repeat would no longer find what the request leaves out of it.
   */
  displaced: PriceRecord[]
  /** Prices that get another key and keep their id. */
  changes: { id: string; price: PriceRecord }[]
  /** Prices to create, or to give another amount; `known` is the id of the one that has the key. */
  puts: { price: PriceRecord; known: string | undefined }[]
  /** Others. They go last: a repeat takes from them what the request leaves out of prices that it names. */
  left: PriceRecord[]
}

/**
 * Prices keep their ids if they are named by them, or have the same key (currency, bounds and rules) as a wanted one.
 * @param wanted with different keys
 */
export function planBasePrices(wanted: readonly WantedPrice[], present: readonly PriceRecord[]): BasePricesPlan {
  const displaced = displacedBy(wanted, present)
  const remaining = present.filter((price) => !displaced.includes(price))
  const byKey = new Map(remaining.map((price) => [price.key, price]))
  const byId = new Map(remaining.map((price) => [price.id, price]))

  const kept = new Set(wanted.flatMap(({ price }) => byKey.get(price.key)?.id ?? []))
  const changes = wanted.flatMap(({ price, id = '' }) => {
    if (byKey.has(price.key) || kept.has(id) || byId.get(id)?.variant_id !== price.variant_id) return []
    kept.add(id)
    return [{ id, price }]
  })
  const changed = new Set(changes.map(({ price }) => price.key))
  const puts = wanted.flatMap(({ price }) => {
    const holder = byKey.get(price.key)
    return changed.has(price.key) || holder?.amount === price.amount ? [] : [{ price, known: holder?.id }]
  })
  return { displaced, changes, puts, left: remaining.filter(({ id }) => !kept.has(id)) }
}

function displacedBy(wanted: readonly WantedPrice[], present: readonly PriceRecord[]): PriceRecord[] {
  const named = new Set(wanted.flatMap(({ id }) => id ?? []))
  const variantOf = new Map(present.map(({ id, variant_id }) => [id, variant_id]))
  const keys = wanted.flatMap(({ price, id = '' }) => (variantOf.get(id) === price.variant_id ? price.key : []))
  return present.filter(({ id, key }) => keys.includes(key) && !named.has(id))
}
