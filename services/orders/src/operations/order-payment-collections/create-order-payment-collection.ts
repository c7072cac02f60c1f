import { conflict, createOrderPaymentCollection as contract, orderPaymentCollectionCreated } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { askForPayment } from '../../domain/orders/ask-for-payment.ts'

/** The order is the aggregate: of two that ask for all of its amount at once one is refused. */
export const createOrderPaymentCollection = implement(contract, async ({ body, command, newIds }, { orders }: Deps) => {
  const id = newIds()('pay_col')
  const { state, revision } = await orders.execute(body.order_id, {
    ...command,
    decide(order, context) {
      const asking = askForPayment(order, body.amount, context)
      return { state: asking, events: [orderPaymentCollectionCreated({ id, order_id: order.id })] }
    },
  })
  const payment_collection = state.payment_collections.find((one) => one.id === id)
  if (!payment_collection) throw conflict(`Payment collection ${id} was deleted meanwhile`)
  return new Answer({ payment_collection }, { revision })
})
