import { projectionOf, type Selection } from '@souk/contracts'

type Projection = Readonly<Record<string, 1>>

/** The fields of a list and of its prices that a selection needs. Undefined: the whole document; `prices` null: no prices. */
export interface PriceListReads {
  list: Projection | undefined
  prices: Projection | undefined | null
}

/** The stored fields behind a shown field; the others have the same name in both. */
const LIST_SOURCES: Readonly<Record<string, readonly string[]>> = { rules_count: ['rules'], price_list_rules: ['rules'] }
const PRICE_SOURCES: Readonly<Record<string, readonly string[]>> = {
  id: ['_id'],
  rules_count: ['rules'],
  price_rules: ['rules'],
  raw_amount: ['amount'],
  price_set: ['price_set_id', 'variant_id'],
}

export function readsOf(selection: Selection): PriceListReads {
  const paths = Object.keys(projectionOf(selection) ?? {}).map((path) => path.split('.'))
  const ofPrices = paths.filter(([name]) => name === 'prices').map(([, name]) => name)
  const ofList = paths.map(([name]) => name!).filter((name) => name !== 'prices')
  const isWhole = projectionOf(selection) === undefined
  return {
    list: isWhole ? undefined : sources(ofList, LIST_SOURCES),
    prices:
      isWhole || ofPrices.includes(undefined)
        ? undefined
        : ofPrices.length === 0
          ? null
          : sources(['price_list_id', ...ofPrices], PRICE_SOURCES),
  }
}

const sources = (names: readonly (string | undefined)[], table: Readonly<Record<string, readonly string[]>>): Projection =>
  Object.fromEntries(
    [...names.flatMap((name) => (name === undefined ? [] : (table[name] ?? [name]))), '_id'].map((name) => [name, 1]),
  )
