import { deleteOrderPaymentCollection as contract, orderPaymentCollectionDeleted } from '@souk/contracts'
import { assertMatch, deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withdrawPayment } from '../../domain/orders/ask-for-payment.ts'

/** The order is the aggregate: a collection that is paid in the meantime stays. */
export const deleteOrderPaymentCollection = implement(contract, async ({ params, command, deadline }, { orders }: Deps) => {
  const { id } = params
  const order_id = await orders.findIdOfPaymentCollection(id, deadline)
  if (order_id === undefined) {
    assertMatch(command.if_match, undefined)
    return deletionAnswer('payment-collection', id, undefined)
  }
  const outcome = await orders.execute(order_id, {
    ...command,
    decide(order, context) {
      const state = withdrawPayment(order, id, context)
      return { state, events: state === order ? [] : [orderPaymentCollectionDeleted({ id, order_id })] }
    },
  })
  return deletionAnswer('payment-collection', id, outcome)
})
