import { storeShippingOptionOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { calculateShippingOption } from './calculate-shipping-option.ts'
import { listReturnShippingOptions } from './list-return-shipping-options.ts'
import { listStoreShippingOptions } from './list-store-shipping-options.ts'

export const storeShippingOptionHandlers = implementAll(storeShippingOptionOperations, {
  listStoreShippingOptions,
  listReturnShippingOptions,
  calculateShippingOption,
})
