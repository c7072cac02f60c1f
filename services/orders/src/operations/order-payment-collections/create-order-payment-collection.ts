import { createOrderPaymentCollection as contract, type PaymentCollection } from '@souk/contracts'
import { Answer, alreadyExecuted, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { askForPayment } from '../../domain/orders/ask-for-payment.ts'
import { isOpen } from '../../domain/orders/payment-collections.ts'

/** The order is the aggregate, so concurrent requests do not ask for more than is due. */
export const createOrderPaymentCollection = implement(contract, async ({ body, command, newIds }, { orders }: Deps) => {
  let id = newIds()('pay_col')
  const { state, revision } = await orders.execute(body.order_id, {
    ...command,
    decide(order, context) {
      const { order: asking, collection_id } = askForPayment(order, body.amount, context)
      id = collection_id
      return { state: asking }
    },
  })
  const { payment_collections } = state
  const payment_collection = payment_collections.find((one) => one.id === id) ?? openSince(command.op.at, payment_collections)
  if (!payment_collection) throw alreadyExecuted()
  return new Answer({ payment_collection }, { revision })
})

/**
 * A repeat whose answer was not kept cannot know which collection the first attempt chose instead of creating its own: it gets
 * the last open one, unless the chosen one may have been closed since then. The same applies if its own was deleted.
 * @param at when the request was received, in epoch ms
 */
function openSince(at: number, collections: readonly PaymentCollection[]): PaymentCollection | undefined {
  const since = new Date(at).toISOString()
  return collections.some((one) => !isOpen(one) && one.updated_at >= since) ? undefined : collections.findLast(isOpen)
}
