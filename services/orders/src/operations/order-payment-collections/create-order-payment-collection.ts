import {
  createOrderPaymentCollection as contract,
  orderPaymentCollectionCreated,
  orderPaymentCollectionUpdated,
  type PaymentCollection,
} from '@souk/contracts'
import { Answer, alreadyExecuted, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { askForPayment } from '../../domain/orders/ask-for-payment.ts'
import { isOpen } from '../../domain/orders/payment-collections.ts'

/** The order is the aggregate: those who ask at once ask for no more than is due. */
export const createOrderPaymentCollection = implement(contract, async ({ body, command, newIds }, { orders }: Deps) => {
  const own = newIds()('pay_col')
  let id = own
  const { state, revision } = await orders.execute(body.order_id, {
    ...command,
    decide(order, context) {
      const { order: asking, collection_id } = askForPayment(order, body.amount, context)
      id = collection_id
      if (asking === order) return { state: order }
      const event = id === own ? orderPaymentCollectionCreated : orderPaymentCollectionUpdated
      return { state: asking, events: [event({ id, order_id: order.id })] }
    },
  })
  const { payment_collections } = state
  const payment_collection = payment_collections.find((one) => one.id === id) ?? openSince(command.op.at, payment_collections)
  if (!payment_collection) throw alreadyExecuted()
  return new Answer({ payment_collection }, { revision })
})

/**
 * A repeat whose answer is not kept any more does not hear which one the first attempt chose instead of making its own: the last
 * open one, unless that may have been closed since. So also where its own was deleted since.
 * @param at when the request came, in epoch ms
 */
function openSince(at: number, collections: readonly PaymentCollection[]): PaymentCollection | undefined {
  const since = new Date(at).toISOString()
  return collections.some((one) => !isOpen(one) && one.updated_at >= since) ? undefined : collections.findLast(isOpen)
}
