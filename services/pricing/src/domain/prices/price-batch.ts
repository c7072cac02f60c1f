import { invalidData, type OperationError, type PriceChangeInput } from '@souk/contracts'
import { changesInTurns } from './change-turns.ts'
import { changedMeanwhile, changedPrice, KEY_PARTS, type PriceRecord } from './price.ts'

/** The changes that a request makes to the prices of one list, and the prices of the list that they conflict with. */
export interface WantedPrices {
  /** New ones, with distinct keys. */
  made: readonly PriceRecord[]
  changed: readonly PriceRecord[]
  /** Their ids. */
  removed: readonly string[]
  /** The living prices of the list whose key is also that of one in `made` or `changed`. */
  holders: readonly PriceRecord[]
}

/** The writes of a batch: removals before changes, which free the keys for the others, and puts last. */
export interface PriceBatch {
  removals: readonly string[]
  /** The ids of changed prices: those of a turn are changed at once. */
  turns: readonly string[][]
  /** `known`: the id of the existing price that gets the amount. */
  puts: readonly { price: PriceRecord; known: string | undefined }[]
}

/**
 * The prices that a request names, after its changes.
 * @param named prices of the list by these ids, including removed ones
 * @param unlisted the refusal if some of them are not in the list
 * @throws invalid_data if one of them is not in the list, or named twice
 */
export function changedPrices(
  updates: readonly PriceChangeInput[],
  named: ReadonlyMap<string, PriceRecord>,
  priceSets: ReadonlyMap<string, string>,
  unlisted: (ids: readonly string[]) => OperationError = notListed,
): PriceRecord[] {
  const missing = updates.filter(({ id }) => named.get(id)?.deleted_at !== null).map(({ id }) => id)
  if (missing.length > 0) throw unlisted(missing)
  assertOnce(updates.map(({ id }) => id))
  return updates.map((update) => changedListPrice(named.get(update.id)!, update, priceSets))
}

/**
 * A price of a list after a change: absent fields stay.
 * @throws conflict if it is removed; invalid_data if it would apply to no quantity
 */
export function changedListPrice(
  price: PriceRecord,
  update: PriceChangeInput,
  priceSets: ReadonlyMap<string, string>,
): PriceRecord {
  if (price.deleted_at !== null) throw changedMeanwhile()
  const changed = changedPrice(price, update, priceSets.get(update.variant_id)!)
  const { min_quantity: min, max_quantity: max } = changed
  if (min === null || max === null || min <= max) return changed
  throw invalidData(`min_quantity of price with id: ${price.id} must not be greater than max_quantity`)
}

const notListed = (ids: readonly string[]) => invalidData(`Prices with ids: ${ids.join(', ')} are not in the price list`)

/** @throws invalid_data if the list never had a price with one of the ids */
export function assertListed(ids: readonly string[], named: ReadonlyMap<string, PriceRecord>) {
  const foreign = ids.filter((id) => !named.has(id))
  if (foreign.length > 0) throw notListed(foreign)
}

/**
 * Decides how each price is written. A new price with the key of an unaffected one replaces its amount; one with the key of a
 * price that is changed or removed in the same request is a separate price.
 * @throws invalid_data if a price is both changed and removed, two of them would become the same price, or exchange their keys
 */
export function planPriceBatch({ made, changed, removed, holders }: WantedPrices): PriceBatch {
  const removals = [...new Set(removed)]
  assertOnce([...changed.map(({ id }) => id), ...removals])

  const leaving = new Set(removals)
  const keys = new Map(changed.map(({ id, key }) => [id, key]))
  const isMoving = ({ id, key }: PriceRecord) => keys.has(id) && keys.get(id) !== key
  const left = holders.filter(({ id }) => !leaving.has(id))
  const holderOf = new Map(left.filter((price) => !isMoving(price)).map((price) => [price.key, price.id]))
  const changedTo = new Map<string, string>()
  for (const { id, key } of changed) {
    const other = changedTo.get(key) ?? holderOf.get(key) ?? id
    if (other !== id) throw alike(id, other)
    changedTo.set(key, id)
  }
  const puts = made.map((price) => {
    const other = changedTo.get(price.key)
    if (other !== undefined) throw invalidData(`A new price would have ${KEY_PARTS} of price with id: ${other}`)
    return { price, known: holderOf.get(price.key) }
  })
  return { removals, turns: changesInTurns(changed, left.filter(isMoving)), puts }
}

function assertOnce(ids: readonly string[]) {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) throw invalidData(`Price with id: ${id} is named twice`)
    seen.add(id)
  }
}

const alike = (id: string, other: string) =>
  invalidData(`Price with id: ${id} would have ${KEY_PARTS} of price with id: ${other}`)
