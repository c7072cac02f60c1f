import { settlePick as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { settlePicked } from '../settle-picked.ts'

export const settlePick = implement(contract, async ({ body, deadline }, deps: Deps) => {
  const { pick_id, ...known } = body
  const pick = await deps.stockPicks.find(pick_id, deadline)
  if (pick) await settlePicked(pick, { ...known, isFresh: true }, deps, deadline)
  return { pick_id }
})
