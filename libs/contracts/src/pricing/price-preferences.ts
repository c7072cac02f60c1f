import { z } from 'zod'
import { FilledTextInput, Id, softDeletable, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'

/** Whether prices include taxes: those in a currency, or those limited to a region. */
export const PricePreference = z
  .object({
    id: Id,
    attribute: z.string().describe('`currency_code` or `region_id`.'),
    value: z.string().nullable().describe('The currency, or the id of the region.'),
    is_tax_inclusive: z.boolean(),
    ...softDeletable,
  })
  .meta({ id: 'PricePreference' })
export type PricePreference = z.infer<typeof PricePreference>

const resource = {
  service: 'pricing',
  noun: ['price preference', 'price preferences'],
  keys: ['price_preference', 'price_preferences'],
  schema: PricePreference,
  examples: { id: demonstrationId('prpref', 1001), deleted: demonstrationId('prpref', 1005) },
  defaults: 'all',
} as const
const preferences = plainResource({ ...resource, path: '/admin/price-preferences' })
const vendorPreferences = plainResource({ ...resource, path: '/vendor/price-preferences' })
const list = {
  sort: ['created_at', 'updated_at', 'attribute', 'value'],
  filter: ['id', 'attribute', 'value', 'is_tax_inclusive'],
  q: ['attribute', 'value'],
  qInside: true,
  order: [{ field: 'created_at', direction: 1 }],
} as const
const attribute = FilledTextInput()
const value = TextInput(255)
const is_tax_inclusive = z.boolean().optional()

export const listPricePreferences = preferences.list('list-price-preferences', { ...list, limit: 300 })
/** Only one for each value of an attribute. */
export const createPricePreference = preferences.create(
  'create-price-preference',
  z
    .strictObject({ attribute, value, is_tax_inclusive: is_tax_inclusive.describe('Default false.') })
    .meta({ example: { attribute: 'currency_code', value: 'gbp', is_tax_inclusive: true } }),
)
export const getPricePreference = preferences.get('get-price-preference')
export const updatePricePreference = preferences.update(
  'update-price-preference',
  z
    .strictObject({ attribute: attribute.optional(), value: value.optional(), is_tax_inclusive })
    .meta({ example: { is_tax_inclusive: false } }),
)
/** Afterwards the prices count as without taxes. */
export const deletePricePreference = preferences.delete('delete-price-preference')
/** Those of the marketplace, the same for every seller. */
export const listVendorPricePreferences = vendorPreferences.list('list-vendor-price-preferences', {
  ...list,
  limit: 300,
  deleted: 'hidden',
})

export const pricePreferenceOperations = {
  listPricePreferences,
  createPricePreference,
  getPricePreference,
  updatePricePreference,
  deletePricePreference,
  listVendorPricePreferences,
}

export const pricePreferenceEvents = recordEvents('pricing', 'price-preference', 'price preference')
export const [pricePreferenceCreated, pricePreferenceUpdated, pricePreferenceDeleted] = pricePreferenceEvents
