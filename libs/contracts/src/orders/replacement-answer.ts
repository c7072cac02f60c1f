import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { BegunOrder, OrderPreview } from './order-preview.ts'
import { Claim, Exchange, ReturnWithReasons } from './returns.ts'

/** The unconfirmed claim and exchange in the reference, and the numbers of their lines and steps. */
const EXAMPLES = { claim: ['claim', 3200], exchange: ['oexc', 3400] } as const
type Kind = keyof typeof EXAMPLES

/** The path of operations that prepare a claim or an exchange. */
export function replacementParams(kind: Kind) {
  const [prefix, n] = EXAMPLES[kind]
  return z.object({ id: IdInput.meta({ description: `ID of the ${kind}`, example: demonstrationId(prefix, n) }) })
}

/** The same, with a step of its change. @param step the number of the reference's example */
export const replacementStepParams = (kind: Kind, step: number) =>
  replacementParams(kind).extend({
    action_id: IdInput.meta({ description: 'ID of the action', example: demonstrationId('ordchact', EXAMPLES[kind][1] + step) }),
  })

/** The line of its order in the reference. */
export const replacedLine = (kind: Kind) => demonstrationId('ordli', EXAMPLES[kind][1])

/** The field of an answer that `fields` selects from. */
const SELECTED = {
  claim: { key: 'claim', schema: Claim, defaults: 'all' },
  exchange: { key: 'exchange', schema: Exchange, defaults: 'all' },
} as const

const along = {
  order_preview: OrderPreview.describe('The order with the change applied'),
  return: ReturnWithReasons.optional().describe('The return of the inbound items; absent if there are none'),
}

/** The answers of operations that begin one: its current order, with the new change. */
export const BEGUN = {
  claim: { response: z.object({ order: BegunOrder, claim: Claim }), selects: SELECTED.claim },
  exchange: { response: z.object({ order: BegunOrder, exchange: Exchange }), selects: SELECTED.exchange },
} as const

/** The answers of operations that change one, or confirm it: with its return, and its order as the change would leave it. */
export const PREVIEWED = {
  claim: { response: z.object({ ...along, claim: Claim }), selects: SELECTED.claim },
  exchange: { response: z.object({ ...along, exchange: Exchange }), selects: SELECTED.exchange },
} as const
