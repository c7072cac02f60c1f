import { completeOrder as contract, orderCompleted } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { completeOrder as complete } from '../../domain/orders/order-status.ts'
import { changeOrder } from '../change-order.ts'

export const completeOrder = implement(contract, (request, deps: Deps) =>
  changeOrder(request, deps, { change: complete, event: orderCompleted }),
)
