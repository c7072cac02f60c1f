import { conflict, createOrderPaymentCollection as contract, orderPaymentCollectionCreated } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
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
      const isNew = id === own
      return { state: asking, events: isNew ? [orderPaymentCollectionCreated({ id, order_id: order.id })] : [] }
    },
  })
  // A repeat does not hear which one the first attempt chose: its own, or the last open one.
  const { payment_collections } = state
  const payment_collection = payment_collections.find((one) => one.id === id) ?? payment_collections.findLast(isOpen)
  if (!payment_collection) throw conflict(`Payment collection ${id} was deleted meanwhile`)
  return new Answer({ payment_collection }, { revision })
})
