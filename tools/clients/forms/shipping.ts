import { z } from 'zod'
import type { Known } from '../page-row.ts'
import type { Form } from './form.ts'
import { choose, enter, fill, press, save, tick, turn } from './steps.ts'

const Locations = z.object({
  stock_locations: z.array(
    z.object({
      id: z.string(),
      fulfillment_sets: z.array(
        z.object({
          id: z.string(),
          service_zones: z.array(z.object({ id: z.string(), shipping_options: z.array(z.object({ id: z.string() })) })),
        }),
      ),
    }),
  ),
})

interface Ids {
  zone: string
  option: string
}

/** A path below the first fulfillment set of the first location. */
const ofSet = (rest: (ids: Ids) => string) => async (known: Known) => {
  const answer = await known.get('/admin/stock-locations?fields=id,*fulfillment_sets.service_zones.shipping_options')
  const [location] = Locations.parse(answer).stock_locations
  const [set] = location!.fulfillment_sets
  const [zone] = set!.service_zones
  const [option] = zone!.shipping_options
  return `/settings/locations/${location!.id}/fulfillment-set/${set!.id}/${rest({ zone: zone!.id, option: option!.id })}`
}

/** Service zones, shipping options and their prices. */
export const shippingForms: readonly Form[] = [
  {
    name: 'new shipping profile',
    path: '/settings/locations/shipping-profiles/create',
    steps: [fill({ name: 'Heavy', type: 'heavy' }), save],
    shows: ['Heavy'],
  },
  {
    name: 'new shipping option type',
    path: '/settings/locations/shipping-option-types/create',
    steps: [fill({ label: 'By bicycle', code: 'bicycle', description: 'In town' }), save],
    shows: ['By bicycle', 'In town'],
  },
  {
    name: 'shipping option type changed',
    path: '/settings/locations/shipping-option-types/:id/edit',
    list: '/admin/shipping-option-types?label=Express',
    steps: [fill({ description: 'Next day' }), save],
    shows: ['Next day'],
  },
  {
    name: 'new service zone',
    path: ofSet(() => 'service-zones/create'),
    steps: [fill({ name: 'The north' }), press('Manage areas'), fill({ q: 'Finl' }), tick('Finland'), save, save],
    shows: ['The north'],
  },
  {
    name: 'service zone changed',
    path: ofSet(({ zone }) => `service-zone/${zone}/edit`),
    steps: [fill({ name: 'Both sides' }), save],
    shows: ['Both sides'],
  },
  {
    name: "service zone's areas",
    path: ofSet(({ zone }) => `service-zone/${zone}/areas`),
    steps: [press('Manage areas'), fill({ q: 'Ice' }), tick('Iceland'), save, save],
    reopens: true,
    shows: ['Iceland'],
  },
  {
    name: 'new shipping option',
    path: ofSet(({ zone }) => `service-zone/${zone}/shipping-option/create`),
    steps: [
      fill({ name: 'Overnight' }),
      choose('Shipping profile', 'Default Shipping Profile'),
      choose('Shipping option type', 'Express'),
      choose('Fulfillment provider', 'Manual'),
      choose('Fulfillment option', 'manual-fulfillment'),
      press('Continue'),
      enter('currency_prices.eur', '24.5'),
      save,
    ],
    shows: ['Overnight'],
  },
  {
    name: 'shipping option changed',
    path: ofSet(({ zone, option }) => `service-zone/${zone}/shipping-option/${option}/edit`),
    steps: [fill({ name: 'Unhurried' }), turn('Enable in store'), save],
    shows: ['Unhurried'],
  },
  {
    name: "shipping option's prices",
    path: ofSet(({ zone, option }) => `service-zone/${zone}/shipping-option/${option}/pricing`),
    steps: [enter('currency_prices.usd', '13'), enter('region_prices', '11.5'), save],
    reopens: true,
    shows: ['13.00', '11.50'],
  },
]
