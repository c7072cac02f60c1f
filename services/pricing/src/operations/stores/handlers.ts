import { storeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getStore } from './get-store.ts'
import { listStores } from './list-stores.ts'
import { updateStore } from './update-store.ts'

export const storeHandlers = implementAll(storeOperations, {
  getStore,
  listStores,
  updateStore,
})
