import { findBoughtGoods as contract } from '@souk/contracts'
import { implement, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findBoughtGoods = implement(contract, async ({ body, deadline }, { orders }: Deps) => {
  const found = await orders.get(body.order_id, deadline).catch(unlessGone)
  if (!found || found.state.is_draft_order || found.state.customer_id !== body.customer_id) return { goods: null }
  const { seller_id, items } = found.state
  const bought = items.flatMap(({ product_id, quantity }) => (product_id !== null && quantity > 0 ? [product_id] : []))
  return { goods: { seller_id, product_ids: [...new Set(bought)] } }
})
