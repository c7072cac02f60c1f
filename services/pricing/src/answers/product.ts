import { type Actor, groupBy, type Product, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { wholeProduct } from '../domain/products/product.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'
import { pricedRevision } from '../domain/products/repricing.ts'
import { isVisible, type VisibleCatalogue, visibleTo } from '../domain/products/visible-catalogue.ts'
import { type PartField, type PartsOf, partsOf } from './product-parts.ts'

export interface Asked {
  selection: Selection
  actor: Actor
  deadline: number
}

/**
 * Products as answers show them: with their current variants and base prices.
 * @param options as of `wholeProducts`
 */
export async function shownProducts(
  records: readonly ProductRecord[],
  { actor, deadline }: Omit<Asked, 'selection'>,
  deps: Deps,
  options: WholeOptions = {},
): Promise<Product[]> {
  const visible = visibleTo(actor)
  return (await wholeProducts(records, deps, deadline, options)).map((product) => withVisibleCategories(product, visible))
}

/** The same for lists: only what `fields` asks for is read with the products. @param records without their stock */
export async function listedProducts(records: readonly ProductRecord[], asked: Asked, deps: Deps): Promise<Product[]> {
  const { selection, deadline } = asked
  const isStocked = wantsOfVariants(selection, 'inventory_items')
  const products = isStocked ? await deps.products.stocked(records, deadline) : records
  return shownProducts(products, asked, deps, {
    withPrices: wantsOfVariants(selection, 'prices'),
    shows: (field) => showsPart(selection, field),
  })
}

/** Variants may show their product, with all that it refers to. */
const showsPart = (selection: Selection, field: PartField): boolean =>
  wants(selection, field) || wants(selection, `variants.${field}`) || wants(selection, 'variants.product')

/** Whether products show this field of their variants, perhaps in `variants.product`, which is the same product once more. */
const wantsOfVariants = (selection: Selection, field: string, at = 'variants'): boolean =>
  wants(selection, `${at}.${field}`) ||
  (wants(selection, `${at}.product`) && wantsOfVariants(selection, field, `${at}.product.variants`))

export const withVisibleCategories = (product: Product, visible: VisibleCatalogue): Product => ({
  ...product,
  categories: product.categories.filter((category) => isVisible(category, visible)),
})

interface WholeOptions extends Pick<PartsOf, 'shows'> {
  /** False shows no variant's prices, and reads none. Default: true. */
  withPrices?: boolean
}

/** Products with all records that they refer to, and their variants with their base prices. */
export async function wholeProducts(
  records: readonly ProductRecord[],
  deps: Deps,
  deadline: number,
  { withPrices = true, shows }: WholeOptions = {},
): Promise<Product[]> {
  const variantIds = withPrices ? records.flatMap(({ variants }) => variants.map(({ id }) => id)) : []
  const [parts, prices] = await Promise.all([
    partsOf(records, deps, { deadline, asOf: 'now', shows }),
    deps.prices.listOfVariants(variantIds, deadline),
  ])
  const ofVariant = groupBy(prices, ({ variant_id }) => variant_id)
  return records.map((record) => wholeProduct(record, parts, (variant_id) => ofVariant.get(variant_id) ?? []))
}

export async function productAnswer(found: FoundRecord<ProductRecord>, asked: Asked, deps: Deps) {
  const revision = pricedRevision(found, Date.now())
  const [product] = await shownProducts([found.record], asked, deps)
  return new Answer({ product: product! }, { revision, others: showsOthers(asked.selection) ? 'anywhere' : null })
}

const OF_OTHERS = ['variants', 'options', 'type', 'collection', 'tags', 'categories', 'sales_channels', 'shipping_profile']
/** Options, types and so on are separate records, whose changes do not affect the product's revision; those of prices do. */
const showsOthers = (selection: Selection) => selection.all || OF_OTHERS.some((field) => wants(selection, field))
