import { Answer } from '@souk/runtime'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { parcelOf } from '../domain/orders/with-parcel.ts'

interface Changed {
  state: Pick<OrderRecord, 'fulfillments'>
  revision: number
}

/** One fulfillment of the order that was changed. */
export const fulfillmentAnswer = ({ state, revision }: Changed, id: string) =>
  new Answer({ fulfillment: parcelOf(state, id) }, { revision })
