import { listStores, listVendorStores, storeOperations } from '@souk/contracts'
import { implementAll, listHandler } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownStore } from '../../domain/stores/store.ts'
import { getStore } from './get-store.ts'
import { getVendorStore } from './get-vendor-store.ts'
import { updateStore } from './update-store.ts'

const list = listHandler({
  many: 'stores',
  store: ({ stores }: Deps) => stores,
  show: async (found) => found.map(shownStore),
})

export const storeHandlers = implementAll(storeOperations, {
  getStore,
  listStores: list(listStores),
  updateStore,
  listVendorStores: list(listVendorStores),
  getVendorStore,
})
