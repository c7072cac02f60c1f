import { notFound, orderPaymentCollectionUpdated, type PaymentCollection, type PaymentSession } from '@souk/contracts'
import { alreadyExecuted, type RequestContext } from '@souk/runtime'
import { beginSession } from '../../domain/orders/begin-session.ts'
import type { OrderStore } from '../../stores/orders.ts'

interface Beginning {
  collection_id: string
  /** The order that it belongs to; undefined if there is none, or none that the caller may see. */
  order_id: string | undefined
  wanted: Pick<PaymentSession, 'provider_id' | 'data' | 'context'>
}

interface Begun {
  payment_collection: PaymentCollection
  /** The order's revision. */
  revision: number
}

/**
 * Begins a session of an order's payment collection. The order is the aggregate: the session is for the amount at the time of the
 * write, and of concurrent sessions the last one stays.
 * @throws not_found; already_executed if a repeat finds the collection deleted; refusals of `beginSession`
 */
export async function beginOnOrder(
  { collection_id: id, order_id, wanted }: Beginning,
  orders: Pick<OrderStore, 'execute'>,
  command: RequestContext['command'],
): Promise<Begun> {
  if (order_id === undefined) throw notFound(`PaymentCollection id not found: ${id}`)
  const { state, revision } = await orders.execute(order_id, {
    ...command,
    decide: (order, context) => ({
      state: beginSession(order, id, wanted, context),
      events: [orderPaymentCollectionUpdated({ id, order_id })],
    }),
  })
  const payment_collection = state.payment_collections.find((one) => one.id === id)
  if (!payment_collection) throw alreadyExecuted()
  return { payment_collection, revision }
}
