import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { BegunOrder, OrderPreview } from './order-preview.ts'
import { ReturnWithReasons } from './returns.ts'

/** The path of operations on a return. @param n the number of the reference's example */
export const returnParams = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the return', example: demonstrationId('return', n) }) })

/** The same, with one of the actions of its change. */
export const returnActionParams = (n: number, action: number) =>
  returnParams(n).extend({
    action_id: IdInput.meta({ description: 'ID of the action', example: demonstrationId('ordchact', action) }),
  })

/** The field of an answer that `fields` selects from: a return with its items and their reasons. */
export const SELECTED_RETURN = {
  key: 'return',
  schema: ReturnWithReasons,
  defaults: [...Object.keys(ReturnWithReasons.omit({ fulfillments: true }).shape), '*items.reason'],
} as const

/** The answer of operations that change a return in preparation or receipt: its order as the change would leave it. */
export const RETURN_PREVIEW_ANSWER = {
  response: z.object({ order_preview: OrderPreview, return: ReturnWithReasons }),
  selects: SELECTED_RETURN,
} as const

/** The answer of operations that begin one: its current order, with the new change. */
export const BEGUN_RETURN_ANSWER = {
  response: z.object({ order: BegunOrder, return: ReturnWithReasons }),
  selects: SELECTED_RETURN,
} as const
