import type { ListQuery } from '@souk/contracts'
import { type Stored, sortOf, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { ProductRecord } from '../domain/products/product-record.ts'
import type { VisibleProducts } from '../domain/products/visible-catalogue.ts'

/** A variant on a page of a list, and its product. */
export interface FoundVariant {
  _id: string
  variant_id: string
}

interface Where {
  collection: Collection<Stored<ProductRecord>>
  /** Maps the fields that variants are listed by to their paths in a product's document. */
  paths: Readonly<Record<string, string>>
  deadline: number
}

/** A page that ends further back is found by sorting everything. */
const DEEP = 1000
/** Deleted variants may come before others of their products: so many extra products are read. */
const SPARE = 10
/** The order of variants if none is requested. */
export const OLDEST_PRODUCTS = { created_at: 1, _id: 1 } as const
export const LIVING_VARIANTS = { 'variants.deleted_at': null }

/**
 * A page of unfiltered variants, read from an index of their products: product by product without a requested order. With an
 * order by one field, a product is sorted by the first of its variants, so that no later product has a variant that belongs
 * before that place. Undefined if these products do not suffice for the whole page.
 */
export async function firstVariants(
  { filter, q, order, offset, limit }: ListQuery,
  visible: VisibleProducts,
  { collection, paths, deadline }: Where,
): Promise<FoundVariant[] | undefined> {
  const until = offset + limit
  const [key] = order ?? []
  if ((order && order.length > 1) || filter.length > 0 || q !== undefined || until > DEEP) return undefined
  const inOrder = [
    { $match: { $and: [visible, { deleted_at: null, 'variants.id': { $exists: true } }] } },
    { $sort: order ? sortOf(order, paths, ['variants.id']) : OLDEST_PRODUCTS },
  ]
  const read = <D extends Document>(stages: Document[]) =>
    collection.aggregate<D>([...inOrder, ...stages], timeLeft(deadline)).toArray()

  const products = until + SPARE
  const first = [{ $limit: products }, { $unwind: '$variants' }]
  const page = [{ $skip: offset }, { $limit: limit }, { $project: { variant_id: '$variants.id' } }]
  if (!key) {
    const found = await read<FoundVariant>([...first, { $match: LIVING_VARIANTS }, ...page])
    return found.length < limit ? undefined : found
  }
  const { direction } = key
  const value = { $ifNull: [`$${paths[key.field]}`, null] }
  const last = [{ $skip: products - 1 }, { $limit: 1 }, { $unwind: '$variants' }]
  const [end] = await read<{ _id: string; at: unknown }>([
    ...last,
    { $sort: { [paths[key.field]!]: direction } },
    { $limit: 1 },
    { $project: { at: value } },
  ])
  if (!end) return undefined
  const place = [{ $literal: end.at }, { $literal: end._id }]
  const isBefore = { $expr: { [direction === 1 ? '$lte' : '$gte']: [[value, '$_id'], place] } }
  const sort = { ...sortOf(order, paths), 'variants.id': direction }
  const found = await read<FoundVariant>([...first, { $match: { ...LIVING_VARIANTS, ...isBefore } }, { $sort: sort }, ...page])
  return found.length < limit ? undefined : found
}
