import {
  AttributeValue,
  compileFields,
  fillProducts,
  Product,
  type ProductNeed,
  ProductSeller,
  PublicReview,
  type Selection,
  selectFields,
  wants,
} from '@souk/contracts'
import type { AskingForProducts } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ProductRecord } from '../domain/products/product-record.ts'
import { isShopper, type VisibleCatalogue, visibleTo } from '../domain/products/visible-catalogue.ts'
import type { RelatedBy } from '../stores/related-products.ts'
import { attributeValuesOf } from './attribute-values.ts'
import { wholeProducts, withVisibleCategories } from './product.ts'
import { type Find, type Read, shownById } from './related.ts'
import { relatedCategories } from './related-categories.ts'
import { relatedFulfillment } from './related-fulfillment.ts'
import { isLean, relatedReads } from './related-reads.ts'
import { relatedStock } from './related-stock.ts'

/** The deadline, and the envelope for calls of another service. */
type Asking = Pick<AskingForProducts, 'deadline' | 'passOn'>

/**
 * Finds related records of the catalogue that the caller may see; for storefronts, those in the existing channels of their key,
 * or in any, if it names none.
 * @throws unauthorized for an actor that sees no catalogue; invalid_data for too much
 */
export function relatedProducts({ actor, ...asking }: AskingForProducts, deps: Deps): Find {
  async function seen(): Promise<VisibleCatalogue> {
    if (actor.type !== 'storefront') return visibleTo(actor)
    return visibleTo(actor, await deps.salesChannels.livingIds(actor.sales_channel_ids, asking.deadline))
  }
  let find: Promise<Find> | undefined
  return async (needs) => {
    find ??= seen().then((visible) => relatedAmong(visible, deps, asking))
    return (await find)(needs)
  }
}

/**
 * Finds related records in a part of the catalogue: one value per id of each need. The reads are sequential, so that a request
 * that asks for too much is refused before all of it is read.
 * @throws invalid_data for too much
 */
function relatedAmong(visible: VisibleCatalogue, deps: Deps, asking: Asking): Find {
  const { deadline } = asking
  const listProducts = relatedReads(deps.products, visible.products, deadline)

  const findAll: Find = async (needs) => {
    const found: unknown[][] = []
    for (const need of needs) found.push(await find(need))
    return found
  }

  /** Products found here already include their variants: one without them has none. */
  const findNested: Find = async (needs) => {
    const found: unknown[][] = []
    for (const need of needs) found.push(need.relation === 'product.variants' ? [] : await find(need))
    return found
  }

  async function showProducts(records: readonly ProductRecord[], selection: Selection): Promise<Map<string, Product>> {
    const shown = isLean(selection) ? records.map((record) => ({ ...record, options: [] })) : records
    const whole = await wholeProducts(shown, deps, deadline, { withPrices: wants(selection, 'variants.prices') })
    const products = whole.map((product) => withVisibleCategories(product, visible))
    return shownById(await fillProducts(selection, products, findNested), selection)
  }

  async function ofThemselves(ids: readonly string[], selection: Selection) {
    const products = await showProducts(await listProducts('_id', ids, selection), selection)
    return ids.map((id) => products.get(id))
  }

  /** For each of these ids the products that refer to it. */
  function inEach(by: RelatedBy, namedBy: (record: ProductRecord) => readonly (string | null)[]): Read {
    return async (ids, fields) => {
      const selection = compileFields(Product, fields, 'all')
      const records = await listProducts(by, ids, selection)
      const products = await showProducts(records, selection)
      return ids.map((id) => records.filter((record) => namedBy(record).includes(id)).map((record) => products.get(record.id)))
    }
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

  const read: Record<ProductNeed['relation'], Read> = {
    ...relatedStock(visible, deps, deadline),
    ...relatedFulfillment(visible, deps, deadline),
    ...relatedCategories(visible, deps, { deadline, findNested }),
    'variant.product': async (ids, fields) => {
      const products = await ofThemselves(ids, compileFields(Product, fields, 'all'))
      return products.map((product) => product ?? null)
    },
    'product.variants': async (ids, fields) => {
      const products = await ofThemselves(ids, compileFields(Product, ofVariants(fields), 'all'))
      return products.map((product) => product?.variants ?? [])
    },
    'product.seller': (ids, fields) => sellersOf(ids, compileFields(ProductSeller, fields, 'all'), { visible, ...asking }, deps),
    'product.reviews': (ids, fields) => reviewsOf(ids, compileFields(PublicReview, fields, 'all'), { visible, ...asking }, deps),
    'product.attribute_values': (ids, fields) =>
      attributeValuesOf(ids, compileFields(AttributeValue, fields, 'all'), { visible, deadline }, deps),
    'image.variants': (ids, fields) => ofImages(ids, compileFields(Product, ofVariants(fields), 'all')),
    'collection.products': inEach('collection_id', ({ collection_id }) => [collection_id]),
    'type.products': inEach('type_id', ({ type_id }) => [type_id]),
    'tag.products': inEach('tag_ids', ({ tag_ids }) => tag_ids),
    'option.products': inEach('options.id', ({ options }) => options.map(({ id }) => id)),
    'category.products': inEach('category_ids', ({ category_ids }) => category_ids),
  }
  const find = ({ relation, ids, fields }: ProductNeed) => read[relation](ids, fields)

  return findAll
}

/** The seller of each product as the public may see it; storefronts see active sellers only, at most a second late. */
async function sellersOf(
  ids: readonly string[],
  selection: Selection,
  { visible, deadline, passOn }: Asking & { visible: VisibleCatalogue },
  { products, sellers: known }: Pick<Deps, 'products' | 'sellers'>,
) {
  const owners = await products.listSellerIds(ids, visible.products, deadline)
  const look = isShopper(visible) ? known.recall : known.find
  const sellers = await look([...owners.values()], selection, passOn)
  return ids.map((id) => {
    const seller = sellers.get(owners.get(id) ?? '')
    if (!seller || (isShopper(visible) && seller.store_status !== 'ACTIVE')) return null
    return selectFields(selection, seller)
  })
}

/** The newest reviews of each product that the caller may see, as the public may see them. */
async function reviewsOf(
  ids: readonly string[],
  selection: Selection,
  { visible, deadline, passOn }: Asking & { visible: VisibleCatalogue },
  { products, sellers }: Pick<Deps, 'products' | 'sellers'>,
) {
  const shown = await products.listVisibleIds(ids, visible.products, deadline)
  const found = await sellers.findReviews(shown, wants(selection, 'customer'), passOn())
  return ids.map((id) => (found.get(id) ?? []).map((review) => selectFields(selection, review)))
}

/** The fields of variants, as paths from their product. */
const ofVariants = (fields: string | undefined) =>
  fields === undefined
    ? 'variants'
    : fields
        .split(',')
        .map((field) => `variants.${field}`)
        .join()
