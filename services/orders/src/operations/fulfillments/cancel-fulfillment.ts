import { cancelFulfillment as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { fulfillmentAnswer } from '../../answers/fulfillment.ts'
import type { Deps } from '../../deps.ts'
import { cancelParcel } from '../cancel-parcel.ts'
import { orderIdOfFulfillment } from './order-id-of-fulfillment.ts'

export const cancelFulfillment = implement(contract, async (request, deps: Deps) => {
  const fulfillment_id = request.params.id
  const id = await orderIdOfFulfillment(fulfillment_id, deps, request.deadline)
  const canceling = { ...request, params: { id, fulfillment_id }, body: {}, is_repeatable: true } as const
  return fulfillmentAnswer(await cancelParcel(canceling, deps), fulfillment_id)
})
