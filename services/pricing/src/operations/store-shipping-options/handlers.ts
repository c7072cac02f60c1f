import { storeShippingOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listStoreShippingOptions } from './list-store-shipping-options.ts'

export const storeShippingOptionHandlers = implementAll(storeShippingOptionOperations, { listStoreShippingOptions })
