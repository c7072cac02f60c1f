import { settleStock as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { StockClaim } from '../../stores/stock-claims.ts'
import { settleClaim } from '../settle-claim.ts'

/**
 * Where the order is changing again, that change settles its own claim. Where the outcome of a parcel came before this, which
 * may be older, the sweep asks the order; and so it does where another report came meanwhile, and for parcels whose outcome comes
 * after units were reserved here.
 */
export const settleStock = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { order_id, version, lines } = body
  const claims = await deps.stockClaims.ofOrder(order_id, deadline)
  if (claims.some(reserves)) await deps.stockPicks.overtake(order_id, deadline)
  if (claims.some((claim) => claim.version > version)) return { order_id }
  for (const claim of claims) {
    if (claim.is_overtaken) continue
    const left = await settleClaim(claim, lines, deps, deadline)
    if (left) await deps.stockClaims.leave(left, deadline)
  }
  return { order_id }
})

const reserves = ({ lines }: StockClaim) => lines.some(({ grows }) => grows)
