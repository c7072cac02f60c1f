import { z } from 'zod'
import { CurrencyCodeInput, FilledTextInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { Store } from './store.ts'

/** The id of the store that every installation begins with. */
export const FIRST_STORE_ID = 'store_0000000000RTQWKEBVNGSM3VME'

const resource = {
  service: 'pricing',
  noun: ['store', 'stores: the one that there is, with its currencies and defaults'],
  keys: ['store', 'stores'],
  schema: Store,
  examples: { id: FIRST_STORE_ID, deleted: demonstrationId('store', 9) },
  defaults: [
    ...(['id', 'name', 'default_sales_channel_id', 'default_region_id', 'default_location_id', 'metadata'] as const),
    ...(['created_at', 'updated_at', '*supported_currencies', '*supported_currencies.currency'] as const),
  ],
} as const
const stores = plainResource({ ...resource, path: '/admin/stores' })
const vendorStores = plainResource({ ...resource, path: '/vendor/stores' })

const list = {
  sort: ['created_at', 'updated_at', 'name'],
  filter: ['id', 'name'],
  q: ['name'],
  qInside: true,
  order: OLDEST_FIRST,
} as const

export const listStores = stores.list('list-stores', list)
export const getStore = stores.get('get-store')

const StoreCurrencyInput = z.object({
  currency_code: CurrencyCodeInput,
  is_default: z.boolean().optional(),
  is_tax_inclusive: z.boolean().optional().describe("Stored as the currency's price preference."),
})

/** Given currencies replace the former ones, and one of them must be the default; so do given locales. */
export const updateStore = stores.update(
  'update-store',
  z
    .strictObject({
      name: TextInput(255).trim().optional(),
      supported_currencies: z.array(StoreCurrencyInput).max(200).optional(),
      supported_locales: z
        .array(z.object({ locale_code: FilledTextInput(100) }))
        .max(200)
        .optional(),
      default_sales_channel_id: IdInput.nullish(),
      default_region_id: IdInput.nullish(),
      default_location_id: IdInput.nullish(),
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { metadata: { motto: 'Buy less, buy better' } } }),
)

/** The marketplace's store, the same for every seller. */
export const listVendorStores = vendorStores.list('list-vendor-stores', { ...list, deleted: 'hidden' })
export const getVendorStore = { ...vendorStores.get('get-vendor-store'), query: RecordQuery }

export const storeOperations = { listStores, getStore, updateStore, listVendorStores, getVendorStore }

export const storeUpdated = defineEvent({
  service: 'pricing',
  name: 'store.updated',
  summary: 'A store was updated.',
  ids: z.object({ id: z.string().describe('The store') }),
})
export const storeEvents = [storeUpdated]
