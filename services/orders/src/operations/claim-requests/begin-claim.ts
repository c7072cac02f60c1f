import { beginClaim as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { beginClaim as begin } from '../../domain/replacements/begin-replacement.ts'
import { beginReplacement } from '../begin-replacement.ts'

export const beginClaim = implement(contract, (request, deps: Deps) => {
  const { order_id: _, reason_id: __, metadata = null, ...input } = request.body
  return beginReplacement('claim', request, deps, (order, display_id, context) =>
    begin(order, { ...input, metadata, display_id }, context),
  )
})
