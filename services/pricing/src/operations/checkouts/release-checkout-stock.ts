import { releaseCheckoutStock as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { releaseBeyond } from '../checkout-holds.ts'

/** The sweep does it once more, and forgets the checkout, when nothing of it can be on its way any longer. */
export const releaseCheckoutStock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const stock = await deps.checkoutStock.release(body, deadline)
  await releaseBeyond(stock, deps, deadline)
  return { cart_id: body.cart_id }
})
