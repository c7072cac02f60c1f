import type { z } from 'zod'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import type { Path } from '../operation/operation.ts'
import { defineOperation } from '../operation/operation.ts'
import { Claim, Exchange, ReturnWithReasons } from './returns.ts'

const PAGE = { limit: 15, deleted: 'hidden', order: OLDEST_FIRST } as const
const listOf = <Key extends string, S extends z.ZodObject, Q extends z.ZodType>(key: Key, schema: S, query: Q) =>
  defineOperation({
    service: 'orders',
    name: `list-${key}`,
    method: 'GET',
    path: `/admin/${key}` as Path,
    summary: `List ${key}`,
    query,
    response: listResponse(key, schema),
    selects: { key, schema, defaults: 'all' },
  })

/** Returns of all orders, including those of exchanges and claims. */
export const listReturns = listOf(
  'returns',
  ReturnWithReasons,
  listQuery(ReturnWithReasons, {
    sort: ['created_at', 'updated_at', 'display_id', 'status'],
    filter: [
      ...(['id', 'order_id', 'status', 'exchange_id', 'claim_id', 'location_id', 'created_by'] as const),
      ...(['created_at', 'updated_at', 'deleted_at', 'requested_at', 'received_at', 'canceled_at'] as const),
    ],
    ...PAGE,
  }),
)

export const listExchanges = listOf(
  'exchanges',
  Exchange,
  listQuery(Exchange, {
    sort: ['created_at', 'updated_at', 'display_id'],
    filter: ['id', 'order_id', 'return_id', 'created_by', 'created_at', 'updated_at', 'deleted_at', 'canceled_at'],
    ...PAGE,
  }),
)

export const listClaims = listOf(
  'claims',
  Claim,
  listQuery(Claim, {
    sort: ['created_at', 'updated_at', 'display_id', 'type'],
    filter: ['id', 'order_id', 'return_id', 'type', 'created_by', 'created_at', 'updated_at', 'deleted_at', 'canceled_at'],
    ...PAGE,
  }),
)

export const returnListOperations = { listReturns, listExchanges, listClaims }
