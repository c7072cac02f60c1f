import { ids } from '../../../tools/seed/ids.ts'
import { addCart } from '../records.ts'
import type { System } from '../system.ts'
import { aName, made } from './made.ts'
import type { Ids, Play, Resource } from './scene.ts'

const PROVIDER = 'manual_manual'
const address = { address_1: 'Hafenstr. 1', country_code: 'de' }
const zone = () => ({ name: aName('Zone'), geo_zones: [{ type: 'country', country_code: 'de' }] })

const addChannel = async (system: System) =>
  (await made(system, '/admin/sales-channels', { name: aName('Channel') }, 'sales_channel')).id
const addLocation = async (system: System) =>
  (await made(system, '/admin/stock-locations', { name: aName('Location') }, 'stock_location')).id
const addProfile = async (system: System) =>
  (await made(system, '/admin/shipping-profiles', { name: aName('Profile'), type: 'default' }, 'shipping_profile')).id
const addType = async (system: System) =>
  (await made(system, '/admin/shipping-option-types', { label: aName('Type'), code: 'type' }, 'shipping_option_type')).id

interface Sets {
  fulfillment_sets: { id: string }[]
}
async function addSet(system: System): Promise<string> {
  const path = `/admin/stock-locations/${await addLocation(system)}/fulfillment-sets?fields=*fulfillment_sets` as const
  const location = await made<Sets>(system, path, { name: aName('Set'), type: 'shipping' }, 'stock_location')
  return location.fulfillment_sets[0]!.id
}
/** In the seeded set. The new zone is found by its own id: the answer has them all. */
async function addZone(system: System): Promise<string> {
  const body = zone()
  const set = await made<{ service_zones: { id: string; name: string }[] }>(
    system,
    `/admin/fulfillment-sets/${ids.fulfillment_set}/service-zones`,
    body,
    'fulfillment_set',
  )
  return set.service_zones.find(({ name }) => name === body.name)!.id
}
const option = async (_system: System) => ({
  name: aName('Option'),
  service_zone_id: ids.service_zone,
  shipping_profile_id: ids.shipping_profile,
  price_type: 'flat',
  provider_id: PROVIDER,
  type_id: ids.shipping_option_type,
  prices: [{ currency_code: 'eur', amount: 5 }],
})
/** The sample's option, in our zone, profile and region. */
const asHere: Play = (_system, { request }) => {
  const body = request.body as { prices: { region_id?: string }[] }
  const prices = body.prices.map((price) => (price.region_id ? { ...price, region_id: ids.region } : price))
  return { body: { ...body, service_zone_id: ids.service_zone, shipping_profile_id: ids.shipping_profile, prices } }
}
const addOption = async (system: System) =>
  (await made(system, '/admin/shipping-options', await option(system), 'shipping_option')).id

const channels: Ids = { own: addChannel }
const locations: Ids = { own: addLocation }
const sets: Ids = { own: addSet }
const profiles: Ids = { own: addProfile }
const types: Ids = { own: addType }
const options: Ids = { own: addOption }
const theSet: Ids = { own: () => ids.fulfillment_set }

/** Where things are sold, where they lie, and how they are sent. */
export const shipping: Resource = {
  recorded: async ({ http }) => {
    const rules = [{ attribute: 'enabled_in_store', operator: 'eq', value: 'true' }]
    await http('POST', `/admin/shipping-options/${ids.shipping_option}/rules/batch`, { body: { create: rules } })
    return { sc: ids.sales_channel, so: ids.shipping_option, sloc: ids.stock_location }
  },
  operations: {
    'list-sales-channels': {},
    'create-sales-channel': { body: () => ({ name: aName('Channel') }) },
    'get-sales-channel': { ids: channels },
    'update-sales-channel': { ids: channels, body: { description: 'Where bargains are sold' } },
    'delete-sales-channel': { ids: { ...channels, answered: 'as deleted' } },
    'manage-sales-channel-products': { ids: channels, body: { add: [ids.product], remove: [ids.foreign_product] } },
    'list-stock-locations': {},
    'create-stock-location': { body: () => ({ name: aName('Location'), address }) },
    'get-stock-location': { ids: locations },
    'update-stock-location': { ids: locations, body: { address } },
    'delete-stock-location': { ids: { ...locations, answered: 'as deleted' } },
    'manage-stock-location-sales-channels': { ids: locations, body: { add: [ids.sales_channel] } },
    'manage-stock-location-fulfillment-providers': { ids: locations, body: { add: [PROVIDER] } },
    'create-stock-location-fulfillment-set': {
      ids: locations,
      once: true,
      body: () => ({ name: aName('Set'), type: 'shipping' }),
    },
    'delete-fulfillment-set': { ids: { ...sets, answered: 'as deleted' } },
    'create-service-zone': { ids: sets, once: true, body: zone },
    'get-service-zone': { ids: theSet, params: { zone_id: ids.service_zone } },
    'update-service-zone': { ids: theSet, params: { zone_id: ids.service_zone }, body: { name: 'Europe and America' } },
    'delete-service-zone': { ids: theSet, once: 404, params: async (system) => ({ zone_id: await addZone(system) }) },
    'list-shipping-profiles': {},
    'create-shipping-profile': { once: true, body: () => ({ name: aName('Profile'), type: 'default' }) },
    'get-shipping-profile': { ids: profiles },
    'update-shipping-profile': { ids: profiles, body: { type: 'custom' } },
    'delete-shipping-profile': { ids: profiles },
    'list-vendor-sales-channels': { shared: true },
    'list-shipping-option-types': {},
    'create-shipping-option-type': { body: { label: 'Parcel', code: 'parcel' } },
    'get-shipping-option-type': { ids: types },
    'update-shipping-option-type': { ids: types, body: { description: 'Up to 30 kg' } },
    'delete-shipping-option-type': { ids: { ...types, answered: 'as deleted' } },
    'list-fulfillment-providers': {},
    'list-fulfillment-provider-options': { ids: { own: () => PROVIDER } },
    'list-shipping-options': {},
    'list-store-shipping-options': {
      query: async (system) => `cart_id=${await addCart(system)}`,
      different: {
        'GET /store/shipping-options?cart_id=:cart': {
          'shipping_options[].calculated_price: null instead of object': 'an option of the demonstration data has no price',
        },
      },
    },
    'list-return-shipping-options': {
      headers: ({ tokens }) => ({ authorization: `Bearer ${tokens.customer}` }),
      query: `order_id=${ids.order}`,
    },
    'calculate-shipping-option': {
      refused: 400,
      ids: { own: () => ids.shipping_option },
      body: async (system) => ({ cart_id: await addCart(system) }),
    },
    'create-shipping-option': {
      body: option,
      samples: {
        'medusa/04-admin-create-shipping-option-standard': asHere,
        'medusa/04-admin-create-shipping-option-express': asHere,
      },
    },
    'get-shipping-option': { ids: options },
    'update-shipping-option': { ids: options, body: { name: 'By bicycle' } },
    'delete-shipping-option': { ids: { ...options, answered: 'as deleted' } },
    'batch-shipping-option-rules': {
      ids: options,
      body: { create: [{ attribute: 'enabled_in_store', operator: 'eq', value: 'true' }] },
    },
  },
}
