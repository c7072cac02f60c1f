import { notFound } from '@souk/contracts'
import { changeEach, type RecordCommand, unlessGone } from '@souk/runtime'
import type { ProductRecord } from '../domain/products/product-record.ts'
import type { ProductRecords } from './products-of-seller.ts'

interface Links {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
}

type Change = (product: ProductRecord) => ProductRecord
type Products = Pick<ProductRecords, 'find' | 'update'>

/**
 * Changes products that something else names: a collection, a category, a channel. Each is an aggregate of its own: a failure
 * may come between them, and a repeat of the same request does the rest. A product that is named under both is added.
 * @throws not_found, before anything is written, when one to be added is no living product
 */
export async function changeLinks(
  products: Products,
  { add = [], remove = [] }: Links,
  { adding, removing }: { adding: Change; removing: Change },
  command: RecordCommand,
) {
  const added = new Set(add)
  const ids = [...new Set([...add, ...remove])]
  const found = await Promise.all(ids.map((id) => products.find(id, command.deadline)))
  const missing = ids.find((id, at) => added.has(id) && !found[at])
  if (missing !== undefined) throw notFound(`Product with id: ${missing} was not found`)

  const living = found.flatMap((product) => product?.record.id ?? [])
  // A product that was deleted meanwhile is in nothing that anybody is shown.
  await changeEach(living, command, (id, own) => products.update(id, own, added.has(id) ? adding : removing).catch(unlessGone))
}

/** Puts an id into a list of them, or takes it out; where it is so already, the very same product. */
export const listing =
  (field: 'category_ids' | 'sales_channel_ids', id: string): Change =>
  (product) =>
    product[field].includes(id) ? product : { ...product, [field]: [...product[field], id] }
export const unlisting =
  (field: 'category_ids' | 'sales_channel_ids', id: string): Change =>
  (product) =>
    product[field].includes(id) ? { ...product, [field]: product[field].filter((one) => one !== id) } : product

/** Puts a product into a collection, or takes it out of this one; where it is so already, the very same product. */
export const joining =
  (id: string): Change =>
  (product) =>
    product.collection_id === id ? product : { ...product, collection_id: id }
export const leaving =
  (id: string): Change =>
  (product) =>
    product.collection_id === id ? { ...product, collection_id: null } : product
