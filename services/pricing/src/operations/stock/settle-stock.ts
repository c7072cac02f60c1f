import { settleStock as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { settleClaim } from '../settle-claim.ts'

/**
 * Where the order is changing again, that change settles its own claim. Where the outcome of a parcel came before this, which may
 * be older, the sweep asks the order.
 */
export const settleStock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { order_id, version, lines } = body
  const claims = await deps.stockClaims.ofOrder(order_id, deadline)
  if (!claims.some((claim) => claim.version > version))
    for (const claim of claims) if (!claim.is_overtaken) await settleClaim(claim, lines, deps, deadline)
  return { order_id }
})
