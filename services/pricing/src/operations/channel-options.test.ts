import { setTimeout as sleep } from 'node:timers/promises'
import {
  createStockLocationFulfillmentSet,
  deleteShippingOption,
  listStoreShippingOptions,
  manageStockLocationSalesChannels,
  updateServiceZone,
  updateShippingOption,
  updateShippingOptionType,
} from '@souk/contracts'
import { plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { records } from '../../test/builders.ts'
import { isLookedAtMeanwhile } from '../../test/looked-at-meanwhile.ts'
import { type PricingUnderTest, startPricing, startShop } from '../../test/service.ts'
import { shippingWorld } from '../../test/shipping-world.ts'
import { type ChannelOption, reaching } from './channel-options.ts'

const CACHED = { STOREFRONT_CACHE_MB: '8' }

let shop: Awaited<ReturnType<typeof startShop>>
let second: PricingUnderTest
const { admin, aChannel, anOption, aCartIn, actorOf } = shippingWorld(() => shop)
beforeAll(async () => {
  shop = await startShop(CACHED)
  second = await startPricing(shop.servers, CACHED)
  await insertMissing(shop.db, { ...records, shipping_options: [] })
})
afterAll(async () => {
  await second.stop()
  await shop.stop()
})

const shownBy = async (replica: string, channel: string, cart: string) =>
  (await shop.send(listStoreShippingOptions, { actor: actorOf(channel), query: `cart_id=${cart}`, replica })).body
    .shipping_options

it('a channel’s shipping options are read once and then cached until they change', async () => {
  const { channel, zone } = await aChannel()
  await anOption(zone)
  const cart = await aCartIn(channel, { shipping_address: { country_code: 'de' } })
  const read = async () => {
    const plans = await plansOf(shop.db, () => shownBy(shop.id, channel, cart), { least: 0 })
    return plans.filter((query) => !isLookedAtMeanwhile(query)).map(({ ns }) => ns.split('.').at(-1))
  }
  await sleep(1100) // an answer this soon after a change is not cached
  expect(await read()).toContain('shipping_options')
  expect((await read()).filter((name) => name !== 'price_preferences')).toEqual([])
})

it('a channel’s shipping options are up to date at every replica after any part of them changes', async () => {
  const { channel, zone, set, location } = await aChannel()
  const option = await anOption(zone)
  const cart = await aCartIn(channel, { shipping_address: { country_code: 'de' } })
  const shown = () => Promise.all([shop.id, second.id].map((replica) => shownBy(replica, channel, cart)))
  const at = { replica: shop.id }
  const [[{ type }]] = await shown()

  await admin(updateShippingOption, option.id, { ...at, body: { prices: [{ currency_code: 'eur', amount: 8 }] } })
  for (const options of await shown()) expect(options).toMatchObject([{ amount: 8 }])
  await admin(updateShippingOptionType, type.id, { ...at, body: { label: 'Fast' } })
  for (const options of await shown()) expect(options).toMatchObject([{ type: { label: 'Fast' } }])

  const params = { id: set, zone_id: zone }
  const to = async (country_code: string) =>
    admin(updateServiceZone, undefined, { ...at, params, body: { geo_zones: [{ type: 'country', country_code }] } })
  await to('us')
  expect(await shown()).toEqual([[], []])
  await to('de')
  for (const options of await shown()) expect(options).toHaveLength(1)
  await admin(manageStockLocationSalesChannels, location, { ...at, body: { remove: [channel] } })
  expect(await shown()).toEqual([[], []])
  await admin(manageStockLocationSalesChannels, location, { ...at, body: { add: [channel] } })
  for (const options of await shown()) expect(options).toHaveLength(1)
  await admin(createStockLocationFulfillmentSet, location, { ...at, body: { name: 'Pickup at the quay', type: 'pickup' } })
  await admin(deleteShippingOption, option.id, at)
  expect(await shown()).toEqual([[], []])
})

it('a channel’s shipping options are matched to an address by checking each service zone once', () => {
  const covering = vi.fn(() => true)
  const geo_zones = Object.assign([], { some: covering })
  const options = ['a', 'b', 'c'].map((id) => ({ record: { id }, geo_zones }) as unknown as ChannelOption)
  const address = { country_code: 'de', province: null, city: null, postal_code: null }
  expect(reaching(options, address)).toEqual(options)
  expect(covering).toHaveBeenCalledTimes(1)
})
