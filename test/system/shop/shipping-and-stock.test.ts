import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { logIn, type Medusa } from '../medusa.ts'
import { type System, startSystem } from '../system.ts'

let system: System
let admin: Medusa['admin']
let store: Medusa['store']

beforeAll(async () => {
  system = await startSystem()
  const medusa = await logIn(system)
  admin = medusa.admin
  store = medusa.store
})
afterAll(() => system.stop())

it('an administrator creates, links, ships from, and closes a warehouse', async () => {
  const { sales_channel } = await admin.salesChannel.create({ name: 'Market hall' })
  await admin.salesChannel.updateProducts(sales_channel.id, { add: [ids.product] })
  const renamed = await admin.salesChannel.update(sales_channel.id, { description: 'On Saturdays' })
  expect(renamed.sales_channel).toMatchObject({ name: 'Market hall', description: 'On Saturdays' })

  const address = { address_1: 'Quay 1', country_code: 'de' }
  const { stock_location } = await admin.stockLocation.create({ name: 'Quay', address })
  await admin.stockLocation.updateSalesChannels(stock_location.id, { add: [sales_channel.id] })
  await admin.stockLocation.updateFulfillmentProviders(stock_location.id, { add: ['manual_manual'] })
  const set = { name: 'From the quay', type: 'shipping' }
  await admin.stockLocation.createFulfillmentSet(stock_location.id, set)
  const fields = 'id,*fulfillment_sets,*sales_channels'
  const withSet = await admin.stockLocation.retrieve(stock_location.id, { fields })
  const [fulfillmentSet] = withSet.stock_location.fulfillment_sets!
  expect(withSet.stock_location).toMatchObject({ sales_channels: [{ id: sales_channel.id }], fulfillment_sets: [set] })

  const zone = { name: 'Around the quay', geo_zones: [{ type: 'country' as const, country_code: 'de' }] }
  const zoned = await admin.fulfillmentSet.createServiceZone(fulfillmentSet!.id, zone)
  const [serviceZone] = zoned.fulfillment_set.service_zones
  const { shipping_profile } = await admin.shippingProfile.create({ name: 'By handcart', type: 'custom' })
  const { shipping_option } = await admin.shippingOption.create({
    name: 'Handcart',
    service_zone_id: serviceZone!.id,
    shipping_profile_id: shipping_profile.id,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Slow', description: 'By hand', code: 'slow' },
    prices: [{ currency_code: 'eur', amount: 3 }],
  })
  const updated = await admin.shippingOption.update(shipping_option.id, { name: 'Handcart, fast' })
  expect(updated.shipping_option).toMatchObject({ name: 'Handcart, fast', prices: [{ amount: 3 }] })
  const listed = await admin.shippingOption.list({ stock_location_id: stock_location.id } as never)
  expect(listed).toMatchObject({ count: 1, shipping_options: [{ id: shipping_option.id }] })

  await admin.stockLocation.delete(stock_location.id)
  await expect(admin.shippingOption.retrieve(shipping_option.id)).rejects.toMatchObject({ status: 404 })
  await admin.shippingProfile.delete(shipping_profile.id)
  expect(await admin.salesChannel.delete(sales_channel.id)).toMatchObject({ object: 'sales-channel', deleted: true })
  const channels = await admin.salesChannel.list({ id: sales_channel.id })
  expect(channels.sales_channels).toEqual([])
})

it('a shopper is offered options for their address and order value, updated after each change', async () => {
  const service_zone_id = ids.service_zone
  const { shipping_option: boat } = await admin.shippingOption.create({
    ...{ name: 'Boat', service_zone_id, shipping_profile_id: ids.shipping_profile, provider_id: 'manual_manual' },
    ...{ price_type: 'flat', type: { label: 'Wet', description: 'By water', code: 'wet' } },
    prices: [
      { currency_code: 'eur', amount: 7 },
      { currency_code: 'eur', amount: 0, rules: [{ attribute: 'item_total', operator: 'gte', value: 50 }] },
    ],
  } as never)
  const aCart = async (quantity: number, country_code = 'de') => {
    const items = [{ variant_id: ids.variant, quantity }]
    const { cart } = await store.cart.create({ region_id: ids.region, shipping_address: { country_code }, items } as never)
    return cart
  }
  const boats = async (cart_id: string) => {
    const { shipping_options } = await store.fulfillment.listCartOptions({ cart_id })
    const found: { id: string; name: string; amount: number }[] = shipping_options
    return found.filter(({ id }) => id === boat.id).map(({ name, amount }) => [name, amount])
  }
  const [small, large, far] = [await aCart(1), await aCart(5), await aCart(1, 'jp')]
  expect([small.item_total < 50, large.item_total >= 50]).toEqual([true, true])
  expect([await boats(small.id), await boats(large.id), await boats(far.id)]).toEqual([[['Boat', 7]], [['Boat', 0]], []])

  await admin.shippingOption.update(boat.id, { name: 'Ferry' })
  expect(await boats(small.id)).toEqual([['Ferry', 7]])
  const hidden = { attribute: 'enabled_in_store', operator: 'eq', value: 'false' }
  await admin.shippingOption.updateRules(boat.id, { create: [hidden] } as never)
  expect(await boats(small.id)).toEqual([])
  await admin.shippingOption.delete(boat.id)
  await expect(store.fulfillment.listCartOptions({ cart_id: 'cart_none' })).rejects.toMatchObject({ status: 404 })
})

it('the sales channels of a publishable key are listed, and none for an unknown key', async () => {
  const { api_key } = await admin.apiKey.create({ title: 'Kiosk', type: 'publishable' })
  const of = async (publishable_key_id: string) => {
    const { sales_channels, count } = await admin.salesChannel.list({ publishable_key_id } as never)
    return { ids: sales_channels.map(({ id }: { id: string }) => id), count }
  }
  expect(await of(api_key.id)).toEqual({ ids: [], count: 0 })

  await admin.apiKey.batchSalesChannels(api_key.id, { add: [ids.sales_channel] })
  expect(await of(api_key.id)).toEqual({ ids: [ids.sales_channel], count: 1 })
  expect(await of('apk_nope')).toEqual({ ids: [], count: 0 })
})

it('the publishable keys of sales channels are shown when selected', async () => {
  const { api_key } = await admin.apiKey.create({ title: 'Counter', type: 'publishable' })
  const [first, second] = await Promise.all(
    ['Counter', 'Window'].map(async (name) => (await admin.salesChannel.create({ name })).sales_channel),
  )
  const fields = '*publishable_api_keys'
  const keysOf = async (id: string) =>
    ((await admin.salesChannel.retrieve(id, { fields })).sales_channel as { publishable_api_keys?: unknown }).publishable_api_keys
  expect(await keysOf(first!.id)).toEqual([])
  expect((await admin.salesChannel.retrieve(first!.id)).sales_channel).not.toHaveProperty('publishable_api_keys')

  await admin.apiKey.batchSalesChannels(api_key.id, { add: [first!.id] })
  const { sales_channels: _, ...key } = (await admin.apiKey.retrieve(api_key.id)).api_key as { sales_channels?: unknown }
  expect(await keysOf(first!.id)).toEqual([key])
  const listed = await admin.salesChannel.list({ id: [first!.id, second!.id], fields: `name,${fields}` })
  expect(listed.sales_channels).toEqual([
    { id: first!.id, name: 'Counter', publishable_api_keys: [key] },
    { id: second!.id, name: 'Window', publishable_api_keys: [] },
  ])
  const ofSeller = await system.http('GET', `/vendor/sales-channels?fields=name,${fields}`, { as: 'seller' })
  expect([ofSeller.status, ofSeller.text]).toEqual([200, expect.not.stringContaining('publishable')])

  await admin.apiKey.batchSalesChannels(api_key.id, { remove: [first!.id], add: [second!.id] })
  expect([await keysOf(first!.id), await keysOf(second!.id)]).toEqual([[], [expect.objectContaining({ id: api_key.id })]])
  await admin.apiKey.revoke(api_key.id, { revoke_in: 0 } as never)
  expect(await keysOf(second!.id)).toEqual([expect.objectContaining({ id: api_key.id, revoked_at: expect.any(String) })])
  await admin.apiKey.delete(api_key.id)
  expect(await keysOf(second!.id)).toEqual([])
})

it('an administrator creates an item, stocks, reserves and releases it, and deletes it', async () => {
  const { inventory_item } = await admin.inventoryItem.create({ sku: 'POSTER-1', title: 'Poster' })
  const at = { location_id: ids.stock_location }
  await admin.inventoryItem.batchInventoryItemLocationLevels(inventory_item.id, { create: [{ ...at, stocked_quantity: 4 }] })
  await admin.inventoryItem.updateLevel(inventory_item.id, at.location_id, { stocked_quantity: 5 })
  const levels = await admin.inventoryItem.listLevels(inventory_item.id)
  expect(levels).toMatchObject({ count: 1 })

  const wanted = { ...at, inventory_item_id: inventory_item.id, quantity: 4 }
  const { reservation } = await admin.reservation.create(wanted)
  await expect(admin.reservation.create(wanted)).rejects.toMatchObject({ status: 400 })
  await admin.reservation.update(reservation.id, { quantity: 2 })
  const held = await admin.inventoryItem.retrieve(inventory_item.id)
  expect(held.inventory_item).toMatchObject({ stocked_quantity: 5, reserved_quantity: 2 })

  await admin.reservation.delete(reservation.id)
  await admin.inventoryItem.delete(inventory_item.id)
  await expect(admin.inventoryItem.retrieve(inventory_item.id)).rejects.toMatchObject({ status: 404 })
})
