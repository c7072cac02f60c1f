import {
  AttributeValue,
  Category,
  compileFields,
  fillProducts,
  groupBy,
  invalidData,
  Product,
  type ProductNeed,
  ProductSeller,
  type Selection,
  selectFields,
  wants,
} from '@souk/contracts'
import type { AskingForProducts } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { shownItem } from '../domain/inventory/inventory-item.ts'
import { shownQuantity } from '../domain/inventory/stock.ts'
import { childrenOf } from '../domain/product-categories/category-tree.ts'
import { wholeProduct } from '../domain/products/product.ts'
import { shownCategory } from '../domain/products/product-parts.ts'
import type { CategoryRecord, ProductRecord } from '../domain/products/product-record.ts'
import { isShopper, isVisible, type VisibleCatalogue, visibleTo } from '../domain/products/visible-catalogue.ts'
import type { RelatedBy } from '../stores/related-products.ts'
import { attributeValuesOf } from './attribute-values.ts'
import { partsOf } from './product-parts.ts'

/** Until when, and the envelope for another service. */
type Asking = Pick<AskingForProducts, 'deadline' | 'passOn'>
type Find = (needs: readonly ProductNeed[]) => Promise<unknown[][]>

/** Products that are read for one request, all relations together; without variants and images they are a tenth as long. */
const MAX_READ = { whole: 1000, lean: 10_000 } as const
/**
 * Beyond these, products are counted before the rest is read: 10,000 take 400 ms to be read, and 40 to be refused after a count.
 */
const UNCOUNTED = 500
/** The parts of a product that make it long. */
const LONG_PARTS = ['variants', 'images', 'options', 'translations'] as const

/**
 * Finds related records of the catalogue, as far as the caller may see them; storefronts, in the channels of their key that are
 * there. As below.
 * @throws unauthorized for an actor that sees no catalogue
 */
export function relatedProducts({ actor, ...asking }: AskingForProducts, deps: Deps): Find {
  async function seen(): Promise<VisibleCatalogue> {
    if (actor.type !== 'storefront') return visibleTo(actor)
    return visibleTo({
      ...actor,
      sales_channel_ids: await deps.reference.livingChannelIds(actor.sales_channel_ids, asking.deadline),
    })
  }
  let find: Promise<Find> | undefined
  return async (needs) => {
    find ??= seen().then((visible) => relatedAmong(visible, deps, asking))
    return (await find)(needs)
  }
}

/**
 * Finds related records of a part of the catalogue: one value per id of each need. One read after the
 * other, so that a request which asks for too much is refused before it is read.
 * @throws invalid_data for too much
 */
function relatedAmong(visible: VisibleCatalogue, deps: Deps, { deadline, passOn }: Asking): Find {
  let left: number = MAX_READ.lean

  async function listProducts(by: RelatedBy, ids: readonly string[], selection: Selection): Promise<ProductRecord[]> {
    const kind = kindOf(selection)
    const cost = MAX_READ.lean / MAX_READ[kind]
    const most = Math.floor(left / cost)
    const refuseBeyond = (count: number) => {
      if (count > most) throw invalidData(`The fields ask for more than ${MAX_READ[kind]} products; please ask for less`)
    }
    const read = (limit: number) => deps.products.listRelated(by, ids, visible.products, { limit, deadline, kind })
    let records = await read(Math.min(most, UNCOUNTED) + 1)
    refuseBeyond(records.length)
    if (records.length > UNCOUNTED) {
      refuseBeyond(await deps.products.countRelated(by, ids, visible.products, { limit: most + 1, deadline }))
      records = await read(most + 1)
      refuseBeyond(records.length)
    }
    left -= records.length * cost
    return records
  }

  const findAll: Find = async (needs) => {
    const found: unknown[][] = []
    for (const need of needs) found.push(await find(need))
    return found
  }

  /** A product that is found here holds its variants: one without them has none. */
  const findNested: Find = async (needs) => {
    const found: unknown[][] = []
    for (const need of needs) found.push(need.relation === 'product.variants' ? [] : await find(need))
    return found
  }

  async function showProducts(records: readonly ProductRecord[], selection: Selection): Promise<Map<string, Product>> {
    const variantIds = wants(selection, 'variants.prices') ? records.flatMap(({ variants }) => variants.map(({ id }) => id)) : []
    const shown = kindOf(selection) === 'whole' ? records : records.map((record) => ({ ...record, options: [] }))
    const [prices, parts] = await Promise.all([
      deps.prices.listOfVariants(variantIds, deadline),
      partsOf(shown, deps, { deadline, as_of: 'now' }),
    ])
    const ofVariant = groupBy(prices, ({ variant_id }) => variant_id)
    const products = shown.map((record) => {
      const product = wholeProduct(record, parts, (variant_id) => ofVariant.get(variant_id) ?? [])
      return { ...product, categories: product.categories.filter((category) => isVisible(category, visible)) }
    })
    return byId(await fillProducts(selection, products, findNested), selection)
  }

  async function showCategories(records: readonly CategoryRecord[], selection: Selection): Promise<Map<string, Category>> {
    const shown = records.map(shownCategory).filter((record) => isVisible(record, visible))
    return byId(await fillProducts(selection, shown, findNested), selection)
  }

  /** For each of these the products that name it. */
  async function inEach(
    ids: readonly string[],
    fields: string | undefined,
    by: RelatedBy,
    namedBy: (record: ProductRecord) => readonly (string | null)[],
  ) {
    const selection = compileFields(Product, fields, 'all')
    const records = await listProducts(by, ids, selection)
    const products = await showProducts(records, selection)
    return ids.map((id) => records.filter((record) => namedBy(record).includes(id)).map((record) => products.get(record.id)))
  }

  /** For each image the variants that have it for themselves. */
  async function ofImages(ids: readonly string[], selection: Selection) {
    const records = await listProducts('images.id', ids, selection)
    const products = await showProducts(records, selection)
    return ids.map((id) => {
      const owners = records.flatMap(({ variants }) => variants.filter(({ images }) => images.some((image) => image.id === id)))
      const own = new Set(owners.map((variant) => variant.id))
      const variants = records.flatMap((record) => products.get(record.id)?.variants ?? [])
      return variants.filter((variant) => own.has(variant.id))
    })
  }

  /** The levels of these inventory items, as far as the caller may know of them: storefronts may not. */
  async function levelsOf(ids: readonly string[]) {
    if (isShopper(visible)) return ids.map(() => [])
    const owner = 'seller_id' in visible.products ? visible.products.seller_id : undefined
    const foreign = owner === undefined ? [] : await deps.products.ofSeller(owner).notTaken(ids, deadline)
    const items = await deps.inventoryItems.list({ _id: { $in: ids.filter((id) => !foreign.includes(id)) } }, deadline)
    const levels = new Map(items.map((item) => [item.id, shownItem(item).location_levels]))
    return ids.map((id) => levels.get(id) ?? [])
  }

  /** Whose each product is, as the public may see it; storefronts see active sellers alone, at most a second late. */
  async function sellersOf(ids: readonly string[], selection: Selection) {
    const owners = await deps.products.listSellerIds(ids, visible.products, deadline)
    const look = isShopper(visible) ? deps.sellers.recall : deps.sellers.find
    const sellers = await look([...owners.values()], selection, passOn)
    return ids.map((id) => {
      const seller = sellers.get(owners.get(id) ?? '')
      if (!seller || (isShopper(visible) && seller.store_status !== 'ACTIVE')) return null
      return selectFields(selection, seller)
    })
  }

  async function find({ relation, ids, fields }: ProductNeed): Promise<unknown[]> {
    switch (relation) {
      case 'variant.inventory_quantity': {
        const variants = await deps.products.listStock(ids, visible.products, deadline)
        const stock = new Map(variants.map((variant) => [variant.id, shownQuantity(variant)]))
        return ids.map((id) => stock.get(id) ?? null)
      }
      case 'variant.inventory': {
        const variants = isShopper(visible) ? [] : await deps.products.listStock(ids, visible.products, deadline)
        const taken = new Map(variants.map(({ id, inventory_items }) => [id, inventory_items.map(({ inventory }) => inventory)]))
        return ids.map((id) => taken.get(id) ?? [])
      }
      case 'inventory.location_levels':
        return levelsOf(ids)
      case 'variant.product': {
        const selection = compileFields(Product, fields, 'all')
        const products = await showProducts(await listProducts('_id', ids, selection), selection)
        return ids.map((id) => products.get(id) ?? null)
      }
      case 'product.variants': {
        const selection = compileFields(Product, ofVariants(fields), 'all')
        const products = await showProducts(await listProducts('_id', ids, selection), selection)
        return ids.map((id) => products.get(id)?.variants ?? [])
      }
      case 'product.seller':
        return sellersOf(ids, compileFields(ProductSeller, fields, 'all'))
      case 'product.attribute_values':
        return attributeValuesOf(ids, compileFields(AttributeValue, fields, 'all'), { visible, deadline }, deps)
      case 'image.variants':
        return ofImages(ids, compileFields(Product, ofVariants(fields), 'all'))
      case 'collection.products':
        return inEach(ids, fields, 'collection_id', (record) => [record.collection_id])
      case 'type.products':
        return inEach(ids, fields, 'type_id', (record) => [record.type_id])
      case 'tag.products':
        return inEach(ids, fields, 'tag_ids', (record) => record.tag_ids)
      case 'option.products':
        return inEach(ids, fields, 'options.id', (record) => record.options.map(({ id }) => id))
      case 'category.products':
        return inEach(ids, fields, 'category_ids', (record) => record.category_ids)
      case 'category.parent_category': {
        const { categories: known } = await deps.categories.tree(deadline)
        const parents = known.filter(({ id }) => ids.includes(id))
        const categories = await showCategories(parents, compileFields(Category, fields, 'all'))
        return ids.map((id) => categories.get(id) ?? null)
      }
      case 'category.category_children': {
        const tree = await deps.categories.tree(deadline)
        const children = ids.flatMap((id) => childrenOf(tree, id))
        const categories = await showCategories(children, compileFields(Category, fields, 'all'))
        const ofParent = groupBy(children, ({ parent_category_id }) => parent_category_id)
        return ids.map((id) => (ofParent.get(id) ?? []).flatMap((child) => categories.get(child.id) ?? []))
      }
    }
  }

  return findAll
}

const kindOf = (selection: Selection) => (LONG_PARTS.some((part) => wants(selection, part)) ? 'whole' : 'lean')

/** The fields of variants, as paths from their product. */
const ofVariants = (fields: string | undefined) =>
  fields === undefined
    ? 'variants'
    : fields
        .split(',')
        .map((field) => `variants.${field}`)
        .join()

const byId = <T extends { id: string }>(records: readonly T[], selection: Selection): Map<string, T> =>
  new Map(records.map((record) => [record.id, selectFields(selection, record) as T]))
