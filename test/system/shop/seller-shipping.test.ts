import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { addSeller } from '../records.ts'
import { aName } from '../scenes/made.ts'
import { bearing } from '../scenes/scene.ts'
import { type HttpOptions, type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

async function sent(method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, body?: object, options: HttpOptions = {}) {
  const answer = await system.http(method, path, { ...(body && { body: body as Record<string, unknown> }), ...options })
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  return answer.body
}
const status = async (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, body?: object, options: HttpOptions = {}) =>
  (await system.http(method, path, { ...(body && { body: body as Record<string, unknown> }), ...options })).status

const ADDRESS = {
  first_name: 'Ann',
  last_name: 'Lee',
  address_1: 'Quay 1',
  city: 'Kiel',
  country_code: 'de',
  postal_code: '24103',
}
const OF_MARKETPLACE = { seller_id: null, seller_name: null }
const type = { label: 'Post', description: 'Within days', code: 'post' }

/** A location for the storefront, with a shipping option; of a seller below /vendor, of the marketplace below /admin. */
async function aLocation(
  below: '/admin' | '/vendor',
  amount: number,
  as: HttpOptions = {},
  shipping_profile_id: string = ids.shipping_profile,
) {
  const make = (path: string, body: object) => sent('POST', `${below}${path}`, body, as)
  const { stock_location } = await make('/stock-locations', { name: aName('Location') })
  const at = `/stock-locations/${stock_location.id}`
  await make(`${at}/sales-channels`, { add: [ids.sales_channel] })
  await make(`${at}/fulfillment-providers`, { add: ['manual_manual'] })
  const set = { name: aName('Set'), type: 'shipping' }
  const [made] = (await make(`${at}/fulfillment-sets?fields=*fulfillment_sets`, set)).stock_location.fulfillment_sets
  const zone = { name: aName('Zone'), geo_zones: [{ type: 'country', country_code: 'de' }] }
  const [{ id }] = (await make(`/fulfillment-sets/${made.id}/service-zones`, zone)).fulfillment_set.service_zones
  const { shipping_option } = await make('/shipping-options', {
    ...{ name: aName('Option'), service_zone_id: id, shipping_profile_id },
    ...{ provider_id: 'manual_manual', type, prices: [{ currency_code: 'eur', amount, rules: [] }] },
    ...(below === '/admin' && { price_type: 'flat' }),
  })
  return {
    location: stock_location.id as string,
    option: shipping_option.id as string,
    set: made.id as string,
    zone: id as string,
  }
}

/** A published product of the storefront with five units at a location. */
async function aProduct(
  below: '/admin' | '/vendor',
  location_id: string,
  as: HttpOptions = {},
  shipping_profile_id: string = ids.shipping_profile,
) {
  const { product } = await sent(
    'POST',
    `${below}/products`,
    {
      ...{ title: aName('Bag'), shipping_profile_id, options: [{ title: 'Size', values: ['S'] }] },
      variants: [{ title: 'S', options: { Size: 'S' }, manage_inventory: true, prices: [{ currency_code: 'eur', amount: 20 }] }],
    },
    as,
  )
  const variant = product.variants[0].id as string
  await sent('POST', `/admin/products/${product.id}`, { status: 'published', sales_channels: [{ id: ids.sales_channel }] })
  const fields = 'fields=*variants.inventory_items'
  const { product: shown } = await sent('GET', `/admin/products/${product.id}?${fields}`)
  const item = shown.variants[0].inventory_items[0].inventory_item_id as string
  const level = { inventory_item_id: item, location_id, stocked_quantity: 5 }
  await sent('POST', `${below}/inventory-items/location-levels/batch`, { create: [level] }, as)
  return { variant, item }
}
const levelsOf = async (item: string) =>
  (await sent('GET', `/admin/inventory-items/${item}`)).inventory_item.location_levels.map(
    (level: { location_id: string; stocked_quantity: number; reserved_quantity: number }) => [
      level.location_id,
      level.stocked_quantity,
      level.reserved_quantity,
    ],
  )

it('a new seller opens a location, and a mixed purchase is shipped from the locations of seller and marketplace', async () => {
  const { id: seller_id, token } = await addSeller(system)
  const seller = bearing(token)
  const own = await aLocation('/vendor', 7, seller)
  const hub = await aLocation('/admin', 3)
  const bag = await aProduct('/vendor', own.location, seller)
  const lamp = await aProduct('/admin', hub.location)

  const items = [bag, lamp].map(({ variant }) => ({ variant_id: variant, quantity: 2 }))
  const { cart } = await sent('POST', '/store/carts', {
    ...{ region_id: ids.region, email: 'ann@example.com', items },
    ...{ shipping_address: ADDRESS, billing_address: ADDRESS },
  })
  const { shipping_options } = await sent('GET', `/store/shipping-options?cart_id=${cart.id}`)
  const offered = shipping_options.map((one: { id: string; amount: number }) => [one.id, one.amount])
  expect(offered).toEqual(
    expect.arrayContaining([
      [own.option, 7],
      [hub.option, 3],
    ]),
  )
  expect(offered.map(([id]: [string]) => id)).not.toContain(ids.shipping_option) // of a seller without items in the cart
  const { seller: shop } = await sent('GET', `/admin/sellers/${seller_id}`)
  for (const [{ option }, from] of [[own, { seller_id, seller_name: shop.name }] as const, [hub, OF_MARKETPLACE] as const]) {
    const shown = shipping_options.find((one: { id: string }) => one.id === option)
    expect(shown).toMatchObject({ insufficient_inventory: false, ...from })
  }
  for (const option_id of [own.option, hub.option]) await sent('POST', `/store/carts/${cart.id}/shipping-methods`, { option_id })
  const { payment_collection } = await sent('POST', '/store/payment-collections', { cart_id: cart.id })
  const session = { provider_id: 'pp_system_default' }
  await sent('POST', `/store/payment-collections/${payment_collection.id}/payment-sessions`, session)
  const { order_set } = await sent('POST', `/store/carts/${cart.id}/complete`)

  const orderOf = (option: string) =>
    order_set.orders.find((one: { shipping_methods: { shipping_option_id: string }[] }) =>
      one.shipping_methods.some(({ shipping_option_id }) => shipping_option_id === option),
    )
  const [theirs, ours] = [orderOf(own.option), orderOf(hub.option)]
  expect(theirs).toMatchObject({ items: [{ variant_id: bag.variant }], shipping_methods: [{ amount: 7 }] })
  expect(ours).toMatchObject({ items: [{ variant_id: lamp.variant }], shipping_methods: [{ amount: 3 }] })
  expect((await sent('GET', '/vendor/orders', undefined, seller)).orders).toMatchObject([{ id: theirs.id }])
  expect(await levelsOf(bag.item)).toEqual([[own.location, 5, 2]])
  expect(await levelsOf(lamp.item)).toEqual([[hub.location, 5, 2]])

  const path = `/vendor/orders/${theirs.id}/fulfillments` as const
  const packing = { items: [{ id: theirs.items[0].id, quantity: 2 }] }
  for (const location_id of [ids.stock_location, hub.location])
    expect(await status('POST', path, { ...packing, location_id }, seller)).toBe(403)
  const { fulfillment } = await sent('POST', path, { ...packing, location_id: own.location }, seller)
  expect(fulfillment).toMatchObject({ location_id: own.location, shipping_option_id: own.option })
  expect(await levelsOf(bag.item)).toEqual([[own.location, 3, 0]])

  const mine = { items: [{ id: ours.items[0].id, quantity: 2 }] }
  const { order: packed } = await sent('POST', `/admin/orders/${ours.id}/fulfillments`, mine)
  expect(packed.fulfillments).toMatchObject([{ location_id: hub.location }])
  expect(await levelsOf(lamp.item)).toEqual([[hub.location, 3, 0]])

  const asked = `fields=variants.inventory_quantity&variants[id]=${bag.variant}`
  const { products } = await sent('GET', `/store/products?${asked}`)
  expect(products).toMatchObject([{ variants: [{ inventory_quantity: 3 }] }])
  await sent('DELETE', `/vendor/stock-locations/${own.location}`, undefined, seller)
  expect(await status('POST', '/store/carts', { region_id: ids.region, items: [{ variant_id: bag.variant, quantity: 1 }] })).toBe(
    400,
  )
})

it('the location and options of a seller cannot be used by others', async () => {
  const seller = bearing((await addSeller(system)).token)
  const own = await aLocation('/vendor', 4, seller)
  const { location, option, set, zone } = own
  const other = { as: 'seller' } as const // a seller with stock and orders

  const level = { inventory_item_id: ids.inventory_item, location_id: location, stocked_quantity: 5 }
  expect(await status('POST', '/vendor/inventory-items/location-levels/batch', { create: [level] }, other)).toBe(403)
  const reservation = { inventory_item_id: ids.inventory_item, location_id: location, quantity: 1 }
  expect(await status('POST', '/vendor/reservations', reservation, other)).toBeGreaterThanOrEqual(400)
  expect(await status('POST', `/vendor/stock-locations/${location}/fulfillment-sets`, { name: 'Mine', type: 'x' }, other)).toBe(
    403,
  )
  expect(await status('POST', `/vendor/fulfillment-sets/${set}/service-zones`, { name: 'Mine' }, other)).toBe(403)
  const there = {
    ...{ name: 'Mine', service_zone_id: zone, shipping_profile_id: ids.shipping_profile },
    ...{ provider_id: 'manual_manual', type, prices: [] },
  }
  expect(await status('POST', '/vendor/shipping-options', there, other)).toBe(403)

  const { cart } = await sent('POST', '/store/carts', {
    ...{ region_id: ids.region, shipping_address: ADDRESS },
    items: [{ variant_id: ids.variant, quantity: 1 }],
  })
  const { shipping_options } = await sent('GET', `/store/shipping-options?cart_id=${cart.id}`)
  expect(shipping_options.map((one: { id: string }) => one.id)).not.toContain(option)
  expect(await status('POST', `/store/carts/${cart.id}/shipping-methods`, { option_id: option })).toBe(400)
})

it('goods with shipping profiles of their sellers’ own are bought together, each sent by an option of its profile', async () => {
  const sellers = await Promise.all([1, 2].map(async () => bearing((await addSeller(system)).token)))
  const shops = []
  for (const seller of sellers) {
    const named = { name: 'Planks', type: 'custom' }
    const profile = (await sent('POST', '/vendor/shipping-profiles', named, seller)).shipping_profile.id as string
    const own = await aLocation('/vendor', 9, seller, profile)
    shops.push({ ...own, profile, goods: await aProduct('/vendor', own.location, seller, profile), seller })
  }
  const [first, second] = shops as [(typeof shops)[number], (typeof shops)[number]]
  expect(await status('DELETE', `/vendor/shipping-profiles/${first.profile}`, undefined, first.seller)).toBe(400)
  expect(await status('DELETE', `/vendor/shipping-profiles/${second.profile}`, undefined, first.seller)).toBe(403)

  const { cart } = await sent('POST', '/store/carts', {
    ...{ region_id: ids.region, email: 'ann@example.com', shipping_address: ADDRESS, billing_address: ADDRESS },
    items: shops.map(({ goods }) => ({ variant_id: goods.variant, quantity: 1 })),
  })
  const complete = `/store/carts/${cart.id}/complete` as const
  const { payment_collection } = await sent('POST', '/store/payment-collections', { cart_id: cart.id })
  const choose = (option_id: string) => sent('POST', `/store/carts/${cart.id}/shipping-methods`, { option_id })
  const pay = () =>
    sent('POST', `/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id: 'pp_system_default' })
  await choose(first.option)
  await pay()
  const early = await system.http('POST', complete)
  expect([early.status, early.body.message]).toEqual([
    400,
    'The cart items require shipping profiles that are not satisfied by the current shipping methods',
  ])
  const { cart: chosen } = await choose(second.option)
  expect(chosen.shipping_methods).toHaveLength(2)
  await pay()
  const { order_set } = await sent('POST', complete)
  for (const { option, profile, goods, seller } of shops) {
    const { orders } = await sent('GET', '/vendor/orders?fields=*items,*shipping_methods', undefined, seller)
    expect(orders).toMatchObject([
      { items: [{ variant_id: goods.variant }], shipping_methods: [{ shipping_option_id: option, amount: 9 }] },
    ])
    const bought = order_set.orders.find(({ id }: { id: string }) => id === orders[0].id)
    const { shipping_profile } = bought.items[0].product
    expect(shipping_profile).toMatchObject({ id: profile, name: 'Planks' })
    expect(shipping_profile).not.toHaveProperty('seller_id')
  }
})
