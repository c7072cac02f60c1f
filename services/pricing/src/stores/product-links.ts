import { notFound } from '@souk/contracts'
import { changeMembership, type Membership, type RecordCommand } from '@souk/runtime'
import type { ProductRecord } from '../domain/products/product-record.ts'
import type { ProductRecords } from './products-of-seller.ts'

type Change = (product: ProductRecord) => ProductRecord
type Products = Pick<ProductRecords, 'find' | 'update'>

/**
 * Changes which products belong to something else, such as a collection or category, as `changeMembership` does. Products that
 * were deleted in the meantime no longer count as members anywhere.
 * @throws not_found, before anything is written, if one to add is not a living product
 */
export const changeLinks = (
  products: Products,
  links: Membership,
  change: { adding: Change; removing: Change },
  command: RecordCommand,
) => changeMembership(products, links, { ...change, assertMayBeAdded }, command)

function assertMayBeAdded(ids: readonly string[], found: ReadonlyMap<string, ProductRecord>) {
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw notFound(`Product with id: ${missing} was not found`)
}

/** Adds an id to a list of the product, or removes it; returns the very same product if nothing changes. */
export const listing =
  (field: 'category_ids' | 'sales_channel_ids', id: string): Change =>
  (product) =>
    product[field].includes(id) ? product : { ...product, [field]: [...product[field], id] }
export const unlisting =
  (field: 'category_ids' | 'sales_channel_ids', id: string): Change =>
  (product) =>
    product[field].includes(id) ? { ...product, [field]: product[field].filter((one) => one !== id) } : product

/** Puts a product into a collection, or takes it out of this one; returns the very same product if nothing changes. */
export const joining =
  (id: string): Change =>
  (product) =>
    product.collection_id === id ? product : { ...product, collection_id: id }
export const leaving =
  (id: string): Change =>
  (product) =>
    product.collection_id === id ? { ...product, collection_id: null } : product
