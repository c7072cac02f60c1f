import { cancelOrder as contract, orderCanceled } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { administratorIdOf } from '../../domain/orders/administrator.ts'
import { cancelOrder as cancel } from '../../domain/orders/order-status.ts'
import { changeOrder } from '../change-order.ts'

export const cancelOrder = implement(contract, (request, deps: Deps) =>
  changeOrder(request, deps, {
    change: (order, context) => cancel(order, { ...context, actor_id: administratorIdOf(request.actor) }),
    event: orderCanceled,
  }),
)
