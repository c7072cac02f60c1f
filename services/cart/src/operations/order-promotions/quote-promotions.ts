import { quotePromotions as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { sellersOf } from '../../domain/line-items/line-sellers.ts'
import { buyerValues } from '../../domain/promotions/order-uses.ts'
import { quotedOrder } from '../../domain/promotions/quoted-order.ts'
import { findPromotions } from '../find-promotions.ts'

export const quotePromotions = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { promotion_ids, items, order } = body
  // An older `orders` only knows codes; codes of promotions that are named by their ids may have become those of others.
  const codes = promotion_ids ? [] : body.codes
  const wanted = { ids: promotion_ids ?? [], codes, sellers: sellersOf({}, items), buyer: buyerValues(order) }
  const { found } = await findPromotions(wanted, deps, deadline)
  return quotedOrder({ ...body, codes }, found, new Date().toISOString())
})
