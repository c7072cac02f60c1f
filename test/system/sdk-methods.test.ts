import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ids, seededId } from '../../tools/seed/ids.ts'
import { seededOrders } from '../../tools/seed/orders.ts'
import { logIn, type Medusa, medusaOf } from './medusa.ts'
import { addArrivedOrder, addOrder, addPayingOrder } from './records.ts'
import { type System, startSystem } from './system.ts'

/** Resources and their methods, by name. */
// biome-ignore lint/suspicious/noExplicitAny: stories of many resources share their steps
type Loose = Record<string, Record<string, (...args: any[]) => Promise<any>>>

let system: System
let admin: Medusa['admin']
let store: Medusa['store']
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-sdk-'))
  system = await startSystem({ env: { FILES_FOLDER: folder } })
  const medusa = await logIn(system)
  admin = medusa.admin
  store = medusa.store
})
afterAll(async () => {
  await system.stop()
  await rm(folder, { recursive: true, force: true })
})

/** There is only one role of administrators. */
const LEFT_OUT: Record<string, readonly string[]> = {
  'admin.user': ['addRoles', 'listRoles', 'removeRole', 'removeRoles'],
}

/**
 * Uses a resource as a program would: each call must succeed, and every method of the SDK must be called.
 * @param medusa default: an administrator's, and a storefront with nobody logged in
 */
function story(
  side: 'admin' | 'store',
  resource: string,
  use: (methods: Loose[string], all: Loose) => Promise<void>,
  medusa = async () => ({ admin, store }),
) {
  it(`${side}.${resource}: every method works`, async () => {
    const all = (await medusa())[side] as unknown as Loose
    const methods = all[resource] ?? expect.fail(`the SDK has no ${side}.${resource}`)
    const called = new Set<string>()
    const noted = new Proxy(methods, {
      get: (target, name: string) => {
        called.add(name)
        return (...args: unknown[]) => target[name]!.apply(target, args)
      },
    })

    await use(noted, all)

    const left = namesOf(methods).filter((name) => !called.has(name))
    expect(left.sort()).toEqual(LEFT_OUT[`${side}.${resource}`] ?? [])
  })
}

function namesOf(methods: object): string[] {
  const own = [methods, Object.getPrototypeOf(methods)].flatMap((one) =>
    one === Object.prototype ? [] : Object.getOwnPropertyNames(one),
  )
  return [...new Set(own)].filter(
    (name) => name !== 'constructor' && typeof (methods as Record<string, unknown>)[name] === 'function',
  )
}

let made = 0
const aName = (what: string) => `${what} ${++made}`

/** Creates, lists, reads, changes and deletes a record. */
async function life(
  methods: Loose[string],
  { key, list, body, change }: { key: string; list: string; body: object; change: object },
  meanwhile: (id: string) => Promise<void> = async () => {},
) {
  const { id } = (await methods.create!(body))[key]
  expect((await methods.list!({ id }))[list]).toMatchObject([{ id }])
  expect((await methods.retrieve!(id))[key]).toMatchObject({ id })
  expect((await methods.update!(id, change))[key]).toMatchObject({ id, ...change })
  await meanwhile(id)
  expect(await methods.delete!(id)).toMatchObject({ id, deleted: true })
}

story('admin', 'region', (regions) =>
  life(regions, {
    ...{ key: 'region', list: 'regions', change: { name: 'The South' } },
    body: { name: aName('Region'), currency_code: 'eur', countries: ['pt'] },
  }),
)
story('admin', 'taxRegion', async (regions, { taxRate: rates }) => {
  const body = { country_code: 'se', provider_id: 'tp_system' }
  const change = { metadata: { a: 1 } }
  await life(regions, { key: 'tax_region', list: 'tax_regions', body, change }, async (tax_region_id) => {
    const rate = { tax_region_id, name: 'Books', code: aName('B'), rate: 5 }
    await life(rates!, { key: 'tax_rate', list: 'tax_rates', body: rate, change: { rate: 6 } })
  })
})
story('admin', 'pricePreference', (preferences) =>
  life(preferences, {
    ...{ key: 'price_preference', list: 'price_preferences', change: { is_tax_inclusive: false } },
    body: { attribute: 'currency_code', value: 'sek', is_tax_inclusive: true },
  }),
)
story('admin', 'plugin', async (plugins) => {
  expect((await plugins.list!()).plugins).toContainEqual({ name: '@medusajs/draft-order' })
})
story('admin', 'currency', async (currencies) => {
  expect((await currencies.list!({ q: 'euro' })).currencies).toMatchObject([{ code: 'eur' }])
  expect((await currencies.retrieve!('eur')).currency).toMatchObject({ code: 'eur' })
})
story('admin', 'store', async (stores) => {
  const [{ id }] = (await stores.list!()).stores
  expect((await stores.retrieve!(id)).store).toMatchObject({ id })
  expect((await stores.update!(id, { metadata: { a: 1 } })).store).toMatchObject({ id, metadata: { a: 1 } })
})
story('admin', 'taxProvider', async (providers) => {
  expect((await providers.list!()).tax_providers.length).toBeGreaterThan(0)
})
story('store', 'payment', async (payments, { cart: carts, fulfillment: deliveries }) => {
  const [provider] = (await payments.listPaymentProviders!({ region_id: ids.region })).payment_providers
  const items = [{ variant_id: ids.variant, quantity: 4 }]
  const { cart } = await carts!.create!({ region_id: ids.region, items, shipping_address: { country_code: 'de' } })
  const [option] = (await deliveries!.listCartOptions!({ cart_id: cart.id })).shipping_options
  const shipped = (await carts!.addShippingMethod!(cart.id, { option_id: option.id })).cart
  const begun = await payments.initiatePaymentSession!(shipped, { provider_id: provider.id })
  expect(begun.payment_collection).toMatchObject({ amount: 107.1, payment_sessions: [{ amount: 107.1, status: 'pending' }] })
})
story('admin', 'payment', async (payments) => {
  expect((await payments.listPaymentProviders!()).payment_providers.length).toBeGreaterThan(0)
  const { payment_id } = await addPayingOrder(system, 'authorized')
  const of = (answer: { payment: unknown }) => answer.payment
  expect(of(await payments.capture!(payment_id, { amount: 2 }))).toMatchObject({ captured_amount: 2 })
  expect(of(await payments.refund!(payment_id, { amount: 1 }))).toMatchObject({ refunded_amount: 1 })
  const listed = (await payments.list!({ id: payment_id, fields: 'id,refunded_amount' })).payments
  expect(listed).toEqual([{ id: payment_id, refunded_amount: 1 }])
  expect(of(await payments.retrieve!(payment_id))).toMatchObject({ captured_amount: 2, refunded_amount: 1 })
})
story('admin', 'paymentCollection', async (collections) => {
  const order_id = await addOrder(system, { payment_collections: [] })
  const { id } = (await collections.create!({ order_id, amount: 1 })).payment_collection
  const { payment_collection } = await collections.createPaymentSession!(id, { provider_id: 'pp_system_default' })
  expect(payment_collection).toMatchObject({ id, payment_sessions: [{ amount: 1, status: 'pending' }] })
  expect((await collections.markAsPaid!(id, { order_id })).payment_collection).toMatchObject({ id, status: 'completed' })
  const other = (await collections.create!({ order_id, amount: 1 })).payment_collection
  expect(await collections.delete!(other.id)).toMatchObject({ id: other.id, deleted: true })
})
story('admin', 'fulfillment', async (fulfillments) => {
  const { items } = seededOrders().find(({ id }) => id === ids.unpacked_order)!
  const lines = items.slice(0, 1).map((item) => ({ ...item, variant_id: null }))
  const body = {
    order_id: await addOrder(system, { items: lines }),
    ...{ location_id: ids.stock_location, provider_id: 'manual_manual', delivery_address: {}, labels: [] },
    items: [{ line_item_id: lines[0]!.id, quantity: 1, title: 'Book', sku: 'B', barcode: '1' }],
  }
  const first = (await fulfillments.create!(body)).fulfillment
  expect((await fulfillments.cancel!(first.id)).fulfillment).toMatchObject({ id: first.id, canceled_at: expect.any(String) })
  const { id } = (await fulfillments.create!(body)).fulfillment
  const labels = [{ tracking_number: 'PO-1', tracking_url: '#', label_url: '#' }]
  expect((await fulfillments.createShipment!(id, { labels })).fulfillment).toMatchObject({ id, labels })
})

story('admin', 'return', async (returns) => {
  const line = seededId('ordli', 1500)
  const begin = async () => (await returns.initiateRequest!({ order_id: ids.arrived_order })).return.id as string
  const actionsOf = ({ order_preview }: { order_preview: { order_change: { actions: { id: string }[] } } }) =>
    order_preview.order_change.actions.map(({ id }) => id)
  expect(await returns.cancelRequest!(await begin())).toMatchObject({ object: 'return', deleted: true })

  const id = await begin()
  await returns.updateRequest!(id, { location_id: ids.stock_location, metadata: { a: 1 } })
  const items = [{ id: line, quantity: 1 }]
  const [first] = actionsOf(await returns.addReturnItem!(id, { items }))
  const [, second] = actionsOf(await returns.addReturnItem!(id, { items }))
  await returns.updateReturnItem!(id, first, { quantity: 2, reason_id: seededId('rr', 2) })
  await returns.removeReturnItem!(id, second)
  const shipping = { shipping_option_id: ids.shipping_option }
  const [, method] = actionsOf(await returns.addReturnShipping!(id, shipping))
  await returns.updateReturnShipping!(id, method, { custom_amount: 4 })
  expect(actionsOf(await returns.deleteReturnShipping!(id, method))).toEqual([first])
  expect((await returns.confirmRequest!(id, {})).return).toMatchObject({ status: 'requested', items: [{ quantity: 2 }] })
  expect((await returns.list!({ order_id: ids.arrived_order })).returns).toMatchObject([{ id }])

  await returns.initiateReceive!(id, {})
  expect(await returns.cancelReceive!(id)).toEqual({ id, object: 'return', deleted: true })
  await returns.initiateReceive!(id, { internal_note: 'One parcel' })
  const [received] = actionsOf(await returns.receiveItems!(id, { items }))
  await returns.updateReceiveItem!(id, received, { quantity: 2 })
  await returns.removeReceiveItem!(id, received)
  const [damaged] = actionsOf(await returns.dismissItems!(id, { items }))
  await returns.updateDismissItem!(id, damaged, { internal_note: 'Torn' })
  await returns.removeDismissItem!(id, damaged)
  await returns.receiveItems!(id, { items })
  await returns.dismissItems!(id, { items })
  await returns.confirmReceive!(id, {})
  expect((await returns.retrieve!(id)).return).toMatchObject({
    ...{ status: 'received', metadata: { a: 1 }, location_id: ids.stock_location },
    items: [{ received_quantity: 2, damaged_quantity: 1 }],
  })

  const other = await begin()
  await returns.addReturnItem!(other, { items })
  await returns.confirmRequest!(other, { no_notification: true })
  expect((await returns.cancel!(other)).return).toMatchObject({ status: 'canceled' })
})

story('admin', 'salesChannel', (channels) =>
  life(
    channels,
    { key: 'sales_channel', list: 'sales_channels', body: { name: aName('Channel') }, change: { description: 'A stall' } },
    async (id) => {
      await channels.updateProducts!(id, { add: [ids.product] })
      await channels.batchProducts!(id, { remove: [ids.product] })
    },
  ),
)
story('admin', 'apiKey', async (keys) => {
  const { id } = (await keys.create!({ title: aName('Key'), type: 'publishable' })).api_key
  expect((await keys.list!({ id })).api_keys).toMatchObject([{ id }])
  expect((await keys.retrieve!(id)).api_key).toMatchObject({ id })
  expect((await keys.update!(id, { title: 'Renamed' })).api_key).toMatchObject({ title: 'Renamed' })
  await keys.batchSalesChannels!(id, { add: [ids.sales_channel] })
  expect((await keys.revoke!(id)).api_key).toMatchObject({ revoked_at: expect.any(String) })
  expect(await keys.delete!(id)).toMatchObject({ id, deleted: true })
})

story('admin', 'shippingProfile', (profiles) =>
  life(profiles, {
    ...{ key: 'shipping_profile', list: 'shipping_profiles' },
    ...{ body: { name: aName('Profile'), type: 'custom' }, change: { name: aName('Profile') } },
  }),
)
story('admin', 'shippingOptionType', (types) =>
  life(types, {
    ...{ key: 'shipping_option_type', list: 'shipping_option_types', change: { description: 'Slowly' } },
    body: { label: 'By barge', code: aName('barge'), description: 'By water' },
  }),
)
story('admin', 'refundReason', (reasons) =>
  life(reasons, {
    ...{ key: 'refund_reason', list: 'refund_reasons', change: { description: 'Too late' } },
    body: { label: 'Late', code: aName('late') },
  }),
)
story('admin', 'returnReason', (reasons) =>
  life(reasons, {
    ...{ key: 'return_reason', list: 'return_reasons' },
    ...{ body: { value: aName('size'), label: 'Size' }, change: { value: aName('size'), label: 'Wrong size' } },
  }),
)
/** Creates a claim or an exchange of a delivered order, changes and undoes each of its steps, and cancels two. */
async function replacing(methods: Loose[string], kind: 'claim' | 'exchange', body: object, more: (id: string) => Promise<void>) {
  const order_id = await addArrivedOrder(system)
  const begin = async () => (await methods.create!({ order_id, ...body }))[kind].id as string
  const given_up = await begin()
  expect(await methods.cancelRequest!(given_up)).toMatchObject({ id: given_up, deleted: true })

  const id = await begin()
  await more(id)
  const stepOf = ({ order_preview }: { order_preview: { order_change: { actions: { id: string }[] } } }) =>
    order_preview.order_change.actions.at(-1)!.id
  const line = (await system.http('GET', `/admin/orders/${order_id}`)).body.order.items[0].id as string
  const asked = { items: [{ id: line, quantity: 1 }] }
  const sent = { items: [{ variant_id: ids.second_variant, quantity: 1 }] }
  for (const [way, items] of [
    ['Inbound', asked],
    ['Outbound', sent],
  ] as const) {
    await methods[`add${way}Items`]!(id, items)
    const step = stepOf(await methods[`add${way}Items`]!(id, items))
    await methods[`update${way}Item`]!(id, step, { quantity: 2 })
    const method = stepOf(await methods[`add${way}Shipping`]!(id, { shipping_option_id: ids.shipping_option }))
    await methods[`update${way}Shipping`]!(id, method, { custom_amount: 4 })
    const { order_preview } = await methods[`remove${way}Item`]!(id, step)
    expect(order_preview.shipping_methods.map(({ amount }: { amount: number }) => amount)).toContain(4)
    await methods[`delete${way}Shipping`]!(id, method)
  }
  const confirmed = await methods.request!(id, {})
  expect(confirmed).toMatchObject({ return: { status: 'requested' }, [kind]: { additional_items: [{ quantity: 1 }] } })
  const [key, found] = [`${kind}s`, { id, return_id: confirmed.return.id }]
  expect((await methods.list!({ id }))[key]).toMatchObject([found])
  expect((await methods.retrieve!(id))[kind]).toMatchObject(found)
  expect((await methods.cancel!(id))[kind].canceled_at).not.toBeNull()
}
story('admin', 'claim', (claims) =>
  replacing(claims, 'claim', { type: 'replace' }, async (id) => {
    const { order_id } = (await claims.retrieve!(id)).claim
    const line = (await system.http('GET', `/admin/orders/${order_id}`)).body.order.items[0].id as string
    await claims.addItems!(id, { items: [{ id: line, quantity: 1, reason: 'wrong_item' }] })
    const { order_preview } = await claims.addItems!(id, { items: [{ id: line, quantity: 1 }] })
    const step = order_preview.order_change.actions.at(-1).id
    await claims.updateItem!(id, step, { quantity: 2 })
    await claims.removeItem!(id, step)
  }),
)
story('admin', 'exchange', (exchanges) => replacing(exchanges, 'exchange', {}, async () => {}))
story('admin', 'fulfillmentProvider', async (providers) => {
  expect((await providers.list!()).fulfillment_providers).toContainEqual(expect.objectContaining({ id: 'manual_manual' }))
  expect((await providers.listFulfillmentOptions!('manual_manual')).fulfillment_options.length).toBeGreaterThan(0)
})
const setOf = async (locations: Loose[string], id: string) => {
  await locations.createFulfillmentSet!(id, { name: aName('Set'), type: 'shipping' })
  const { stock_location } = await locations.retrieve!(id, { fields: '*fulfillment_sets' })
  return stock_location.fulfillment_sets[0].id as string
}
story('admin', 'stockLocation', (locations) =>
  life(
    locations,
    { key: 'stock_location', list: 'stock_locations', body: { name: aName('Quay') }, change: { name: aName('Quay') } },
    async (id) => {
      await locations.updateSalesChannels!(id, { add: [ids.sales_channel] })
      await locations.updateFulfillmentProviders!(id, { add: ['manual_manual'] })
      await setOf(locations, id)
    },
  ),
)
story('admin', 'fulfillmentSet', async (sets, { stockLocation, shippingOption }) => {
  const { id: location } = (await stockLocation!.create!({ name: aName('Quay') })).stock_location
  await stockLocation!.updateFulfillmentProviders!(location, { add: ['manual_manual'] })
  const set = await setOf(stockLocation!, location)
  const geo_zones = [{ type: 'country', country_code: 'pt' }]
  const { fulfillment_set } = await sets.createServiceZone!(set, { name: aName('Zone'), geo_zones })
  const [{ id: zone }] = fulfillment_set.service_zones
  expect((await sets.retrieveServiceZone!(set, zone)).service_zone).toMatchObject({ id: zone })
  await sets.updateServiceZone!(set, zone, { name: aName('Zone') })
  const option = {
    ...{ name: 'Handcart', service_zone_id: zone, shipping_profile_id: ids.shipping_profile, provider_id: 'manual_manual' },
    ...{ price_type: 'flat', type: { label: 'Slow', description: 'By hand', code: 'slow' } },
    prices: [{ currency_code: 'eur', amount: 3 }],
  }
  const change = { name: 'Handcart, fast' }
  await life(shippingOption!, { key: 'shipping_option', list: 'shipping_options', body: option, change }, async (id) => {
    const rule = { operator: 'eq', attribute: 'is_return', value: 'false' }
    await shippingOption!.updateRules!(id, { create: [rule] })
  })
  expect(await sets.deleteServiceZone!(set, zone)).toMatchObject({ id: zone, deleted: true })
  expect(await sets.delete!(set)).toMatchObject({ id: set, deleted: true })
})
story('admin', 'inventoryItem', (items) =>
  life(
    items,
    { key: 'inventory_item', list: 'inventory_items', body: { sku: aName('SKU') }, change: { title: 'Poster' } },
    async (id) => {
      const level = { location_id: ids.stock_location, stocked_quantity: 2 }
      await items.batchInventoryItemLocationLevels!(id, { create: [level] })
      await items.batchUpdateLevels!(id, { update: [{ ...level, stocked_quantity: 3 }] })
      await items.batchInventoryItemsLocationLevels!({
        update: [{ ...level, inventory_item_id: id, stocked_quantity: 4 }],
      })
      expect((await items.export!({}, { id })).transaction_id).toEqual(expect.any(String))
      expect((await items.listLevels!(id)).inventory_levels).toMatchObject([{ stocked_quantity: 4 }])
      await items.updateLevel!(id, ids.stock_location, { stocked_quantity: 0 })
      await items.deleteLevel!(id, ids.stock_location)
    },
  ),
)
story('admin', 'reservation', async (reservations, { inventoryItem }) => {
  const location_levels = [{ location_id: ids.stock_location, stocked_quantity: 9 }]
  const { inventory_item } = await inventoryItem!.create!({ sku: aName('SKU'), location_levels })
  const body = { inventory_item_id: inventory_item.id, location_id: ids.stock_location, quantity: 2 }
  await life(reservations, { key: 'reservation', list: 'reservations', body, change: { quantity: 3 } })
})

const SIZE = { title: 'Size', values: ['S', 'M'] }
const aProduct = () => ({
  title: aName('Coat'),
  shipping_profile_id: ids.shipping_profile,
  options: [SIZE],
  images: [{ url: 'https://images.example.com/coat.png' }],
  variants: [{ title: 'S', options: { Size: 'S' }, prices: [{ currency_code: 'eur', amount: 90 }] }],
})
/** A file as in a browser. */
const aFile = (text: string) => new File([text], 'products.csv', { type: 'text/csv' })
story('admin', 'product', (products, { productOption, inventoryItem }) =>
  life(products, { key: 'product', list: 'products', body: aProduct(), change: { subtitle: 'Warm' } }, async (id) => {
    const { product } = await products.retrieve!(id)
    const [variant] = product.variants
    const [image] = product.images
    expect((await products.listVariants!(id)).variants).toMatchObject([{ id: variant.id }])
    expect((await products.retrieveVariant!(id, variant.id)).variant).toMatchObject({ id: variant.id })
    await products.updateVariant!(id, variant.id, { sku: aName('COAT') })
    const medium = { title: 'M', options: { Size: 'M' }, prices: [] }
    const changed = await products.createVariant!(id, medium)
    const other = changed.product.variants.find(({ title }: { title: string }) => title === 'M')
    await products.batchVariants!(id, { update: [{ id: other.id, title: 'Medium' }] })
    const { inventory_item } = await inventoryItem!.create!({ sku: aName('SKU') })
    const taking = { variant_id: other.id, inventory_item_id: inventory_item.id, required_quantity: 1 }
    await products.batchVariantInventoryItems!(id, { create: [taking] })
    await products.deleteVariant!(id, other.id)
    expect((await products.listOptions!(id)).product_options).toMatchObject([{ title: 'Size' }])
    const { product_option } = await productOption!.create!({ title: aName('Lining'), values: ['silk'] })
    await products.linkOptions!(id, { add: [product_option.id] })
    await products.linkOptions!(id, { remove: [product_option.id] })
    await products.batchImageVariants!(id, image.id, { add: [variant.id] })
    await products.batchVariantImages!(id, variant.id, { remove: [image.id] })
    await products.batch!({ update: [{ id, material: 'wool' }] })
    expect((await products.export!({})).transaction_id).toEqual(expect.any(String))
    const csv = `Product Handle,Product Title\n${aName('hat').replace(' ', '-')},Hat\n`
    const { transaction_id, summary } = await products.import!({ file: aFile(csv) })
    expect(summary).toMatchObject({ toCreate: 1 })
    await products.confirmImport!(transaction_id)
    expect((await products.createImport!({ file: aFile(csv.replace('hat', 'cap')) })).transaction_id).toEqual(expect.any(String))
  }),
)
story('admin', 'productVariant', async (variants) => {
  expect((await variants.list!({ id: ids.variant })).variants).toMatchObject([{ id: ids.variant }])
})
story('admin', 'productOption', (options) =>
  life(
    options,
    {
      key: 'product_option',
      list: 'product_options',
      body: { title: aName('Colour'), values: ['a', 'b'] },
      change: { title: aName('Color') },
    },
    async (id) => {
      const [value] = (await options.listValues!(id)).product_option_values
      expect((await options.retrieveValue!(id, value.id)).product_option_value).toMatchObject({ id: value.id })
      await options.updateValue!(id, value.id, { metadata: { swatch: '#fff' } })
      expect(await options.deleteValue!(id, value.id)).toMatchObject({ id: value.id, deleted: true })
    },
  ),
)
story('admin', 'productType', (types) =>
  life(types, { key: 'product_type', list: 'product_types', body: { value: aName('Type') }, change: { value: aName('Type') } }),
)
story('admin', 'productTag', (tags) =>
  life(tags, { key: 'product_tag', list: 'product_tags', body: { value: aName('tag') }, change: { value: aName('tag') } }),
)
story('admin', 'productCollection', (collections) =>
  life(
    collections,
    { key: 'collection', list: 'collections', body: { title: aName('Winter') }, change: { title: aName('Spring') } },
    async (id) => void (await collections.updateProducts!(id, { add: [ids.product] })),
  ),
)
story('admin', 'productCategory', (categories) =>
  life(
    categories,
    { key: 'product_category', list: 'product_categories', body: { name: aName('Hats') }, change: { name: aName('Caps') } },
    async (id) => void (await categories.updateProducts!(id, { add: [ids.product] })),
  ),
)
story('admin', 'upload', async (uploads) => {
  vi.stubGlobal('FileList', class {}) // which the SDK looks for, and only browsers have
  const { files } = await uploads.create!({ files: [{ name: 'a.txt', content: 'words' }] })
  expect(files).toMatchObject([{ id: expect.any(String), url: expect.any(String) }])
  expect((await uploads.retrieve!(files[0].id)).file).toMatchObject({ id: files[0].id })
  expect(await uploads.presignedUrl!({ originalname: 'b.txt', size: 3, mime_type: 'text/plain' })).toMatchObject({
    url: expect.any(String),
  })
  expect(await uploads.delete!(files[0].id)).toMatchObject({ id: files[0].id, deleted: true })
  vi.unstubAllGlobals()
})

story('admin', 'customer', (customers, { customerGroup }) =>
  life(
    customers,
    { key: 'customer', list: 'customers', body: { email: `sdk${++made}@example.com` }, change: { first_name: 'Ada' } },
    async (id) => {
      const { customer_group } = await customerGroup!.create!({ name: aName('Group') })
      await customers.batchCustomerGroups!(id, { add: [customer_group.id] })
      const { customer } = await customers.createAddress!(id, { address_1: 'Quay 1', country_code: 'pt' })
      const [{ id: address }] = customer.addresses
      await customers.updateAddress!(id, address, { city: 'Lisboa' })
      expect((await customers.listAddresses!(id)).addresses).toMatchObject([{ city: 'Lisboa' }])
      expect((await customers.retrieveAddress!(id, address)).address).toMatchObject({ id: address })
      expect(await customers.deleteAddress!(id, address)).toMatchObject({ deleted: true })
    },
  ),
)
story('admin', 'customerGroup', (groups) =>
  life(
    groups,
    { key: 'customer_group', list: 'customer_groups', body: { name: aName('Group') }, change: { name: aName('Group') } },
    async (id) => void (await groups.batchCustomers!(id, { add: [ids.customer] })),
  ),
)
story('admin', 'promotion', async (promotions) => {
  const { attributes } = await promotions.listRuleAttributes!('target-rules', 'buyget', 'items')
  expect(attributes).toContainEqual(expect.objectContaining({ id: 'apply_to_quantity', disguised: true }))
  const { values } = await promotions.listRuleValues!('rules', 'region', { value: ids.region, limit: 10, offset: 0 })
  expect(values).toEqual([{ value: ids.region, label: 'Europe' }])
  const fixed = { application_method_type: 'fixed', promotion_type: 'standard' }
  expect((await promotions.listRules!(null, 'rules', fixed)).rules).toMatchObject([{ attribute: 'currency_code', values: [] }])

  const rule = { attribute: 'items.product.id', operator: 'eq', values: ['prod_1'] }
  const terms = { type: 'percentage', target_type: 'items', allocation: 'each', value: 50, max_quantity: 1 }
  const buyget = { apply_to_quantity: 1, buy_rules_min_quantity: 1, buy_rules: [rule], target_rules: [rule] }
  const body = { code: aName('SDK'), type: 'buyget', application_method: { ...terms, ...buyget } }
  await life(promotions, { key: 'promotion', list: 'promotions', body, change: { status: 'active' } }, async (id) => {
    for (const kind of ['rules', 'target-rules', 'buy-rules']) {
      const { created } = await promotions.addRules!(id, kind, { rules: [rule] })
      const change = { id: created[0].id, operator: 'ne', values: ['prod_2'] }
      expect((await promotions.updateRules!(id, kind, { rules: [change] })).updated).toMatchObject([{ operator: 'ne' }])
      const removed = await promotions.removeRules!(id, kind, { rule_ids: [change.id] })
      expect(removed.deleted).toEqual({ ids: [change.id], object: 'promotion-rule', deleted: true })
    }
  })
})
story('admin', 'campaign', async (campaigns) => {
  const identifier = aName('CAMPAIGN')
  const { id } = (await campaigns.create!({ name: aName('Campaign'), campaign_identifier: identifier })).campaign
  expect((await campaigns.list!({ campaign_identifier: identifier })).campaigns).toMatchObject([{ id }])
  expect((await campaigns.retrieve!(id)).campaign).toMatchObject({ id, budget: null })
  expect((await campaigns.update!(id, { description: 'Soon' })).campaign).toMatchObject({ id, description: 'Soon' })
  expect((await campaigns.batchPromotions!(id, { remove: ['promo_unknown'] })).campaign).toMatchObject({ id })
  expect(await campaigns.delete!(id)).toMatchObject({ id, deleted: true })
})
/** An administrator who was invited and has registered. */
async function aColleague(): Promise<string> {
  const email = `sdk${++made}@example.com`
  const { invite } = await admin.invite.create({ email })
  const newcomer = medusaOf(system)
  const token = await newcomer.auth.register('user', 'emailpass', { email, password: 'correct horse' })
  const accepted = { invite_token: invite.token, email, first_name: 'Ida' }
  return (await newcomer.admin.invite.accept(accepted as never, {}, { Authorization: `Bearer ${token}` })).user.id
}
story('admin', 'user', async (users) => {
  const id = await aColleague()
  expect((await users.me!()).user).toMatchObject({ email: system.facts.admin.email })
  expect((await users.list!({ id })).users).toMatchObject([{ id }])
  expect((await users.retrieve!(id)).user).toMatchObject({ id })
  expect((await users.update!(id, { first_name: 'Ada' })).user).toMatchObject({ first_name: 'Ada' })
  expect((await users.listAuthProviders!(id)).providers).toEqual(['emailpass'])
  expect((await users.generateResetPasswordToken!(id)).token).toEqual(expect.stringMatching(/^ey/))
  expect(await users.delete!(id)).toMatchObject({ id, deleted: true })
})
story('admin', 'notification', async (notifications) => {
  const id = ids.admin_notification
  expect((await notifications.list!({ id })).notifications).toMatchObject([{ id, channel: 'feed' }])
  expect((await notifications.retrieve!(id)).notification).toMatchObject({ id, data: { title: 'Product import' } })
})
story('admin', 'layouts', async (layouts) => {
  const [zone, widgets] = ['product.details', { 'core:ProductMediaSection': { section: 'side', order: 1 } }]
  const other = { widgets: { 'widget:product.details.after:0': { hidden: true } } }
  await layouts.setConfiguration!(zone, { is_default: true, configuration: other })
  const saved = await layouts.setConfiguration!(zone, { configuration: { widgets } })
  expect(saved).toMatchObject({
    ...{ personal_configuration: { zone, configuration: { widgets } }, active_scope: 'personal' },
    default_configuration: { zone, user_id: null, is_system_default: true, configuration: other },
  })
  expect(await layouts.retrieveConfiguration!(zone)).toEqual(saved)
  expect(await layouts.listConfigurations!({ zone, is_system_default: false })).toMatchObject({
    count: 1,
    layout_configurations: [saved.personal_configuration],
  })
  expect(await layouts.listConfigurations!({ limit: 1, fields: 'id' })).toMatchObject({ count: 2 })
  expect(await layouts.deleteConfiguration!(zone)).toEqual({ success: true })
})
story('admin', 'invite', async (invites) => {
  const { invite } = await invites.create!({ email: `sdk${++made}@example.com` })
  expect((await invites.list!({ id: invite.id })).invites).toMatchObject([{ id: invite.id }])
  expect((await invites.retrieve!(invite.id)).invite).toMatchObject({ id: invite.id })
  const { token } = (await invites.resend!(invite.id)).invite
  const identity = await medusaOf(system).auth.register('user', 'emailpass', { email: invite.email, password: 'correct horse' })
  const authorization = { Authorization: `Bearer ${identity}` }
  const accepted = await invites.accept!({ invite_token: token, email: invite.email }, {}, authorization)
  expect(accepted.user).toMatchObject({ email: invite.email })
  const { invite: other } = await invites.create!({ email: `sdk${++made}@example.com` })
  expect(await invites.delete!(other.id)).toMatchObject({ id: other.id, deleted: true })
})

story('store', 'product', async (products) => {
  const { region: region_id } = ids
  expect((await products.list!({ region_id, id: ids.product })).products).toMatchObject([{ id: ids.product }])
  expect((await products.retrieve!(ids.product, { region_id })).product).toMatchObject({ id: ids.product })
})
story('store', 'productOption', async (options) => {
  const [option] = (await options.list!()).product_options
  expect((await options.retrieve!(option.id)).product_option).toMatchObject({ id: option.id })
})
story('store', 'fulfillment', async (fulfillment, { cart: carts }) => {
  const { cart } = await carts!.create!({ region_id: ids.region, items: [{ variant_id: ids.variant, quantity: 1 }] })
  const { shipping_options } = await fulfillment.listCartOptions!({ cart_id: cart.id, is_return: false, fields: '+metadata' })
  const priced = { id: ids.shipping_option, amount: 10, insufficient_inventory: false, metadata: null }
  expect(shipping_options[0]).toMatchObject({ ...priced, service_zone: { fulfillment_set: { type: 'shipping' } } })
  const calculated = fulfillment.calculate!(ids.shipping_option, { cart_id: cart.id, data: {} })
  const message = 'Cannot calculate price for non-calculated shipping options: Standard'
  await expect(calculated).rejects.toMatchObject({ status: 400, message })
})
story(
  'store',
  'order',
  async (orders) => {
    const of_guest = await addOrder(system, { customer_id: ids.foreign_customer })
    const tokenOf = async (id: string) =>
      (await system.http('GET', `/admin/orders/${id}/changes?order=-created_at`)).body.order_changes[0].actions[0].details
        .token as string
    expect((await orders.list!({ limit: 1 })).orders).toHaveLength(1)
    expect((await orders.retrieve!(of_guest, { fields: 'id,total' })).order).toMatchObject({ id: of_guest, total: 89.25 })

    expect((await orders.requestTransfer!(of_guest, {}, { fields: 'id,email' })).order.id).toBe(of_guest)
    expect((await orders.cancelTransfer!(of_guest)).order.id).toBe(of_guest)
    await orders.requestTransfer!(of_guest, { description: 'I was not logged in' })
    expect((await orders.declineTransfer!(of_guest, { token: await tokenOf(of_guest) })).order.id).toBe(of_guest)
    await orders.requestTransfer!(of_guest, {})
    expect((await orders.acceptTransfer!(of_guest, { token: await tokenOf(of_guest) })).order.customer_id).toBe(ids.customer)
  },
  () => logIn(system, 'customer'),
)
story('store', 'region', async (regions) => {
  expect((await regions.list!()).regions.map(({ id }: { id: string }) => id)).toContain(ids.region)
  expect((await regions.retrieve!(ids.region)).region).toMatchObject({ id: ids.region })
})
story('store', 'collection', async (collections) => {
  const [{ id }] = (await collections.list!()).collections
  expect((await collections.retrieve!(id)).collection).toMatchObject({ id })
})
story('store', 'category', async (categories) => {
  const [{ id }] = (await categories.list!()).product_categories
  expect((await categories.retrieve!(id)).product_category).toMatchObject({ id })
})
