import { findOrderOfLine as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const findOrderOfLine = implement(contract, async ({ body, deadline }, { orders }: Deps) => ({
  order_id: (await orders.ofSeller(body.seller_id).findIdOfLine(body.line_item_id, deadline)) ?? null,
}))
