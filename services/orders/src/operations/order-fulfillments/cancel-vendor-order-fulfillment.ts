import { cancelVendorOrderFulfillment as contract, sellerIdOf } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { vendorOrderAnswer } from '../../answers/vendor-order.ts'
import type { Deps } from '../../deps.ts'
import { cancelParcel } from '../cancel-parcel.ts'

export const cancelVendorOrderFulfillment = implement(contract, async (request, deps: Deps) => {
  const orders = deps.orders.ofSeller(sellerIdOf(request.actor))
  return vendorOrderAnswer(await cancelParcel(request, { orders, stock: deps.stock }), request, deps)
})
