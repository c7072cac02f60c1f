import { beginExchange as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { beginExchange as begin } from '../../domain/replacements/begin-replacement.ts'
import { beginReplacement } from '../begin-replacement.ts'

export const beginExchange = implement(contract, (request, deps: Deps) => {
  const { order_id: _, metadata = null, ...input } = request.body
  return beginReplacement('exchange', request, deps, (order, display_id, context) =>
    begin(order, { ...input, metadata, display_id }, context),
  )
})
