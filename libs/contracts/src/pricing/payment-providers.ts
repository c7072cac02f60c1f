import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { PaymentProvider } from './region.ts'

const OLDEST_ID_FIRST = [{ field: 'id', direction: 1 }] as const
const response = listResponse('payment_providers', PaymentProvider)
const selects = { key: 'payment_providers', schema: PaymentProvider, defaults: ['id', 'is_enabled'] }

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
  query: listQuery(PaymentProvider, {
    sort: ['id'],
    context: { region_id: IdInput.describe('ID of the region').meta({ example: demonstrationId('reg', 1) }) },
    order: OLDEST_ID_FIRST,
    limit: 20,
  }),
  response,
  selects,
})

export const paymentProviderOperations = { listPaymentProviders, listStorePaymentProviders }
