import { storeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getStore } from './get-store.ts'
import { getVendorStore } from './get-vendor-store.ts'
import { listStores } from './list-stores.ts'
import { listVendorStores } from './list-vendor-stores.ts'
import { updateStore } from './update-store.ts'

export const storeHandlers = implementAll(storeOperations, {
  getStore,
  listStores,
  updateStore,
  listVendorStores,
  getVendorStore,
})
