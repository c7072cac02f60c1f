import { getStoreOrder as contract, notFound } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { shownOrder } from '../../domain/orders/stored-order.ts'

export const getStoreOrder = implement(contract, async ({ params, deadline }, { orders }: Deps) => {
  const { state, revision } = await orders.get(params.id, deadline)
  if (state.is_draft_order) throw notFound(`Order id not found: ${params.id}`)
  const { metadata: _, ...order } = shownOrder(state)
  return new Answer({ order }, { revision })
})
