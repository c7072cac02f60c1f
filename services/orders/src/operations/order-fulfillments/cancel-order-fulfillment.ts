import { cancelOrderFulfillment as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { orderAnswer } from '../../answers/order.ts'
import { withoutHistory } from '../../answers/order-change.ts'
import type { Deps } from '../../deps.ts'
import { cancelParcel } from '../cancel-parcel.ts'

export const cancelOrderFulfillment = implement(contract, async (request, deps: Deps) => {
  const outcome = await cancelParcel(request, deps)
  return orderAnswer({ ...outcome, state: withoutHistory(outcome.state) }, request, deps)
})
