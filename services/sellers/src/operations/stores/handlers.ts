import { storeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listStores } from './list-stores.ts'

export const storeHandlers = implementAll(storeOperations, { listStores })
