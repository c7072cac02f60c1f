import { createHash } from 'node:crypto'
import { conflict, definedOf, type Price, type PriceChangeInput, type PriceInput, rawAmount } from '@souk/contracts'
import type { PriceRule } from './price-rules.ts'

/** A price as stored. It belongs to a variant; without `price_list_id` it is a base price. */
export type PriceRecord = Omit<Price, 'rules' | 'rules_count' | 'raw_amount' | 'price_rules' | 'price_set'> & {
  /** Equal for prices of a list that replace each other: see `priceKey`. */
  key: string
  /** Null if the priced record has no seller. */
  seller_id: string | null
  /** Sorted by attribute. Pairs, because an attribute may contain dots, which documents do not allow in names. */
  rules: PriceRule[]
}

interface KeyParts {
  variant_id: string | null
  currency_code: string
  min_quantity: number | null
  max_quantity: number | null
  rules: readonly PriceRule[]
}

/** The parts of a key, as refusals name them. */
export const KEY_PARTS = 'the variant, currency, quantities and rules'
const MAX_RULES_TEXT = 256

/**
 * Two prices of one list with equal keys are the same price: same variant, currency, bounds and rules. A missing bound is an
 * empty part; rules are JSON sorted by attribute, or the hash of it if that is long.
 */
export function priceKey({ variant_id, currency_code, min_quantity, max_quantity, rules }: KeyParts): string {
  const text = rules.length === 0 ? '' : JSON.stringify(sortedRules(rules).map(({ attribute, value }) => [attribute, value]))
  const short = text.length <= MAX_RULES_TEXT ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
  return [variant_id, currency_code, min_quantity ?? '', max_quantity ?? '', short].join('|')
}

/** `{ region_id: 'reg_1' }` as pairs, sorted by attribute. */
export const rulePairs = (rules: Readonly<Record<string, string>>): PriceRule[] =>
  sortedRules(Object.entries(rules).map(([attribute, value]) => ({ attribute, value })))

const sortedRules = (rules: readonly PriceRule[]) => rules.toSorted((a, b) => (a.attribute < b.attribute ? -1 : 1))

interface NewPrice {
  id: string
  input: PriceInput
  price_list_id: string
  price_set_id: string
  /** The list's seller; null if administrators created it. */
  seller_id: string | null
  /** ISO 8601. */
  now: string
}

/** A price of a list as requested; missing bounds become null. */
export function newListPrice({ id, input, price_list_id, price_set_id, seller_id, now }: NewPrice): PriceRecord {
  const { variant_id, currency_code, amount, min_quantity = null, max_quantity = null } = input
  const parts = {
    variant_id,
    currency_code,
    min_quantity,
    max_quantity,
    rules: rulePairs(input.rules ?? {}),
  }
  return {
    id,
    title: null,
    ...parts,
    key: priceKey(parts),
    amount,
    price_set_id,
    price_list_id,
    seller_id,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}

/**
 * The price with the amount of another one of the same key; it keeps its id and created_at, and is restored if it was deleted.
 */
export const replaced = (
  price: PriceRecord,
  { amount, updated_at }: Pick<PriceRecord, 'amount' | 'updated_at'>,
): PriceRecord => ({
  ...price,
  amount,
  updated_at,
  deleted_at: null,
})

/** The price after a change: absent fields stay. Its key changes with the fields that are part of it. */
export function changedPrice(price: PriceRecord, input: PriceChangeInput, price_set_id: string): PriceRecord {
  const { id: _id, rules, ...named } = input
  const changed: PriceRecord = { ...price, ...definedOf(named), price_set_id, ...(rules && { rules: rulePairs(rules) }) }
  return { ...changed, key: priceKey(changed) }
}

/** The refusal if another request has just changed or removed the price, or created one with its key. */
export const changedMeanwhile = () =>
  conflict('The price was created, changed or removed by another request; please try again', { retry_after: 1 })

/** The beginning of a removed price's key, before its id. */
export const REMOVED_KEY = 'removed|'

/** The price after its removal: it no longer applies, and another one may have its key. */
export const removed = (price: PriceRecord, now: string): PriceRecord => ({
  ...price,
  key: `${REMOVED_KEY}${price.id}`,
  updated_at: now,
  deleted_at: now,
})

/** The ids in a price's events. */
export const priceIds = ({ id, price_list_id, variant_id }: Pick<PriceRecord, 'id' | 'price_list_id' | 'variant_id'>) => ({
  id,
  price_list_id: price_list_id ?? '',
  variant_id: variant_id ?? '',
})

/** The fields that `shownPrice` needs; of a partial record, only those that were read. */
export type ShownParts = Omit<PriceRecord, 'key' | 'seller_id' | 'deleted_at'> & Partial<Pick<PriceRecord, 'key' | 'deleted_at'>>

type Aged = Pick<PriceRecord, 'id' | 'created_at'>

/** The prices of a list (ordered by created_at and id) with this one added, or replacing the one with its id. */
export function withPrice<P extends Aged>(prices: readonly P[], price: P): P[] {
  const at = prices.findIndex(({ id }) => id === price.id)
  if (at >= 0) return prices.with(at, price)
  const last = prices.findLastIndex((one) => byAge(one, price) < 0)
  return prices.toSpliced(last + 1, 0, price)
}

const byAge = (a: Aged, b: Aged) => (a.created_at === b.created_at ? compare(a.id, b.id) : compare(a.created_at, b.created_at))

/** The price as answers show it. Copied field by field for speed: a list may have 100,000 prices. */
export const shownPrice = (price: ShownParts): Price => ({
  id: price.id,
  title: price.title ?? null,
  variant_id: price.variant_id,
  rules: Object.fromEntries((price.rules ?? []).map(({ attribute, value }) => [attribute, value])),
  rules_count: price.rules?.length ?? 0,
  currency_code: price.currency_code,
  amount: price.amount,
  raw_amount: rawAmount(price.amount ?? 0),
  min_quantity: price.min_quantity,
  max_quantity: price.max_quantity,
  price_set_id: price.price_set_id,
  price_list_id: price.price_list_id,
  created_at: price.created_at,
  updated_at: price.updated_at,
  deleted_at: price.deleted_at ?? null,
})

/** Prices outside any list, in the order of their creation. */
export const basePrices = (prices: readonly PriceRecord[]): PriceRecord[] =>
  prices.filter(({ price_list_id }) => price_list_id === null).toSorted(byAge)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
