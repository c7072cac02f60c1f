import { createOrderPaymentCollection as contract } from '@souk/contracts'
import { Answer, alreadyExecuted, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { askForPayment } from '../../domain/orders/ask-for-payment.ts'

/** The order is the aggregate, so concurrent requests without an amount do not together ask for more than is due. */
export const createOrderPaymentCollection = implement(contract, async ({ body, command, newIds }, { orders }: Deps) => {
  const id = newIds()('pay_col')
  const { state, revision } = await orders.execute(body.order_id, {
    ...command,
    decide: (order, context) => ({ state: askForPayment(order, body.amount, context) }),
  })
  const payment_collection = state.payment_collections.find((one) => one.id === id)
  // A repeat whose answer was not kept, after others deleted the collection.
  if (!payment_collection) throw alreadyExecuted()
  return new Answer({ payment_collection }, { revision })
})
