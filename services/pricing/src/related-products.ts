import {
  Category,
  compileFields,
  fillProducts,
  invalidData,
  Product,
  type ProductNeed,
  type Selection,
  selectFields,
  wants,
} from '@souk/contracts'
import type { Deps } from './deps.ts'
import { groupBy } from './domain/group-by.ts'
import { type ProductRecord, wholeProduct } from './domain/product.ts'
import { inventoryQuantity } from './domain/stock.ts'
import { isVisible, type VisibleCatalogue } from './domain/visible-catalogue.ts'
import type { RelatedPage } from './stores/products.ts'

type Find = (needs: readonly ProductNeed[]) => Promise<unknown[][]>

/** Products and categories that are read for one request, all relations together. */
const MAX_READ = 1000

/**
 * Finds what belongs to records of the catalogue, as far as the caller may see it: one value per id of each need. One read after the
 * other, so that a request which asks for too much is refused before it is read.
 * @throws invalid_data for too much
 */
export function relatedProducts(visible: VisibleCatalogue, deps: Deps, deadline: number): Find {
  let left = MAX_READ

  async function atMost<T>(read: (page: RelatedPage) => Promise<T[]>): Promise<T[]> {
    const records = await read({ limit: left + 1, deadline })
    left -= records.length
    if (left < 0) throw invalidData(`The fields ask for more than ${MAX_READ} products and categories; please ask for less`)
    return records
  }

  const listProducts = (by: Parameters<Deps['products']['listRelated']>[0], ids: readonly string[]) =>
    atMost((page) => deps.products.listRelated(by, ids, visible.products, page))

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
    const [prices, channels] = await Promise.all([
      deps.prices.listOfVariants(variantIds, deadline),
      deps.reference.listSalesChannels(),
    ])
    const ofVariant = groupBy(prices, ({ variant_id }) => variant_id)
    const products = records.map((record) => {
      const product = wholeProduct(record, channels, (variant_id) => ofVariant.get(variant_id) ?? [])
      return { ...product, categories: product.categories.filter((category) => isVisible(category, visible)) }
    })
    return byId(await fillProducts(selection, products, findNested), selection)
  }

  async function showCategories(records: readonly Category[], selection: Selection): Promise<Map<string, Category>> {
    const shown = records.filter((record) => isVisible(record, visible))
    return byId(await fillProducts(selection, shown, findNested), selection)
  }

  async function find({ relation, ids, fields }: ProductNeed): Promise<unknown[]> {
    switch (relation) {
      case 'variant.inventory_quantity': {
        const variants = await deps.products.listStock(ids, visible.products, deadline)
        const stock = new Map(variants.map((variant) => [variant.id, inventoryQuantity(variant)]))
        return ids.map((id) => stock.get(id) ?? null)
      }
      case 'variant.product': {
        const products = await showProducts(await listProducts('_id', ids), compileFields(Product, fields, 'all'))
        return ids.map((id) => products.get(id) ?? null)
      }
      case 'product.variants': {
        const products = await showProducts(await listProducts('_id', ids), compileFields(Product, ofVariants(fields), 'all'))
        return ids.map((id) => products.get(id)?.variants ?? [])
      }
      case 'collection.products': {
        const records = await listProducts('collection_id', ids)
        const products = await showProducts(records, compileFields(Product, fields, 'all'))
        const ofCollection = groupBy(records, ({ collection_id }) => collection_id)
        return ids.map((id) => (ofCollection.get(id) ?? []).map((record) => products.get(record.id)))
      }
      case 'category.products': {
        const records = await listProducts('categories.id', ids)
        const products = await showProducts(records, compileFields(Product, fields, 'all'))
        const isIn = (record: ProductRecord, category: string) => record.categories.some(({ id }) => id === category)
        return ids.map((id) => records.filter((record) => isIn(record, id)).map((record) => products.get(record.id)))
      }
      case 'category.parent_category': {
        const parents = await atMost((page) => deps.categories.list(ids, page))
        const categories = await showCategories(parents, compileFields(Category, fields, 'all'))
        return ids.map((id) => categories.get(id) ?? null)
      }
      case 'category.category_children': {
        const children = await atMost((page) => deps.categories.listChildren(ids, page))
        const categories = await showCategories(children, compileFields(Category, fields, 'all'))
        const ofParent = groupBy(children, ({ parent_category_id }) => parent_category_id)
        return ids.map((id) => (ofParent.get(id) ?? []).flatMap((child) => categories.get(child.id) ?? []))
      }
    }
  }

  return findAll
}

/** The same fields, seen from the product. */
const ofVariants = (fields: string | undefined) =>
  fields === undefined
    ? 'variants'
    : fields
        .split(',')
        .map((field) => `variants.${field}`)
        .join()

const byId = <T extends { id: string }>(records: readonly T[], selection: Selection): Map<string, T> =>
  new Map(records.map((record) => [record.id, selectFields(selection, record) as T]))
