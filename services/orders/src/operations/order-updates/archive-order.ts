import { archiveOrder as contract, orderArchived } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { archiveOrder as archive } from '../../domain/orders/order-status.ts'
import { changeOrder } from '../change-order.ts'

export const archiveOrder = implement(contract, (request, deps: Deps) =>
  changeOrder(request, deps, { change: archive, event: orderArchived }),
)
