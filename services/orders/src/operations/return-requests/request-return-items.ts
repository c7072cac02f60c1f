import { requestReturnItems as contract, returnUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { requestItems } from '../../domain/returns/inbound-items.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { reasonIdsOf } from '../../domain/returns/return-reasons.ts'
import { changeReturn } from '../change-return.ts'
import { withReasons } from '../named-reasons.ts'

export const requestReturnItems = implement(contract, (request, deps: Deps) => {
  const { params, body, deadline } = request
  const requesting = withReasons(reasonIdsOf(body.items), { deps, deadline }, (order, context) => {
    const { change } = requirePartChange(order, 'return', params.id)
    return requestItems(order, change, { return_id: params.id }, body.items, context)
  })
  return changeReturn(request, deps, { ...requesting, event: returnUpdated })
})
