import { z } from 'zod'
import { CurrencyCodeInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Region } from './region.ts'

const common = {
  service: 'pricing',
  noun: ['region', 'regions'],
  keys: ['region', 'regions'],
  schema: Region,
  examples: { id: demonstrationId('reg', 1), deleted: demonstrationId('reg', 3) },
} as const
const SHOWN = ['id', 'name', 'currency_code', 'created_at', 'updated_at', 'deleted_at', 'metadata', 'countries'] as const
const regions = plainResource({ ...common, path: '/admin/regions', defaults: [...SHOWN, 'automatic_taxes'] })
const storeRegions = plainResource({
  ...common,
  path: '/store/regions',
  defaults: SHOWN,
  bounds: { allowed: ['payment_providers'] },
})
const vendorRegions = plainResource({ ...common, path: '/vendor/regions', defaults: [...SHOWN, 'automatic_taxes'] })
const FILTERS = ['id', 'name', 'currency_code'] as const
const ORDERS = ['created_at', 'updated_at', 'name', 'currency_code'] as const
const oldestFirst = {
  order: [{ field: 'created_at', direction: 1 }],
  q: ['name', 'currency_code'],
  qInside: true,
  sort: ORDERS,
} as const

const name = TextInput(255).trim()
const shared = {
  countries: z
    .array(TextInput(10).toLowerCase())
    .max(300)
    .optional()
    .describe('Two-letter ISO 3166-1 codes. A country belongs to at most one region.'),
  automatic_taxes: z.boolean().optional().describe('Default: true.'),
  is_tax_inclusive: z
    .boolean()
    .optional()
    .describe('Whether prices of the region include taxes; stored as its price preference.'),
  payment_providers: z.array(IdInput).max(100).optional(),
  metadata: MetadataInput.nullish(),
}

export const listRegions = regions.list('list-regions', {
  ...oldestFirst,
  filter: [...FILTERS, 'created_at', 'updated_at', 'deleted_at'],
  deleted: 'shown',
})
export const createRegion = regions.create(
  'create-region',
  z
    .strictObject({ name, currency_code: CurrencyCodeInput, ...shared })
    .meta({ example: { name: 'Nordics', currency_code: 'sek' } }),
)
export const getRegion = regions.get('get-region')
export const updateRegion = regions.update(
  'update-region',
  z
    .strictObject({ name: name.optional(), currency_code: CurrencyCodeInput.optional(), ...shared })
    .meta({ example: { metadata: { office: 'Berlin' } } }),
)
/** Afterwards its countries are free for other regions. Carts, orders and drafts keep their copies of it, and go on by these. */
export const deleteRegion = regions.delete('delete-region')

export const listStoreRegions = storeRegions.list('list-store-regions', { ...oldestFirst, filter: FILTERS })
export const getStoreRegion = storeRegions.get('get-store-region')

/** Those of the marketplace, the same for every seller. */
export const listVendorRegions = vendorRegions.list('list-vendor-regions', {
  ...oldestFirst,
  filter: [...FILTERS, 'created_at', 'updated_at'],
  deleted: 'hidden',
})
export const getVendorRegion = { ...vendorRegions.get('get-vendor-region'), query: RecordQuery }

export const regionOperations = {
  listRegions,
  createRegion,
  getRegion,
  updateRegion,
  deleteRegion,
  listStoreRegions,
  getStoreRegion,
  listVendorRegions,
  getVendorRegion,
}

export const regionEvents = recordEvents('pricing', 'region', 'region')
export const [regionCreated, regionUpdated, regionDeleted] = regionEvents
