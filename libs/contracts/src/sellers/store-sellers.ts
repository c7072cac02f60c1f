import { z } from 'zod'
import { FilledTextInput } from '../fields/common.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { SELLER_SEARCH } from './sellers.ts'
import { ReviewedSeller, StoreSeller } from './store-seller.ts'

const selects = { schema: ReviewedSeller, defaults: 'all' } as const

/** Active sellers. */
export const listStoreSellers = defineOperation({
  service: 'sellers',
  name: 'list-store-sellers',
  method: 'GET',
  path: '/store/seller',
  summary: 'List sellers',
  query: listQuery(StoreSeller, {
    sort: ['created_at', 'updated_at', 'name'],
    filter: ['id', 'name', 'handle', 'created_at', 'updated_at'],
    q: SELLER_SEARCH,
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('sellers', ReviewedSeller),
  selects: { key: 'sellers', ...selects },
})

/** An active seller. */
export const getStoreSeller = defineOperation({
  service: 'sellers',
  name: 'get-store-seller',
  method: 'GET',
  path: '/store/seller/:handle',
  summary: 'Get a seller',
  params: z.object({
    handle: FilledTextInput(500).meta({ description: 'Handle of the seller', example: 'linen-and-loom' }),
  }),
  response: z.object({ seller: ReviewedSeller }),
  selects: { key: 'seller', ...selects },
  sameForAll: true,
})

export const storeSellerOperations = { listStoreSellers, getStoreSeller }
