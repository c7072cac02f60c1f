import { listPaymentProviders as contract } from '@souk/contracts'
import { implement, pageOf } from '@souk/runtime'
import { PAYMENT_PROVIDERS } from '../../domain/regions/payment-providers.ts'

export const listPaymentProviders = implement(contract, async ({ query }) => {
  const { records: payment_providers, ...page } = pageOf(PAYMENT_PROVIDERS, query)
  return { payment_providers, ...page }
})
