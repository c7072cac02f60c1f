import { completeVendorOrder as contract, orderCompleted } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { completeOrder as complete } from '../../domain/orders/order-status.ts'
import { changeOwnOrder } from '../change-order.ts'

export const completeVendorOrder = implement(contract, (request, deps: Deps) =>
  changeOwnOrder(request, deps, { change: complete, event: orderCompleted }),
)
