import { expect, it } from 'vitest'
import * as contracts from '../src/index.ts'

it.each([
  contracts.cancelClaimRequest,
  contracts.cancelExchangeRequest,
  contracts.cancelReturnRequest,
  contracts.cancelReturnReceipt,
  contracts.cancelVendorReturnReceipt,
  contracts.beginOrderEdit,
  contracts.cancelOrderEdit,
  contracts.deleteRefundReason,
  contracts.deleteReturnReason,
  contracts.batchItemLocationLevels,
  contracts.batchPriceListPrices,
  contracts.batchVariantInventoryItems,
  contracts.batchShippingOptionRules,
])('$name accepts `fields`, which clients of Medusa and Mercur send, and no other parameter', ({ query }) => {
  expect(query.safeParse({ fields: 'id,+metadata' }).success).toBe(true)
  expect(query.safeParse({ limit: '1' }).success).toBe(false)
})
