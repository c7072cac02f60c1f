import { z } from 'zod'
import { FieldsQuery, FilledTextInput, Flag, IdInput, MetadataInput, QuantityInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Category } from './product.ts'
import { HandleInput, ProductLinks } from './product-links.ts'

const resource = {
  service: 'pricing',
  noun: ['product category', 'product categories'],
  keys: ['product_category', 'product_categories'],
  schema: Category,
  examples: { id: demonstrationId('pcat', 1001), deleted: demonstrationId('pcat', 1004) },
} as const
const shown = [
  ...(['id', 'name', 'description', 'handle', 'rank', 'external_id', 'parent_category_id', 'metadata'] as const),
  ...(['created_at', 'updated_at', '*parent_category', '*category_children'] as const),
] as const
const categories = plainResource({
  ...resource,
  path: '/admin/product-categories',
  defaults: [...shown, 'is_active', 'is_internal'],
})
/** Paths of the ancestors and descendants of a category, up to three relations away. */
const relatives = (relations: number): string[] =>
  ['parent_category', 'category_children'].flatMap((name) =>
    relations === 1 ? [name] : [name, ...relatives(relations - 1).map((path) => `${name}.${path}`)],
  )
const bounds = {
  allowed: [
    ...['deleted_at', 'products', 'products.variants', 'products.options', 'products.images'],
    ...['category_children.products.title', ...relatives(3)],
  ],
}
const storeCategories = plainResource({ ...resource, path: '/store/product-categories', defaults: shown, bounds })
const vendorCategories = plainResource({ ...resource, path: '/vendor/product-categories', defaults: shown })

/** A list's filters and `q` apply to its trees, too, except for those that say where trees begin: by id, handle and parent. */
const trees = {
  include_descendants_tree: Flag.optional().describe('`true` includes all descendants (in lists: those found), level by level.'),
  include_ancestors_tree: Flag.optional().describe('`true` includes the ancestors (in lists: those found), up to the root.'),
}
const dates = ['created_at', 'updated_at', 'deleted_at'] as const
const storeFilter = ['id', 'name', 'description', 'handle', 'external_id', 'parent_category_id', ...dates] as const
const allFilters = [...storeFilter, 'is_active', 'is_internal'] as const
const list = {
  sort: ['created_at', 'updated_at', 'name', 'handle', 'rank'],
  order: OLDEST_FIRST,
  q: ['name', 'handle', 'description'],
  qInside: true,
  flags: trees,
  deleted: 'hidden',
} as const
const query = z.strictObject({ fields: FieldsQuery.optional(), ...trees })
const vendorQuery = RecordQuery.extend(trees)

const name = FilledTextInput()
const content = {
  description: TextInput().optional(),
  handle: HandleInput.optional(),
  is_active: z.boolean().optional(),
  is_internal: z.boolean().optional(),
  parent_category_id: IdInput.nullish(),
  rank: QuantityInput.optional(),
  external_id: TextInput(255).nullish(),
  metadata: MetadataInput.nullish(),
}

export const listProductCategories = categories.list('list-product-categories', {
  ...list,
  filter: allFilters,
})
/**
 * It becomes the last among its siblings, unless it has a rank. The default handle is derived from the name; handles are unique.
 */
export const createProductCategory = {
  ...categories.create(
    'create-product-category',
    z.strictObject({ name, ...content }).meta({ example: { name: 'Hats', is_active: true } }),
  ),
  query,
}
export const getProductCategory = { ...categories.get('get-product-category'), query }
/** With a new parent it becomes the last among its new siblings, unless it has a rank. All categories below it move along. */
export const updateProductCategory = {
  ...categories.update(
    'update-product-category',
    z.strictObject({ name: name.optional(), ...content }).meta({ example: { metadata: { icon: 'shirt' } } }),
  ),
  query,
}
/** Refused while it has children. Its products remain, without it. */
export const deleteProductCategory = categories.delete('delete-product-category')
/** The category's revision stays the same. Trees may be requested, but are not shown, as in Medusa. */
export const manageProductCategoryProducts = {
  ...categories.act('manage-product-category-products', {
    below: 'products',
    summary: 'Add and remove products of a product category',
    body: ProductLinks,
    ifMatch: 'none',
  }),
  query,
}
export const listStoreProductCategories = storeCategories.list('list-store-product-categories', {
  ...list,
  filter: storeFilter,
})
export const getStoreProductCategory = { ...storeCategories.get('get-store-product-category'), query }
/** Active ones that are not internal; their products are limited to the caller's own. */
export const listVendorProductCategories = vendorCategories.list('list-vendor-product-categories', {
  ...list,
  filter: allFilters,
})
export const getVendorProductCategory = { ...vendorCategories.get('get-vendor-product-category'), query: vendorQuery }

export const productCategoryOperations = {
  listProductCategories,
  createProductCategory,
  getProductCategory,
  updateProductCategory,
  deleteProductCategory,
  manageProductCategoryProducts,
  listStoreProductCategories,
  getStoreProductCategory,
  listVendorProductCategories,
  getVendorProductCategory,
}

export const productCategoryEvents = recordEvents('pricing', 'product-category', 'product category')
export const [productCategoryCreated, productCategoryUpdated, productCategoryDeleted] = productCategoryEvents
