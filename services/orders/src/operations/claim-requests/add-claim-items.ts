import { addClaimItems as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { claimItems } from '../../domain/replacements/claimed-items.ts'
import { changeReplacement } from '../change-replacement.ts'

export const addClaimItems = implement(contract, (request, deps: Deps) =>
  changeReplacement('claim', request, deps, {
    change: (order, context) => claimItems(order, request.params.id, request.body.items, context),
  }),
)
