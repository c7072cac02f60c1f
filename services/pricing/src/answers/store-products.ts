import { type Actor, groupBy, invalidData, type Selection, type StoreProduct, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { shownQuantity } from '../domain/inventory/stock.ts'
import type { PriceRecord } from '../domain/prices/price.ts'
import { type PriceView, priceInView } from '../domain/prices/price-view.ts'
import { wholeProduct } from '../domain/products/product.ts'
import type { ProductRecord, VariantRecord } from '../domain/products/product-record.ts'
import type { NotePriceLists } from './cached-products.ts'
import { partsOf } from './product-parts.ts'

export interface StoreView {
  selection: Selection
  /** Prefix of the fields of variants in the selection: `variants.`, or empty for variants on their own. */
  at: 'variants.' | ''
  actor: Actor
  /** Null: prices are not shown. */
  prices: PriceView | null
  /** The sales channel whose stock counts; null if there is not exactly one. */
  channel: string | null
  deadline: number
  notePriceLists?: NotePriceLists
}

/**
 * Products as a storefront shows them. Prices and stock are current, each read in one query for all; linked records (options,
 * types, categories, …) are at most a second old. Internal categories are left out; inactive ones are shown, as with the peers.
 * @throws invalid_data if stock is requested for several channels at once
 */
export async function storeProducts(records: readonly ProductRecord[], view: StoreView, deps: Deps): Promise<StoreProduct[]> {
  const { selection, at, deadline } = view
  const stock = wants(selection, `${at}inventory_quantity`)
  const products = stock || wants(selection, `${at}inventory_items`) ? await deps.products.stocked(records, deadline) : records
  const [parts, costs, locations] = await Promise.all([
    partsOf(products, deps, { deadline, asOf: 'lately' }),
    costsOf(products, view, deps),
    stock ? locationsOf(view, deps) : undefined,
  ])
  return products.map((record) => {
    const byId = new Map(record.variants.map((variant) => [variant.id, variant]))
    const product = wholeProduct(record, parts, costs.basePricesOf) // an object of its own, as its variants are
    return Object.assign(product, {
      categories: product.categories.filter(({ is_internal, deleted_at }) => !is_internal && deleted_at === null),
      variants: product.variants.map((variant) =>
        Object.assign(variant, {
          calculated_price: costs.priceOf(byId.get(variant.id)!, record),
          ...(locations && { inventory_quantity: shownQuantity(byId.get(variant.id)!, locations) }),
        }),
      ),
    })
  })
}

/** The prices of the variants, in one query, and their price lists, in another. */
async function costsOf(products: readonly ProductRecord[], asked: StoreView, deps: Deps) {
  const { selection, at, prices: view, deadline, notePriceLists } = asked
  const ids = products.flatMap(({ variants }) => variants.map(({ id }) => id))
  const base = !view && wants(selection, `${at}prices`) ? await deps.prices.listOfVariants(ids, deadline) : []
  const candidates = view ? await candidatesOf(ids, view, deps, deadline) : []
  const listIds = candidates.flatMap(({ price_list_id }) => price_list_id ?? [])
  const price_lists = await deps.priceLists.listActive([...new Set(listIds)], deadline)
  notePriceLists?.(price_lists)
  const ofVariant = groupBy([...base, ...candidates], ({ variant_id }) => variant_id)
  const pricesOf = (id: string): PriceRecord[] => ofVariant.get(id) ?? []
  return {
    basePricesOf: pricesOf,
    priceOf: (variant: VariantRecord, product: ProductRecord) =>
      view && priceInView(variant, product, { prices: pricesOf(variant.id), price_lists }, view),
  }
}

async function candidatesOf(
  variantIds: readonly string[],
  { pricing: { currency_code } }: PriceView,
  deps: Deps,
  deadline: number,
) {
  const asked = variantIds.map((variant_id) =>
    deps.prices.findCandidates({ variant_id, currency_code, quantity: null }, deadline),
  )
  return (await Promise.all(asked)).flat()
}

/** The ids of the locations that serve the channel. */
async function locationsOf({ channel, deadline }: StoreView, { stockLocations }: Deps): Promise<Set<string>> {
  if (channel === null) {
    throw invalidData(
      'Inventory availability cannot be calculated in the given context. Either provide a single sales channel id or configure a single sales channel in the publishable key',
    )
  }
  return new Set((await stockLocations.listServing(channel, deadline)).map(({ id }) => id))
}
