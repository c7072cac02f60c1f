import { removeClaimItem as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { removeClaimedItem } from '../../domain/replacements/claimed-items.ts'
import { changeReplacement } from '../change-replacement.ts'

export const removeClaimItem = implement(contract, (request, deps: Deps) => {
  const { id, action_id } = request.params
  return changeReplacement('claim', request, deps, { change: (order) => removeClaimedItem(order, id, action_id) })
})
