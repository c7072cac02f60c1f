import { z } from 'zod'
import { Amount, CurrencyCode, Id, IdInput, softDeletable, TimestampInput } from '../fields/common.ts'
import { listQuery } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { StoredCommissionRule } from './commission-rules.ts'
import { orderShape } from './order.ts'

/** The marketplace's share of one line of an order. */
export const CommissionLine = z
  .object({
    id: Id,
    item_line_id: Id.describe('The line of the order.'),
    rule_id: Id.describe('The rule that applied to the line. It may have been changed or deleted since.'),
    currency_code: CurrencyCode,
    value: Amount.describe('Exact, so it may have more decimal places than the currency.'),
    ...softDeletable,
  })
  .meta({ id: 'CommissionLine' })
export type CommissionLine = z.infer<typeof CommissionLine>

const AppliedCommissionRule = StoredCommissionRule.pick({ id: true, name: true, reference: true, reference_id: true, rate: true })
  .describe('The rule as it was when the order was placed.')
  .meta({ id: 'AppliedCommissionRule' })
/** A rule as it was when it was applied. */
export type AppliedCommissionRule = z.infer<typeof AppliedCommissionRule>

const CommissionedOrder = z
  .object({
    id: orderShape.id,
    display_id: orderShape.display_id,
    currency_code: orderShape.currency_code,
    status: orderShape.status,
    created_at: orderShape.created_at,
    total: Amount.describe('As it is now.'),
    seller: z
      .object({ id: Id, name: z.string() })
      .meta({ id: 'CommissionedSeller' })
      .nullable()
      .describe('Null if it no longer exists.'),
  })
  .meta({ id: 'CommissionedOrder' })

/** A line as listed across orders. */
export const ListedCommissionLine = CommissionLine.extend({ rule: AppliedCommissionRule, order: CommissionedOrder }).meta({
  id: 'ListedCommissionLine',
})
export type ListedCommissionLine = z.infer<typeof ListedCommissionLine>

const NOTE =
  'Commission is computed when an order is placed from a cart, line by line. Later edits, returns and cancelations of the order, and later ' +
  'changes of rules, leave it as it is. Orders of the marketplace itself, and those converted from drafts, have none. Lines of one time ' +
  'come in the order of their orders and items.'
const period = {
  start_date: TimestampInput.optional().describe('Only lines created at this time or later.'),
  end_date: TimestampInput.optional().describe('Only lines created at this time or earlier; a date means its beginning, in UTC.'),
}
/** An id begins with the time of its creation: by both, lines are sorted by time. */
const LIST = { sort: ['created_at'], limit: 15, deleted: 'hidden' } as const
const common = {
  service: 'orders',
  method: 'GET',
  description: NOTE,
  response: listResponse('commission_lines', ListedCommissionLine),
  selects: { key: 'commission_lines', schema: ListedCommissionLine, defaults: 'all' },
} as const

/** Of the orders of all sellers, newest first. */
export const listCommissionLines = defineOperation({
  ...common,
  name: 'list-commission-lines',
  path: '/admin/commission/commission-lines',
  summary: 'List commission lines',
  query: listQuery(ListedCommissionLine, {
    ...LIST,
    context: { ...period, seller_id: IdInput.optional().describe('Only lines of the orders of this seller.') },
  }),
})

/** Of the orders of the caller's seller, newest first. */
export const listVendorCommissionLines = defineOperation({
  ...common,
  name: 'list-vendor-commission-lines',
  path: '/vendor/commission',
  summary: "List the commission lines of the seller's orders",
  query: listQuery(ListedCommissionLine, { ...LIST, context: period }),
})

export const commissionLineOperations = { listCommissionLines, listVendorCommissionLines }
