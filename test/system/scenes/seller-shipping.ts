import { demonstrationId } from '@souk/contracts'
import { ids } from '../../../tools/seed/ids.ts'
import { addDeletedStockLocation } from '../records.ts'
import type { System } from '../system.ts'
import { aName, deleting, made } from './made.ts'
import type { Ids, Play, Resource } from './scene.ts'

type Add = (system: System) => Promise<string>
interface Named {
  id: string
  name: string
}

const PROVIDER = 'manual_manual'
const SELLERS = ['seller', 'foreign_seller'] as const
type As = (typeof SELLERS)[number]
/** Of each seller: a zone of a location that no storefront is offered anything of. */
const ZONES = { seller: demonstrationId('serzo', 3), foreign_seller: ids.foreign_service_zone }
const LOCATIONS = { seller: ids.stock_location, foreign_seller: ids.foreign_stock_location }

const address = { address_1: 'Hafenstr. 1', country_code: 'de' }
const aSet = () => ({ name: aName('Set'), type: 'shipping' })
const aZone = () => ({ name: aName('Zone'), geo_zones: [{ type: 'country', country_code: 'de' }] })
const anOption = (as: As = 'seller') => ({
  name: aName('Option'),
  service_zone_id: ZONES[as],
  shipping_profile_id: ids.shipping_profile,
  provider_id: PROVIDER,
  type: { label: 'By bike', description: 'Within a day', code: 'bike' },
  prices: [{ currency_code: 'eur', amount: 5 }],
})

const addLocation: Add = async (system) =>
  (await made(system, '/vendor/stock-locations', { name: aName('Location') }, 'stock_location')).id
const addSet =
  (as: As): Add =>
  async (system) => {
    const body = aSet()
    const path = `/vendor/stock-locations/${LOCATIONS[as]}/fulfillment-sets` as const
    const { fulfillment_sets } = await made<{ fulfillment_sets: Named[] }>(system, path, body, 'stock_location', { as })
    return fulfillment_sets.find(({ name }) => name === body.name)!.id
  }
const addZone: Add = async (system) => {
  const body = aZone()
  const path = `/vendor/fulfillment-sets/${ids.fulfillment_set}/service-zones` as const
  const { service_zones } = await made<{ service_zones: Named[] }>(system, path, body, 'fulfillment_set')
  return service_zones.find(({ name }) => name === body.name)!.id
}
const addOption =
  (as: As): Add =>
  async (system) =>
    (await made(system, '/vendor/shipping-options', anOption(as), 'shipping_option', { as })).id

const aProfile = () => ({ name: aName('Profile'), type: 'custom' })
const addProfile =
  (as: As): Add =>
  async (system) =>
    (await made(system, '/vendor/shipping-profiles', aProfile(), 'shipping_profile', { as })).id

/** Records of both sellers, made and deleted. */
const deletedOfBoth = (path: `/${string}`, add: (as: As) => Add) => async (system: System) =>
  (await Promise.all(SELLERS.map((as) => deleting(path, add(as), { as })(system)))).flat()

/** @param own the one that the seller may use: a new one where it goes with the request */
const locations = (own: Ids['own'] = () => ids.stock_location): Ids => ({
  own,
  foreign: () => ids.foreign_stock_location,
  deleted: (system) => Promise.all([ids.seller, ids.foreign_seller].map((id) => addDeletedStockLocation(system, id))),
})
const sets = (own: Ids['own'] = () => ids.fulfillment_set): Ids => ({
  own,
  foreign: () => ids.foreign_fulfillment_set,
  deleted: deletedOfBoth('/vendor/fulfillment-sets', addSet),
})
const options = (own: Ids['own'] = () => ids.shipping_option): Ids => ({
  own,
  foreign: () => ids.foreign_shipping_option,
  deleted: deletedOfBoth('/vendor/shipping-options', addOption),
})
const profiles = (own: Ids['own'] = () => ids.seller_shipping_profile): Ids => ({
  own,
  foreign: () => ids.foreign_shipping_profile,
  deleted: deletedOfBoth('/vendor/shipping-profiles', addProfile),
})
/** The sample's option, in our zone, profile and region. */
const asHere: Play = (_system, { request }) => {
  const body = request.body as { prices: { region_id?: string }[] }
  const prices = body.prices.map((price) => (price.region_id ? { ...price, region_id: ids.region } : price))
  return { body: { ...body, service_zone_id: ZONES.seller, shipping_profile_id: ids.shipping_profile, prices } }
}

/** From where sellers send what they sell, and how. */
export const sellerShipping: Resource = {
  operations: {
    'list-vendor-stock-locations': {},
    'get-vendor-stock-location': { ids: locations() },
    'create-vendor-stock-location': { body: () => ({ name: aName('Location'), address }) },
    'update-vendor-stock-location': { ids: locations(), body: { address } },
    'delete-vendor-stock-location': { ids: locations(addLocation), once: 403 },
    'manage-vendor-stock-location-sales-channels': { ids: locations(), body: { add: [ids.sales_channel] } },
    'manage-vendor-stock-location-fulfillment-providers': { ids: locations(), body: { add: [PROVIDER] } },
    'create-vendor-stock-location-fulfillment-set': { ids: locations(), once: true, body: aSet },
    'delete-vendor-fulfillment-set': { ids: sets(addSet('seller')), once: 403 },
    'create-vendor-service-zone': { ids: sets(), once: true, body: aZone },
    'update-vendor-service-zone': {
      ids: sets(),
      params: { zone_id: ids.service_zone },
      body: { name: 'Europe and America' },
    },
    'delete-vendor-service-zone': { ids: sets(), once: 403, params: async (system) => ({ zone_id: await addZone(system) }) },
    'list-vendor-shipping-profiles': { at_first: 2 },
    'get-vendor-shipping-profile': { ids: profiles() },
    'create-vendor-shipping-profile': { once: true, body: aProfile },
    'update-vendor-shipping-profile': { ids: profiles(), body: { type: 'fragile' } },
    'delete-vendor-shipping-profile': { ids: profiles(addProfile('seller')), once: 403 },
    'list-vendor-shipping-options': {},
    'create-vendor-shipping-option': {
      body: () => anOption(),
      samples: { 'mercur/05-vendor-create-shipping-option': asHere },
    },
    'get-vendor-shipping-option': { ids: options() },
    'update-vendor-shipping-option': { ids: options(() => demonstrationId('so', 4)), body: { name: 'By bicycle' } },
    'delete-vendor-shipping-option': { ids: options(addOption('seller')), once: 403 },
    'list-vendor-fulfillment-providers': { shared: true },
    'list-vendor-fulfillment-provider-options': { shared: true, ids: { own: () => PROVIDER, deleted: async () => [] } },
  },
}
