import {
  createCart,
  createInventoryItem,
  createProduct,
  createSalesChannel,
  createServiceZone,
  createShippingOption,
  createShippingProfile,
  createStockLocation,
  createStockLocationFulfillmentSet,
  manageStockLocationFulfillmentProviders,
  manageStockLocationSalesChannels,
  type StorefrontActor,
} from '@souk/contracts'
import { expect } from 'vitest'
import { STOREFRONT } from './actors.ts'
import { aName, asAdmin } from './as-admin.ts'
import type { startShop } from './service.ts'

const EVERYWHERE = ['de', 'us'].map((country_code) => ({ type: 'country', country_code }))
const TYPE = { label: 'Slow', description: 'By hand', code: 'slow' }

/** Stock of a product's only variant: the levels of an inventory item. */
interface Goods {
  stock?: { location_id: string; stocked_quantity: number }[]
  item?: object
  variant?: object
}

/** Makes sales channels with locations that ship, and what is sold there, by the operations of administrators. */
export function shippingWorld(shop: () => Awaited<ReturnType<typeof startShop>>) {
  const admin = asAdmin(shop)
  const actorOf = (channel: string): StorefrontActor => ({ ...STOREFRONT, sales_channel_ids: [channel] })

  /** A location that serves the channel, with one service zone. */
  async function aLocation(channel: string, geo_zones: readonly object[]) {
    const address = { address_1: 'Quay 1', country_code: 'de' }
    const { stock_location } = (await admin(createStockLocation, undefined, { body: { name: aName('Quay'), address } })).body
    const location = stock_location.id as string
    await admin(manageStockLocationSalesChannels, location, { body: { add: [channel] } })
    await admin(manageStockLocationFulfillmentProviders, location, { body: { add: ['manual_manual'] } })
    const options = { body: { name: aName('Set'), type: 'shipping' }, query: 'fields=fulfillment_sets.id' }
    const made = (await admin(createStockLocationFulfillmentSet, location, options)).body.stock_location
    const set = made.fulfillment_sets[0].id as string
    const { status, body } = await admin(createServiceZone, set, { body: { name: aName('Zone'), geo_zones: geo_zones as never } })
    expect(status, JSON.stringify(body)).toBe(200)
    return { location, set, zone: body.fulfillment_set.service_zones[0].id as string }
  }

  return {
    admin,
    actorOf,

    /** A sales channel with locations: one, unless asked otherwise. The first one's ids stand apart. */
    async aChannel({ geo_zones = EVERYWHERE as readonly object[], locations = 1 } = {}) {
      const { sales_channel } = (await admin(createSalesChannel, undefined, { body: { name: aName('Channel') } })).body
      const channel = sales_channel.id as string
      const made = []
      for (let count = 0; count < locations; count++) made.push(await aLocation(channel, geo_zones))
      const { location = '', set = '', zone = '' } = made[0] ?? {}
      return { channel, location, set, zone, zones: made.map((one) => one.zone), locations: made.map((one) => one.location) }
    },

    async anOption(service_zone_id: string, overrides: object = {}) {
      const profile = { body: { name: aName('Profile'), type: 'default' } }
      const { id: shipping_profile_id } = (await admin(createShippingProfile, undefined, profile)).body.shipping_profile
      const links = { service_zone_id, shipping_profile_id, provider_id: 'manual_manual', type: TYPE }
      const prices = [{ currency_code: 'eur', amount: 5 }]
      const body = { name: aName('Option'), ...links, price_type: 'flat', prices, ...overrides }
      const answer = await admin(createShippingOption, undefined, { body: body as never })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.shipping_option as { id: string }
    },

    /** A published product of the channel, in euro and dollars. @returns the id of its variant */
    async aProductIn(channel: string, amount: number, { stock, item = {}, variant = {} }: Goods = {}): Promise<string> {
      const levels = { body: { ...item, location_levels: stock ?? [] } }
      const inventory = stock && (await admin(createInventoryItem, undefined, levels)).body.inventory_item.id
      const managed = inventory ? { manage_inventory: true, inventory_items: [{ inventory_item_id: inventory }] } : {}
      const prices = ['eur', 'usd'].map((currency_code) => ({ currency_code, amount }))
      const answer = await admin(createProduct, undefined, {
        body: {
          title: aName('Product'),
          status: 'published',
          sales_channels: [{ id: channel }],
          options: [{ title: 'Size', values: ['One'] }],
          variants: [{ title: 'One', options: { Size: 'One' }, manage_inventory: false, ...managed, ...variant, prices }],
        } as never,
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.product.variants[0].id
    },

    async aCartIn(channel: string, body: object = {}): Promise<string> {
      const answer = await shop().cart.send(createCart, { actor: actorOf(channel), body: { region_id: 'reg_eu', ...body } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.cart.id
    },
  }
}
