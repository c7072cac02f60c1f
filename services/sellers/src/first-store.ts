import { derivedOpId, idsFrom } from '@souk/runtime'
import type { StoreRecord } from './domain/store.ts'
import type { StoreStore } from './stores/stores.ts'

// Time 0: replicas that start together derive the same ids, and so make one record.
const newId = idsFrom(derivedOpId(0, 'first-store', ''))
export const FIRST_STORE_ID = newId('store')
const FIRST_CURRENCY_ID = newId('stocur')

/** Creates the store that clients expect to find, once: later changes are its administrators' own. */
export async function ensureFirstStore(stores: StoreStore) {
  const at = new Date().toISOString()
  const first: StoreRecord = {
    id: FIRST_STORE_ID,
    name: 'Souk',
    default_sales_channel_id: null,
    default_region_id: null,
    default_location_id: null,
    metadata: null,
    supported_currencies: [
      { id: FIRST_CURRENCY_ID, currency_code: 'eur', is_default: true, created_at: at, updated_at: at, deleted_at: null },
    ],
    created_at: at,
    updated_at: at,
  }
  await stores.insertMissing(first)
}
