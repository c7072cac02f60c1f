import { updateReturnItem as contract, returnUpdated } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { updateRequestedItem } from '../../domain/returns/inbound-items.ts'
import { requirePartChange } from '../../domain/returns/part-change.ts'
import { reasonIdsOf } from '../../domain/returns/return-reasons.ts'
import { changeReturn } from '../change-return.ts'
import { withReasons } from '../named-reasons.ts'

export const updateReturnItem = implement(contract, (request, deps: Deps) => {
  const { params, body, deadline } = request
  const updating = withReasons(reasonIdsOf([body]), { deps, deadline }, (order, context) => {
    const { change } = requirePartChange(order, 'return', params.id)
    return updateRequestedItem(order, change, { return_id: params.id }, params.action_id, body, context)
  })
  return changeReturn(request, deps, { ...updating, event: returnUpdated })
})
