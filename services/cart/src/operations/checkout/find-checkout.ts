import { findCheckout as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { isUnderWay } from '../../domain/checkout/checkout.ts'

export const findCheckout = implement(contract, async ({ body, deadline }, { carts }: Deps) => {
  const found = await carts.aggregates.find(body.cart_id, deadline)
  return { is_open: found !== undefined && isUnderWay(found.state) && found.state.checkout!.epoch === body.epoch }
})
