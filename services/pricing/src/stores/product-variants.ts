import type { FilterTerm, ListQuery } from '@souk/contracts'
import {
  conditionsOf,
  fromDocument,
  LATER_BATCH_MS,
  patternOf,
  type Stored,
  shownAll,
  sortOf,
  timeLeft,
  WITHOUT_INTERNALS,
  wordsIn,
} from '@souk/runtime'
import type { Collection, Document, IndexDescription } from 'mongodb'
import { withOnly } from '../domain/products/product.ts'
import type { ProductRecord, Sellable } from '../domain/products/product-record.ts'
import type { VisibleProducts } from '../domain/products/visible-catalogue.ts'
import { type FoundVariant, firstVariants, LIVING_VARIANTS, OLDEST_PRODUCTS } from './first-variants.ts'

const FIELDS = ['id', 'title', 'sku', 'ean', 'upc', 'barcode', 'variant_rank', 'allow_backorder', 'manage_inventory']
const DATES = ['created_at', 'updated_at']
/** Maps the fields that variants are listed by to their paths in a product's document. */
const PATHS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...FIELDS, ...DATES].map((field) => [field, `variants.${field}`])),
  option_value_id: 'variants.option_value_ids',
  product_id: '_id',
  sales_channel_id: 'sales_channel_ids',
}
const SEARCHED = ['title', 'subtitle', 'description'].concat(
  ['title', 'sku', 'barcode', 'ean', 'upc'].map((field) => `variants.${field}`),
)
/** Variants that are read, shown and sent at once. */
const PORTION = 100

/**
 * Indexes of living products by fields of their variants. None of them starts with `deleted_at`: null may be two values in an
 * index, and MongoDB takes an order from an index with several keys per document for a single value only.
 */
export const VARIANT_INDEXES: IndexDescription[] = [...FIELDS, ...DATES]
  .filter((field) => !['id', 'ean', 'upc', 'barcode'].includes(field))
  .map((field) => ({
    key: { [`variants.${field}`]: 1, _id: 1 },
    name: `variants_by_${field}`,
    partialFilterExpression: { deleted_at: null },
  }))

/**
 * Lists of variants, which are stored inside their products: first the products are found by their indexes, then the variants.
 */
export function createVariantPages(collection: Collection<Stored<ProductRecord>>) {
  return {
    /**
     * A page of the living variants of these products, each with its product and none of its siblings; stock is not read. The
     * default order is that of the products, oldest first.
     * @param keptCount as in `readPage`
     */
    async pageOfVariants<Shown>(
      query: ListQuery,
      visible: VisibleProducts,
      deadline: number,
      show: (variants: readonly Sellable[], until: number) => Promise<readonly Shown[]>,
      keptCount: (count: (until?: number) => Promise<number>) => Promise<number> = (count) => count(),
    ): Promise<{ records: Shown[]; count: number; offset: number; limit: number }> {
      const { offset, limit } = query
      const found = matching(query, visible)
      const read = <D extends Document>(stages: Document[], until = deadline) =>
        collection.aggregate<D>([...found, ...stages], timeLeft(until)).toArray()
      const page = [...ordered(query), { $skip: offset }, { $limit: limit }, { $project: { variant_id: '$variants.id' } }]
      const first = limit === 0 ? [] : await firstVariants(query, visible, { collection, paths: PATHS, deadline })
      const pairs = first ?? (await read<FoundVariant>(page))
      const isLastPage = pairs.length > 0 ? pairs.length < limit : offset === 0 && limit > 0
      const countAll = async (until?: number) => (await read<{ count: number }>([{ $count: 'count' }], until))[0]?.count ?? 0
      const count = isLastPage ? offset + pairs.length : await keptCount(countAll)
      return { records: await shownAll(portions(pairs, deadline), deadline, show), count, offset, limit }
    },

    /** The living variant of one of these products, together with it; undefined if there is none. */
    async findVariant(
      id: string,
      visible: VisibleProducts,
      deadline: number,
    ): Promise<(Sellable & { revision: number }) | undefined> {
      const filter = { 'variants.id': id, ...visible, deleted_at: null }
      const document = await collection.findOne(filter, { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) })
      if (!document) return undefined
      const product = fromDocument<ProductRecord>(document)
      const variant = product.variants.find((one) => one.id === id && one.deleted_at === null)
      return variant && { product: withOnly(product, [variant]), variant, revision: document.revision }
    },
  }

  async function* portions(pairs: readonly FoundVariant[], deadline: number): AsyncGenerator<Sellable[]> {
    let at = 0
    do {
      const some = pairs.slice(at, at + PORTION)
      yield some.length === 0 ? [] : await withProducts(some, at === 0 ? deadline : Date.now() + LATER_BATCH_MS)
      at += PORTION
    } while (at < pairs.length)
  }

  async function withProducts(pairs: readonly FoundVariant[], deadline: number): Promise<Sellable[]> {
    const filter = { _id: { $in: [...new Set(pairs.map(({ _id }) => _id))] }, deleted_at: null }
    const documents = await collection.find(filter, { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) }).toArray()
    const products = new Map(documents.map((document) => [document._id, fromDocument<ProductRecord>(document)]))
    return pairs.flatMap(({ _id, variant_id }) => {
      const product = products.get(_id)
      const variant = product?.variants.find(({ id }) => id === variant_id)
      return product && variant ? [{ product: withOnly(product, [variant]), variant }] : []
    })
  }
}

/**
 * Finds products first, by conditions that one of their variants must meet; negative conditions are tested on each variant only.
 */
function matching(query: ListQuery, visible: VisibleProducts): Document[] {
  const products = conditionsOf({ ...query, filter: query.filter.filter(isNecessary) }, PATHS)
  return [
    { $match: { $and: [visible, products] } },
    ...(query.order ? [] : [{ $sort: OLDEST_PRODUCTS }]),
    { $unwind: '$variants' },
    {
      $match: {
        $and: [LIVING_VARIANTS, conditionsOf({ ...query, q: undefined }, PATHS), ...containing(query.q)],
      },
    },
  ]
}

const isNecessary = (term: FilterTerm): boolean =>
  'any' in term
    ? term.any.every((all) => all.every(isNecessary))
    : term.operator !== 'nin' && !(term.operator === 'exists' && term.value)

function ordered({ order }: ListQuery): Document[] {
  return order ? [{ $sort: { ...sortOf(order, PATHS), 'variants.id': order.at(-1)!.direction } }] : []
}

/**
 * Each word is part of the product's texts or of the variant's own, not only of a sibling's. Words are stored without accents:
 * here a text that may have some always matches.
 */
const containing = (q: string | undefined): Document[] =>
  wordsIn([q]).map((word) => ({
    $or: SEARCHED.flatMap((path) => [{ [path]: { $regex: patternOf(word), $options: 'i' } }, { [path]: { $regex: NOT_ASCII } }]),
  }))

const NOT_ASCII = '[^\\x00-\\x7F]'
