import {
  createOrderReturnRequest as contract,
  customerIdOf,
  orderReturnRequestCreated,
  type ShownOwnReturnRequest,
} from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { returnRequestAnswer } from '../../answers/order-return-request.ts'
import type { Deps } from '../../deps.ts'
import { type NamedReason, reasonIdsOf } from '../../domain/returns/return-reasons.ts'
import { askForReturn, assertMayAsk } from '../../domain/returns/return-request.ts'
import { namedReasons } from '../named-reasons.ts'

/** The order holds its request, so one of two concurrent requests is refused. */
export const createOrderReturnRequest = implement(contract, async (request, deps: Deps) => {
  const { body, actor, command, deadline } = request
  const { order_id } = body
  const customer_id = customerIdOf(actor)
  const reason_ids = reasonIdsOf(body.line_items)
  const outcome = await deps.orders.ofBuyer(customer_id).executeWithLookups(order_id, {
    ...command,
    known: undefined as readonly NamedReason[] | undefined,
    decide(order, context, reasons) {
      if (reason_ids.length > 0 && !reasons) {
        assertMayAsk(order, body)
        return new LookupNeeded(reason_ids)
      }
      const state = askForReturn(order, body, reasons ?? [], { ...context, customer_id })
      return { state, events: [orderReturnRequestCreated({ id: state.return_request.id, order_id })] }
    },
    lookup: (ids: readonly string[]) => namedReasons(ids, deps, deadline),
  })
  return returnRequestAnswer<ShownOwnReturnRequest>(outcome, request, deps)
})
