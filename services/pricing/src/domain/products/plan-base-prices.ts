import type { PriceRecord } from '../prices/price.ts'
import type { WantedPrice } from './base-prices.ts'

interface Change {
  id: string
  price: PriceRecord
}

/** How the base prices of variants become others, step by step in this order. */
export interface BasePricesPlan {
  /**
   * Prices to remove: the request does not name them, but one that it names is to get their key. They go first: if the named one
   * gave way instead, a repeat would no longer find what the request leaves out of it.
   */
  displaced: PriceRecord[]
  /** Prices that get another key and keep their id. Those of one list are in turn: each frees the key of the next one. */
  changes: Change[][]
  /** Prices to create, or to give another amount; `known` is the id of the one that has the key. */
  puts: { price: PriceRecord; known: string | undefined }[]
  /** Prices to remove. They go last: a repeat takes from them what the request leaves out of prices that it names. */
  left: PriceRecord[]
}

/**
 * Prices that are named by their id keep it; others keep theirs if they have the key (currency, bounds and rules) of a wanted
 * one. Named prices that would exchange their keys in a circle exchange their amounts instead.
 * @param wanted with different keys
 */
export function planBasePrices(wanted: readonly WantedPrice[], present: readonly PriceRecord[]): BasePricesPlan {
  const byKey = new Map(present.map((price) => [price.key, price]))
  const changes = chainsOf(movesOf(wanted, present), byKey)
  const moved = new Map(changes.flat().map(({ id, price }) => [id, price.key]))
  const placed = new Set(moved.values())
  const displaced = present.filter(({ id, key }) => placed.has(key) && !moved.has(id))

  const others = wanted.filter(({ price }) => !placed.has(price.key))
  const holderOf = ({ key }: PriceRecord) => {
    const holder = byKey.get(key)
    return holder && !moved.has(holder.id) ? holder : undefined
  }
  const kept = new Set(others.map(({ price }) => holderOf(price)))
  const puts = others.flatMap(({ price }) => {
    const holder = holderOf(price)
    return holder?.amount === price.amount ? [] : [{ price, known: holder?.id }]
  })
  const left = present.filter((price) => !moved.has(price.id) && !placed.has(price.key) && !kept.has(price))
  return { displaced, changes, puts, left }
}

/** The present prices that are named to get another key, as they are to become, by id. */
function movesOf(wanted: readonly WantedPrice[], present: readonly PriceRecord[]): ReadonlyMap<string, PriceRecord> {
  const byId = new Map(present.map((price) => [price.id, price]))
  return new Map(
    wanted.flatMap(({ price, id = '' }) => {
      const named = byId.get(id)
      return named?.variant_id === price.variant_id && named.key !== price.key ? [[id, price] as const] : []
    }),
  )
}

/** The moves, each after the one that frees its key. Those in a circle are left out. */
function chainsOf(moves: ReadonlyMap<string, PriceRecord>, byKey: ReadonlyMap<string, PriceRecord>): Change[][] {
  const nextOf = ({ key }: PriceRecord) => byKey.get(key)?.id
  const later = new Set([...moves.values()].map(nextOf))
  const starts = [...moves.keys()].filter((id) => !later.has(id))
  return starts.map((start) => {
    const chain: Change[] = []
    for (let id: string | undefined = start; id !== undefined && moves.has(id); id = nextOf(moves.get(id)!))
      chain.unshift({ id, price: moves.get(id)! })
    return chain
  })
}
