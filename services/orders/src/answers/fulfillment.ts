import { Answer } from '@souk/runtime'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { parcelOf } from '../domain/orders/with-parcel.ts'
import { fulfillmentsOf } from '../domain/returns/return-fulfillment.ts'

interface Changed {
  state: Pick<OrderRecord, 'fulfillments' | 'returns'>
  revision: number
}

/** One fulfillment of the changed order, or of one of its returns. */
export function fulfillmentAnswer({ state, revision }: Changed, id: string) {
  const returning = state.returns.flatMap(fulfillmentsOf).find((one) => one.id === id)
  return new Answer({ fulfillment: returning ?? parcelOf(state, id) }, { revision })
}
