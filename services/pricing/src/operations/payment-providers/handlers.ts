import { paymentProviderOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listPaymentProviders } from './list-payment-providers.ts'
import { listStorePaymentProviders } from './list-store-payment-providers.ts'

export const paymentProviderHandlers = implementAll(paymentProviderOperations, {
  listPaymentProviders,
  listStorePaymentProviders,
})
