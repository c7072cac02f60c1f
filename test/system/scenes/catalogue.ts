import { randomBytes } from 'node:crypto'
import { ids, seededId } from '../../../tools/seed/ids.ts'
import { addDeletedProduct } from '../records.ts'
import type { System } from '../system.ts'
import { deleting } from './made.ts'
import { notKept } from './not-kept.ts'
import type { Ids, Play, Resource, Scene } from './scene.ts'

const aName = (what: string) => `${what} ${randomBytes(6).toString('hex')}`

/** Makes a record of a kind and answers its id. */
const adding = (path: string, key: string, body: () => Record<string, unknown>) => async (system: System) => {
  const { body: answer } = await system.http('POST', path, { body: body() })
  return (answer as Record<string, { id: string }>)[key]!.id
}

/** The scenes of a plain resource of the catalogue, with its counterparts for storefronts and sellers. */
function scenes(
  [one, many]: readonly [string, string],
  { body, change }: { body: () => Record<string, unknown>; change: () => Record<string, unknown> },
): Record<string, Scene> {
  const ids = { own: adding(`/admin/${many}`, one.replaceAll('-', '_'), body) }
  const shared = { ...ids, deleted: deleting(`/admin/${many}`, ids.own) }
  return {
    [`list-${many}`]: {},
    [`create-${one}`]: { once: true, body },
    [`get-${one}`]: { ids },
    [`update-${one}`]: { ids, body: change },
    [`delete-${one}`]: { ids: { ...ids, ...(one !== 'product-category' && { answered: 'as deleted' }) } },
    [`list-store-${many}`]: {},
    [`get-store-${one}`]: { ids },
    ...(one !== 'product-option' && {
      [`list-vendor-${many}`]: { shared: true },
      [`get-vendor-${one}`]: { shared: true, ids: shared },
    }),
  }
}

const valued = () => ({ value: aName('Value'), metadata: { a: 1 } })
const titled = () => ({ title: aName('Collection'), metadata: { a: 1 } })
const named = () => ({ name: aName('Category'), is_active: true, metadata: { a: 1 } })
const optional = () => ({ title: aName('Option'), values: ['a', 'b'], metadata: { a: 1 } })
const attributed = () => ({ name: aName('Attribute'), possible_values: [{ value: 'a', rank: 0 }], metadata: { a: 1 } })
const aProduct = () => ({
  title: aName('Product'),
  options: [{ title: 'Size', values: ['S', 'M'] }],
  variants: [{ title: 'S', options: { Size: 'S' }, prices: [{ currency_code: 'eur', amount: 5 }] }],
  metadata: { a: 1 },
})
/** Sellers share categories and collections: to each of them, one without products of its own is like another's. */
function related(path: 'collections' | 'product-categories', body: () => Record<string, unknown>): Ids {
  const own = adding(`/admin/${path}`, path === 'collections' ? 'collection' : 'product_category', body)
  const deleted = deleting(`/admin/${path}`, own)
  return { own, deleted, foreign: async (system) => (await deleted(system))[0]! }
}
const productIds: Ids = { own: adding('/admin/products', 'product', aProduct) }
const shirt: Ids = { own: () => ids.product }
const ofSellers: Omit<Ids, 'own'> = {
  foreign: () => ids.foreign_product,
  deleted: (system) => Promise.all([ids.seller, ids.foreign_seller].map((id) => addDeletedProduct(system, id))),
}
const shirtOfSeller: Ids = { own: () => ids.product, ...ofSellers }
const ownIds: Ids = { own: adding('/vendor/products', 'product', aProduct), ...ofSellers }
const options: Ids = { own: adding('/admin/product-options', 'product_option', optional) }
const sizes: Ids = { own: () => seededId('opt', 1) }
const attributes: Ids = { own: adding('/admin/attributes', 'attribute', attributed) }
const care: Ids = { own: () => seededId('attr', 1) }
const exports: Ids = {
  async own(system) {
    const { body: answer } = await system.http('POST', '/admin/products/export', { body: {} })
    return (answer as { transaction_id: string }).transaction_id
  },
}
/** Made by a form, which no operation takes. */
const waitingImports: Ids = {
  async own(system) {
    const columns = 'Product Title,Variant Title,Variant Option 1 Name,Variant Option 1 Value'
    const file = `${columns}\n${aName('Imported')},S,Size,S`
    const head = 'Content-Disposition: form-data; name="file"; filename="products.csv"\r\nContent-Type: text/csv'
    const body = `--b\r\n${head}\r\n\r\n${file}\r\n--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const { body: answer } = await system.http('POST', '/admin/products/import', { body, headers })
    return (answer as { transaction_id: string }).transaction_id
  },
}

/** The query of the dashboard's table of products, with the fields that it leaves out, which the peers show as null. */
const LISTED =
  'fields=id,title,handle,status,*collection,*sales_channels,variants.id,thumbnail,-type,-options,-tags,-images,-variants'
const unwanted =
  (...names: string[]) =>
  (query: string) => [
    `GET /admin/products?${query.replace(':listed', LISTED)}`,
    Object.fromEntries(names.map((name) => [`products[].${name}: missing`, 'the client asks to leave it out'])),
  ]

/** With a channel and a profile of ours; nobody has its codes yet. */
const asRecordedHere: Play = (_system, { request }) => ({
  body: {
    ...(request.body as object),
    handle: 'another-t-shirt', // the demonstration data has a t-shirt
    sales_channels: [{ id: ids.sales_channel }],
    shipping_profile_id: seededId('sp', 1),
  },
})
/** With a channel of ours. */
const asSellerRecordedHere: Play = (_system, { request }) => ({
  body: { ...(request.body as object), handle: aName('mug').replace(' ', '-'), sales_channels: [{ id: ids.sales_channel }] },
})
const links = { add: [ids.product], remove: [ids.foreign_product] }

/** Products, and their order in the catalogue. */
export const catalogue: Resource = {
  recorded: () => ({
    prod: ids.product,
    variant: ids.variant,
  }),
  operations: {
    ...scenes(['product-type', 'product-types'], { body: valued, change: valued }),
    ...scenes(['product-tag', 'product-tags'], { body: valued, change: valued }),
    ...scenes(['collection', 'collections'], { body: titled, change: titled }),
    ...scenes(['product-category', 'product-categories'], { body: named, change: named }),
    ...scenes(['product-option', 'product-options'], {
      body: optional,
      change: () => ({ title: aName('Option') }),
    }),
    'list-attributes': {},
    'create-attribute': { once: 409, body: attributed },
    'get-attribute': { ids: attributes },
    'update-attribute': { ids: attributes, body: () => ({ description: aName('Description'), metadata: { a: 1 } }) },
    'delete-attribute': { ids: { ...attributes, answered: 'as deleted' } },
    'list-vendor-attributes': { shared: true },
    'get-vendor-attribute': { shared: true, ids: { ...attributes, deleted: deleting('/admin/attributes', attributes.own) } },
    'list-attribute-possible-values': { ids: { ...attributes, answered: 'with an empty list' } },
    'create-attribute-possible-value': {
      ids: attributes,
      once: true,
      body: () => ({ value: aName('Value'), rank: 1, metadata: { a: 1 } }),
    },
    'get-attribute-possible-value': { ids: care, params: { value_id: seededId('attr_pos_val', 10) } },
    'update-attribute-possible-value': {
      ids: care,
      params: { value_id: seededId('attr_pos_val', 10) },
      body: () => ({ metadata: { swatch: aName('Swatch') } }),
    },
    'list-applicable-attributes': { ids: shirt },
    'list-vendor-applicable-attributes': { ids: shirtOfSeller },
    'export-products': {},
    'get-product-export': { ids: exports },
    'confirm-product-import': { ids: waitingImports },
    'confirm-imported-products': { ids: waitingImports },
    'get-product-import': { ids: waitingImports },
    'list-product-option-values': { ids: { ...options, answered: 'with an empty list' } },
    'get-product-option-value': { ids: sizes, params: { value_id: seededId('optval', 10) } },
    'update-product-option-value': {
      ids: sizes,
      params: { value_id: seededId('optval', 10) },
      body: () => ({ metadata: { swatch: aName('Swatch') } }),
    },
    'delete-product-option-value': {
      ids: { own: () => seededId('opt', 6) },
      params: { value_id: seededId('optval', 61) },
      once: 404,
    },
    'list-products': {
      different: Object.fromEntries([
        ...['limit=20&offset=0&is_giftcard=false&:listed', 'limit=10&offset=0&:listed&price_list_id[0]=:plist'].map(
          unwanted('type'),
        ),
        ...['limit=50&offset=0&:listed', 'limit=10&offset=0&sales_channel_id[0]=:sc&:listed'].map(unwanted('type')),
        unwanted(
          'type',
          'collection',
        )(
          'limit=9999&price_list_id[0]=:plist&fields=title,thumbnail,*variants,-type,-collection,-options,-tags,-images,-sales_channels',
        ),
      ]),
    },
    'create-product': {
      once: true,
      body: aProduct,
      samples: { 'medusa/05-admin-create-product': { play: asRecordedHere, may_lack: /images\[\]\.product_id$/ } },
    },
    'get-product': { ids: productIds },
    'update-product': { ids: productIds, body: () => ({ subtitle: aName('Subtitle'), metadata: { a: 1 } }) },
    'delete-product': { ids: { ...productIds, answered: 'as deleted' } },
    'list-product-variants': { ids: { ...shirt, answered: 'with an empty list' } },
    'list-own-product-options': { ids: { ...productIds, answered: 'with an empty list' } },
    'create-product-variant': { ids: productIds, body: () => ({ title: aName('Variant'), prices: [], metadata: { a: 1 } }) },
    'get-product-variant': { ids: { ...shirt, answered: 'with nothing' }, params: { variant_id: ids.variant } },
    'update-product-variant': {
      ids: shirt,
      params: { variant_id: ids.variant },
      body: () => ({ metadata: { shelf: aName('Shelf') } }),
    },
    'delete-product-variant': { ids: productIds, params: { variant_id: 'variant_none' } },
    'list-all-product-variants': {},
    'create-variant-inventory-item': {
      ids: shirt,
      params: { variant_id: ids.variant },
      body: { inventory_item_id: ids.inventory_item, required_quantity: 1 },
    },
    'update-variant-inventory-item': {
      ids: shirt,
      params: { variant_id: ids.variant, inventory_item_id: ids.inventory_item },
      body: { required_quantity: 1 },
    },
    'delete-variant-inventory-item': { ids: shirt, params: { variant_id: ids.variant, inventory_item_id: 'iitem_none' } },
    'batch-products': { once: true, body: async (system) => ({ create: [aProduct()], delete: [await productIds.own(system)] }) },
    'batch-product-variants': {
      ids: productIds,
      body: () => ({ create: [{ title: aName('Variant'), prices: [{ currency_code: 'eur', amount: 7 }], metadata: { a: 1 } }] }),
    },
    'batch-variant-inventory-items': {
      ids: shirt,
      body: { create: [{ variant_id: ids.variant, inventory_item_id: ids.inventory_item, required_quantity: 1 }] },
    },
    'batch-product-options': {
      ids: productIds,
      once: true,
      body: () => ({ add: [{ title: aName('Option'), values: ['a', 'b'], metadata: { a: 1 } }] }),
    },
    'batch-variant-images': { ids: shirt, params: { variant_id: ids.variant }, body: { add: [seededId('img', 1)] } },
    'batch-image-variants': { ids: shirt, params: { image_id: seededId('img', 1) }, body: { add: [ids.variant] } },
    'list-vendor-products': {
      different: { 'GET /vendor/products?limit=50&offset=0&fields=+thumbnail': notKept('products[]') },
    },
    'get-vendor-product': {
      ids: shirtOfSeller,
      different: Object.fromEntries(
        [
          '',
          '?fields=*variants.inventory_items',
          '?fields=*categories,attribute_values.*,attribute_values.attribute.*,*options',
          '?fields=*variants.inventory_items,*categories,attribute_values.*,attribute_values.attribute.*',
        ].map((query) => [`GET /vendor/products/:prod${query}`, notKept('product')]),
      ),
    },
    'create-vendor-product': {
      once: true,
      body: aProduct,
      samples: {
        'mercur/06-vendor-create-product': {
          play: asSellerRecordedHere,
          may_lack: /\.(secondary_categories|price_list)$/,
        },
      },
    },
    'update-vendor-product': { ids: ownIds, body: () => ({ subtitle: aName('Subtitle'), metadata: { a: 1 } }) },
    'update-vendor-product-status': { ids: ownIds, body: { status: 'proposed' } },
    'delete-vendor-product': { ids: ownIds, once: 403 },
    'batch-vendor-products': {
      once: true,
      body: async (system) => ({
        update: [{ id: ids.product, discountable: true }],
        delete: [await ownIds.own(system)],
      }),
    },
    'batch-vendor-variant-images': {
      ids: shirtOfSeller,
      params: { variant_id: ids.variant },
      body: { add: [seededId('img', 1)] },
    },
    'list-vendor-product-variants': {
      ids: shirtOfSeller,
      different: {
        'GET /vendor/products/:prod/variants?limit=10&offset=0&fields=*options,*inventory_items,*inventory_items.inventory,*inventory_items.inventory.location_levels':
          {
            'variants[].inventory_items[].inventory.reserved_quantity: missing': 'it is always null there',
            'variants[].inventory_items[].inventory.stocked_quantity: missing': 'it is always null there',
            'variants[].prices[].price_list: missing': 'a base price has none',
          },
      },
    },
    'create-vendor-product-variant': { ids: ownIds, body: () => ({ title: aName('Variant'), prices: [], metadata: { a: 1 } }) },
    'update-vendor-product-variant': {
      ids: shirtOfSeller,
      params: { variant_id: ids.variant },
      body: () => ({ metadata: { shelf: aName('Shelf') } }),
    },
    'delete-vendor-product-variant': { ids: ownIds, params: { variant_id: 'variant_none' } },
    'create-vendor-product-option': { ids: ownIds, once: true, body: () => ({ title: aName('Option'), values: ['a', 'b'] }) },
    'update-vendor-product-option': {
      ids: shirtOfSeller,
      params: { option_id: seededId('opt', 1) },
      body: () => ({ title: aName('Size') }),
    },
    'delete-vendor-product-option': {
      ids: { ...ofSellers, own: () => ids.example_proposal },
      params: { option_id: seededId('opt', 4) },
      once: true,
    },
    'list-vendor-category-products': { ids: { ...related('product-categories', named), answered: 'with an empty list' } },
    'list-vendor-collection-products': { ids: { ...related('collections', titled), answered: 'with an empty list' } },
    'manage-vendor-collection-products': {
      shared: true,
      ids: related('collections', titled),
      body: { add: [ids.product] },
    },
    'list-store-products': {},
    'get-store-product': { ids: shirt },
    'list-store-product-variants': {},
    'get-store-product-variant': { ids: { own: () => ids.variant } },
    'manage-collection-products': { ids: { own: () => seededId('pcol', 1) }, body: links },
    'manage-product-category-products': { ids: { own: () => seededId('pcat', 1) }, body: links },
  },
}
