import { releaseCheckoutStock as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { releaseBeyond } from '../checkout-holds.ts'

/** The sweep does it again, and forgets the checkout, once none of its requests can be under way any longer. */
export const releaseCheckoutStock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const stock = await deps.checkoutStock.release(body, deadline)
  await releaseBeyond(stock, deps, deadline)
  return { cart_id: body.cart_id }
})
