import { conflict, reserveCheckoutStock as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { raised } from '../../domain/inventory/line-stock.ts'
import { checkoutHolds, releaseBeyond } from '../checkout-holds.ts'
import { assertHoldable, holdAll } from '../line-holds.ts'

/**
 * The checkout is recorded before anything is reserved, so that the sweep finds it in any case, and checked again afterwards: if
 * it was released meanwhile, the reservations are released at once. Nothing is released after a refusal or a failure: another
 * attempt of the same checkout may have reserved all of it by then. Then `release-checkout-stock` does so, or the sweep.
 */
export const reserveCheckoutStock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { cart_id } = body
  const asked = { ...body, is_released: false, at: Date.now() }
  const [stock, holds] = await Promise.all([deps.checkoutStock.keep(asked, deadline), checkoutHolds(asked, deps, deadline)])
  if (stock.is_released) throw givenUp()
  if (holds.size > 1) await assertHoldable(holds, raised, deps, deadline) // that of one item refuses by itself
  await holdAll(holds, raised, deps, { by: null, deadline })
  if (await deps.checkoutStock.isReleased(stock, deadline)) {
    await releaseBeyond(stock, deps, deadline)
    throw givenUp()
  }
  return { cart_id }
})

const givenUp = () => conflict('The checkout was given up')
