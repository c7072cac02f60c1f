import { Id } from '../fields/common.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { PaymentProvider } from './region.ts'

const OLDEST_ID_FIRST = [{ field: 'id', direction: 1 }] as const
const response = listResponse('payment_providers', PaymentProvider)
const selects = { key: 'payment_providers', schema: PaymentProvider, defaults: ['id', 'is_enabled'] }
const OfRegion = PaymentProvider.extend({ region_id: Id })

export const listPaymentProviders = defineOperation({
  service: 'pricing',
  name: 'list-payment-providers',
  method: 'GET',
  path: '/admin/payments/payment-providers',
  summary: 'List payment providers',
  query: listQuery(PaymentProvider, { sort: ['id'], filter: ['id', 'is_enabled'], order: OLDEST_ID_FIRST, limit: 20 }),
  response,
  selects,
})

export const listStorePaymentProviders = defineOperation({
  service: 'pricing',
  name: 'list-store-payment-providers',
  method: 'GET',
  path: '/store/payment-providers',
  summary: 'List the payment providers of a region',
  description: 'Without `region_id` those of all regions.',
  query: listQuery(OfRegion, { sort: ['id'], filter: ['region_id'], order: OLDEST_ID_FIRST, limit: 20 }),
  response,
  selects,
})

export const paymentProviderOperations = { listPaymentProviders, listStorePaymentProviders }
